/**
 * One property of a file's rows, filled from bytes. Values are looked up as they stand in the file, without making
 * strings. The result equals `ColumnBuilder`'s for the same values: codes in order of first appearance, or plain
 * numbers if there are many distinct numbers and no other values.
 *
 * Readers only mark values, which get codes one block of rows at a time. So a column's table stays in cache while it is
 * used, and an abandoned row leaves nothing behind. A column knows which rows have a value: files have hundreds of
 * properties of which a row has a few.
 */
import { assert } from '../../base/assert.ts';
import { ByteTable } from '../../base/byte_table.ts';
import { fromStored } from '../../engine/storage/column_codec.ts';
import { TUNING } from '../../model/tuning.ts';
import { NumberCodes } from './number_codes.ts';
import { TypeSamples } from './type_samples.ts';

/** Marks of a row; codes are positive. TEXT: quoted, without escapes. WRITTEN: as `JSON.stringify` writes it. */
export const MISSING = 0;
const TEXT = -1;
const WRITTEN = -2;
const NUMBER = -3;
export const NULL = -4;
export const FALSE = -5;
export const TRUE = -6;

/** Rows settled at a time. */
export const BLOCK_ROWS = 1_024;
/** Per mark: hash, begin and end of a text. For a WRITTEN value the first is its index in the list. */
const SPAN = 3;
/** With this many distinct numbers a column holds numbers instead of codes. */
const DICTIONARY_NUMBERS = 256;
/** Texts of this many marks are prefetched before the first is looked up (`ByteTable.bringNear`). */
const NEAR = 64 * SPAN;
const LITERALS = ['null', 'false', 'true'];
const FIRST_ROWS = 64;
/** Columns with values in fewer rows are cleared row by row. */
const SPARSE = 1 / 4;

/** One property of a batch, as views that are valid until the column is cleared. */
export interface FilledColumn {
  /** Row -> code. */
  readonly codes: Int32Array;
  /** If not null, used instead of codes; NaN if missing. */
  readonly numbers: Float64Array | null;
  /** Rows with a value, ascending. */
  readonly has: Int32Array;
  /** Values of codes 1, 2, 3, … as JSON, each followed by a comma; objects and arrays as in `toStored`. */
  readonly values: Uint8Array;
  readonly count: number;
}

export class FileColumn {
  readonly name: string;
  /** Row -> mark or code. */
  codes = new Int32Array(0);
  numbers: Float64Array | null = null;
  /** Rows with a mark or code, ascending; used as far as `#marks`. */
  #has = new Int32Array(0);
  #marks = 0;
  /** SPAN * mark of the block -> position of its text; used as far as `#span`, SPAN for each mark without a code. */
  #spans = new Int32Array(0);
  #span = 0;
  readonly samples = new TypeSamples();
  readonly #values = new ByteTable();
  readonly #number_codes = new NumberCodes();
  /** Codes of null, false and true; 0 if unassigned. */
  readonly #literals = [0, 0, 0];
  readonly #written = new Map<string, number>();
  #only_numbers = true;
  #has_numbers = false;

  constructor(name: string) {
    this.name = name;
  }

  /** Makes room for marks of this many rows. */
  open(rows: number): this {
    this.#reserve(rows - 1);
    const block_rows = Math.min(BLOCK_ROWS, this.codes.length);
    if (this.#spans.length < SPAN * block_rows) this.#spans = grown(this.#spans, SPAN * block_rows);
    return this;
  }

  /** Marks the current row, which must have room; the last mark counts. */
  mark(row: number, mark: number): void {
    if (this.codes[row] === MISSING) {
      this.#has[this.#marks++] = row;
      this.#span += SPAN;
    }
    this.codes[row] = mark;
  }

  /** Marks the current row as a text of the source. */
  markText(row: number, hash: number, begin: number, end: number): void {
    this.mark(row, TEXT);
    const spans = this.#spans;
    const next = this.#span;
    spans[next - 3] = hash;
    spans[next - 2] = begin;
    spans[next - 1] = end;
  }

  /** Marks the current row as a value of the list that `settle` gets. */
  markWritten(row: number, index: number): void {
    this.mark(row, WRITTEN);
    this.#spans[this.#span - SPAN] = index;
  }

  isEmpty(): boolean {
    return this.#values.size === 0 && !this.#has_numbers;
  }

  /** Requires room for the row. */
  setNumber(row: number, value: number): void {
    this.numbers ??= new Float64Array(this.codes.length).fill(Number.NaN);
    this.mark(row, NUMBER);
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
    } else if (typeof value === 'boolean') this.mark(row, this.#literal(value ? TRUE : FALSE, row));
    else if (value === null || typeof value === 'number') this.mark(row, this.#literal(NULL, row));
    else this.mark(row, this.#writtenCode(row, writtenValue(value)));
    this.#span = 0;
  }

  /** Clears the row's mark. */
  unset(row: number): void {
    if (row >= this.codes.length || this.codes[row] === MISSING) return;
    this.#marks--;
    this.#span -= SPAN;
    assert(this.#has[this.#marks] === row, 'only the last row is given up');
    this.#clearRow(row);
  }

  #clearRow(row: number): void {
    this.codes[row] = MISSING;
    if (this.numbers !== null) this.numbers[row] = Number.NaN;
  }

  /** Gives the marked rows of a block their codes. @param written values as JSON text, by index */
  settle(source: Uint8Array, view: DataView, written: readonly string[]): void {
    const codes = this.codes;
    const spans = this.#spans;
    const values = this.#values;
    const end = this.#span;
    const has = this.#has;
    let near = 0;
    for (let mark = this.#marks - end / SPAN, at = 0; at < end; mark++, at += SPAN) {
      if (at % NEAR === 0) near |= values.bringNear(spans, at, Math.min(at + NEAR, end), SPAN);
      const row = has[mark]!;
      const kind = codes[row]!;
      if (kind === TEXT) {
        if (this.#only_numbers) this.#leaveNumbers(row);
        const known = values.size;
        const start = spans[at + 1]!;
        const code = values.code(view, start, spans[at + 2]!, spans[at]!, 1);
        codes[row] = code;
        if (code > known) this.samples.noteText(source, start, spans[at + 2]! - start, () => this.textOf(code));
      } else if (kind === NUMBER) codes[row] = this.#numberCode(row);
      else if (kind === WRITTEN) codes[row] = this.#writtenCode(row, written[spans[at]!]!);
      else codes[row] = this.#literal(kind, row);
    }
    this.#span = 0;
    assert(near < 256, 'bytes');
  }

  /** null if no row has a value. All rows must be settled. */
  filled(rows: number): FilledColumn | null {
    if (this.isEmpty()) return null;
    this.#reserve(rows - 1);
    const has = this.#has.subarray(0, this.#marks);
    if (this.#has_numbers) {
      return { codes: this.codes, numbers: this.numbers!.subarray(0, rows), has, values: new Uint8Array(0), count: 0 };
    }
    return {
      codes: this.codes.subarray(0, rows),
      numbers: null,
      has,
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
    if (this.#marks < rows * SPARSE) for (const row of this.#has.subarray(0, this.#marks)) this.#clearRow(row);
    else {
      this.codes.fill(MISSING, 0, rows);
      this.numbers?.fill(Number.NaN, 0, rows);
    }
    this.#marks = 0;
    this.#span = 0;
    this.#values.clear();
    this.#number_codes.clear();
    this.#literals.fill(0);
    this.#written.clear();
    this.samples.clear();
    this.#only_numbers = true;
    this.#has_numbers = false;
  }

  #reserve(row: number): void {
    if (row < this.codes.length) return;
    const length = Math.min(TUNING.import_batch_rows, Math.max(row + 1, this.codes.length * 2, FIRST_ROWS));
    const { numbers } = this;
    this.codes = grown(this.codes, length);
    this.#has = grown(this.#has, length);
    if (numbers === null) return;
    this.numbers = new Float64Array(length).fill(Number.NaN);
    this.numbers.set(numbers);
  }

  #numberCode(row: number): number {
    if (this.#has_numbers) return NUMBER;
    const value = this.numbers![row]!;
    const known = this.#number_codes.get(value);
    if (known !== 0) return known;
    if (this.#number_codes.size === 0) this.samples.note(0);
    const code = this.#values.append(String(value));
    this.#number_codes.add(value, code);
    if (!this.#only_numbers || code < DICTIONARY_NUMBERS) return code;
    this.#becomeNumbers();
    return NUMBER;
  }

  #becomeNumbers(): void {
    const { codes } = this;
    for (const row of this.#has.subarray(0, this.#marks)) if (codes[row]! > MISSING) codes[row] = NUMBER;
    this.#has_numbers = true;
    this.#values.clear();
    this.#number_codes.clear();
  }

  /** Switches from numbers to codes, at the first value that is not a number. */
  #leaveNumbers(row: number): void {
    this.#only_numbers = false;
    if (!this.#has_numbers) return;
    this.#has_numbers = false;
    this.samples.clear();
    for (const before of this.#has.subarray(0, this.#marks)) {
      if (before >= row) break;
      if (this.codes[before] === NUMBER) this.codes[before] = this.#numberCode(before);
    }
  }

  #literal(mark: number, row: number): number {
    if (this.#only_numbers) this.#leaveNumbers(row);
    const at = NULL - mark;
    if (this.#literals[at] === 0) {
      this.#literals[at] = this.#values.append(LITERALS[at]!);
      if (mark !== NULL) this.samples.note(true);
    }
    return this.#literals[at]!;
  }

  #writtenCode(row: number, json: string): number {
    if (this.#only_numbers) this.#leaveNumbers(row);
    const held = this.#written.get(json);
    if (held !== undefined) return held;
    const known = this.#values.size;
    const code = this.#values.codeOfText(json);
    if (code > known) this.samples.note(fromStored(JSON.parse(json)));
    this.#written.set(json, code);
    return code;
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
