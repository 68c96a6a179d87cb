/**
 * Loops over blocks of rows, in WebAssembly where there is any (`blocks.wat`), else by their twins in TypeScript.
 * Each thread has an instance and a scratch memory of its own. A block's values are copied in first: that costs a tenth
 * of what the loop does, and arrays need not live in WebAssembly's memory.
 *   byte 0      4,096   20,480  24,576   65,536
 *        flags  codes   bits    numbers  tables, one after the other; the memory grows with them
 */
import { assert, must } from '../../base/assert.ts';
import { recordOf } from '../../base/known.ts';
import type { Codes, ScaledColumn } from '../frame/column.ts';
import { BLOCKS } from './blocks_binary.ts';
import { HeldBytes } from './held_bytes.ts';
import { rareBytes } from './rare_bytes.ts';
import { LOOPS, type Loop, type LoopMemory, type Loops, twins } from './twins.ts';

/** Rows that loops work on at a time: what they read and write stays in L1. A multiple of the 16 that are compared at once. */
export const BLOCK_ROWS = 4_096;
const FLAGS_AT = 0;
const CODES_AT = BLOCK_ROWS;
const BITS_AT = CODES_AT + BLOCK_ROWS * 4;
const NUMBERS_AT = 24_576;
const TABLES_AT = 65_536;
const PAGE_BYTES = 65_536;
const QUOTE = Uint8Array.of(34);
/** Loops read up to this many bytes past the end of what they search. */
const SLACK_BYTES = 32;
/** JSON is split in windows that fit the processor's cache, with at most so many values. */
const SPLIT_BYTES = 262_144;
const SPLIT_VALUES = 16_384;
const ROOM = new Uint8Array(SPLIT_VALUES * 4);

/** Values of a dictionary end to end: quoted texts, each followed by a zero. */
export interface ValueBytes {
  readonly bytes: Uint8Array;
  /** value -> its end, counted from `base` bytes before the first one. */
  readonly ends: Uint32Array;
  readonly base: number;
}

/** JSON values with a byte between each two. Arrays are indexed by value. */
export interface SplitValues {
  readonly ends: Uint32Array;
  readonly hashes: Int32Array;
  /** 1 = no text whose bytes are its characters. */
  readonly odd: Uint8Array;
}

/** Accepts ASCII texts without quotes. State 0 rejects whatever follows, state 1 accepts it; others are undecided. */
export interface Automaton {
  /** 256 * state + character -> state. A quote is the end of the text: it leads to 0 or 1. */
  readonly table: Uint16Array;
  readonly start: number;
}

/** A text to find (ASCII in lower case, whatever the case where it is found), or the automaton of a pattern. */
export type Sought = Uint8Array | Automaton;

interface Views {
  readonly bytes: Uint8Array;
  readonly shorts: Uint16Array;
  readonly words: Uint32Array;
  readonly numbers: Float64Array;
}

export class Scratch {
  readonly #loops: Loops;
  readonly #memory: LoopMemory;
  #views: Views;

  constructor(loops: Loops, memory: LoopMemory) {
    this.#loops = loops;
    this.#memory = memory;
    this.#views = viewsOf(memory);
  }

  /** Copies tables in, overwriting earlier ones; returns their addresses. `slack_bytes`: what is read past the last one. */
  copyIn(tables: readonly Uint8Array[], slack_bytes = 0): number[] {
    const needed = tables.reduce((sum, { length }) => sum + length, TABLES_AT + SLACK_BYTES + slack_bytes);
    const missing = needed - this.#memory.buffer.byteLength;
    if (missing > 0) {
      this.#memory.grow(Math.ceil(missing / PAGE_BYTES));
      this.#views = viewsOf(this.#memory);
    }
    let at = TABLES_AT;
    return tables.map((table) => {
      this.#views.bytes.set(table, at);
      at += table.length;
      return at - table.length;
    });
  }

  /** Sets the flags of a block's rows. */
  begin(rows: number): void {
    this.#views.bytes.fill(1, FLAGS_AT, FLAGS_AT + rows);
  }

  /** Flags of the block, valid until the next call. */
  flags(rows: number): Uint8Array {
    return this.#views.bytes.subarray(FLAGS_AT, FLAGS_AT + rows);
  }

  /** Flags as words of bits, valid until the next call. Bits past the last row mean nothing. */
  bits(rows: number): Uint32Array {
    this.#loops.bits(FLAGS_AT, BITS_AT, rows);
    return this.#views.words.subarray(BITS_AT >> 2, (BITS_AT >> 2) + ((rows + 31) >>> 5));
  }

  /** Keeps rows with a code in [least, least + count), or outside if `is_not`; count is at least one. */
  within(codes: Codes, least: number, count: number, is_not: boolean): void {
    const { within8, within16, within32 } = this.#loops;
    const loop = this.#load(codes, within8, within16, within32);
    loop(FLAGS_AT, CODES_AT, codes.length, least, count - 1, Number(is_not));
  }

  /** Keeps rows whose code has a 1 in the table at that address, or a 0 if `is_not`. */
  listed(codes: Codes, table: number, is_not: boolean): void {
    const { listed8, listed16, listed32 } = this.#loops;
    const loop = this.#load(codes, listed8, listed16, listed32);
    loop(FLAGS_AT, CODES_AT, codes.length, table, Number(is_not));
  }

  /** row -> entry of its code in the table at that address. Valid until the next call. */
  lookUp(codes: Codes, table: number): Uint8Array {
    this.#views.bytes.fill(255, FLAGS_AT, FLAGS_AT + codes.length);
    this.listed(codes, table, false);
    return this.flags(codes.length);
  }

  /** row -> table[left * rights + right]. Valid until the next call. */
  lookUpPairs(left: Uint8Array, right: Uint8Array, rights: number, table: number): Uint8Array {
    const { bytes } = this.#views;
    bytes.set(left, FLAGS_AT);
    bytes.set(right, CODES_AT);
    this.#loops.joined(FLAGS_AT, CODES_AT, left.length, rights, table);
    return this.flags(left.length);
  }

  /** row -> number of the code, NaN = missing. */
  decode(codes: Codes, { base, scale }: Pick<ScaledColumn, 'base' | 'scale'>, target: Float64Array): void {
    const { decode8, decode16, decode32 } = this.#loops;
    const loop = this.#load(codes, decode8, decode16, decode32);
    loop(CODES_AT, NUMBERS_AT, codes.length, base - 1, scale);
    target.set(this.#views.numbers.subarray(NUMBERS_AT >> 3, (NUMBERS_AT >> 3) + codes.length));
  }

  /**
   * Sets the flag of each value in which one of those sought is found. Means nothing for values that are not ASCII texts, if
   * automata are sought.
   */
  search({ bytes, ends, base }: ValueBytes, sought: readonly Sought[], passes: Uint8Array): void {
    const tables = sought.map((one) => (one instanceof Uint8Array ? one : bytesOf(one.table)));
    // The quote ends the last value if that is no text. An automaton reads as much more as its longest text has.
    const given = [passes, bytes, QUOTE, bytesOf(ends), ...tables];
    const [passes_at, bytes_at, , ends_at, ...tables_at] = this.copyIn(given, bytes.length);
    for (const [at, one] of sought.entries()) {
      const table_at = tables_at[at]!;
      if (one instanceof Uint8Array) {
        this.#loops.find(bytes_at!, bytes.length, table_at, one.length, ends_at!, base, passes_at!, ...rareBytes(one));
      } else {
        this.#loops.accept(bytes_at!, ends_at!, ends.length, base, table_at, one.start, passes_at!);
      }
    }
    passes.set(this.#views.bytes.subarray(passes_at, passes_at! + passes.length));
  }

  /** The first `count` JSON values from there on; null if there are fewer, or the last of them ends with the bytes. */
  split(json: Uint8Array, from: number, count: number): SplitValues | null {
    const ends = new Uint32Array(count);
    const hashes = new Int32Array(count);
    const odd = new Uint8Array(count);
    let window = SPLIT_BYTES;
    for (let value = 0, at = from; value < count; ) {
      const most = Math.min(count - value, SPLIT_VALUES);
      const bytes = json.subarray(at, at + window);
      const words_room = ROOM.subarray(0, most * 4);
      const [ends_at, hashes_at, odd_at, bytes_at] = this.copyIn([words_room, words_room, words_room, bytes]);
      this.#loops.split(bytes_at!, bytes.length, most, ends_at!, at, hashes_at!, odd_at!, FLAGS_AT);
      const { bytes: scratch, words } = this.#views;
      const found = words[FLAGS_AT]!;
      if (found === 0 && at + window >= json.length) return null;
      // A value that is longer than the window.
      if (found === 0) window *= 2;
      ends.set(words.subarray(ends_at! >> 2, (ends_at! >> 2) + found), value);
      hashes.set(words.subarray(hashes_at! >> 2, (hashes_at! >> 2) + found), value);
      odd.set(scratch.subarray(odd_at, odd_at! + found), value);
      value += found;
      if (found > 0) at = ends[value - 1]! + 1;
    }
    return { ends, hashes, odd };
  }

  /** Copies codes in; returns the loop of their width. */
  #load(codes: Codes, of8: Loop, of16: Loop, of32: Loop): Loop {
    const { bytes, shorts, words } = this.#views;
    if (codes instanceof Uint8Array) {
      bytes.set(codes, CODES_AT);
      return of8;
    }
    if (codes instanceof Uint16Array) {
      shorts.set(codes, CODES_AT >> 1);
      return of16;
    }
    words.set(codes, CODES_AT >> 2);
    return of32;
  }
}

function bytesOf({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

function viewsOf({ buffer }: LoopMemory): Views {
  return {
    bytes: new Uint8Array(buffer),
    shorts: new Uint16Array(buffer),
    words: new Uint32Array(buffer),
    numbers: new Float64Array(buffer),
  };
}

let own: Scratch | null = null;
/** Let go by the garbage collector when no column is being read. */
let held: WeakRef<HeldBytes> | null = null;
let compiled: WebAssembly.Module | null = null;

/** This thread's scratch memory, made on first use. */
export function scratch(): Scratch {
  own ??= typeof WebAssembly === 'undefined' ? twinScratch() : wasmScratch();
  return own;
}

/** This thread's, too. */
export function heldBytes(): HeldBytes {
  const known = held?.deref();
  if (known !== undefined) return known;
  const made = typeof WebAssembly === 'undefined' ? twinHeldBytes() : wasmHeldBytes();
  held = new WeakRef(made);
  return made;
}

export function wasmScratch(): Scratch {
  return new Scratch(...instance());
}

export function twinScratch(): Scratch {
  return new Scratch(...twinInstance());
}

export function wasmHeldBytes(): HeldBytes {
  return new HeldBytes(...instance());
}

export function twinHeldBytes(): HeldBytes {
  return new HeldBytes(...twinInstance());
}

function instance(): [Loops, LoopMemory] {
  compiled ??= new WebAssembly.Module(Buffer.from(BLOCKS, 'base64'));
  const { exports } = new WebAssembly.Instance(compiled);
  const { memory } = exports;
  assert(memory instanceof WebAssembly.Memory, 'the text exports its memory');
  const loops = recordOf(LOOPS, (name) =>
    must(isLoop(exports[name]) ? exports[name] : undefined, 'the text exports its loops'),
  );
  return [loops, memory];
}

function isLoop(value: unknown): value is Loop {
  return typeof value === 'function';
}

function twinInstance(): [Loops, LoopMemory] {
  let buffer = new ArrayBuffer(2 * PAGE_BYTES);
  const memory = {
    get buffer() {
      return buffer;
    },
    grow(pages: number): void {
      buffer = must(buffer.transfer(buffer.byteLength + pages * PAGE_BYTES), 'memory grows');
    },
  };
  return [twins(memory), memory];
}
