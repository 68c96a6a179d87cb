/** Raw numbers -> rows in the order they are shown: running sums, values of a breakdown ranked and cut, formulas. */
import { evaluate, type Formula } from '../../engine/formula.ts';
import type { TrendNumbers } from '../../model/trend.ts';
import { compareText, cutRanked, NULL_VALUE, OTHER_VALUE } from './ranking.ts';

/** One line to be: its number per bucket, and its value of the breakdown. */
export interface Row {
  /** null where there is no breakdown. */
  readonly value: string | null;
  /** bucket -> number */
  readonly data: readonly number[];
}

export interface Page {
  readonly limit: number;
  /** Ranked values that pages before have shown. */
  readonly offset: number;
  readonly hide_other: boolean;
  /** A single number per value: then the missing value is ranked like any other. */
  readonly totals: boolean;
}

/** group -> row; `cumulative` adds up along the buckets. */
export function rowsOf(numbers: TrendNumbers, cumulative: boolean): Row[] {
  const width = numbers.groups.length;
  return numbers.groups.map((value, group) => {
    const data = Array.from({ length: numbers.buckets }, (_, bucket) => numbers.values[bucket * width + group]!);
    return { value, data: cumulative ? runningSums(data) : data };
  });
}

function runningSums(data: readonly number[]): number[] {
  let total = 0;
  return data.map((value) => {
    total += value;
    return total;
  });
}

export function sum(values: readonly number[]): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}

/**
 * Values by their total. Over time the missing value ranks behind all others, so it is the first to fall into the rest.
 * Shown are ordinary values, the missing one, the rest.
 */
export function rankRows(rows: readonly Row[], page: Page): Row[] {
  const ranked = [...rows].sort(page.totals ? byTotal : byTotalNullLast);
  const { kept, rest } = cutRanked(ranked, page.offset, page.limit);
  const named = kept.sort(byTotalNullLast).map((row) => ({ ...row, value: row.value ?? NULL_VALUE }));
  return rest.length === 0 || page.hide_other ? named : [...named, sumRows(rest)];
}

function byTotal(a: Row, b: Row): number {
  return sum(b.data) - sum(a.data) || compareText(a.value ?? '', b.value ?? '');
}

function byTotalNullLast(a: Row, b: Row): number {
  return Number(a.value === null) - Number(b.value === null) || byTotal(a, b);
}

function sumRows(rows: readonly Row[]): Row {
  const data = rows[0]!.data.map((_, bucket) => sum(rows.map((row) => row.data[bucket]!)));
  return { value: OTHER_VALUE, data };
}

/**
 * The finished rows of all lines -> one row per value that any line has; a line without that value adds zeros. The
 * largest come first, the missing value and the rest stay behind. Ties are by the value backwards, or, where periods
 * are compared, in the order of the lines: so the reference does it.
 */
export function applyFormula(
  formula: Formula,
  lines: readonly (readonly Row[])[],
  buckets: number,
  compared: boolean,
): Row[] {
  const by_value = lines.map((rows) => new Map(rows.map((row) => [row.value, row.data])));
  const values = new Set(lines.flatMap((rows) => rows.map((row) => row.value)));
  const rows = [...values].map((value): Row => {
    const data = Array.from({ length: buckets }, (_, bucket) =>
      evaluate(
        formula,
        by_value.map((row) => row.get(value)?.[bucket] ?? 0),
      ),
    );
    return { value, data };
  });
  return rows.sort(compared ? byPlaceAndTotal : byResult);
}

function byResult(a: Row, b: Row): number {
  return byPlaceAndTotal(a, b) || byData(a, b) || compareText(b.value ?? '', a.value ?? '');
}

function byPlaceAndTotal(a: Row, b: Row): number {
  return place(a) - place(b) || sum(b.data) - sum(a.data);
}

function place(row: Row): number {
  if (row.value === OTHER_VALUE) return 2;
  return row.value === NULL_VALUE ? 1 : 0;
}

function byData(a: Row, b: Row): number {
  for (const [bucket, value] of a.data.entries()) {
    const difference = b.data[bucket]! - value;
    if (difference !== 0) return difference;
  }
  return 0;
}
