/** Rows -> groups of equal values. Values are compared as text, as everywhere: 5 is "5". */
import { textOf, type Value } from '../../engine/frame/column.ts';
import { codedOf, join, type Vector } from '../../engine/select/expression/vector.ts';

/** Lists of texts, none of them twice: dictionaries as they are stored. */
export const DISTINCT_TEXTS = new WeakSet<readonly Value[]>();

/** Numbers distinct values. */
export class ValueNumbers {
  readonly values: Value[] = [];
  /** Made when values come of a second list: those of one list of distinct texts need no look-up. */
  #numbers: Map<string | number | null, number> | null = null;
  #only: readonly Value[] | null = null;
  /** Dictionary -> code -> number, -1 = not looked up yet. */
  readonly #of_codes = new WeakMap<readonly Value[], Int32Array>();

  /** `of`: the list it stands in, if each of its values is asked for once. */
  numberOf(value: Value, of: readonly Value[] | null = null): number {
    if (this.#isOnly(of)) return this.values.push(value) - 1;
    const numbers = this.#keyed();
    const key = keyOf(value);
    let number = numbers.get(key);
    if (number === undefined) {
      number = this.values.push(value) - 1;
      numbers.set(key, number);
    } else if (typeof value === 'number') this.values[number] = value; // of 5 and "5" the number is shown
    return number;
  }

  #isOnly(of: readonly Value[] | null): boolean {
    if (of === null || this.#numbers !== null) return false;
    if (this.#only === null && DISTINCT_TEXTS.has(of)) this.#only = of;
    return this.#only === of;
  }

  #keyed(): Map<string | number | null, number> {
    this.#numbers ??= new Map(this.values.map((value, number) => [keyOf(value), number]));
    return this.#numbers;
  }

  /** -1 if unknown. */
  find(value: Value): number {
    return this.#keyed().get(keyOf(value)) ?? -1;
  }

  /** Code -> number of its value; filled on demand. */
  ofCodes(values: readonly Value[]): Int32Array {
    const known = this.#of_codes.get(values) ?? new Int32Array(values.length).fill(-1);
    this.#of_codes.set(values, known);
    return known;
  }
}

/** First characters of numbers as text: - 0 to 9, Infinity, NaN. */
function isNumeric(text: string): boolean {
  const first = text.charCodeAt(0);
  return (first >= 0x30 && first <= 0x39) || first === 0x2d || first === 0x49 || first === 0x4e;
}

/** Equal for equal texts; numbers need no text. */
function keyOf(value: Value): string | number | null {
  if (typeof value === 'number') return value === 0 ? 0 : value;
  const text = textOf(value);
  if (text === null || !isNumeric(text)) return text;
  const number = Number(text);
  return String(number) === text ? number : text;
}

/** Packs two numbers into one. */
const SECOND = 2 ** 26;

export class Grouping {
  readonly #columns: readonly ValueNumbers[];
  /** Column from the second on -> (number of the prefix, number of the value) -> number of both. */
  readonly #pairs: readonly Map<number, number>[];
  /** Column -> group -> number of its value. */
  readonly #members: number[][];
  count = 0;

  constructor(columns: number) {
    this.#columns = Array.from({ length: columns }, () => new ValueNumbers());
    this.#pairs = Array.from({ length: columns }, () => new Map());
    this.#members = Array.from({ length: columns }, () => []);
  }

  /** row -> its group, counted from `first`; new ones are made. */
  groupsOf(vectors: readonly Vector[], rows: number, first = 0): Int32Array {
    if (vectors.length === 0) {
      this.count = 1;
      return new Int32Array(rows).fill(first);
    }
    const coded = vectors.map((vector) => codedOf(vector, rows));
    const joined = join(coded, rows);
    const met = new Uint8Array(joined.count);
    for (let row = 0; row < rows; row++) met[joined.codes[row]!] = 1;
    const numbers = coded.map(({ values }, column) => this.#columns[column]!.ofCodes(values));
    const group_of = new Int32Array(joined.count);
    const parts = new Array<number>(coded.length);
    for (let code = 0; code < joined.count; code++) {
      if (met[code] === 0) continue;
      for (let column = 0; column < parts.length; column++) {
        const own = joined.members[column]![code]!;
        let number = numbers[column]![own]!;
        if (number < 0)
          number = numbers[column]![own] = this.#columns[column]!.numberOf(
            coded[column]!.values[own]!,
            coded[column]!.values,
          );
        parts[column] = number;
      }
      group_of[code] = this.#group(parts) + first;
    }
    const groups = new Int32Array(rows);
    for (let row = 0; row < rows; row++) groups[row] = group_of[joined.codes[row]!]!;
    return groups;
  }

  #group(parts: readonly number[]): number {
    if (parts.length === 1) return this.#single(parts[0]!);
    let before = 0;
    for (const [column, part] of parts.entries()) {
      const pairs = this.#pairs[column]!;
      const key = before * SECOND + part;
      let pair = pairs.get(key);
      if (pair === undefined) {
        pair = pairs.size;
        pairs.set(key, pair);
        if (column === parts.length - 1) {
          for (const [at, member] of parts.entries()) this.#members[at]!.push(member);
          this.count++;
        }
      }
      before = pair;
    }
    return before;
  }

  /** Values are numbered in order of appearance, and so are the groups of a single column. */
  #single(number: number): number {
    if (number === this.count) {
      this.#members[0]!.push(number);
      this.count++;
    }
    return number;
  }

  /** The group of these values; -1 if there is none. */
  find(values: readonly Value[]): number {
    if (values.length === 1) return this.#columns[0]!.find(values[0]!);
    let before = 0;
    for (const [column, value] of values.entries()) {
      const number = this.#columns[column]!.find(value);
      const pair = number < 0 ? undefined : this.#pairs[column]!.get(before * SECOND + number);
      if (pair === undefined) return -1;
      before = pair;
    }
    return before;
  }

  /** Group -> values, column by column. */
  columns(): Vector[] {
    return this.#members.map((members, column) => ({
      kind: 'coded',
      codes: Uint32Array.from(members),
      values: this.#columns[column]!.values,
    }));
  }
}
