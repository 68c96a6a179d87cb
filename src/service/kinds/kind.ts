/**
 * What a kind of insight is, once: everything that questions, names, texts, charts, lists of people and operations need
 * to know of it. `index.ts` lists them all; `shown/` holds the half of each that is needed where numbers are computed.
 */
import type { z } from 'zod';
import type { Asked } from '../../engine/answer.ts';
import type { Chart } from '../../model/question/chart.ts';
import type { PeoplePoint } from '../../model/question/people.ts';
import type { Entity, Interval, TimeRange } from '../../model/question/query.ts';
import type { ComputedAnswer, Resolved } from '../../model/question/result.ts';
import type { ChartAsked } from '../chart/frame.ts';
import type { ProjectContext } from '../contract/context.ts';
import type { Table } from '../contract/operation.ts';
import type { ShownKind } from '../present/showing.ts';
import type { QuestionWords } from '../questions/words/questions.ts';
import type { Telling } from '../text/headline.ts';
import type { Part } from '../text/parts.ts';
import type { Factors } from './extent.ts';
import type { PeopleOf } from './point.ts';
import type { ResultOf, ShowingOf } from './shown/index.ts';

/** A body without layers, `filters` and `query` merged into it, and not checked yet. */
export type FlatBody = Readonly<Record<string, unknown>>;

/** How a question was understood, as far as its answer says it. */
export interface Understood {
  readonly timezone: string;
  readonly range: TimeRange;
  readonly interval: Interval | null;
  readonly entities: readonly Pick<Entity, 'type' | 'id' | 'name' | 'order'>[];
  /** The period it is compared with. */
  readonly previous?: TimeRange | undefined;
  /** Of a funnel: how long it may take, and its view. */
  readonly window_ms?: number;
  readonly viz?: string;
  /** Of statements: name and type of each column. */
  readonly columns?: readonly (readonly string[])[];
  readonly words: QuestionWords;
  /** The end as it was asked for, unless it was asked for to the second. */
  readonly ends?: { readonly date_to?: string | undefined; readonly explicit_date?: boolean | undefined };
  /** What was sent and does not apply. */
  readonly warnings?: readonly string[];
}

/** Ranked values of a breakdown that are shown at once. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** A body with nothing left to decide: plain data, as another thread computes and shows it. */
export interface Resolution<K extends ShownKind> {
  readonly asked: Asked<K>;
  readonly showing: ShowingOf<K>;
  /** The checked body. */
  readonly body: FlatBody;
  /** The question as filters. */
  readonly filters: Record<string, unknown>;
  /** Equal parts and an equal body have an equal answer. */
  readonly parts: readonly unknown[];
  readonly range: TimeRange;
  readonly interval: Interval | null;
  /** How many numbers the answer has at least: the product of each list of factors. */
  readonly extent: readonly Factors[];
  /** Of kinds whose answers come in pages; null where all of it is shown. */
  readonly page?: Page | null;
  readonly understood: () => Understood;
}

/** The operations of a kind: POST and tool `compute_…`, GET `read_…`. */
export interface Computing {
  /** Below /insights/. */
  readonly path: `${string}/`;
  readonly title: string;
  readonly description: string;
  /** What has to be sent as JSON text in a query string. */
  readonly as_json: string;
  /** Of `compute_…`; null: an insight nobody saved, as `read_…` answers it. */
  readonly output: z.ZodObject | null;
  /** Schema of the result in that insight. */
  readonly result: z.ZodType;
  /** `insight` of the answer where nothing is asked; null: there is always a question, as every argument has a default. */
  readonly unasked: string | null;
}

export interface InsightKind<K extends ShownKind = ShownKind> {
  readonly kind: K;
  /** The arguments that are published. */
  readonly body: z.ZodObject;
  /** Arguments that are taken besides. */
  readonly also: Readonly<Record<string, z.ZodType>>;
  /** Schema of a line (event, action) of the body. */
  readonly line: z.ZodObject;
  /** @throws ServiceError where the body is wrong, or cannot be computed */
  readonly resolve: (context: ProjectContext, flat: FlatBody) => Resolution<K>;
  /** A result that holds nothing. */
  readonly nothing: ResultOf<K>;
  readonly text: (answer: ComputedAnswer<ResultOf<K>>, telling: Telling) => Part[];
  readonly table: (answer: { readonly result: ResultOf<K>; readonly resolved: Resolved | null }) => Table;
  readonly chart: (answer: ComputedAnswer<ResultOf<K>>, asked: ChartAsked) => Chart;
  /** null where nobody stands behind its numbers. */
  readonly people: PeopleOf<K, PeoplePoint> | null;
  /** null: it is asked for through the operation of another kind. */
  readonly computing: Computing | null;
}
