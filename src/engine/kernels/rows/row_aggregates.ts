/** Aggregates of rows per cell that are not aggregates of numbers alone (see cell_assignment.ts and value_aggregates.ts). */

/** Adds the rows of each cell. */
export function countCells(cells: Int32Array, counts: Float64Array): void {
  for (let row = 0; row < cells.length; row++) counts[cells[row]!]!++;
}

/**
 * The number of each cell's earliest row that has one; of rows of one instant, the least. `earliest_ms` begins with
 * infinity, `found` with NaN.
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
