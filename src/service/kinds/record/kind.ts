/**
 * What a kind of insight is, in one place: everything that questions, names, texts, charts, lists of people and
 * operations need to know of it. `kinds/index.ts` lists all kinds. `shown/` has the half that is needed where numbers are
 * computed.
 */
import type { z } from 'zod';
import type { Asked } from '../../../engine/answer.ts';
import type { Chart } from '../../../model/question/chart.ts';
import type { Entity, Interval, TimeRange } from '../../../model/question/query.ts';
import type { ComputedAnswer, Resolved } from '../../../model/question/result.ts';
import type { SqlBehind } from '../../../model/sql/plan.ts';
import type { ChartAsked } from '../../chart/frame.ts';
import type { ProjectContext } from '../../contract/context.ts';
import type { Table } from '../../contract/operation.ts';
import type { ShownKind } from '../../present/showing.ts';
import type { QuestionWords } from '../../sentences/clauses.ts';
import type { ResultOf, ShowingOf } from '../../shown/index.ts';
import type { Telling } from '../../text/headline.ts';
import type { Passage } from '../../text/passages.ts';
import type { Factors } from './extent.ts';
import type { PeopleOf } from './point.ts';

/** A body with `filters` and `query` merged into it, unchecked. */
export type FlatBody = Readonly<Record<string, unknown>>;

/** How the question was understood, as the answer reports it. */
export interface Understood {
  readonly timezone: string;
  readonly range: TimeRange;
  readonly interval: Interval | null;
  readonly entities: readonly (Pick<Entity, 'type' | 'id' | 'name' | 'order'> & Partial<Pick<Entity, 'matches'>>)[];
  /** The comparison period. */
  readonly previous?: TimeRange | undefined;
  /** Funnels only: conversion window and view. */
  readonly window_ms?: number;
  readonly viz?: string;
  /** Funnels only: whether somebody may have several values of the breakdown. */
  readonly overlapping?: boolean;
  /** Statements only: name and type of each column. */
  readonly columns?: readonly (readonly string[])[];
  /** Statements only: which events are behind a row. */
  readonly behind?: SqlBehind | null;
  readonly words: QuestionWords;
  /** The end as requested, except for ends given to the second. */
  readonly ends?: { readonly date_to?: string | undefined; readonly explicit_date?: boolean | undefined };
  /** Warnings that name arguments which were sent but do not apply. */
  readonly warnings?: readonly string[];
}

/** A page of ranked breakdown values. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** A body with nothing left to decide. It is plain data, so that another thread can compute and present it. */
export interface Resolution<K extends ShownKind> {
  readonly asked: Asked<K>;
  readonly showing: ShowingOf<K>;
  /** The question as filters. */
  readonly filters: Record<string, unknown>;
  /** Cache key, together with the body: if both are equal, the answers are equal. Edges do not count. */
  readonly cached_as: readonly unknown[];
  readonly range: TimeRange;
  readonly interval: Interval | null;
  /** Minimum size of the answer; each list is a product of factors. */
  readonly extent: readonly Factors[];
  /** For kinds with pages; null if the whole answer is shown. */
  readonly page?: Page | null;
  readonly understood: () => Understood;
}

export type AnswerSchema = z.ZodObject<{ readonly result: z.ZodType }>;

/** The operations of a kind: POST and tool `compute_…`, and GET `read_…`. */
export interface Computing {
  /** Path below /insights/. */
  readonly path: `${string}/`;
  readonly title: string;
  readonly description: string;
  /** This argument is JSON text in a query string. */
  readonly as_json: string;
  /** Output of `compute_…`; null means an unsaved insight, as in `read_…`. */
  readonly output: z.ZodObject | null;
  /** An answer of this kind; that insight has the same `result`. */
  readonly answer: AnswerSchema;
  /** `insight` of the answer if nothing is asked; null if defaults for all arguments always make a question. */
  readonly unasked: string | null;
}

export interface InsightKind<K extends ShownKind = ShownKind> {
  readonly kind: K;
  /** Published arguments. */
  readonly body: z.ZodObject;
  /** Accepted but unpublished arguments. */
  readonly also: Readonly<Record<string, z.ZodType>>;
  /** Schema of a line (event, action) of the body. */
  readonly line: z.ZodObject;
  /** @throws ServiceError if the body is invalid or cannot be computed */
  readonly resolve: (context: ProjectContext, flat: FlatBody) => Resolution<K>;
  /** An empty result. */
  readonly nothing: ResultOf<K>;
  readonly text: (answer: ComputedAnswer<ResultOf<K>>, telling: Telling) => Passage[];
  readonly table: (answer: { readonly result: ResultOf<K>; readonly resolved: Resolved | null }) => Table;
  readonly chart: (answer: ComputedAnswer<ResultOf<K>>, asked: ChartAsked) => Chart;
  /** null if there are no people behind the numbers. */
  readonly people: PeopleOf<K> | null;
  /** null if it is computed through another kind's operation. */
  readonly computing: Computing | null;
}
