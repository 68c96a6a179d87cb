/** Ordering of rows. */
import { ascending } from '../../base/ascending.ts';
import { textOf, type Value } from '../../engine/frame/column.ts';
import type { Coded, Vector } from '../../engine/select/expression/vector.ts';
import type { SortKey } from '../../model/sql/plan.ts';
import { beginningsOf } from './chosen.ts';

/** Rank of the value's type: booleans, numbers, texts. */
function kindOf(value: Value): number {
  if (typeof value === 'boolean') return 0;
  return typeof value === 'number' ? 1 : 2;
}

/** Negative if `a` comes first. Numbers come before texts. Neither may be null. */
export function compareValues(a: Value, b: Value): number {
  const kind = kindOf(a);
  const order = kind - kindOf(b);
  if (order !== 0) return order;
  if (kind < 2) return Number(a) - Number(b);
  const [left, right] = [textOf(a)!, textOf(b)!];
  return left < right ? -1 : Number(left > right);
}

/** Row -> rank of its value; NaN for null. */
export function ranksOf(vector: Vector, rows: number): Float64Array {
  if (vector.kind === 'numbers') return vector.values;
  if (vector.kind === 'constant') return new Float64Array(rows).fill(vector.value === null ? Number.NaN : 0);
  const { codes } = vector;
  const values = Array.from(vector.values);
  const sorted = values
    .flatMap((value, code) => (value === null ? [] : [code]))
    .sort((a, b) => compareValues(values[a]!, values[b]!));
  const rank_of = new Float64Array(values.length).fill(Number.NaN);
  let rank = 0;
  for (const [at, code] of sorted.entries()) {
    if (at > 0 && compareValues(values[sorted[at - 1]!]!, values[code]!) !== 0) rank++;
    rank_of[code] = rank;
  }
  const ranks = new Float64Array(rows);
  for (let row = 0; row < rows; row++) ranks[row] = rank_of[codes[row]!]!;
  return ranks;
}

export type Compare = (a: number, b: number) => number;

/** How to find the first rows. */
interface Order {
  readonly compare: Compare;
  /** Row -> a number; a row with a greater one comes later. null if there are no such numbers. */
  readonly lead: Float64Array | null;
  /** -1 if a smaller number comes later. */
  readonly sign: 1 | -1;
}

/** Order for finding the first `count` rows. If these are few, texts are compared on demand instead of ranked. */
export function orderOf(by: readonly Direction[], vectors: readonly Vector[], rows: number, count: number): Order {
  const compares = vectors.map((vector, at): Compare => {
    const key = by[at]!;
    const isRanked = vector.kind !== 'coded' || count * FEW > rows;
    return isRanked ? compareRows([key], [ranksOf(vector, rows)]) : compareCoded(key, vector);
  });
  const [first] = compares;
  const compare = first !== undefined && compares.length === 1 ? first : inTurn(compares);
  const lead = vectors[0]?.kind === 'numbers' ? vectors[0].values : null;
  return { compare, lead, sign: by[0]?.is_descending === true ? -1 : 1 };
}

/** For fewer than 1/FEW of the rows, comparing is cheaper than ranking all values. */
const FEW = 8;

type Direction = Pick<SortKey, 'is_descending' | 'nulls_first'>;

function compareCoded({ is_descending, nulls_first }: Direction, { codes, values }: Coded): Compare {
  const sign = is_descending ? -1 : 1;
  const null_sign = nulls_first ? -1 : 1;
  const beginningOf = beginningsOf(values) ?? ((): number => -1);
  return (a, b) => {
    const [first, second] = [beginningOf(codes[a]!), beginningOf(codes[b]!)];
    if (first !== second && first >= 0 && second >= 0) return sign * (first - second);
    const [x, y] = [values.at(codes[a]!)!, values.at(codes[b]!)!];
    if (x === null || y === null) return null_sign * (Number(x === null) - Number(y === null));
    return sign * compareValues(x, y);
  };
}

function inTurn(compares: readonly Compare[]): Compare {
  return (a, b) => {
    for (const compare of compares) {
      const order = compare(a, b);
      if (order !== 0) return order;
    }
    return 0;
  };
}

/** Compares rows by several columns; `ranks` has one array for each. 0 if equal. */
export function compareRows(by: readonly Direction[], ranks: readonly Float64Array[]): Compare {
  const compares = by.map(({ is_descending, nulls_first }, at): Compare => {
    const values = ranks[at]!;
    const sign = is_descending ? -1 : 1;
    const null_sign = nulls_first ? -1 : 1;
    return (a, b) => {
      const [x, y] = [values[a]!, values[b]!];
      if (x < y) return -sign;
      if (x > y) return sign;
      if (x === y) return 0;
      return null_sign * (Number(Number.isNaN(x)) - Number(Number.isNaN(y)));
    };
  });
  const [first] = compares;
  return first !== undefined && compares.length === 1 ? first : inTurn(compares);
}

/** The first `count` rows in order. Stable. */
export function firstRows(rows: number, count: number, { compare, lead, sign }: Order): Uint32Array {
  const stable: Compare = (a, b) => compare(a, b) || a - b;
  if (count * 4 >= rows) return ascending(rows).sort(stable).subarray(0, count);
  // A heap of the best rows so far, with the last of them on top.
  const heap: number[] = [];
  for (let row = 0; row < count; row++) rise(heap, row, stable);
  for (let row = count; row < rows && count > 0; row++) {
    if (lead !== null) row = nextNotAfter(lead, sign, row, heap[0]!);
    if (row < rows && compare(row, heap[0]!) < 0) sink(heap, row, stable);
  }
  return Uint32Array.from(heap).sort(stable);
}

/** The first row from that on whose number does not put it after the other row; the length if there is none. */
function nextNotAfter(lead: Float64Array, sign: number, from: number, other: number): number {
  const bound = sign * lead[other]!;
  let row = from;
  // Comparing with NaN, which is missing, is false.
  while (row < lead.length && sign * lead[row]! > bound) row++;
  return row;
}

function rise(heap: number[], row: number, compare: Compare): void {
  let at = heap.push(row) - 1;
  while (at > 0) {
    const above = (at - 1) >> 1;
    if (compare(heap[above]!, row) >= 0) break;
    heap[at] = heap[above]!;
    at = above;
  }
  heap[at] = row;
}

function sink(heap: number[], row: number, compare: Compare): void {
  let at = 0;
  for (;;) {
    let below = 2 * at + 1;
    if (below >= heap.length) break;
    if (below + 1 < heap.length && compare(heap[below + 1]!, heap[below]!) > 0) below++;
    if (compare(heap[below]!, row) <= 0) break;
    heap[at] = heap[below]!;
    at = below;
  }
  heap[at] = row;
}
