/**
 * Rows of several sources in the one order that kernels read: by actor, then time, then arrival. One pass counts the
 * rows of each actor, one puts every row in its place, and only actors whose times then go back are sorted. Each source
 * was in that order when it was sealed, so the second pass takes actors in blocks: of each source the next few rows
 * belong to a block, and all places of a block are in the processor's cache. Where merged persons have put a source out
 * of order, one block holds everybody: the same passes, slower.
 */
import { type Stretches, stretchesOf } from '../run.ts';
import { orderByActorAndTime } from '../storage/order.ts';
import { reorder } from './gather.ts';

export interface OrderedRows {
  /** row -> actor, ascending. */
  readonly actor: Uint32Array;
  /** row -> epoch milliseconds, ascending within an actor. */
  readonly time_ms: Float64Array;
  readonly stretches: Stretches;
  /** row -> row as given; null where they came in order. */
  readonly order: Uint32Array | null;
}

/** Rows of several sources one after the other, as they arrived. */
export interface ArrivedRows {
  /** row -> actor. */
  readonly actor: Uint32Array;
  /** row -> epoch milliseconds. */
  readonly time_ms: Float64Array;
  /** source -> its first row; behind the last one the number of rows. */
  readonly starts: readonly number[];
}

interface MadeRows extends OrderedRows {
  readonly order: Uint32Array;
}

/** So many rows belong to a block, at twelve bytes each, and it still fits into a cache of a megabyte or two. */
const BLOCK_ROWS = 65_536;
/** Longer stretches of one actor are sorted by radix. */
const INSERTION_ROWS = 48;
/** Where more than this share of all rows is in such stretches, one radix sort of everything costs less. */
const LONG_SHARE = 8;
/** With this many times more actors than rows, counting all actors costs more than sorting the rows. */
const SPARSE = 8;

/** Actors are below the limit. `checkpoint` is passed now and then: the whole takes 10 ms for a million rows. */
export function orderRows(given: ArrivedRows, actor_limit: number, checkpoint: () => void = () => {}): OrderedRows {
  const { actor, time_ms } = given;
  if (isSorted(actor, time_ms)) return { actor, time_ms, stretches: stretchesOf(actor), order: null };
  checkpoint();
  const isSparse = actor.length * SPARSE < actor_limit;
  const made = isSparse ? sortRows(given) : placeRows(given, actor_limit, checkpoint);
  checkpoint();
  const long = sortShortStretches(made);
  const rows = long.reduce((sum, stretch) => sum + stretch.order.length, 0);
  if (rows * LONG_SHARE > actor.length) {
    made.order.set(orderByActorAndTime(actor, time_ms));
    reorder(time_ms, made.order, made.time_ms);
  } else for (const stretch of long) radixSort(stretch);
  return made;
}

function isSorted(actor: Uint32Array, time_ms: Float64Array): boolean {
  for (let row = 1; row < actor.length; row++) {
    if (actor[row]! < actor[row - 1]!) return false;
    if (actor[row] === actor[row - 1] && time_ms[row]! < time_ms[row - 1]!) return false;
  }
  return true;
}

/** By (actor, row). Sorts keys that hold both, exactly, as actors and rows are 32-bit and rows few. */
function sortRows({ actor, time_ms }: ArrivedRows): MadeRows {
  const rows = actor.length;
  const keys = new Float64Array(rows);
  for (let row = 0; row < rows; row++) keys[row] = actor[row]! * rows + row;
  keys.sort();
  const order = new Uint32Array(rows);
  for (let place = 0; place < rows; place++) order[place] = keys[place]! % rows;
  const ordered = reorder(actor, order, new Uint32Array(rows));
  const times_ms = reorder(time_ms, order, new Float64Array(rows));
  return { order, actor: ordered, time_ms: times_ms, stretches: stretchesOf(ordered) };
}

/** By (actor, row). Counts, then places. */
function placeRows(given: ArrivedRows, actor_limit: number, checkpoint: () => void): MadeRows {
  const { starts } = given;
  const rows = given.actor.length;
  // actor -> where its next row goes
  const next = new Uint32Array(actor_limit + 1);
  countRows(given.actor, next);
  checkpoint();
  const made = { order: new Uint32Array(rows), time_ms: new Float64Array(rows) };
  const block = areAscending(given) ? Math.max(1, Math.floor((actor_limit * BLOCK_ROWS) / rows)) : actor_limit;
  // source -> its first row that has no place yet
  const from = Uint32Array.from(starts);
  for (let until = block; until < actor_limit + block; until += block) {
    checkpoint();
    for (let source = 0; source + 1 < starts.length; source++) {
      from[source] = placeBlock(given, from[source]!, starts[source + 1]!, until, next, made);
    }
  }
  const stretches = stretchesUntil(next);
  return { ...made, stretches, actor: actorsOf(stretches) };
}

/** `next`, all zero before: actor -> how many rows lower actors have. */
function countRows(actor: Uint32Array, next: Uint32Array): void {
  for (let row = 0; row < actor.length; row++) next[actor[row]! + 1]!++;
  for (let of = 1; of < next.length; of++) next[of]! += next[of - 1]!;
}

/** Whether no source goes back to a lower actor. */
function areAscending({ actor, starts }: ArrivedRows): boolean {
  for (let source = 0; source + 1 < starts.length; source++) {
    const end = starts[source + 1]!;
    for (let row = starts[source]! + 1; row < end; row++) if (actor[row]! < actor[row - 1]!) return false;
  }
  return true;
}

/** Places rows of one source, from `from` on, whose actors are below `until`; returns the first row after them. */
function placeBlock(
  { actor, time_ms }: ArrivedRows,
  from: number,
  end: number,
  until: number,
  next: Uint32Array,
  made: Pick<MadeRows, 'order' | 'time_ms'>,
): number {
  const { order, time_ms: made_ms } = made;
  let row = from;
  for (; row < end; row++) {
    const of = actor[row]!;
    if (of >= until) break;
    const to = next[of]!++;
    order[to] = row;
    made_ms[to] = time_ms[row]!;
  }
  return row;
}

/** `ends`: actor -> row after its last one. */
function stretchesUntil(ends: Uint32Array): Stretches {
  const actor = new Uint32Array(ends.length);
  const begin = new Uint32Array(ends.length + 1);
  let count = 0;
  let row = 0;
  for (let of = 0; of < ends.length; of++) {
    if (ends[of] === row) continue;
    actor[count] = of;
    begin[count++] = row;
    row = ends[of]!;
  }
  begin[count] = row;
  return { actor: actor.slice(0, count), begin: begin.slice(0, count + 1) };
}

/** row -> actor. */
function actorsOf({ actor, begin }: Stretches): Uint32Array {
  const of_row = new Uint32Array(begin[actor.length]!);
  for (let place = 0; place < actor.length; place++) {
    const of = actor[place]!;
    const end = begin[place + 1]!;
    for (let row = begin[place]!; row < end; row++) of_row[row] = of;
  }
  return of_row;
}

/** The rows of one actor, as views. */
interface Stretch {
  readonly order: Uint32Array;
  readonly time_ms: Float64Array;
}

/** Sorts each actor's rows by (time, row), in place; long ones are left to the caller. */
function sortShortStretches({ order, time_ms, stretches }: MadeRows): Stretch[] {
  const { begin } = stretches;
  const long: Stretch[] = [];
  for (let place = 0; place + 1 < begin.length; place++) {
    const first = begin[place]!;
    const end = begin[place + 1]!;
    if (isAscending(time_ms, first, end)) continue;
    if (end - first <= INSERTION_ROWS) insertionSort(order, time_ms, first, end);
    else long.push({ order: order.subarray(first, end), time_ms: time_ms.subarray(first, end) });
  }
  return long;
}

function isAscending(time_ms: Float64Array, begin: number, end: number): boolean {
  for (let row = begin + 1; row < end; row++) if (time_ms[row]! < time_ms[row - 1]!) return false;
  return true;
}

function insertionSort(order: Uint32Array, time_ms: Float64Array, begin: number, end: number): void {
  for (let place = begin + 1; place < end; place++) {
    const row = order[place]!;
    const at_ms = time_ms[place]!;
    let to = place;
    for (; to > begin && time_ms[to - 1]! > at_ms; to--) {
      order[to] = order[to - 1]!;
      time_ms[to] = time_ms[to - 1]!;
    }
    order[to] = row;
    time_ms[to] = at_ms;
  }
}

function radixSort({ order, time_ms }: Stretch): void {
  const sorted = orderByActorAndTime(new Uint32Array(order.length), time_ms);
  reorder(order.slice(), sorted, order);
  reorder(time_ms.slice(), sorted, time_ms);
}
