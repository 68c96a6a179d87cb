/** Counts distinct values per cell. */
import { wideCodes } from '../../engine/frame/column.ts';
import { shortActorCuts } from '../../engine/frame/slices.ts';
import { shareCounts, type Team } from '../../engine/frame/team.ts';
import { COUNT_CHANGES, countNewPairs, type MetPairs } from '../../engine/kernels/rows/distinct_keys.ts';
import { type CellKeys, distinctPairs } from '../../engine/kernels/rows/distinct_pairs.ts';
import { codedOf, type Vector } from '../../engine/select/expression/vector.ts';
import { NO_TEXT, TextKeys } from '../../engine/select/values/text_keys.ts';
import { type Begin, grown, numbers } from './accumulating.ts';
import { Numbered } from './batch.ts';
import { byBlocks } from './blocks.ts';
import { storedValues } from './chosen.ts';
import { hold } from './execution.ts';
import { cellsWhere, codesAt, ValueNumbers } from './grouping.ts';
import { teamFor } from './joint_cells.ts';

/** A bitmap of pairs has at most this many words, or four times as many as there are rows in the first batch. */
const FEW_WORDS = 1 << 14;
const ROW_WORDS = 4;

export const unique: Begin = (_, execution) => {
  const { view } = execution;
  const known = new ValueKeys();
  let ascending: AscendingKeys | null = null;
  const lists: CellKeys[] = [];
  let met: PairBitmap | null = null;
  let keys = 1;
  return {
    add({ cells, args, rows }, size) {
      const vector = args[0]!;
      const own = numbersIn(vector);
      const list = own ? { cells, keys: own.keys } : known.of(cells, vector, rows);
      if (own?.is_ascending === true) {
        ascending ??= new AscendingKeys();
        ascending.add(list, size, view);
        return;
      }
      keys = Math.max(keys, own?.count ?? known.count);
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

/** Keys of values: those that a dictionary has for them, or else their numbers. Decided by the first rows. */
class ValueKeys {
  #known: ValueNumbers | TextKeys | null = null;

  /** More than any key so far. */
  get count(): number {
    return this.#known === null ? 0 : this.#known.count + 1;
  }

  /** Rows without a value get cell 0. */
  of(cells: Int32Array, vector: Vector, rows: number): CellKeys {
    if (this.#known instanceof ValueNumbers) return numbered(cells, vector, rows, this.#known);
    const { codes, values } = codedOf(vector, rows);
    // A window looks at a few rows of a long list, again and again.
    const stored = this.#known === null && values.length > rows ? values : storedValues(values);
    this.#known ??= TextKeys.of(stored) ?? new ValueNumbers();
    if (this.#known instanceof ValueNumbers)
      return numbered(cells, { kind: 'coded', codes, values }, rows, this.#known);
    const keys = codesAt(this.#known.keysOf(stored), wideCodes(codes));
    return { cells: cellsWhere(cells, withText(keys)), keys };
  }
}

function numbered(cells: Int32Array, vector: Vector, rows: number, known: ValueNumbers): CellKeys {
  const keys = known.cellsOf(vector, rows);
  const { missing } = known;
  const own = missing < 0 ? cells : cells.slice();
  if (missing >= 0) for (let row = 0; row < rows; row++) if (keys[row] === missing + 1) own[row] = 0;
  return { cells: own, keys: new Uint32Array(keys.buffer, keys.byteOffset, rows) };
}

/** row -> 1 if it has a value */
function withText(keys: Uint32Array): Uint8Array {
  const flags = new Uint8Array(keys.length);
  for (let row = 0; row < flags.length; row++) flags[row] = Number(keys[row] !== NO_TEXT);
  return flags;
}
