/**
 * Stickiness from rows: in how many buckets each actor was active.
 * Input: runs of one part. Output: number of active buckets -> how many actors. A popcount over slot bitmaps of a block
 * of actors (see actor_slots.ts). Cost: one step per row. Counts of disjoint actors, and of parts, add up.
 */
import { countWord } from '../../../base/bitmap.ts';
import type { Buckets } from '../../frame/buckets.ts';
import { counting } from '../../frame/team.ts';
import { type ActorSlots, bucketBits, eachBlock, type Occurrences } from '../rows/actor_slots.ts';
import type { TrendRows } from '../rows/trend_rows.ts';

/** Actors in [first_actor, until_actor). Adds to counts[number of buckets]; the count at 0 is meaningless. */
export function countStickiness(
  { runs, buckets, occurrences }: StickinessArgs,
  counts: Uint32Array,
  first_actor: number,
  until_actor: number,
): void {
  const mask = bucketBits(buckets);
  eachBlock(runs, { buckets, occurrences }, first_actor, until_actor, (active) => addBlock(active, mask, counts));
}

function addBlock({ touched, touched_count, bits, words }: ActorSlots, mask: Int32Array, counts: Uint32Array): void {
  for (let at = 0; at < touched_count; at++) {
    const begin = touched[at]! * words;
    let number = 0;
    for (let word = 0; word < words; word++) number += countWord(bits[begin + word]! & mask[word]!);
    counts[number]!++;
  }
}

export interface StickinessArgs {
  readonly runs: readonly TrendRows[];
  readonly buckets: Buckets;
  readonly occurrences: Occurrences;
}

/** A morsel is a range of actors. */
export const STICKINESS = counting<StickinessArgs>('stickiness', countStickiness);
