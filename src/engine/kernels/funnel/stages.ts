/**
 * Ordered and strict funnels of one actor. Stage k holds the attempt that started last among those that have done
 * step k. A first step starts an attempt; a later step copies the attempt of the stage before it into its own, if the
 * window since the attempt's start still holds. `best` is the deepest attempt, and of equally deep ones the first.
 */
import type { ActorEvents } from './actor_events.ts';
import type { Attempt, FunnelPlan } from './attempt.ts';

const EMPTY = Number.NEGATIVE_INFINITY;

export interface Stages {
  readonly plan: FunnelPlan;
  readonly strict: boolean;
  /** stage -> start of its attempt (which is what tells attempts apart), EMPTY when there is none. */
  readonly start_ms: Float64Array;
  /** stage -> 1: an exclusion spoilt the attempt before its next step. */
  readonly excluded: Uint8Array;
  /** stage * steps + step -> when the stage's attempt did that step, for steps up to the stage. */
  readonly time_ms: Float64Array;
  /** The same index -> position of the event that did it. */
  readonly event: Uint32Array;
  readonly best: Attempt;
  best_start_ms: number;
  /** The group that is judged: the plan's `value_step` takes only its events. */
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

/** Fills `stages.best` from the events of one actor, judged for one group of the breakdown. */
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
    // Nothing can undo or better an attempt that is through.
    if (stages.start_ms[stages.plan.steps - 1] !== EMPTY) return;
    begin = end;
  }
}

/** Events of one instant in [begin, end): alike ones follow each other, different ones have no order among them. */
function takeInstant(stages: Stages, events: ActorEvents, begin: number, end: number): void {
  if (!areAlike(events, begin, end)) {
    takeTogether(stages, events, begin, end);
    return;
  }
  for (let at = begin; at < end; at++) takeEvent(stages, events, at);
}

/** Whether the events in [begin, end) could do and spoil the same steps. */
export function areAlike(events: ActorEvents, begin: number, end: number): boolean {
  const { steps, exclusions } = events;
  for (let at = begin + 1; at < end; at++) {
    if (steps[at] !== steps[begin] || exclusions[at] !== exclusions[begin]) return false;
  }
  return true;
}

/** An event alone: exclusions first, then its steps from the last to the first, so that it serves no attempt twice. */
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
 * Different events of one instant: steps in ascending order, each served by an event the attempt has not used; of
 * several, by the one that could serve the fewest later steps, so that the stored order changes nothing. Exclusions
 * and the strict reset do not apply.
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

/** Position of the event of the instant that serves the step, -1 = none. Smaller masks have no later steps. */
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

/** Starts an attempt, unless one of this very instant is there already. */
function enter(stages: Stages, time: number, at: number): void {
  if (stages.start_ms[0] === time) return;
  stages.start_ms[0] = time;
  stages.excluded[0] = 0;
  stages.time_ms[0] = time;
  stages.event[0] = at;
  if (stages.best.level === 0 || (stages.best.level === 1 && stages.best.excluded)) setBest(stages, 0, time, false);
}

/** Step `step` (not the first) happened: the attempt of the stage before moves on, if it may. */
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

/** The attempt that has done the steps before `step` in the stage before it, and `step` at `time`, is the best so far. */
function setBest(stages: Stages, step: number, time: number, excluded: boolean): void {
  const { best } = stages;
  const row = (step - 1) * stages.plan.steps;
  for (let before = 0; before < step; before++) best.time_ms[before] = stages.time_ms[row + before]!;
  best.time_ms[step] = time;
  best.level = step + 1;
  best.excluded = excluded;
  stages.best_start_ms = best.time_ms[0]!;
}

/** Something that must not happen between `step - 1` and `step`: spoils the attempt that waits for `step`. */
function exclude(stages: Stages, step: number, time: number): void {
  const from = step - 1;
  const start = stages.start_ms[from]!;
  const { window_ms } = stages.plan;
  if (!(time - start <= window_ms) || stages.start_ms[step] === start) return;
  stages.excluded[from] = 1;
  if (stages.best.level === step && time - stages.best_start_ms <= window_ms) stages.best.excluded = true;
}

/** Strict: an event between two steps that is neither of them ends the attempts that wait there. */
function clearUnmatched(stages: Stages, mask: number): void {
  for (let stage = 0; stage < stages.plan.steps; stage++) {
    if (((mask >>> stage) & 1) === 0) stages.start_ms[stage] = EMPTY;
  }
}
