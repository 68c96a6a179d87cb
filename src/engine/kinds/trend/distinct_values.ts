/** Different values per cell. Values are compared by text. */
import type { Expression } from '../../../model/question/expression.ts';
import { type StoredColumn, textOf, type Values } from '../../frame/column.ts';
import type { Run } from '../../frame/run.ts';
import { distinctPairs } from '../../kernels/rows/distinct_pairs.ts';
import { countCells } from '../../kernels/rows/row_aggregates.ts';
import { expressionColumn } from '../../select/expression/column.ts';
import type { Dictionary } from '../../storage/dictionary.ts';
import { SomeValues } from '../../storage/some_values.ts';
import { decodeScaled } from '../../wasm/decoded.ts';
import { type CellFrame, type CellRun, NOWHERE } from './cell_runs.ts';

/** A dictionary numbers texts if the first run has at least this share of its values. */
const USED_SHARE = 1 / 4;
/** Number of rows without a value. */
const NONE = 0;

/** cell -> how many */
export function countDistinct(runs: readonly CellRun[], value: Expression, frame: CellFrame): Float64Array {
  const columns = runs.map(({ run }) => valuesOf(value, run, frame));
  const numbers = new TextNumbers(dictionaryOf(columns));
  const lists = runs.map(({ cells }, at) => {
    const values = numbersOf(columns[at]!, numbers);
    return { cells: withNumber(cells, values), values, length: values.length };
  });
  const counts = new Float64Array(frame.size);
  countCells(distinctPairs(lists, frame.range, numbers.size).cells, counts);
  return counts;
}

/** A property as it is stored keeps its dictionary. */
function valuesOf(value: Expression, run: Run, { view }: CellFrame): StoredColumn {
  const [node] = value.nodes;
  const is_stored = value.nodes.length === 1 && node?.kind === 'source' && node.source.of === 'event';
  return is_stored ? run.storedColumn(node.source.key) : expressionColumn(value, run, view);
}

function dictionaryOf([column]: readonly StoredColumn[]): Dictionary | null {
  if (column?.kind !== 'dictionary' || !(column.values instanceof SomeValues)) return null;
  const { all, length } = column.values;
  return length >= all.length * USED_SHARE ? all : null;
}

/** Numbers of texts from 1 on: the codes of a dictionary, and further ones. */
class TextNumbers {
  readonly #dictionary: Dictionary | null;
  /** Texts that the dictionary has not, at least not as texts. */
  readonly #others = new Map<string, number>();
  #size: number;

  constructor(dictionary: Dictionary | null) {
    this.#dictionary = dictionary;
    this.#size = dictionary?.length ?? 1;
  }

  /** More than any number so far. */
  get size(): number {
    return this.#size;
  }

  of(text: string | null): number {
    if (text === null) return NONE;
    const known = (this.#dictionary?.find(text) ?? 0) || this.#others.get(text);
    if (known !== undefined) return known;
    this.#others.set(text, this.#size);
    return this.#size++;
  }

  /** code -> number */
  ofCodes(values: Values): Uint32Array {
    if (!(values instanceof SomeValues) || values.all !== this.#dictionary) {
      return Uint32Array.from(values, (value) => this.of(value === null ? null : textOf(value)));
    }
    const numbers = values.codes.slice();
    // Only what is no plain text can have the text of another value.
    const odd = new Set(values.all.odd);
    if (odd.size === 0) return numbers;
    for (const [code, number] of numbers.entries()) {
      if (!odd.has(number)) continue;
      const value = values.at(code)!;
      numbers[code] = this.of(value === null ? null : textOf(value));
    }
    return numbers;
  }
}

/** row -> number of its text */
function numbersOf(column: StoredColumn, numbers: TextNumbers): Uint32Array {
  if (column.kind !== 'dictionary') {
    const values = column.kind === 'scaled' ? decodeScaled(column) : column.values;
    return Uint32Array.from(values, (value) => numbers.of(Number.isNaN(value) ? null : String(value)));
  }
  const { codes } = column;
  const of_code = numbers.ofCodes(column.values);
  const of_row = new Uint32Array(codes.length);
  for (let row = 0; row < of_row.length; row++) of_row[row] = of_code[codes[row]!]!;
  return of_row;
}

/** Keeps rows that have a value. */
function withNumber(cells: Int32Array, numbers: Uint32Array): Int32Array {
  const kept = new Int32Array(cells.length);
  for (let row = 0; row < kept.length; row++) kept[row] = numbers[row] === NONE ? NOWHERE : cells[row]!;
  return kept;
}
