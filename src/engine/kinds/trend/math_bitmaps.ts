/** Trend maths answered from presence bitmaps: without groups, and if bitmap words are not many more than rows. */

import type { ActiveWindows } from '../../../model/question/trend.ts';
import type { Buckets } from '../../frame/buckets.ts';
import type { DatasetView } from '../../frame/dataset.ts';
import { wordCuts } from '../../frame/slices.ts';
import { shareCounts } from '../../frame/team.ts';
import { ACTIVE_PRESENT, type WindowSpans } from '../../kernels/presence/active.ts';
import { hasPresence, presentBuckets, presentWithin, sizeOf, wordsOf } from '../../select/presence.ts';
import type { RunRows } from '../../select/selected_runs.ts';

/** Adds distinct actors to counts[slot]. Returns false if bitmaps do not apply. `runs`: of all parts. */
export function addUniquePresent(
  runs: readonly RunRows[],
  buckets: Buckets,
  view: DatasetView,
  counts: Uint32Array,
): boolean {
  // Selected rows are read once either way, so bitmaps would gain nothing.
  if (runs.some(({ select }) => select !== null) || !hasPresence(runs, buckets.count, buckets.count)) return false;
  const present = presentBuckets(runs, buckets, wordsOf(runs), view);
  for (const [bucket, set] of present.entries()) counts[bucket + 1]! += sizeOf(set);
  return true;
}

/** Adds to changes[window] its distinct actors less the previous window's. Returns false if bitmaps do not apply. */
export function changeActivePresent(
  runs: readonly RunRows[],
  windows: ActiveWindows,
  view: DatasetView,
  changes: Int32Array,
): boolean {
  const { edges_ms, spans } = spansOf(windows);
  // Each span is added to a union twice, and a window reads two unions.
  if (edges_ms.length < 2 || !hasPresence(runs, edges_ms.length, edges_ms.length * 3)) return false;
  const words = wordsOf(runs);
  const present = presentWithin(runs, edges_ms, words, view);
  shareCounts(view, ACTIVE_PRESENT, [{ args: { present, spans }, cuts: wordCuts(words) }], changes);
  return true;
}

/** Edges of all windows in one list, and the spans between them that make up each window. */
function spansOf({ from_ms, until_ms }: ActiveWindows): { edges_ms: Float64Array; spans: WindowSpans } {
  const edges_ms = Float64Array.from(new Set([...from_ms, ...until_ms])).sort();
  const spanOf = new Map(Array.from(edges_ms, (edge_ms, span) => [edge_ms, span]));
  const spansAt = (times_ms: Float64Array): Int32Array => Int32Array.from(times_ms, (time_ms) => spanOf.get(time_ms)!);
  return { edges_ms, spans: { first: spansAt(from_ms), until: spansAt(until_ms) } };
}
