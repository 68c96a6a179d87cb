/** Texts of values and how many rows have each. Numbers are counted as they are, and their texts are made once at the end. */
import { TextNumbers } from '../../base/numbering/text_numbers.ts';
import { type Column, type DictionaryColumn, textOf, type Value, type Values, wideCodes } from '../frame/column.ts';
import { Dictionary } from '../storage/dictionary.ts';

const FIRST_ROOM = 64;
/** Number of the empty text. */
const EMPTY = 0;

/** Without missing, null and empty values. One look-up per distinct value of a dictionary, one per row of numbers. */
export function countedTexts(columns: Iterable<Column | null>): CountedTexts {
  const counted = new CountedTexts();
  /** values -> code -> rows */
  const coded = new Map<Values, Uint32Array>();
  for (const column of columns) {
    if (column?.kind === 'number') counted.addNumbers(column.values);
    if (column?.kind === 'dictionary') coded.set(column.values, countCodes(column, coded.get(column.values)));
  }
  for (const [values, rows] of coded) eachMet(values, rows, (value, count) => counted.add(value, count));
  return counted;
}

export class CountedTexts {
  readonly #texts = new TextNumbers();
  /** number of a text -> rows */
  #rows = new Uint32Array(FIRST_ROOM);

  constructor() {
    this.#texts.ofText('');
  }

  *[Symbol.iterator](): Iterator<readonly [text: string, rows: number]> {
    for (let at = EMPTY + 1; at < this.#texts.count; at++) yield [this.#texts.textAt(at), this.#rows[at]!];
  }

  add(value: Value, rows: number): void {
    if (value === null) return;
    this.#addRows(typeof value === 'number' ? this.#texts.ofNumber(value) : this.#texts.ofText(textOf(value)!), rows);
  }

  addNumbers(numbers: Float64Array): void {
    for (let row = 0; row < numbers.length; row++) {
      const number = numbers[row]!;
      if (!Number.isNaN(number)) this.#addRows(this.#texts.ofNumber(number), 1);
    }
  }

  #addRows(at: number, rows: number): void {
    if (at >= this.#rows.length) {
      const longer = new Uint32Array(4 * this.#rows.length);
      longer.set(this.#rows);
      this.#rows = longer;
    }
    this.#rows[at]! += rows;
  }
}

/** code -> rows. `before`: counts of earlier columns with the same dictionary, which may have grown since. */
function countCodes({ codes, values }: DictionaryColumn, before: Uint32Array = new Uint32Array(0)): Uint32Array {
  const rows = before.length < values.length ? new Uint32Array(values.length) : before;
  if (rows !== before) rows.set(before);
  const wide = wideCodes(codes);
  for (let row = 0; row < wide.length; row++) rows[wide[row]!]!++;
  return rows;
}

/** How many values are read from the dictionary at a time. */
const READ_VALUES = 512;

function asIs(value: Value): Value {
  return value;
}

function eachMet(values: Values, rows: Uint32Array, visit: (value: Value, count: number) => void): void {
  for (let from = 1; from < rows.length; from += READ_VALUES) {
    const until = Math.min(from + READ_VALUES, rows.length);
    const read =
      values instanceof Dictionary ? values.reading(from, until, asIs, asIs) : (code: number) => values.at(code)!;
    for (let code = from; code < until; code++) if (rows[code]! > 0) visit(read(code), rows[code]!);
  }
}
