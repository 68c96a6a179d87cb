/** A funnel over time: per bucket the actors that entered, and those of them that got through. */
import type { Buckets } from '../buckets.ts';
import type { FunnelPlan } from './attempt.ts';
import { type Audience, firstSteps, type Judge, judgeActors, type StepOrder } from './funnel_actors.ts';
import { newEntries, runEntries } from './funnel_entries.ts';
import { newQueueEntries, runQueueEntries } from './funnel_entries_unordered.ts';

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

/** Adds the actors of the audience. Steps of the plan are all steps; those after `to_step` change nothing. */
export function countEntries(
  audience: Audience,
  plan: FunnelPlan,
  order: StepOrder,
  from_step: number,
  to_step: number,
  buckets: Buckets,
  tally: EntryTally,
): void {
  const needs = order === 'unordered' ? 0 : firstSteps(from_step + 1);
  judgeActors(audience, needs, entryJudge(plan, order, from_step + 1, to_step + 1, buckets, tally), null);
}

function entryJudge(
  plan: FunnelPlan,
  order: StepOrder,
  from_level: number,
  to_level: number,
  buckets: Buckets,
  tally: EntryTally,
): Judge {
  if (order === 'unordered') {
    const entries = newQueueEntries(plan, buckets, from_level, to_level);
    return (events, group) => runQueueEntries(entries, events, group, tally);
  }
  const entries = newEntries({ ...plan, steps: to_level }, order === 'strict', buckets, from_level);
  return (events, group) => runEntries(entries, events, group, tally);
}
