/**
 * The order of a run's rows where most of it is there already: stretches of rows that are each sorted by (actor, time)
 * are put together by one counting pass, and only the actors whose times then go back are sorted anew.
 */
import { orderByActorAndTime } from '../storage/order.ts';

/** Longer stretches of one actor are sorted by radix. */
const INSERTION_ROWS = 48;
/** Where more than this share of all rows is in such stretches, one radix sort of everything costs less. */
const LONG_SHARE = 8;
/** With this many times more actors than rows, counting all actors costs more than sorting the rows. */
const SPARSE = 8;

/** place -> row, sorted by (actor, time, row); null where the rows are in that order. Actors are below the limit. */
export function orderRows(actor: Uint32Array, time_ms: Float64Array, actor_limit: number): Uint32Array | null {
  if (isSorted(actor, time_ms)) return null;
  const order = actor.length * SPARSE < actor_limit ? sparseOrder(actor) : countedOrder(actor, actor_limit);
  const long = sortShortStretches(order, actor, time_ms);
  const rows = long.reduce((sum, stretch) => sum + stretch.length, 0);
  if (rows * LONG_SHARE > actor.length) return orderByActorAndTime(actor, time_ms);
  for (const stretch of long) radixSort(stretch, time_ms);
  return order;
}

function isSorted(actor: Uint32Array, time_ms: Float64Array): boolean {
  for (let row = 1; row < actor.length; row++) {
    if (actor[row]! < actor[row - 1]!) return false;
    if (actor[row] === actor[row - 1] && time_ms[row]! < time_ms[row - 1]!) return false;
  }
  return true;
}

/** By (actor, row): one number holds both, exactly, as actors and rows are 32-bit and rows few. */
function sparseOrder(actor: Uint32Array): Uint32Array {
  const rows = actor.length;
  const keys = new Float64Array(rows);
  for (let row = 0; row < rows; row++) keys[row] = actor[row]! * rows + row;
  keys.sort();
  const order = new Uint32Array(rows);
  for (let place = 0; place < rows; place++) order[place] = keys[place]! % rows;
  return order;
}

/** By (actor, row): one pass that counts, one that places. */
function countedOrder(actor: Uint32Array, actor_limit: number): Uint32Array {
  // actor -> place of its next row
  const next = new Uint32Array(actor_limit + 1);
  for (let row = 0; row < actor.length; row++) next[actor[row]! + 1]!++;
  for (let index = 1; index <= actor_limit; index++) next[index]! += next[index - 1]!;
  const order = new Uint32Array(actor.length);
  for (let row = 0; row < actor.length; row++) order[next[actor[row]!]!++] = row;
  return order;
}

/** Sorts each actor's stretch of the order by (time, row), in place; long ones are left to the caller. */
function sortShortStretches(order: Uint32Array, actor: Uint32Array, time_ms: Float64Array): Uint32Array[] {
  const long: Uint32Array[] = [];
  let begin = 0;
  while (begin < order.length) {
    const current = actor[order[begin]!]!;
    let end = begin + 1;
    let before_ms = time_ms[order[begin]!]!;
    let ascending = true;
    while (end < order.length && actor[order[end]!] === current) {
      const at_ms = time_ms[order[end]!]!;
      if (at_ms < before_ms) ascending = false;
      before_ms = at_ms;
      end++;
    }
    if (!ascending) {
      if (end - begin <= INSERTION_ROWS) insertionSort(order, time_ms, begin, end);
      else long.push(order.subarray(begin, end));
    }
    begin = end;
  }
  return long;
}

function insertionSort(order: Uint32Array, time_ms: Float64Array, begin: number, end: number): void {
  for (let place = begin + 1; place < end; place++) {
    const row = order[place]!;
    const at_ms = time_ms[row]!;
    let to = place;
    while (to > begin && time_ms[order[to - 1]!]! > at_ms) {
      order[to] = order[to - 1]!;
      to--;
    }
    order[to] = row;
  }
}

function radixSort(stretch: Uint32Array, time_ms: Float64Array): void {
  const times_ms = new Float64Array(stretch.length);
  for (let place = 0; place < stretch.length; place++) times_ms[place] = time_ms[stretch[place]!]!;
  const sorted = orderByActorAndTime(new Uint32Array(stretch.length), times_ms);
  const rows = stretch.slice();
  for (let place = 0; place < stretch.length; place++) stretch[place] = rows[sorted[place]!]!;
}
