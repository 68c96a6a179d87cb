/**
 * The shortcut for questions about who was there when, not how often: presence bitmaps instead of rows.
 * Applies without groups, and pays if there are not many more bitmap words than rows; otherwise the row kernels answer,
 * part by part. Bitmaps of whole events are cached, those of selected rows are made per question. Runs of all parts are
 * passed together: an actor skipped in one part is in the other, so one bitmap holds everybody.
 */
import { count, or } from '../../base/bitmap.ts';
import { sharedWords } from '../../base/shared.ts';
import { type Buckets, buildBuckets } from '../frame/buckets.ts';
import type { DatasetView } from '../frame/dataset.ts';
import type { Present } from '../frame/run.ts';
import { wholeActorCuts } from '../frame/slices.ts';
import { MARK_PRESENCE } from '../kernels/presence/marks.ts';
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
  const found = presentsOf(runs, bounds_ms.subarray(1, count + 2), view);
  const before = found.map((present) => present.before());
  return { before: together(before, words), within: unionsWithin(found, count, words) };
}

/** span [edges_ms[i], edges_ms[i + 1]) -> bitmap of the same kind. */
export function presentWithin(
  runs: readonly RunRows[],
  edges_ms: Float64Array,
  words: number,
  view: DatasetView,
): readonly Uint32Array[] {
  return unionsWithin(presentsOf(runs, edges_ms, view), edges_ms.length - 1, words);
}

function unionsWithin(found: readonly PresentEdges[], spans: number, words: number): readonly Uint32Array[] {
  return Array.from({ length: spans }, (_, span) =>
    together(
      found.map(({ within }) => within[span]!),
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

/** Who has rows of an event in each span, and before all spans. */
interface PresentEdges {
  readonly within: readonly Uint32Array[];
  /** Made on demand. */
  before(): Uint32Array;
}

/** event -> presence over all parts. */
function presentsOf(runs: readonly RunRows[], edges_ms: Float64Array, view: DatasetView): PresentEdges[] {
  return eventsOf(runs).map((event) => {
    const of_event = runs.filter(({ run }) => run.event === event);
    if (of_event.some(({ select }) => select !== null)) return selectedPresent(of_event, edges_ms, view);
    const present = wholePresent(of_event);
    return { within: present.within(edges_ms, view), before: () => present.before(edges_ms[0]!) };
  });
}

/** Runs of one event: the part with skipped actors first, then the one that has them. */
function wholePresent([first, second]: readonly RunRows[]): Present {
  const { presence } = first!.run;
  const { skip } = first!;
  // Rows of skipped actors are in the other part; if it has none, nobody is skipped.
  return skip === null || second === undefined ? presence : second.run.presence.joined(presence, skip);
}

/** Presence of selected rows only; made for each call. */
function selectedPresent(runs: readonly RunRows[], edges_ms: Float64Array, team: DatasetView): PresentEdges {
  const words = wordsOf(runs);
  const buckets = buildBuckets(edges_ms, edges_ms[0]!, edges_ms[edges_ms.length - 1]!);
  const begin = Int32Array.from({ length: buckets.count + 2 }, (_, slot) => slot * words);
  const bits = sharedWords(begin.length * words);
  // Parts take turns, as their actors share words.
  for (const each of runs) {
    const rows = trendRowsOf(each);
    team.share(MARK_PRESENCE, { rows, buckets, begin, bits }, wholeActorCuts(rows.actor, 32));
  }
  const within = Array.from({ length: buckets.count }, (_, span) => bits.subarray(begin[span + 1]!, begin[span + 2]!));
  // Slot 0 holds the rows before all spans.
  return { within, before: () => bits.subarray(0, words) };
}

/** Union of the bitmaps; no copy if there is only one. */
function together(sets: readonly Uint32Array[], words: number): Uint32Array {
  const only = sets.length === 1 ? sets[0]! : null;
  if (only !== null && only.length >= words) return only;
  const all = sharedWords(words);
  for (const set of sets) or(all, set.subarray(0, words));
  return all;
}
