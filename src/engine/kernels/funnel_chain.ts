/**
 * Ordered funnels of one actor where each run is for one step only, or for exclusions only, and one run has all the first
 * steps: the slots of funnel_slots.ts, filled straight from the runs. First steps, the most rows by far, are not merged
 * with the others: only the last one before each later row matters. An actor whom an exclusion spoils is left to the slots.
 */

import type { FunnelSource, RowWindow } from './actor_events.ts';
import { type Attempt, type FunnelPlan, NO_STEP } from './attempt.ts';
import type { PlaceWalk } from './place_walk.ts';

const EMPTY = Number.NEGATIVE_INFINITY;
const NO_ROW = Number.POSITIVE_INFINITY;
const NONE = -1;

export interface Chain {
  readonly plan: FunnelPlan;
  readonly window: RowWindow;
  readonly sources: readonly FunnelSource[];
  /** The source of first steps. */
  readonly entrance: number;
  /** source -> the step that its rows do, NO_STEP where they are exclusions. */
  readonly step_of: Int32Array;
  /** The deepest attempt, and of equally deep ones the first. */
  readonly best: Attempt;
  /** step -> start of the attempt that did it last, EMPTY where none did. */
  readonly start_ms: Float64Array;
  /** step * steps + earlier step -> when that attempt did the earlier one. */
  readonly time_ms: Float64Array;
  /** position among the walk's active sources -> time of its next row, NO_ROW at its end and for the entrance. */
  readonly next_ms: Float64Array;
  /** position among the walk's active sources -> its next row. */
  readonly next_row: Uint32Array;
  /** First row of the entrance that is not passed yet, and the row past its last one. */
  entrance_row: number;
  entrance_until: number;
}

/** null where runs are for several steps, or the first step is in several of them or in none. */
export function newChain(
  sources: readonly FunnelSource[],
  window: RowWindow,
  plan: FunnelPlan,
  best: Attempt,
): Chain | null {
  const entrance = entranceOf(sources);
  if (entrance === NONE || plan.value_step !== NO_STEP) return null;
  return {
    ...{ plan, window, sources, entrance, best },
    step_of: Int32Array.from(sources, ({ steps_any }) => 31 - Math.clz32(steps_any)),
    start_ms: new Float64Array(plan.steps),
    time_ms: new Float64Array(plan.steps * plan.steps),
    next_ms: new Float64Array(sources.length),
    next_row: new Uint32Array(sources.length),
    entrance_row: 0,
    entrance_until: 0,
  };
}

/** The one source of first steps, where every source is for one thing. */
export function entranceOf(sources: readonly FunnelSource[]): number {
  let entrance = NONE;
  for (const [source, { steps_any, gaps_any }] of sources.entries()) {
    const is_for_one = steps_any === 0 || ((steps_any & (steps_any - 1)) === 0 && gaps_any === 0);
    if (!is_for_one || (steps_any === 1 && entrance !== NONE)) return NONE;
    if (steps_any === 1) entrance = source;
  }
  return entrance;
}

/** Fills `best` for the walk's current actor; false = an exclusion may have spoilt something. */
export function runChain(chain: Chain, walk: PlaceWalk): boolean {
  const { best, start_ms, next_ms, step_of, plan } = chain;
  const { active, active_count } = walk;
  const last = plan.steps - 1;
  best.level = 0;
  best.tainted = false;
  start_ms.fill(EMPTY);
  begin(chain, walk);
  while (start_ms[last] === EMPTY) {
    let first = 0;
    for (let at = 1; at < active_count; at++) {
      if (next_ms[at]! > next_ms[first]!) continue;
      // Of one instant the earlier step comes first.
      if (next_ms[at]! < next_ms[first]! || step_of[active[at]!]! < step_of[active[first]!]!) first = at;
    }
    const time = next_ms[first]!;
    if (time === NO_ROW) break;
    const source = active[first]!;
    const step = step_of[source]!;
    if (step === NO_STEP) {
      if (spoils(chain, source, chain.next_row[first]!, time)) return false;
    } else {
      if (step === 1) enterUntil(chain, time);
      advance(chain, step, time);
    }
    chain.next_row[first]!++;
    findNext(chain, first, source, walk.until[source]!);
  }
  if (best.level === 0) enterOnly(chain, walk);
  return true;
}

function begin(chain: Chain, walk: PlaceWalk): void {
  const { active, active_count } = walk;
  const { entrance } = chain;
  chain.entrance_row = walk.begin[entrance]!;
  chain.entrance_until = walk.until[entrance]!;
  for (let at = 0; at < active_count; at++) {
    const source = active[at]!;
    chain.next_row[at] = walk.begin[source]!;
    if (source === entrance) chain.next_ms[at] = NO_ROW;
    else findNext(chain, at, source, walk.until[source]!);
  }
}

/** The next row of a source that counts, from its next row on. */
function findNext(chain: Chain, at: number, source: number, until: number): void {
  const { from_ms, until_ms } = chain.window;
  const { time_ms, steps, gaps } = chain.sources[source]!;
  let row = chain.next_row[at]!;
  const marks = steps ?? gaps;
  while (row < until && (time_ms[row]! < from_ms || (marks !== null && marks[row] === 0))) row++;
  chain.next_row[at] = row;
  chain.next_ms[at] = row < until && time_ms[row]! < until_ms ? time_ms[row]! : NO_ROW;
}

/** So many rows are passed at once while all of them are early enough. */
const LEAP_ROWS = 16;

/** The attempt that waits for the second step is that of the last first step up to `time`. */
function enterUntil(chain: Chain, time: number): void {
  const { time_ms, steps } = chain.sources[chain.entrance]!;
  const until = chain.entrance_until;
  const passed = chain.entrance_row;
  let row = passed;
  while (row + LEAP_ROWS < until && time_ms[row + LEAP_ROWS]! <= time) row += LEAP_ROWS;
  while (row < until && time_ms[row]! <= time) row++;
  chain.entrance_row = row;
  do row--;
  while (steps !== null && row >= passed && steps[row] === 0);
  if (row >= passed && time_ms[row]! >= chain.window.from_ms) chain.start_ms[0] = time_ms[row]!;
}

/** Step `step` (not the first) happened: the attempt that did the step before moves on, if it may. */
function advance(chain: Chain, step: number, time: number): void {
  const { start_ms, time_ms, best, plan } = chain;
  const start = start_ms[step - 1]!;
  if (!(time - start <= plan.window_ms) || start_ms[step] === start) return;
  start_ms[step] = start;
  const from = (step - 1) * plan.steps;
  const to = step * plan.steps;
  time_ms[to] = start;
  for (let before = 1; before < step; before++) time_ms[to + before] = time_ms[from + before]!;
  time_ms[to + step] = time;
  if (step < best.level) return;
  best.level = step + 1;
  for (let before = 0; before <= step; before++) best.time_ms[before] = time_ms[to + before]!;
}

/** Whether an attempt waits for one of the steps before which the exclusion must not happen. */
function spoils(chain: Chain, source: number, row: number, time: number): boolean {
  const { gaps, gaps_any } = chain.sources[source]!;
  const bits = gaps === null ? gaps_any : gaps[row]!;
  if ((bits & 2) !== 0) enterUntil(chain, time);
  for (let left = bits; left !== 0; left &= left - 1) {
    const step = 31 - Math.clz32(left & -left);
    const start = chain.start_ms[step - 1]!;
    if (time - start <= chain.plan.window_ms && chain.start_ms[step] !== start) return true;
  }
  return false;
}

/** Nobody got further: it is the first of the first steps that counts. */
function enterOnly(chain: Chain, walk: PlaceWalk): void {
  const { entrance, sources, window, best } = chain;
  const row = entranceRow(sources[entrance]!, walk.begin[entrance]!, walk.until[entrance]!, window);
  if (row === NONE) return;
  best.level = 1;
  best.time_ms[0] = sources[entrance]!.time_ms[row]!;
}

/** Of the rows [begin, until) of one actor the first that counts, -1 = none. */
export function entranceRow(source: FunnelSource, begin: number, until: number, window: RowWindow): number {
  const { time_ms, steps } = source;
  for (let row = begin; row < until && time_ms[row]! < window.until_ms; row++) {
    if (time_ms[row]! >= window.from_ms && (steps === null || steps[row] !== 0)) return row;
  }
  return NONE;
}
