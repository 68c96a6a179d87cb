/** What funnels over time are counted into. */

/** Tallies of disjoint actors, and of parts, add up. */
export interface EntryTally {
  readonly groups: number;
  /** bucket * groups + group -> actors whose entry in that bucket reached from_step. */
  readonly reached_from: Float64Array;
  /** Same index -> those that also reached to_step. */
  readonly reached_to: Float64Array;
}

export function newEntryTally(buckets: number, groups: number): EntryTally {
  const cells = buckets * groups;
  return { groups, reached_from: new Float64Array(cells), reached_to: new Float64Array(cells) };
}

/** Adds counts of the same buckets and groups. */
export function addReached(reached: Float64Array, more: Float64Array | Uint32Array): void {
  for (let cell = 0; cell < reached.length; cell++) reached[cell]! += more[cell]!;
}
