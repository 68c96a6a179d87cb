/** Counts distinct actors per bucket from bit sets (see presence.ts). Counts of ranges of words, and of parts, add up. */
import { count } from '../../base/bitmap.ts';
import { counting } from '../team.ts';

/** Words [first_word, until_word). Adds to counts[place], as kernels over rows do: bucket b is place b + 1. */
export function countUniquePresent(
  present: readonly Uint32Array[],
  first_word: number,
  until_word: number,
  counts: Uint32Array,
): void {
  for (const [bucket, set] of present.entries()) counts[bucket + 1]! += count(set, first_word, until_word);
}

/** Over words. */
export const UNIQUE_PRESENT = counting<{ readonly present: readonly Uint32Array[] }>(
  'unique present',
  ({ present }, counts, first, until) => countUniquePresent(present, first, until, counts),
);
