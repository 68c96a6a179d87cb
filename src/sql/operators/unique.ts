/** Counts distinct values per cell. */
import { wideCodes } from '../../engine/frame/column.ts';
import { type CellKeys, distinctPairs } from '../../engine/kernels/rows/distinct_pairs.ts';
import type { Vector } from '../../engine/select/expression/vector.ts';
import { type Begin, grown, numbers } from './accumulating.ts';
import { ASCENDING, isNumbered } from './batch.ts';
import { byBlocks } from './blocks.ts';
import { hold } from './execution.ts';
import { ValueNumbers } from './grouping.ts';

/** A bitmap of pairs has at most this many words, or four times as many as there are rows in the first batch. */
const FEW_WORDS = 1 << 14;
const ROW_WORDS = 4;

export const unique: Begin = (_, execution) => {
  const known = new ValueNumbers();
  const ascending = new AscendingKeys();
  const lists: CellKeys[] = [];
  let met: MetPairs | null = null;
  let keys = 1;
  return {
    add({ cells, args, rows }, size) {
      const vector = args[0]!;
      if (vector.kind === 'coded' && vector.values === ASCENDING) {
        ascending.add(cells, wideCodes(vector.codes), size);
        return;
      }
      const list = isNumbered(vector) ? { cells, keys: wideCodes(vector.codes) } : numbered(cells, vector, rows, known);
      keys = Math.max(keys, countOf(list.keys));
      met ??= new MetPairs(size, keys, Math.max(FEW_WORDS, ROW_WORDS * rows));
      met.add(list);
      if (met.cells >= size && met.keys >= keys) return;
      const own = withoutNeighbours(list, size, met);
      hold(execution, own.keys.length, 2);
      lists.push(own);
    },
    end(size) {
      const counts = new Float64Array(size);
      const blocks = lists.map((list) => ({ cells: list.cells, values: list.keys, length: list.keys.length }));
      const { cells } = distinctPairs(blocks, { first: 1, until: size }, keys);
      for (const cell of cells) counts[cell]!++;
      ascending.addTo(counts);
      met?.addTo(counts);
      return numbers(counts);
    },
  };
};

/** One more than the largest key. */
function countOf(keys: Uint32Array): number {
  let count = 0;
  byBlocks(keys.length, (first, until) => {
    count = Math.max(count, greatestOf(keys.subarray(first, until)) + 1);
  });
  return count;
}

function greatestOf(keys: Uint32Array): number {
  let greatest = 0;
  for (let row = 0; row < keys.length; row++) greatest = Math.max(greatest, keys[row]!);
  return greatest;
}

/** Equal keys of a cell follow each other, so its last one tells whether a key is new. */
class AscendingKeys {
  /** Cell -> its last key + 1. */
  #last = new Uint32Array(0);
  #counts = new Uint32Array(0);

  add(cells: Int32Array, keys: Uint32Array, size: number): void {
    this.#last = grown(this.#last, size);
    this.#counts = grown(this.#counts, size);
    const [last, counts] = [this.#last, this.#counts];
    byBlocks(cells.length, (first, until) =>
      countChanges(cells.subarray(first, until), keys.subarray(first, until), last, counts),
    );
  }

  addTo(totals: Float64Array): void {
    for (let cell = 0; cell < Math.min(totals.length, this.#counts.length); cell++)
      totals[cell]! += this.#counts[cell]!;
  }
}

/** Without a branch, which would be unpredictable. */
function countChanges(cells: Int32Array, keys: Uint32Array, last: Uint32Array, counts: Uint32Array): void {
  for (let row = 0; row < cells.length; row++) {
    const cell = cells[row]!;
    const key = keys[row]! + 1;
    counts[cell]! += Number(last[cell] !== key);
    last[cell] = key;
  }
}

/** A bitmap of pairs. Cells and keys from the bounds on are left to others. */
class MetPairs {
  /** The bounds; 0 if a bitmap would be too large. */
  readonly cells: number;
  readonly keys: number;
  /** A key's cells are neighbours, as its rows mostly are. */
  readonly #words_per_key: number;
  readonly #bits: Uint32Array;
  readonly #counts: Uint32Array;

  constructor(cells: number, keys: number, most_words: number) {
    this.#words_per_key = (cells + 31) >>> 5;
    const words = this.#words_per_key * keys;
    [this.cells, this.keys] = words > most_words ? [0, 0] : [this.#words_per_key << 5, keys];
    this.#bits = new Uint32Array(words > most_words ? 0 : words);
    this.#counts = new Uint32Array(this.cells);
  }

  add({ cells, keys }: CellKeys): void {
    byBlocks(cells.length, (first, until) => this.#addBlock(cells.subarray(first, until), keys.subarray(first, until)));
  }

  #addBlock(cells: Int32Array, keys: Uint32Array): void {
    const [bits, counts, words, bound] = [this.#bits, this.#counts, this.#words_per_key, this.keys];
    for (let row = 0; row < cells.length; row++) {
      const cell = cells[row]!;
      const key = keys[row]!;
      if (cell >= counts.length || key >= bound) continue;
      const at = key * words + (cell >>> 5);
      const before = bits[at]!;
      const is_new = ((before >>> (cell & 31)) & 1) ^ 1;
      bits[at] = before | (is_new << (cell & 31));
      counts[cell]! += is_new;
    }
  }

  addTo(totals: Float64Array): void {
    for (let cell = 1; cell < Math.min(totals.length, this.cells); cell++) totals[cell]! += this.#counts[cell]!;
  }
}

/** Of the pairs past the bounds, only the first of equal ones that follow each other in a cell. */
function withoutNeighbours(
  { cells, keys }: CellKeys,
  size: number,
  { cells: own_cells, keys: own_keys }: MetPairs,
): CellKeys {
  const last = new Float64Array(size).fill(-1);
  const own = { cells: new Int32Array(cells.length), keys: new Uint32Array(cells.length) };
  let length = 0;
  for (let row = 0; row < cells.length; row++) {
    const cell = cells[row]!;
    const key = keys[row]!;
    if (cell === 0 || last[cell] === key || (cell < own_cells && key < own_keys)) continue;
    last[cell] = key;
    own.cells[length] = cell;
    own.keys[length++] = key;
  }
  return { cells: own.cells.slice(0, length), keys: own.keys.slice(0, length) };
}

/** Numbers the values. Rows without a value get cell 0. */
function numbered(cells: Int32Array, vector: Vector, rows: number, known: ValueNumbers): CellKeys {
  const keys = known.cellsOf(vector, rows);
  const { missing } = known;
  const own = missing < 0 ? cells : cells.slice();
  if (missing >= 0) for (let row = 0; row < rows; row++) if (keys[row] === missing + 1) own[row] = 0;
  return { cells: own, keys: new Uint32Array(keys.buffer, keys.byteOffset, rows) };
}
