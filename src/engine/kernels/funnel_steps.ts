/**
 * A funnel as a table of steps: how many actors reached each, and how long each took. Partial tallies of any ranges of
 * actors and of parts add up.
 */
import type { Task } from '../team.ts';
import { type Attempt, type FunnelPlan, newAttempt } from './attempt.ts';
import { type Audience, type FunnelArgs, ofActors, type StepOrder } from './audience.ts';
import { judgeActors } from './funnel_actors.ts';

/** What is counted. Times are a log in the order of actors; entries below time_count. */
export interface FunnelTally {
  readonly steps: number;
  /** group * steps + step -> actors that reached the step. */
  readonly counts: Float64Array;
  /** group * steps + step -> how many times of that step are in the log. */
  readonly timed: Uint32Array;
  /** entry -> group * steps + step. */
  time_cell: Uint32Array;
  /** entry -> milliseconds since the step before, never 0. */
  time_ms: Float64Array;
  time_count: number;
}

export function newTally(steps: number, groups: number): FunnelTally {
  return {
    steps,
    counts: new Float64Array(groups * steps),
    timed: new Uint32Array(groups * steps),
    time_cell: new Uint32Array(1024),
    time_ms: new Float64Array(1024),
    time_count: 0,
  };
}

/** Adds the actors of the audience. */
function countFunnel(audience: Audience, plan: FunnelPlan, order: StepOrder, tally: FunnelTally): void {
  const attempt = newAttempt(plan.steps);
  judgeActors(audience, plan, order, 1, attempt, (group) => addAttempt(tally, attempt, group));
}

function addAttempt(tally: FunnelTally, attempt: Attempt, group: number): void {
  const row = group * tally.steps;
  tally.counts[row]!++;
  for (let step = 1; step < attempt.level; step++) {
    tally.counts[row + step]!++;
    const took_ms = attempt.time_ms[step]! - attempt.time_ms[step - 1]!;
    if (took_ms > 0) addTime(tally, row + step, took_ms);
  }
}

function addTime(tally: FunnelTally, cell: number, took_ms: number): void {
  if (tally.time_count === tally.time_ms.length) {
    tally.time_cell = grown(tally.time_cell, new Uint32Array(tally.time_count * 2));
    tally.time_ms = grown(tally.time_ms, new Float64Array(tally.time_count * 2));
  }
  tally.timed[cell]!++;
  tally.time_cell[tally.time_count] = cell;
  tally.time_ms[tally.time_count++] = took_ms;
}

function grown<T extends Uint32Array | Float64Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}

const NO_TIMES = new Float64Array(0);

/** cell -> its times, in the order of the log. */
export function timesByCell(tally: FunnelTally): Float64Array[] {
  const all = new Float64Array(tally.time_count);
  const lists: Float64Array[] = [];
  /** cell -> where its next time goes. */
  const next = new Uint32Array(tally.timed.length);
  let begin = 0;
  for (let cell = 0; cell < tally.timed.length; cell++) {
    next[cell] = begin;
    lists.push(tally.timed[cell] === 0 ? NO_TIMES : all.subarray(begin, begin + tally.timed[cell]!));
    begin += tally.timed[cell]!;
  }
  for (let entry = 0; entry < tally.time_count; entry++) {
    const at = next[tally.time_cell[entry]!]!++;
    all[at] = tally.time_ms[entry]!;
  }
  return lists;
}

/** Over actors. */
export const FUNNEL: Task<FunnelArgs, FunnelTally, FunnelTally> = {
  name: 'funnel',
  begin: ({ plan, groups }) => newTally(plan.steps, groups),
  add: ({ audience, plan, order }, tally, first, until) =>
    countFunnel(ofActors(audience, first, until), plan, order, tally),
  end: (tally) => ({
    ...tally,
    time_cell: tally.time_cell.slice(0, tally.time_count),
    time_ms: tally.time_ms.slice(0, tally.time_count),
  }),
};

/** Adds up tallies of the same steps and groups. */
export function addTally(tally: FunnelTally, other: FunnelTally): void {
  for (let cell = 0; cell < tally.counts.length; cell++) {
    tally.counts[cell]! += other.counts[cell]!;
    tally.timed[cell]! += other.timed[cell]!;
  }
  const count = tally.time_count + other.time_count;
  if (count > tally.time_ms.length) {
    tally.time_cell = grown(tally.time_cell, new Uint32Array(count));
    tally.time_ms = grown(tally.time_ms, new Float64Array(count));
  }
  tally.time_cell.set(other.time_cell.subarray(0, other.time_count), tally.time_count);
  tally.time_ms.set(other.time_ms.subarray(0, other.time_count), tally.time_count);
  tally.time_count = count;
}
