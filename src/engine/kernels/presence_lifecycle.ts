/**
 * Lifecycle from bit sets (see presence.ts): who is there now, and who was in the bucket before, says it all but who is
 * new. Counts of ranges of words, and of parts, add up, also with those of kernels/lifecycle.ts.
 */
import { count, countBoth, countWord } from '../../base/bitmap.ts';
import { counting } from '../team.ts';
import { DORMANT, NEW, RESURRECTING, RETURNING } from './lifecycle.ts';

/**
 * Words [first_word, until_word). Adds to counts[status * places + place], with two places more than buckets; bucket 0
 * only tells what came before. `created`: bucket -> who was created in it.
 */
export function countLifecyclePresent(
  present: readonly Uint32Array[],
  created: readonly Uint32Array[],
  first_word: number,
  until_word: number,
  counts: Uint32Array,
): void {
  const places = present.length + 2;
  const seen = present[0]!.slice(first_word, until_word);
  let active_before = count(seen);
  for (let bucket = 1; bucket < present.length; bucket++) {
    const now = present[bucket]!;
    const active = count(now, first_word, until_word);
    const returning = countBoth(now, present[bucket - 1]!, first_word, until_word);
    const fresh = countNew(now, created[bucket]!, seen, first_word);
    const place = bucket + 1;
    counts[NEW * places + place]! += fresh;
    counts[RETURNING * places + place]! += returning;
    counts[RESURRECTING * places + place]! += active - returning - fresh;
    counts[DORMANT * places + place]! += active_before - returning;
    active_before = active;
  }
}

/** Who is there, and created, but not seen yet; from now on they are. `seen`: words from first_word on. */
function countNew(now: Uint32Array, created: Uint32Array, seen: Uint32Array, first_word: number): number {
  let total = 0;
  for (let word = 0; word < seen.length; word++) {
    const there = now[first_word + word]!;
    const before = seen[word]!;
    total += countWord(there & created[first_word + word]! & ~before);
    seen[word] = there | before;
  }
  return total;
}

/** Over words. */
export const LIFECYCLE_PRESENT = counting<{
  readonly present: readonly Uint32Array[];
  readonly created: readonly Uint32Array[];
}>('lifecycle present', ({ present, created }, counts, first, until) =>
  countLifecyclePresent(present, created, first, until, counts),
);
