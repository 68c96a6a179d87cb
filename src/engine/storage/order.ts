/** Sorts rows by actor, time and arrival, which is the order that every kernel reads. */

const DIGIT_BITS = 11;
const DIGITS = 1 << DIGIT_BITS;
const WORD = 2 ** 32;

/** position -> row, by (actor, time, row). Radix sort: cost does not depend on the input. */
export function orderByActorAndTime(actor: Uint32Array, time_ms: Float64Array): Uint32Array {
  const rows = actor.length;
  let order = new Uint32Array(rows);
  for (let row = 0; row < rows; row++) order[row] = row;
  if (areInOrder(actor, time_ms)) return order;
  let spare = new Uint32Array(rows);
  const counts = new Uint32Array(DIGITS);
  // Least significant digit first; each pass is stable.
  for (const key of [...timeKeys(time_ms), actor]) {
    for (let shift = 0; shift < 32; shift += DIGIT_BITS) {
      if (!sortByDigit(order, spare, key, shift, counts)) continue;
      [order, spare] = [spare, order];
    }
  }
  return order;
}

export function areInOrder(actor: Uint32Array, time_ms: Float64Array): boolean {
  for (let row = 1; row < actor.length; row++) {
    if (actor[row]! < actor[row - 1]!) return false;
    if (actor[row] === actor[row - 1] && time_ms[row]! < time_ms[row - 1]!) return false;
  }
  return true;
}

/** row -> milliseconds since the earliest row, as one or two 32-bit words, low word first. */
function timeKeys(time_ms: Float64Array): Uint32Array[] {
  let min_ms = Number.POSITIVE_INFINITY;
  let max_ms = Number.NEGATIVE_INFINITY;
  for (let row = 0; row < time_ms.length; row++) {
    const at_ms = time_ms[row]!;
    if (at_ms < min_ms) min_ms = at_ms;
    if (at_ms > max_ms) max_ms = at_ms;
  }
  const low = new Uint32Array(time_ms.length);
  if (max_ms - min_ms < WORD) {
    for (let row = 0; row < low.length; row++) low[row] = time_ms[row]! - min_ms;
    return [low];
  }
  const high = new Uint32Array(time_ms.length);
  for (let row = 0; row < low.length; row++) {
    const offset_ms = time_ms[row]! - min_ms;
    high[row] = Math.floor(offset_ms / WORD);
    low[row] = offset_ms - high[row]! * WORD;
  }
  return [low, high];
}

/** One stable pass from `order` to `target`. Returns false, with nothing done, if all rows share the digit. */
function sortByDigit(
  order: Uint32Array,
  target: Uint32Array,
  key: Uint32Array,
  shift: number,
  counts: Uint32Array,
): boolean {
  counts.fill(0);
  for (let row = 0; row < key.length; row++) counts[(key[row]! >>> shift) & (DIGITS - 1)]!++;
  if (counts[(key[0]! >>> shift) & (DIGITS - 1)] === key.length) return false;
  let start = 0;
  for (let digit = 0; digit < DIGITS; digit++) {
    const count = counts[digit]!;
    counts[digit] = start;
    start += count;
  }
  for (let position = 0; position < order.length; position++) {
    const row = order[position]!;
    const digit = (key[row]! >>> shift) & (DIGITS - 1);
    target[counts[digit]!++] = row;
  }
  return true;
}
