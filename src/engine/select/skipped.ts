/** Row ranges of skipped actors per run, cached until something changes. */
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
