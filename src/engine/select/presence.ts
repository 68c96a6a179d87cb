/**
 * The shortcut for questions about who was there when, not how often: presence bitmaps instead of rows.
 * Applies without groups, and pays if there are not many more bitmap words than rows; otherwise the row kernels answer,
 * part by part. Bitmaps of whole events are cached, those of selected rows are made per question. Runs of all parts are
 * passed together: an actor skipped in one part is in the other, so one bitmap holds everybody.
 */
import { must } from '../../base/assert.ts';
import { count, or } from '../../base/bitmap.ts';
import { sharedWords } from '../../base/shared.ts';
import { type Buckets, buildBuckets } from '../frame/buckets.ts';
import type { DatasetView } from '../frame/dataset.ts';
import type { Present } from '../frame/run.ts';
import { wholeActorCuts } from '../frame/slices.ts';
import { MARK_SELECTED } from '../kernels/presence/marks.ts';
import { type RunRows, trendRowsOf } from './selected_runs.ts';

/** Bitmap words that cost as much as one row in a kernel. */
const LOOKS_A_ROW = 8;
/** Bitmaps may take at most eight bytes per row; actors and times take twelve. */
const WORDS_A_ROW = 2;

/** Whether that many bitmaps can replace these rows, and pay if each word is read `looks` times. */
export function hasPresence(runs: readonly RunRows[], sets: number, looks: number): boolean {
  const rows = runs.reduce((sum, { run, select }) => sum + (select === null ? run.rows : count(select)), 0);
  const words = wordsOf(runs) * eventsOf(runs).length;
  const is_small = words * sets <= rows * WORDS_A_ROW && words * looks <= rows * LOOKS_A_ROW;
  return is_small && runs.every(({ group }) => group === null);
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
  const found = presentsOf(runs);
  const within = unionsWithin(found, bounds_ms.subarray(1, count + 2), words, view);
  const before = found.map((present) => present.before(bounds_ms[1]!));
  return { before: together(before, words), within };
}

/** span [edges_ms[i], edges_ms[i + 1]) -> bitmap of the same kind. */
export function presentWithin(
  runs: readonly RunRows[],
  edges_ms: Float64Array,
  words: number,
  view: DatasetView,
): readonly Uint32Array[] {
  return unionsWithin(presentsOf(runs), edges_ms, words, view);
}

function unionsWithin(
  found: readonly Present[],
  edges_ms: Float64Array,
  words: number,
  view: DatasetView,
): readonly Uint32Array[] {
  const lists = found.map((present) => present.within(edges_ms, view));
  return Array.from({ length: edges_ms.length - 1 }, (_, span) =>
    together(
      lists.map((sets) => sets[span]!),
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
  return eventsOf(runs).map((event) => presentOf(runs.filter(({ run }) => run.event === event)));
}

/** Runs of one event: the part with skipped actors first, then the one that has them. */
function presentOf(runs: readonly RunRows[]): Present {
  if (runs.some(({ select }) => select !== null)) return selectedPresent(runs);
  const [first, second] = runs;
  const { presence } = first!.run;
  const { skip } = first!;
  // Rows of skipped actors are in the other part; if it has none, nobody is skipped.
  return skip === null || second === undefined ? presence : second.run.presence.joined(presence, skip);
}

/** Presence of selected rows only; made for each call. */
function selectedPresent(runs: readonly RunRows[]): Present {
  const words = wordsOf(runs);
  let early: { readonly until_ms: number; readonly bits: Uint32Array } | null = null;
  return {
    within(edges_ms, team) {
      const buckets = buildBuckets(edges_ms, edges_ms[0]!, edges_ms[edges_ms.length - 1]!);
      const begin = Int32Array.from({ length: buckets.count + 2 }, (_, slot) => slot * words);
      const bits = sharedWords(begin.length * words);
      // Parts take turns, as their actors share words.
      for (const each of runs) {
        const rows = trendRowsOf(each);
        team.share(MARK_SELECTED, { rows, buckets, begin, bits }, wholeActorCuts(rows.actor, 32));
      }
      // Slot 0 holds the rows before all spans.
      early = { until_ms: edges_ms[0]!, bits: bits.subarray(0, words) };
      return Array.from({ length: buckets.count }, (_, span) => bits.subarray(begin[span + 1]!, begin[span + 2]!));
    },
    // The pass over the rows has been made for the spans after that time.
    before: (time_ms) => must(early?.until_ms === time_ms ? early.bits : undefined, 'spans are asked for first'),
  };
}

/** Union of the bitmaps; no copy if there is only one. */
function together(sets: readonly Uint32Array[], words: number): Uint32Array {
  const only = sets.length === 1 ? sets[0]! : null;
  if (only !== null && only.length >= words) return only;
  const all = sharedWords(words);
  for (const set of sets) or(all, set.subarray(0, words));
  return all;
}
