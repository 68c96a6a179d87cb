/**
 * Unordered funnels where each step has a run of its own, without exclusions: what the queues of funnel_queues.ts come
 * to, straight from the runs. What waits for a step is a stretch of its run's rows, so a queue is two cursors. Most actors
 * have rows of one step only, which needs no queue.
 */
import { has } from '../../base/bitmap.ts';
import { type ActorRows, type FunnelSource, newActorRows, type RowWindow } from './actor_events.ts';
import type { Attempt, FunnelPlan } from './attempt.ts';
import type { Audience, Verdict } from './audience.ts';
import { type Touch, touchedGroup } from './funnel_touch.ts';
import { findRows, mayHaveRows, sliceRows, sourceBits } from './slice_rows.ts';

const NONE = -1;
const NEVER = Number.POSITIVE_INFINITY;

interface Waiting {
  readonly audience: Audience;
  readonly plan: FunnelPlan;
  readonly best: Attempt;
  /** Where the current actor's rows are. */
  readonly rows: ActorRows;
  /** source -> its oldest row that waits; none does where it is the next row. */
  readonly oldest: Uint32Array;
  /** source -> its next row that counts, and when it is, NEVER at the end. */
  readonly next: Uint32Array;
  readonly next_ms: Float64Array;
  /** How many sources have a row that waits. */
  filled: number;
}

/** Fills `attempt` for each actor and tells of it; false where it does not apply: nothing is done then. */
export function judgeUnordered(
  audience: Audience,
  plan: FunnelPlan,
  touch: Touch | null,
  attempt: Attempt,
  told: Verdict,
): boolean {
  const { sources, window, skip, first_actor, until_actor } = audience;
  if (plan.has_gaps || !isOneStepEach(sources)) return false;
  const stretches = sources.map((source) => source.stretches);
  const slice = sliceRows(stretches, first_actor, until_actor);
  const all = sourceBits([...sources.keys()]);
  const rows = newActorRows(sources.length);
  const waiting: Waiting = {
    ...{ audience, plan, best: attempt, rows, filled: 0 },
    oldest: new Uint32Array(sources.length),
    next: new Uint32Array(sources.length),
    next_ms: new Float64Array(sources.length),
  };
  for (let actor = first_actor; actor < until_actor; actor++) {
    if (!mayHaveRows(slice, actor, all)) continue;
    findRows(slice, actor, rows);
    if (skip !== null && has(skip, actor)) continue;
    if (rows.active_count === 1) takeFirst(waiting);
    else takeAll(waiting);
    if (attempt.level > 0) told(touch === null ? 0 : touchedGroup(touch, rows, sources, window), actor);
  }
  return true;
}

/** Whether sources and steps pair. */
function isOneStepEach(sources: readonly FunnelSource[]): boolean {
  let bits = 0;
  for (const { steps_any } of sources) {
    if ((steps_any & (steps_any - 1)) !== 0 || (bits & steps_any) !== 0) return false;
    bits |= steps_any;
  }
  return true;
}

/** Of one source the first row that counts is all there is. */
function takeFirst({ audience, best, rows }: Waiting): void {
  const source = rows.active[0]!;
  const { sources, window } = audience;
  const row = nextRow(sources[source]!, rows.begin[source]!, rows.until[source]!, window);
  best.level = row === rows.until[source] ? 0 : 1;
  best.tainted = false;
  best.time_ms[0] = row === rows.until[source] ? NEVER : sources[source]!.time_ms[row]!;
}

/**
 * Rows in order of time: those out of the window leave before the next one comes. Once all sources have a row that waits
 * there is nothing better to come.
 */
function takeAll(waiting: Waiting): void {
  const { best, plan, rows, next, next_ms, oldest } = waiting;
  best.level = 0;
  best.tainted = false;
  waiting.filled = 0;
  for (let at = 0; at < rows.active_count; at++) {
    const source = rows.active[at]!;
    seek(waiting, source, rows.begin[source]!);
    oldest[source] = next[source]!;
  }
  while (waiting.filled < rows.active_count) {
    const source = earliest(waiting);
    const time = next_ms[source]!;
    if (time === NEVER) break;
    dropBefore(waiting, time - plan.window_ms);
    if (oldest[source] === next[source]) waiting.filled++;
    seek(waiting, source, next[source]! + 1);
  }
  note(waiting);
}

function seek({ audience, rows, next, next_ms }: Waiting, source: number, from: number): void {
  const { sources, window } = audience;
  const row = nextRow(sources[source]!, from, rows.until[source]!, window);
  next[source] = row;
  next_ms[source] = row === rows.until[source] ? NEVER : sources[source]!.time_ms[row]!;
}

/** The first row from `row` on that counts, `until` = none. */
function nextRow({ time_ms, steps }: FunnelSource, from: number, until: number, window: RowWindow): number {
  let row = from;
  while (row < until && (time_ms[row]! < window.from_ms || (steps !== null && steps[row] === 0))) row++;
  return row < until && time_ms[row]! < window.until_ms ? row : until;
}

/** The source whose next row is earliest. */
function earliest({ rows, next_ms }: Waiting): number {
  let first = rows.active[0]!;
  for (let at = 1; at < rows.active_count; at++) {
    if (next_ms[rows.active[at]!]! < next_ms[first]!) first = rows.active[at]!;
  }
  return first;
}

/** Rows that were before leave, the oldest first; what they were part of is noted before each goes. */
function dropBefore(waiting: Waiting, since_ms: number): void {
  const { audience, rows, oldest, next } = waiting;
  while (waiting.filled > 0) {
    const source = oldestSource(waiting);
    if (audience.sources[source]!.time_ms[oldest[source]!]! >= since_ms) return;
    note(waiting);
    oldest[source] = nextRow(audience.sources[source]!, oldest[source]! + 1, rows.until[source]!, audience.window);
    if (oldest[source] === next[source]) waiting.filled--;
  }
}

function oldestSource({ audience, rows, oldest, next }: Waiting): number {
  let found = NONE;
  let found_ms = NEVER;
  for (let at = 0; at < rows.active_count; at++) {
    const source = rows.active[at]!;
    if (oldest[source] === next[source]) continue;
    const time = audience.sources[source]!.time_ms[oldest[source]!]!;
    if (time >= found_ms) continue;
    found = source;
    found_ms = time;
  }
  return found;
}

/** What waits is the best so far if it is of more steps than ever; times are those of the oldest rows, ascending. */
function note({ audience, rows, oldest, next, filled, best }: Waiting): void {
  if (filled <= best.level) return;
  best.level = filled;
  let count = 0;
  for (let at = 0; at < rows.active_count; at++) {
    const source = rows.active[at]!;
    if (oldest[source] === next[source]) continue;
    const time = audience.sources[source]!.time_ms[oldest[source]!]!;
    let to = count++;
    for (; to > 0 && best.time_ms[to - 1]! > time; to--) best.time_ms[to] = best.time_ms[to - 1]!;
    best.time_ms[to] = time;
  }
}
