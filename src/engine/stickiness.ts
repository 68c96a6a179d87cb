/** Stickiness: chooses the rows of each entity, lets the kernel count, merges parts. One result per entity. */
import type { StickinessEntity, StickinessNumbers, StickinessQuery } from '../model/stickiness.ts';
import { buildBuckets } from './buckets.ts';
import { chooseRows, ungrouped } from './chosen_rows.ts';
import type { DatasetView } from './dataset.ts';
import { countStickiness } from './kernels/stickiness.ts';
import { eventsOf } from './matching.ts';

export function computeStickiness(query: StickinessQuery, view: DatasetView): StickinessNumbers[] {
  return query.entities.map((entity) => computeEntity(query, entity, view));
}

function computeEntity(query: StickinessQuery, entity: StickinessEntity, view: DatasetView): StickinessNumbers {
  const { range, edges_ms } = query;
  const { actor, matches } = entity;
  const buckets = buildBuckets(edges_ms, range.from_ms, range.until_ms);
  const occurrences = { min: query.min_rows, max: query.max_rows };
  /** number of buckets -> actors */
  const counts = new Uint32Array(buckets.count + 1);
  for (const part of view.parts({ events: eventsOf([entity]), ...range, actor })) {
    const runs = chooseRows(matches, part, range, view).map(ungrouped);
    countStickiness(runs, buckets, occurrences, 0, view.actorCount(actor), counts);
  }
  // Who was active in no bucket at all is not part of the answer.
  return Float64Array.from(counts.subarray(1));
}
