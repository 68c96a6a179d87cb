/**
 * Distinct actors per slot and group.
 * Input: runs sorted by (actor, time). Output: counts[slot * groups + group]. Equal (actor, slot) pairs are neighbours,
 * so no hash table is needed. Cost: one step per selected row. Counts of disjoint actors, and of parts, add up.
 */

import { NO_ACTOR, nextActor, walkActors } from '../../frame/actor_walk.ts';
import type { Buckets } from '../../frame/buckets.ts';
import type { Codes } from '../../frame/column.ts';
import { counting } from '../../frame/team.ts';
import { BLOCK_ROWS } from '../../wasm/blocks.ts';
import { type ActorSlots, ANY_NUMBER, blockActors, gatherSlots, newActorSlots } from '../rows/actor_slots.ts';
import { fillSelection, newSelectionVector, type SelectionVector } from '../rows/selection_vector.ts';
import { slotRows, type TrendRows } from '../rows/trend_rows.ts';
import type { CountRowsArgs } from './total.ts';

/** Rows [begin, end) of one run. Counts outside the buckets are meaningless. */
function countUnique({ rows, buckets, groups }: CountRowsArgs, counts: Uint32Array, begin: number, end: number): void {
  const selection = newSelectionVector();
  /** Index of a count -> the last actor counted there. */
  const stamp = new Uint32Array(rows.group === null ? 0 : counts.length).fill(NO_ACTOR);
  const last = { actor: NO_ACTOR, slot: 0 };
  const firsts = new Int32Array(BLOCK_ROWS);
  for (let first = begin; first < end; first += BLOCK_ROWS) {
    fillSelection(rows, buckets, first, Math.min(first + BLOCK_ROWS, end), selection);
    if (selection.group === null) addFirsts(firsts, listFirsts(selection, last, firsts), counts);
    else addGroups(selection, selection.group, groups, stamp, counts);
  }
}

/** Actors in [first_actor, until_actor) over several runs, each counted once. */
function countUniqueTogether(
  { runs, buckets, groups }: CountRunsArgs,
  counts: Uint32Array,
  first_actor: number,
  until_actor: number,
): void {
  if (runs.every((rows) => rows.group === null)) {
    countMarked(runs, buckets, first_actor, until_actor, counts);
    return;
  }
  const actors = runs.map((rows) => rows.actor);
  const walk = walkActors(actors, first_actor, until_actor);
  const first_row = walk.until.slice();
  const slots = runs.map((rows, run) => slotsBetween(rows, buckets, first_row[run]!, walk.end[run]!));
  const ungrouped = new Uint32Array(Math.max(...actors.map((actor) => actor.length)));
  const stamp = new Uint32Array(counts.length).fill(NO_ACTOR);
  while (nextActor(walk) !== NO_ACTOR) {
    for (let at = 0; at < walk.active_count; at++) {
      const run = walk.active[at]!;
      const { actor, group } = runs[run]!;
      const begin = walk.begin[run]!;
      const end = walk.until[run]!;
      addStamped(actor, group ?? ungrouped, slots[run]!, first_row[run]!, begin, end, groups, stamp, counts);
    }
  }
}

/** row - first -> slot */
function slotsBetween(rows: TrendRows, buckets: Buckets, first: number, until: number): Int32Array {
  const slots = new Int32Array(until - first);
  slotRows(rows, buckets, first, until, slots);
  return slots;
}

/**
 * Lists the slot of the first row of each (actor, slot). Branch-free, as firsts are unpredictable: every slot is
 * written and overwritten unless it was a first. `last` carries over between blocks.
 */
function listFirsts(
  { actor, row, slot, length }: SelectionVector,
  last: { actor: number; slot: number },
  firsts: Int32Array,
): number {
  let last_actor = last.actor;
  let last_slot = last.slot;
  let count = 0;
  for (let at = 0; at < length; at++) {
    const here = slot[at]!;
    const who = actor[row[at]!]!;
    const differs = (who ^ last_actor) | (here ^ last_slot);
    firsts[count] = here;
    // Sign bit of x | -x is set unless x is 0.
    count += (differs | -differs) >>> 31;
    last_actor = who;
    last_slot = here;
  }
  last.actor = last_actor;
  last.slot = last_slot;
  return count;
}

/** `firsts`: index below `length` -> slot. */
function addFirsts(firsts: Int32Array, length: number, counts: Uint32Array): void {
  for (let at = 0; at < length; at++) counts[firsts[at]!]!++;
}

/** Branch-free, because whether an actor is new in a cell is unpredictable: twice as fast. */
function addGroups(
  { actor, row, slot, length }: SelectionVector,
  group: Codes,
  groups: number,
  stamp: Uint32Array,
  counts: Uint32Array,
): void {
  for (let at = 0; at < length; at++) {
    const here = row[at]!;
    const cell = slot[at]! * groups + group[here]!;
    const who = actor[here]!;
    const differs = stamp[cell]! ^ who;
    stamp[cell] = who;
    // Sign bit of x | -x is set unless x is 0.
    counts[cell]! += (differs | -differs) >>> 31;
  }
}

/** Without groups: each run marks its actors' slots, then the marks are counted. */
function countMarked(
  runs: readonly TrendRows[],
  buckets: Buckets,
  first_actor: number,
  until_actor: number,
  counts: Uint32Array,
): void {
  const step = blockActors(buckets, 1, ANY_NUMBER, until_actor - first_actor);
  const marked = newActorSlots(buckets, 1, step, ANY_NUMBER, true);
  for (let actor = first_actor; actor < until_actor; actor += step) {
    gatherSlots(runs, actor, Math.min(actor + step, until_actor), marked);
    addMarks(marked, counts);
  }
}

/** Cells are the block's actors in order. */
function addMarks({ bits, words, touched_count }: ActorSlots, counts: Uint32Array): void {
  for (let at = 0; at < touched_count * words; at++) {
    const highest = ((at % words) << 5) + 31;
    for (let left = bits[at]!; left !== 0; left &= left - 1) counts[highest - Math.clz32(left & -left)]!++;
  }
}

/**
 * Rows [begin, end); slots start at slots[begin - first_row]. Actors ascend across calls. Bare arguments instead of an
 * object, because it is called per actor and run.
 */
function addStamped(
  actor: Uint32Array,
  group: Codes,
  slots: Int32Array,
  first_row: number,
  begin: number,
  end: number,
  groups: number,
  stamp: Uint32Array,
  counts: Uint32Array,
): void {
  for (let row = begin; row < end; row++) {
    const cell = slots[row - first_row]! * groups + group[row]!;
    const who = actor[row]!;
    const differs = stamp[cell]! ^ who;
    stamp[cell] = who;
    counts[cell]! += (differs | -differs) >>> 31;
  }
}

/** A morsel is a range of rows that splits no actor. */
export const UNIQUE = counting<CountRowsArgs>('unique', countUnique);

export interface CountRunsArgs {
  readonly runs: readonly TrendRows[];
  readonly buckets: Buckets;
  readonly groups: number;
}

/** A morsel is a range of actors. */
export const UNIQUE_TOGETHER = counting<CountRunsArgs>('unique together', countUniqueTogether);
