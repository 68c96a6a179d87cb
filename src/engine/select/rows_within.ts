/**
 * Rows that a question reads of a run: selected ones in a range of time, without skipped actors. Times are compared as
 * grains, sixteen rows at once, unless the range begins or ends within one.
 */
import { allocate, and, andNot, fromFlags, not, trim } from '../../base/bitmap.ts';
import { MAX_MS, MIN_MS } from '../../base/time.ts';
import type { Grains, Run } from '../frame/run.ts';
import { BLOCK_ROWS, scratch } from '../wasm/blocks.ts';
import { skippedRowsOf } from './skipped.ts';

export interface RowRange {
  /** Bitmap over rows; null = all. */
  readonly select: Uint32Array | null;
  /** Bitmap of actors to skip; null = none. */
  readonly skip: Uint32Array | null;
  readonly from_ms: number;
  readonly until_ms: number;
}

/** Bitmap of the rows; null = all. Do not write. */
export function rowsWithin(run: Run, { select, skip, from_ms, until_ms }: RowRange): Uint32Array | null {
  const timely = timelyRows(run, from_ms, until_ms);
  const rows = timely !== null && select !== null ? and(timely, select) : (timely ?? select);
  if (skip === null) return rows;
  return andNot(rows?.slice() ?? not(allocate(run.rows), run.rows), skippedRowsOf(run, skip));
}

/** Bitmap of rows in [from_ms, until_ms), owned by the caller; null = all. */
function timelyRows(run: Run, from_ms: number, until_ms: number): Uint32Array | null {
  // Grains would be made for nothing.
  if (from_ms === MIN_MS && until_ms === MAX_MS) return null;
  const grains = run.grains();
  const range = grains && wholeGrains(grains, from_ms, until_ms);
  if (grains === null || range === null) return rowsBetween(run.time_ms, from_ms, until_ms);
  const [first, until] = range;
  if (first === 0 && until === grains.count) return null;
  const { of_row } = grains;
  const bitmap = allocate(run.rows);
  if (first >= until) return bitmap;
  const memory = scratch();
  for (let begin = 0; begin < run.rows; begin += BLOCK_ROWS) {
    const block = of_row.subarray(begin, begin + BLOCK_ROWS);
    memory.begin(block.length);
    memory.within(block, first, until - first, false);
    bitmap.set(memory.bits(block.length), begin >>> 5);
  }
  return trim(bitmap, run.rows);
}

/** The range in grains; null if it begins or ends within a grain that the run has. */
function wholeGrains({ grain_ms, base_ms, count }: Grains, from_ms: number, until_ms: number): [number, number] | null {
  const first = Math.max(0, (from_ms - base_ms) / grain_ms);
  const until = Math.min(count, (until_ms - base_ms) / grain_ms);
  return Number.isInteger(first) && Number.isInteger(until) ? [first, until] : null;
}

function rowsBetween(time_ms: Float64Array, from_ms: number, until_ms: number): Uint32Array {
  const flags = new Uint8Array(time_ms.length);
  for (let row = 0; row < flags.length; row++) {
    flags[row] = Number(time_ms[row]! >= from_ms) & Number(time_ms[row]! < until_ms);
  }
  return fromFlags(flags);
}
