/**
 * What a kind of insight is, in one place: everything that questions, names, texts, charts, lists of people and
 * operations need of it. `index.ts` lists all; `shown/` has the half that is needed where numbers are computed.
 */
import type { z } from 'zod';
import type { Asked } from '../../engine/answer.ts';
import type { Chart } from '../../model/question/chart.ts';
import type { PeoplePoint } from '../../model/question/people.ts';
import type { Entity, Interval, TimeRange } from '../../model/question/query.ts';
import type { ComputedAnswer, Resolved } from '../../model/question/result.ts';
import type { SqlBehind } from '../../model/sql/plan.ts';
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

/** A body with `filters` and `query` merged into it, unchecked. */
export type FlatBody = Readonly<Record<string, unknown>>;

/** How a question was understood, as the answer reports it. */
export interface Understood {
  readonly timezone: string;
  readonly range: TimeRange;
  readonly interval: Interval | null;
  readonly entities: readonly (Pick<Entity, 'type' | 'id' | 'name' | 'order'> & Partial<Pick<Entity, 'matches'>>)[];
  /** The comparison period. */
  readonly previous?: TimeRange | undefined;
  /** For funnels: conversion window and view. */
  readonly window_ms?: number;
  readonly viz?: string;
  /** For statements: name and type of each column. */
  readonly columns?: readonly (readonly string[])[];
  /** For statements: which events are behind a row. */
  readonly behind?: SqlBehind | null;
  readonly words: QuestionWords;
  /** The end as requested, unless requested to the second. */
  readonly ends?: { readonly date_to?: string | undefined; readonly explicit_date?: boolean | undefined };
  /** Arguments that were sent and do not apply. */
  readonly warnings?: readonly string[];
}

/** A page of ranked breakdown values. */
export interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** A body with nothing left to decide: plain data, so that another thread can compute and present it. */
export interface Resolution<K extends ShownKind> {
  readonly asked: Asked<K>;
  readonly showing: ShowingOf<K>;
  /** The checked body. */
  readonly body: FlatBody;
  /** The question as filters. */
  readonly filters: Record<string, unknown>;
  /** With the body the cache key: equal parts and body have equal answers. */
  readonly parts: readonly unknown[];
  readonly range: TimeRange;
  readonly interval: Interval | null;
  /** Minimum number of numbers in the answer: each list is a product of factors. */
  readonly extent: readonly Factors[];
  /** For kinds with pages; null if the whole answer is shown. */
  readonly page?: Page | null;
  readonly understood: () => Understood;
}

/** The operations of a kind: POST and tool `compute_…`, GET `read_…`. */
export interface Computing {
  /** Below /insights/. */
  readonly path: `${string}/`;
  readonly title: string;
  readonly description: string;
  /** The argument that is JSON text in a query string. */
  readonly as_json: string;
  /** Output of `compute_…`; null: an unsaved insight, as in `read_…`. */
  readonly output: z.ZodObject | null;
  /** Schema of the result within that insight. */
  readonly result: z.ZodType;
  /** `insight` of the answer if nothing is asked; null: there always is a question, as every argument has a default. */
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
  readonly text: (answer: ComputedAnswer<ResultOf<K>>, telling: Telling) => Part[];
  readonly table: (answer: { readonly result: ResultOf<K>; readonly resolved: Resolved | null }) => Table;
  readonly chart: (answer: ComputedAnswer<ResultOf<K>>, asked: ChartAsked) => Chart;
  /** null if no people stand behind the numbers. */
  readonly people: PeopleOf<K, PeoplePoint> | null;
  /** null: computed through another kind's operation. */
  readonly computing: Computing | null;
}
