/** The interface of accumulators. */
import type { Value } from '../../engine/frame/column.ts';
import type { Vector } from '../../engine/select/expression/vector.ts';
import type { SqlAggregate } from '../../model/sql/plan.ts';
import type { Execution } from './execution.ts';

/** Rows with their cells: cell = group + 1; rows in cell 0 do not count. */
export interface CellRows {
  /** What is not needed is not computed. Valid until the next rows. */
  readonly cells: Int32Array;
  /** Adds how many rows each cell has, if that is known. */
  readonly addCounts?: ((counts: Float64Array) => void) | null;
  readonly args: readonly Vector[];
  readonly rows: number;
  /** Row -> how many equal rows it stands for; null if each stands for itself. */
  readonly weights: Float64Array | null;
}

export interface Accumulating {
  /** `size`: number of cells so far. */
  add(rows: CellRows, size: number): void;
  /** Group -> value. */
  end(size: number): Vector;
  /** The same for a few groups only, if that is cheaper. */
  readonly endOf?: (groups: Uint32Array, size: number) => Vector;
}

export type Begin = (aggregate: SqlAggregate, execution: Execution) => Accumulating;

/** Cell -> number, as a vector by group. */
export function numbers(of_cell: Float64Array): Vector {
  return { kind: 'numbers', values: of_cell.subarray(1) };
}

/** Cell -> value, as a vector by group. */
export function listed(values: readonly (Value | undefined)[], size: number): Vector {
  const made = Array.from({ length: size - 1 }, (_, group) => values[group + 1] ?? null);
  return { kind: 'coded', codes: Uint32Array.from(made.keys()), values: made };
}

/** The array with at least `size` elements; keeps the contents. */
export function grown<A extends Float64Array | Uint32Array>(array: A, size: number, fill = 0): A {
  if (array.length >= size) return array;
  const longer = new (array.constructor as new (length: number) => A)(Math.max(size, array.length * 2));
  longer.fill(fill).set(array);
  return longer;
}
