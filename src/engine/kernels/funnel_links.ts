/**
 * Ordered funnels where each step has a run of its own: what the slots of funnel_slots.ts come to, found step by step for
 * all actors of a slice instead of event by event. The rows of a step link to the attempt that waits for them; a step
 * knows an actor's links in order of time, and the first link of the deepest step is the best attempt. First steps, the
 * most rows by far, are no links: only the last one before each second step matters.
 */
import type { FunnelSource, RowWindow } from './actor_events.ts';
import { firstRowOf } from './actor_walk.ts';
import type { Attempts, FunnelPlan } from './attempt.ts';
import { findPlaces } from './slice_actors.ts';

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

/** Of attempts, one for each actor. All grows, and is used again. */
export interface Links {
  /** Attempts there is room for. */
  room: number;
  /** step * room + attempt -> its actor's first link of the step; the next one's is where they end. */
  begin: Uint32Array;
  /** attempt -> place of its actor among those of a step, and of the first step, + 1; 0 = it has no rows. */
  place: Uint32Array;
  home: Uint32Array;
  /** attempt -> 1: its times are not those of each step's first link. */
  is_crossed: Uint8Array;
  /** link -> when the step was done. */
  time_ms: Float64Array;
  /** link -> when its attempt did the first step. */
  start_ms: Float64Array;
  /** link -> the link of the step before. */
  before: Uint32Array;
}

export function newLinks(): Links {
  return { ...ofAttempts(0, 0), ...ofLinks(0) };
}

function ofAttempts(room: number, steps: number): Omit<Links, keyof ReturnType<typeof ofLinks>> {
  return {
    room,
    begin: new Uint32Array(room * steps),
    place: new Uint32Array(room),
    home: new Uint32Array(room),
    is_crossed: new Uint8Array(room),
  };
}

function ofLinks(room: number): Pick<Links, 'time_ms' | 'start_ms' | 'before'> {
  return { time_ms: new Float64Array(room), start_ms: new Float64Array(room), before: new Uint32Array(room) };
}

/** Fills the attempts from `first` on, as far as they get beyond the first step. */
export function linkAttempts(chain: Chain, links: Links, attempts: Attempts, first: number): void {
  const { steps } = chain.plan;
  if (links.room <= attempts.actor.length) Object.assign(links, ofAttempts(attempts.actor.length + 1, steps));
  links.is_crossed.fill(0, first, attempts.count);
  let until = 0;
  for (let step = 1; step < steps; step++) {
    const source = chain.of_step[step]!;
    if (source === null) break;
    reserveLinks(links, until + rowsOf(source, attempts, first));
    findPlaces(source.index, attempts.actor, first, attempts.count, links.place);
    const next =
      step === 1
        ? linkSeconds(chain, source, links, attempts, first)
        : linkLater(chain, source, step, until, links, attempts, first);
    if (next === until) break;
    until = next;
  }
  for (let at = first; at < attempts.count; at++) if (links.is_crossed[at] === 1) retrace(links, attempts, at);
}

/** How many rows of the source there are from the first actor to the last. */
function rowsOf({ stretches }: FunnelSource, { actor, count }: Attempts, first: number): number {
  if (count === first) return 0;
  const { begin } = stretches;
  return (
    begin[firstRowOf(stretches.actor, actor[count - 1]! + 1)]! - begin[firstRowOf(stretches.actor, actor[first]!)]!
  );
}

function reserveLinks(links: Links, count: number): void {
  if (count <= links.time_ms.length) return;
  const larger = ofLinks(2 ** Math.ceil(Math.log2(count)));
  larger.time_ms.set(links.time_ms);
  larger.start_ms.set(links.start_ms);
  larger.before.set(links.before);
  Object.assign(links, larger);
}

/** Second steps, each with the last first step up to its time. Returns the link past the last one. */
function linkSeconds(
  { plan, window, entrance }: Chain,
  source: FunnelSource,
  { begin, place, home, room, time_ms, start_ms }: Links,
  { actor, count, level, time_ms: best_ms }: Attempts,
  first: number,
): number {
  const { time_ms: entered_ms, steps: is_first, stretches } = entrance;
  const { time_ms: row_ms, steps: is_second } = source;
  const [home_begin, place_begin] = [stretches.begin, source.stretches.begin];
  const [best_start_ms, best_second_ms] = [best_ms[0]!, best_ms[1]!];
  findPlaces(entrance.index, actor, first, count, home);
  let link = 0;
  for (let at = first; at < count; at++) {
    begin[room + at] = link;
    if (place[at] === 0) continue;
    const until = home_begin[home[at]!]!;
    const end = place_begin[place[at]!]!;
    let passed = home_begin[home[at]! - 1]!;
    let start = NEVER;
    for (let row = place_begin[place[at]! - 1]!; row < end && row_ms[row]! < window.until_ms; row++) {
      if (is_second !== null && is_second[row] === 0) continue;
      const time = row_ms[row]!;
      const next = rowAfter(entered_ms, passed, until, time);
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
    const found = begin[room + at]!;
    if (link === found) continue;
    level[at] = 2;
    best_start_ms[at] = start_ms[found]!;
    best_second_ms[at] = time_ms[found]!;
  }
  begin[room + count] = link;
  return link;
}

/** So many rows are passed at once while all of them are early enough. */
const LEAP_ROWS = 16;

/**
 * The first of the rows [begin, until) after that time. The last few are counted, as where to stop is anybody's guess: so
 * the processor is with the next actors' rows already while those of this one are on their way.
 */
function rowAfter(time_ms: Float64Array, begin: number, until: number, time: number): number {
  let row = begin;
  while (row + LEAP_ROWS < until && time_ms[row + LEAP_ROWS]! <= time) row += LEAP_ROWS;
  const end = Math.min(row + LEAP_ROWS, until);
  let count = 0;
  for (let at = row; at < end; at++) count += Number(time_ms[at]! <= time);
  return row + count;
}

/** The last of the rows [begin, until) that counts; one before them all = none. */
function lastMarked(steps: Uint32Array, begin: number, until: number): number {
  let row = until - 1;
  while (row >= begin && steps[row] === 0) row--;
  return row;
}

/** Rows of a later step, each with the latest of the actor's links of the step before. New links begin with `links`. */
function linkLater(
  { plan, window }: Chain,
  source: FunnelSource,
  step: number,
  first_link: number,
  { begin, place, room, is_crossed, time_ms, start_ms, before }: Links,
  { count, level, time_ms: best_ms }: Attempts,
  first: number,
): number {
  const { time_ms: row_ms, steps: is_step } = source;
  const place_begin = source.stretches.begin;
  const found_ms = best_ms[step]!;
  const is_last = step === plan.steps - 1;
  const to = step * room;
  const from = to - room;
  let link = first_link;
  for (let at = first; at < count; at++) {
    begin[to + at] = link;
    const since = begin[from + at]!;
    const until = begin[from + at + 1]!;
    if (since === until || place[at] === 0) continue;
    const end = place_begin[place[at]!]!;
    let waiting = since;
    let start = NEVER;
    for (let row = place_begin[place[at]! - 1]!; row < end && row_ms[row]! < window.until_ms; row++) {
      const time = row_ms[row]!;
      if (time < time_ms[since]! || (is_step !== null && is_step[row] === 0)) continue;
      while (waiting + 1 < until && time_ms[waiting + 1]! <= time) waiting++;
      if (!(time - start_ms[waiting]! <= plan.window_ms) || start_ms[waiting] === start) continue;
      start = start_ms[waiting]!;
      start_ms[link] = start;
      before[link] = waiting;
      time_ms[link++] = time;
      // Nothing can better an attempt that is through.
      if (is_last) break;
    }
    const found = begin[to + at]!;
    if (link === found) continue;
    level[at] = step + 1;
    found_ms[at] = time_ms[found]!;
    if (before[found] !== since) is_crossed[at] = 1;
  }
  begin[to + count] = link;
  return link;
}

/** The times of an attempt whose deepest link does not go back to the first one of each step. */
function retrace({ begin, room, time_ms, start_ms, before }: Links, attempts: Attempts, at: number): void {
  const { level, time_ms: best_ms } = attempts;
  let link = begin[(level[at]! - 1) * room + at]!;
  best_ms[0]![at] = start_ms[link]!;
  for (let step = level[at]! - 1; step > 0; step--) {
    best_ms[step]![at] = time_ms[link]!;
    link = before[link]!;
  }
}

/** The times of those who did the first step only; whoever did not do even that does not count. */
export function enterAttempts(
  { entrance, window }: Chain,
  { home }: Links,
  { count, actor, level, time_ms }: Attempts,
  first: number,
): void {
  const { begin } = entrance.stretches;
  findPlaces(entrance.index, actor, first, count, home);
  for (let at = first; at < count; at++) {
    if (level[at] !== 1) continue;
    const row = entranceRow(entrance, begin[home[at]! - 1]!, begin[home[at]!]!, window);
    if (row < 0) level[at] = 0;
    else time_ms[0]![at] = entrance.time_ms[row]!;
  }
}

/** Of the rows [begin, until) of one actor the first that counts, -1 = none. */
export function entranceRow(
  { time_ms, steps }: FunnelSource,
  begin: number,
  until: number,
  { from_ms, until_ms }: RowWindow,
): number {
  for (let row = begin; row < until && time_ms[row]! < until_ms; row++) {
    if (time_ms[row]! >= from_ms && (steps === null || steps[row] !== 0)) return row;
  }
  return -1;
}

/** When the first attempt began that got to the second step; of who has one. */
export function firstStart({ begin, start_ms, room }: Links, at: number): number {
  return start_ms[begin[room + at]!]!;
}
