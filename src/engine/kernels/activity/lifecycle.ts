/**
 * Lifecycle from rows: the status of each actor in each bucket (new, returning, resurrecting, dormant).
 * Input: runs of one part. Output: counts per status and slot. Works on slot bitmaps of a block of actors (see
 * actor_slots.ts): shifting a bitmap by one compares all buckets with the ones before at once. Cost: one step per row
 * plus a few bit operations per actor. Counts of disjoint actors, and of parts, add up.
 */
import { has } from '../../../base/bitmap.ts';
import type { Buckets } from '../../frame/buckets.ts';
import { counting } from '../../frame/team.ts';
import { type ActorSlots, ANY_NUMBER, bucketBits, eachBlock } from '../rows/actor_slots.ts';
import type { TrendRows } from '../rows/trend_rows.ts';

/** Statuses in the order of STATUSES in model/question/lifecycle.ts. */
export const NEW = 0;
export const RETURNING = 1;
export const RESURRECTING = 2;
export const DORMANT = 3;

/**
 * Actors in [first_actor, until_actor). Adds to counts[status * slots + slot]. The first bucket only tells who was
 * active before.
 */
export function countLifecycle(
  { runs, buckets, created_ms }: LifecycleArgs,
  counts: Uint32Array,
  first_actor: number,
  until_actor: number,
): void {
  const mask = bucketBits(buckets);
  eachBlock(runs, { buckets, occurrences: ANY_NUMBER }, first_actor, until_actor, (active) =>
    addBlock(active, mask, created_ms, counts),
  );
}

function addBlock(active: ActorSlots, mask: Int32Array, created_ms: Float64Array, counts: Uint32Array): void {
  const { touched, touched_count, first_actor } = active;
  for (let at = 0; at < touched_count; at++) {
    const cell = touched[at]!;
    addActor(active, cell * mask.length, mask, created_ms[first_actor + cell]!, counts);
  }
}

/** The actor's slot bitmap begins at word `begin` of `bits`. */
function addActor(
  { bits, buckets }: ActorSlots,
  begin: number,
  mask: Int32Array,
  created_ms: number,
  counts: Uint32Array,
): void {
  const slots = buckets.count + 2;
  let was = 0;
  let isFirst = true;
  for (let word = 0; word < mask.length; word++) {
    const now = bits[begin + word]! & mask[word]!;
    const before = (now << 1) | was;
    was = now >>> 31;
    if ((now | before) === 0) continue;
    const offset = word << 5;
    addBits(now & before, RETURNING * slots + offset, counts);
    addBits(before & ~now, DORMANT * slots + offset, counts);
    let begun = now & ~before;
    if (isFirst && begun !== 0) {
      const slot = offset + 31 - Math.clz32(begun & -begun);
      const isNew = created_ms >= buckets.bounds_ms[slot]! && created_ms < buckets.bounds_ms[slot + 1]!;
      counts[(isNew ? NEW : RESURRECTING) * slots + slot]!++;
      begun &= begun - 1;
      isFirst = false;
    }
    addBits(begun, RESURRECTING * slots + offset, counts);
  }
}

function addBits(bits: number, begin: number, counts: Uint32Array): void {
  for (let left = bits; left !== 0; left &= left - 1) counts[begin + 31 - Math.clz32(left & -left)]!++;
}

/**
 * earliest_ms[actor] = minimum of owner_created_ms over the owners of its rows within the buckets. `owner`: row ->
 * index into owner_created_ms.
 */
export function noteEarliestOwner(
  rows: TrendRows,
  buckets: Buckets,
  owner: Uint32Array,
  owner_created_ms: Float64Array,
  earliest_ms: Float64Array,
): void {
  const { actor, time_ms, select } = rows;
  const from_ms = buckets.bounds_ms[1]!;
  const until_ms = buckets.bounds_ms[buckets.count + 1]!;
  for (let row = 0; row < actor.length; row++) {
    if (time_ms[row]! < from_ms || time_ms[row]! >= until_ms) continue;
    if (select !== null && !has(select, row)) continue;
    const created = owner_created_ms[owner[row]!]!;
    const who = actor[row]!;
    if (created < earliest_ms[who]!) earliest_ms[who] = created;
  }
}

export interface LifecycleArgs {
  readonly runs: readonly TrendRows[];
  readonly buckets: Buckets;
  /** actor -> creation time, NaN = unknown. */
  readonly created_ms: Float64Array;
}

/** A morsel is a range of actors. */
export const LIFECYCLE = counting<LifecycleArgs>('lifecycle', countLifecycle);
