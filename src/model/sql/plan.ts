/**
 * A statement of SQL with nothing left to decide: a tree of relations as plain data, which can be sent to the engine's
 * threads. Expressions of a relation read the relation below: columns by index, rows of a table by sources.
 */
import type { Expression } from '../question/expression.ts';
import type { EventMatch, Predicate } from '../question/predicate.ts';
import type { TimeRange } from '../question/query.ts';

export interface SqlQuery {
  /** Computed before `relation`, in the order of this list. Leaves of kind `subquery` refer to them. */
  readonly subqueries: readonly Relation[];
  readonly relation: Relation;
  readonly columns: readonly SqlColumn[];
  /** Rows to answer. The result may have one more. */
  readonly limit: number;
  /** null if no conditions find the events behind a row. */
  readonly behind: SqlBehind | null;
}

/** In HogQL: events behind a row pass `where`, and each key equals the row's value, as text, in column `column`. */
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
  /** One row for each person. */
  | { readonly kind: 'persons' }
  /** One row for each distinct id. */
  | { readonly kind: 'distinct_ids' }
  /** One row for each group of these types. */
  | { readonly kind: 'groups'; readonly types: readonly number[] }
  /** One row for each person and cohort. */
  | {
      readonly kind: 'cohort_people';
      readonly cohorts: readonly { readonly id: number; readonly where: Predicate }[];
    }
  /** 0, 1, 2 … */
  | { readonly kind: 'numbers'; readonly count: number }
  | { readonly kind: 'filter'; readonly of: Relation; readonly where: Expression }
  /** A row for each item of a list. A field called `name` reads the item. */
  | { readonly kind: 'unnest'; readonly of: Relation; readonly list: Expression; readonly name: string }
  | { readonly kind: 'project'; readonly of: Relation; readonly columns: readonly Expression[] }
  /** Columns: the keys, then the aggregates. Without keys there is always exactly one row. */
  | {
      readonly kind: 'aggregate';
      readonly of: Relation;
      readonly keys: readonly Expression[];
      readonly aggregates: readonly SqlAggregate[];
    }
  /** Columns: one for each window, then those below. */
  | { readonly kind: 'window'; readonly of: Relation; readonly columns: readonly WindowColumn[] }
  /** The first `limit` rows of each combination of values. */
  | { readonly kind: 'limit_by'; readonly of: Relation; readonly keys: readonly number[]; readonly limit: number }
  | { readonly kind: 'distinct'; readonly of: Relation }
  /** Columns from index `columns` on are only there to sort by, and are dropped. */
  | {
      readonly kind: 'sort';
      readonly of: Relation;
      readonly by: readonly SortKey[];
      readonly columns: number;
      readonly limit: number | null;
      readonly offset: number;
    }
  | { readonly kind: 'union'; readonly of: readonly Relation[] }
  /** Columns: those listed, from either side. */
  | {
      readonly kind: 'join';
      readonly how: 'inner' | 'left' | 'right' | 'full' | 'cross';
      readonly left: Relation;
      readonly right: Relation;
      /** Pairs of columns that must be equal. Missing values equal nothing. */
      readonly left_keys: readonly number[];
      readonly right_keys: readonly number[];
      readonly columns: readonly { readonly side: 'left' | 'right'; readonly index: number }[];
    };

/** Rows of events that any of the matches finds. */
export interface EventsRelation {
  readonly kind: 'events';
  readonly matches: readonly EventMatch[];
  readonly range: TimeRange;
  /** Depends on event columns only: neither on identities nor on current properties. */
  readonly is_of_rows: boolean;
}

export interface SortKey {
  /** Index of a column. */
  readonly index: number;
  readonly is_descending: boolean;
  /** If false, nulls come last, in either direction. */
  readonly nulls_first: boolean;
}

export type SqlAggregateName =
  | ('count' | 'sum' | 'avg' | 'min' | 'max' | 'any' | 'last' | 'quantile' | 'unique' | 'arg_min' | 'arg_max')
  /** Lists of all values, of distinct ones, of the most frequent ones. */
  | ('list' | 'unique_list' | 'top')
  /** Variance and deviation of a population, and of a sample. */
  | ('var_pop' | 'var_samp' | 'stddev_pop' | 'stddev_samp')
  /** Arguments are a time, then the steps. Counts how many steps followed each other within the window. */
  | 'window_funnel';

export interface SqlAggregate {
  readonly name: SqlAggregateName;
  readonly args: readonly Expression[];
  /** Rows that fail it are skipped; null = none. */
  readonly condition: Expression | null;
  /** Level of a quantile, number of items of `top` and `list`, milliseconds of a funnel's window; otherwise 0. */
  readonly parameter: number;
}

export type WindowName =
  | ('row_number' | 'rank' | 'dense_rank' | 'percent_rank' | 'cume_dist' | 'ntile')
  | ('lag' | 'lead' | 'first_value' | 'last_value' | 'nth_value');

/** Distance from each row to the first and last row of its window function; below 0 is before it; null = to the end. */
export interface WindowFrame {
  /** `range`: distance in values of the order's one column. */
  readonly unit: 'rows' | 'range';
  readonly from: number | null;
  readonly until: number | null;
}

export interface WindowColumn {
  readonly call:
    | { readonly kind: 'window'; readonly name: WindowName; readonly args: readonly number[]; readonly offset: number }
    | { readonly kind: 'aggregate'; readonly aggregate: SqlAggregate };
  readonly partition: readonly number[];
  readonly order: readonly SortKey[];
  readonly frame: WindowFrame;
}
