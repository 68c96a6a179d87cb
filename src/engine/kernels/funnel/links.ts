/**
 * Ordered funnels in place, actor by actor: same result as stages.ts without visiting every event.
 * Input: one run per step. Output: best attempt per actor. Of the first steps, which have by far the most rows, only
 * the last one before each second step matters. Every row of a later step links to the attempt that waits for it:
 * second  b1   b2      link: time, start of its attempt, link of the step before
 *          \     \
 * third     c1    c2   the first link of the deepest step is the best attempt
 * Cost: one step per row of the later steps, about one look per 16 first-step rows.
 */

import { firstRowOf } from '../../frame/actor_walk.ts';
import type { FunnelSource, RowWindow } from './actor_events.ts';
import type { Attempts } from './attempt.ts';
import { type Chain, type Links, reserveLinks } from './chain.ts';
import { isExcluded } from './excluded.ts';
import { findRanks, rankOf } from './slice_actors.ts';

const SECOND = 1;
const NEVER = Number.NEGATIVE_INFINITY;

/** Advances the attempts from index `first` on beyond the first step. Returns attempt -> 1 if it meets an exclusion. */
export function linkAttempts(chain: Chain, links: Links, attempts: Attempts, first: number): Uint8Array {
  const { actor, count } = attempts;
  const { ranks } = links;
  const is_excluded = new Uint8Array(chain.exclusions.length === 0 ? 0 : count);
  if (count === first) return is_excluded;
  const gap = chain.of_step.indexOf(null);
  const sources = chain.of_step.slice(0, gap < 0 ? undefined : gap).map((source) => source!);
  for (const [step, { index }] of sources.entries()) {
    if ((ranks[step]?.length ?? 0) < count) ranks[step] = new Uint32Array(actor.length);
    // Ranks of a whole slice are looked up at once, because independent random reads overlap in the memory system.
    findRanks(index, actor, first, count, ranks[step]!);
  }
  const rows = sources.slice(SECOND).map((source) => rowsOf(source, attempts, first));
  reserveLinks(
    links,
    rows.reduce((sum, some) => sum + some, 0),
  );
  const seconds = ranks[SECOND]!;
  for (let at = first; at < count; at++) {
    if (sources.length > SECOND && seconds[at] !== 0) linkActor(chain, sources, links, attempts, at);
    if (is_excluded.length > 0) is_excluded[at] = Number(isExcluded(chain, links, attempts, at));
  }
  return is_excluded;
}

function linkActor(chain: Chain, sources: readonly FunnelSource[], links: Links, attempts: Attempts, at: number): void {
  const { begin } = links;
  begin[SECOND] = 0;
  let step = SECOND;
  let link = linkSeconds(chain, sources[SECOND]!, links, at);
  while (link > begin[step]! && ++step < sources.length) {
    begin[step] = link;
    link = linkLater(chain, sources[step]!, step, links, at);
  }
  // The end of the deepest step's links; without links, a step was not done.
  begin[step] = link;
  if (step > SECOND) takeBest(links, attempts, step - 1, at);
}

/** How many rows of the source lie between the first and the last actor. */
function rowsOf({ ranges }: FunnelSource, { actor, count }: Attempts, first: number): number {
  const { begin } = ranges;
  return begin[firstRowOf(ranges.actor, actor[count - 1]! + 1)]! - begin[firstRowOf(ranges.actor, actor[first]!)]!;
}

/** Links second steps to the last first step before each. Returns the link past the last one. */
function linkSeconds(
  { plan, window, entrance }: Chain,
  { ranges, time_ms: row_ms, steps: is_second }: FunnelSource,
  { ranks, time_ms, start_ms }: Links,
  at: number,
): number {
  const rank = ranks[SECOND]![at]!;
  const { time_ms: entered_ms, steps: is_first } = entrance;
  const entered = ranks[0]![at]!;
  const until = entrance.ranges.begin[entered]!;
  const end = ranges.begin[rank]!;
  let passed = entrance.ranges.begin[entered - 1]!;
  let start = NEVER;
  let link = 0;
  for (let row = ranges.begin[rank - 1]!; row < end && row_ms[row]! < window.until_ms; row++) {
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
  return link;
}

/** `rowAfter` leaps over this many rows at once while all are early enough. */
const LEAP_ROWS = 16;

/**
 * First row in [begin, until) later than `time`. The tail is counted without branches: its length is unpredictable, and
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

/** Links rows of a later step, each to the latest link of the step before. Returns the link past the last one. */
function linkLater(
  { plan, window }: Chain,
  { ranges, time_ms: row_ms, steps: is_step }: FunnelSource,
  step: number,
  { ranks, begin, time_ms, start_ms, before }: Links,
  at: number,
): number {
  const since = begin[step - 1]!;
  const until = begin[step]!;
  let link = until;
  const rank = ranks[step]![at]!;
  if (rank === 0) return link;
  const end = ranges.begin[rank]!;
  const since_ms = time_ms[since]!;
  let waiting = since;
  let start = NEVER;
  for (let row = ranges.begin[rank - 1]!; row < end && row_ms[row]! < window.until_ms; row++) {
    const time = row_ms[row]!;
    if (time < since_ms || (is_step !== null && is_step[row] === 0)) continue;
    while (waiting + 1 < until && time_ms[waiting + 1]! <= time) waiting++;
    if (!(time - start_ms[waiting]! <= plan.window_ms) || start_ms[waiting] === start) continue;
    start = start_ms[waiting]!;
    start_ms[link] = start;
    before[link] = waiting;
    time_ms[link++] = time;
    // The first completed attempt is the best one.
    if (step === plan.steps - 1) break;
  }
  return link;
}

/** The first link of the deepest step is the best attempt. */
function takeBest(links: Links, { level, time_ms }: Attempts, deepest: number, at: number): void {
  let link = links.begin[deepest]!;
  level[at] = deepest + 1;
  time_ms[0]![at] = links.start_ms[link]!;
  for (let step = deepest; step > 0; step--) {
    time_ms[step]![at] = links.time_ms[link]!;
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
