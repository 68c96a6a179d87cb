/**
 * Ordered and strict funnels of one actor. Slot k holds the attempt that started last among those that have done
 * step k. A first step starts an attempt; a later step copies the attempt of the slot before it into its own, if the
 * window since the attempt's start still holds. `best` is the deepest attempt, and of equally deep ones the first.
 */
import type { ActorEvents } from './actor_events.ts';
import type { Attempt, FunnelPlan } from './attempt.ts';

const EMPTY = Number.NEGATIVE_INFINITY;

export interface Slots {
  readonly plan: FunnelPlan;
  readonly strict: boolean;
  /** slot -> start of its attempt (which is what tells attempts apart), EMPTY when there is none. */
  readonly start_ms: Float64Array;
  /** slot -> 1: an exclusion spoilt the attempt before its next step. */
  readonly tainted: Uint8Array;
  /** slot * steps + step -> when the slot's attempt did that step, for steps up to the slot. */
  readonly time_ms: Float64Array;
  /** The same index -> position of the event that did it. */
  readonly event: Uint32Array;
  readonly best: Attempt;
  best_start_ms: number;
  /** The group that is judged: the plan's `value_step` takes only its events. */
  group: number;
}

export function newSlots(plan: FunnelPlan, strict: boolean, best: Attempt): Slots {
  const cells = plan.steps * plan.steps;
  return {
    plan,
    strict,
    start_ms: new Float64Array(plan.steps),
    tainted: new Uint8Array(plan.steps),
    time_ms: new Float64Array(cells),
    event: new Uint32Array(cells),
    best,
    best_start_ms: EMPTY,
    group: 0,
  };
}

/** Fills `slots.best` from the events of one actor, judged for one group of the breakdown. */
export function runSlots(slots: Slots, events: ActorEvents, group: number): void {
  slots.group = group;
  slots.start_ms.fill(EMPTY);
  slots.best.level = 0;
  slots.best.tainted = false;
  slots.best_start_ms = EMPTY;
  const { time_ms, length } = events;
  let begin = 0;
  while (begin < length) {
    const time = time_ms[begin]!;
    let end = begin + 1;
    while (end < length && time_ms[end] === time) end++;
    if (end === begin + 1) takeEvent(slots, events, begin);
    else takeInstant(slots, events, begin, end);
    // Nothing can undo or better an attempt that is through.
    if (slots.start_ms[slots.plan.steps - 1] !== EMPTY) return;
    begin = end;
  }
}

/** Events of one instant in [begin, end): alike ones follow each other, different ones have no order among them. */
function takeInstant(slots: Slots, events: ActorEvents, begin: number, end: number): void {
  if (!areAlike(events, begin, end)) {
    takeTogether(slots, events, begin, end);
    return;
  }
  for (let at = begin; at < end; at++) takeEvent(slots, events, at);
}

/** Whether the events in [begin, end) could do and spoil the same steps. */
export function areAlike(events: ActorEvents, begin: number, end: number): boolean {
  const { steps, gaps } = events;
  for (let at = begin + 1; at < end; at++) {
    if (steps[at] !== steps[begin] || gaps[at] !== gaps[begin]) return false;
  }
  return true;
}

/** An event alone: exclusions first, then its steps from the last to the first, so that it serves no attempt twice. */
function takeEvent(slots: Slots, events: ActorEvents, at: number): void {
  const time = events.time_ms[at]!;
  for (let bits = events.gaps[at]!; bits !== 0; ) {
    const step = 31 - Math.clz32(bits);
    bits &= ~(1 << step);
    exclude(slots, step, time);
  }
  const mask = events.steps[at]!;
  for (let bits = mask; bits !== 0; ) {
    const step = 31 - Math.clz32(bits);
    bits &= ~(1 << step);
    if (step === slots.plan.value_step && events.group[at] !== slots.group) continue;
    if (step === 0) enter(slots, time, at);
    else advance(slots, step, time, at);
  }
  if (slots.strict) clearUnmatched(slots, mask);
}

/**
 * Different events of one instant: steps in ascending order, each served by an event the attempt has not used; of
 * several, by the one that could serve the fewest later steps, so that the stored order changes nothing. Exclusions
 * and the strict reset do not apply.
 */
function takeTogether(slots: Slots, events: ActorEvents, begin: number, end: number): void {
  const time = events.time_ms[begin]!;
  for (let step = 0; step < slots.plan.steps; step++) {
    const at = eventFor(slots, events, begin, end, step);
    if (at < 0) continue;
    if (step === 0) enter(slots, time, at);
    else advance(slots, step, time, at);
  }
}

/** Position of the event of the instant that serves the step, -1 = none. Smaller masks have no later steps. */
function eventFor(slots: Slots, events: ActorEvents, begin: number, end: number, step: number): number {
  let chosen = -1;
  let chosen_mask = Number.POSITIVE_INFINITY;
  for (let at = begin; at < end; at++) {
    const mask = events.steps[at]!;
    if (((mask >>> step) & 1) === 0 || mask >= chosen_mask) continue;
    if (step === slots.plan.value_step && events.group[at] !== slots.group) continue;
    if (step > 0 && isUsed(slots, step - 1, at)) continue;
    chosen = at;
    chosen_mask = mask;
  }
  return chosen;
}

function isUsed(slots: Slots, slot: number, at: number): boolean {
  if (slots.start_ms[slot] === EMPTY) return false;
  const row = slot * slots.plan.steps;
  return slots.event.subarray(row, row + slot + 1).includes(at);
}

/** Starts an attempt, unless one of this very instant is there already. */
function enter(slots: Slots, time: number, at: number): void {
  if (slots.start_ms[0] === time) return;
  slots.start_ms[0] = time;
  slots.tainted[0] = 0;
  slots.time_ms[0] = time;
  slots.event[0] = at;
  if (slots.best.level === 0 || (slots.best.level === 1 && slots.best.tainted)) setBest(slots, 0, time, false);
}

/** Step `step` (not the first) happened: the attempt of the slot before moves on, if it may. */
function advance(slots: Slots, step: number, time: number, at: number): void {
  const from = step - 1;
  const start = slots.start_ms[from]!;
  if (!(time - start <= slots.plan.window_ms) || slots.start_ms[step] === start) return;
  const tainted = slots.tainted[from] === 1;
  if (!tainted) copySlot(slots, from, time, at);
  const level = step + 1;
  if (level > slots.best.level || (level === slots.best.level && slots.best.tainted)) {
    setBest(slots, step, time, tainted);
  }
}

function copySlot(slots: Slots, from: number, time: number, at: number): void {
  const { steps } = slots.plan;
  const to = from + 1;
  for (let step = 0; step <= from; step++) {
    slots.time_ms[to * steps + step] = slots.time_ms[from * steps + step]!;
    slots.event[to * steps + step] = slots.event[from * steps + step]!;
  }
  slots.time_ms[to * steps + to] = time;
  slots.event[to * steps + to] = at;
  slots.start_ms[to] = slots.start_ms[from]!;
  slots.tainted[to] = 0;
}

/** The attempt that has done the steps before `step` in the slot before it, and `step` at `time`, is the best so far. */
function setBest(slots: Slots, step: number, time: number, tainted: boolean): void {
  const { best } = slots;
  const row = (step - 1) * slots.plan.steps;
  for (let before = 0; before < step; before++) best.time_ms[before] = slots.time_ms[row + before]!;
  best.time_ms[step] = time;
  best.level = step + 1;
  best.tainted = tainted;
  slots.best_start_ms = best.time_ms[0]!;
}

/** Something that must not happen between `step - 1` and `step`: spoils the attempt that waits for `step`. */
function exclude(slots: Slots, step: number, time: number): void {
  const from = step - 1;
  const start = slots.start_ms[from]!;
  const { window_ms } = slots.plan;
  if (!(time - start <= window_ms) || slots.start_ms[step] === start) return;
  slots.tainted[from] = 1;
  if (slots.best.level === step && time - slots.best_start_ms <= window_ms) slots.best.tainted = true;
}

/** Strict: an event between two steps that is neither of them ends the attempts that wait there. */
function clearUnmatched(slots: Slots, mask: number): void {
  for (let slot = 0; slot < slots.plan.steps; slot++) {
    if (((mask >>> slot) & 1) === 0) slots.start_ms[slot] = EMPTY;
  }
}
