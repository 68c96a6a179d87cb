/** Rows by the cell of the answer that they count in. */
import type { CellRange } from '../../frame/buckets.ts';
import type { DatasetView } from '../../frame/dataset.ts';
import type { Run } from '../../frame/run.ts';

export interface CellRun {
  readonly run: Run;
  /** row -> cell; rows that do not count are in cells outside the range */
  readonly cells: Int32Array;
}

/** The cells to fill: `range` out of `size`. */
export interface CellFrame {
  readonly range: CellRange;
  readonly size: number;
  readonly view: DatasetView;
}

/** A cell outside every range, for rows that must not count. */
export const NOWHERE = 0;
