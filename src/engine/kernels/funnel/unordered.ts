/**
 * Unordered funnels in place: each step has a run of its own, and there are no exclusions. Same result as queues.ts.
 * Input: one run per step. Output: best attempts of a slice of actors. Every row is tried as the first of an attempt; the
 * best attempt is the one whose window holds the most steps, each done by its first row from there on. Cost: one look at
 * every step's next row for each row tried; an actor is given up once the steps left cannot beat its best.
 */
import { type ActorRows, type FunnelSource, newActorRows, type RowWindow } from './actor_events.ts';
import type { Attempt, FunnelPlan } from './attempt.ts';
import type { Audience, Judging } from './audience.ts';
import { addActors, findRows, metInAny, metInTwo } from './slice_actors.ts';
import { type Touch, touchGroups } from './touch.ts';
import type { FunnelWork } from './work.ts';

const NEVER = Number.POSITIVE_INFINITY;

/** Returns false, with nothing done, if a run serves several steps, a step has several runs, or there are exclusions. */
export function judgeUnordered(
  audience: Audience,
  { plan, needs }: Judging,
  touch: Touch | null,
  { attempt, attempts }: FunnelWork,
): boolean {
  const { sources, window } = audience;
  if (plan.has_exclusions || !isOneStepEach(sources)) return false;
  addActors(audience, needs > 1 ? metInTwo(audience) : metInAny(audience, sources), attempts);
  if (touch !== null) touchGroups(touch, sources, window, attempts, 0);
  const rows = newActorRows(sources.length);
  /** source -> time of its next row that counts, NEVER at the end. */
  const next_ms = new Float64Array(sources.length);
  for (let at = 0; at < attempts.count; at++) {
    findRows(sources, attempts.actor[at]!, rows);
    takeBest(audience, plan, rows, next_ms, attempt);
    attempts.level[at] = attempt.level;
    for (let step = 0; step < attempt.level; step++) attempts.time_ms[step]![at] = attempt.time_ms[step]!;
  }
  return true;
}

function isOneStepEach(sources: readonly FunnelSource[]): boolean {
  let bits = 0;
  for (const { steps_any } of sources) {
    if ((steps_any & (steps_any - 1)) !== 0 || (bits & steps_any) !== 0) return false;
    bits |= steps_any;
  }
  return true;
}

/** Fills `best` for one actor, trying its rows in time order as the first of the attempt. */
function takeBest(
  { sources, window }: Audience,
  { window_ms }: FunnelPlan,
  rows: ActorRows,
  next_ms: Float64Array,
  best: Attempt,
): void {
  const { active, active_count } = rows;
  best.level = 0;
  best.excluded = false;
  for (let at = 0; at < active_count; at++) seek(sources[active[at]!]!, active[at]!, window, rows, next_ms);
  for (;;) {
    let first = active[0]!;
    let left = 0;
    for (let at = 0; at < active_count; at++) {
      const source = active[at]!;
      if (next_ms[source]! < next_ms[first]!) first = source;
      if (next_ms[source]! < NEVER) left++;
    }
    if (left <= best.level) return;
    const until_ms = next_ms[first]! + window_ms;
    let level = 0;
    for (let at = 0; at < active_count; at++) if (next_ms[active[at]!]! <= until_ms) level++;
    if (level > best.level) note(rows, next_ms, until_ms, best);
    rows.begin[first]!++;
    seek(sources[first]!, first, window, rows, next_ms);
  }
}

/** Moves on to the source's next row that counts. */
function seek(
  { time_ms, steps }: FunnelSource,
  source: number,
  { from_ms, until_ms }: RowWindow,
  { begin, until }: ActorRows,
  next_ms: Float64Array,
): void {
  const end = until[source]!;
  let row = begin[source]!;
  while (row < end && (time_ms[row]! < from_ms || (steps !== null && steps[row] === 0))) row++;
  begin[source] = row;
  next_ms[source] = row < end && time_ms[row]! < until_ms ? time_ms[row]! : NEVER;
}

/** Takes the next rows up to that time as the best attempt, in ascending order. */
function note({ active, active_count }: ActorRows, next_ms: Float64Array, until_ms: number, best: Attempt): void {
  let count = 0;
  for (let at = 0; at < active_count; at++) {
    const time = next_ms[active[at]!]!;
    if (time > until_ms) continue;
    let to = count++;
    for (; to > 0 && best.time_ms[to - 1]! > time; to--) best.time_ms[to] = best.time_ms[to - 1]!;
    best.time_ms[to] = time;
  }
  best.level = count;
}
