/** Lifecycle: selects rows, finds when actors were created, lets the kernel count, adds up parts. */
import { type LifecycleNumbers, type LifecycleQuery, STATUSES } from '../../../model/question/lifecycle.ts';
import type { Entity } from '../../../model/question/query.ts';
import { type Buckets, buildBuckets } from '../../frame/buckets.ts';
import type { DatasetView } from '../../frame/dataset.ts';
import { actorCuts, wordCuts } from '../../frame/slices.ts';
import { shareCounts } from '../../frame/team.ts';
import { inPhase } from '../../frame/trace.ts';
import {
  DORMANT,
  LIFECYCLE,
  NEW,
  noteEarliestOwner,
  RESURRECTING,
  RETURNING,
} from '../../kernels/activity/lifecycle.ts';
import { LIFECYCLE_PRESENT } from '../../kernels/presence/lifecycle.ts';
import { eventsAsOne } from '../../select/matching.ts';
import { hasPresence, presentBuckets, sizeOf, wordsOf } from '../../select/presence.ts';
import { columnNumbers } from '../../select/row_numbers.ts';
import { type RunRows, type SelectedRun, selectRuns, trendRowsOf, ungrouped } from '../../select/selected_runs.ts';

export function computeLifecycle(query: LifecycleQuery, view: DatasetView): LifecycleNumbers {
  const { actor, entity } = query;
  if (entity === null) return [];
  const { buckets, parts, createdMs } = prepareLifecycle(query, entity, view);
  const slots = buckets.count + 2;
  const counts = new Uint32Array(STATUSES.length * slots);
  const is_done = actor.kind === 'person' && addPresent(parts.flat(), buckets, view, counts);
  if (!is_done) {
    const created_ms = createdMs();
    const cuts = actorCuts(view.actorCount(actor));
    const jobs = parts.map((part) => ({ args: { runs: part.map(trendRowsOf), buckets, created_ms }, cuts }));
    shareCounts(view, LIFECYCLE, jobs, counts);
  }
  // Answers begin with the second bucket, which is compared with the first; the last slot is after the range.
  return STATUSES.map((_, status) => Float64Array.from(counts.subarray(status * slots + 2, (status + 1) * slots - 1)));
}

/** Counts from bitmaps; returns false if they do not apply. */
function addPresent(runs: readonly RunRows[], buckets: Buckets, view: DatasetView, counts: Uint32Array): boolean {
  // Three passes over the bitmaps per bucket: who is active, who returns, who is new.
  if (!hasPresence(runs, buckets.count, buckets.count * 3)) return false;
  const words = wordsOf(runs);
  const present = presentBuckets(runs, buckets, words, view);
  const created = view.personsCreated().within(buckets.bounds_ms.subarray(1, buckets.count + 2), view);
  shareCounts(view, LIFECYCLE_PRESENT, [{ args: { present, created }, cuts: wordCuts(words) }], counts);
  addOthers(present.map(sizeOf), counts);
  return true;
}

/** Resurrecting: active, and neither returning nor new. Dormant: active in the bucket before, and not returning. */
function addOthers(active: readonly number[], counts: Uint32Array): void {
  const slots = active.length + 2;
  for (let bucket = 1; bucket < active.length; bucket++) {
    const slot = bucket + 1;
    const returning = counts[RETURNING * slots + slot]!;
    counts[RESURRECTING * slots + slot] = active[bucket]! - returning - counts[NEW * slots + slot]!;
    counts[DORMANT * slots + slot] = active[bucket - 1]! - returning;
  }
}

export interface PreparedLifecycle {
  readonly buckets: Buckets;
  /** part -> its rows. */
  readonly parts: readonly (readonly RunRows[])[];
  /** actor -> creation time, epoch milliseconds. */
  readonly createdMs: () => Float64Array;
}

export function prepareLifecycle(
  { actor, edges_ms }: LifecycleQuery,
  entity: Entity,
  view: DatasetView,
): PreparedLifecycle {
  const reach = { from_ms: edges_ms[0]!, until_ms: edges_ms[edges_ms.length - 1]! };
  const buckets = buildBuckets(edges_ms, reach.from_ms, reach.until_ms);
  const read = view.parts({ ...eventsAsOne(entity.matches), ...reach, actor });
  const selected = inPhase('select', () => read.map((part) => selectRuns(entity.matches, part, reach, view)));
  const createdMs = (): Float64Array =>
    actor.kind === 'person'
      ? columnNumbers(view.personCreatedColumn())
      : groupsCreatedMs(actor.type_index, selected.flat(), buckets, view);
  return { buckets, parts: selected.map((runs) => runs.map(ungrouped)), createdMs };
}

/** A group that nobody described counts as created with the first person who acted for it. */
function groupsCreatedMs(
  type_index: number,
  selected: readonly SelectedRun[],
  buckets: Buckets,
  view: DatasetView,
): Float64Array {
  const persons_ms = columnNumbers(view.personCreatedColumn());
  const earliest_ms = new Float64Array(view.actorCount({ kind: 'group', type_index })).fill(Number.POSITIVE_INFINITY);
  for (const each of selected) {
    const owner = view.rowOwner(each.run, { kind: 'person' });
    noteEarliestOwner(trendRowsOf(ungrouped(each)), buckets, owner, persons_ms, earliest_ms);
  }
  const described_ms = columnNumbers(view.groupCreatedColumn(type_index));
  return earliest_ms.map((earliest, group) => {
    const described = described_ms[group] ?? Number.NaN;
    return Number.isNaN(described) ? earliest : described;
  });
}
