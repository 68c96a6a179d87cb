/** Which values of a breakdown a trend shows, and in which order: ordinary ones, those with a missing part, the rest. */
import { sum, sumsOfPlaces } from '../../base/exact_sum.ts';
import { compareText, cutRanked, NULL_VALUE, OTHER_VALUE } from './ranking.ts';
import type { Row } from './trend_rows.ts';

export interface Page {
  readonly limit: number;
  /** Ranked values that pages before have shown. */
  readonly offset: number;
  readonly hide_other: boolean;
  /** A single number per value: then a missing value is ranked like any other. */
  readonly totals: boolean;
}

export interface Ranked {
  readonly rows: Row[];
  /** Whether there are values past this page. */
  readonly has_more: boolean;
}

/** Values by their total. Over time a missing value ranks behind all others, so it is the first to fall into the rest. */
export function rankRows(rows: readonly Row[], page: Page): Ranked {
  const { chosen, others } = preselect(rows, page);
  const ranked = chosen.map(weigh).sort(page.totals ? byWeight : byPlaceThenWeight);
  const { kept, rest } = cutRanked(ranked, page.offset, page.limit);
  const shown = kept.sort(byPlaceThenWeight).map(({ row }) => row);
  const hidden = [...rest.map(({ row }) => row), ...others];
  const has_more = hidden.length > 0;
  return { rows: has_more && !page.hide_other ? [...shown, sumRows(hidden)] : shown, has_more };
}

/** Of very many rows those that can be on the page or before it, so that only few need sorting. */
function preselect(rows: readonly Row[], page: Page): { chosen: readonly Row[]; others: readonly Row[] } {
  const wanted = page.offset + page.limit;
  if (rows.length <= wanted) return { chosen: rows, others: [] };
  const weights = Float64Array.from(rows, (row) =>
    page.totals || placeOf(row) === 0 ? sum(row.data) : Number.NEGATIVE_INFINITY,
  );
  const least = weights.toSorted()[rows.length - wanted]!;
  const chosen: Row[] = [];
  const others: Row[] = [];
  for (const [at, row] of rows.entries()) (weights[at]! >= least ? chosen : others).push(row);
  return { chosen, others };
}

/** Largest first, ties by the value's text. */
export function largestFirst(rows: readonly Row[]): Row[] {
  return rows
    .map(weigh)
    .sort(byWeight)
    .map(({ row }) => row);
}

/** A row with what it is ranked by: there may be very many. */
interface Weighed {
  readonly row: Row;
  readonly place: number;
  readonly total: number;
  readonly text: string;
}

function weigh(row: Row): Weighed {
  return { row, place: placeOf(row), total: sum(row.data), text: keyText(row.key) };
}

function byWeight(a: Weighed, b: Weighed): number {
  return b.total - a.total || compareText(a.text, b.text);
}

function byPlaceThenWeight(a: Weighed, b: Weighed): number {
  return a.place - b.place || byWeight(a, b);
}

/** Where a row stands whatever its numbers: 0 ordinary, 1 something is missing, 2 the rest. */
export function placeOf(row: Row): number {
  if (row.key.includes(OTHER_VALUE)) return 2;
  return row.key.includes(NULL_VALUE) ? 1 : 0;
}

/** The parts of a value as one text. */
export function keyText(key: readonly string[]): string {
  return key.join('::');
}

function sumRows(rows: readonly Row[]): Row {
  const [first] = rows;
  return { key: first!.key.map(() => OTHER_VALUE), data: sumsOfPlaces(rows.map(({ data }) => data)) };
}
