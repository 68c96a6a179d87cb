/**
 * The rows of a block that count, one after the other: where a filter leaves few, what follows looks at those alone. A
 * list is made without asking row by row; bits that are set are found by counting zeros.
 */
import { type Buckets, placeOf, placesOfQuarters } from '../buckets.ts';
import type { Codes } from '../column.ts';
import type { Quarters } from '../run.ts';
import { BLOCK_ROWS, placeAll, type TrendRows } from './trend_rows.ts';

export interface CountedRows {
  /** position below `length` -> place of the row (see buckets.ts); rows out of the range have one as well. */
  readonly place: Int32Array;
  /** position below `length` -> the row, from the beginning of the block on, ascending. */
  offset: Int32Array;
  length: number;
  /** row of the block -> actor, and -> group (null where there are none). */
  actor: Uint32Array;
  group: Codes | null;
  /** What `offset` is where rows are chosen, and where all count: the latter is filled once. */
  readonly some: Int32Array;
  readonly every: Int32Array;
}

export function newCountedRows(): CountedRows {
  const every = Int32Array.from({ length: BLOCK_ROWS }, (_, offset) => offset);
  const some = new Int32Array(BLOCK_ROWS);
  const place = new Int32Array(BLOCK_ROWS);
  return { place, offset: every, length: 0, actor: new Uint32Array(0), group: null, some, every };
}

/** Those of [begin, end), at most a block. */
export function listCounted(rows: TrendRows, buckets: Buckets, begin: number, end: number, out: CountedRows): void {
  const { select, skip } = rows;
  out.actor = rows.actor.subarray(begin, end);
  out.group = rows.group?.subarray(begin, end) ?? null;
  if (select === null && skip === null) {
    out.offset = out.every;
    out.length = end - begin;
    placeAll(rows, buckets, begin, end, out.place);
    return;
  }
  out.offset = out.some;
  out.length = select === null ? end - begin : listSelected(select, begin, end, out.some);
  if (select === null) out.some.set(out.every);
  if (skip !== null) out.length = dropSkipped(skip, out);
  placeListed(rows, buckets, begin, end, out);
}

function listSelected(select: Uint32Array, begin: number, end: number, offset: Int32Array): number {
  const first = begin >>> 5;
  const last = (end - 1) >>> 5;
  let length = 0;
  for (let word = first; word <= last; word++) {
    let bits = select[word]!;
    if (word === first) bits &= -1 << (begin & 31);
    if (word === last) bits &= -1 >>> (31 - ((end - 1) & 31));
    const highest = (word << 5) + 31 - begin;
    for (; bits !== 0; bits &= bits - 1) offset[length++] = highest - Math.clz32(bits & -bits);
  }
  return length;
}

/** Moves each row down over those dropped before it. */
function dropSkipped(skip: Uint32Array, { actor, some, length }: CountedRows): number {
  let kept = 0;
  for (let at = 0; at < length; at++) {
    const offset = some[at]!;
    const who = actor[offset]!;
    some[kept] = offset;
    kept += ((skip[who >>> 5]! >>> (who & 31)) & 1) ^ 1;
  }
  return kept;
}

function placeListed(rows: TrendRows, buckets: Buckets, begin: number, end: number, out: CountedRows): void {
  const { quarters, time_ms } = rows;
  const of_quarters = quarters === null ? null : placesOfQuarters(quarters, buckets);
  if (quarters !== null && of_quarters !== null) {
    lookUp(quarters.of_row.subarray(begin, end), of_quarters.table, out);
    if (of_quarters.has_cut) placeCut(time_ms.subarray(begin, end), buckets, out);
    return;
  }
  const all = new Int32Array(end - begin);
  placeAll(rows, buckets, begin, end, all);
  for (let at = 0; at < out.length; at++) out.place[at] = all[out.some[at]!]!;
}

function lookUp(quarter: Quarters['of_row'], table: Int32Array, { some, place, length }: CountedRows): void {
  for (let at = 0; at < length; at++) place[at] = table[quarter[some[at]!]!]!;
}

function placeCut(time_ms: Float64Array, buckets: Buckets, { some, place, length }: CountedRows): void {
  for (let at = 0; at < length; at++) if (place[at]! < 0) place[at] = placeOf(buckets, time_ms[some[at]!]!);
}
