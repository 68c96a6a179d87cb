/** Counts rows per place (see buckets.ts) and group. Counts of any ranges of rows, runs and parts add up. */
import type { Buckets } from '../buckets.ts';
import type { Codes } from '../column.ts';
import { counting } from '../team.ts';
import { type CountedRows, listCounted, newCountedRows } from './counted_rows.ts';
import { BLOCK_ROWS, type TrendRows } from './trend_rows.ts';

const LANES = 4;

/** Adds rows [begin, end) to counts[place * groups + group]. What lands in the places around the range means nothing. */
export function countTotal(
  rows: TrendRows,
  buckets: Buckets,
  begin: number,
  end: number,
  groups: number,
  counts: Uint32Array,
): void {
  const counted = newCountedRows();
  /** lane * places + place -> rows; only where there are no groups. */
  const lanes = new Uint32Array(rows.group === null ? LANES * counts.length : 0);
  for (let first = begin; first < end; first += BLOCK_ROWS) {
    listCounted(rows, buckets, first, Math.min(first + BLOCK_ROWS, end), counted);
    if (counted.group === null) addPlaces(counted, counts.length, lanes);
    else addGroups(counted, counted.group, groups, counts);
  }
  for (let cell = 0; cell < lanes.length; cell++) counts[cell % counts.length]! += lanes[cell]!;
}

/** Neighbours are often in one place: counted in different lanes, none waits for the count before it to be written. */
function addPlaces({ place, length }: CountedRows, places: number, lanes: Uint32Array): void {
  const whole = length - (length % LANES);
  for (let at = 0; at < whole; at += LANES) {
    lanes[place[at]!]!++;
    lanes[places + place[at + 1]!]!++;
    lanes[2 * places + place[at + 2]!]!++;
    lanes[3 * places + place[at + 3]!]!++;
  }
  for (let at = whole; at < length; at++) lanes[place[at]!]!++;
}

function addGroups({ row, place, length }: CountedRows, group: Codes, groups: number, counts: Uint32Array): void {
  for (let at = 0; at < length; at++) counts[place[at]! * groups + group[row[at]!]!]!++;
}

export interface CountRowsArgs {
  readonly rows: TrendRows;
  readonly buckets: Buckets;
  readonly groups: number;
}

/** Over rows. */
export const TOTAL = counting<CountRowsArgs>('total', ({ rows, buckets, groups }, counts, first, until) =>
  countTotal(rows, buckets, first, until, groups, counts),
);
