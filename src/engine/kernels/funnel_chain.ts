/**
 * Ordered funnels of one actor where each step has a run of its own: what the slots of funnel_slots.ts come to, found
 * step by step from the runs instead of event by event. The rows of a step link to the attempt that waits for them;
 * a step knows its links in order of time, and the first link of the deepest step is the best attempt. First steps, the
 * most rows by far, are no links: only the last one before each second step matters.
 */
import type { ActorRows, FunnelSource, RowWindow } from './actor_events.ts';
import type { Attempt, FunnelPlan } from './attempt.ts';
import { entranceRow } from './funnel_visit.ts';

const NONE = -1;

export interface Chain {
  readonly plan: FunnelPlan;
  readonly window: RowWindow;
  readonly sources: readonly FunnelSource[];
  /** step -> its source, NONE where nobody does it. */
  readonly source_of: Int32Array;
  /** Sources of exclusions. */
  readonly gaps: readonly number[];
  /** The deepest attempt, and of equally deep ones the first. */
  readonly best: Attempt;
  /** step -> its first link; those of the first step none, of the last one at most one. */
  readonly first_link: Uint32Array;
  /** link -> when the step was done. */
  time_ms: Float64Array;
  /** link -> when its attempt did the first step. */
  start_ms: Float64Array;
  /** link -> the link of the step before. */
  before: Uint32Array;
}

/** null where a run is for several steps, or a step in several runs, or nobody does the first step. */
export function newChain(
  sources: readonly FunnelSource[],
  window: RowWindow,
  plan: FunnelPlan,
  best: Attempt,
): Chain | null {
  const source_of = sourceOfSteps(sources, plan.steps);
  if (source_of === null) return null;
  const gaps = [...sources.keys()].filter((source) => sources[source]!.gaps_any !== 0);
  return { plan, window, sources, source_of, gaps, best, first_link: new Uint32Array(plan.steps + 1), ...links(64) };
}

function links(capacity: number): Pick<Chain, 'time_ms' | 'start_ms' | 'before'> {
  return {
    time_ms: new Float64Array(capacity),
    start_ms: new Float64Array(capacity),
    before: new Uint32Array(capacity),
  };
}

/** step -> its one source, -1 = none; null where sources and steps do not pair, or nobody does the first step. */
export function sourceOfSteps(sources: readonly FunnelSource[], steps: number): Int32Array | null {
  const source_of = new Int32Array(steps).fill(NONE);
  for (const [source, { steps_any, gaps_any }] of sources.entries()) {
    if (steps_any === 0) continue;
    const step = 31 - Math.clz32(steps_any);
    if (steps_any !== 1 << step || gaps_any !== 0 || source_of[step] !== NONE) return null;
    source_of[step] = source;
  }
  return source_of[0] === NONE ? null : source_of;
}

/** Fills `best` for the actor with these rows; false = an exclusion spoils something, which is left to the slots. */
export function runChain(chain: Chain, rows: ActorRows): boolean {
  const { best, first_link, plan } = chain;
  reserve(chain, rows);
  best.level = 0;
  best.tainted = false;
  let first = 0;
  let until = 0;
  for (let step = 1; step < plan.steps; step++) {
    const next = step === 1 ? linkSecond(chain, rows) : linkStep(chain, rows, step, first, until);
    first = until;
    until = next;
    first_link[step] = first;
    first_link[step + 1] = until;
    if (first === until) break;
    best.level = step + 1;
  }
  if (best.level === 0) enterOnly(chain, rows);
  else noteTimes(chain);
  return chain.gaps.length === 0 || !isSpoilt(chain, rows);
}

/** Room for as many links as the actor has rows of later steps. */
function reserve(chain: Chain, rows: ActorRows): void {
  const { source_of, plan } = chain;
  let count = 0;
  for (let step = 1; step < plan.steps; step++) {
    const source = source_of[step]!;
    if (source !== NONE) count += rows.until[source]! - rows.begin[source]!;
  }
  if (count > chain.before.length) Object.assign(chain, links(2 ** Math.ceil(Math.log2(count))));
}

/** So many rows are passed at once while all of them are early enough. */
const LEAP_ROWS = 16;

/** Second steps, each with the last first step up to its time. Returns the link past the last one. */
function linkSecond(chain: Chain, rows: ActorRows): number {
  const { sources, source_of, window, plan, time_ms, start_ms } = chain;
  const source = source_of[1]!;
  if (source === NONE) return 0;
  const entrance = sources[source_of[0]!]!;
  const entered_ms = entrance.time_ms;
  const until = rows.until[source_of[0]!]!;
  const { time_ms: row_ms, steps } = sources[source]!;
  const end = rows.until[source]!;
  let passed = rows.begin[source_of[0]!]!;
  let start = Number.NEGATIVE_INFINITY;
  let link = 0;
  for (let row = rows.begin[source]!; row < end && row_ms[row]! < window.until_ms; row++) {
    if (steps !== null && steps[row] === 0) continue;
    const time = row_ms[row]!;
    let next = passed;
    while (next + LEAP_ROWS < until && entered_ms[next + LEAP_ROWS]! <= time) next += LEAP_ROWS;
    while (next < until && entered_ms[next]! <= time) next++;
    const last = lastMarked(entrance, passed, next);
    passed = next;
    if (last < 0 || !(time - entered_ms[last]! <= plan.window_ms) || entered_ms[last]! < window.from_ms) continue;
    if (entered_ms[last] === start) continue;
    start = entered_ms[last]!;
    start_ms[link] = start;
    time_ms[link++] = time;
    if (plan.steps === 2) break;
  }
  return link;
}

/** The last of the rows [begin, until) that counts, -1 = none. */
function lastMarked({ steps }: FunnelSource, begin: number, until: number): number {
  let row = until - 1;
  if (steps !== null) while (row >= begin && steps[row] === 0) row--;
  return row >= begin ? row : NONE;
}

/** Rows of a later step, each with the latest of the links [first, until) of the step before. */
function linkStep(chain: Chain, rows: ActorRows, step: number, first: number, until: number): number {
  const { sources, source_of, window, plan, time_ms, start_ms, before } = chain;
  const source = source_of[step]!;
  if (source === NONE) return until;
  const { time_ms: row_ms, steps } = sources[source]!;
  const end = rows.until[source]!;
  let waiting = first;
  let start = Number.NEGATIVE_INFINITY;
  let link = until;
  for (let row = rows.begin[source]!; row < end && row_ms[row]! < window.until_ms; row++) {
    const time = row_ms[row]!;
    if (time < time_ms[first]! || (steps !== null && steps[row] === 0)) continue;
    while (waiting + 1 < until && time_ms[waiting + 1]! <= time) waiting++;
    if (!(time - start_ms[waiting]! <= plan.window_ms) || start_ms[waiting] === start) continue;
    start = start_ms[waiting]!;
    start_ms[link] = start;
    before[link] = waiting;
    time_ms[link++] = time;
    // Nothing can better an attempt that is through.
    if (step === plan.steps - 1) break;
  }
  return link;
}

/** Of the first link of the deepest step. */
function noteTimes({ best, first_link, time_ms, start_ms, before }: Chain): void {
  let link = first_link[best.level - 1]!;
  best.time_ms[0] = start_ms[link]!;
  for (let step = best.level - 1; step > 0; step--) {
    best.time_ms[step] = time_ms[link]!;
    link = before[link]!;
  }
}

/** Nobody got further: it is the first of the first steps that counts. */
function enterOnly({ source_of, sources, window, best }: Chain, rows: ActorRows): void {
  const entrance = source_of[0]!;
  const row = entranceRow(sources[entrance]!, rows.begin[entrance]!, rows.until[entrance]!, window);
  if (row === NONE) return;
  best.level = 1;
  best.time_ms[0] = sources[entrance]!.time_ms[row]!;
}

/** Whether an exclusion meets an attempt that waits for a step before which it must not happen. */
function isSpoilt(chain: Chain, rows: ActorRows): boolean {
  const { best, plan, window, sources } = chain;
  if (best.level === 0) return false;
  // Once an attempt is through nothing can spoil it.
  const until_ms = best.level === plan.steps ? best.time_ms[plan.steps - 1]! : window.until_ms;
  for (let at = 0; at < chain.gaps.length; at++) {
    const source = chain.gaps[at]!;
    const { time_ms, gaps, gaps_any } = sources[source]!;
    for (let row = rows.begin[source]!; row < rows.until[source]! && time_ms[row]! < until_ms; row++) {
      if (time_ms[row]! < window.from_ms) continue;
      for (let bits = gaps === null ? gaps_any : gaps[row]!; bits !== 0; bits &= bits - 1) {
        if (isAwaited(chain, rows, 31 - Math.clz32(bits & -bits), time_ms[row]!)) return true;
      }
    }
  }
  return false;
}

/** Whether at that time an attempt waits for the step: it has not done it, and is within its window. */
function isAwaited(chain: Chain, rows: ActorRows, step: number, time: number): boolean {
  if (step > chain.best.level) return false;
  const start = startAt(chain, rows, step - 1, time);
  return time - start <= chain.plan.window_ms && startAt(chain, rows, step, time) !== start;
}

/** Start of the attempt that was the last to do the step by then; minus infinity = none was. */
function startAt(chain: Chain, rows: ActorRows, step: number, time: number): number {
  const { best, first_link, time_ms, start_ms, sources, source_of, window } = chain;
  if (step === 0) {
    const entrance = sources[source_of[0]!]!;
    let row = rows.until[source_of[0]!]! - 1;
    while (row >= rows.begin[source_of[0]!]! && entrance.time_ms[row]! > time) row--;
    const last = lastMarked(entrance, rows.begin[source_of[0]!]!, row + 1);
    const entered_ms = last < 0 ? Number.NEGATIVE_INFINITY : entrance.time_ms[last]!;
    return entered_ms < window.from_ms ? Number.NEGATIVE_INFINITY : entered_ms;
  }
  if (step >= best.level) return Number.NEGATIVE_INFINITY;
  let link = first_link[step + 1]! - 1;
  while (link >= first_link[step]! && time_ms[link]! > time) link--;
  return link < first_link[step]! ? Number.NEGATIVE_INFINITY : start_ms[link]!;
}
