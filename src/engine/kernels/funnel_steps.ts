/**
 * A funnel as a table of steps: how many actors reached each, and how long each took. Partial tallies of any ranges of
 * actors and of parts add up.
 */
import type { Task } from '../team.ts';
import type { Attempts } from './attempt.ts';
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
    const needs = knows_entered ? 2 : 1;
    addAttempts(judgeActors(ofActors(audience, first, until), plan, order, needs, work), needs, work.tally);
  },
  end: ({ tally }) => tally,
};

function newTally(steps: number, groups: number): FunnelTally {
  return { steps, counts: new Float64Array(groups * steps), times: newTimeLists(groups * steps) };
}

function addAttempts({ count, group, level, time_ms }: Attempts, needs: number, tally: FunnelTally): void {
  const { steps, counts, times } = tally;
  if (needs === 1) for (let at = 0; at < count; at++) counts[group[at]! * steps]! += Number(level[at]! > 0);
  for (let step = 1; step < steps; step++) {
    const [from_ms, to_ms] = [time_ms[step - 1]!, time_ms[step]!];
    for (let at = 0; at < count; at++) {
      if (level[at]! <= step) continue;
      const cell = group[at]! * steps + step;
      counts[cell]!++;
      if (to_ms[at]! > from_ms[at]!) addTime(times, cell, to_ms[at]! - from_ms[at]!);
    }
  }
}
