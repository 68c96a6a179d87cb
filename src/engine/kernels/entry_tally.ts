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

/** Adds up tallies of the same buckets and groups. */
export function addEntries(tally: EntryTally, other: EntryTally): void {
  for (let cell = 0; cell < tally.reached_from.length; cell++) {
    tally.reached_from[cell]! += other.reached_from[cell]!;
    tally.reached_to[cell]! += other.reached_to[cell]!;
  }
}
