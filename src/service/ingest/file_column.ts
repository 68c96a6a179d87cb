/**
 * One property of a file's rows, filled from bytes. Values are looked up as they stand in the file, without making
 * strings. The result equals `ColumnBuilder`'s for the same values: codes in order of first appearance, or plain
 * numbers if there are many distinct numbers and no other values.
 *
 * Readers only mark values, which get codes one block of rows at a time. So a column's table stays in cache while it is
 * used, and an abandoned row leaves nothing behind. All is kept by mark, not by row: files have thousands of properties
 * of which a row has a few.
 */
import { assert } from '../../base/assert.ts';
import { ByteTable } from '../../base/byte_table.ts';
import { fromStored } from '../../engine/storage/column_codec.ts';
import { NumberCodes } from './number_codes.ts';
import { TypeSamples } from './type_samples.ts';

/** Kinds of marks; codes are positive. TEXT: quoted, without escapes. WRITTEN: as `JSON.stringify` writes it. */
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
const FIRST_MARKS = 16;
/** What a column takes besides its values, in values. */
const COLUMN_WEIGHT = 100;

/** One property of a batch, as views that are valid until the column is cleared. */
export interface FilledColumn {
  /** Rows with a value, ascending. */
  readonly at: Uint32Array;
  /** Their codes. */
  readonly codes: Int32Array;
  /** If not null, used instead of codes. */
  readonly numbers: Float64Array | null;
  /** Values of codes 1, 2, 3, … as JSON, each followed by a comma; objects and arrays as in `toStored`. */
  readonly values: Uint8Array;
  readonly count: number;
}

export class FileColumn {
  readonly name: string;
  // Of each mark, as far as `#marks`: its row (ascending), its kind or code, its number.
  #at = new Uint32Array(0);
  #codes = new Int32Array(0);
  #numbers: Float64Array | null = null;
  #marks = 0;
  /** Row of the last mark; -1 if that was given up. */
  #row = -1;
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

  /** What the column takes, in values. */
  get weight(): number {
    return this.#marks === 0 ? 0 : COLUMN_WEIGHT + this.#marks;
  }

  /** Whether the current row has a mark. */
  has(row: number): boolean {
    return this.#row === row;
  }

  /** Marks the current row; the last mark counts. */
  mark(row: number, mark: number): void {
    if (this.#row !== row) {
      if (this.#marks === this.#at.length) this.#grow();
      this.#row = row;
      this.#at[this.#marks++] = row;
      this.#span += SPAN;
    }
    this.#codes[this.#marks - 1] = mark;
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

  setNumber(row: number, value: number): void {
    this.mark(row, NUMBER);
    this.#numbers ??= new Float64Array(this.#at.length);
    // JSON has no negative zero.
    this.#numbers[this.#marks - 1] = value + 0;
  }

  /** Sets any JSON value. Earlier rows must be settled. */
  set(row: number, value: unknown): void {
    if (value === undefined) return;
    if (typeof value === 'number' && Number.isFinite(value)) this.setNumber(row, value);
    else this.mark(row, NULL);
    const mark = this.#marks - 1;
    if (typeof value === 'number' && Number.isFinite(value)) this.#codes[mark] = this.#numberCode(mark);
    else if (typeof value === 'boolean') this.#codes[mark] = this.#literal(value ? TRUE : FALSE, mark);
    else if (value === null || typeof value === 'number') this.#codes[mark] = this.#literal(NULL, mark);
    else this.#codes[mark] = this.#writtenCode(writtenValue(value), mark);
    this.#span = 0;
  }

  /** Clears the row's mark. */
  unset(row: number): void {
    if (this.#row !== row) return;
    this.#row = -1;
    this.#marks--;
    this.#span -= SPAN;
  }

  /** Gives the marked rows of a block their codes. @param written values as JSON text, by index */
  settle(source: Uint8Array, view: DataView, written: readonly string[]): void {
    const codes = this.#codes;
    const spans = this.#spans;
    const values = this.#values;
    const end = this.#span;
    let near = 0;
    for (let mark = this.#marks - end / SPAN, at = 0; at < end; mark++, at += SPAN) {
      if (at % NEAR === 0) near |= values.bringNear(spans, at, Math.min(at + NEAR, end), SPAN);
      const kind = codes[mark]!;
      if (kind === TEXT) {
        if (this.#only_numbers) this.#leaveNumbers(mark);
        const known = values.size;
        const start = spans[at + 1]!;
        const code = values.code(view, start, spans[at + 2]!, spans[at]!, 1);
        codes[mark] = code;
        if (code > known) this.samples.noteText(source, start, spans[at + 2]! - start, () => this.textOf(code));
      } else if (kind === NUMBER) codes[mark] = this.#numberCode(mark);
      else if (kind === WRITTEN) codes[mark] = this.#writtenCode(written[spans[at]!]!, mark);
      else codes[mark] = this.#literal(kind, mark);
    }
    this.#span = 0;
    assert(near < 256, 'bytes');
  }

  /** null if no row has a value. All rows must be settled. */
  filled(): FilledColumn | null {
    if (this.isEmpty()) return null;
    return {
      at: this.#at.subarray(0, this.#marks),
      codes: this.#codes.subarray(0, this.#marks),
      numbers: this.#has_numbers ? this.#numbers!.subarray(0, this.#marks) : null,
      values: this.#values.joined(),
      count: this.#values.size,
    };
  }

  /** The code of the row, if all rows up to it have one. */
  codeOf(row: number): number {
    return this.#codes[row]!;
  }

  /** For columns of texts. */
  textOf(code: number): string {
    return String(JSON.parse(this.#values.text(code)));
  }

  /** Estimated memory of the values. */
  bytes(): number {
    return this.#values.length;
  }

  clear(): void {
    this.#row = -1;
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

  #grow(): void {
    const length = Math.max(this.#at.length * 2, FIRST_MARKS);
    this.#at = grown(this.#at, new Uint32Array(length));
    this.#codes = grown(this.#codes, new Int32Array(length));
    if (this.#numbers !== null) this.#numbers = grown(this.#numbers, new Float64Array(length));
    // No block has more marks.
    const spans = SPAN * Math.min(BLOCK_ROWS, length);
    if (spans > this.#spans.length) this.#spans = grown(this.#spans, new Int32Array(spans));
  }

  #numberCode(mark: number): number {
    if (this.#has_numbers) return NUMBER;
    const value = this.#numbers![mark]!;
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
    const codes = this.#codes;
    for (let mark = 0; mark < this.#marks; mark++) if (codes[mark]! > 0) codes[mark] = NUMBER;
    this.#has_numbers = true;
    this.#values.clear();
    this.#number_codes.clear();
  }

  /** Switches from numbers to codes, at the first value that is not a number. */
  #leaveNumbers(mark: number): void {
    this.#only_numbers = false;
    if (!this.#has_numbers) return;
    this.#has_numbers = false;
    this.samples.clear();
    for (let before = 0; before < mark; before++) {
      if (this.#codes[before] === NUMBER) this.#codes[before] = this.#numberCode(before);
    }
  }

  #literal(kind: number, mark: number): number {
    if (this.#only_numbers) this.#leaveNumbers(mark);
    const at = NULL - kind;
    if (this.#literals[at] === 0) {
      this.#literals[at] = this.#values.append(LITERALS[at]!);
      if (kind !== NULL) this.samples.note(true);
    }
    return this.#literals[at]!;
  }

  #writtenCode(json: string, mark: number): number {
    if (this.#only_numbers) this.#leaveNumbers(mark);
    const held = this.#written.get(json);
    if (held !== undefined) return held;
    const known = this.#values.size;
    const code = this.#values.codeOfText(json);
    if (code > known) this.samples.note(fromStored(JSON.parse(json)));
    this.#written.set(json, code);
    return code;
  }
}

function grown<A extends Int32Array | Uint32Array | Float64Array>(old: A, longer: A): A {
  longer.set(old);
  return longer;
}

/** A value other than a number, in the log's encoding: see `toStored`. */
export function writtenValue(value: unknown): string {
  const json = JSON.stringify(value);
  return typeof value === 'string' ? json : JSON.stringify([json]);
}
