/** Stickiness: selects the rows of each entity, lets the kernel count, adds up parts. One result per entity. */
import type { StickinessEntity, StickinessNumbers, StickinessQuery } from '../../../model/question/stickiness.ts';
import { type Buckets, buildBuckets } from '../../frame/buckets.ts';
import type { DatasetView } from '../../frame/dataset.ts';
import { actorCuts, wordCuts } from '../../frame/slices.ts';
import { shareCounts } from '../../frame/team.ts';
import { inPhase, ofLine } from '../../frame/trace.ts';
import { STICKINESS } from '../../kernels/activity/stickiness.ts';
import { MOST_SETS, STICKINESS_PRESENT } from '../../kernels/presence/stickiness.ts';
import { isAnyNumber, type Occurrences } from '../../kernels/rows/actor_slots.ts';
import { eventsAsOne } from '../../select/matching.ts';
import { hasPresence, presentBuckets, wordsOf } from '../../select/presence.ts';
import { type RunRows, selectRuns, trendRowsOf, ungrouped } from '../../select/selected_runs.ts';

export function computeStickiness(query: StickinessQuery, view: DatasetView): StickinessNumbers[] {
  return query.entities.map((entity) => ofLine(entity, () => computeEntity(query, entity, view)));
}

function computeEntity(query: StickinessQuery, entity: StickinessEntity, view: DatasetView): StickinessNumbers {
  const { buckets, occurrences, parts } = prepareStickiness(query, entity, view);
  /** k -> how many actors were active in k buckets */
  const counts = new Uint32Array(buckets.count + 1);
  const is_done = isAnyNumber(occurrences) && addPresent(parts.flat(), buckets, view, counts);
  if (!is_done) {
    const cuts = actorCuts(view.actorCount(entity.actor));
    const jobs = parts.map((part) => ({ args: { runs: part.map(trendRowsOf), buckets, occurrences }, cuts }));
    shareCounts(view, STICKINESS, jobs, counts);
  }
  // Actors that are active in no bucket (k = 0) are not part of the answer.
  return Float64Array.from(counts.subarray(1));
}

/** Counts from bitmaps; returns false if they do not apply. */
function addPresent(runs: readonly RunRows[], buckets: Buckets, view: DatasetView, counts: Uint32Array): boolean {
  // Cost per word of 32 actors: two steps per bitmap, 16 to read the counters.
  const looks = buckets.count * 2 + 16;
  if (buckets.count > MOST_SETS || !hasPresence(runs, buckets.count, looks)) return false;
  const words = wordsOf(runs);
  const present = presentBuckets(runs, buckets, words, view);
  shareCounts(view, STICKINESS_PRESENT, [{ args: { present }, cuts: wordCuts(words) }], counts);
  return true;
}

export interface PreparedStickiness {
  readonly buckets: Buckets;
  readonly occurrences: Occurrences;
  /** part -> its rows. */
  readonly parts: readonly (readonly RunRows[])[];
}

export function prepareStickiness(
  { range, edges_ms, min_rows, max_rows }: StickinessQuery,
  { actor, matches }: StickinessEntity,
  view: DatasetView,
): PreparedStickiness {
  const parts = view.parts({ ...eventsAsOne(matches), ...range, actor });
  return {
    buckets: buildBuckets(edges_ms, range.from_ms, range.until_ms),
    occurrences: { min: min_rows, max: max_rows },
    parts: inPhase('select', () => parts.map((part) => selectRuns(matches, part, range, view).map(ungrouped))),
  };
}
