/**
 * One property of a file's rows, filled from bytes. Values are looked up as they stand in the file, without making
 * strings. The result equals `ColumnBuilder`'s for the same values: codes in order of first appearance, or plain
 * numbers if there are many distinct numbers and no other values.
 *
 * Readers only mark values, which get codes one block of rows at a time. So a column's table stays in cache while it is
 * used, and an abandoned row leaves nothing behind.
 */
import { assert } from '../../base/assert.ts';
import { ByteTable } from '../../base/byte_table.ts';
import type { Value } from '../../engine/frame/column.ts';
import { fromStored } from '../../engine/storage/column_codec.ts';
import { TUNING } from '../../model/tuning.ts';
import { typeOf } from './definitions.ts';
import { NumberCodes } from './number_codes.ts';

/** Marks of a row; codes are positive. TEXT: quoted, without escapes. WRITTEN: as `JSON.stringify` writes it. */
export const MISSING = 0;
export const TEXT = -1;
export const WRITTEN = -2;
const NUMBER = -3;
export const NULL = -4;
export const FALSE = -5;
export const TRUE = -6;

/** Rows settled at a time. */
export const BLOCK_ROWS = 1_024;
/** Per row: hash, begin and end of a text. For a WRITTEN value the first is its index in the list. */
export const SPAN = 3;
/** With this many distinct numbers a column holds numbers instead of codes. */
const DICTIONARY_NUMBERS = 256;
/** Texts of this many rows are prefetched before the first is looked up (`ByteTable.bringNear`). */
const NEAR = 64 * SPAN;
const LITERALS = ['null', 'false', 'true'];
const FIRST_ROWS = 64;
const NOTHING = new Uint8Array(0);
const ZERO = 0x30;
const DASH = 0x2d;
const DATE_BYTES = 10;

/** One property of a batch, as views that are valid until the column is cleared. */
export interface FilledColumn {
  /** Row -> code. */
  readonly codes: Int32Array;
  /** If not null, used instead of codes; NaN if missing. */
  readonly numbers: Float64Array | null;
  /** Values of codes 1, 2, 3, … as JSON, each followed by a comma; objects and arrays as in `toStored`. */
  readonly values: Uint8Array;
  readonly count: number;
}

export class FileColumn {
  readonly name: string;
  /** Row -> mark or code. */
  codes = new Int32Array(0);
  numbers: Float64Array | null = null;
  /** SPAN * row of the block -> position of its text. */
  spans = new Int32Array(0);
  /** One value of each type found. */
  samples: Value[] = [];
  readonly #values = new ByteTable();
  readonly #number_codes = new NumberCodes();
  /** Codes of null, false and true; 0 if unassigned. */
  readonly #literals = [0, 0, 0];
  readonly #written = new Map<string, number>();
  #only_numbers = true;
  #has_numbers = false;
  readonly #types = new Set<string>();
  #has_text = false;
  #has_date = false;

  constructor(name: string) {
    this.name = name;
  }

  /** Makes room for marks of this many rows. */
  open(rows: number): this {
    this.#reserve(rows - 1);
    const block_rows = Math.min(BLOCK_ROWS, this.codes.length);
    if (this.spans.length < SPAN * block_rows) this.spans = grown(this.spans, SPAN * block_rows);
    return this;
  }

  isEmpty(): boolean {
    return this.#values.size === 0 && !this.#has_numbers;
  }

  /** Requires room for the row. */
  setNumber(row: number, value: number): void {
    this.numbers ??= new Float64Array(this.codes.length).fill(Number.NaN);
    this.codes[row] = NUMBER;
    // JSON has no negative zero.
    this.numbers[row] = value + 0;
  }

  /** Sets any JSON value. Earlier rows must be settled. */
  set(row: number, value: unknown): void {
    if (value === undefined) return;
    this.#reserve(row);
    if (typeof value === 'number' && Number.isFinite(value)) {
      this.setNumber(row, value);
      this.codes[row] = this.#numberCode(row);
    } else if (typeof value === 'boolean') this.codes[row] = this.#literal(value ? TRUE : FALSE, row);
    else if (value === null || typeof value === 'number') this.codes[row] = this.#literal(NULL, row);
    else this.codes[row] = this.#writtenCode(row, writtenValue(value));
  }

  /** Clears the row's mark. */
  unset(row: number): void {
    if (row >= this.codes.length) return;
    this.codes[row] = MISSING;
    if (this.numbers !== null) this.numbers[row] = Number.NaN;
  }

  /** Gives the rows of a block their codes. @param written values as JSON text, by index */
  settle(source: Uint8Array, view: DataView, from: number, to: number, written: readonly string[]): void {
    const { codes, spans } = this;
    const values = this.#values;
    // Columns that are not open have no marks.
    if (spans.length === 0) return;
    let near = 0;
    for (let row = from, at = 0; row < to; row++, at += SPAN) {
      if (at % NEAR === 0) near |= values.bringNear(spans, at, Math.min(at + NEAR, (to - from) * SPAN), SPAN);
      const mark = codes[row]!;
      if (mark >= 0) continue;
      if (mark === TEXT) {
        if (this.#only_numbers) this.#leaveNumbers(row);
        const known = values.size;
        const start = spans[at + 1]!;
        const code = values.code(view, start, spans[at + 2]!, spans[at]!, 1);
        codes[row] = code;
        if (code > known) this.#noteText(source, start, spans[at + 2]! - start, code);
      } else if (mark === NUMBER) codes[row] = this.#numberCode(row);
      else if (mark === WRITTEN) codes[row] = this.#writtenCode(row, written[spans[at]!]!);
      else codes[row] = this.#literal(mark, row);
    }
    assert(near < 256, 'bytes');
  }

  /** null if no row has a value. All rows must be settled. */
  filled(rows: number): FilledColumn | null {
    if (this.isEmpty()) return null;
    this.#reserve(rows - 1);
    if (this.#has_numbers) {
      return { codes: this.codes, numbers: this.numbers!.subarray(0, rows), values: NOTHING, count: 0 };
    }
    return {
      codes: this.codes.subarray(0, rows),
      numbers: null,
      values: this.#values.joined(),
      count: this.#values.size,
    };
  }

  /** For columns of texts. */
  textOf(code: number): string {
    return String(JSON.parse(this.#values.text(code)));
  }

  /** Estimated memory of the values. */
  bytes(): number {
    return this.#values.length;
  }

  clear(rows: number): void {
    this.codes.fill(MISSING, 0, rows);
    this.numbers?.fill(Number.NaN, 0, rows);
    this.#values.clear();
    this.#number_codes.clear();
    this.#literals.fill(0);
    this.#written.clear();
    this.#forgetSamples();
    this.#only_numbers = true;
    this.#has_numbers = false;
  }

  #forgetSamples(): void {
    this.samples = [];
    this.#types.clear();
    this.#has_text = false;
    this.#has_date = false;
  }

  #reserve(row: number): void {
    if (row < this.codes.length) return;
    const length = Math.min(TUNING.import_batch_rows, Math.max(row + 1, this.codes.length * 2, FIRST_ROWS));
    const { numbers } = this;
    this.codes = grown(this.codes, length);
    if (numbers === null) return;
    this.numbers = new Float64Array(length).fill(Number.NaN);
    this.numbers.set(numbers);
  }

  #numberCode(row: number): number {
    if (this.#has_numbers) return NUMBER;
    const value = this.numbers![row]!;
    const known = this.#number_codes.get(value);
    if (known !== 0) return known;
    if (this.#number_codes.size === 0) this.#note(0);
    const code = this.#values.append(String(value));
    this.#number_codes.add(value, code);
    if (!this.#only_numbers || code < DICTIONARY_NUMBERS) return code;
    this.#becomeNumbers(row);
    return NUMBER;
  }

  #becomeNumbers(row: number): void {
    const { codes } = this;
    for (let at = 0; at < row; at++) if (codes[at] !== MISSING) codes[at] = NUMBER;
    this.#has_numbers = true;
    this.#values.clear();
    this.#number_codes.clear();
  }

  /** Switches from numbers to codes, at the first value that is not a number. */
  #leaveNumbers(row: number): void {
    this.#only_numbers = false;
    if (!this.#has_numbers) return;
    this.#has_numbers = false;
    this.#forgetSamples();
    for (let at = 0; at < row; at++) if (this.codes[at] === NUMBER) this.codes[at] = this.#numberCode(at);
  }

  #literal(mark: number, row: number): number {
    if (this.#only_numbers) this.#leaveNumbers(row);
    const at = NULL - mark;
    if (this.#literals[at] === 0) {
      this.#literals[at] = this.#values.append(LITERALS[at]!);
      if (mark !== NULL) this.#note(true);
    }
    return this.#literals[at]!;
  }

  #writtenCode(row: number, json: string): number {
    if (this.#only_numbers) this.#leaveNumbers(row);
    const held = this.#written.get(json);
    if (held !== undefined) return held;
    const known = this.#values.size;
    const code = this.#values.codeOfText(json);
    if (code > known) this.#note(fromStored(JSON.parse(json)));
    this.#written.set(json, code);
    return code;
  }

  /** Keeps a sample of each type a text can have (String and DateTime), then stops looking. */
  #noteText(source: Uint8Array, at: number, length: number, code: number): void {
    const first = source[at]! - ZERO;
    const may_be_date = first >= 0 && first <= 9 && source[at + 4] === DASH && length >= DATE_BYTES;
    if (!may_be_date) {
      if (!this.#has_text) this.#note('');
      this.#has_text = true;
    } else if (!this.#has_text || !this.#has_date) {
      const type = this.#note(this.textOf(code));
      this.#has_date ||= type === 'DateTime';
      this.#has_text ||= type === 'String';
    }
  }

  #note(value: Value): string {
    const type = typeOf(value);
    if (!this.#types.has(type)) this.samples.push(value);
    this.#types.add(type);
    return type;
  }
}

function grown(old: Int32Array<ArrayBuffer>, length: number): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(length);
  longer.set(old);
  return longer;
}

/** A value other than a number, in the log's encoding: see `toStored`. */
export function writtenValue(value: unknown): string {
  const json = JSON.stringify(value);
  return typeof value === 'string' ? json : JSON.stringify([json]);
}
