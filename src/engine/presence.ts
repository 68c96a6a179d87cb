/**
 * The short way for questions about who was there in which span of time, not how often: bit sets over actors instead of
 * rows. It holds where every row of the runs counts, and pays where there are many more rows than words of bits to go
 * through; in all other cases the kernels over rows answer, part by part. Runs of all parts are given together here:
 * whoever is passed over in one part is in the other, so that one set holds all.
 */
import { count, or } from '../base/bitmap.ts';
import { sharedWords } from '../base/shared.ts';
import type { Buckets } from './buckets.ts';
import type { Codes } from './column.ts';
import type { DatasetView } from './dataset.ts';
import type { Present, Run } from './run.ts';

/** The rows of a run that count. Not looked at yet: kernels get them from `lookedAt` of chosen_rows.ts. */
export interface RunRows {
  readonly run: Run;
  /** As of TrendRows. */
  readonly select: Uint32Array | null;
  readonly skip: Uint32Array | null;
  readonly group: Codes | null;
}

/**
 * Whether bit sets can stand in for these rows, and pay where each word of a set is looked at so many times: a look takes
 * a third of the time of a row, and the sets no more memory than the rows.
 */
export function hasPresence(runs: readonly RunRows[], looks: number): boolean {
  const rows = runs.reduce((sum, { run }) => sum + run.rows, 0);
  return runs.every(isWhole) && wordsOf(runs) * looks * eventsOf(runs).length <= rows;
}

function eventsOf(runs: readonly RunRows[]): string[] {
  return [...new Set(runs.map(({ run }) => run.event))];
}

/** No filter, no groups: all rows count but those of actors that are passed over. */
function isWhole({ select, group }: RunRows): boolean {
  return select === null && group === null;
}

/** Words of bits that hold all actors of the runs. */
export function wordsOf(runs: readonly RunRows[]): number {
  return runs.reduce((most, { run }) => Math.max(most, run.presence.words), 0);
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
  const lists = presentsOf(runs).map((present) => present.within(edges_ms, view));
  return Array.from({ length: edges_ms.length - 1 }, (_, span) =>
    together(
      lists.map((sets) => sets[span]!),
      words,
    ),
  );
}

const sizes = new WeakMap<Uint32Array, number>();

/** How many are in such a set: counted once, for as long as the set is kept. */
export function sizeOf(set: Uint32Array): number {
  let size = sizes.get(set);
  if (size === undefined) {
    size = count(set);
    sizes.set(set, size);
  }
  return size;
}

/** Bit set likewise: who has rows before that time. */
export function presentBefore(runs: readonly RunRows[], time_ms: number, words: number): Uint32Array {
  return together(
    presentsOf(runs).map((present) => present.before(time_ms)),
    words,
  );
}

/** event -> who is there, in whichever part. */
function presentsOf(runs: readonly RunRows[]): Present[] {
  return eventsOf(runs).map((event) => presentOf(runs.filter(({ run }) => run.event === event)));
}

/** Of the runs of one event: a part where somebody may be passed over, then the one where those are. */
function presentOf([first, second]: readonly RunRows[]): Present {
  const { presence } = first!.run;
  const { skip } = first!;
  // Rows of those who are passed over are in the other part, too: where that has none, nobody here is.
  return skip === null || second === undefined ? presence : second.run.presence.joined(presence, skip);
}

/** Who is in any of the sets; the one set itself where that is the same. */
function together(sets: readonly Uint32Array[], words: number): Uint32Array {
  const only = sets.length === 1 ? sets[0]! : null;
  if (only !== null && only.length >= words) return only;
  const all = sharedWords(words);
  for (const set of sets) or(all, set.subarray(0, words));
  return all;
}
