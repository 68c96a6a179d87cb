/**
 * A statement of SQL with nothing left to decide: a tree of relations, as plain data, which the engine's threads can be
 * handed. Expressions of a relation speak of the one below: of its columns by their place, of a table's rows by sources.
 */
import type { Expression } from '../question/expression.ts';
import type { EventMatch, Predicate } from '../question/predicate.ts';
import type { TimeRange } from '../question/query.ts';

export interface SqlQuery {
  /** Computed before `relation`, each in the order of this list; leaves of kind `subquery` name them. */
  readonly subqueries: readonly Relation[];
  readonly relation: Relation;
  readonly columns: readonly SqlColumn[];
  /** Rows to answer; there may be one more. */
  readonly limit: number;
  /** null where no conditions find the events behind a row. */
  readonly behind: SqlBehind | null;
}

/** Events for which `where` is true and each key is what stands in its column (by place), in HogQL. */
export interface SqlBehind {
  readonly where: string | null;
  readonly keys: readonly { readonly text: string; readonly column: number }[];
}

/** `date`: a day's number, `time` and `second`: epoch milliseconds, `list`: JSON. */
export type SqlType = 'any' | 'text' | 'number' | 'boolean' | 'time' | 'second' | 'date' | 'array' | 'null';

export interface SqlColumn {
  readonly name: string;
  readonly type: SqlType;
}

export type Relation =
  | EventsRelation
  /** Who there is. Rows: one a person. */
  | { readonly kind: 'persons' }
  /** Rows: one a distinct id. */
  | { readonly kind: 'distinct_ids' }
  /** Rows: one a group, of these types. */
  | { readonly kind: 'groups'; readonly types: readonly number[] }
  /** Rows: one a person and cohort. */
  | {
      readonly kind: 'cohort_people';
      readonly cohorts: readonly { readonly id: number; readonly where: Predicate }[];
    }
  /** 0, 1, 2 … */
  | { readonly kind: 'numbers'; readonly count: number }
  | { readonly kind: 'filter'; readonly of: Relation; readonly where: Expression }
  /** A row for each item of a list, which a field of that name reads. */
  | { readonly kind: 'unnest'; readonly of: Relation; readonly list: Expression; readonly name: string }
  | { readonly kind: 'project'; readonly of: Relation; readonly columns: readonly Expression[] }
  /** Columns: the keys, then the aggregates. Without keys there is one row, whatever there is below. */
  | {
      readonly kind: 'aggregate';
      readonly of: Relation;
      readonly keys: readonly Expression[];
      readonly aggregates: readonly SqlAggregate[];
    }
  /** Columns: one for each, then those below. */
  | { readonly kind: 'window'; readonly of: Relation; readonly columns: readonly WindowColumn[] }
  /** The first `limit` rows of each combination of values. */
  | { readonly kind: 'limit_by'; readonly of: Relation; readonly keys: readonly number[]; readonly limit: number }
  | { readonly kind: 'distinct'; readonly of: Relation }
  /** Columns behind the first `columns` are there to sort by, and dropped. */
  | {
      readonly kind: 'sort';
      readonly of: Relation;
      readonly by: readonly SortKey[];
      readonly columns: number;
      readonly limit: number | null;
      readonly offset: number;
    }
  | { readonly kind: 'union'; readonly of: readonly Relation[] }
  /** Columns: those named, of either side. */
  | {
      readonly kind: 'join';
      readonly how: 'inner' | 'left' | 'right' | 'full' | 'cross';
      readonly left: Relation;
      readonly right: Relation;
      /** Columns that have to be equal, place by place; what is missing equals nothing. */
      readonly left_keys: readonly number[];
      readonly right_keys: readonly number[];
      readonly columns: readonly { readonly side: 'left' | 'right'; readonly index: number }[];
    };

/** Rows of events that any of the matches finds. */
export interface EventsRelation {
  readonly kind: 'events';
  readonly matches: readonly EventMatch[];
  readonly range: TimeRange;
  /** Whether nobody's identity, and no property of today, is asked for. */
  readonly is_of_rows: boolean;
}

export interface SortKey {
  /** Place of a column. */
  readonly index: number;
  readonly is_descending: boolean;
  /** Else they come last, in either direction. */
  readonly nulls_first: boolean;
}

export type SqlAggregateName =
  | ('count' | 'sum' | 'avg' | 'min' | 'max' | 'any' | 'last' | 'quantile' | 'unique' | 'arg_min' | 'arg_max')
  /** Lists: of all values, of different ones, of the most frequent ones. */
  | ('list' | 'unique_list' | 'top')
  /** Of the population and of a sample. */
  | ('var_pop' | 'var_samp' | 'stddev_pop' | 'stddev_samp')
  /** Arguments: a time, then the steps. How many of them came one after the other within the window. */
  | 'window_funnel';

export interface SqlAggregate {
  readonly name: SqlAggregateName;
  readonly args: readonly Expression[];
  /** Skips rows for which it is not true; null = none. */
  readonly condition: Expression | null;
  /** Level of a quantile, items of `top` and `list`, milliseconds of a funnel's window; else 0. */
  readonly parameter: number;
}

export type WindowName =
  | ('row_number' | 'rank' | 'dense_rank' | 'percent_rank' | 'cume_dist' | 'ntile')
  | ('lag' | 'lead' | 'first_value' | 'last_value' | 'nth_value');

/** Rows that a window function looks at around each row: as far away as is said, before it below 0; null = to the end. */
export interface WindowFrame {
  /** `range`: by the value of the one column of the order. */
  readonly unit: 'rows' | 'range';
  readonly from: number | null;
  readonly until: number | null;
}

export interface WindowColumn {
  readonly call:
    | { readonly kind: 'place'; readonly name: WindowName; readonly args: readonly number[]; readonly offset: number }
    | { readonly kind: 'aggregate'; readonly aggregate: SqlAggregate };
  readonly partition: readonly number[];
  readonly order: readonly SortKey[];
  readonly frame: WindowFrame;
}
