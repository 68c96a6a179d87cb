/**
 * Lifecycle from bitmaps: returning actors and new ones; set sizes give the rest.
 * Input: a bitmap per bucket of who was active, and of who was created. Output: counts per status and slot. Cost: three
 * passes over each bucket's words. Counts of word ranges, and of parts, add up.
 */
import { andNot, countBoth, countWord, not } from '../../../base/bitmap.ts';
import { counting } from '../../frame/team.ts';
import { NEW, RETURNING } from '../activity/lifecycle.ts';

/**
 * Bitmap words [first_word, until_word). Adds to counts[status * slots + slot]. Bucket 0 only tells who was active
 * before. `created`: bucket -> who was created in it.
 */
export function countLifecyclePresent(
  present: readonly Uint32Array[],
  created: readonly Uint32Array[],
  first_word: number,
  until_word: number,
  counts: Uint32Array,
): void {
  const slots = present.length + 2;
  const words = until_word - first_word;
  let before = present[0]!.subarray(first_word, until_word);
  const unseen = not(before.slice(), words * 32);
  for (let bucket = 1; bucket < present.length; bucket++) {
    const now = present[bucket]!.subarray(first_word, until_word);
    const slot = bucket + 1;
    counts[NEW * slots + slot]! += countNew(now, created[bucket]!.subarray(first_word, until_word), unseen);
    counts[RETURNING * slots + slot]! += countBoth(now, before, 0, words);
    andNot(unseen, now);
    before = now;
  }
}

/**
 * Counts actors that are active, created and not seen yet. Actors created in one bucket are mostly neighbours, so empty
 * words at both ends are skipped.
 */
function countNew(now: Uint32Array, created: Uint32Array, unseen: Uint32Array): number {
  let first = 0;
  let until = created.length;
  while (first < until && created[first] === 0) first++;
  while (until > first && created[until - 1] === 0) until--;
  let total = 0;
  for (let word = first; word < until; word++) total += countWord(now[word]! & created[word]! & unseen[word]!);
  return total;
}

/** Morsels of words. */
export const LIFECYCLE_PRESENT = counting<{
  readonly present: readonly Uint32Array[];
  readonly created: readonly Uint32Array[];
}>('lifecycle present', ({ present, created }, counts, first, until) =>
  countLifecyclePresent(present, created, first, until, counts),
);
