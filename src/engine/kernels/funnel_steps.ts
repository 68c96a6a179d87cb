/**
 * A funnel as a table of steps: how many actors reached each, and how long each took. Partial tallies of any ranges of
 * actors and of parts add up.
 */
import type { Task } from '../team.ts';
import type { Attempt } from './attempt.ts';
import { type FunnelArgs, ofActors } from './audience.ts';
import { type FunnelWork, judgeActors, newFunnelWork } from './funnel_actors.ts';
import { addTime, newTimeLists, type TimeLists } from './time_lists.ts';

/** All have group * steps + step as their index. */
export interface FunnelTally {
  readonly steps: number;
  /** -> actors that reached the step. */
  readonly counts: Float64Array;
  /** -> milliseconds since the step before, never 0. */
  readonly times: TimeLists;
}

interface StepsArgs extends FunnelArgs {
  /** Whether it is known already who entered: only later steps are counted then. */
  readonly knows_entered: boolean;
}

/** Over actors. */
export const FUNNEL: Task<StepsArgs, FunnelWork & { readonly tally: FunnelTally }, FunnelTally> = {
  name: 'funnel',
  begin: ({ plan, groups }) => ({ ...newFunnelWork(plan), tally: newTally(plan.steps, groups) }),
  add({ audience, plan, order, knows_entered }, work, first, until) {
    const { tally, attempt } = work;
    judgeActors(ofActors(audience, first, until), plan, order, knows_entered ? 2 : 1, work, (group) => {
      addAttempt(tally, attempt, group, knows_entered);
    });
  },
  end: ({ tally }) => tally,
};

function newTally(steps: number, groups: number): FunnelTally {
  return { steps, counts: new Float64Array(groups * steps), times: newTimeLists(groups * steps) };
}

function addAttempt(
  { steps, counts, times }: FunnelTally,
  attempt: Attempt,
  group: number,
  knows_entered: boolean,
): void {
  const { level, time_ms } = attempt;
  const row = group * steps;
  if (!knows_entered) counts[row]!++;
  for (let step = 1; step < level; step++) {
    counts[row + step]!++;
    const took_ms = time_ms[step]! - time_ms[step - 1]!;
    if (took_ms > 0) addTime(times, row + step, took_ms);
  }
}
