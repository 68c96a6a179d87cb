/**
 * Stickiness from rows: in how many buckets each actor was active.
 * Input: runs of one part. Output: number of buckets -> actors. A popcount over slot bitmaps of a block of actors (see
 * actor_slots.ts). Cost: one step per row. Counts of disjoint actors, and of parts, add up.
 */
import { countWord } from '../../../base/bitmap.ts';
import type { Buckets } from '../../frame/buckets.ts';
import { counting } from '../../frame/team.ts';
import {
  type ActorSlots,
  areMostMet,
  blockActors,
  bucketBits,
  gatherSlots,
  newActorSlots,
  type Occurrences,
} from '../rows/actor_slots.ts';
import type { TrendRows } from '../rows/trend_rows.ts';

/** Actors in [first_actor, until_actor). Adds to counts[number of buckets]; the count at 0 is meaningless. */
export function countStickiness(
  { runs, buckets, occurrences }: StickinessArgs,
  counts: Uint32Array,
  first_actor: number,
  until_actor: number,
): void {
  const step = blockActors(buckets, 1, occurrences, until_actor - first_actor);
  const active = newActorSlots(buckets, 1, step, occurrences, areMostMet(runs, first_actor, until_actor));
  const mask = bucketBits(buckets);
  for (let actor = first_actor; actor < until_actor; actor += step) {
    gatherSlots(runs, actor, Math.min(actor + step, until_actor), active);
    addBlock(active, mask, counts);
  }
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

/** Morsels of actors. */
export const STICKINESS = counting<StickinessArgs>('stickiness', countStickiness);
