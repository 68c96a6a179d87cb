/**
 * A resolved expression: names are looked up, types are settled by explicit casts, and time zones are arithmetic on
 * wall-clock readings. Times are epoch milliseconds, dates are day numbers (day 0 is 1970-01-01): both are plain
 * numbers.
 */

/**
 * Source of a row's value, short of an expression. Person and group values are current ones, not those at the event.
 */
export type PlainSource =
  | { readonly of: 'event'; readonly key: string }
  | { readonly of: 'person'; readonly key: string }
  | { readonly of: 'group'; readonly type_index: number; readonly key: string }
  /** Of every event: its name, distinct id, person id, time (epoch milliseconds). */
  | { readonly of: 'metadata'; readonly key: MetadataKey }
  /** Of the event's session; missing without `$session_id`. */
  | { readonly of: 'session'; readonly key: SessionKey };

export const METADATA_KEYS = ['event', 'distinct_id', 'person_id', 'timestamp'] as const;
type MetadataKey = (typeof METADATA_KEYS)[number];
/** `$session_duration`: whole seconds from the session's first to its last event of any kind. */
export const SESSION_KEYS = ['$session_duration'] as const;
/** Filters and breakdowns know nothing of the times of its first and last event; SQL does. */
export type SessionKey = (typeof SESSION_KEYS)[number] | '$start_timestamp' | '$end_timestamp';

export interface Expression {
  /** In order of computation: arguments are indices of earlier nodes. The last node is the result. */
  readonly nodes: readonly ExpressionNode[];
  readonly zone: ZoneOffsets;
}

/** How far a zone's wall clock is ahead of UTC: offsets_ms[i] before changes_ms[i], the last one after all changes. */
export interface ZoneOffsets {
  readonly changes_ms: readonly number[];
  readonly offsets_ms: readonly number[];
}

export type ExpressionNode =
  | { readonly kind: 'literal'; readonly value: Literal }
  | { readonly kind: 'source'; readonly source: PlainSource }
  /** The row's time, rounded down to that many milliseconds: all that most functions of time need. */
  | { readonly kind: 'moment'; readonly grain_ms: number }
  /** A column of what is computed over: numbers that were aggregated over rows, or the columns of a table. */
  | { readonly kind: 'column'; readonly index: number }
  // the next two stand in statements only
  /** What rows of that table have besides values of plain sources: `uuid`; `key`: which of its properties. */
  | { readonly kind: 'field'; readonly name: string; readonly key?: string }
  /** What a sub-query came to: its one value, all of them as a list, or an object of those that have keys. */
  | { readonly kind: 'subquery'; readonly index: number; readonly as: 'value' | 'list' | 'map' }
  /**
   * A list of what `body` comes to for each item. Its columns are the items of the first `lists` arguments, then the
   * other arguments; lists that are shorter than the first have nothing at the end.
   */
  | {
      readonly kind: 'each';
      readonly args: readonly number[];
      readonly lists: number;
      readonly body: readonly ExpressionNode[];
    }
  | { readonly kind: 'call'; readonly name: FunctionName; readonly args: readonly number[] };

export type Literal = string | number | boolean | null;

/** Functions. A missing argument gives a missing result unless noted. Argument types are established by casts. */
const FUNCTION_NAMES = [
  // logic: three-valued; a missing condition is not met
  ...['and', 'or', 'not'],
  /** condition, value, condition, value, …, else value */
  'choose',
  /** First that is not missing; whether it is missing; missing if equal. */
  ...['coalesce', 'is_null', 'null_if'],
  // comparisons are never missing: missing equals missing, and is neither less nor greater than anything
  ...['equal', 'not_equal', 'less', 'less_equal', 'greater', 'greater_equal'],
  /** Whether the first equals any of the others. */
  'in',
  // lists, which are JSON: whether the first is an item of the second; items; items as one text with that between them
  ...['has_item', 'list_length', 'list_text'],
  /** The arguments as a list; separator, text: parts; list, place, length: some of it; from, until: whole numbers. */
  ...['list_of', 'list_split', 'list_slice', 'list_range'],
  /** Of numbers in it; of what can be ordered. */
  ...['list_sum', 'list_avg', 'list_running', 'list_min', 'list_max'],
  ...['list_unique', 'list_common', 'list_reverse', 'list_places', 'list_joined', 'list_zip', 'list_find'],
  /** list, flags; list, keys */
  ...['list_where', 'list_sort'],
  // numbers; division by zero has no result
  ...['add', 'subtract', 'multiply', 'divide', 'modulo', 'divide_whole', 'negate', 'abs', 'floor', 'ceil', 'truncate'],
  /** number, decimals: round half to even. */
  'round',
  ...['least', 'greatest', 'power', 'sqrt', 'exp', 'log', 'log2', 'log10'],
  // texts: characters are code points, counted from 1
  ...[
    'concat',
    'length',
    'lower',
    'upper',
    'trim',
    'trim_left',
    'trim_right',
    'substring',
    'replace_all',
    'replace_one',
  ],
  ...['starts_with', 'ends_with', 'position', 'is_empty', 'split_part', 'json_get', 'json_keys'],
  /** text, pattern: `%` = any run, `_` = any one character. */
  ...['like', 'ilike'],
  /** text, RE2 pattern (literal), unanchored: first group, else the match, '' without one. */
  ...['matches', 'extract'],
  /** text, RE2 pattern, text with \\1 for groups, whether all */
  'replace_pattern',
  // casts: missing if impossible
  ...['to_text', 'to_number', 'to_integer', 'to_boolean', 'to_time', 'to_date'],
  /** Instant to wall clock, and back. */
  ...['to_wall', 'from_wall'],
  // of a day number
  ...['year', 'quarter', 'month', 'day_of_month', 'day_of_week', 'day_of_year', 'iso_week', 'month_number'],
  /** day number, months: same day that many months away, or the last of that month. */
  ...['add_months', 'floor_month', 'floor_quarter', 'floor_year'],
  ...['format_date', 'format_seconds', 'format_time'],
  /** wall clock, %Y-%m-%d %H:%i:%S */
  'format_clock',
] as const;
export type FunctionName = (typeof FUNCTION_NAMES)[number];

/** Aggregates that make one number of many events. */
export const EVENT_AGGREGATES = ['count', 'sum', 'avg', 'min', 'max', 'any', 'quantile', 'unique'] as const;
export type AggregateName = (typeof EVENT_AGGREGATES)[number];

/** A number made of many rows. */
export interface Aggregation {
  readonly name: AggregateName;
  /** The aggregated value, cast to a number except for `count` and `unique`; null for `count` of rows. */
  readonly value: Expression | null;
  /** Rows for which it is not true are skipped; null = none. */
  readonly condition: Expression | null;
  /** Of `quantile`: 0.5 is the median. */
  readonly level: number;
}

/** Aggregates, and the expression over them: a number. */
export interface AggregateExpression {
  readonly aggregations: readonly Aggregation[];
  readonly result: Expression;
}
