/** Rows are numbered and counted as a map of their values says, however they come. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ascending } from '../../src/base/ascending.ts';
import { fromFlags } from '../../src/base/bitmap.ts';
import { seeded } from '../../src/base/random.ts';
import { sharedShorts, sharedWords } from '../../src/base/shared.ts';
import type { Value } from '../../src/engine/frame/column.ts';
import type { Dataset } from '../../src/engine/frame/dataset.ts';
import type { Task, Team } from '../../src/engine/frame/team.ts';
import { type Vector, valueAt } from '../../src/engine/select/expression/vector.ts';
import { Dictionary } from '../../src/engine/storage/dictionary.ts';
import { SomeValues } from '../../src/engine/storage/some_values.ts';
import { beginAggregate } from '../../src/sql/operators/accumulate.ts';
import { Numbered } from '../../src/sql/operators/batch.ts';
import { Chosen, ReadValues } from '../../src/sql/operators/chosen.ts';
import { DISTINCT_TEXTS, Grouping, ValueNumbers } from '../../src/sql/operators/grouping.ts';
import { firstRows, orderOf } from '../../src/sql/operators/order.ts';
import { unique } from '../../src/sql/operators/unique.ts';
import { runs } from '../support/runs.ts';

/** Two threads that take turns, as the team's sums must not depend on who takes what. */
const team: Team = {
  checkpoint: () => {},
  share<Args, Work, Sum>(task: Task<Args, Work, Sum>, args: Args, cuts: Uint32Array): Sum[] {
    // What the other thread gets is a message.
    const of_thread = [args, structuredClone(args)];
    const works = of_thread.map((own) => task.begin(own));
    for (let at = 0; at + 1 < cuts.length; at++) task.add(of_thread[at % 2]!, works[at % 2]!, cuts[at]!, cuts[at + 1]!);
    return works.map((work) => task.end(work));
  },
};
const running = { view: team as Dataset, is_counted: false, subqueries: [], held: 0 };

const ROWS = [1, 40, 5_000, 150_000];
/** How many values a column has; 0 = one for all rows, -1 = numbers, -2 = the codes of the column before. */
const KINDS = [0, 1, 40, 900, 900, 900, -1, -2];

function columnOf(kind: number, rows: number, below: (count: number) => number, before: Vector | undefined): Vector {
  const random = (count: number) => Array.from({ length: rows }, () => below(count));
  if (kind === 0) return { kind: 'constant', value: below(2) === 0 ? null : 'one' };
  if (kind === -1)
    return {
      kind: 'numbers',
      values: Float64Array.from(random(30), (value) => (value === 0 ? Number.NaN : value / 2)),
    };
  if (kind === -2 && before?.kind === 'coded')
    return { ...before, values: Array.from(before.values, (_, code): Value => (code % 3 === 0 ? null : code % 3)) };
  const count = Math.max(1, kind);
  const values = Array.from({ length: count }, (_, code): Value => (code % 7 === 5 ? null : `v${code % 300}`));
  const codes = sharedShorts(rows);
  codes.set(random(count));
  return { kind: 'coded', codes, values };
}

const batch = fc.record({ rows: fc.constantFrom(...ROWS), seed: fc.nat(), has_marks: fc.boolean() });

/** Random batches of rows with these kinds of columns. */
function batchOf(
  { rows, seed, has_marks }: { rows: number; seed: number; has_marks: boolean },
  kinds: readonly number[],
) {
  const { next } = seeded(seed);
  const below = (count: number): number => Math.floor(next() * count);
  const vectors: Vector[] = [];
  for (const kind of kinds) vectors.push(columnOf(kind, rows, below, vectors.at(-1)));
  const share = next();
  const flags = Uint8Array.from({ length: rows }, () => Number(!has_marks || next() < share));
  return { rows, vectors, flags, marks: has_marks ? fromFlags(flags) : null, below };
}

/** No value contains a comma. */
function keyOf(vectors: readonly Vector[], row: number): string {
  return vectors.map((vector) => String(valueAt(vector, row))).join();
}

test('groups and their counts are those of the values', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...KINDS), { maxLength: 3 }),
      fc.array(batch, { minLength: 1, maxLength: 2 }),
      (kinds, batches) => {
        const grouping = new Grouping(kinds.length, team);
        const group_of = new Map<string, number>();
        for (const said of batches) {
          const { rows, vectors, flags, marks } = batchOf(said, kinds);
          const { cells, addCounts } = grouping.cellsOf(vectors, rows, marks);
          const wanted = new Float64Array(grouping.count + 1);
          for (let row = 0; row < rows; row++) {
            if (flags[row] === 0) {
              if (cells[row] !== 0) throw new Error(`row ${row} has no mark`);
              continue;
            }
            const key = keyOf(vectors, row);
            const group = group_of.get(key) ?? cells[row]! - 1;
            group_of.set(key, group);
            if (cells[row] !== group + 1) throw new Error(`row ${row} of ${key}: ${cells[row]}, not ${group + 1}`);
            wanted[group + 1]!++;
          }
          const counts = new Float64Array(grouping.count + 1);
          addCounts?.(counts);
          if (addCounts !== null) expect(counts.subarray(1)).toEqual(wanted.subarray(1));
        }
        if (kinds.length > 0) expect(grouping.count).toBe(group_of.size);
        const columns = grouping.columns();
        expect(Array.from(group_of.values(), (group) => keyOf(columns, group))).toEqual([...group_of.keys()]);
      },
    ),
    { numRuns: runs(60) },
  );
}, 60_000);

/** More than any key. */
const KEYS = 2 ** 20;

/** Keys of rows in batches. `ascending`: of two runs, each sorted, that have no key in common. */
function keysIn(
  how: 'ascending' | 'numbered' | 'texts',
  sizes: readonly number[],
  many: number,
  seed: number,
): Uint32Array[] {
  const { next } = seeded(seed);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const keys = Array.from({ length: total }, () => Math.floor(next() ** 2 * many));
  const half = sizes[0]!;
  const run = (from: number, until: number, parity: number) =>
    keys
      .slice(from, until)
      .map((key) => 2 * key + parity)
      .sort((a, b) => a - b);
  const all = how === 'ascending' ? [...run(0, half, 0), ...run(half, total, 1)] : keys;
  let at = 0;
  return sizes.map((size) => {
    const own = sharedWords(size);
    own.set(all.slice(at, at + size));
    at += size;
    return own;
  });
}

test('distinct values are counted once per group, over batches with new groups and values', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('ascending' as const, 'numbered' as const, 'texts' as const),
      fc.array(fc.constantFrom(...ROWS), { minLength: 1, maxLength: 4 }),
      fc.constantFrom(1, 5, 3_000, 200_000),
      fc.constantFrom(1, 20, 100, 2_000),
      fc.nat(),
      (how, sizes, many, groups, seed) => {
        const { next } = seeded(seed + 1);
        const accumulating = unique({ name: 'unique', args: [], condition: null, parameter: 0 }, { ...running });
        /** Pairs of a cell and a key, as one number. */
        const met = new Set<number>();
        let size = 1;
        for (const [at, keys] of keysIn(how, sizes, many, seed).entries()) {
          const rows = keys.length;
          size += Math.ceil(groups / (at + 1));
          const cells = new Int32Array(sharedWords(rows).buffer);
          for (let row = 0; row < rows; row++) cells[row] = Math.floor(next() * size);
          const values =
            how === 'texts'
              ? Array.from({ length: many }, (_, code) => `v${code}`)
              : new Numbered(2 * many, how === 'ascending');
          accumulating.add({ cells, args: [{ kind: 'coded', codes: keys, values }], rows, weights: null }, size);
          for (let row = 0; row < rows; row++) if (cells[row]! > 0) met.add(cells[row]! * KEYS + keys[row]!);
        }
        const wanted = new Float64Array(size);
        for (const pair of met) wanted[Math.floor(pair / KEYS)]!++;
        const made = accumulating.end(size);
        expect(Array.from({ length: size - 1 }, (_, group) => valueAt(made, group))).toEqual([...wanted.subarray(1)]);
      },
    ),
    { numRuns: runs(60) },
  );
}, 60_000);

test('texts of one dictionary are numbered by their codes, whatever lists have them, and none is read for that', () => {
  const all = new Dictionary();
  const [first, second] = [textsFrom(all, 0, 300), textsFrom(all, 200, 500)];
  const some = new Chosen(second, [0, 4, 299, 7]);
  DISTINCT_TEXTS.set(some, 0);
  let read = 0;
  const { at } = all;
  all.at = (code) => {
    read++;
    return at.call(all, code);
  };
  const numbers = new ValueNumbers();
  const cells = [first, second, some].map((values) => numbers.cellsOfCodes(values, ascending(values.length)));
  expect(read).toBe(0);
  expect(numbers.count).toBe(501);
  expect(numbers.missing).toBe(0);
  for (const [list, values] of [first, second, some].entries()) {
    expect(Array.from(cells[list]!, (cell) => numbers.values.at(cell - 1))).toEqual([...values]);
  }
  // A list of other values: from now on, texts are looked up.
  expect([...numbers.cellsOfCodes(['v4', 5, null, 'new'], ascending(4))]).toEqual([cells[0]![5], 502, 1, 503]);
  expect(numbers.cellsOfCodes(second, ascending(301))).toEqual(cells[1]);
});

/** As a run has them: texts with these numbers under codes of their own. */
function textsFrom(all: Dictionary, from: number, until: number): ReadValues {
  const codes = Array.from({ length: until - from }, (_, at) => all.codeOf(`v${from + at}`));
  const stored = new SomeValues(all, Uint32Array.of(0, ...codes));
  expect(stored.areTexts()).toBe(true);
  const values = new ReadValues(stored);
  DISTINCT_TEXTS.set(values, 0);
  return values;
}

test('values that are not all texts are not numbered by their codes', () => {
  const all = new Dictionary();
  expect(new SomeValues(all, Uint32Array.of(0, all.codeOf('ü'), all.codeOf('5'))).areTexts()).toBe(true);
  for (const value of [5, null, true, { json: '{}' }]) {
    expect(new SomeValues(all, Uint32Array.of(0, all.codeOf('a'), all.codeOf(value))).areTexts()).toBe(false);
  }
});

test('the first and last texts are found without reading those that begin otherwise', () => {
  const texts = ['', 'ü', 'abcdefg', 'abcdefh', 'b', 'B', 'abc', 'x"y', '10', '9'];
  const value = fc.oneof(fc.constantFrom<Value>(...texts), fc.constantFrom<Value>(5, null, true));
  fc.assert(
    fc.property(fc.array(fc.tuple(value, fc.integer({ min: 0, max: 3 })), { minLength: 1, maxLength: 60 }), (rows) => {
      const all = new Dictionary();
      const codes = Uint32Array.from(rows, ([one]) => all.codeOf(one));
      const stored: Vector = { kind: 'coded', codes: ascending(codes.length), values: new Chosen(all, codes) };
      const read: Vector = { kind: 'coded', codes: ascending(codes.length), values: rows.map(([one]) => one) };
      const cells = Int32Array.from(rows, ([, cell]) => cell);
      const [found, wanted] = [stored, read].map((vector) =>
        (['min', 'max'] as const).map((name) => {
          const { add, end } = beginAggregate({ name, args: [], condition: null, parameter: 0 }, { ...running });
          add({ cells, args: [vector], rows: rows.length, weights: null }, 4);
          const ended = end(4);
          return [0, 1, 2].map((group) => valueAt(ended, group));
        }),
      );
      expect(found).toEqual(wanted);
      for (const is_descending of [false, true]) {
        const by = [{ is_descending, nulls_first: false }];
        const [first, second] = [stored, read].map((vector) => {
          const order = orderOf(by, [vector], rows.length, Math.floor(rows.length / 9));
          return [...firstRows(rows.length, Math.floor(rows.length / 9), order)];
        });
        expect(first).toEqual(second);
      }
    }),
  );
});

test('of a thousand texts that begin differently, the first ones are found by reading few', () => {
  const all = new Dictionary();
  const codes = Uint32Array.from({ length: 1000 }, (_, at) => all.codeOf(`${(at * 387) % 1000} texts`));
  let read = 0;
  const { at } = all;
  all.at = (code) => {
    read++;
    return at.call(all, code);
  };
  const vector: Vector = { kind: 'coded', codes: ascending(1000), values: new Chosen(all, codes) };
  const order = orderOf([{ is_descending: false, nulls_first: false }], [vector], 1000, 3);
  const first = [...firstRows(1000, 3, order)].map((row) => valueAt(vector, row));
  expect(first).toEqual(['0 texts', '1 texts', '10 texts']);
  const { add, end } = beginAggregate({ name: 'max', args: [], condition: null, parameter: 0 }, { ...running });
  add({ cells: new Int32Array(1000).fill(1), args: [vector], rows: 1000, weights: null }, 2);
  expect(valueAt(end(2), 0)).toBe('999 texts');
  expect(read).toBeLessThan(100);
});
