/**
 * Ordered funnels in place, step by step for a slice of actors: same result as stages.ts without visiting every event.
 * Input: one run per step. Output: best attempt per actor. First steps have by far the most rows, but only the last one
 * before each second step matters. Most actors then have a single attempt: each later step is its first row in time.
 * For the others, every row of a step links to the attempt that waits for it:
 * second  b1   b2      link: time, start of its attempt, link of the step before
 *          \     \
 * third     c1    c2   the first link of the deepest step is the best attempt
 * Cost: one step per row of the later steps, about one look per 16 first-step rows.
 */

import { firstRowOf } from '../../frame/actor_walk.ts';
import type { FunnelSource, RowWindow } from './actor_events.ts';
import type { Attempts, FunnelPlan } from './attempt.ts';
import { findRanks, rankOf } from './slice_actors.ts';

const NEVER = Number.NEGATIVE_INFINITY;

/** The question, with its sources sorted by role. */
export interface Chain {
  readonly plan: FunnelPlan;
  readonly window: RowWindow;
  readonly sources: readonly FunnelSource[];
  readonly entrance: FunnelSource;
  /** step -> its source, null = no rows. */
  readonly of_step: readonly (FunnelSource | null)[];
  /** Sources of exclusions. */
  readonly exclusions: readonly FunnelSource[];
}

/** null if a run serves several steps, a step has several runs, or the first step has no rows. */
export function newChain(sources: readonly FunnelSource[], window: RowWindow, plan: FunnelPlan): Chain | null {
  const of_step = sourceOfSteps(sources, plan.steps);
  if (of_step === null) return null;
  const exclusions = sources.filter(({ exclusions_any }) => exclusions_any !== 0);
  return { plan, window, sources, entrance: of_step[0]!, of_step, exclusions };
}

/** step -> its only source; null if sources and steps do not pair up, or the first step has no rows. */
export function sourceOfSteps(sources: readonly FunnelSource[], steps: number): (FunnelSource | null)[] | null {
  const of_step = new Array<FunnelSource | null>(steps).fill(null);
  for (const source of sources) {
    const { steps_any, exclusions_any } = source;
    if (steps_any === 0) continue;
    const step = 31 - Math.clz32(steps_any);
    if (steps_any !== 1 << step || exclusions_any !== 0 || of_step[step] !== null) return null;
    of_step[step] = source;
  }
  return of_step[0] === null ? null : of_step;
}

/**
 * Links of a slice's attempts. Only attempts with several possible starts are numbered; the others need no links.
 * Buffers grow and are reused.
 */
export interface Links {
  /** Capacity in attempts. */
  room: number;
  /** attempt -> rank + 1 of its actor in a step's run, and in the first step's; 0 = no rows. */
  rank: Uint32Array;
  entrance_rank: Uint32Array;
  /** attempt -> its number + 1; 0 = not numbered. */
  number: Uint32Array;
  /** Attempts that are numbered. */
  several: number;
  /** number -> attempt, ascending. */
  attempt: Uint32Array;
  /** number -> steps reached. */
  level: Uint8Array;
  /** step * room + number -> first link of the step; the next number's entry is the end. */
  begin: Uint32Array;
  /** link -> time of the step. */
  time_ms: Float64Array;
  /** link -> time of the first step of its attempt. */
  start_ms: Float64Array;
  /** link -> link of the step before. */
  before: Uint32Array;
}

export function newLinks(): Links {
  return { ...ofAttempts(0, 0), ...ofLinks(0), several: 0 };
}

function ofAttempts(room: number, steps: number): Omit<Links, 'time_ms' | 'start_ms' | 'before' | 'several'> {
  return {
    room,
    rank: new Uint32Array(room),
    entrance_rank: new Uint32Array(room),
    number: new Uint32Array(room),
    attempt: new Uint32Array(room),
    level: new Uint8Array(room),
    begin: new Uint32Array(room * steps),
  };
}

function ofLinks(room: number): Pick<Links, 'time_ms' | 'start_ms' | 'before'> {
  return { time_ms: new Float64Array(room), start_ms: new Float64Array(room), before: new Uint32Array(room) };
}

/** Advances the attempts from index `first` on beyond the first step. */
export function linkAttempts(chain: Chain, links: Links, attempts: Attempts, first: number): void {
  const { actor, count, level, time_ms } = attempts;
  if (links.room <= actor.length) Object.assign(links, ofAttempts(actor.length + 1, chain.plan.steps));
  const [second, ...later] = chain.of_step.slice(1);
  links.several = 0;
  links.number.fill(0, first, count);
  if (second === undefined || second === null) return;
  reserveLinks(links, rowsOf(second, attempts, first));
  findRanks(second.index, actor, first, count, links.rank);
  let until = linkSeconds(chain, second, links, attempts, first);
  for (const [at, source] of later.entries()) {
    const step = at + 2;
    if (source === null) break;
    findRanks(source.index, actor, first, count, links.rank);
    followAlone(chain, step, links, attempts, first);
    if (links.several === 0) continue;
    reserveLinks(links, until + rowsOf(source, attempts, first));
    until = linkSeveral(chain, source, step, until, links);
  }
  for (let number = 0; number < links.several; number++) chooseBest(links, level, time_ms, number);
}

/** Rows of the source between the first and the last actor. */
function rowsOf({ ranges }: FunnelSource, { actor, count }: Attempts, first: number): number {
  if (count === first) return 0;
  const { begin } = ranges;
  return begin[firstRowOf(ranges.actor, actor[count - 1]! + 1)]! - begin[firstRowOf(ranges.actor, actor[first]!)]!;
}

function reserveLinks(links: Links, count: number): void {
  if (count <= links.time_ms.length) return;
  const larger = ofLinks(2 ** Math.ceil(Math.log2(count)));
  larger.time_ms.set(links.time_ms);
  larger.start_ms.set(links.start_ms);
  larger.before.set(links.before);
  Object.assign(links, larger);
}

/**
 * Links second steps to the last first step before each. Returns the link past the last one. Single attempts leave no
 * links; the others get level 0 until chooseBest.
 */
function linkSeconds(
  { plan, window, entrance }: Chain,
  source: FunnelSource,
  links: Links,
  { actor, count, level, time_ms: best_ms }: Attempts,
  first: number,
): number {
  const { begin, rank, entrance_rank, room, time_ms, start_ms } = links;
  const { time_ms: entered_ms, steps: is_first, ranges } = entrance;
  const { time_ms: row_ms, steps: is_second } = source;
  const [entrance_begin, rank_begin] = [ranges.begin, source.ranges.begin];
  const [best_start_ms, best_second_ms] = [best_ms[0]!, best_ms[1]!];
  findRanks(entrance.index, actor, first, count, entrance_rank);
  let found = 0;
  for (let at = first; at < count; at++) {
    if (rank[at] === 0) continue;
    const until = entrance_begin[entrance_rank[at]!]!;
    const end = rank_begin[rank[at]!]!;
    let link = found;
    let passed = entrance_begin[entrance_rank[at]! - 1]!;
    let start = NEVER;
    for (let row = rank_begin[rank[at]! - 1]!; row < end && row_ms[row]! < window.until_ms; row++) {
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
    if (link === found) continue;
    level[at] = 2;
    best_start_ms[at] = start_ms[found]!;
    best_second_ms[at] = time_ms[found]!;
    if (link === found + 1) continue;
    level[at] = 0;
    begin[room + links.several] = found;
    links.level[links.several] = 2;
    links.attempt[links.several++] = at;
    links.number[at] = links.several;
    found = link;
  }
  begin[room + links.several] = found;
  return found;
}

/** Rows leapt over at once while all are early enough. */
const LEAP_ROWS = 16;

/**
 * First row in [begin, until) after that time. The tail is counted without branches: its length is unpredictable, and
 * a mispredicted branch would keep the processor from starting on the next actor.
 */
function rowAfter(time_ms: Float64Array, begin: number, until: number, time: number): number {
  let row = begin;
  while (row + LEAP_ROWS < until && time_ms[row + LEAP_ROWS]! <= time) row += LEAP_ROWS;
  const end = Math.min(row + LEAP_ROWS, until);
  let count = 0;
  for (let at = row; at < end; at++) count += Number(time_ms[at]! <= time);
  return row + count;
}

/** Last row in [begin, until) that does the step; begin - 1 = none. */
function lastMarked(steps: Uint32Array, begin: number, until: number): number {
  let row = until - 1;
  while (row >= begin && steps[row] === 0) row--;
  return row;
}

/** Advances single attempts to a later step: its first row since the step before. */
function followAlone(
  { plan, window, of_step }: Chain,
  step: number,
  { rank }: Links,
  { count, level, time_ms: best_ms }: Attempts,
  first: number,
): void {
  const source = of_step[step]!;
  const { time_ms: row_ms, steps: is_step } = source;
  const { begin } = source.ranges;
  const [start_ms, before_ms, found_ms] = [best_ms[0]!, best_ms[step - 1]!, best_ms[step]!];
  for (let at = first; at < count; at++) {
    if (level[at] !== step || rank[at] === 0) continue;
    const end = begin[rank[at]!]!;
    const since = before_ms[at]!;
    let row = begin[rank[at]! - 1]!;
    while (row < end && (row_ms[row]! < since || (is_step !== null && is_step[row] === 0))) row++;
    if (row === end || row_ms[row]! >= window.until_ms || !(row_ms[row]! - start_ms[at]! <= plan.window_ms)) continue;
    found_ms[at] = row_ms[row]!;
    level[at] = step + 1;
  }
}

/**
 * Advances numbered attempts to a later step: each row continues the latest link of the step before. New links start
 * at `first_link`.
 */
function linkSeveral(
  { plan, window }: Chain,
  source: FunnelSource,
  step: number,
  first_link: number,
  { several, attempt, rank, level, begin, room, time_ms, start_ms, before }: Links,
): number {
  const { time_ms: row_ms, steps: is_step, ranges } = source;
  const is_last = step === plan.steps - 1;
  const to = step * room;
  const from = to - room;
  let link = first_link;
  for (let number = 0; number < several; number++) {
    begin[to + number] = link;
    const since = begin[from + number]!;
    const until = begin[from + number + 1]!;
    const at = rank[attempt[number]!]!;
    if (level[number] !== step || at === 0) continue;
    const end = ranges.begin[at]!;
    let waiting = since;
    let start = NEVER;
    for (let row = ranges.begin[at - 1]!; row < end && row_ms[row]! < window.until_ms; row++) {
      const time = row_ms[row]!;
      if (time < time_ms[since]! || (is_step !== null && is_step[row] === 0)) continue;
      while (waiting + 1 < until && time_ms[waiting + 1]! <= time) waiting++;
      if (!(time - start_ms[waiting]! <= plan.window_ms) || start_ms[waiting] === start) continue;
      start = start_ms[waiting]!;
      start_ms[link] = start;
      before[link] = waiting;
      time_ms[link++] = time;
      // An attempt that got through cannot be beaten.
      if (is_last) break;
    }
    if (link > begin[to + number]!) level[number] = step + 1;
  }
  begin[to + several] = link;
  return link;
}

/** The first link of the deepest step is the best attempt. */
function chooseBest(links: Links, level: Uint8Array, best_ms: readonly Float64Array[], number: number): void {
  const at = links.attempt[number]!;
  const reached = links.level[number]!;
  let link = links.begin[(reached - 1) * links.room + number]!;
  level[at] = reached;
  best_ms[0]![at] = links.start_ms[link]!;
  for (let step = reached - 1; step > 0; step--) {
    best_ms[step]![at] = links.time_ms[link]!;
    link = links.before[link]!;
  }
}

/** Fills in the time of actors who did the first step only; drops those who did not do it in the window. */
export function enterAttempts({ entrance, window }: Chain, { count, actor, level, time_ms }: Attempts): void {
  const { begin } = entrance.ranges;
  for (let at = 0; at < count; at++) {
    if (level[at] !== 1) continue;
    const rank = rankOf(entrance.index, actor[at]!);
    const row = entranceRow(entrance, begin[rank]!, begin[rank + 1]!, window);
    if (row < 0) level[at] = 0;
    else time_ms[0]![at] = entrance.time_ms[row]!;
  }
}

/** First row in [begin, until) of one actor that does the step, -1 = none. */
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
