/** Lifecycle: chooses the rows, learns when actors were created, lets the kernel count, merges parts. */
import { type LifecycleNumbers, type LifecycleQuery, STATUSES } from '../model/lifecycle.ts';
import { type Buckets, buildBuckets } from './buckets.ts';
import { type ChosenRun, chooseRows, ungrouped } from './chosen_rows.ts';
import type { DatasetView } from './dataset.ts';
import { countLifecycle, noteEarliestOwner } from './kernels/lifecycle.ts';
import { eventsOf } from './matching.ts';
import { columnNumbers } from './row_numbers.ts';

export function computeLifecycle(query: LifecycleQuery, view: DatasetView): LifecycleNumbers {
  const { actor, edges_ms, entity } = query;
  if (entity === null) return [];
  const reach = { from_ms: edges_ms[0]!, until_ms: edges_ms[edges_ms.length - 1]! };
  const buckets = buildBuckets(edges_ms, reach.from_ms, reach.until_ms);
  const parts = view
    .parts({ events: eventsOf([entity]), ...reach, actor })
    .map((part) => chooseRows(entity.matches, part, reach, view));
  const created_ms =
    actor.kind === 'person'
      ? columnNumbers(view.personCreatedColumn())
      : groupsCreatedMs(actor.type_index, parts.flat(), buckets, view);
  const places = buckets.count + 2;
  const counts = new Uint32Array(STATUSES.length * places);
  for (const chosen of parts) {
    countLifecycle(chosen.map(ungrouped), buckets, created_ms, 0, view.actorCount(actor), counts);
  }
  // The place before all buckets and the bucket before the range are no points of the answer, nor is what comes after.
  return STATUSES.map((_, status) =>
    Float64Array.from(counts.subarray(status * places + 2, (status + 1) * places - 1)),
  );
}

/** A group that nobody has described began with the first of the persons who acted for it. */
function groupsCreatedMs(
  type_index: number,
  chosen: readonly ChosenRun[],
  buckets: Buckets,
  view: DatasetView,
): Float64Array {
  const persons_ms = columnNumbers(view.personCreatedColumn());
  const earliest_ms = new Float64Array(view.actorCount({ kind: 'group', type_index })).fill(Number.POSITIVE_INFINITY);
  for (const each of chosen) {
    const owner = view.rowOwner(each.run, { kind: 'person' });
    noteEarliestOwner(ungrouped(each), buckets, owner, persons_ms, earliest_ms);
  }
  const described_ms = columnNumbers(view.groupCreatedColumn(type_index));
  return earliest_ms.map((earliest, group) => {
    const described = described_ms[group] ?? Number.NaN;
    return Number.isNaN(described) ? earliest : described;
  });
}
