/**
 * The funnel as a table: how many actors reached each step, and how long each step took. Tallies of disjoint actors,
 * and of parts, add up.
 */
import type { Sample } from '../../../model/question/query.ts';
import type { Task } from '../../frame/team.ts';
import { addTime, addTimes, closeTimes, newTimeLists, type TimeLists } from '../rows/time_lists.ts';
import { judgeActors } from './actors.ts';
import type { Attempts } from './attempt.ts';
import { type FunnelArgs, ofActors } from './audience.ts';
import { type FunnelWork, type Judged, newFunnelWork } from './work.ts';

export interface FunnelTally {
  readonly steps: number;
  /** group * (steps + 1) + steps reached -> actors; the count at 0 is meaningless. */
  readonly levels: Uint32Array;
  /** group * steps + step -> milliseconds since the step before, never 0. */
  readonly times: TimeLists;
  /** Scratch: times of one step, and their groups. */
  took_ms: Float64Array;
  took_by: Uint32Array;
}

export interface FunnelSum {
  /** group * steps + step -> actors that reached it. */
  readonly counts: Float64Array;
  /** Same index -> milliseconds since the step before, never 0. */
  readonly times_ms: readonly Sample[];
  readonly judged: Judged;
}

interface StepsArgs extends FunnelArgs {
  /** Whether entrants were counted elsewhere: then only later steps are counted here. */
  readonly knows_entered: boolean;
}

/** Morsels of actors. */
export const FUNNEL: Task<StepsArgs, FunnelWork & { readonly tally: FunnelTally }, FunnelSum> = {
  name: 'funnel',
  begin: ({ plan, groups }) => ({ ...newFunnelWork(plan), tally: newTally(plan.steps, groups) }),
  add({ audience, plan, order, knows_entered }, work, first, until) {
    const needs = knows_entered ? 2 : 1;
    addAttempts(judgeActors(ofActors(audience, first, until), plan, order, needs, work), work.tally);
  },
  end: ({ tally, judged }) => ({ counts: countsOf(tally), times_ms: closeTimes(tally.times), judged }),
};

function newTally(steps: number, groups: number): FunnelTally {
  return { steps, levels: new Uint32Array(groups * (steps + 1)), times: newTimeLists(groups * steps), ...scratch(0) };
}

function scratch(room: number): Pick<FunnelTally, 'took_ms' | 'took_by'> {
  return { took_ms: new Float64Array(room), took_by: new Uint32Array(room) };
}

function addAttempts(attempts: Attempts, tally: FunnelTally): void {
  const { count, group, level } = attempts;
  const { steps, levels, times } = tally;
  for (let at = 0; at < count; at++) levels[group[at]! * (steps + 1) + level[at]!]!++;
  if (tally.took_ms.length < count) Object.assign(tally, scratch(2 * count));
  const { took_ms, took_by } = tally;
  for (let step = 1; step < steps; step++) {
    const found = listTook(attempts, step, took_ms, took_by);
    if (levels.length === steps + 1) addTimes(times, step, took_ms, found);
    else for (let at = 0; at < found; at++) addTime(times, took_by[at]! * steps + step, took_ms[at]!);
  }
}

/** Lists how long the step took, and for which group. Returns of how many. */
function listTook(
  { count, group, level, time_ms }: Attempts,
  step: number,
  took_ms: Float64Array,
  took_by: Uint32Array,
): number {
  const [from_ms, to_ms] = [time_ms[step - 1]!, time_ms[step]!];
  let found = 0;
  for (let at = 0; at < count; at++) {
    const took = to_ms[at]! - from_ms[at]!;
    // Written unconditionally and overwritten unless it counts: cheaper than a branch.
    took_ms[found] = took;
    took_by[found] = group[at]!;
    found += Number(level[at]! > step) & Number(took > 0);
  }
  return found;
}

/** Whoever reached a step also reached those before it. */
function countsOf({ steps, levels }: FunnelTally): Float64Array {
  const counts = new Float64Array((levels.length / (steps + 1)) * steps);
  for (let group = 0; group * steps < counts.length; group++) {
    let reached = 0;
    for (let level = steps; level > 0; level--) {
      reached += levels[group * (steps + 1) + level]!;
      counts[group * steps + level - 1] = reached;
    }
  }
  return counts;
}
