/**
 * Unordered funnels, event by event, for one actor: the most distinct steps within one window, in any order.
 * Input: the actor's events in time order. Output: the best attempt. Events wait in one queue per step. The oldest
 * always leaves first, so all queues together are a contiguous window of the events. Cost: events x steps.
 */
import { type ActorEvents, orderInstants } from './actor_events.ts';
import { type Attempt, type FunnelPlan, NO_STEP } from './attempt.ts';

export const NONE = -1;

export interface Queues {
  readonly plan: FunnelPlan;
  /** step -> its oldest waiting event, NONE = queue empty. */
  readonly oldest: Int32Array;
  /** step -> its newest waiting event. */
  readonly newest: Int32Array;
  /** event -> step it waits for, NONE = none. */
  step_of: Int32Array;
  /** event -> next event in its queue. */
  next: Int32Array;
  /** No event before this one is waiting. */
  first: number;
  /** How many steps have a waiting event. */
  filled: number;
}

export function newQueues(plan: FunnelPlan): Queues {
  return {
    plan,
    oldest: new Int32Array(plan.steps),
    newest: new Int32Array(plan.steps),
    step_of: new Int32Array(0),
    next: new Int32Array(0),
    first: 0,
    filled: 0,
  };
}

/** Fills `best` from the events of one actor, judged for one group. */
export function judgeQueues(queues: Queues, events: ActorEvents, group: number, best: Attempt): void {
  best.level = 0;
  best.excluded = false;
  emptyQueues(queues, events);
  for (let at = 0; at < events.length; at++) {
    dropOld(queues, events, at, best);
    takeIn(queues, events, at, group);
    // The first completion decides the times.
    if (queues.filled === queues.plan.steps) break;
  }
  note(queues, events, best);
}

/** Empties the queues and makes room for these events, which are put into the order they are taken in. */
export function emptyQueues(queues: Queues, events: ActorEvents): void {
  orderInstants(events);
  if (queues.step_of.length < events.length) {
    queues.step_of = new Int32Array(events.time_ms.length);
    queues.next = new Int32Array(events.time_ms.length);
  }
  clear(queues, 0);
}

function clear(queues: Queues, first: number): void {
  queues.oldest.fill(NONE);
  queues.newest.fill(NONE);
  queues.filled = 0;
  queues.first = first;
}

/** Drops events that left the window, noting the current state before each. */
function dropOld(queues: Queues, events: ActorEvents, at: number, best: Attempt): void {
  const time = events.time_ms[at]!;
  for (; queues.filled > 0; queues.first++) {
    const step = queues.step_of[queues.first]!;
    if (step === NONE) continue;
    if (time - events.time_ms[queues.first]! <= queues.plan.window_ms) return;
    note(queues, events, best);
    dequeue(queues, step);
  }
}

/** Queues the event for one of its steps; an exclusion clears everything. */
export function takeIn(queues: Queues, events: ActorEvents, at: number, group: number): void {
  queues.step_of[at] = NONE;
  if (events.exclusions[at] !== 0) {
    clear(queues, at + 1);
    return;
  }
  if (events.steps[at] === 0) return;
  // The first event of an attempt must be of the judged group.
  if (queues.filled === 0 && queues.plan.value_step !== NO_STEP && events.group[at] !== group) return;
  enqueue(queues, at, shortestWait(queues, events, events.steps[at]!));
}

/** Picks a step of the event whose queue is empty, else the one whose newest event is oldest. */
function shortestWait(queues: Queues, events: ActorEvents, mask: number): number {
  let chosen = NONE;
  let chosen_ms = Number.POSITIVE_INFINITY;
  for (let step = 0; step < queues.plan.steps; step++) {
    if (((mask >>> step) & 1) === 0) continue;
    const last = queues.newest[step]!;
    const last_ms = last === NONE ? Number.NEGATIVE_INFINITY : events.time_ms[last]!;
    if (last_ms >= chosen_ms) continue;
    chosen = step;
    chosen_ms = last_ms;
  }
  return chosen;
}

function enqueue(queues: Queues, at: number, step: number): void {
  const last = queues.newest[step]!;
  queues.step_of[at] = step;
  queues.next[at] = NONE;
  queues.newest[step] = at;
  if (last !== NONE) {
    queues.next[last] = at;
    return;
  }
  if (queues.filled === 0) queues.first = at;
  queues.oldest[step] = at;
  queues.filled++;
}

/** Removes the oldest event of the step. */
export function dequeue(queues: Queues, step: number): void {
  const next = queues.next[queues.oldest[step]!]!;
  queues.oldest[step] = next;
  if (next !== NONE) return;
  queues.newest[step] = NONE;
  queues.filled--;
}

/** Keeps the waiting steps if there are more than ever before; times are those of the oldest events. */
function note(queues: Queues, events: ActorEvents, best: Attempt): void {
  const { oldest, filled } = queues;
  if (filled <= best.level) return;
  let count = 0;
  for (let step = 0; step < oldest.length; step++) {
    if (oldest[step] !== NONE) best.time_ms[count++] = events.time_ms[oldest[step]!]!;
  }
  best.time_ms.subarray(0, filled).sort();
  best.level = filled;
}
