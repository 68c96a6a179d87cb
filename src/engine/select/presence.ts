/**
 * The shortcut for questions about who was there when, not how often: presence bitmaps instead of rows.
 * Applies to whole events without groups, and pays if there are not many more bitmap words than rows; otherwise the row
 * kernels answer, part by part. Bitmaps are cached with their run. Runs of all parts are passed together: an actor
 * skipped in one part is in the other, so one bitmap holds everybody.
 */
import { count, or } from '../../base/bitmap.ts';
import { sharedWords } from '../../base/shared.ts';
import type { Buckets } from '../frame/buckets.ts';
import type { DatasetView } from '../frame/dataset.ts';
import type { Present } from '../frame/run.ts';
import type { RunRows } from './selected_runs.ts';

/** Bitmap words that cost as much as one row in a kernel. */
const LOOKS_A_ROW = 8;
/** Bitmaps may take at most eight bytes per row; actors and times take twelve. */
const WORDS_A_ROW = 2;

/** Whether that many bitmaps can replace these rows, and pay if each word is read `looks` times. */
export function hasPresence(runs: readonly RunRows[], sets: number, looks: number): boolean {
  const rows = runs.reduce((sum, { run }) => sum + run.rows, 0);
  const words = wordsOf(runs) * eventsOf(runs).length;
  const is_small = words * sets <= rows * WORDS_A_ROW && words * looks <= rows * LOOKS_A_ROW;
  // Selected rows are read once either way, so bitmaps would gain nothing.
  return is_small && runs.every(({ select, group }) => select === null && group === null);
}

function eventsOf(runs: readonly RunRows[]): string[] {
  return [...new Set(runs.map(({ run }) => run.event))];
}

/** Words of a bitmap over all actors of the runs. */
export function wordsOf(runs: readonly RunRows[]): number {
  return runs.reduce((most, { run }) => Math.max(most, run.presence.words), 0);
}

/** bucket -> bitmap of at least `words` words: who has rows in it, in any run. */
export function presentBuckets(
  runs: readonly RunRows[],
  { bounds_ms, count }: Buckets,
  words: number,
  view: DatasetView,
): readonly Uint32Array[] {
  return presentWithin(runs, bounds_ms.subarray(1, count + 2), words, view);
}

/** The same buckets, and who has rows before all of them. */
export function presentSince(
  runs: readonly RunRows[],
  { bounds_ms, count }: Buckets,
  words: number,
  view: DatasetView,
): { readonly before: Uint32Array; readonly within: readonly Uint32Array[] } {
  const edges_ms = bounds_ms.subarray(1, count + 2);
  const before = presentsOf(runs).map((present) => present.before(edges_ms[0]!));
  return { before: together(before, words), within: presentWithin(runs, edges_ms, words, view) };
}

/** span [edges_ms[i], edges_ms[i + 1]) -> bitmap of the same kind. */
export function presentWithin(
  runs: readonly RunRows[],
  edges_ms: Float64Array,
  words: number,
  view: DatasetView,
): readonly Uint32Array[] {
  const found = presentsOf(runs).map((present) => present.within(edges_ms, view));
  return Array.from({ length: edges_ms.length - 1 }, (_, span) =>
    together(
      found.map((within) => within[span]!),
      words,
    ),
  );
}

const sizes = new WeakMap<Uint32Array, number>();

/** Number of actors in the bitmap, cached with it. */
export function sizeOf(set: Uint32Array): number {
  let size = sizes.get(set);
  if (size === undefined) {
    size = count(set);
    sizes.set(set, size);
  }
  return size;
}

/** event -> presence over all parts. */
function presentsOf(runs: readonly RunRows[]): Present[] {
  return eventsOf(runs).map((event) => wholePresent(runs.filter(({ run }) => run.event === event)));
}

/** Runs of one event: the part with skipped actors first, then the one that has them. */
function wholePresent([first, second]: readonly RunRows[]): Present {
  const { presence } = first!.run;
  const { skip } = first!;
  // Rows of skipped actors are in the other part; if it has none, nobody is skipped.
  return skip === null || second === undefined ? presence : second.run.presence.joined(presence, skip);
}

/** Union of the bitmaps; no copy if there is only one. */
function together(sets: readonly Uint32Array[], words: number): Uint32Array {
  const only = sets.length === 1 ? sets[0]! : null;
  if (only !== null && only.length >= words) return only;
  const all = sharedWords(words);
  for (const set of sets) or(all, set.subarray(0, words));
  return all;
}
