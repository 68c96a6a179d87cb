/** The loops of `blocks.wat` in TypeScript: what they must do, and what does it where there is no WebAssembly. */

/**
 * row -> flag &= whether its code is within a span, or listed; `not` 1 = is not. Of all, flags and codes are places in
 * the memory; the digits are the bits of a code.
 */
export type Loop = (flags: number, codes: number, rows: number, of: number, span_or_not: number, not: number) => void;

export const LOOPS = ['within8', 'within16', 'within32', 'listed8', 'listed16', 'listed32'] as const;

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
    (flags, codes_at, rows, least, span, not) => {
      const codes = new DataView(memory.buffer, codes_at);
      keep(flags, rows, (row) => {
        const code = of(codes, row);
        return (code >= least && code - least <= span) !== (not === 1);
      });
    };
  const listed =
    (of: Code): Loops['listed8'] =>
    (flags, codes_at, rows, table_at, not) => {
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
  };
}
