/**
 * Arithmetic and comparisons of number columns as plain loops; NaN is missing. Operands are read block by block, so that
 * what is decoded for one stays in the processor's cache.
 */
import { complete, type Numeric } from '../../../base/known.ts';
import { sharedBytes } from '../../../base/shared.ts';
import type { FunctionName, ZoneOffsets } from '../../../model/question/expression.ts';
import type { Codes, ScaledColumn, Value } from '../../frame/column.ts';
import { BLOCK_ROWS } from '../../wasm/blocks.ts';
import { decodeScaled } from '../../wasm/decoded.ts';
import type { Coded, Vector } from './vector.ts';
import { toWall } from './zone.ts';

/** A vector as it was read; numbers may still be in stored form. */
export type Source = Vector | ScaledColumn;
/** A column, codes of numbers, or one number for all rows. */
type Operand = Float64Array | ScaledColumn | Table | number;

/** row -> codes[row] -> numbers[code] */
interface Table {
  readonly kind: 'table';
  readonly codes: Codes;
  readonly numbers: Float64Array;
}

/**
 * Reads the first `rows` of `a`, and of `b` unless it takes one argument; writes to `out`. Every loop has its operation inlined: a call per row would cost more than the operation.
 */
type Loop<Out> = (a: Float64Array, b: Float64Array, out: Out, rows: number) => void;
type PairLoop = Loop<Float64Array>;
type FlagLoop = Loop<Uint8Array>;

/** Flags are codes: 1 is false, 2 is true. As in columns, code 0 is missing; no row has it. */
const FLAGS: readonly Value[] = [null, false, true];
/** Rows between two checkpoints. */
const CHECKED_ROWS = 16 * BLOCK_ROWS;
const NO_NUMBERS = new Float64Array(0);
const NOTHING: ReadBlock = () => NO_NUMBERS;

/** null if the function has no loop or an argument is not numeric. */
export function numberLoop(
  name: FunctionName,
  args: readonly Source[],
  { rows, zone, checkpoint }: { readonly rows: number; readonly zone: ZoneOffsets; readonly checkpoint: () => void },
): Source | null {
  const flag = COMPARISONS[name];
  const loop = name === 'to_wall' ? walls(zone) : NUMBERS[name];
  if (flag === undefined && loop === undefined && name !== 'to_number') return null;
  const of = complete(args.map(operandOf));
  if (of === null) return null;
  if (flag !== undefined) {
    return { kind: 'coded', codes: looped(flag, of, sharedBytes(rows), checkpoint), values: FLAGS };
  }
  if (loop === undefined) return args[0]!;
  return { kind: 'numbers', values: looped(loop, of, new Float64Array(rows), checkpoint) };
}

/** null if the vector is not of numbers. */
function operandOf(vector: Source): Operand | null {
  if (vector.kind === 'scaled') return vector;
  if (vector.kind === 'numbers') return vector.values;
  return vector.kind === 'constant' ? asNumber(vector.value) : tableOf(vector);
}

function asNumber(value: Value): number | null {
  if (value === null) return Number.NaN;
  return typeof value === 'number' ? value : null;
}

function tableOf({ codes, values }: Coded): Table | null {
  const numbers = complete(Array.from(values, asNumber));
  return numbers && { kind: 'table', codes, numbers: Float64Array.from(numbers) };
}

/** The vector, decoded if it was not before. */
export function plainVector(vector: Source): Vector {
  return vector.kind === 'scaled' ? { kind: 'numbers', values: decodeScaled(vector) } : vector;
}

/** Runs the loop over all rows; returns `out`. */
function looped<Out extends Numeric<Out>>(
  loop: Loop<Out>,
  of: readonly Operand[],
  out: Out,
  checkpoint: () => void,
): Out {
  const [left, right = NOTHING] = of.map(blocksOf);
  for (let begin = 0; begin < out.length; begin += BLOCK_ROWS) {
    if (begin % CHECKED_ROWS === 0) checkpoint();
    const end = Math.min(begin + BLOCK_ROWS, out.length);
    loop(left!(begin, end), right(begin, end), out.subarray(begin, end), end - begin);
  }
  return out;
}

/** Returns an operand's values of rows [begin, end), perhaps followed by others; valid until the next call. */
type ReadBlock = (begin: number, end: number) => Float64Array;

function blocksOf(operand: Operand): ReadBlock {
  if (operand instanceof Float64Array) return (begin, end) => operand.subarray(begin, end);
  const room = new Float64Array(BLOCK_ROWS);
  if (typeof operand === 'number') {
    room.fill(operand);
    return () => room;
  }
  if (operand.kind === 'scaled') {
    return (begin, end) => decodeScaled({ ...operand, codes: operand.codes.subarray(begin, end) }, room);
  }
  const { codes, numbers } = operand;
  return (begin, end) => {
    for (let row = begin; row < end; row++) room[row - begin] = numbers[codes[row]!]!;
    return room;
  };
}

function walls(zone: ZoneOffsets): PairLoop {
  return (times_ms, _, out, rows) => {
    for (let row = 0; row < rows; row++) out[row] = toWall(zone, times_ms[row]!);
  };
}

const COMPARISONS: Partial<Readonly<Record<FunctionName, FlagLoop>>> = {
  equal: areEqual,
  not_equal(a, b, out, rows) {
    areEqual(a, b, out, rows);
    for (let row = 0; row < rows; row++) out[row] = 3 - out[row]!;
  },
  less: areLess,
  less_equal: areAtMost,
  greater: (a, b, out, rows) => areLess(b, a, out, rows),
  greater_equal: (a, b, out, rows) => areAtMost(b, a, out, rows),
  is_null(a, _, out, rows) {
    for (let row = 0; row < rows; row++) out[row] = 1 + Number(Number.isNaN(a[row]));
  },
};

/** Missing equals missing. */
function areEqual(a: Float64Array, b: Float64Array, out: Uint8Array, rows: number): void {
  for (let row = 0; row < rows; row++) {
    const [x, y] = [a[row]!, b[row]!];
    out[row] = 1 + (Number(x === y) | (Number(Number.isNaN(x)) & Number(Number.isNaN(y))));
  }
}

/** Unrolled by four, as in column_select.ts. A plain loop took eight times as long in the middle tier of the JIT. */
function areLess(a: Float64Array, b: Float64Array, out: Uint8Array, rows: number): void {
  const whole = rows - (rows % 4);
  for (let row = 0; row < whole; row += 4) {
    out[row] = 1 + Number(a[row]! < b[row]!);
    out[row + 1] = 1 + Number(a[row + 1]! < b[row + 1]!);
    out[row + 2] = 1 + Number(a[row + 2]! < b[row + 2]!);
    out[row + 3] = 1 + Number(a[row + 3]! < b[row + 3]!);
  }
  for (let row = whole; row < rows; row++) out[row] = 1 + Number(a[row]! < b[row]!);
}

function areAtMost(a: Float64Array, b: Float64Array, out: Uint8Array, rows: number): void {
  const whole = rows - (rows % 4);
  for (let row = 0; row < whole; row += 4) {
    out[row] = 1 + Number(a[row]! <= b[row]!);
    out[row + 1] = 1 + Number(a[row + 1]! <= b[row + 1]!);
    out[row + 2] = 1 + Number(a[row + 2]! <= b[row + 2]!);
    out[row + 3] = 1 + Number(a[row + 3]! <= b[row + 3]!);
  }
  for (let row = whole; row < rows; row++) out[row] = 1 + Number(a[row]! <= b[row]!);
}

/** `result - (result - result)` turns infinity into NaN, as division by zero and overflow have no result. */
const NUMBERS: Partial<Readonly<Record<FunctionName, PairLoop>>> = {
  add(a, b, out, rows) {
    for (let row = 0; row < rows; row++) {
      const result = a[row]! + b[row]!;
      out[row] = result - (result - result);
    }
  },
  subtract(a, b, out, rows) {
    for (let row = 0; row < rows; row++) {
      const result = a[row]! - b[row]!;
      out[row] = result - (result - result);
    }
  },
  multiply(a, b, out, rows) {
    for (let row = 0; row < rows; row++) {
      const result = a[row]! * b[row]!;
      out[row] = result - (result - result);
    }
  },
  divide(a, b, out, rows) {
    for (let row = 0; row < rows; row++) {
      const result = a[row]! / b[row]!;
      out[row] = result - (result - result);
    }
  },
  modulo(a, b, out, rows) {
    for (let row = 0; row < rows; row++) {
      const result = a[row]! % b[row]!;
      out[row] = result - (result - result);
    }
  },
  negate(a, _, out, rows) {
    for (let row = 0; row < rows; row++) out[row] = -a[row]!;
  },
  abs(a, _, out, rows) {
    for (let row = 0; row < rows; row++) out[row] = Math.abs(a[row]!);
  },
  floor(a, _, out, rows) {
    for (let row = 0; row < rows; row++) out[row] = Math.floor(a[row]!);
  },
  ceil(a, _, out, rows) {
    for (let row = 0; row < rows; row++) out[row] = Math.ceil(a[row]!);
  },
  truncate(a, _, out, rows) {
    for (let row = 0; row < rows; row++) out[row] = Math.trunc(a[row]!);
  },
};
