/** SQL for both peers, with the few differences between their dialects. */
import type { PeerName } from '../question.ts';

/** Where the peers' dialects differ. */
export interface Dialect {
  /** Days from 1 January 2024 to a wall-clock time. */
  day(local: string): string;
  /** Integer division. */
  div(number: string, by: number): string;
  /** Milliseconds since 1970. */
  readonly time: string;
  /** Interpolates between the two neighbouring values. */
  quantile(share: number, value: string): string;
  matches(text: string, pattern: string): string;
  /** null if the text is no number. */
  number(text: string): string;
  /** Value of the row before or after, within a window. */
  readonly lag: string;
  readonly lead: string;
  readonly arg_min: string;
  readonly arg_max: string;
}

export const DIALECTS: Readonly<Record<PeerName, Dialect>> = {
  clickhouse: {
    day: (local) => `(toDate(${local}) - toDate('2024-01-01'))`,
    div: (number, by) => `intDiv(${number}, ${by})`,
    time: 'toUnixTimestamp64Milli(timestamp)',
    quantile: (share, value) => `quantileExactInclusive(${share})(${value})`,
    matches: (text, pattern) => `match(${text}, '${pattern}')`,
    number: (text) => `toFloat64OrNull(${text})`,
    lag: 'lagInFrame',
    lead: 'leadInFrame',
    arg_min: 'argMin',
    arg_max: 'argMax',
  },
  duckdb: {
    day: (local) => `(${local}::date - date '2024-01-01')`,
    div: (number, by) => `((${number}) // ${by})`,
    time: 'epoch_ms(timestamp)',
    quantile: (share, value) => `quantile_cont(${value}, ${share})`,
    matches: (text, pattern) => `regexp_matches(${text}, '${pattern}')`,
    number: (text) => `try_cast(${text} as double)`,
    lag: 'lag',
    lead: 'lead',
    arg_min: 'arg_min',
    arg_max: 'arg_max',
  },
};

/** The parts of a question's SQL. */
export interface Setting {
  readonly table: string;
  readonly dialect: Dialect;
  /** Condition on every row; `true` without a filter. */
  readonly filter: string;
}

type Interval = 'day' | 'week' | 'month';

/** Whole days, both inclusive, and the interval. Weeks start with the first day, months are calendar months. */
export interface Range {
  readonly from: string;
  readonly to: string;
  readonly interval: Interval;
}

/** Sunday to Saturday, 25 weeks. */
export const WEEKS: Range = { from: '2025-07-06', to: '2025-12-27', interval: 'week' };
export const DAYS: Range = { from: '2025-09-30', to: '2025-12-30', interval: 'day' };
export const MONTHS: Range = { from: '2025-01-01', to: '2025-12-30', interval: 'month' };

export function dayNumber(date: string): number {
  return Math.round((Date.parse(date) - Date.UTC(2024, 0, 1)) / 86_400_000);
}

export function dateOf(day: number): string {
  return new Date(Date.UTC(2024, 0, 1) + day * 86_400_000).toISOString().slice(0, 10);
}

/** From 0 for the range's first bucket. */
export function bucket({ from, interval }: Range, { day, div }: Dialect, local = 'local'): string {
  if (interval === 'month') {
    const first = new Date(from);
    const before = first.getUTCFullYear() * 12 + first.getUTCMonth() + 1;
    return `(extract(year from ${local}) * 12 + extract(month from ${local}) - ${before})`;
  }
  const days = `(${day(local)} - ${dayNumber(from)})`;
  // Division truncates towards zero: the offset keeps earlier days out of the first week.
  return interval === 'day' ? days : `(${div(`${days} + 7000`, 7)} - 1000)`;
}

/** `back`: days earlier. */
export function within({ from, to }: Range, back = 0): string {
  return `local >= '${dateOf(dayNumber(from) - back)} 00:00:00' and local < '${dateOf(dayNumber(to) + 1)} 00:00:00'`;
}

/** Rows of one event; null = of all. */
export function rowsOf({ table, filter }: Setting, event: string | null, range: Range, back = 0): string {
  return `from ${table} where ${event === null ? 'true' : `event = '${event}'`} and ${within(range, back)} and ${filter}`;
}
