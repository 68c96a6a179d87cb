/**
 * Marks rows whose stored values pass all conditions.
 * Input: columns in pieces, as they are stored, and a test of codes per condition. Output: a flag per row. Cost: a
 * quarter of a nanosecond per row for a span of codes, half of one for a table. All conditions are tested on one block
 * before the next, so flags stay in the processor's cache.
 */
import { assert } from '../../../base/assert.ts';
import type { Codes } from '../../frame/column.ts';
import type { Task } from '../../frame/team.ts';
import { BLOCK_ROWS, type Scratch, scratch } from '../../wasm/blocks.ts';

/** How a condition tests the rows of a piece; null = none passes. Arrays must be shared. */
export type PieceTest =
  | null
  /** Codes in [least, least + count); count is at least one. */
  | { readonly by: 'span'; readonly codes: Codes; readonly least: number; readonly count: number }
  /** code -> 1 if it passes, else 0 */
  | { readonly by: 'table'; readonly codes: Codes; readonly passes: Uint8Array }
  /** row -> 1 if it passes, else 0 */
  | { readonly by: 'flags'; readonly flags: Uint8Array };

/** A condition over consecutive pieces, which together have all rows. */
export interface PiecesTest {
  readonly is_not: boolean;
  /** piece -> its first row; the last item is the number of rows. */
  readonly begin: Uint32Array;
  readonly pieces: readonly PieceTest[];
}

export interface MarkArgs {
  readonly conditions: readonly PiecesTest[];
  /** row -> flag, written to. */
  readonly flags: Uint8Array;
}

interface MarkWork {
  /** condition -> piece of the current row. */
  readonly at: number[];
  /** Addresses of tables in this thread's scratch memory. */
  readonly addresses: ReadonlyMap<Uint8Array, number>;
}

/** Morsels of rows. */
export const MARK_ROWS: Task<MarkArgs, MarkWork, null> = {
  name: 'mark rows',
  begin({ conditions }) {
    const tables = new Set(conditions.flatMap(({ pieces }) => pieces.flatMap(tableOf)));
    const addresses = scratch().copyIn([...tables]);
    return { at: conditions.map(() => 0), addresses: new Map([...tables].map((table, at) => [table, addresses[at]!])) };
  },
  add({ conditions, flags }, { at, addresses }, first, until) {
    const memory = scratch();
    for (let row = first; row < until; ) {
      let end = Math.min(row + BLOCK_ROWS, until);
      for (const [i, { begin }] of conditions.entries()) {
        while (begin[at[i]! + 1]! <= row) at[i]!++;
        end = Math.min(end, begin[at[i]! + 1]!);
      }
      memory.begin(end - row);
      for (const [i, { is_not, begin, pieces }] of conditions.entries()) {
        const from = row - begin[at[i]!]!;
        keep(memory, pieces[at[i]!]!, from, from + end - row, { is_not, addresses });
      }
      flags.set(memory.flags(end - row), row);
      row = end;
    }
  },
  end: () => null,
};

function tableOf(piece: PieceTest): Uint8Array[] {
  return piece?.by === 'table' ? [piece.passes] : [];
}

/** Tests rows [from, until) of a piece, which make up the current block. */
function keep(
  memory: Scratch,
  piece: PieceTest,
  from: number,
  until: number,
  { is_not, addresses }: Pick<PiecesTest, 'is_not'> & Pick<MarkWork, 'addresses'>,
): void {
  if (piece === null) {
    if (!is_not) memory.flags(until - from).fill(0);
  } else if (piece.by === 'span') {
    memory.within(piece.codes.subarray(from, until), piece.least, piece.count, is_not);
  } else if (piece.by === 'table') {
    const address = addresses.get(piece.passes);
    assert(address !== undefined, 'all tables were copied');
    memory.listed(piece.codes.subarray(from, until), address, is_not);
  } else {
    keepFlagged(memory.flags(until - from), piece.flags.subarray(from, until), Number(is_not));
  }
}

function keepFlagged(flags: Uint8Array, passes: Uint8Array, not: number): void {
  for (let row = 0; row < flags.length; row++) flags[row]! &= passes[row]! ^ not;
}
