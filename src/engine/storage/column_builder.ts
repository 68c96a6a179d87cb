/**
 * A growing column. Starts as a dictionary, turns into plain numbers after many distinct values that are all numbers,
 * and back for good at the first other value. Lossless: null, "5", 5 and true keep their type; unset rows are missing.
 */
import type { Column, DictionaryColumn, Value } from '../frame/column.ts';

const FIRST_ROWS = 64;
/** More distinct numbers than this are stored as numbers; up to here a code takes one byte. */
const DICTIONARY_NUMBERS = 256;
/** Estimated bytes per distinct value besides its text. */
const VALUE_BYTES = 64;

export class ColumnBuilder {
  /** row -> code; unused while `numbers` is set. */
  private codes = new Uint32Array(0);
  /** row -> number, NaN = missing; null while the column is a dictionary. */
  private numbers: Float64Array | null = null;
  /** code -> value; 0 is "missing". */
  private values: Value[] = [null];
  private readonly codeOf = new Map<unknown, number>();
  private readonly codeOfJson = new Map<string, number>();
  private onlyNumbers = true;
  private textBytes = 0;
  private readonly expectedRows: number;

  /** `expectedRows`: how many there will be, if known; arrays then need not grow. */
  constructor(expectedRows = FIRST_ROWS) {
    this.expectedRows = expectedRows;
  }

  /** Rows may come in any order, with gaps. Values that JSON cannot express become what JSON turns them into. */
  set(row: number, value: unknown): void {
    if (this.numbers !== null) {
      if (typeof value === 'number' && Number.isFinite(value)) {
        if (row >= this.numbers.length) this.growNumbers(row + 1);
        // JSON has no negative zero.
        this.numbers[row] = value + 0;
        return;
      }
      if (value === undefined) return;
      this.becomeDictionary();
    }
    const code = this.code(value);
    if (code === 0) return;
    if (row >= this.codes.length) this.growCodes(row + 1);
    this.codes[row] = code;
    if (this.onlyNumbers && this.values.length > DICTIONARY_NUMBERS) this.becomeNumbers();
  }

  /** The same for a value of a column. */
  setValue(row: number, value: Value): void {
    if (value === null || typeof value !== 'object') {
      this.set(row, value);
      return;
    }
    if (this.numbers !== null) this.becomeDictionary();
    this.growCodes(row + 1);
    this.codes[row] = this.codeOfValue(value);
  }

  /** Makes the row missing again. */
  clear(row: number): void {
    if (this.numbers !== null) {
      if (row < this.numbers.length) this.numbers[row] = Number.NaN;
    } else if (row < this.codes.length) this.codes[row] = 0;
  }

  /** Appends a column: its row 0 becomes `first_row`, past every row set so far. */
  addColumn(first_row: number, column: Column): void {
    if (column.kind === 'number') this.addNumbers(first_row, column.values);
    else if (this.numbers !== null && Array.from(column.values).every(isNumberOrMissing))
      this.addNumberCodes(first_row, column);
    else this.addCodes(first_row, column);
  }

  /** Row `first_row + i` becomes row `rows[i]` of the column. Unused values are not added. */
  addRows(first_row: number, column: Column, rows: Uint32Array): void {
    if (column.kind === 'dictionary') {
      this.addRowsOfCodes(first_row, column, rows);
      return;
    }
    for (let i = 0; i < rows.length; i++) {
      const value = column.values[rows[i]!]!;
      if (!Number.isNaN(value)) this.set(first_row + i, value);
    }
  }

  /** A view valid until the next `set`. Rows past the last one set are missing. */
  column(rows: number): Column {
    if (this.numbers !== null) {
      this.growNumbers(rows);
      return { kind: 'number', values: this.numbers.subarray(0, rows) };
    }
    this.growCodes(rows);
    return { kind: 'dictionary', codes: this.codes.subarray(0, rows), values: this.values };
  }

  bytes(): number {
    const rows = this.numbers === null ? this.codes.byteLength : this.numbers.byteLength;
    return rows + this.textBytes + this.values.length * VALUE_BYTES;
  }

  private addNumbers(first_row: number, values: Float64Array): void {
    for (let row = 0; row < values.length; row++) {
      const value = values[row]!;
      if (!Number.isNaN(value)) this.set(first_row + row, value);
    }
  }

  private addNumberCodes(first_row: number, { codes, values }: DictionaryColumn): void {
    const byCode = numbersOf(values);
    this.growNumbers(first_row + codes.length);
    for (let row = 0; row < codes.length; row++) this.numbers![first_row + row] = byCode[codes[row]!]!;
  }

  /** One lookup per distinct value, not per row. */
  private addCodes(first_row: number, { codes, values }: DictionaryColumn): void {
    if (this.numbers !== null) this.becomeDictionary();
    // code there -> code here
    const translated = new Uint32Array(values.length);
    for (let code = 1; code < values.length; code++) translated[code] = this.codeOfValue(values.at(code)!);
    this.growCodes(first_row + codes.length);
    for (let row = 0; row < codes.length; row++) {
      const code = codes[row]!;
      if (code !== 0) this.codes[first_row + row] = translated[code]!;
    }
    if (this.onlyNumbers && this.values.length > DICTIONARY_NUMBERS) this.becomeNumbers();
  }

  /** One lookup per distinct value in use, not per row. */
  private addRowsOfCodes(first_row: number, column: DictionaryColumn, rows: Uint32Array): void {
    if (this.numbers !== null && this.addRowsOfNumbers(first_row, column, rows)) return;
    if (this.numbers !== null) this.becomeDictionary();
    const { codes, values } = column;
    // code there -> code here, 0 until it is met
    const translated = new Uint32Array(values.length);
    this.growCodes(first_row + rows.length);
    for (let i = 0; i < rows.length; i++) {
      const code = codes[rows[i]!]!;
      if (code === 0) continue;
      if (translated[code] === 0) translated[code] = this.codeOfValue(values.at(code)!);
      this.codes[first_row + i] = translated[code]!;
    }
    if (this.onlyNumbers && this.values.length > DICTIONARY_NUMBERS) this.becomeNumbers();
  }

  /** Adds rows if all their values are numbers or missing; else returns false, with nothing lost. */
  private addRowsOfNumbers(first_row: number, { codes, values }: DictionaryColumn, rows: Uint32Array): boolean {
    const byCode = numbersOf(values);
    this.growNumbers(first_row + rows.length);
    for (let i = 0; i < rows.length; i++) {
      const code = codes[rows[i]!]!;
      const number = byCode[code]!;
      if (code !== 0 && Number.isNaN(number)) return false;
      this.numbers![first_row + i] = number;
    }
    return true;
  }

  private code(value: unknown): number {
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return this.codeOf.get(value) ?? this.addValue(value);
      case 'number': {
        const number = Number.isFinite(value) ? value + 0 : null;
        return this.codeOf.get(number) ?? this.addValue(number);
      }
      case 'object': {
        if (value === null) return this.codeOf.get(null) ?? this.addValue(null);
        const json = JSON.stringify(value);
        return this.codeOfJson.get(json) ?? this.addValue({ json });
      }
      default:
        return 0;
    }
  }

  private codeOfValue(value: Value): number {
    if (value === null || typeof value !== 'object') return this.code(value);
    return this.codeOfJson.get(value.json) ?? this.addValue(value);
  }

  private addValue(value: Value): number {
    const code = this.values.length;
    this.values.push(value);
    if (typeof value !== 'number') this.onlyNumbers = false;
    if (value !== null && typeof value === 'object') {
      this.codeOfJson.set(value.json, code);
      this.textBytes += value.json.length;
    } else {
      this.codeOf.set(value, code);
      if (typeof value === 'string') this.textBytes += value.length;
    }
    return code;
  }

  private becomeNumbers(): void {
    const numbers = new Float64Array(this.codes.length);
    const byCode = numbersOf(this.values);
    for (let row = 0; row < numbers.length; row++) numbers[row] = byCode[this.codes[row]!]!;
    this.numbers = numbers;
    this.codes = new Uint32Array(0);
    this.values = [null];
    this.codeOf.clear();
  }

  private becomeDictionary(): void {
    const numbers = this.numbers!;
    this.numbers = null;
    this.onlyNumbers = false;
    this.codes = new Uint32Array(numbers.length);
    for (let row = 0; row < numbers.length; row++) {
      const value = numbers[row]!;
      if (!Number.isNaN(value)) this.codes[row] = this.code(value);
    }
  }

  private growCodes(rows: number): void {
    if (rows <= this.codes.length) return;
    const grown = new Uint32Array(Math.max(rows, this.codes.length * 2, this.expectedRows));
    grown.set(this.codes);
    this.codes = grown;
  }

  private growNumbers(rows: number): void {
    const numbers = this.numbers!;
    if (rows <= numbers.length) return;
    const grown = new Float64Array(Math.max(rows, numbers.length * 2, this.expectedRows));
    grown.set(numbers);
    grown.fill(Number.NaN, numbers.length);
    this.numbers = grown;
  }
}

function isNumberOrMissing(value: Value, code: number): boolean {
  return code === 0 || typeof value === 'number';
}

/** code -> number, NaN = missing. */
function numbersOf(values: Iterable<Value>): Float64Array {
  return Float64Array.from(values, (value) => (typeof value === 'number' ? value : Number.NaN));
}
