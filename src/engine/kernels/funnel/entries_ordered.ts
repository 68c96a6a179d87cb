/**
 * Ordered funnels over time where each step has a run of its own, without exclusions or a breakdown: what the entries of
 * funnel_entries.ts come to, without gathering events. An entry is through if any first step of its bucket is: one whose
 * next second step, and from there the next third one, and so on, come within the window. First steps between two second
 * steps have the same end, so that only those from the window before it up to the latter get there.
 */

import { firstRowOf } from '../../frame/actor_walk.ts';
import { type Buckets, bucketOf, placeCells } from '../../frame/buckets.ts';
import { countUnique } from '../trend/unique.ts';
import type { FunnelSource, RowWindow } from './actor_events.ts';
import { type FunnelPlan, newAttempts } from './attempt.ts';
import { type Audience, firstSteps } from './audience.ts';
import type { EntryTally } from './entry_tally.ts';
import { sourceOfSteps } from './links.ts';
import { addActors, metInAll, placeOf } from './slice_actors.ts';

/** false where it does not apply: nothing is counted then. Where both steps are one, only who reached that. */
export function countEntriesInPlace(
  audience: Audience,
  plan: FunnelPlan,
  from_step: number,
  to_step: number,
  buckets: Buckets,
  tally: EntryTally,
): boolean {
  if (plan.has_gaps || audience.chooser !== null) return false;
  const needed = firstSteps(to_step + 1);
  const sources = audience.sources.filter(({ steps_any }) => (steps_any & needed) !== 0);
  const of_step = sourceOfSteps(sources, to_step + 1);
  if (of_step === null) return false;
  const { window } = audience;
  const entries = { audience: { ...audience, sources }, of_step, window, window_ms: plan.window_ms, buckets };
  if (from_step === 0) countEntered(entries, tally.reached_from);
  else if (from_step < to_step) countThrough(entries, from_step, tally.reached_from);
  countThrough(entries, to_step, tally.reached_to);
  return true;
}

interface Entries {
  readonly audience: Audience;
  /** step -> its source, null where nobody does it. */
  readonly of_step: readonly (FunnelSource | null)[];
  readonly window: RowWindow;
  readonly window_ms: number;
  readonly buckets: Buckets;
}

/** Everybody once in every bucket of a first step. */
function countEntered({ audience, of_step, buckets }: Entries, reached: Float64Array): void {
  const { actor, time_ms, select, skipped } = of_step[0]!;
  const entered = { actor, time_ms, quarters: null, select, skip: audience.skip, skipped, group: null };
  const counts = new Uint32Array(placeCells(buckets, 1));
  const begin = firstRowOf(actor, audience.first_actor);
  countUnique(entered, buckets, begin, firstRowOf(actor, audience.until_actor), 1, counts);
  // Place 0 is before the first bucket.
  for (let bucket = 0; bucket < buckets.count; bucket++) reached[bucket]! += counts[bucket + 1]!;
}

/** Everybody once in every bucket of a first step from which they got to `last`, a later one. */
function countThrough(entries: Entries, last: number, reached: Float64Array): void {
  const { audience, of_step } = entries;
  const met = newAttempts(0);
  addActors(audience, metInAll(audience, firstSteps(last + 1)), met);
  /** step -> its next row, and the row past the actor's last one. */
  const next = new Uint32Array(last + 1);
  const until = new Uint32Array(last + 1);
  for (let at = 0; at < met.count; at++) {
    for (let step = 0; step <= last; step++) {
      const { index, stretches } = of_step[step]!;
      const place = placeOf(index, met.actor[at]!);
      next[step] = stretches.begin[place]!;
      until[step] = stretches.begin[place + 1]!;
    }
    addThrough(entries, last, next, until, reached);
  }
}

function addThrough(
  { of_step, window, window_ms, buckets }: Entries,
  last: number,
  next: Uint32Array,
  until: Uint32Array,
  reached: Float64Array,
): void {
  const { time_ms: entered_ms, steps: is_first } = of_step[0]!;
  let row = next[0]!;
  /** Where the bucket that was counted last ends. */
  let bucket_until_ms = Number.NEGATIVE_INFINITY;
  for (;;) {
    const second_ms = nextTime(of_step[1]!, 1, window.from_ms, next, until);
    // When the chain of next steps that begins with this second step gets to the last one; infinite = never.
    let end_ms = second_ms;
    for (let step = 2; step <= last; step++) end_ms = nextTime(of_step[step]!, step, end_ms, next, until);
    if (!(end_ms < window.until_ms)) return;
    const since_ms = Math.max(window.from_ms, end_ms - window_ms, bucket_until_ms);
    while (row < until[0]! && entered_ms[row]! < since_ms) row++;
    for (; row < until[0]! && entered_ms[row]! <= second_ms; row++) {
      const time = entered_ms[row]!;
      if (time < bucket_until_ms || (is_first !== null && is_first[row] === 0)) continue;
      const bucket = bucketOf(buckets, time);
      reached[bucket]!++;
      bucket_until_ms = buckets.bounds_ms[bucket + 2]!;
    }
    if (row === until[0]) return;
    next[1]!++;
  }
}

/** The time of the next row at `since_ms` or later; infinite where there is none. */
function nextTime(
  { time_ms, steps }: FunnelSource,
  step: number,
  since_ms: number,
  next: Uint32Array,
  until: Uint32Array,
): number {
  const end = until[step]!;
  let row = next[step]!;
  while (row < end && (time_ms[row]! < since_ms || (steps !== null && steps[row] === 0))) row++;
  next[step] = row;
  return row < end ? time_ms[row]! : Number.POSITIVE_INFINITY;
}
