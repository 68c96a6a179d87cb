/** Counts rows per place (see buckets.ts) and group. Counts of any ranges of rows, runs and parts add up. */
import type { Buckets } from '../buckets.ts';
import { BLOCK_ROWS, placeRows, type TrendRows } from './trend_rows.ts';

/** Adds rows [begin, end) to counts[place * groups + group]. What lands in place 0 means nothing. */
export function countTotal(
  rows: TrendRows,
  buckets: Buckets,
  begin: number,
  end: number,
  groups: number,
  counts: Uint32Array,
): void {
  const places = new Int32Array(BLOCK_ROWS);
  for (let first = begin; first < end; first += BLOCK_ROWS) {
    const until = Math.min(first + BLOCK_ROWS, end);
    placeRows(rows, buckets, first, until, places);
    if (rows.group === null) addPlaces(places, until - first, counts);
    else addGroups(places, rows.group, first, until, groups, counts);
  }
}

function addPlaces(places: Int32Array, length: number, counts: Uint32Array): void {
  for (let at = 0; at < length; at++) counts[places[at]!]!++;
}

function addGroups(
  places: Int32Array,
  group: Uint32Array,
  begin: number,
  end: number,
  groups: number,
  counts: Uint32Array,
): void {
  for (let row = begin; row < end; row++) counts[places[row - begin]! * groups + group[row]!]!++;
}
