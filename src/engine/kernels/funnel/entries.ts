/**
 * Ordered and strict funnels over time, of one actor. Each bucket in which the actor does the first step is an entry
 * with stages of its own (see stages.ts): first steps refresh those of their bucket, later steps move on all
 * entries that are still within the window. An entry that gets through is closed, and nothing can undo it.
 */
import { type Buckets, bucketOf } from '../../frame/buckets.ts';
import type { ActorEvents } from './actor_events.ts';
import type { FunnelPlan } from './attempt.ts';
import type { EntryTally } from './entry_tally.ts';
import { areAlike } from './stages.ts';

const EMPTY = Number.NEGATIVE_INFINITY;

/** What exclusions did to the deepest level of an entry: nothing; one came; and the next step was done nevertheless. */
const CLEAN = 0;
const EXCLUDED = 1;
const PASSED = 2;

export interface Entries {
  /** Its last step is the one that closes an entry. */
  readonly plan: FunnelPlan;
  readonly strict: boolean;
  readonly buckets: Buckets;
  /** Level from which an entry that is not through counts. */
  readonly from_level: number;
  count: number;
  /** Entries before this one are past their window. */
  live: number;
  group: number;
  /** entry -> bucket, ascending. */
  bucket: Int32Array;
  /** entry -> its last first step. */
  last_ms: Float64Array;
  /** entry -> steps reached; steps of the plan = through. */
  level: Int32Array;
  /** entry -> when it reached its level. */
  level_ms: Float64Array;
  /** entry -> CLEAN, SPOILT or CROSSED. */
  exclusion: Uint8Array;
  /** entry * steps + stage -> start of the attempt in that stage, EMPTY when there is none. */
  start_ms: Float64Array;
  /** The same index -> 1: an exclusion spoilt the attempt before its next step. */
  excluded: Uint8Array;
}

export function newEntries(plan: FunnelPlan, strict: boolean, buckets: Buckets, from_level: number): Entries {
  return { plan, strict, buckets, from_level, count: 0, live: 0, group: 0, ...arrays(16, plan.steps) };
}

type Arrays = Pick<Entries, 'bucket' | 'last_ms' | 'level' | 'level_ms' | 'exclusion' | 'start_ms' | 'excluded'>;

function arrays(capacity: number, steps: number): Arrays {
  return {
    bucket: new Int32Array(capacity),
    last_ms: new Float64Array(capacity),
    level: new Int32Array(capacity),
    level_ms: new Float64Array(capacity),
    exclusion: new Uint8Array(capacity),
    start_ms: new Float64Array(capacity * steps),
    excluded: new Uint8Array(capacity * steps),
  };
}

/** Adds the entries of one actor, judged for one group of the breakdown. */
export function judgeEntries(entries: Entries, events: ActorEvents, group: number, tally: EntryTally): void {
  entries.count = 0;
  entries.live = 0;
  entries.group = group;
  const { time_ms, length } = events;
  let begin = 0;
  while (begin < length) {
    const time = time_ms[begin]!;
    let end = begin + 1;
    while (end < length && time_ms[end] === time) end++;
    retire(entries, time);
    if (end === begin + 1 || areAlike(events, begin, end)) {
      for (let at = begin; at < end; at++) takeEvent(entries, events, at);
    } else takeTogether(entries, events, begin, end);
    begin = end;
  }
  addEntries(entries, tally);
}

/** Entries that no event can move on any more. */
function retire(entries: Entries, time: number): void {
  const { window_ms } = entries.plan;
  while (entries.live < entries.count && time - entries.last_ms[entries.live]! > window_ms) entries.live++;
}

/** An event alone: exclusions first, then its steps from the last to the first, so that it serves no attempt twice. */
function takeEvent(entries: Entries, events: ActorEvents, at: number): void {
  const { steps } = entries.plan;
  const time = events.time_ms[at]!;
  for (let step = steps - 1; step > 0; step--) {
    if (((events.exclusions[at]! >>> step) & 1) === 0) continue;
    for (let entry = entries.live; entry < entries.count; entry++) exclude(entries, entry, step, time);
  }
  takeSteps(entries, events, at);
  if (!entries.strict) return;
  for (let entry = entries.live; entry < entries.count; entry++) clearUnmatched(entries, entry, events.steps[at]!);
}

/**
 * Different events of one instant: those of earlier steps first, so that the stored order changes nothing. Exclusions
 * and the strict reset do not apply, as where only the steps are asked for.
 */
function takeTogether(entries: Entries, events: ActorEvents, begin: number, end: number): void {
  for (let lowest = 0; lowest < entries.plan.steps; lowest++) {
    for (let at = begin; at < end; at++) {
      const mask = events.steps[at]!;
      if (31 - Math.clz32(mask & -mask) === lowest) takeSteps(entries, events, at);
    }
  }
}

function takeSteps(entries: Entries, events: ActorEvents, at: number): void {
  const { steps, value_step } = entries.plan;
  const time = events.time_ms[at]!;
  const mask = events.steps[at]!;
  for (let step = steps - 1; step >= 0; step--) {
    if (((mask >>> step) & 1) === 0) continue;
    if (step === value_step && events.group[at] !== entries.group) continue;
    if (step === 0) enter(entries, time);
    else for (let entry = entries.live; entry < entries.count; entry++) advance(entries, entry, step, time);
  }
}

/** A first step: of a new bucket, or again in the last one. */
function enter(entries: Entries, time: number): void {
  const bucket = bucketOf(entries.buckets, time);
  let entry = entries.count - 1;
  if (entry < 0 || entries.bucket[entry] !== bucket) {
    entry = entries.count++;
    if (entry === entries.bucket.length) grow(entries);
    entries.bucket[entry] = bucket;
    begin(entries, entry, time);
  } else {
    if (isThrough(entries, entry)) return;
    // Back within the window.
    if (entry < entries.live) entries.live = entry;
    if (entries.level[entry] === 1 && entries.exclusion[entry] !== CLEAN) begin(entries, entry, time);
  }
  const stage = entry * entries.plan.steps;
  entries.last_ms[entry] = time;
  entries.start_ms[stage] = time;
  entries.excluded[stage] = 0;
}

function begin(entries: Entries, entry: number, time: number): void {
  const { steps } = entries.plan;
  entries.start_ms.fill(EMPTY, entry * steps, (entry + 1) * steps);
  entries.level[entry] = 1;
  entries.level_ms[entry] = time;
  entries.exclusion[entry] = CLEAN;
}

/** Step `step` (not the first) happened: the attempt of the stage before moves on, if it may. */
function advance(entries: Entries, entry: number, step: number, time: number): void {
  const { steps, window_ms } = entries.plan;
  if (isThrough(entries, entry)) return;
  const stage = entry * steps + step;
  const start = entries.start_ms[stage - 1]!;
  if (!(time - start <= window_ms) || entries.start_ms[stage] === start) return;
  const excluded = entries.excluded[stage - 1] === 1;
  if (!excluded) {
    entries.start_ms[stage] = start;
    entries.excluded[stage] = 0;
  }
  const level = step + 1;
  const reached = entries.level[entry]!;
  const done = level === steps && !excluded;
  if (!done && level <= reached && !(level === reached && entries.exclusion[entry] === EXCLUDED)) return;
  entries.level[entry] = level;
  entries.level_ms[entry] = time;
  entries.exclusion[entry] = excluded ? PASSED : CLEAN;
}

function isThrough(entries: Entries, entry: number): boolean {
  return entries.level[entry] === entries.plan.steps && entries.exclusion[entry] === CLEAN;
}

/** Something that must not happen between `step - 1` and `step`: spoils the attempt that waits for `step`. */
function exclude(entries: Entries, entry: number, step: number, time: number): void {
  const { steps, window_ms } = entries.plan;
  const stage = entry * steps + step;
  const start = entries.start_ms[stage - 1]!;
  if (!(time - start <= window_ms) || entries.start_ms[stage] === start || entries.excluded[stage - 1] === 1) return;
  entries.excluded[stage - 1] = 1;
  if (entries.level[entry] === step && time - entries.level_ms[entry]! <= window_ms) entries.exclusion[entry] = EXCLUDED;
}

/** Strict: an event between two steps that is neither of them ends the attempts that wait there. */
function clearUnmatched(entries: Entries, entry: number, mask: number): void {
  const { steps } = entries.plan;
  for (let stage = 0; stage < steps; stage++) {
    if (((mask >>> stage) & 1) === 0) entries.start_ms[entry * steps + stage] = EMPTY;
  }
}

/** Whoever crossed an exclusion anywhere counts only for what got through. */
function addEntries(entries: Entries, tally: EntryTally): void {
  let has_passed = false;
  for (let entry = 0; entry < entries.count; entry++) if (entries.exclusion[entry] === PASSED) has_passed = true;
  for (let entry = 0; entry < entries.count; entry++) {
    const cell = entries.bucket[entry]! * tally.groups + entries.group;
    if (isThrough(entries, entry)) {
      tally.reached_from[cell]!++;
      tally.reached_to[cell]!++;
    } else if (!has_passed && entries.exclusion[entry] === CLEAN && entries.level[entry]! >= entries.from_level) {
      tally.reached_from[cell]!++;
    }
  }
}

function grow(entries: Entries): void {
  const larger = arrays(entries.bucket.length * 2, entries.plan.steps);
  larger.bucket.set(entries.bucket);
  larger.last_ms.set(entries.last_ms);
  larger.level.set(entries.level);
  larger.level_ms.set(entries.level_ms);
  larger.exclusion.set(entries.exclusion);
  larger.start_ms.set(entries.start_ms);
  larger.excluded.set(entries.excluded);
  Object.assign(entries, larger);
}
