/**
 * Counts each actor once per group, in the slot of its first row there.
 * Input: runs of one part. Output: counts per slot and group. Cost: one step per row. Counts of disjoint actors, and of
 * parts, add up.
 */

import { NO_ACTOR, nextActor } from '../../frame/actor_walk.ts';
import type { Codes } from '../../frame/column.ts';
import { counting } from '../../frame/team.ts';
import { walkSlotted } from '../rows/trend_rows.ts';
import type { CountRunsArgs } from './unique.ts';

/** Actors in [first_actor, until_actor), over all runs. Adds to counts[slot * groups + group]. */
export function countFirst(
  { runs, buckets, groups }: CountRunsArgs,
  counts: Uint32Array,
  first_actor: number,
  until_actor: number,
): void {
  const { walk, slots, first_row, ungrouped } = walkSlotted(runs, buckets, first_actor, until_actor);
  const seen = newSeen(groups);
  while (nextActor(walk) !== NO_ACTOR) {
    for (let at = 0; at < walk.active_count; at++) {
      const run = walk.active[at]!;
      noteFirst(
        runs[run]!.group ?? ungrouped,
        slots[run]!,
        first_row[run]!,
        walk.begin[run]!,
        walk.until[run]!,
        buckets.count,
        seen,
      );
    }
    addFirst(seen, groups, counts);
  }
}

/** Where the current actor was first seen. */
interface Seen {
  /** group -> earliest slot, 0 = not seen. */
  readonly slot: Int32Array;
  /** index below `count` -> a group it was seen in. */
  readonly groups: Uint32Array;
  count: number;
}

function newSeen(groups: number): Seen {
  return { slot: new Int32Array(groups), groups: new Uint32Array(groups), count: 0 };
}

/**
 * Rows [begin, end) of the actor; slots start at slots[begin - first_row]. Slots outside the range are ignored. Bare
 * arguments: called per actor and run.
 */
function noteFirst(
  group: Codes,
  slots: Int32Array,
  first_row: number,
  begin: number,
  end: number,
  last_slot: number,
  seen: Seen,
): void {
  for (let row = begin; row < end; row++) {
    const slot = slots[row - first_row]!;
    if (slot === 0 || slot > last_slot) continue;
    const of = group[row]!;
    const before = seen.slot[of]!;
    if (before === 0) seen.groups[seen.count++] = of;
    if (before === 0 || slot < before) seen.slot[of] = slot;
  }
}

/** Counts the actor and resets its state. */
function addFirst(seen: Seen, groups: number, counts: Uint32Array): void {
  for (let at = 0; at < seen.count; at++) {
    const group = seen.groups[at]!;
    counts[seen.slot[group]! * groups + group]!++;
    seen.slot[group] = 0;
  }
  seen.count = 0;
}

/** Morsels of actors. */
export const FIRST = counting<CountRunsArgs>('first', countFirst);
