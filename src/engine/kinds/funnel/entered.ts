/**
 * Counts who entered a funnel, and in which bucket, from presence bitmaps instead of rows.
 * Applies if everybody with a first step counts: no exclusions, no breakdown, whole events as steps.
 */

import { allocate, set } from '../../../base/bitmap.ts';
import type { FunnelOrder, FunnelQuery } from '../../../model/question/funnel.ts';
import { type Buckets, buildBuckets, slotCells } from '../../frame/buckets.ts';
import type { DatasetView } from '../../frame/dataset.ts';
import type { RunRows } from '../../select/selected_runs.ts';
import { addUniquePresent } from '../trend/math_bitmaps.ts';
import type { PartSources } from './sources.ts';

/** Actors of all parts; null if it does not apply. In unordered funnels, any step enters. */
export function countEntered(query: FunnelQuery, parts: readonly PartSources[], view: DatasetView): number | null {
  const { from_ms, until_ms } = query.range;
  const whole = buildBuckets(Float64Array.of(from_ms, until_ms), from_ms, until_ms);
  return countDone(query, stepsThatEnter(query.order), parts, whole, view)?.[0] ?? null;
}

/** bucket -> actors of all parts; null if it does not apply, or the funnel is unordered. */
export function countEnteredOver(
  query: FunnelQuery,
  parts: readonly PartSources[],
  buckets: Buckets,
  view: DatasetView,
): Uint32Array | null {
  return query.order === 'unordered' ? null : countDone(query, FIRST_STEP, parts, buckets, view);
}

const FIRST_STEP = 1;
const ANY_STEP = -1;

/** Bits of the steps by which actors enter. */
export function stepsThatEnter(order: FunnelOrder): number {
  return order === 'unordered' ? ANY_STEP : FIRST_STEP;
}

/** bucket -> actors who did any of the steps (bits). */
function countDone(
  { exclusions, breakdown }: FunnelQuery,
  steps: number,
  parts: readonly PartSources[],
  buckets: Buckets,
  view: DatasetView,
): Uint32Array | null {
  if (exclusions.length > 0 || breakdown !== null) return null;
  const done: RunRows[] = [];
  for (const part of parts) {
    const rows = rowsOf(part, steps);
    if (rows === null) return null;
    done.push(...rows);
  }
  const counts = new Uint32Array(slotCells(buckets, 1));
  if (!addUniquePresent(done, buckets, view, counts)) return null;
  return counts.subarray(1, buckets.count + 1);
}

/** Rows that do a wanted step. */
export function rowsOfSteps({ sources, runs, skip }: PartSources, wanted: number): RunRows[] {
  return sources.flatMap(({ steps, steps_any }, source): RunRows[] => {
    if ((steps_any & wanted) === 0) return [];
    const run = runs[source]!;
    return [{ run, select: steps === null ? null : rowsWith(steps, wanted), skip, group: null }];
  });
}

/** Bitmap of the rows that have any of the bits. */
function rowsWith(bits_of: Uint32Array, wanted: number): Uint32Array {
  const found = allocate(bits_of.length);
  for (const [row, bits] of bits_of.entries()) if ((bits & wanted) !== 0) set(found, row);
  return found;
}

/** The runs that do a wanted step with all of their rows; null if only some rows of one do. */
function rowsOf({ sources, runs, skip }: PartSources, wanted: number): RunRows[] | null {
  const done: RunRows[] = [];
  for (const [source, { steps, steps_any }] of sources.entries()) {
    if ((steps_any & wanted) === 0) continue;
    if (steps !== null) return null;
    const run = runs[source]!;
    done.push({ run, select: null, skip, group: null });
  }
  return done;
}
