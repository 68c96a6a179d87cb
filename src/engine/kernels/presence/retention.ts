/**
 * Retention from bitmaps: actors of a start bucket that are also in a later bucket have come back.
 * Input: a bitmap per bucket of starts and of returns. Output: counts per start bucket and distance. Cost: buckets² / 2
 * ANDs over the words. Counts of word ranges, and of parts, add up.
 */
import { count, countBoth } from '../../../base/bitmap.ts';
import { counting } from '../../frame/team.ts';

export interface RetentionPresence {
  /** bucket -> who starts there. */
  readonly starts: readonly Uint32Array[];
  /** Who started before all buckets, if only an actor's first start counts; null = every start counts. */
  readonly started_before: Uint32Array | null;
  /** bucket -> who returns there. */
  readonly returns: readonly Uint32Array[];
  /** Whether returning later counts as having stayed until then. */
  readonly cumulative: boolean;
}

/**
 * Counts within bitmap words [first_word, until_word). Adds to counts[start * n + distance] for n buckets; distance 0
 * counts who started.
 */
export function countRetentionPresent(
  { starts, started_before, returns, cumulative }: RetentionPresence,
  first_word: number,
  until_word: number,
  counts: Uint32Array,
): void {
  const size = starts.length;
  const words = until_word - first_word;
  const began = takeStarts(starts, started_before, first_word, until_word);
  const came = returns.map((set) => set.subarray(first_word, until_word));
  if (cumulative)
    for (let bucket = size - 2; bucket >= 0; bucket--) came[bucket] = unionOf(came[bucket]!, came[bucket + 1]!);
  for (let start = 0; start < size; start++) {
    counts[start * size]! += count(began[start]!);
    for (let bucket = start + 1; bucket < size; bucket++) {
      counts[start * size + bucket - start]! += countBoth(began[start]!, came[bucket]!, 0, words);
    }
  }
}

/** bucket -> who starts there, within these words. */
function takeStarts(
  starts: readonly Uint32Array[],
  started_before: Uint32Array | null,
  first_word: number,
  until_word: number,
): Uint32Array[] {
  const taken = starts.map((set) => set.subarray(first_word, until_word));
  if (started_before === null) return taken;
  const seen = started_before.slice(first_word, until_word);
  return taken.map((set) => takeNew(set, seen));
}

/** Returns who of the set was not seen before, and marks them as seen. */
function takeNew(set: Uint32Array, seen: Uint32Array): Uint32Array {
  const fresh = new Uint32Array(set.length);
  for (let word = 0; word < fresh.length; word++) {
    fresh[word] = set[word]! & ~seen[word]!;
    seen[word]! |= set[word]!;
  }
  return fresh;
}

function unionOf(one: Uint32Array, other: Uint32Array): Uint32Array {
  const both = new Uint32Array(one.length);
  for (let word = 0; word < both.length; word++) both[word] = one[word]! | other[word]!;
  return both;
}

/** A morsel is a range of bitmap words. */
export const RETENTION_PRESENT = counting<RetentionPresence>('retention present', countRetention);

function countRetention(present: RetentionPresence, counts: Uint32Array, first: number, until: number): void {
  countRetentionPresent(present, first, until, counts);
}
