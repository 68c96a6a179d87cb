/**
 * Funnel over all actors: gathers each actor's rows, lets one order of steps judge them, and adds up. Partial tallies
 * of any ranges of actors and of parts add up.
 */
import { has } from '../../base/bitmap.ts';
import { type ActorEvents, type EventSource, gatherEvents, newActorEvents, type RowWindow } from './actor_events.ts';
import { type ActorWalk, NO_ACTOR, nextActor, walkActors } from './actor_walk.ts';
import { type Attempt, type FunnelPlan, newAttempt } from './attempt.ts';
import { newSlots, runSlots } from './funnel_slots.ts';
import { newQueues, runQueues } from './funnel_unordered.ts';

export type StepOrder = 'ordered' | 'strict' | 'unordered';

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

/** Adds actors in [first_actor, until_actor), except those in `skip`. */
export function countFunnel(
  sources: readonly EventSource[],
  plan: FunnelPlan,
  order: StepOrder,
  window: RowWindow,
  skip: Uint32Array | null,
  first_actor: number,
  until_actor: number,
  tally: FunnelTally,
): void {
  const events = newActorEvents(sources.length);
  const attempt = newAttempt(plan.steps);
  const judge = judgeOf(order, plan, attempt);
  const walk = walkActors(
    sources.map((source) => source.actor),
    first_actor,
    until_actor,
  );
  const grouped = sources.some((source) => source.group !== null);
  for (let actor = nextActor(walk); actor !== NO_ACTOR; actor = nextActor(walk)) {
    if (skip !== null && has(skip, actor)) continue;
    if (order !== 'unordered') {
      const possible = stepsPossible(walk, sources);
      if ((possible & 1) === 0) continue;
      // Whoever cannot do the second step is judged by one row, unless an exclusion or a group has to be looked up.
      if ((possible & 2) === 0 && !plan.has_gaps && !grouped) {
        if (didFirstStep(walk, sources, window)) tally.counts[0]!++;
        continue;
      }
    }
    gatherEvents(walk, sources, window, events);
    judge(events);
    if (attempt.level > 0 && !attempt.tainted) addAttempt(tally, attempt, grouped ? firstGroup(events) : 0);
  }
}

/** One call per actor; the state it works on is made once. */
function judgeOf(order: StepOrder, plan: FunnelPlan, best: Attempt): (events: ActorEvents) => void {
  if (order === 'unordered') {
    const queues = newQueues(plan, best);
    return (events) => runQueues(queues, events);
  }
  const slots = newSlots(plan, order === 'strict', best);
  return (events) => runSlots(slots, events);
}

function stepsPossible(walk: ActorWalk, sources: readonly EventSource[]): number {
  let bits = 0;
  for (let at = 0; at < walk.active_count; at++) bits |= sources[walk.active[at]!]!.steps_any;
  return bits;
}

function didFirstStep(walk: ActorWalk, sources: readonly EventSource[], window: RowWindow): boolean {
  for (let at = 0; at < walk.active_count; at++) {
    const source = walk.active[at]!;
    const { time_ms, steps, steps_any } = sources[source]!;
    if ((steps_any & 1) === 0) continue;
    for (let row = walk.begin[source]!; row < walk.until[source]!; row++) {
      if (time_ms[row]! >= window.until_ms) break;
      if (time_ms[row]! >= window.from_ms && (steps === null || (steps[row]! & 1) === 1)) return true;
    }
  }
  return false;
}

/** First touch: the group of the earliest row that has one. */
function firstGroup(events: ActorEvents): number {
  for (let at = 0; at < events.length; at++) if (events.group[at] !== 0) return events.group[at]!;
  return 0;
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
