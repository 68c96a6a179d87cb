/** A source's values as numbers per row, for sums, averages and ranks. */
import { SECOND_MS } from '../../base/time.ts';
import type { ValueSource } from '../../model/question/predicate.ts';
import type { Column, ScaledColumn, Values } from '../frame/column.ts';
import type { DatasetView } from '../frame/dataset.ts';
import type { Run } from '../frame/run.ts';
import { sourceColumn } from './source.ts';
import { numberOf } from './values/value_test.ts';

/** row -> number, NaN = none. Numeric text counts; other text, booleans and null do not. Do not write. */
function rowNumbers(source: ValueSource, run: Run, view: DatasetView): Float64Array {
  const { column, owner } = sourceColumn(source, run, view);
  const numbers = columnNumbers(column);
  const scaled = source.of === 'metadata' && source.key === 'timestamp' ? wholeSeconds(numbers) : numbers;
  return owner === null ? scaled : byOwner(scaled, owner);
}

/** Like `rowNumbers`, times a factor, for kernels that decode blocks of stored numbers themselves. */
export function storedNumbers(
  source: ValueSource,
  factor: number,
  run: Run,
  view: DatasetView,
): Float64Array | ScaledColumn {
  const stored = source.of === 'event' && factor === 1 ? run.storedColumn(source.key) : null;
  return stored?.kind === 'scaled' ? stored : multiplied(rowNumbers(source, run, view), factor);
}

export function multiplied(numbers: Float64Array, factor: number): Float64Array {
  if (factor === 1) return numbers;
  const products = new Float64Array(numbers.length);
  for (let at = 0; at < numbers.length; at++) products[at] = numbers[at]! * factor;
  return products;
}

/** index -> number, NaN = none. Do not write. */
export function columnNumbers(column: Column): Float64Array {
  if (column.kind === 'number') return column.values;
  const { codes, values } = column;
  const of_code = numbersOf(values);
  const numbers = new Float64Array(codes.length);
  for (let index = 0; index < codes.length; index++) numbers[index] = of_code[codes[index]!]!;
  return numbers;
}

/** Cached, as texts take long to read and a column is asked for again. */
const known = new WeakMap<Values, Float64Array>();

/** code -> number, NaN = none. */
function numbersOf(values: Values): Float64Array {
  let numbers = known.get(values);
  // A dictionary grows.
  if (numbers === undefined || numbers.length !== values.length) {
    numbers = Float64Array.from(values, (value) => numberOf(value) ?? Number.NaN);
    known.set(values, numbers);
  }
  return numbers;
}

function wholeSeconds(times_ms: Float64Array): Float64Array {
  const seconds = new Float64Array(times_ms.length);
  for (let row = 0; row < times_ms.length; row++) seconds[row] = Math.floor(times_ms[row]! / SECOND_MS);
  return seconds;
}

/** row -> number of its owner; NaN for owners past the end. */
export function byOwner(numbers: Float64Array, owner: Uint32Array): Float64Array {
  const rows = new Float64Array(owner.length);
  for (let row = 0; row < owner.length; row++) rows[row] = numbers[owner[row]!] ?? Number.NaN;
  return rows;
}
