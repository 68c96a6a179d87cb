/**
 * Retention from rows: how many actors started in each bucket, and how many of them came back n buckets later.
 * Input: runs of one part. Output: counts per group, start bucket and distance. Works on slot bitmaps of a block of
 * actors (see actor_slots.ts). Cost: one step per row, plus pairs of (start, return) per actor. Counts of disjoint
 * actors, and of parts, add up.
 */
import { type Buckets, slotOf } from '../../frame/buckets.ts';
import type { Counting } from '../../frame/team.ts';
import {
  type ActorSlots,
  ANY_NUMBER,
  areMostMet,
  blockActors,
  gatherSlots,
  newActorSlots,
  type Occurrences,
} from '../rows/actor_slots.ts';
import { type FirstOf, type FirstRows, gatherFirst, newFirst } from '../rows/first_row.ts';
import type { TrendRows } from '../rows/trend_rows.ts';

export interface RetentionPlan {
  readonly buckets: Buckets;
  /** Groups of the breakdown; 1 without one. */
  readonly groups: number;
  /** Whether a return counts only for its own group; otherwise only starts have groups. */
  readonly split_returns: boolean;
  /** Rows needed for a bucket to count as a return. */
  readonly occurrences: Occurrences;
  /** Whether returning later counts as having stayed until then. */
  readonly cumulative: boolean;
}

export interface RetentionArgs {
  readonly runs: RetentionRuns;
  readonly plan: RetentionPlan;
}

/** Runs of one part. */
export interface RetentionRuns {
  /** Every row starts in its bucket, or only an actor's earliest. */
  readonly starts:
    | { readonly kind: 'every'; readonly runs: readonly TrendRows[] }
    | { readonly kind: 'first'; readonly runs: readonly FirstRows[] };
  /** null = the same rows as the starts, every one of which starts. */
  readonly returns: readonly TrendRows[] | null;
}

/** State of one thread, reused by all morsels. */
export interface RetentionWork {
  /** (group * n + start) * n + later -> actors, for n buckets; later = 0 is everybody who started. */
  readonly counts: Uint32Array;
  /** How many actors are counted at a time. */
  readonly step: number;
  readonly came: ActorSlots;
  readonly started: ActorSlots;
  readonly first: FirstOf;
}

/** Actors of a morsel; more would not fit the cache. */
const BLOCK_ACTORS = 4_096;

export function newRetentionWork({ runs, plan }: RetentionArgs, counts: Uint32Array): RetentionWork {
  const { buckets, groups, occurrences, split_returns } = plan;
  const { starts, returns } = runs;
  const step = blockActors(buckets, groups, occurrences, BLOCK_ACTORS);
  const actors = starts.runs.reduce((most, { actor }) => Math.max(most, (actor.at(-1) ?? 0) + 1), 0);
  const are_most_met = areMostMet(starts.runs, 0, actors);
  const of_returns = returns === null ? 0 : step;
  return {
    counts,
    step,
    came: newActorSlots(buckets, split_returns ? groups : 1, of_returns, occurrences, are_most_met),
    started: newActorSlots(buckets, groups, starts.kind === 'every' ? step : 0, ANY_NUMBER, are_most_met),
    first: newFirst(starts.kind === 'first' ? step : 0, groups, split_returns, Number.NEGATIVE_INFINITY),
  };
}

/** Adds actors in [first_actor, until_actor). */
export function countRetention(
  { runs, plan }: RetentionArgs,
  { counts, step, came, started, first }: RetentionWork,
  first_actor: number,
  until_actor: number,
): void {
  const { starts, returns } = runs;
  for (let actor = first_actor; actor < until_actor; actor += step) {
    const until = Math.min(actor + step, until_actor);
    if (returns !== null) gatherSlots(returns, actor, until, came);
    if (starts.kind === 'first') {
      gatherFirst(starts.runs, actor, until, first);
      addFirsts(first, came, plan, counts);
    } else {
      gatherSlots(starts.runs, actor, until, started);
      addStarts(started, returns === null ? started : came, plan, counts);
    }
  }
}

function addStarts(started: ActorSlots, came: ActorSlots, plan: RetentionPlan, counts: Uint32Array): void {
  const { groups, words, bits, touched } = started;
  const size = plan.buckets.count;
  const isApart = came.groups !== groups;
  const starts = newCellBuckets(size);
  const returns = newCellBuckets(size);
  for (let at = 0; at < started.touched_count; at++) {
    const cell = touched[at]!;
    listBuckets(bits, cell * words, size, starts);
    if (starts.count === 0) continue;
    const group = cell % groups;
    const from = isApart ? (cell - group) / groups : cell;
    listBuckets(came.bits, from * words, size, returns);
    for (let start = 0; start < starts.count; start++) {
      addStart(starts.list[start]!, group, returns, plan, counts);
    }
  }
}

function addFirsts(first: FirstOf, came: ActorSlots, plan: RetentionPlan, counts: Uint32Array): void {
  const { touched, time_ms, is_valid } = first;
  const { buckets } = plan;
  const returns = newCellBuckets(buckets.count);
  for (let at = 0; at < first.touched_count; at++) {
    const cell = touched[at]!;
    const bucket = slotOf(buckets, time_ms[cell]!) - 1;
    if (is_valid[cell] === 0 || bucket < 0 || bucket >= buckets.count) continue;
    listBuckets(came.bits, cell * came.words, buckets.count, returns);
    addStart(bucket, first.group[cell]!, returns, plan, counts);
  }
}

/** Buckets of one cell, ascending. */
interface CellBuckets {
  readonly list: Int32Array;
  count: number;
}

function newCellBuckets(size: number): CellBuckets {
  return { list: new Int32Array(size), count: 0 };
}

/** `begin` is the cell's first word. */
function listBuckets(bits: Int32Array, begin: number, size: number, out: CellBuckets): void {
  const { list } = out;
  let count = 0;
  for (let word = 0; word << 5 <= size; word++) {
    for (let left = bits[begin + word]!; left !== 0; left &= left - 1) {
      const slot = (word << 5) + 31 - Math.clz32(left & -left);
      if (slot > 0 && slot <= size) list[count++] = slot - 1;
    }
  }
  out.count = count;
}

/** Counts one actor that started in the bucket, with its returns. */
function addStart(
  start: number,
  group: number,
  { list, count }: CellBuckets,
  plan: RetentionPlan,
  counts: Uint32Array,
): void {
  const size = plan.buckets.count;
  const begin = (group * size + start) * size;
  counts[begin]!++;
  if (plan.cumulative) {
    const last = count === 0 ? 0 : list[count - 1]!;
    for (let later = 1; later <= last - start; later++) counts[begin + later]!++;
    return;
  }
  for (let at = count - 1; at >= 0 && list[at]! > start; at--) counts[begin + list[at]! - start]!++;
}

/** Morsels of actors. */
export const RETENTION: Counting<RetentionArgs, Uint32Array, RetentionWork> = {
  name: 'retention',
  begin: (args) => newRetentionWork(args, args.zeros.slice()),
  add: countRetention,
  end: ({ counts }) => counts,
};
