/**
 * Ordered and strict funnels, event by event, for one actor. The reference for the in-place kernels.
 * Input: the actor's events in time order. Output: the best attempt, the earliest of the deepest ones. Stage k holds
 * the latest-starting attempt that has done step k. A first step starts an attempt in stage 0; a later step copies the
 * attempt of the stage before, if its window is still open.
 * event   a1  a2  b1  a3  c1
 * stage 0 a1  a2  a2  a3  a3
 * stage 1 -   -   a2  a2  a2
 * stage 2 -   -   -   -   a2      c1 completes a2 -> b1 -> c1
 * Cost: events x steps done.
 */
import type { ActorEvents } from './actor_events.ts';
import type { Attempt, FunnelPlan } from './attempt.ts';

const EMPTY = Number.NEGATIVE_INFINITY;

export interface Stages {
  readonly plan: FunnelPlan;
  readonly strict: boolean;
  /** stage -> start of its attempt, which identifies it; EMPTY = none. */
  readonly start_ms: Float64Array;
  /** stage -> 1: the attempt met an exclusion before its next step. */
  readonly excluded: Uint8Array;
  /** stage * steps + step -> time the stage's attempt did that step, for steps up to the stage. */
  readonly time_ms: Float64Array;
  /** Same index -> event that did it. */
  readonly event: Uint32Array;
  readonly best: Attempt;
  best_start_ms: number;
  /** The judged group; `value_step` takes only its events. */
  group: number;
}

export function newStages(plan: FunnelPlan, strict: boolean, best: Attempt): Stages {
  const cells = plan.steps * plan.steps;
  return {
    plan,
    strict,
    start_ms: new Float64Array(plan.steps),
    excluded: new Uint8Array(plan.steps),
    time_ms: new Float64Array(cells),
    event: new Uint32Array(cells),
    best,
    best_start_ms: EMPTY,
    group: 0,
  };
}

/** Fills `stages.best` from the events of one actor, judged for one group. */
export function judgeStages(stages: Stages, events: ActorEvents, group: number): void {
  stages.group = group;
  stages.start_ms.fill(EMPTY);
  stages.best.level = 0;
  stages.best.excluded = false;
  stages.best_start_ms = EMPTY;
  const { time_ms, length } = events;
  let begin = 0;
  while (begin < length) {
    const time = time_ms[begin]!;
    let end = begin + 1;
    while (end < length && time_ms[end] === time) end++;
    if (end === begin + 1) takeEvent(stages, events, begin);
    else takeInstant(stages, events, begin, end);
    // An attempt that got through cannot be undone or beaten.
    if (stages.start_ms[stages.plan.steps - 1] !== EMPTY) return;
    begin = end;
  }
}

/** Events of one instant in [begin, end): identical ones follow each other, different ones have no order. */
function takeInstant(stages: Stages, events: ActorEvents, begin: number, end: number): void {
  if (!areAlike(events, begin, end)) {
    takeTogether(stages, events, begin, end);
    return;
  }
  for (let at = begin; at < end; at++) takeEvent(stages, events, at);
}

/** Whether the events in [begin, end) have the same step and exclusion bits. */
export function areAlike(events: ActorEvents, begin: number, end: number): boolean {
  const { steps, exclusions } = events;
  for (let at = begin + 1; at < end; at++) {
    if (steps[at] !== steps[begin] || exclusions[at] !== exclusions[begin]) return false;
  }
  return true;
}

/** A single event: exclusions first, then its steps from last to first, so that it serves each attempt once. */
function takeEvent(stages: Stages, events: ActorEvents, at: number): void {
  const time = events.time_ms[at]!;
  for (let bits = events.exclusions[at]!; bits !== 0; ) {
    const step = 31 - Math.clz32(bits);
    bits &= ~(1 << step);
    exclude(stages, step, time);
  }
  const mask = events.steps[at]!;
  for (let bits = mask; bits !== 0; ) {
    const step = 31 - Math.clz32(bits);
    bits &= ~(1 << step);
    if (step === stages.plan.value_step && events.group[at] !== stages.group) continue;
    if (step === 0) enter(stages, time, at);
    else advance(stages, step, time, at);
  }
  if (stages.strict) clearUnmatched(stages, mask);
}

/**
 * Different events of one instant: takes steps in ascending order, each from an event the attempt has not used. If
 * several fit, it takes the one that serves the fewest later steps, so storage order has no effect. Exclusions and
 * the strict reset do not apply.
 */
function takeTogether(stages: Stages, events: ActorEvents, begin: number, end: number): void {
  const time = events.time_ms[begin]!;
  for (let step = 0; step < stages.plan.steps; step++) {
    const at = eventFor(stages, events, begin, end, step);
    if (at < 0) continue;
    if (step === 0) enter(stages, time, at);
    else advance(stages, step, time, at);
  }
}

/** Event of the instant that serves the step, -1 = none. Prefers the smallest mask, which reaches the least far. */
function eventFor(stages: Stages, events: ActorEvents, begin: number, end: number, step: number): number {
  let chosen = -1;
  let chosen_mask = Number.POSITIVE_INFINITY;
  for (let at = begin; at < end; at++) {
    const mask = events.steps[at]!;
    if (((mask >>> step) & 1) === 0 || mask >= chosen_mask) continue;
    if (step === stages.plan.value_step && events.group[at] !== stages.group) continue;
    if (step > 0 && isUsed(stages, step - 1, at)) continue;
    chosen = at;
    chosen_mask = mask;
  }
  return chosen;
}

function isUsed(stages: Stages, stage: number, at: number): boolean {
  if (stages.start_ms[stage] === EMPTY) return false;
  const row = stage * stages.plan.steps;
  return stages.event.subarray(row, row + stage + 1).includes(at);
}

/** Starts an attempt, unless one of this instant exists. */
function enter(stages: Stages, time: number, at: number): void {
  if (stages.start_ms[0] === time) return;
  stages.start_ms[0] = time;
  stages.excluded[0] = 0;
  stages.time_ms[0] = time;
  stages.event[0] = at;
  if (stages.best.level === 0 || (stages.best.level === 1 && stages.best.excluded)) setBest(stages, 0, time, false);
}

/** Step `step` (not the first) happened: advances the attempt of the stage before. */
function advance(stages: Stages, step: number, time: number, at: number): void {
  const from = step - 1;
  const start = stages.start_ms[from]!;
  if (!(time - start <= stages.plan.window_ms) || stages.start_ms[step] === start) return;
  const excluded = stages.excluded[from] === 1;
  if (!excluded) copyStage(stages, from, time, at);
  const level = step + 1;
  if (level > stages.best.level || (level === stages.best.level && stages.best.excluded)) {
    setBest(stages, step, time, excluded);
  }
}

function copyStage(stages: Stages, from: number, time: number, at: number): void {
  const { steps } = stages.plan;
  const to = from + 1;
  for (let step = 0; step <= from; step++) {
    stages.time_ms[to * steps + step] = stages.time_ms[from * steps + step]!;
    stages.event[to * steps + step] = stages.event[from * steps + step]!;
  }
  stages.time_ms[to * steps + to] = time;
  stages.event[to * steps + to] = at;
  stages.start_ms[to] = stages.start_ms[from]!;
  stages.excluded[to] = 0;
}

/** Makes the attempt of the stage before `step`, with `step` done at `time`, the best so far. */
function setBest(stages: Stages, step: number, time: number, excluded: boolean): void {
  const { best } = stages;
  const row = (step - 1) * stages.plan.steps;
  for (let before = 0; before < step; before++) best.time_ms[before] = stages.time_ms[row + before]!;
  best.time_ms[step] = time;
  best.level = step + 1;
  best.excluded = excluded;
  stages.best_start_ms = best.time_ms[0]!;
}

/** An exclusion between `step - 1` and `step`: marks the attempt that waits for `step`. */
function exclude(stages: Stages, step: number, time: number): void {
  const from = step - 1;
  const start = stages.start_ms[from]!;
  const { window_ms } = stages.plan;
  if (!(time - start <= window_ms) || stages.start_ms[step] === start) return;
  stages.excluded[from] = 1;
  if (stages.best.level === step && time - stages.best_start_ms <= window_ms) stages.best.excluded = true;
}

/** Strict: an event that is neither of two adjacent steps ends the attempts waiting between them. */
function clearUnmatched(stages: Stages, mask: number): void {
  for (let stage = 0; stage < stages.plan.steps; stage++) {
    if (((mask >>> stage) & 1) === 0) stages.start_ms[stage] = EMPTY;
  }
}
