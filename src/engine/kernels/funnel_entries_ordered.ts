/**
 * Ordered funnels over time where each step has a run of its own, without exclusions or a breakdown: what the entries of
 * funnel_entries.ts come to, without gathering events. An entry is through if any first step of its bucket is: one whose
 * next second step, and from there the next third one, and so on, come within the window. First steps between two second
 * steps have the same end, so that only those from the window before it up to the latter get there.
 */
import { type Buckets, bucketOf, placeCells } from '../buckets.ts';
import type { ActorRows, FunnelSource } from './actor_events.ts';
import { firstRowOf } from './actor_walk.ts';
import type { FunnelPlan } from './attempt.ts';
import { type Audience, firstSteps, rarestStep } from './audience.ts';
import type { EntryTally } from './entry_tally.ts';
import { sourceOfSteps } from './funnel_chain.ts';
import { visitLed } from './funnel_visit.ts';
import { countUnique } from './trend_unique.ts';

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
  const source_of = sourceOfSteps(sources, to_step + 1);
  if (source_of === null) return false;
  const entries: Entries = { audience: { ...audience, sources }, source_of, window_ms: plan.window_ms, buckets };
  if (from_step === 0) countEntered(entries, tally.reached_from);
  else if (from_step < to_step) countThrough(entries, from_step, tally.reached_from);
  countThrough(entries, to_step, tally.reached_to);
  return true;
}

interface Entries {
  readonly audience: Audience;
  /** step -> its source, -1 where nobody does it. */
  readonly source_of: Int32Array;
  readonly window_ms: number;
  readonly buckets: Buckets;
}

/** Everybody once in every bucket of a first step. */
function countEntered({ audience, source_of, buckets }: Entries, reached: Float64Array): void {
  const { actor, time_ms, select, skipped } = audience.sources[source_of[0]!]!;
  const entered = { actor, time_ms, quarters: null, select, skip: audience.skip, skipped, group: null };
  const counts = new Uint32Array(placeCells(buckets, 1));
  const begin = firstRowOf(actor, audience.first_actor);
  countUnique(entered, buckets, begin, firstRowOf(actor, audience.until_actor), 1, counts);
  // Place 0 is before the first bucket.
  for (let bucket = 0; bucket < buckets.count; bucket++) reached[bucket]! += counts[bucket + 1]!;
}

/** Everybody once in every bucket of a first step from which they got to `last`, a later one. */
function countThrough(entries: Entries, last: number, reached: Float64Array): void {
  const { audience, source_of } = entries;
  const leads = rarestStep(audience.sources, firstSteps(last + 1));
  /** step -> its next row. */
  const next = new Uint32Array(last + 1);
  visitLed(audience, source_of[0]!, leads, null, (rows) => {
    for (let step = 0; step <= last; step++) {
      const source = source_of[step]!;
      if (source < 0 || rows.begin[source] === rows.until[source]) return;
      next[step] = rows.begin[source]!;
    }
    addThrough(entries, rows, last, next, reached);
  });
}

function addThrough(entries: Entries, rows: ActorRows, last: number, next: Uint32Array, reached: Float64Array): void {
  const { audience, source_of, window_ms, buckets } = entries;
  const { sources, window } = audience;
  const entrance = sources[source_of[0]!]!;
  const entered_ms = entrance.time_ms;
  const until = rows.until[source_of[0]!]!;
  let row = next[0]!;
  /** Where the bucket that was counted last ends. */
  let bucket_until_ms = Number.NEGATIVE_INFINITY;
  for (;;) {
    const second_ms = nextTime(sources[source_of[1]!]!, rows.until[source_of[1]!]!, window.from_ms, next, 1);
    const end_ms = endOf(entries, rows, second_ms, last, next);
    if (!(end_ms < window.until_ms)) return;
    const since_ms = Math.max(window.from_ms, end_ms - window_ms, bucket_until_ms);
    while (row < until && entered_ms[row]! < since_ms) row++;
    for (; row < until && entered_ms[row]! <= second_ms; row++) {
      const time = entered_ms[row]!;
      if (time < bucket_until_ms || (entrance.steps !== null && entrance.steps[row] === 0)) continue;
      const bucket = bucketOf(buckets, time);
      reached[bucket]!++;
      bucket_until_ms = buckets.bounds_ms[bucket + 2]!;
    }
    if (row === until) return;
    next[1]!++;
  }
}

/** When the chain of next steps that begins with this second step gets to the last one; infinite = never. */
function endOf(
  { audience, source_of }: Entries,
  rows: ActorRows,
  second_ms: number,
  last: number,
  next: Uint32Array,
): number {
  let time = second_ms;
  for (let step = 2; step <= last; step++) {
    const source = source_of[step]!;
    time = nextTime(audience.sources[source]!, rows.until[source]!, time, next, step);
  }
  return time;
}

/** The time of the source's next row at `since_ms` or later; infinite where there is none. */
function nextTime(source: FunnelSource, until: number, since_ms: number, next: Uint32Array, step: number): number {
  const { time_ms, steps } = source;
  let row = next[step]!;
  while (row < until && (time_ms[row]! < since_ms || (steps !== null && steps[row] === 0))) row++;
  next[step] = row;
  return row < until ? time_ms[row]! : Number.POSITIVE_INFINITY;
}
