/** Row ranges of skipped actors per run, cached until something changes. */
import { allocate, andNot, count, setRange } from '../../base/bitmap.ts';
import { asSharedWords } from '../../base/shared.ts';
import type { Run } from '../frame/run.ts';
import { skippedRows } from '../kernels/rows/skipped_rows.ts';

interface Skipped {
  readonly skip: Uint32Array;
  readonly rows: Uint32Array;
}

const skipped = new WeakMap<Run, Skipped>();

/** As in skippedRows; null = none. */
export function skippedOf(run: Run, skip: Uint32Array | null): Uint32Array | null {
  if (skip === null) return null;
  const known = skipped.get(run);
  if (known?.skip === skip) return known.rows;
  const rows = asSharedWords(skippedRows(run.ranges, skip));
  skipped.set(run, { skip, rows });
  return rows;
}

/** How many rows are selected and not skipped: kernels look at no others. */
export function rowsIn(run: Run, select: Uint32Array | null, skip: Uint32Array | null): number {
  const gone = skippedRowsOf(run, skip);
  return select === null ? run.rows - count(gone) : count(andNot(select.slice(), gone));
}

/** Bitmap of the rows of skipped actors. */
export function skippedRowsOf(run: Run, skip: Uint32Array | null): Uint32Array {
  const skipped = skippedOf(run, skip) ?? new Uint32Array();
  const rows = allocate(run.rows);
  for (let at = 0; at < skipped.length; at += 2) setRange(rows, skipped[at]!, skipped[at + 1]!);
  return rows;
}
