/** Rows -> groups of equal values. As everywhere, values are compared as text: 5 equals "5". */
import { PairNumbers } from '../../base/numbering/pair_numbers.ts';
import { TextNumbers } from '../../base/numbering/text_numbers.ts';
import { textOf, type Value, type Values, wideCodes } from '../../engine/frame/column.ts';
import type { Team } from '../../engine/frame/team.ts';
import type { CodeColumn } from '../../engine/kernels/rows/code_counts.ts';
import { codedOf, type Vector } from '../../engine/select/expression/vector.ts';
import { SomeValues } from '../../engine/storage/some_values.ts';
import { grown } from './accumulating.ts';
import { byBlocks } from './blocks.ts';
import { Chosen, ReadValues } from './chosen.ts';
import { JointCells, membersOf, product } from './joint_cells.ts';

/** List of texts in which no text occurs twice, such as a stored dictionary -> code of null, -1 = none. */
export const DISTINCT_TEXTS = new WeakMap<Values, number>();

/** A list of distinct texts as a part of the list that others are parts of, too. */
interface Part {
  readonly whole: Values;
  /** Code here -> code there; null = the same. */
  readonly codes: Uint32Array | null;
  /** Code of null there, -1 = none. */
  readonly missing: number;
}

const parts = new WeakMap<Values, Part>();

/** null if a text may occur twice. */
function partOf(values: Values): Part | null {
  const missing = DISTINCT_TEXTS.get(values);
  if (missing === undefined) return null;
  const known = parts.get(values) ?? newPart(values, missing);
  parts.set(values, known);
  return known;
}

function newPart(values: Values, missing: number): Part {
  const stored = values instanceof ReadValues ? values.of : values;
  if (stored instanceof SomeValues) return { whole: stored.all, codes: stored.codes, missing: 0 };
  const of = values instanceof Chosen ? partOf(values.of) : null;
  if (!(values instanceof Chosen) || of === null) return { whole: values, codes: null, missing };
  const codes = Uint32Array.from(values.codes);
  return { ...of, codes: of.codes === null ? codes : codesAt(of.codes, codes) };
}

/** Numbers distinct values. */
export class ValueNumbers {
  #values: Value[] = [];
  /** Number of null; -1 if it was not met. */
  missing = -1;
  /** Made when values of a second list arrive: one list of distinct texts needs no look-up. */
  #numbers: TextNumbers | null = null;
  #only: Values | null = null;
  /** number -> code in `#only`; only the first `#count` are valid */
  #codes = new Uint32Array(0);
  #count = 0;
  /** List of values -> code -> number + 1, 0 = not looked up yet. */
  readonly #of_codes = new WeakMap<Values, Uint32Array>();

  get count(): number {
    return this.#numbers === null ? this.#count : this.#values.length;
  }

  /** number -> value */
  get values(): Values {
    return this.#numbers === null && this.#only !== null
      ? new Chosen(this.#only, this.#codes.subarray(0, this.#count))
      : this.#values;
  }

  #numberOf(value: Value): number {
    const numbers = this.#keyed();
    if (value === null && this.missing < 0) this.missing = numbers.ofOther();
    const number = value === null ? this.missing : numberIn(numbers, value);
    if (number === this.#values.length) this.#values.push(value);
    else if (typeof value === 'number') this.#values[number] = value; // of 5 and "5" the number is shown
    return number;
  }

  /** The list as a part of the only one; null if values must be read. */
  #partOf(values: Values): Part | null {
    const part = this.#numbers === null ? partOf(values) : null;
    if (part !== null) this.#only ??= part.whole;
    return part?.whole === this.#only ? part : null;
  }

  #keyed(): TextNumbers {
    if (this.#numbers === null) {
      const numbers = new TextNumbers();
      this.#values = Array.from(this.values);
      for (const value of this.#values) {
        if (value === null) numbers.ofOther();
        else numberIn(numbers, value);
      }
      this.#numbers = numbers;
    }
    return this.#numbers;
  }

  /** Number of the value, -1 if it was not met. */
  find(value: Value): number {
    return value === null ? this.missing : this.#keyed().find(keyOf(value));
  }

  /** Row -> number of its value + 1. */
  cellsOf(vector: Vector, rows: number): Int32Array {
    const { codes, values } = codedOf(vector, rows);
    const cells = new Int32Array(rows);
    byBlocks(rows, (first, until) =>
      cells.set(this.cellsOfCodes(values, wideCodes(codes.subarray(first, until))), first),
    );
    return cells;
  }

  /** Code -> number of its value + 1, for these codes. */
  cellsOfCodes(values: Values, codes: Uint32Array): Uint32Array {
    const part = this.#partOf(values);
    const own = part === null || part.codes === null ? codes : codesAt(part.codes, codes);
    const of_code = this.#ofCodes(part?.whole ?? values);
    const known = codesAt(of_code, own);
    if (!known.includes(0)) return known;
    if (part !== null) this.#addCodes(own, of_code, part.missing);
    else for (const code of own) if (of_code[code] === 0) of_code[code] = this.#numberOf(values.at(code)!) + 1;
    return codesAt(of_code, own);
  }

  /** Numbers codes of the only list. */
  #addCodes(codes: Uint32Array, of_code: Uint32Array, missing: number): void {
    this.#codes = grown(this.#codes, this.#count + codes.length);
    const before = this.#count;
    this.#count = addNew(codes, of_code, this.#codes, before);
    if (missing >= 0 && this.missing < 0) this.missing = this.#codes.subarray(0, this.#count).indexOf(missing, before);
  }

  /** Code -> number of its value + 1; filled on demand. Dictionaries may grow. */
  #ofCodes(values: Values): Uint32Array {
    const known = grown(this.#of_codes.get(values) ?? new Uint32Array(0), values.length);
    this.#of_codes.set(values, known);
    return known;
  }
}

/** Numbers codes from `count` on. Returns how many have a number then. */
function addNew(codes: Uint32Array, of_code: Uint32Array, of_number: Uint32Array, count: number): number {
  let next = count;
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at]!;
    if (of_code[code] !== 0) continue;
    of_number[next++] = code;
    of_code[code] = next;
  }
  return next;
}

/** A number, or a text. No text is made for numbers. */
function keyOf(value: NonNullable<Value>): string | number {
  return typeof value === 'number' && !Number.isNaN(value) ? value : (textOf(value) ?? '');
}

function numberIn(numbers: TextNumbers, value: NonNullable<Value>): number {
  const key = keyOf(value);
  return typeof key === 'number' ? numbers.ofNumber(key) : numbers.ofText(key);
}

/** Rows with their cells. */
export interface RowCells {
  readonly cells: Int32Array;
  /** Adds how many rows each cell has; null if that is not known. */
  readonly addCounts: ((counts: Float64Array) => void) | null;
  /** Call when nobody reads the cells any more. */
  release(): void;
}

export class Grouping {
  readonly #columns: readonly ValueNumbers[];
  /** For each column from the second on: (number of the values before, number of its value) -> number of them all. */
  readonly #pairs: readonly PairNumbers[];
  readonly #team: Team;

  constructor(columns: number, team: Team) {
    this.#team = team;
    this.#columns = Array.from({ length: columns }, () => new ValueNumbers());
    this.#pairs = Array.from({ length: Math.max(0, columns - 1) }, () => new PairNumbers());
  }

  /** How many groups there are. Without columns, all rows are one group. */
  get count(): number {
    return this.#pairs.at(-1)?.count ?? this.#columns[0]?.count ?? 1;
  }

  /** Row -> its group. Makes new groups. */
  groupsOf(vectors: readonly Vector[], rows: number): Uint32Array {
    return Uint32Array.from(this.cellsOf(vectors, rows, null).cells, (cell) => cell - 1);
  }

  /** Row -> its cell: its group + 1, or 0 for rows without a mark. Makes new groups. */
  cellsOf(vectors: readonly Vector[], rows: number, marks: Uint32Array | null): RowCells {
    const columns = vectors.map((vector, at): NumberedColumn => {
      const { codes, values } = codedOf(vector, rows);
      const column = { codes, classes: null, many: values.length };
      return { column, cellsOf: (used) => this.#columns[at]!.cellsOfCodes(values, used) };
    });
    const found = this.#jointly(columns, rows, marks);
    if (found !== null) return found;
    // Of most long lists of values, few occur.
    const cells = columns.map(
      ({ column, cellsOf }) => new JointCells({ columns: [column], rows, marks }, cellsOf, this.#team).cells,
    );
    const met = cells.map((codes, at) => cellColumn(codes, this.#columns[at]!.count));
    return this.#jointly(met, rows, marks) ?? { cells: this.#pairwise(cells), addCounts: null, release() {} };
  }

  /** null if there may be too many combinations. */
  #jointly(numbered: readonly NumberedColumn[], rows: number, marks: Uint32Array | null): JointCells | null {
    // Columns of the same codes, as functions of the time are, are one.
    const by_codes = Map.groupBy(numbered, ({ column }) => column.codes);
    const columns = [...by_codes.values()].map(([first]) => first!.column);
    if (numbered.length > 1 && product(columns) > Math.max(JOINT_CODES, rows)) return null;
    const [only] = numbered;
    if (only !== undefined && numbered.length === 1)
      return new JointCells({ columns, rows, marks }, only.cellsOf, this.#team);
    const places = numbered.map(({ column }) => columns.findIndex(({ codes }) => codes === column.codes));
    const cellsOf = (used: Uint32Array): Uint32Array => {
      const codes = membersOf(used, columns);
      const cells = numbered.map((each, at) => each.cellsOf(codes[places[at]!]!));
      const [first = new Uint32Array(used.length).fill(1), ...others] = cells;
      for (const [at, other] of others.entries()) joinCells(first, other, this.#pairs[at]!);
      return first;
    };
    return new JointCells({ columns, rows, marks }, cellsOf, this.#team);
  }

  #pairwise([first, ...others]: readonly Int32Array[]): Int32Array {
    for (const [at, other] of others.entries())
      byBlocks(other.length, (from, until) =>
        joinCells(first!.subarray(from, until), other.subarray(from, until), this.#pairs[at]!),
      );
    return first!;
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

export function codesAt(codes: Uint32Array, places: Uint32Array): Uint32Array<ArrayBuffer> {
  const picked = new Uint32Array(places.length);
  for (let at = 0; at < picked.length; at++) picked[at] = codes[places[at]!]!;
  return picked;
}

/** Combinations of up to this many codes, or of as many as there are rows, are looked up in a table. */
const JOINT_CODES = 1 << 16;

interface NumberedColumn {
  readonly column: CodeColumn;
  /** Code -> number of its value + 1, for these codes. */
  readonly cellsOf: (codes: Uint32Array) => Uint32Array;
}

/** Cells as codes. */
function cellColumn(cells: Int32Array, count: number): NumberedColumn {
  const codes = new Uint32Array(cells.buffer, cells.byteOffset, cells.length);
  return { column: { codes, classes: null, many: count + 1 }, cellsOf: (used) => used.slice() };
}

/**
 * Replaces `lefts` by cells of the pairs; 0 on the left stays 0. Neighbours are often equal, so the last pair is
 * remembered.
 */
function joinCells<A extends Int32Array | Uint32Array>(lefts: A, rights: A, pairs: PairNumbers): void {
  let [last_left, last_right, last] = [0, 0, 0];
  for (let row = 0; row < lefts.length; row++) {
    const left = lefts[row]!;
    const right = rights[row]!;
    if (left === 0) continue;
    if (left !== last_left || right !== last_right) last = pairs.numberOf(left - 1, right - 1) + 1;
    last_left = left;
    last_right = right;
    lefts[row] = last;
  }
}

/** Row -> its cell where the flag is set, else 0. */
export function cellsWhere(cells: Int32Array, flags: Uint8Array): Int32Array {
  const own = new Int32Array(cells.length);
  byBlocks(cells.length, (first, until) => keepCells(cells, flags, own, first, until));
  return own;
}

function keepCells(cells: Int32Array, flags: Uint8Array, own: Int32Array, first: number, until: number): void {
  for (let row = first; row < until; row++) own[row] = cells[row]! & (0 - flags[row]!);
}
