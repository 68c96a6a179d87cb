/**
 * Counts each actor once per group, in the slot of its first row there.
 * Input: runs of one part. Output: counts per slot and group. Cost: one step per row. Counts of disjoint actors, and of
 * parts, add up.
 */

import { slotOf } from '../../frame/buckets.ts';
import { counting } from '../../frame/team.ts';
import { gatherFirst, newFirst } from '../rows/first_row.ts';
import type { CountRunsArgs } from './unique.ts';

/** Actors times groups of a block. */
const BLOCK_CELLS = 2 ** 14;

/** Actors in [first_actor, until_actor), over all runs. Adds to counts[slot * groups + group]. */
export function countFirst(
  { runs, buckets, groups }: CountRunsArgs,
  counts: Uint32Array,
  first_actor: number,
  until_actor: number,
): void {
  const step = Math.max(1, Math.min(Math.floor(BLOCK_CELLS / groups), until_actor - first_actor));
  const first = newFirst(step, groups, true, buckets.bounds_ms[1]!);
  const rows = runs.map((of) => ({ ...of, valid: null }));
  for (let actor = first_actor; actor < until_actor; actor += step) {
    gatherFirst(rows, actor, Math.min(actor + step, until_actor), first);
    for (let at = 0; at < first.touched_count; at++) {
      const cell = first.touched[at]!;
      counts[slotOf(buckets, first.time_ms[cell]!) * groups + first.group[cell]!]!++;
    }
  }
}

/** Morsels of actors. */
export const FIRST = counting<CountRunsArgs>('first', countFirst);
