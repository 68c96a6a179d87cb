/**
 * Ordered and strict funnels over time, event by event, for one actor.
 * Input: the actor's events in time order. Output: per bucket, whether the actor entered and got through. Every bucket
 * with a first step is an entry with stages of its own (see stages.ts). A first step refreshes its bucket's entry; a
 * later step advances all entries still inside their window. An entry that got through is final. Cost: events x live
 * entries.
 */
import { type Buckets, bucketOf } from '../../frame/buckets.ts';
import { type ActorEvents, orderInstants } from './actor_events.ts';
import type { FunnelPlan } from './attempt.ts';
import type { EntryTally } from './entry_tally.ts';
import { areAlike } from './stages.ts';

const EMPTY = Number.NEGATIVE_INFINITY;

/** State of an entry's deepest level: no exclusion met; one met; one met and the next step done anyway. */
const CLEAN = 0;
const EXCLUDED = 1;
const PASSED = 2;

export interface Entries {
  /** Ends at `to_step`: an entry that does the plan's last step is through. */
  readonly plan: FunnelPlan;
  readonly strict: boolean;
  readonly buckets: Buckets;
  /** Level from which an entry counts even if it is not through. */
  readonly from_level: number;
  count: number;
  /** Entries before this index are past their window. */
  live: number;
  group: number;
  /** entry -> bucket, ascending. */
  bucket: Int32Array;
  /** entry -> time of its latest first step. */
  last_ms: Float64Array;
  /** entry -> steps reached; plan.steps = through. */
  level: Int32Array;
  /** entry -> time it reached its level. */
  level_ms: Float64Array;
  /** entry -> CLEAN, EXCLUDED or PASSED. */
  exclusion: Uint8Array;
  /** entry * steps + stage -> start of the attempt in that stage, EMPTY = none. */
  start_ms: Float64Array;
  /** Same index -> 1: the attempt met an exclusion before its next step. */
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

/** Adds the entries of one actor, judged for one group. */
export function judgeEntries(entries: Entries, events: ActorEvents, group: number, tally: EntryTally): void {
  entries.count = 0;
  entries.live = 0;
  entries.group = group;
  const { time_ms, length } = events;
  orderInstants(events);
  let begin = 0;
  while (begin < length) {
    const time = time_ms[begin]!;
    let end = begin + 1;
    while (end < length && time_ms[end] === time) end++;
    retire(entries, time);
    if (end === begin + 1 || areAlike(events, begin, end)) {
      for (let at = begin; at < end; at++) takeEvent(entries, events, at);
      // Of different events at one instant, exclusions and the strict reset do not apply, as in stages.ts.
    } else for (let at = begin; at < end; at++) takeSteps(entries, events, at);
    begin = end;
  }
  addEntries(entries, tally);
}

/** Retires entries whose window is over. */
function retire(entries: Entries, time: number): void {
  const { window_ms } = entries.plan;
  while (entries.live < entries.count && time - entries.last_ms[entries.live]! > window_ms) entries.live++;
}

/** A single event: exclusions first, then its steps from last to first, so that it serves each attempt once. */
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

/** A first step: opens an entry for a new bucket, or refreshes the latest one. */
function enter(entries: Entries, time: number): void {
  const { buckets } = entries;
  let entry = entries.count - 1;
  // Events come in time order, so this one is in the last bucket unless that is over.
  if (entry < 0 || time >= buckets.bounds_ms[entries.bucket[entry]! + 2]!) {
    entry = entries.count++;
    if (entry === entries.bucket.length) grow(entries);
    entries.bucket[entry] = bucketOf(buckets, time);
    begin(entries, entry, time);
  } else {
    if (isThrough(entries, entry)) return;
    // The entry is inside its window again.
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
  // `fill` is slower for so few values.
  for (let slot = 0; slot < steps; slot++) entries.start_ms[entry * steps + slot] = EMPTY;
  entries.level[entry] = 1;
  entries.level_ms[entry] = time;
  entries.exclusion[entry] = CLEAN;
}

/** Step `step` (not the first) happened: advances the attempt waiting in the stage before. */
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

/** An exclusion between `step - 1` and `step`: marks the attempt that waits for `step`. */
function exclude(entries: Entries, entry: number, step: number, time: number): void {
  const { steps, window_ms } = entries.plan;
  const stage = entry * steps + step;
  const start = entries.start_ms[stage - 1]!;
  if (!(time - start <= window_ms) || entries.start_ms[stage] === start || entries.excluded[stage - 1] === 1) return;
  entries.excluded[stage - 1] = 1;
  if (entries.level[entry] === step && time - entries.level_ms[entry]! <= window_ms)
    entries.exclusion[entry] = EXCLUDED;
}

/** Strict: an event that is neither of two adjacent steps ends the attempts waiting between them. */
function clearUnmatched(entries: Entries, entry: number, mask: number): void {
  const { steps } = entries.plan;
  for (let stage = 0; stage < steps; stage++) {
    if (((mask >>> stage) & 1) === 0) entries.start_ms[entry * steps + stage] = EMPTY;
  }
}

/** An actor who passed an exclusion in any entry counts only for entries that got through. */
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
