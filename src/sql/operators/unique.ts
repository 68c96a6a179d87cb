/** Counts distinct values per cell. */
import { wideCodes } from '../../engine/frame/column.ts';
import { shortActorCuts } from '../../engine/frame/slices.ts';
import { shareCounts, type Team } from '../../engine/frame/team.ts';
import { COUNT_CHANGES, countNewPairs, type MetPairs } from '../../engine/kernels/rows/distinct_keys.ts';
import { type CellKeys, distinctPairs } from '../../engine/kernels/rows/distinct_pairs.ts';
import type { Vector } from '../../engine/select/expression/vector.ts';
import { type Begin, grown, numbers } from './accumulating.ts';
import { Numbered } from './batch.ts';
import { byBlocks } from './blocks.ts';
import { DictionaryKeys } from './dictionary_keys.ts';
import { hold } from './execution.ts';
import { ValueNumbers } from './grouping.ts';
import { teamFor } from './joint_cells.ts';

/** A bitmap of pairs has at most this many words, or four times as many as there are rows in the first batch. */
const FEW_WORDS = 1 << 14;
const ROW_WORDS = 4;

export const unique: Begin = (_, execution) => {
  const { view } = execution;
  const known = new ValueNumbers();
  /** Decided by the first batch. */
  let of_dictionary: DictionaryKeys | null | undefined;
  let ascending: AscendingKeys | null = null;
  const lists: CellKeys[] = [];
  let met: PairBitmap | null = null;
  let keys = 1;
  return {
    add({ cells, args, rows }, size) {
      const vector = args[0]!;
      const own = numbersIn(vector);
      if (own === null) of_dictionary ??= of_dictionary === undefined ? DictionaryKeys.of(vector) : null;
      const list = own ? { cells, keys: own.keys } : numbered(cells, vector, rows, of_dictionary ?? known);
      if (own?.is_ascending === true) {
        ascending ??= new AscendingKeys();
        ascending.add(list, size, view);
        return;
      }
      keys = Math.max(keys, own?.count ?? (of_dictionary ?? known).count + 1);
      met ??= new PairBitmap(size, keys, Math.max(FEW_WORDS, ROW_WORDS * rows));
      met.add(list);
      if (met.cells >= size && met.keys >= keys) return;
      const left = withoutNeighbours(list, size, met);
      hold(execution, left.keys.length, 2);
      lists.push(left);
    },
    end(size) {
      const counts = listedPairs(lists, size, keys);
      for (const some of [ascending?.counts ?? [], met?.counts ?? []])
        for (let cell = 1; cell < Math.min(size, some.length); cell++) counts[cell]! += some[cell]!;
      return numbers(counts);
    },
  };
};

/** Cell -> how many keys the lists have for it. */
function listedPairs(lists: readonly CellKeys[], size: number, keys: number): Float64Array {
  const counts = new Float64Array(size);
  if (lists.length === 0) return counts;
  const blocks = lists.map((list) => ({ cells: list.cells, values: list.keys, length: list.keys.length }));
  const { cells } = distinctPairs(blocks, { first: 1, until: size }, keys);
  for (const cell of cells) counts[cell]!++;
  return counts;
}

/** Numbers that a vector has instead of values. */
function numbersIn(vector: Vector): { keys: Uint32Array; count: number; is_ascending: boolean } | null {
  if (vector.kind !== 'coded' || !(vector.values instanceof Numbered)) return null;
  const { length, is_ascending } = vector.values;
  return { keys: wideCodes(vector.codes), count: length, is_ascending };
}

/** Keys that ascend from batch to batch; the first of a batch may be the last of the one before. */
class AscendingKeys {
  counts = new Uint32Array(0);
  /** The last key, and its cells. */
  #key = -1;
  #cells = new Set<number>();

  add({ cells, keys }: CellKeys, size: number, team: Team): void {
    this.counts = grown(this.counts, size);
    let first = 0;
    for (; first < keys.length && keys[first] === this.#key; first++) {
      const cell = cells[first]!;
      if (!this.#cells.has(cell)) this.counts[cell]!++;
      this.#cells.add(cell);
    }
    if (first === keys.length) return;
    const args = { cells: cells.subarray(first), keys: keys.subarray(first) };
    const sharing = teamFor(team, [args.cells, args.keys], size);
    shareCounts(sharing, COUNT_CHANGES, [{ args, cuts: shortActorCuts(args.keys) }], this.counts);
    this.#key = keys.at(-1)!;
    this.#cells = new Set();
    for (let row = keys.length - 1; row >= 0 && keys[row] === this.#key; row--) this.#cells.add(cells[row]!);
  }
}

/** A bitmap of pairs. Cells and keys from the bounds on are left to others. */
class PairBitmap {
  /** The bounds; 0 if a bitmap would be too large. */
  readonly cells: number;
  readonly keys: number;
  /** Cell -> keys */
  readonly counts: Uint32Array;
  readonly #pairs: MetPairs;

  constructor(cells: number, keys: number, most_words: number) {
    const words_per_key = (cells + 31) >>> 5;
    const words = words_per_key * keys;
    [this.cells, this.keys] = words > most_words ? [0, 0] : [words_per_key << 5, keys];
    this.counts = new Uint32Array(this.cells);
    this.#pairs = { met: new Uint32Array(words > most_words ? 0 : words), words_per_key };
  }

  add({ cells, keys }: CellKeys): void {
    byBlocks(cells.length, (first, until) => countNewPairs({ cells, keys, first, until }, this.#pairs, this.counts));
  }
}

/** Of the pairs past the bounds, only the first of equal ones that follow each other in a cell. */
function withoutNeighbours(
  { cells, keys }: CellKeys,
  size: number,
  { cells: own_cells, keys: own_keys }: PairBitmap,
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
function numbered(cells: Int32Array, vector: Vector, rows: number, known: ValueNumbers | DictionaryKeys): CellKeys {
  if (known instanceof DictionaryKeys) {
    const keys = known.keysOf(vector, rows);
    return { cells: cells.map((cell, row) => (keys[row] === 0 ? 0 : cell)), keys };
  }
  const keys = known.cellsOf(vector, rows);
  const { missing } = known;
  const own = missing < 0 ? cells : cells.slice();
  if (missing >= 0) for (let row = 0; row < rows; row++) if (keys[row] === missing + 1) own[row] = 0;
  return { cells: own, keys: new Uint32Array(keys.buffer, keys.byteOffset, rows) };
}
