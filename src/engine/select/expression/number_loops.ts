/**
 * Arithmetic and comparisons of number columns as plain loops; NaN is missing. A tree of them is computed block by
 * block, so that only its result is as long as the rows.
 */
import { complete } from '../../../base/known.ts';
import { sharedBytes } from '../../../base/shared.ts';
import type { FunctionName, ZoneOffsets } from '../../../model/question/expression.ts';
import type { Codes, ScaledColumn, Value } from '../../frame/column.ts';
import { BLOCK_ROWS } from '../../wasm/blocks.ts';
import { decodeScaled } from '../../wasm/decoded.ts';
import type { Coded, Vector } from './vector.ts';
import { toWall } from './zone.ts';

/** Numbers of a node that is not computed before another needs it, so that its values never leave the processor's cache. */
interface Pending {
  readonly kind: 'pending';
  readonly loop: Loop<Float64Array>;
  readonly of: readonly Operand[];
  /** How many loops it takes, its operands included. */
  readonly loops: number;
}

/** Most loops of one expression: the blocks of more would not fit the caches. */
const MOST_LOOPS = 32;

/** A vector as it was read; numbers may still be in stored form. */
export type Source = Vector | ScaledColumn;
/** A vector, or one that is still to be decoded or computed. */
export type Awaited = Source | Pending;

/** A column, codes of numbers, one number for all rows, or what a loop makes of such. */
type Operand = Float64Array | ScaledColumn | Table | number | Pending;

/** row -> codes[row] -> numbers[code] */
interface Table {
  readonly kind: 'table';
  readonly codes: Codes;
  readonly numbers: Float64Array;
}

/**
 * Reads the first `rows` of `a`, and of `b` unless it takes one argument; writes to `out`, which may be one of them if
 * it holds numbers. Every loop has its operation inlined: a call per row would cost more than the operation.
 */
type Loop<Out> = (a: Float64Array, b: Float64Array, out: Out, rows: number) => void;
type PairLoop = Loop<Float64Array>;
type FlagLoop = Loop<Uint8Array>;

/** Flags are codes: 1 is false, 2 is true. As in columns, code 0 is missing; no row has it. */
const FLAGS: readonly Value[] = [null, false, true];
/** Blocks between two checkpoints. */
const CHECKED_BLOCKS = 16;
const NO_NUMBERS = new Float64Array(0);
const NOTHING: Blocks = { read: () => NO_NUMBERS, room: null };

/** A numeric result is pending, flags are computed. null if the function has no loop or an argument is not numeric. */
export function numberLoop(
  name: FunctionName,
  args: readonly Awaited[],
  { rows, zone, checkpoint }: { readonly rows: number; readonly zone: ZoneOffsets; readonly checkpoint: () => void },
): Awaited | null {
  const flag = COMPARISONS[name];
  const loop = name === 'to_wall' ? walls(zone) : NUMBERS[name];
  if (flag === undefined && loop === undefined && name !== 'to_number') return null;
  const of = complete(args.map(operandOf));
  if (of === null) return null;
  if (flag !== undefined) return { kind: 'coded', codes: flagsOf(flag, of, rows, checkpoint), values: FLAGS };
  return loop === undefined ? args[0]! : pendingOf(loop, of, rows, checkpoint);
}

function pendingOf(loop: PairLoop, of: readonly Operand[], rows: number, checkpoint: () => void): Awaited {
  const loops = of.reduce<number>((sum, each) => sum + (isPending(each) ? each.loops : 0), 1);
  const pending: Pending = { kind: 'pending', loop, of, loops };
  return loops < MOST_LOOPS ? pending : settled(pending, rows, checkpoint);
}

function isPending(operand: Operand): operand is Pending {
  return typeof operand === 'object' && 'kind' in operand && operand.kind === 'pending';
}

/** null if the vector is not of numbers. */
function operandOf(vector: Awaited): Operand | null {
  if (vector.kind === 'pending' || vector.kind === 'scaled') return vector;
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

/** The vector, decoded or computed now if it was not before. */
export function settled(vector: Awaited, rows: number, checkpoint: () => void): Vector {
  if (vector.kind === 'scaled') return { kind: 'numbers', values: decodeScaled(vector) };
  if (vector.kind !== 'pending') return vector;
  const values = new Float64Array(rows);
  const { read } = blocksOf(vector);
  for (const { begin, end } of blocks(rows, checkpoint)) {
    const block = read(begin, end);
    values.set(end - begin === block.length ? block : block.subarray(0, end - begin), begin);
  }
  return { kind: 'numbers', values };
}

function flagsOf(loop: FlagLoop, of: readonly Operand[], rows: number, checkpoint: () => void): Uint8Array {
  const flags = sharedBytes(rows);
  const [left, right = NOTHING] = of.map(blocksOf);
  for (const { begin, end } of blocks(rows, checkpoint)) {
    loop(left!.read(begin, end), right.read(begin, end), flags.subarray(begin, end), end - begin);
  }
  return flags;
}

function* blocks(rows: number, checkpoint: () => void): IterableIterator<{ begin: number; end: number }> {
  for (let begin = 0; begin < rows; begin += BLOCK_ROWS) {
    if (begin % (CHECKED_BLOCKS * BLOCK_ROWS) === 0) checkpoint();
    yield { begin, end: Math.min(begin + BLOCK_ROWS, rows) };
  }
}

/** Values of an operand, block by block. */
interface Blocks {
  /** Returns the values of rows [begin, end), perhaps followed by others; valid until the next call. */
  readonly read: (begin: number, end: number) => Float64Array;
  /** Buffer that `read` returns, which may be overwritten with a result; null = read-only. */
  readonly room: Float64Array | null;
}

function blocksOf(operand: Operand): Blocks {
  if (operand instanceof Float64Array) return { read: (begin, end) => operand.subarray(begin, end), room: null };
  if (typeof operand === 'number') {
    const spread = new Float64Array(BLOCK_ROWS).fill(operand);
    return { read: () => spread, room: null };
  }
  if (operand.kind === 'table') return lookedUp(operand);
  if (operand.kind === 'scaled') return decoded(operand);
  const [left, right = NOTHING] = operand.of.map(blocksOf);
  return looped(operand.loop, left!, right);
}

function looped(loop: PairLoop, left: Blocks, right: Blocks): Blocks {
  const room = left.room ?? right.room ?? new Float64Array(BLOCK_ROWS);
  const read = (begin: number, end: number): Float64Array => {
    loop(left.read(begin, end), right.read(begin, end), room, end - begin);
    return room;
  };
  return { read, room };
}

function decoded(column: ScaledColumn): Blocks {
  const room = new Float64Array(BLOCK_ROWS);
  const read = (begin: number, end: number): Float64Array =>
    decodeScaled({ ...column, codes: column.codes.subarray(begin, end) }, room);
  return { read, room };
}

function lookedUp({ codes, numbers }: Table): Blocks {
  const room = new Float64Array(BLOCK_ROWS);
  const read = (begin: number, end: number): Float64Array => {
    for (let row = begin; row < end; row++) room[row - begin] = numbers[codes[row]!]!;
    return room;
  };
  return { read, room };
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
