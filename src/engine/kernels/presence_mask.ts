/** Bit sets over actors (see presence.ts) without those who are passed over, a stretch of words at a time. */

/** What the tasks over bit sets are told besides their sets. */
export interface Masked {
  /** Who is passed over; null = nobody. */
  readonly skip: Uint32Array | null;
}

/** Words [first, until) of each set, from 0 on. */
export function maskedSets(
  sets: readonly Uint32Array[],
  skip: Uint32Array | null,
  first: number,
  until: number,
): readonly Uint32Array[] {
  return sets.map((set) => maskedSet(set, skip, first, until));
}

export function maskedSet(set: Uint32Array, skip: Uint32Array | null, first: number, until: number): Uint32Array {
  if (skip === null) return set.subarray(first, until);
  const masked = set.slice(first, until);
  for (let word = 0; word < masked.length; word++) masked[word]! &= ~skip[first + word]!;
  return masked;
}
