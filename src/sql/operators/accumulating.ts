/** What an aggregate is while rows are added, whichever it is. */
import type { Value } from '../../engine/frame/column.ts';
import type { Vector } from '../../engine/select/expression/vector.ts';
import type { SqlAggregate } from '../../model/sql/plan.ts';
import type { Running } from './running.ts';

/** Rows and where they count: cell = group + 1; what does not count is in cell 0. */
interface CellRows {
  readonly cells: Int32Array;
  readonly args: readonly Vector[];
  readonly rows: number;
}

export interface Accumulating {
  /** `size`: cells there are by now. */
  add(rows: CellRows, size: number): void;
  /** group -> value */
  end(size: number): Vector;
}

export type Begin = (aggregate: SqlAggregate, running: Running) => Accumulating;

/** cell -> number, as a vector by group. */
export function numbers(of_cell: Float64Array): Vector {
  return { kind: 'numbers', values: of_cell.subarray(1) };
}

/** cell -> value, as a vector by group. */
export function listed(values: readonly (Value | undefined)[], size: number): Vector {
  const made = Array.from({ length: size - 1 }, (_, group) => values[group + 1] ?? null);
  return { kind: 'coded', codes: Uint32Array.from(made.keys()), values: made };
}
