/**
 * Sorts rows of several sources by actor, time and arrival.
 * One pass counts rows per actor, one scatters rows to their positions; then only actors with times out of order are
 * sorted. Each source was sorted when sealed, so the scatter pass goes by blocks of actors: few rows of each source
 * belong to a block, and its positions fit the cache. If a merge of persons broke a source's order, one block holds all
 * actors: same passes, slower.
 */
import { sharedNumbers, sharedWords } from '../../base/shared.ts';
import { type ActorRanges, rangesOf } from '../frame/run.ts';
import { newTimeSort, sortByTime, type TimeSort } from '../kernels/rows/time_sort.ts';
import { areInOrder } from '../storage/order.ts';
import { reorder } from './gather.ts';

export interface OrderedRows {
  /** row -> actor, ascending. */
  readonly actor: Uint32Array;
  /** row -> epoch milliseconds, ascending within an actor. */
  readonly time_ms: Float64Array;
  readonly ranges: ActorRanges;
  /** row -> row in the sources; null = same. */
  readonly order: Uint32Array | null;
}

/** Rows of one source, in order of arrival. */
export interface ArrivedRows {
  /** row -> actor. */
  readonly actor: Uint32Array;
  /** row -> epoch milliseconds. */
  readonly time_ms: Float64Array;
}

interface MadeRows extends OrderedRows {
  readonly order: Uint32Array;
}

/** Rows per block: at twelve bytes each, a block fits a cache of one or two megabytes. */
const BLOCK_ROWS = 65_536;
/** Initial capacity of the sort buffers, in rows. */
const FIRST_ROWS = 256;
/** With this many times more actors than rows, sorting rows is faster than a count per actor. */
const SPARSE = 8;

/**
 * Sorts the rows of all sources, joined one after the other. Actors are below the limit. Inputs are not modified; the
 * result shares their memory only if there is a single source and it is in order.
 */
export function orderRows(
  sources: readonly ArrivedRows[],
  actor_limit: number,
  checkpoint: () => void = () => {},
): OrderedRows {
  if (areSorted(sources)) {
    const { actor, time_ms } = joined(sources);
    return { actor, time_ms, ranges: rangesOf(actor), order: null };
  }
  const rows = sources.reduce((sum, { actor }) => sum + actor.length, 0);
  const isSparse = rows * SPARSE < actor_limit;
  const made = isSparse ? sortRows(joined(sources)) : countingSort(sources, rows, actor_limit, checkpoint);
  checkpoint();
  sortRanges(made);
  return made;
}

function joined(sources: readonly ArrivedRows[]): ArrivedRows {
  if (sources.length === 1) return sources[0]!;
  const rows = sources.reduce((sum, { actor }) => sum + actor.length, 0);
  const all = { actor: new Uint32Array(rows), time_ms: new Float64Array(rows) };
  let at = 0;
  for (const { actor, time_ms } of sources) {
    all.actor.set(actor, at);
    all.time_ms.set(time_ms, at);
    at += actor.length;
  }
  return all;
}

/** Whether the rows of all sources, one after the other, are in order. Checks the seams first, which usually decide. */
function areSorted(sources: readonly ArrivedRows[]): boolean {
  let last: ArrivedRows | null = null;
  for (const source of sources) {
    if (source.actor.length === 0) continue;
    if (last !== null && !isSeamless(last, source)) return false;
    last = source;
  }
  return sources.every(({ actor, time_ms }) => areInOrder(actor, time_ms));
}

function isSeamless(left: ArrivedRows, right: ArrivedRows): boolean {
  const [of, then] = [left.actor.at(-1)!, right.actor[0]!];
  return of < then || (of === then && left.time_ms.at(-1)! <= right.time_ms[0]!);
}

/** Sorts by (actor, row) with keys that hold both exactly in a double. */
function sortRows({ actor, time_ms }: ArrivedRows): MadeRows {
  const rows = actor.length;
  const keys = new Float64Array(rows);
  for (let row = 0; row < rows; row++) keys[row] = actor[row]! * rows + row;
  keys.sort();
  const order = new Uint32Array(rows);
  for (let position = 0; position < rows; position++) order[position] = keys[position]! % rows;
  const ordered = reorder(actor, order, new Uint32Array(rows));
  const times_ms = reorder(time_ms, order, new Float64Array(rows));
  return { order, actor: ordered, time_ms: times_ms, ranges: rangesOf(ordered) };
}

/** Sorts by (actor, row) with a counting sort. */
function countingSort(
  sources: readonly ArrivedRows[],
  rows: number,
  actor_limit: number,
  checkpoint: () => void,
): MadeRows {
  // actor -> position of its next row
  const next = new Uint32Array(actor_limit + 1);
  let areAscending = true;
  for (const { actor } of sources) {
    checkpoint();
    if (!countRows(actor, next)) areAscending = false;
  }
  for (let of = 1; of < next.length; of++) next[of]! += next[of - 1]!;
  const made = { order: new Uint32Array(rows), time_ms: sharedNumbers(rows), next };
  const block = areAscending ? Math.max(1, Math.floor((actor_limit * BLOCK_ROWS) / rows)) : actor_limit;
  // source -> its first row without a position
  const from = new Uint32Array(sources.length);
  for (let until = block; until < actor_limit + block; until += block) {
    checkpoint();
    let base = 0;
    for (const [i, source] of sources.entries()) {
      from[i] = scatterBlock(source, from[i]!, until, base, made);
      base += source.actor.length;
    }
  }
  const ranges = rangesUntil(next);
  return { order: made.order, time_ms: made.time_ms, ranges, actor: actorsOf(ranges) };
}

/** counts[actor + 1] grows by the actor's rows. Returns whether actors never decrease. */
function countRows(actor: Uint32Array, counts: Uint32Array): boolean {
  let isAscending = true;
  let last = 0;
  for (let row = 0; row < actor.length; row++) {
    const of = actor[row]!;
    if (of < last) isAscending = false;
    last = of;
    counts[of + 1]!++;
  }
  return isAscending;
}

/** Rows that are being put in order; `next`: actor -> position of its next row. */
interface Scattering extends Pick<MadeRows, 'order' | 'time_ms'> {
  readonly next: Uint32Array;
}

/** Scatters a source's rows from `from` on while actors are below `until`; returns the first row left. */
function scatterBlock(
  { actor, time_ms }: ArrivedRows,
  from: number,
  until: number,
  base: number,
  made: Scattering,
): number {
  const { order, time_ms: made_ms, next } = made;
  let row = from;
  for (; row < actor.length; row++) {
    const of = actor[row]!;
    if (of >= until) break;
    const to = next[of]!++;
    order[to] = base + row;
    made_ms[to] = time_ms[row]!;
  }
  return row;
}

/** `ends`: actor -> row after its last one. */
function rangesUntil(ends: Uint32Array): ActorRanges {
  let ranks = 0;
  for (let of = 0; of < ends.length; of++) if (ends[of] !== (of === 0 ? 0 : ends[of - 1])) ranks++;
  const actor = sharedWords(ranks);
  const begin = sharedWords(ranks + 1);
  let rank = 0;
  let row = 0;
  for (let of = 0; of < ends.length; of++) {
    if (ends[of] === row) continue;
    actor[rank] = of;
    begin[rank++] = row;
    row = ends[of]!;
  }
  begin[rank] = row;
  return { actor, begin };
}

/** row -> actor. */
function actorsOf({ actor, begin }: ActorRanges): Uint32Array {
  const of_row = sharedWords(begin[actor.length]!);
  for (let rank = 0; rank < actor.length; rank++) fillRange(of_row, actor[rank]!, begin[rank]!, begin[rank + 1]!);
  return of_row;
}

/**
 * A function of its own, as are the inner loops below: where a short loop within a long one is the first to be optimised,
 * V8 goes back to the interpreter at the end of each.
 */
function fillRange(of_row: Uint32Array, actor: number, first: number, until: number): void {
  for (let row = first; row < until; row++) of_row[row] = actor;
}

/** Sorts each actor's rows by (time, row), in place. */
function sortRanges(made: MadeRows): void {
  const { begin } = made.ranges;
  let sort = newTimeSort(FIRST_ROWS);
  for (let rank = 0; rank + 1 < begin.length; rank++) {
    const first = begin[rank]!;
    const rows = begin[rank + 1]! - first;
    if (isAscending(made.time_ms, first, first + rows)) continue;
    if (rows > sort.id.length) sort = newTimeSort(rows * 2);
    sortRange(made, first, rows, sort);
  }
}

function sortRange({ order, time_ms }: MadeRows, first: number, rows: number, sort: TimeSort): void {
  for (let at = 0; at < rows; at++) {
    sort.time_ms[at] = time_ms[first + at]!;
    sort.id[at] = order[first + at]!;
  }
  sortByTime(sort, 0, rows);
  for (let at = 0; at < rows; at++) {
    time_ms[first + at] = sort.time_ms[at]!;
    order[first + at] = sort.id[at]!;
  }
}

function isAscending(time_ms: Float64Array, begin: number, end: number): boolean {
  for (let row = begin + 1; row < end; row++) if (time_ms[row]! < time_ms[row - 1]!) return false;
  return true;
}
