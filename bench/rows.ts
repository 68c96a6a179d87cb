/**
 * The product's answers as canonical rows, on which all engines must agree. Texts and
 * numbers only; rows in any order.
 */
import type { Rows } from './question.ts';

export interface Series {
  readonly data: readonly number[];
  readonly breakdown_value?: string | readonly string[];
  readonly status?: string;
  readonly compare_label?: string;
  readonly aggregated_value?: number;
}

export interface Step {
  readonly count: number;
  readonly breakdown_value?: readonly string[];
  readonly average_conversion_time: number | null;
  readonly median_conversion_time: number | null;
}

interface FunnelSeries {
  readonly reached_from_counts: readonly number[];
  readonly reached_to_counts: readonly number[];
}

interface RetentionRow {
  readonly values: readonly { readonly count: number }[];
}

interface Edge {
  readonly source: string;
  readonly target: string;
  readonly value: number;
  readonly average_conversion_time: number;
}

/** Drops zeros: SQL has no rows for what does not exist. */
function present(rows: Rows): Rows {
  return rows.filter((row) => row[row.length - 1] !== 0);
}

export function days(first: number): (result: readonly Series[]) => Rows {
  return ([series]) => present((series?.data ?? []).map((value, at) => [first + at, value]));
}

export function byValue(result: readonly Series[]): Rows {
  return present(
    result.flatMap(({ data, breakdown_value }) => data.map((value, day) => [day, textOf(breakdown_value), value])),
  );
}

function textOf(value: Series['breakdown_value']): string {
  return Array.isArray(value) ? value.join('::') : String(value ?? '');
}

/** For displays with one number per value. */
export function totals(result: readonly Series[]): Rows {
  return present(
    result.map(({ breakdown_value, aggregated_value = 0 }) => [textOf(breakdown_value), aggregated_value]),
  );
}

/** For cumulative numbers: those that differ from the one before. */
export function firstAndLater([series]: readonly Series[]): Rows {
  return present(
    (series?.data ?? []).flatMap((value, at, all): Rows => (at > 0 && all[at - 1] === value ? [] : [[at, value]])),
  );
}

export function byStatus(result: readonly Series[]): Rows {
  return present(result.flatMap(({ data, status }) => data.map((value, day) => [day, status ?? '', Math.abs(value)])));
}

export function counts(result: readonly Step[]): Rows {
  return [result.map(({ count }) => count)];
}

/** Counts, then mean and median of the times between steps, in milliseconds. */
export function withTimes(result: readonly Step[]): Rows {
  const later = result.slice(1);
  const ms = (seconds: number | null): number => Math.round((seconds ?? 0) * 1_000);
  return [
    [
      ...result.map(({ count }) => count),
      ...later.map((step) => ms(step.average_conversion_time)),
      ...later.map((step) => ms(step.median_conversion_time)),
    ],
  ];
}

export function countsByValue(result: readonly (readonly Step[])[]): Rows {
  return result.map((table) => [textOf(table[0]?.breakdown_value), ...table.map(({ count }) => count)]);
}

export function byDay([series]: readonly FunnelSeries[]): Rows {
  if (series === undefined) return [];
  return series.reached_from_counts.flatMap((entered, day): Rows => {
    return entered === 0 ? [] : [[day, entered, series.reached_to_counts[day] as number]];
  });
}

export function triangle(result: readonly RetentionRow[]): Rows {
  return present(result.flatMap(({ values }, start) => values.map(({ count }, later) => [start, later, count])));
}

export function edges(result: readonly Edge[]): Rows {
  return result.map(({ source, target, value, average_conversion_time }) => [
    source,
    target,
    value,
    Math.round(average_conversion_time),
  ]);
}
