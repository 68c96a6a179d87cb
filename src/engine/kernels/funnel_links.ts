/**
 * Ordered funnels where each step has a run of its own: what the slots of funnel_slots.ts come to, found step by step for
 * all actors of a slice instead of event by event. The rows of a step link to the attempt that waits for them; a step
 * knows an actor's links in order of time, and the first link of the deepest step is the best attempt. First steps, the
 * most rows by far, are no links: only the last one before each second step matters.
 */
import type { FunnelSource, RowWindow } from './actor_events.ts';
import { firstRowOf } from './actor_walk.ts';
import { type Attempts, type FunnelPlan, reserveAttempts } from './attempt.ts';
import { type ActorList, newActorList, placeOf } from './slice_actors.ts';

const NONE = -1;
const NEVER = Number.NEGATIVE_INFINITY;

/** What is asked. */
export interface Chain {
  readonly plan: FunnelPlan;
  readonly window: RowWindow;
  readonly sources: readonly FunnelSource[];
  readonly entrance: FunnelSource;
  /** step -> its source, null where nobody does it. */
  readonly of_step: readonly (FunnelSource | null)[];
  /** Sources of exclusions. */
  readonly gaps: readonly FunnelSource[];
}

/** null where a run is for several steps, or a step in several runs, or nobody does the first step. */
export function newChain(sources: readonly FunnelSource[], window: RowWindow, plan: FunnelPlan): Chain | null {
  const of_step = sourceOfSteps(sources, plan.steps);
  if (of_step === null) return null;
  const gaps = sources.filter(({ gaps_any }) => gaps_any !== 0);
  return { plan, window, sources, entrance: of_step[0]!, of_step, gaps };
}

/** step -> its one source; null where sources and steps do not pair, or nobody does the first step. */
export function sourceOfSteps(sources: readonly FunnelSource[], steps: number): (FunnelSource | null)[] | null {
  const of_step = new Array<FunnelSource | null>(steps).fill(null);
  for (const source of sources) {
    const { steps_any, gaps_any } = source;
    if (steps_any === 0) continue;
    const step = 31 - Math.clz32(steps_any);
    if (steps_any !== 1 << step || gaps_any !== 0 || of_step[step] !== null) return null;
    of_step[step] = source;
  }
  return of_step[0] === null ? null : of_step;
}

/** Of the actors of the list. */
export interface Links extends ActorList {
  /** position -> steps of its deepest attempt; 1 where nothing links, whether or not it entered. */
  level: Uint8Array;
  /** position -> its first link of that step. */
  deepest: Uint32Array;
  /** position -> 1: an exclusion spoils something, which is left to the slots. */
  is_spoilt: Uint8Array;
  /** step * room for positions + position -> the actor's first link of the step; the next position's is where they end. */
  begin: Uint32Array;
  /** link -> when the step was done. */
  time_ms: Float64Array;
  /** link -> when its attempt did the first step. */
  start_ms: Float64Array;
  /** link -> the link of the step before. */
  before: Uint32Array;
}

export function newLinks(): Links {
  return { ...newActorList(), ...positions(0, 0), ...links(0) };
}

function positions(room: number, steps: number): Pick<Links, 'level' | 'deepest' | 'is_spoilt' | 'begin'> {
  return {
    level: new Uint8Array(room),
    deepest: new Uint32Array(room),
    is_spoilt: new Uint8Array(room),
    begin: new Uint32Array(room * steps),
  };
}

function links(room: number): Pick<Links, 'time_ms' | 'start_ms' | 'before'> {
  return { time_ms: new Float64Array(room), start_ms: new Float64Array(room), before: new Uint32Array(room) };
}

/** As if the actors of the list had done the first step and no more. */
export function clearLinks({ plan }: Chain, held: Links): void {
  const room = held.actor.length;
  if (held.level.length !== room) Object.assign(held, positions(room, plan.steps));
  held.level.fill(1, 0, held.count);
  held.is_spoilt.fill(0, 0, held.count);
}

/** Links the rows of later steps. */
export function linkActors(chain: Chain, held: Links): void {
  let until = 0;
  for (let step = 1; step < chain.plan.steps; step++) {
    const source = chain.of_step[step]!;
    if (source === null) break;
    reserveLinks(held, until + rowsOf(source, held));
    const next = step === 1 ? linkSeconds(chain, source, held) : linkLater(chain, source, step, until, held);
    if (next === until) break;
    until = next;
  }
}

/** How many rows of the source there are from the first actor to the last. */
function rowsOf({ stretches }: FunnelSource, { actor, count }: Links): number {
  if (count === 0) return 0;
  const { begin } = stretches;
  return begin[firstRowOf(stretches.actor, actor[count - 1]! + 1)]! - begin[firstRowOf(stretches.actor, actor[0]!)]!;
}

function reserveLinks(held: Links, count: number): void {
  if (count <= held.time_ms.length) return;
  const larger = links(2 ** Math.ceil(Math.log2(count)));
  larger.time_ms.set(held.time_ms);
  larger.start_ms.set(held.start_ms);
  larger.before.set(held.before);
  Object.assign(held, larger);
}

/** So many rows are passed at once while all of them are early enough. */
const LEAP_ROWS = 16;

/** Second steps, each with the last first step up to its time. Returns the link past the last one. */
function linkSeconds({ plan, window, entrance }: Chain, source: FunnelSource, held: Links): number {
  const { actor, count, begin, level, deepest, time_ms, start_ms } = held;
  const { time_ms: entered_ms, steps: is_first } = entrance;
  const { time_ms: row_ms, steps: is_second } = source;
  const positions = actor.length;
  let link = 0;
  for (let at = 0; at < count; at++) {
    begin[positions + at] = link;
    const place = placeOf(source.places, actor[at]!);
    if (place < 0) continue;
    const home = placeOf(entrance.places, actor[at]!);
    const until = entrance.stretches.begin[home + 1]!;
    const end = source.stretches.begin[place + 1]!;
    let passed = entrance.stretches.begin[home]!;
    let start = NEVER;
    for (let row = source.stretches.begin[place]!; row < end && row_ms[row]! < window.until_ms; row++) {
      if (is_second !== null && is_second[row] === 0) continue;
      const time = row_ms[row]!;
      let next = passed;
      while (next + LEAP_ROWS < until && entered_ms[next + LEAP_ROWS]! <= time) next += LEAP_ROWS;
      while (next < until && entered_ms[next]! <= time) next++;
      const last = is_first === null ? next - 1 : lastMarked(is_first, passed, next);
      const is_new = last >= passed;
      passed = next;
      if (!is_new || !(time - entered_ms[last]! <= plan.window_ms) || entered_ms[last]! < window.from_ms) continue;
      if (entered_ms[last] === start) continue;
      start = entered_ms[last]!;
      start_ms[link] = start;
      time_ms[link++] = time;
      if (plan.steps === 2) break;
    }
    if (link === begin[positions + at]) continue;
    level[at] = 2;
    deepest[at] = begin[positions + at]!;
  }
  begin[positions + count] = link;
  return link;
}

/** The last of the rows [begin, until) that counts; one before them all = none. */
function lastMarked(steps: Uint32Array, begin: number, until: number): number {
  let row = until - 1;
  while (row >= begin && steps[row] === 0) row--;
  return row;
}

/** Rows of a later step, each with the latest of the actor's links of the step before. New links begin with `link`. */
function linkLater({ plan, window }: Chain, source: FunnelSource, step: number, first: number, held: Links): number {
  const { actor, count, begin, level, deepest, time_ms, start_ms, before } = held;
  const { time_ms: row_ms, steps: is_step } = source;
  const is_last = step === plan.steps - 1;
  const to = step * actor.length;
  const from = to - actor.length;
  let link = first;
  for (let at = 0; at < count; at++) {
    begin[to + at] = link;
    let waiting = begin[from + at]!;
    const until = begin[from + at + 1]!;
    if (waiting === until) continue;
    const place = placeOf(source.places, actor[at]!);
    if (place < 0) continue;
    const end = source.stretches.begin[place + 1]!;
    const since = time_ms[waiting]!;
    let start = NEVER;
    for (let row = source.stretches.begin[place]!; row < end && row_ms[row]! < window.until_ms; row++) {
      const time = row_ms[row]!;
      if (time < since || (is_step !== null && is_step[row] === 0)) continue;
      while (waiting + 1 < until && time_ms[waiting + 1]! <= time) waiting++;
      if (!(time - start_ms[waiting]! <= plan.window_ms) || start_ms[waiting] === start) continue;
      start = start_ms[waiting]!;
      start_ms[link] = start;
      before[link] = waiting;
      time_ms[link++] = time;
      // Nothing can better an attempt that is through.
      if (is_last) break;
    }
    if (link === begin[to + at]) continue;
    level[at] = step + 1;
    deepest[at] = begin[to + at]!;
  }
  begin[to + count] = link;
  return link;
}

/** Marks whom an exclusion of the source meets while an attempt waits for a step before which it must not happen. */
export function markSpoilt(chain: Chain, source: FunnelSource, held: Links): void {
  const { actor, count, level, deepest, is_spoilt } = held;
  const { time_ms, gaps, gaps_any } = source;
  const { window, plan } = chain;
  for (let at = 0; at < count; at++) {
    const place = placeOf(source.places, actor[at]!);
    if (place < 0) continue;
    // Once an attempt is through nothing can spoil it.
    const until_ms = level[at] === plan.steps ? held.time_ms[deepest[at]!]! : window.until_ms;
    const end = source.stretches.begin[place + 1]!;
    for (let row = source.stretches.begin[place]!; row < end && time_ms[row]! < until_ms; row++) {
      if (time_ms[row]! < window.from_ms) continue;
      const bits = gaps === null ? gaps_any : gaps[row]!;
      if (isAnyAwaited(chain, held, at, bits, time_ms[row]!)) is_spoilt[at] = 1;
    }
  }
}

/** Whether at that time an attempt waits for one of the steps (bits): it has not done it, and is within its window. */
function isAnyAwaited(chain: Chain, held: Links, at: number, steps: number, time: number): boolean {
  for (let bits = steps; bits !== 0; bits &= bits - 1) {
    const step = 31 - Math.clz32(bits & -bits);
    if (step > held.level[at]!) continue;
    const start = startAt(chain, held, at, step - 1, time);
    if (time - start <= chain.plan.window_ms && startAt(chain, held, at, step, time) !== start) return true;
  }
  return false;
}

/** When the first attempt began that got to the second step; of who has one. */
export function firstStart({ begin, start_ms, actor }: Links, at: number): number {
  return start_ms[begin[actor.length + at]!]!;
}

/** Start of the attempt that was the last to do the step by then; minus infinity = none was. */
function startAt(chain: Chain, held: Links, at: number, step: number, time: number): number {
  if (step === 0) return enteredAt(chain, held.actor[at]!, time);
  if (step >= held.level[at]!) return NEVER;
  const { begin, time_ms, start_ms, actor } = held;
  const first = begin[step * actor.length + at]!;
  let link = begin[step * actor.length + at + 1]! - 1;
  while (link >= first && time_ms[link]! > time) link--;
  return link < first ? NEVER : start_ms[link]!;
}

function enteredAt({ entrance, window }: Chain, actor: number, time: number): number {
  const { stretches, places, time_ms, steps } = entrance;
  const place = placeOf(places, actor);
  const first = stretches.begin[place]!;
  let row = stretches.begin[place + 1]! - 1;
  while (row >= first && (time_ms[row]! > time || (steps !== null && steps[row] === 0))) row--;
  return row < first || time_ms[row]! < window.from_ms ? NEVER : time_ms[row]!;
}

/** Adds the best attempts, of at least so many steps, of those whom no exclusion meets. */
export function addLinked(chain: Chain, held: Links, needs: number, attempts: Attempts): void {
  const { count, actor, group, level, deepest, is_spoilt, time_ms, start_ms, before } = held;
  reserveAttempts(attempts, count);
  const { steps, time_ms: done_ms } = attempts;
  let to = attempts.count;
  for (let at = 0; at < count; at++) {
    const reached = level[at]!;
    if (reached < needs || is_spoilt[at] === 1) continue;
    if (reached === 1) {
      const row = entranceRow(chain.entrance, actor[at]!, chain.window);
      if (row < 0) continue;
      done_ms[to * steps] = chain.entrance.time_ms[row]!;
    } else {
      let link = deepest[at]!;
      done_ms[to * steps] = start_ms[link]!;
      for (let step = reached - 1; step > 0; step--) {
        done_ms[to * steps + step] = time_ms[link]!;
        link = before[link]!;
      }
    }
    attempts.actor[to] = actor[at]!;
    attempts.group[to] = group[at]!;
    attempts.level[to++] = reached;
  }
  attempts.count = to;
}

/** The first of the actor's first steps that counts, -1 = none. */
export function entranceRow(
  { time_ms, steps, places, stretches }: FunnelSource,
  actor: number,
  { from_ms, until_ms }: RowWindow,
): number {
  const place = placeOf(places, actor);
  const end = stretches.begin[place + 1]!;
  for (let row = stretches.begin[place]!; row < end && time_ms[row]! < until_ms; row++) {
    if (time_ms[row]! >= from_ms && (steps === null || steps[row] !== 0)) return row;
  }
  return NONE;
}
