/** Calculations and comparisons of columns of numbers, row by row in plain loops; NaN is missing. */
import type { FunctionName, ZoneOffsets } from '../../model/expression.ts';
import type { Value } from '../column.ts';
import type { Coded, Vector } from './vector.ts';
import { toWall } from './zone.ts';

/** A column of numbers, or one number for all rows. */
type Operand = Float64Array | number;

/**
 * The function over whole columns; null where it is none of those that are loops over numbers, or something in the
 * columns is no number.
 */
export function numberLoop(
  name: FunctionName,
  args: readonly Vector[],
  rows: number,
  zone: ZoneOffsets,
): Vector | null {
  if (!LOOPS.has(name)) return null;
  const operands = args.map(operandOf);
  const [left, right = 0] = operands;
  if (left === undefined || left === null || right === null) return null;
  if (name === 'to_number' || name === 'coalesce') return args.length === 1 ? args[0]! : null;
  if (name === 'to_wall') return numbers(eachWall(left, rows, zone));
  const flags = compare(name, left, right, rows);
  if (flags !== null) return { kind: 'coded', codes: flags, values: FLAGS };
  const result = new Float64Array(rows);
  return calculate(name, left, right, result) ? numbers(result) : null;
}

const LOOPS: ReadonlySet<FunctionName> = new Set<FunctionName>([
  ...(['to_number', 'to_wall', 'is_null', 'equal', 'not_equal', 'less', 'less_equal', 'greater'] as const),
  ...(['greater_equal', 'add', 'subtract', 'multiply', 'divide', 'modulo', 'negate', 'abs', 'floor', 'ceil'] as const),
  'truncate',
]);

const FLAGS: readonly Value[] = [false, true];

function numbers(values: Float64Array): Vector {
  return { kind: 'numbers', values };
}

/** null where something is no number. */
function operandOf(vector: Vector): Operand | null {
  if (vector.kind === 'numbers') return vector.values;
  if (vector.kind === 'constant') return asNumber(vector.value);
  return decode(vector);
}

function asNumber(value: Value): number | null {
  if (value === null) return Number.NaN;
  return typeof value === 'number' ? value : null;
}

function decode({ codes, values }: Coded): Float64Array | null {
  const numbers_of = values.map(asNumber);
  if (numbers_of.includes(null)) return null;
  // code -> number
  const table = Float64Array.from(numbers_of, (value) => value ?? Number.NaN);
  const result = new Float64Array(codes.length);
  for (let row = 0; row < codes.length; row++) result[row] = table[codes[row]!]!;
  return result;
}

/** Rows of an operand: one number for all becomes a column. */
function column(operand: Operand, rows: number): Float64Array {
  return typeof operand === 'number' ? new Float64Array(rows).fill(operand) : operand;
}

function eachWall(operand: Operand, rows: number, zone: ZoneOffsets): Float64Array {
  const times_ms = column(operand, rows);
  const walls_ms = new Float64Array(rows);
  for (let row = 0; row < rows; row++) walls_ms[row] = toWall(zone, times_ms[row]!);
  return walls_ms;
}

/** row -> 1 where it holds; null where the function is no comparison. */
function compare(name: FunctionName, left: Operand, right: Operand, rows: number): Uint8Array | null {
  const a = column(left, rows);
  switch (name) {
    case 'is_null':
      return isMissing(a);
    case 'equal':
    case 'not_equal':
      return areEqual(a, column(right, rows), name === 'equal' ? 1 : 0);
    case 'less':
      return areLess(a, column(right, rows));
    case 'greater':
      return areLess(column(right, rows), a);
    case 'less_equal':
      return areAtMost(a, column(right, rows));
    case 'greater_equal':
      return areAtMost(column(right, rows), a);
    default:
      return null;
  }
}

function isMissing(a: Float64Array): Uint8Array {
  const flags = new Uint8Array(a.length);
  for (let row = 0; row < flags.length; row++) flags[row] = Number(Number.isNaN(a[row]));
  return flags;
}

/** Missing is equal to missing. */
function areEqual(a: Float64Array, b: Float64Array, wanted: number): Uint8Array {
  const flags = new Uint8Array(a.length);
  for (let row = 0; row < flags.length; row++) {
    const [x, y] = [a[row]!, b[row]!];
    const same = Number(x === y) | (Number(Number.isNaN(x)) & Number(Number.isNaN(y)));
    flags[row] = same ^ wanted ^ 1;
  }
  return flags;
}

function areLess(a: Float64Array, b: Float64Array): Uint8Array {
  const flags = new Uint8Array(a.length);
  for (let row = 0; row < flags.length; row++) flags[row] = Number(a[row]! < b[row]!);
  return flags;
}

function areAtMost(a: Float64Array, b: Float64Array): Uint8Array {
  const flags = new Uint8Array(a.length);
  for (let row = 0; row < flags.length; row++) flags[row] = Number(a[row]! <= b[row]!);
  return flags;
}

/** False where the function is no calculation. */
function calculate(name: FunctionName, left: Operand, right: Operand, result: Float64Array): boolean {
  const a = column(left, result.length);
  const isDouble =
    name === 'add' || name === 'subtract' || name === 'multiply' || name === 'divide' || name === 'modulo';
  if (!isDouble) return calculateOne(name, a, result);
  const b = column(right, result.length);
  const rows = result.length;
  switch (name) {
    case 'add':
      for (let row = 0; row < rows; row++) result[row] = a[row]! + b[row]!;
      break;
    case 'subtract':
      for (let row = 0; row < rows; row++) result[row] = a[row]! - b[row]!;
      break;
    case 'multiply':
      for (let row = 0; row < rows; row++) result[row] = a[row]! * b[row]!;
      break;
    case 'divide':
      for (let row = 0; row < rows; row++) result[row] = a[row]! / b[row]!;
      break;
    default:
      for (let row = 0; row < rows; row++) result[row] = a[row]! % b[row]!;
  }
  dropInfinite(result);
  return true;
}

function calculateOne(name: FunctionName, a: Float64Array, result: Float64Array): boolean {
  const rows = result.length;
  switch (name) {
    case 'negate':
      for (let row = 0; row < rows; row++) result[row] = -a[row]!;
      return true;
    case 'abs':
      for (let row = 0; row < rows; row++) result[row] = Math.abs(a[row]!);
      return true;
    case 'floor':
      for (let row = 0; row < rows; row++) result[row] = Math.floor(a[row]!);
      return true;
    case 'ceil':
      for (let row = 0; row < rows; row++) result[row] = Math.ceil(a[row]!);
      return true;
    case 'truncate':
      for (let row = 0; row < rows; row++) result[row] = Math.trunc(a[row]!);
      return true;
    default:
      return false;
  }
}

/** What is divided by zero, or too large, has no result. */
function dropInfinite(values: Float64Array): void {
  for (let row = 0; row < values.length; row++) if (!Number.isFinite(values[row]!)) values[row] = Number.NaN;
}
