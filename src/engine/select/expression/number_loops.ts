/** Arithmetic and comparisons of number columns as plain loops; NaN is missing. */
import { complete, type Numeric } from '../../../base/known.ts';
import type { FunctionName, ZoneOffsets } from '../../../model/question/expression.ts';
import type { Value } from '../../frame/column.ts';
import type { Coded, Vector } from './vector.ts';
import { toWall } from './zone.ts';

/** A column, or one number for all rows. */
type Operand = Float64Array | number;

/** Every loop has its operation inlined: a call per row would cost more than the operation. */
type PairLoop = (a: Float64Array, b: Float64Array, out: Float64Array) => void;
type FlagLoop = (a: Float64Array, b: Float64Array, out: Uint8Array) => void;
type OneLoop = (a: Float64Array, out: Float64Array) => void;

const FLAGS: readonly Value[] = [false, true];
/** A constant spread over a block fits the nearest cache. */
const BLOCK_ROWS = 4096;

/** null if there is no loop for it, or a column is not numeric. */
export function numberLoop(
  name: FunctionName,
  args: readonly Vector[],
  rows: number,
  zone: ZoneOffsets,
): Vector | null {
  const [pair, flag, one] = [PAIRS[name], COMPARISONS[name], ONES[name]];
  if (pair === undefined && flag === undefined && one === undefined && !KEEPING.has(name)) return null;
  const operands = complete(args.map(operandOf));
  if (operands === null) return null;
  const [left, right] = operands;
  if (pair !== undefined) return numbers(overPairs(pair, left!, right!, roomFor(rows, args, operands)));
  if (flag !== undefined) return flagged(overPairs(flag, left!, right!, new Uint8Array(rows)));
  if (typeof left !== 'object') return null;
  if (one !== undefined) return numbers(filled(one, left, roomFor(rows, args, operands)));
  if (name === 'is_null') return flagged(missing(left));
  return numbers(name === 'to_wall' ? walls(left, zone) : left);
}

/** Functions that are neither arithmetic nor comparison. */
const KEEPING: ReadonlySet<FunctionName> = new Set<FunctionName>(['to_number', 'to_wall', 'is_null']);

function numbers(values: Float64Array): Vector {
  return { kind: 'numbers', values };
}

function flagged(codes: Uint8Array): Vector {
  return { kind: 'coded', codes, values: FLAGS };
}

/** Room for the result. Reuses numbers decoded for this loop alone: new memory costs more than arithmetic. */
function roomFor(rows: number, args: readonly Vector[], operands: readonly (Operand | null)[]): Float64Array {
  const decoded = operands[args.findIndex(({ kind }) => kind === 'coded')];
  return typeof decoded === 'object' && decoded !== null ? decoded : new Float64Array(rows);
}

/** null if the vector is not of numbers. */
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
  const numbers_of = Array.from(values, asNumber);
  if (numbers_of.includes(null)) return null;
  // code -> number
  const table = Float64Array.from(numbers_of, (value) => value ?? Number.NaN);
  const result = new Float64Array(codes.length);
  for (let row = 0; row < codes.length; row++) result[row] = table[codes[row]!]!;
  return result;
}

/** Block by block; a constant is spread over a block once. */
function overPairs<A extends Numeric<A>>(
  loop: (a: Float64Array, b: Float64Array, out: A) => void,
  left: Operand,
  right: Operand,
  out: A,
): A {
  const spread_left = spread(left);
  const spread_right = spread(right);
  for (let begin = 0; begin < out.length; begin += BLOCK_ROWS) {
    const end = Math.min(begin + BLOCK_ROWS, out.length);
    const a = typeof left === 'number' ? spread_left : left.subarray(begin, end);
    const b = typeof right === 'number' ? spread_right : right.subarray(begin, end);
    loop(a, b, out.subarray(begin, end));
  }
  return out;
}

const NOTHING = new Float64Array(0);

function spread(operand: Operand): Float64Array {
  return typeof operand === 'number' ? new Float64Array(BLOCK_ROWS).fill(operand) : NOTHING;
}

function filled(loop: OneLoop, a: Float64Array, out: Float64Array): Float64Array {
  loop(a, out);
  return out;
}

function walls(times_ms: Float64Array, zone: ZoneOffsets): Float64Array {
  const walls_ms = new Float64Array(times_ms.length);
  for (let row = 0; row < walls_ms.length; row++) walls_ms[row] = toWall(zone, times_ms[row]!);
  return walls_ms;
}

function missing(a: Float64Array): Uint8Array {
  const flags = new Uint8Array(a.length);
  for (let row = 0; row < flags.length; row++) flags[row] = Number(Number.isNaN(a[row]));
  return flags;
}

/** Division by zero and overflow have no result. */
function dropInfinite(values: Float64Array): void {
  for (let row = 0; row < values.length; row++) if (!Number.isFinite(values[row]!)) values[row] = Number.NaN;
}

const COMPARISONS: Partial<Readonly<Record<FunctionName, FlagLoop>>> = {
  equal: areEqual,
  not_equal(a, b, out) {
    areEqual(a, b, out);
    for (let row = 0; row < out.length; row++) out[row]! ^= 1;
  },
  less: areLess,
  less_equal: areAtMost,
  greater: (a, b, out) => areLess(b, a, out),
  greater_equal: (a, b, out) => areAtMost(b, a, out),
};

/** Missing equals missing. */
function areEqual(a: Float64Array, b: Float64Array, out: Uint8Array): void {
  for (let row = 0; row < out.length; row++) {
    const [x, y] = [a[row]!, b[row]!];
    out[row] = Number(x === y) | (Number(Number.isNaN(x)) & Number(Number.isNaN(y)));
  }
}

/** Unrolled by four, as in column_select.ts. A plain loop took eight times as long in the middle tier of the JIT. */
function areLess(a: Float64Array, b: Float64Array, out: Uint8Array): void {
  const whole = out.length - (out.length % 4);
  for (let row = 0; row < whole; row += 4) {
    out[row] = Number(a[row]! < b[row]!);
    out[row + 1] = Number(a[row + 1]! < b[row + 1]!);
    out[row + 2] = Number(a[row + 2]! < b[row + 2]!);
    out[row + 3] = Number(a[row + 3]! < b[row + 3]!);
  }
  for (let row = whole; row < out.length; row++) out[row] = Number(a[row]! < b[row]!);
}

function areAtMost(a: Float64Array, b: Float64Array, out: Uint8Array): void {
  const whole = out.length - (out.length % 4);
  for (let row = 0; row < whole; row += 4) {
    out[row] = Number(a[row]! <= b[row]!);
    out[row + 1] = Number(a[row + 1]! <= b[row + 1]!);
    out[row + 2] = Number(a[row + 2]! <= b[row + 2]!);
    out[row + 3] = Number(a[row + 3]! <= b[row + 3]!);
  }
  for (let row = whole; row < out.length; row++) out[row] = Number(a[row]! <= b[row]!);
}

const PAIRS: Partial<Readonly<Record<FunctionName, PairLoop>>> = {
  add(a, b, out) {
    for (let row = 0; row < out.length; row++) out[row] = a[row]! + b[row]!;
    dropInfinite(out);
  },
  subtract(a, b, out) {
    for (let row = 0; row < out.length; row++) out[row] = a[row]! - b[row]!;
    dropInfinite(out);
  },
  multiply(a, b, out) {
    for (let row = 0; row < out.length; row++) out[row] = a[row]! * b[row]!;
    dropInfinite(out);
  },
  divide(a, b, out) {
    for (let row = 0; row < out.length; row++) out[row] = a[row]! / b[row]!;
    dropInfinite(out);
  },
  modulo(a, b, out) {
    for (let row = 0; row < out.length; row++) out[row] = a[row]! % b[row]!;
    dropInfinite(out);
  },
};

const ONES: Partial<Readonly<Record<FunctionName, OneLoop>>> = {
  negate(a, out) {
    for (let row = 0; row < out.length; row++) out[row] = -a[row]!;
  },
  abs(a, out) {
    for (let row = 0; row < out.length; row++) out[row] = Math.abs(a[row]!);
  },
  floor(a, out) {
    for (let row = 0; row < out.length; row++) out[row] = Math.floor(a[row]!);
  },
  ceil(a, out) {
    for (let row = 0; row < out.length; row++) out[row] = Math.ceil(a[row]!);
  },
  truncate(a, out) {
    for (let row = 0; row < out.length; row++) out[row] = Math.trunc(a[row]!);
  },
};
