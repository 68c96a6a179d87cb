/**
 * The short way for questions about who was there in which span of time, not how often: bit sets over actors instead of
 * rows. It holds where every row of the runs counts, and pays where there are many more rows than words of bits to go
 * through; in all other cases, and for parts with few rows, the kernels over rows answer.
 */
import { sharedWords } from '../base/shared.ts';
import type { Buckets } from './buckets.ts';
import type { DatasetView } from './dataset.ts';
import type { TrendRows } from './kernels/trend_rows.ts';
import type { Run } from './run.ts';

/** A run, and its rows that count. */
export interface RunRows {
  readonly run: Run;
  readonly rows: TrendRows;
}

/**
 * Whether bit sets can stand in for these rows, and pay where each word of a set is looked at so many times: a look takes
 * a third of the time of a row, and the sets no more memory than the rows.
 */
export function hasPresence(runs: readonly RunRows[], looks: number): boolean {
  const rows = runs.reduce((sum, { run }) => sum + run.rows, 0);
  return runs.every(isWhole) && wordsOf(runs) * looks * runs.length <= rows;
}

/** No filter, no groups: all rows count but those of actors that are passed over. */
function isWhole({ rows }: RunRows): boolean {
  return rows.select === null && rows.group === null;
}

/** Words of bits that hold all actors of the runs. */
export function wordsOf(runs: readonly RunRows[]): number {
  return runs.reduce(
    (most, { run: { rows, actor } }) => Math.max(most, rows === 0 ? 0 : (actor[rows - 1]! >>> 5) + 1),
    0,
  );
}

/** bucket -> bit set of at least so many words: who has rows in it, in any of the runs. */
export function presentBuckets(
  runs: readonly RunRows[],
  { bounds_ms, count }: Buckets,
  words: number,
  view: DatasetView,
): readonly Uint32Array[] {
  return presentWithin(runs, bounds_ms.subarray(1, count + 2), words, view);
}

/** span [edges_ms[i], edges_ms[i + 1]) -> bit set likewise. */
export function presentWithin(
  runs: readonly RunRows[],
  edges_ms: Float64Array,
  words: number,
  view: DatasetView,
): readonly Uint32Array[] {
  const lists = runs.map(({ run }) => run.presence.within(edges_ms, view));
  return Array.from({ length: edges_ms.length - 1 }, (_, span) =>
    together(
      lists.map((sets) => sets[span]!),
      words,
    ),
  );
}

/** Bit set likewise: who has rows before that time. */
export function presentBefore(runs: readonly RunRows[], time_ms: number, words: number): Uint32Array {
  return together(
    runs.map(({ run }) => run.presence.before(time_ms)),
    words,
  );
}

/** Who of a part is passed over, for the tasks: sets hold them still. */
export function skipOf(runs: readonly RunRows[]): Uint32Array | null {
  return runs[0]?.rows.skip ?? null;
}

/** Who is in any of the sets; the one set itself where that is the same. */
function together(sets: readonly Uint32Array[], words: number): Uint32Array {
  const only = sets.length === 1 ? sets[0]! : null;
  if (only !== null && only.length >= words) return only;
  const all = sharedWords(words);
  for (const set of sets) orWords(all, set.subarray(0, words));
  return all;
}

/** Adds a set that may be shorter. */
function orWords(into: Uint32Array, set: Uint32Array): void {
  for (let word = 0; word < set.length; word++) into[word]! |= set[word]!;
}
