/**
 * Looks up a cell for each row's combination of codes (see code_counts.ts); threads share the rows.
 * Input: columns of codes, combination -> cell. Output: row -> cell, 0 for rows that do not count. Cost: one short step
 * per row and column. The loop has no branch: which rows count may follow no pattern.
 */
import type { Task } from '../../frame/team.ts';
import { BLOCK_ROWS } from '../../wasm/blocks.ts';
import { type CodeArgs, joinBlock } from './code_counts.ts';

interface CellArgs extends CodeArgs {
  /** combination -> cell */
  readonly cell_of: Uint32Array;
  /** row -> cell, written to */
  readonly cells: Int32Array;
}

/** A morsel is a range of rows. */
export const FILL_CELLS: Task<CellArgs, null, null> = {
  name: 'fill cells',
  begin: () => null,
  add({ columns, select, cell_of, cells }, _, first, until) {
    for (let begin = first; begin < until; begin += BLOCK_ROWS) {
      const block = cells.subarray(begin, Math.min(begin + BLOCK_ROWS, until));
      const joint = joinBlock(columns, begin, block.length);
      if (select === null) lookUp(joint, cell_of, block);
      else lookUpSelected(joint, cell_of, select, begin, block);
    }
  },
  end: () => null,
};

function lookUp(joint: Int32Array, cell_of: Uint32Array, cells: Int32Array): void {
  for (let at = 0; at < cells.length; at++) cells[at] = cell_of[joint[at]!]!;
}

function lookUpSelected(
  joint: Int32Array,
  cell_of: Uint32Array,
  select: Uint32Array,
  begin: number,
  cells: Int32Array,
): void {
  for (let at = 0; at < cells.length; at++) {
    const row = begin + at;
    // All ones if the row counts.
    const counts = (select[row >>> 5]! << (31 - (row & 31))) >> 31;
    cells[at] = cell_of[joint[at]!]! & counts;
  }
}
