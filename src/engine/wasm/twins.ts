/** The loops of `blocks.wat` in TypeScript: their definition, and their replacement without WebAssembly. */
import { endOf, hashOf, isOdd } from './json_values.ts';

/**
 * Most work on the rows of a block. Their first arguments are the address of its flags, the address of its codes or
 * bits, and the number of rows. The digits in a name are the bits of a code.
 * within: row -> flag &= (least <= code <= least + span) ^ not; then least, span, not
 * listed: row -> flag &= table[code] ^ not; then the address of the table, not
 * decode: row -> (code + first) / scale, NaN for code 0; takes codes, numbers, rows, first, scale
 * bits: flags -> a bit each
 * joined: row -> table[left * rights + right], over the left bytes; then rights, the address of the table
 * Two work on values that lie end to end (`Values` in blocks.ts), and write a flag for each:
 * find: bytes, their length; needle, its length; ends, base; flags; two places in the needle, 32 for each that has a letter
 * accept: bytes, ends, number of values, base; table and start of an automaton; flags
 * One finds JSON values with a byte between each two, up to the first that ends with the bytes or later:
 * split: bytes, their length, number of values at most; ends, base; hashes, whether their bytes are not their text; how many
 * The last compares them with bytes elsewhere, and writes a flag for each:
 * same: bytes, ends, number of values, base; places of what they are compared with, from there; flags
 */
export type Loop = (at: number, other: number, rows: number, ...more: number[]) => void;

export const LOOPS = [
  'within8',
  'within16',
  'within32',
  'listed8',
  'listed16',
  'listed32',
  'decode8',
  'decode16',
  'decode32',
  'bits',
  'joined',
  'find',
  'accept',
  'split',
  'same',
] as const;

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
  const keep = (flags_at: number, rows: number, passes: (row: number) => number): void => {
    const flags = new Uint8Array(memory.buffer, flags_at, rows);
    for (let row = 0; row < rows; row++) flags[row]! &= passes(row);
  };
  const within =
    (of: Code): Loops['within8'] =>
    (flags, codes_at, rows, least = 0, span = 0, not = 0) => {
      const codes = new DataView(memory.buffer, codes_at);
      keep(flags, rows, (row) => {
        const code = of(codes, row);
        return Number(code >= least && code - least <= span) ^ not;
      });
    };
  const listed =
    (of: Code): Loops['listed8'] =>
    (flags, codes_at, rows, table_at = 0, not = 0) => {
      const codes = new DataView(memory.buffer, codes_at);
      const table = new Uint8Array(memory.buffer, table_at);
      keep(flags, rows, (row) => table[of(codes, row)]! ^ not);
    };
  return {
    within8: within(code8),
    within16: within(code16),
    within32: within(code32),
    listed8: listed(code8),
    listed16: listed(code16),
    listed32: listed(code32),
    ...decodeTwins(memory),
    ...byteTwins(memory),
    ...valueTwins(memory),
    split: splitTwin(memory),
    same: sameTwin(memory),
  };
}

function decodeTwins(memory: LoopMemory): Pick<Loops, 'decode8' | 'decode16' | 'decode32'> {
  const decode =
    (of: Code): Loops['decode8'] =>
    (codes_at, numbers_at, rows, first = 0, scale = 1) => {
      const codes = new DataView(memory.buffer, codes_at);
      const numbers = new Float64Array(memory.buffer, numbers_at, rows);
      for (let row = 0; row < rows; row++) {
        const code = of(codes, row);
        numbers[row] = code === 0 ? Number.NaN : (code + first) / scale;
      }
    };
  return { decode8: decode(code8), decode16: decode(code16), decode32: decode(code32) };
}

/** Loops over bytes of a block. */
function byteTwins(memory: LoopMemory): Pick<Loops, 'bits' | 'joined'> {
  return {
    bits(flags_at, bits_at, rows) {
      const flags = new Uint8Array(memory.buffer, flags_at, rows);
      const bits = new Uint8Array(memory.buffer, bits_at, (rows + 7) >> 3).fill(0);
      for (let row = 0; row < rows; row++) bits[row >> 3]! |= flags[row]! << (row & 7);
    },
    joined(left_at, right_at, rows, rights = 0, table_at = 0) {
      const [left, right] = [
        new Uint8Array(memory.buffer, left_at, rows),
        new Uint8Array(memory.buffer, right_at, rows),
      ];
      const table = new Uint8Array(memory.buffer, table_at);
      for (let row = 0; row < rows; row++) left[row] = table[left[row]! * rights + right[row]!]!;
    },
  };
}

/** Loops over values that lie end to end. */
function valueTwins(memory: LoopMemory): Pick<Loops, 'find' | 'accept'> {
  return {
    find(bytes_at, length, needle_at, size = 0, ends_at = 0, base = 0, passes_at = 0) {
      const bytes = Buffer.from(memory.buffer, bytes_at, length)
        .toString('latin1')
        .replace(/[A-Z]+/g, (capitals) => capitals.toLowerCase());
      const needle = Buffer.from(memory.buffer, needle_at, size).toString('latin1');
      const ends = new DataView(memory.buffer, ends_at);
      const passes = new Uint8Array(memory.buffer, passes_at);
      for (
        let value = 0, at = bytes.indexOf(needle);
        at >= 0;
        at = bytes.indexOf(needle, ends.getUint32(value * 4, true) - base)
      ) {
        while (ends.getUint32(value * 4, true) - base <= at) value++;
        passes[value] = 1;
      }
    },
    accept(bytes_at, ends_at, values, base = 0, table_at = 0, start = 0, passes_at = 0) {
      const bytes = new Uint8Array(memory.buffer, bytes_at);
      const ends = new DataView(memory.buffer, ends_at);
      const table = new DataView(memory.buffer, table_at);
      const passes = new Uint8Array(memory.buffer, passes_at);
      for (let value = 0, begin = 0; value < values; value++) {
        let state = start;
        let at = begin + 1;
        do state = table.getUint16((state * 256 + bytes[at++]!) * 2, true);
        while (state > 1);
        passes[value]! |= state;
        begin = ends.getUint32(value * 4, true) - base;
      }
    },
  };
}

function splitTwin(memory: LoopMemory): Loop {
  return (bytes_at, length, most, ends_at = 0, base = 0, hashes_at = 0, odd_at = 0, count_at = 0) => {
    const bytes = new Uint8Array(memory.buffer, bytes_at, length);
    const read = new DataView(memory.buffer, bytes_at, length);
    const written = new DataView(memory.buffer);
    let value = 0;
    for (let begin = 0, end = 0; value < most; value++, begin = end + 1) {
      end = endOf(bytes, begin);
      if (end >= length) break;
      written.setUint32(ends_at + value * 4, base + end, true);
      written.setInt32(hashes_at + value * 4, hashOf(read, begin, end), true);
      written.setUint8(odd_at + value, Number(isOdd(bytes, begin, end)));
    }
    written.setUint32(count_at, value, true);
  };
}

function sameTwin(memory: LoopMemory): Loop {
  return (bytes_at, ends_at, values, base = 0, places_at = 0, there = 0, flags_at = 0) => {
    const bytes = Buffer.from(memory.buffer);
    const words = new DataView(memory.buffer);
    for (let value = 0, begin = bytes_at; value < values; value++) {
      const end = bytes_at - base + words.getUint32(ends_at + value * 4, true);
      const place = there + words.getUint32(places_at + value * 4, true);
      const is_same = place < bytes.length && bytes.compare(bytes, place, place + end - begin, begin, end) === 0;
      bytes[flags_at + value] = Number(is_same);
      begin = end + 1;
    }
  };
}
