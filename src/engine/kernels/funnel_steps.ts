/**
 * A funnel as a table of steps: how many actors reached each, and how long each took. Partial tallies of any ranges of
 * actors and of parts add up.
 */
import type { Task } from '../team.ts';
import { type Attempt, type FunnelPlan, newAttempt } from './attempt.ts';
import { type Audience, type FunnelArgs, ofActors, type StepOrder } from './audience.ts';
import { judgeActors } from './funnel_actors.ts';
import { addTime, newTimeLists, type TimeLists } from './time_lists.ts';

/** All have group * steps + step as their index. */
export interface FunnelTally {
  readonly steps: number;
  /** -> actors that reached the step. */
  readonly counts: Float64Array;
  /** -> milliseconds since the step before, never 0. */
  readonly times: TimeLists;
}

/** Over actors. */
export const FUNNEL: Task<FunnelArgs, FunnelTally, FunnelTally> = {
  name: 'funnel',
  begin: ({ plan: { steps }, groups }) => ({
    steps,
    counts: new Float64Array(groups * steps),
    times: newTimeLists(groups * steps),
  }),
  add: ({ audience, plan, order }, tally, first, until) =>
    countFunnel(ofActors(audience, first, until), plan, order, tally),
  end: (tally) => tally,
};

function countFunnel(audience: Audience, plan: FunnelPlan, order: StepOrder, tally: FunnelTally): void {
  const attempt = newAttempt(plan.steps);
  judgeActors(audience, plan, order, 1, attempt, (group) => addAttempt(tally, attempt, group));
}

function addAttempt({ steps, counts, times }: FunnelTally, { level, time_ms }: Attempt, group: number): void {
  const row = group * steps;
  counts[row]!++;
  for (let step = 1; step < level; step++) {
    counts[row + step]!++;
    const took_ms = time_ms[step]! - time_ms[step - 1]!;
    if (took_ms > 0) addTime(times, row + step, took_ms);
  }
}
