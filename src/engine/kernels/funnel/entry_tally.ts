/** What funnels over time are counted into. */

/** Tallies of any ranges of actors and of parts add up. */
export interface EntryTally {
  readonly groups: number;
  /** bucket * groups + group -> actors whose entry of that bucket got to the first step looked at. */
  readonly reached_from: Float64Array;
  /** The same index -> those of them that got to the last one. */
  readonly reached_to: Float64Array;
}

export function newEntryTally(buckets: number, groups: number): EntryTally {
  const cells = buckets * groups;
  return { groups, reached_from: new Float64Array(cells), reached_to: new Float64Array(cells) };
}

/** Adds what else was counted of the same buckets and groups. */
export function addReached(reached: Float64Array, more: Float64Array | Uint32Array): void {
  for (let cell = 0; cell < reached.length; cell++) reached[cell]! += more[cell]!;
}
