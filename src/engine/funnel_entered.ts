/**
 * Who did the first step of a funnel, and in which bucket, by bit sets over actors (see presence.ts) instead of row by
 * row. It holds where whoever did the first step has entered: steps in an order, and nothing that spoils or splits.
 */
import type { FunnelQuery } from '../model/funnel.ts';
import { type Buckets, buildBuckets, placeCells } from './buckets.ts';
import type { DatasetView } from './dataset.ts';
import type { PartSources } from './funnel_sources.ts';
import { addUniquePresent } from './math_presence.ts';
import type { RunRows } from './presence.ts';

/** Actors of the part; null where it does not apply. */
export function countEntered(query: FunnelQuery, part: PartSources, view: DatasetView): number | null {
  const { from_ms, until_ms } = query.range;
  const whole = buildBuckets(Float64Array.of(from_ms, until_ms), from_ms, until_ms);
  return countEnteredOver(query, part, whole, view)?.[0] ?? null;
}

/** bucket -> actors of the part; null likewise. */
export function countEnteredOver(
  { order, exclusions, breakdown }: FunnelQuery,
  part: PartSources,
  buckets: Buckets,
  view: DatasetView,
): Uint32Array | null {
  if (order === 'unordered' || exclusions.length > 0 || breakdown !== null) return null;
  const entrances = entranceRows(part);
  const counts = new Uint32Array(placeCells(buckets, 1));
  if (entrances === null || !addUniquePresent(entrances, buckets, view, counts)) return null;
  return counts.subarray(1, buckets.count + 1);
}

/** null where only some rows of a run are first steps. */
function entranceRows({ sources, runs, skip }: PartSources): RunRows[] | null {
  const entrances: RunRows[] = [];
  for (const [source, { steps, steps_any }] of sources.entries()) {
    if ((steps_any & 1) === 0) continue;
    if (steps !== null) return null;
    const run = runs[source]!;
    entrances.push({ run, select: null, skip, group: null });
  }
  return entrances;
}
