/** Aggregates per cell that need the row, not only its number: row counts and the earliest value. */

/** counts[cell] grows by its rows. */
export function countCells(cells: Int32Array, counts: Float64Array): void {
  for (let row = 0; row < cells.length; row++) counts[cells[row]!]!++;
}

/**
 * The number in each cell's earliest row that has one; of rows at the same instant, the smallest. `earliest_ms` must
 * start infinite and `found` as NaN.
 */
export function earliestOfCells(
  cells: Int32Array,
  time_ms: Float64Array,
  values: Float64Array,
  earliest_ms: Float64Array,
  found: Float64Array,
): void {
  for (let row = 0; row < cells.length; row++) {
    const value = values[row]!;
    if (Number.isNaN(value)) continue;
    const cell = cells[row]!;
    const time = time_ms[row]!;
    if (time > earliest_ms[cell]! || (time === earliest_ms[cell]! && value >= found[cell]!)) continue;
    earliest_ms[cell] = time;
    found[cell] = value;
  }
}
