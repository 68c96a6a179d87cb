/** Rows -> groups of equal values. As everywhere, values are compared as text: 5 equals "5". */
import { PairNumbers } from '../../base/pair_numbers.ts';
import { textOf, type Value, type Values, wideCodes } from '../../engine/frame/column.ts';
import { codedOf, type Vector } from '../../engine/select/expression/vector.ts';

/** List of texts in which no text occurs twice, such as a stored dictionary -> code of null, -1 = none. */
export const DISTINCT_TEXTS = new WeakMap<Values, number>();

/** Some values of a list, read on demand. */
class Chosen implements Values {
  readonly #of: Values;
  readonly #codes: readonly number[];

  constructor(of: Values, codes: readonly number[]) {
    this.#of = of;
    this.#codes = codes;
  }

  get length(): number {
    return this.#codes.length;
  }

  at(index: number): Value | undefined {
    return index < this.#codes.length ? this.#of.at(this.#codes[index]!) : undefined;
  }

  *[Symbol.iterator](): IterableIterator<Value> {
    for (const code of this.#codes) yield this.#of.at(code)!;
  }
}

/** Numbers distinct values. */
export class ValueNumbers {
  #values: Value[] = [];
  /** Number of null; -1 if it was not met. */
  missing = -1;
  /** Key -> number. Made when values of a second list arrive: one list of distinct texts needs no look-up. */
  #numbers: Map<string | number | null, number> | null = null;
  #only: Values | null = null;
  /** number -> code in `#only` */
  readonly #codes: number[] = [];
  /** List of values -> code -> number, -1 = not looked up yet. */
  readonly #of_codes = new WeakMap<Values, Int32Array>();

  get count(): number {
    return this.#numbers === null ? this.#codes.length : this.#values.length;
  }

  /** number -> value */
  get values(): Values {
    return this.#numbers === null && this.#only !== null ? new Chosen(this.#only, this.#codes) : this.#values;
  }

  #numberOf(value: Value): number {
    const numbers = this.#keyed();
    const key = keyOf(value);
    let number = numbers.get(key);
    if (number === undefined) {
      number = this.#added(value);
      numbers.set(key, number);
    } else if (typeof value === 'number') this.#values[number] = value; // of 5 and "5" the number is shown
    return number;
  }

  #added(value: Value): number {
    if (value === null) this.missing = this.#values.length;
    return this.#values.push(value) - 1;
  }

  /** Number of a value, which is asked for only once per list and code. */
  #numberIn(values: Values, code: number): number {
    if (!this.#isOnly(values)) return this.#numberOf(values.at(code)!);
    if (code === DISTINCT_TEXTS.get(values)) this.missing = this.#codes.length;
    return this.#codes.push(code) - 1;
  }

  #isOnly(of: Values): boolean {
    if (this.#numbers !== null) return false;
    if (this.#only === null && DISTINCT_TEXTS.has(of)) this.#only = of;
    return this.#only === of;
  }

  #keyed(): Map<string | number | null, number> {
    if (this.#numbers === null) {
      this.#values = Array.from(this.values);
      this.#numbers = new Map(this.#values.map((value, number) => [keyOf(value), number]));
    }
    return this.#numbers;
  }

  /** Number of the value, -1 if it was not met. */
  find(value: Value): number {
    return this.#keyed().get(keyOf(value)) ?? -1;
  }

  /** Row -> number of its value. */
  numbersOf(vector: Vector, rows: number): Uint32Array {
    const { codes: said, values } = codedOf(vector, rows);
    const codes = wideCodes(said);
    const of_code = this.#ofCodes(values);
    const numbers = new Uint32Array(rows);
    for (let row = 0; row < rows; row++) {
      const code = codes[row]!;
      let number = of_code[code]!;
      if (number < 0) number = of_code[code] = this.#numberIn(values, code);
      numbers[row] = number;
    }
    return numbers;
  }

  /** Code -> number of its value; filled on demand. */
  #ofCodes(values: Values): Int32Array {
    const known = this.#of_codes.get(values) ?? new Int32Array(values.length).fill(-1);
    this.#of_codes.set(values, known);
    return known;
  }
}

/** Numbers as text begin with a digit, a minus, or the I or N of Infinity and NaN. */
function isNumeric(text: string): boolean {
  const first = text.charCodeAt(0);
  return (first >= 0x30 && first <= 0x39) || first === 0x2d || first === 0x49 || first === 0x4e;
}

/** Keys are equal if texts are equal. Numbers, and texts of numbers, have number keys: no text is made for them. */
function keyOf(value: Value): string | number | null {
  if (typeof value === 'number') return value === 0 ? 0 : value;
  const text = textOf(value);
  if (text === null || !isNumeric(text)) return text;
  const number = Number(text);
  return String(number) === text ? number : text;
}

export class Grouping {
  readonly #columns: readonly ValueNumbers[];
  /** For each column from the second on: (number of the values before, number of its value) -> number of them all. */
  readonly #pairs: readonly PairNumbers[];

  constructor(columns: number) {
    this.#columns = Array.from({ length: columns }, () => new ValueNumbers());
    this.#pairs = Array.from({ length: Math.max(0, columns - 1) }, () => new PairNumbers());
  }

  /** How many groups there are. Without columns, all rows are one group. */
  get count(): number {
    return this.#pairs.at(-1)?.count ?? this.#columns[0]?.count ?? 1;
  }

  /** Row -> its group. Makes new groups. */
  groupsOf(vectors: readonly Vector[], rows: number): Uint32Array {
    const [first, ...others] = vectors.map((vector, column) => this.#columns[column]!.numbersOf(vector, rows));
    return others.reduce(
      (groups, numbers, at) => this.#pairs[at]!.numbersOf(groups, numbers),
      first ?? new Uint32Array(rows),
    );
  }

  /** The group of these values; -1 if there is none. */
  find(values: readonly Value[]): number {
    const [first, ...others] = values.map((value, column) => this.#columns[column]!.find(value));
    return others.reduce(
      (group, number, at) => (group < 0 || number < 0 ? -1 : this.#pairs[at]!.find(group, number)),
      first!,
    );
  }

  /** Group -> values, column by column. */
  columns(): Vector[] {
    let groups = new Uint32Array(this.count);
    for (let group = 0; group < groups.length; group++) groups[group] = group;
    const codes: Uint32Array[] = [];
    for (const { lefts, rights } of this.#pairs.toReversed()) {
      codes.unshift(codesAt(rights, groups));
      groups = codesAt(lefts, groups);
    }
    codes.unshift(groups);
    return this.#columns.map(({ values }, column) => ({ kind: 'coded', codes: codes[column]!, values }));
  }
}

function codesAt(codes: Uint32Array, places: Uint32Array): Uint32Array<ArrayBuffer> {
  const picked = new Uint32Array(places.length);
  for (let at = 0; at < picked.length; at++) picked[at] = codes[places[at]!]!;
  return picked;
}

/** Row -> cell: its group + 1, or 0 where the flag is not set. */
export function cellsOf(groups: Uint32Array, flags: Uint8Array | null): Int32Array {
  const cells = new Int32Array(groups.length);
  if (flags === null) for (let row = 0; row < cells.length; row++) cells[row] = groups[row]! + 1;
  else for (let row = 0; row < cells.length; row++) cells[row] = (groups[row]! + 1) & -flags[row]!;
  return cells;
}
