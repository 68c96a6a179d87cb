/** Which breakdown values a trend shows, and their order: ordinary ones, those with a missing dimension, the rest. */
import { ascending } from '../../base/ascending.ts';
import { sum, sumsOfPlaces } from '../../base/exact_sum.ts';
import { largestItems, leastOfLargest } from '../../base/largest.ts';
import { type GroupKey, keyText } from '../../model/question/query.ts';
import type { TrendNumbers } from '../../model/question/trend.ts';
import { compareText, cutRanked, NULL_VALUE, OTHER_VALUE } from './ranking.ts';
import { isUnshaped, type Row, rowOf, rowsOf, type Shaping, shownKey } from './trend_rows.ts';

export interface Page {
  readonly limit: number;
  /** Number of ranked values on earlier pages. */
  readonly offset: number;
  readonly hide_other: boolean;
  /** Whether each value has a single number, not one per bucket. Then a missing value is ranked like any other. */
  readonly totals: boolean;
}

export interface Ranked {
  readonly rows: Row[];
  /** Whether there are more values than this page. */
  readonly has_more: boolean;
}

/**
 * Ranks values by total. In trends over time a missing value ranks last, so it falls into the rest first. There may be
 * very many values, so only those that can be on this page or before it get rows.
 */
export function rankValues(numbers: TrendNumbers, shaping: Shaping, page: Page): Ranked {
  const wanted = page.offset + page.limit;
  const { rest } = numbers;
  if (numbers.groups.length <= wanted || !isUnshaped(shaping)) {
    return rankRows(rowsOf(numbers, shaping), page, rest === null ? [] : [[...rest]]);
  }
  const is_other = othersOf(numbers, wanted, page);
  const chosen: Row[] = [];
  for (let group = 0; group < is_other.length; group++) {
    if (is_other[group] === 0) chosen.push(rowOf(numbers, group, shaping));
  }
  const others = is_other.includes(1) ? [otherPoints(numbers, is_other)] : [];
  return rankRows(chosen, page, rest === null ? others : [...others, [...rest]]);
}

/** group -> 1 if it certainly comes after the page. */
function othersOf(numbers: TrendNumbers, wanted: number, page: Page): Uint8Array {
  const { groups } = numbers;
  const is_other = new Uint8Array(groups.length);
  const all = totalsOf(numbers);
  const ranked = ascending(groups.length).filter((group) => page.totals || isOrdinary(groups[group]!));
  const totals = Float64Array.from(ranked, (group) => all[group]!);
  const least = leastOfLargest(totals, wanted);
  const margin = Math.abs(least) * ROUNDED;
  // Whole numbers are equal for certain; what is as large as others may be so by rounding.
  const is_exact =
    Number.isInteger(least) && totals.every((total) => total === least || Math.abs(total - least) > margin);
  if (!is_exact) {
    for (const [at, group] of ranked.entries()) is_other[group] = Number(totals[at]! < least - margin);
    return is_other;
  }
  for (const group of ranked) is_other[group] = 1;
  const textOf = (at: number): string => keyText(shownKey(groups[ranked[at]!]!));
  for (const at of largestItems(totals, wanted, { of: textOf })) is_other[ranked[at]!] = 0;
  return is_other;
}

/** `others`: points of values that certainly come after the page. */
function rankRows(rows: readonly Row[], page: Page, others: readonly (readonly number[])[]): Ranked {
  const ranked = rows.map(weigh).sort(page.totals ? byWeight : byPlaceThenWeight);
  const { kept, rest } = cutRanked(ranked, page.offset, page.limit);
  const shown = kept.sort(byPlaceThenWeight).map(({ row }) => row);
  const hidden = [...rest.map(({ row }) => row.data), ...others];
  const has_more = hidden.length > 0;
  if (!has_more || page.hide_other) return { rows: shown, has_more };
  const key = rows[0]!.key.map(() => OTHER_VALUE);
  return { rows: [...shown, { key, data: sumsOfPlaces(hidden) }], has_more };
}

/** group -> sum of its points, up to rounding. */
function totalsOf({ groups, values }: TrendNumbers): Float64Array {
  const totals = new Float64Array(groups.length);
  for (let cell = 0; cell < values.length; ) {
    for (let group = 0; group < totals.length; group++) totals[group]! += values[cell++]!;
  }
  return totals;
}

/** Relative margin. Exceeds the rounding error of the longest possible sum. */
const ROUNDED = 1e-9;

/** bucket -> sum over the marked groups */
function otherPoints({ groups, values, buckets }: TrendNumbers, is_other: Uint8Array): number[] {
  const some = new Float64Array(groups.length);
  return Array.from({ length: buckets }, (_, bucket) => {
    const row = bucket * groups.length;
    let count = 0;
    for (let group = 0; group < groups.length; group++) if (is_other[group] === 1) some[count++] = values[row + group]!;
    return sum(some.subarray(0, count));
  });
}

function isOrdinary(key: GroupKey): boolean {
  return key.every((text) => text !== null && text !== OTHER_VALUE && text !== NULL_VALUE);
}

/** Largest first; ties are ordered by the value's text. */
export function largestFirst(rows: readonly Row[]): Row[] {
  return rows
    .map(weigh)
    .sort(byWeight)
    .map(({ row }) => row);
}

/** A row with its cached sort key, because there may be very many rows. */
interface Weighed {
  readonly row: Row;
  readonly rank: number;
  readonly total: number;
  readonly text: string;
}

function weigh(row: Row): Weighed {
  return { row, rank: rankOf(row), total: sum(row.data), text: keyText(row.key) };
}

function byWeight(a: Weighed, b: Weighed): number {
  return b.total - a.total || compareText(a.text, b.text);
}

function byPlaceThenWeight(a: Weighed, b: Weighed): number {
  return a.rank - b.rank || byWeight(a, b);
}

/** First criterion of the order: 0 ordinary, 1 with a missing dimension, 2 the rest. */
export function rankOf(row: Row): number {
  if (row.key.includes(OTHER_VALUE)) return 2;
  return row.key.includes(NULL_VALUE) ? 1 : 0;
}
