/**
 * A resolved expression: names are looked up, types are settled by explicit casts, and time zones have become arithmetic
 * on wall-clock readings. Times are epoch milliseconds and dates are day numbers (day 0 is 1970-01-01), so both are plain
 * numbers.
 */

/**
 * Source of a row's value that is not an expression. Person and group values are current, not those at the event.
 */
export type PlainSource =
  | { readonly of: 'event'; readonly key: string }
  | { readonly of: 'person'; readonly key: string }
  | { readonly of: 'group'; readonly type_index: number; readonly key: string }
  /** What every event has: its name, distinct id, person id, time (epoch milliseconds). */
  | { readonly of: 'metadata'; readonly key: MetadataKey }
  /** A value of the event's session; missing without `$session_id`. */
  | { readonly of: 'session'; readonly key: SessionKey };

export const METADATA_KEYS = ['event', 'distinct_id', 'person_id', 'timestamp'] as const;
type MetadataKey = (typeof METADATA_KEYS)[number];
/** `$session_duration`: whole seconds from the session's first to its last event of any kind. */
export const SESSION_KEYS = ['$session_duration'] as const;
/** The start and end of a session are for SQL only; filters and breakdowns do not offer them. */
export type SessionKey = (typeof SESSION_KEYS)[number] | '$start_timestamp' | '$end_timestamp';

export interface Expression {
  /** In order of computation: arguments are indices of earlier nodes. The last node is the result. */
  readonly nodes: readonly ExpressionNode[];
  readonly zone: ZoneOffsets;
}

/** How far a zone's wall clock is ahead of UTC: offsets_ms[i] before changes_ms[i], the last offset after all changes. */
export interface ZoneOffsets {
  readonly changes_ms: readonly number[];
  readonly offsets_ms: readonly number[];
}

export type ExpressionNode =
  | { readonly kind: 'literal'; readonly value: Literal }
  | { readonly kind: 'source'; readonly source: PlainSource }
  /** The row's time, rounded down to a multiple of `grain_ms`. Most functions of time need nothing finer. */
  | { readonly kind: 'moment'; readonly grain_ms: number }
  /** A column of the input: aggregates of rows, or columns of a table. */
  | { readonly kind: 'column'; readonly index: number }
  // The next two occur in statements only.
  /** A field of a table's rows that plain sources do not cover, such as `uuid`; `key` names one of its properties. */
  | { readonly kind: 'field'; readonly name: string; readonly key?: string }
  /** The result of a sub-query: its one value, all values as a list, or an object if values have keys. */
  | { readonly kind: 'subquery'; readonly index: number; readonly as: 'value' | 'list' | 'map' }
  /**
   * The list of results of `body` for each item. Its columns are the items of the first `lists` arguments, then the other
   * arguments. Lists shorter than the first have missing items at the end.
   */
  | {
      readonly kind: 'each';
      readonly args: readonly number[];
      readonly lists: number;
      readonly body: readonly ExpressionNode[];
    }
  | { readonly kind: 'call'; readonly name: FunctionName; readonly args: readonly number[] };

export type Literal = string | number | boolean | null;

/** A missing argument gives a missing result unless noted. Casts have settled the argument types. */
const FUNCTION_NAMES = [
  // logic: three-valued; a missing condition counts as not met
  ...['and', 'or', 'not'],
  /** condition, value, condition, value, …, else value */
  'choose',
  /** The first that is not missing; whether it is missing; missing if both are equal. */
  ...['coalesce', 'is_null', 'null_if'],
  // comparisons are never missing: missing equals missing, and is neither less nor greater than anything
  ...['equal', 'not_equal', 'less', 'less_equal', 'greater', 'greater_equal'],
  /** Whether the first equals any of the others. */
  'in',
  // lists, as JSON: whether the first is an item of the second; number of items; items joined to a text
  ...['has_item', 'list_length', 'list_text'],
  /** The arguments as a list; (separator, text): its parts; (list, place, length): a part; (from, until): whole numbers. */
  ...['list_of', 'list_split', 'list_slice', 'list_range'],
  /** The first three take numbers; the last two anything that has an order. */
  ...['list_sum', 'list_avg', 'list_running', 'list_min', 'list_max'],
  ...['list_unique', 'list_common', 'list_reverse', 'list_places', 'list_joined', 'list_zip', 'list_find'],
  /** list, flags; list, keys */
  ...['list_where', 'list_sort', 'list_sort_down'],
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
    'fold',
    'upper',
    'trim',
    'trim_left',
    'trim_right',
    'substring',
    'replace_all',
    'replace_one',
  ],
  ...['starts_with', 'ends_with', 'position', 'is_empty', 'split_part', 'json_get'],
  /** Of an object, or of a text that holds one, or of a list: names of its members; how many members or items. */
  ...['json_keys', 'json_length'],
  /** A value as JSON, so a text within quotes; the items of a list, each as JSON. */
  ...['json_text', 'json_texts'],
  /** text, pattern: `%` = any number of characters, `_` = any one character. */
  ...['like', 'ilike'],
  /** text, RE2 pattern (literal), unanchored: first group, else the match, '' without one. */
  ...['matches', 'extract'],
  /** The same of every match, as a list. */
  'extract_all',
  /** text, RE2 pattern, replacement (\\1 = first group), whether to replace all matches */
  'replace_pattern',
  // casts: missing if impossible
  ...['to_text', 'to_number', 'to_integer', 'to_boolean', 'to_time', 'to_date'],
  /** Instant to wall clock, and back. */
  ...['to_wall', 'from_wall'],
  /** Of an instant: when the clock was changed last. */
  'last_change',
  // of a day number
  ...['year', 'quarter', 'month', 'day_of_month', 'day_of_week', 'day_of_year', 'iso_week', 'month_number'],
  /** day number, months: the same day that many months later, or the last of that month. */
  ...['add_months', 'floor_month', 'floor_quarter', 'floor_year'],
  ...['format_date', 'format_seconds', 'format_time'],
  /** wall clock, %Y-%m-%d %H:%i:%S */
  'format_clock',
] as const;
export type FunctionName = (typeof FUNCTION_NAMES)[number];

/** Aggregates that turn many events into one number. */
export const EVENT_AGGREGATES = ['count', 'sum', 'avg', 'min', 'max', 'any', 'quantile', 'unique'] as const;
export type AggregateName = (typeof EVENT_AGGREGATES)[number];

/** A number computed from many rows. */
export interface Aggregation {
  readonly name: AggregateName;
  /** The aggregated value, cast to a number except for `count` and `unique`; null for `count` of rows. */
  readonly value: Expression | null;
  /** Rows that fail it are skipped; null = none. */
  readonly condition: Expression | null;
  /** For `quantile`: 0.5 is the median. */
  readonly level: number;
}

/** Aggregates, and an expression that turns them into one number. */
export interface AggregateExpression {
  readonly aggregations: readonly Aggregation[];
  readonly result: Expression;
}
