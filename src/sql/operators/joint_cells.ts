/**
 * Numbers combinations of codes: those that occur are found first, so that loops over rows look up what is known.
 * Loops are without branches, as rows are marked, and differ, in no order.
 */
import type { Codes } from '../../engine/frame/column.ts';
import { BLOCK_ROWS, byBlocks } from './blocks.ts';

/** Joint codes of a block: (code 0 x many 1 + code 1) x many 2 + … */
const joint = new Int32Array(BLOCK_ROWS);
/** Codes of a block in one type of array: a loop that sees several types checks the type at every row. */
const same = new Int32Array(BLOCK_ROWS);

export interface JointColumn {
  readonly codes: Codes;
  /** Codes are below this. */
  readonly many: number;
}

/** How many combinations there may be. */
export function product(columns: readonly JointColumn[]): number {
  return columns.reduce((all, { many }) => all * many, 1);
}

/** The columns' codes of a joint code. */
export function membersOf(joint: number, columns: readonly JointColumn[]): number[] {
  let left = joint;
  return columns
    .toReversed()
    .map(({ many }) => {
      const code = left % many;
      left = Math.floor(left / many);
      return code;
    })
    .reverse();
}

/** Row -> number of its combination + 1; 0 for rows without a mark. `numberOf` numbers a joint code. */
export function jointCells(
  columns: readonly JointColumn[],
  rows: number,
  marks: Uint32Array | null,
  numberOf: (joint: number) => number,
): Int32Array {
  const used = new Uint8Array(product(columns));
  byBlocks(rows, (first, until) => {
    joinCodes(columns, first, until);
    noteUsed(used, marks, first, until - first);
  });
  const cell_of = new Int32Array(used.length);
  for (let code = 0; code < used.length; code++) if (used[code] === 1) cell_of[code] = numberOf(code) + 1;
  const cells = new Int32Array(rows);
  byBlocks(rows, (first, until) => {
    joinCodes(columns, first, until);
    fillCells(cell_of, marks, first, cells.subarray(first, until));
  });
  return cells;
}

function joinCodes(columns: readonly JointColumn[], first: number, until: number): void {
  if (columns.length === 0) joint.fill(0);
  for (const [at, { codes, many }] of columns.entries()) {
    const into = at === 0 ? joint : same;
    into.set(codes.subarray(first, until));
    if (at > 0) appendCodes(many, until - first);
  }
}

function appendCodes(many: number, length: number): void {
  for (let at = 0; at < length; at++) joint[at] = Math.imul(joint[at]!, many) + same[at]!;
}

/** All ones if the row has a mark, else 0. */
function markOf(marks: Uint32Array, row: number): number {
  return (marks[row >>> 5]! << (31 - (row & 31))) >> 31;
}

function noteUsed(used: Uint8Array, marks: Uint32Array | null, first: number, length: number): void {
  if (marks === null) for (let at = 0; at < length; at++) used[joint[at]!] = 1;
  else for (let at = 0; at < length; at++) used[joint[at]!]! |= markOf(marks, first + at) & 1;
}

function fillCells(cell_of: Int32Array, marks: Uint32Array | null, first: number, cells: Int32Array): void {
  if (marks === null) for (let at = 0; at < cells.length; at++) cells[at] = cell_of[joint[at]!]!;
  else for (let at = 0; at < cells.length; at++) cells[at] = cell_of[joint[at]!]! & markOf(marks, first + at);
}
