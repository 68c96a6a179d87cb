/**
 * Counts actors in the cell of the first thing they ever did, if that row was asked for.
 * Input: runs of one part. Pass one notes each actor's first time, pass two finds the selected row at that time. If all
 * that is asked for is in one run, an actor's first row there decides. Cost: mostly one row per actor.
 */
import { has } from '../../../base/bitmap.ts';
import { type Buckets, slotOf } from '../../frame/buckets.ts';
import type { ActorRanges } from '../../frame/run.ts';
import type { TrendRows } from '../rows/trend_rows.ts';

/** Rows among which an actor's first one is sought. */
export interface EverRows {
  readonly ranges: ActorRanges;
  /** row -> epoch milliseconds, ascending within an actor. */
  readonly time_ms: Float64Array;
  /** Bitmap of rows that qualify; null = all. */
  readonly select: Uint32Array | null;
  /** Bitmap of actors to skip; null = none. */
  readonly skip: Uint32Array | null;
}

/** first_ms[actor] = earliest qualifying row before `until_ms`. */
export function noteFirstEver(rows: EverRows, until_ms: number, first_ms: Float64Array): void {
  const { time_ms, select, skip } = rows;
  const { actor, begin } = rows.ranges;
  for (let rank = 0; rank < actor.length; rank++) {
    const who = actor[rank]!;
    if (skip !== null && has(skip, who)) continue;
    const row = firstSelected(select, begin[rank]!, begin[rank + 1]!);
    if (row < 0) continue;
    const time = time_ms[row]!;
    if (time < until_ms && time < first_ms[who]!) first_ms[who] = time;
  }
}

/** -1 = none of [begin, end). */
function firstSelected(select: Uint32Array | null, begin: number, end: number): number {
  let row = begin;
  while (row < end && select !== null && !has(select, row)) row++;
  return row < end ? row : -1;
}

/** For a run that holds all rows that qualify, which are also those asked for. Adds to counts[slot * groups + group]. */
export function countFirstRows(
  { ranges, time_ms, select, skip, group }: EverRows & Pick<TrendRows, 'group'>,
  buckets: Buckets,
  groups: number,
  counts: Float64Array,
): void {
  const { actor, begin } = ranges;
  for (let rank = 0; rank < actor.length; rank++) {
    if (skip !== null && has(skip, actor[rank]!)) continue;
    const row = firstSelected(select, begin[rank]!, begin[rank + 1]!);
    if (row >= 0) counts[slotOf(buckets, time_ms[row]!) * groups + (group === null ? 0 : group[row]!)]!++;
  }
}

/** Adds to counts[slot * groups + group]. first_ms becomes NaN once counted, as NaN equals no time. */
export function countFirstEver(
  rows: EverRows & Pick<TrendRows, 'group'>,
  buckets: Buckets,
  groups: number,
  first_ms: Float64Array,
  counts: Float64Array,
): void {
  const { time_ms, select, skip, group } = rows;
  const { actor, begin } = rows.ranges;
  for (let rank = 0; rank < actor.length; rank++) {
    const who = actor[rank]!;
    const first = first_ms[who]!;
    const slot = slotOf(buckets, first);
    if (slot === 0 || slot > buckets.count || (skip !== null && has(skip, who))) continue;
    const end = begin[rank + 1]!;
    for (let row = begin[rank]!; row < end && time_ms[row]! <= first; row++) {
      if (time_ms[row] !== first || (select !== null && !has(select, row))) continue;
      counts[slot * groups + (group === null ? 0 : group[row]!)]!++;
      first_ms[who] = Number.NaN;
      break;
    }
  }
}
