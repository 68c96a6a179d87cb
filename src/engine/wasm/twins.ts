/** The loops of `blocks.wat` in TypeScript: what they must do, and what does it where there is no WebAssembly. */

/**
 * Of all, the first number is the place of the flags, then that of the codes or the bits, and the number of rows. The
 * digits in a name are the bits of a code.
 * within: row -> flag &= (least <= code <= least + span) != not; then least, span, not
 * listed: row -> flag &= table[code] != not; then the place of the table, not
 * bits: flags -> a bit each
 */
export type Loop = (flags: number, other: number, rows: number, ...more: number[]) => void;

export const LOOPS = ['within8', 'within16', 'within32', 'listed8', 'listed16', 'listed32', 'bits'] as const;

export type Loops = Readonly<Record<(typeof LOOPS)[number], Loop>>;

/** What `WebAssembly.Memory` can do. */
export interface LoopMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): void;
}

type Code = (codes: DataView, row: number) => number;

const code8: Code = (codes, row) => codes.getUint8(row);
const code16: Code = (codes, row) => codes.getUint16(row * 2, true);
const code32: Code = (codes, row) => codes.getUint32(row * 4, true);

export function twins(memory: LoopMemory): Loops {
  const keep = (flags_at: number, rows: number, passes: (row: number) => boolean): void => {
    const flags = new Uint8Array(memory.buffer, flags_at, rows);
    for (let row = 0; row < rows; row++) if (!passes(row)) flags[row] = 0;
  };
  const within =
    (of: Code): Loops['within8'] =>
    (flags, codes_at, rows, least = 0, span = 0, not = 0) => {
      const codes = new DataView(memory.buffer, codes_at);
      keep(flags, rows, (row) => {
        const code = of(codes, row);
        return (code >= least && code - least <= span) !== (not === 1);
      });
    };
  const listed =
    (of: Code): Loops['listed8'] =>
    (flags, codes_at, rows, table_at = 0, not = 0) => {
      const codes = new DataView(memory.buffer, codes_at);
      const table = new Uint8Array(memory.buffer, table_at);
      keep(flags, rows, (row) => table[of(codes, row)] !== not);
    };
  return {
    within8: within(code8),
    within16: within(code16),
    within32: within(code32),
    listed8: listed(code8),
    listed16: listed(code16),
    listed32: listed(code32),
    bits(flags_at, bits_at, rows) {
      const flags = new Uint8Array(memory.buffer, flags_at, rows);
      const bits = new Uint8Array(memory.buffer, bits_at, (rows + 7) >> 3).fill(0);
      for (let row = 0; row < rows; row++) bits[row >> 3]! |= flags[row]! << (row & 7);
    },
  };
}
