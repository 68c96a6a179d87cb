import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binLabel, binNumbers, binOf, newBins, widen } from '../../src/engine/frame/bins.ts';
import type { Codes, Column } from '../../src/engine/frame/column.ts';
import type { Run } from '../../src/engine/frame/run.ts';
import { alone } from '../../src/engine/frame/team.ts';
import {
  checkCells,
  type Groups,
  groupCount,
  groupKeys,
  groupRows,
  keyBeginning,
  measureRows,
  needsMeasure,
  newGroups,
} from '../../src/engine/select/breakdown.ts';
import { LIMIT } from '../../src/model/limit.ts';
import type { Dimension } from '../../src/model/question/query.ts';
import { atAndPast } from '../support/tried_limits.ts';
import { viewOf } from './history.ts';
import { newRun } from './new_run.ts';

const ALL_ROWS = { select: null, skip: null, from_ms: 0, until_ms: 100 };
const PLAIN: Dimension = { source: { of: 'event', key: 'p' }, normalize_url: false, bins: null };

function runWith(column: Column, rows: number, time_ms = new Float64Array(rows)): Run {
  return newRun('a', new Uint32Array(rows), time_ms, () => column);
}

function dictionary(values: readonly (string | number | boolean | null | { json: string })[], codes: number[]): Column {
  return { kind: 'dictionary', codes: Uint32Array.from(codes), values };
}

function namesOf(groups: Groups, rows: Codes | null): (string | null)[] {
  const keys = groupKeys(groups);
  return [...rows!].map((group) => keys[group]![0]!);
}

describe('groups of a breakdown', () => {
  it('compares values as text, and knows one group for everything without a value', () => {
    const groups = newGroups([PLAIN]);
    const values = [null, '5', 5, true, 'true', '', null, { json: '{"a":1}' }];
    const codes = [0, 1, 2, 3, 4, 5, 6, 7];
    const rows = groupRows(groups, runWith(dictionary(values, codes), 8), viewOf([]), ALL_ROWS);
    expect(namesOf(groups, rows)).toEqual([null, '5', '5', 'true', 'true', null, null, '{"a":1}']);
  });

  it('gives the same text the same group in every run', () => {
    const groups = newGroups([PLAIN]);
    const first = runWith(dictionary([null, 'x', '7'], [1, 2]), 2);
    const second = runWith({ kind: 'number', values: Float64Array.of(7, Number.NaN, 1.5) }, 3);
    const one = groupRows(groups, first, viewOf([]), ALL_ROWS)!;
    const two = groupRows(groups, second, viewOf([]), ALL_ROWS)!;
    expect(groupKeys(groups)).toEqual([[null], ['x'], ['7'], ['1.5']]);
    expect([...one, ...two]).toEqual([1, 2, 2, 0, 3]);
  });

  it('has numbers as they are, equal to their texts, and orders them without making any', () => {
    const groups = newGroups([PLAIN]);
    const numbers = Float64Array.from({ length: 3000 }, (_, at) => (at % 2000) / 7 - 100);
    const lists: Column[] = [
      { kind: 'number', values: numbers },
      dictionary([null, 'x', -0, '', ...Array.from(numbers, String), ...numbers], [1, 2, 3, 3004]),
      { kind: 'number', values: Float64Array.of(0, Number.NaN, -0, 1e300, numbers[1999]!) },
    ];
    const rows = lists.map((column) => {
      const length = column.kind === 'number' ? column.values.length : column.codes.length;
      return [...groupRows(groups, runWith(column, length), viewOf([]), ALL_ROWS)!];
    });
    const [first, second, third] = rows;
    expect(first).toEqual(Array.from(numbers, (_, at) => 1 + (at % 2000)));
    const keys = groupKeys(groups);
    expect(keys.slice(2001)).toEqual([['x'], ['1e+300']]);
    expect(second).toEqual([2001, first![700], 0, first![0]]);
    expect(third).toEqual([first![700], 0, first![700], 2002, first![1999]]);
    expect(keys.slice(1, 2001)).toEqual(Array.from(numbers.subarray(0, 2000), (one) => [String(one)]));
    const beginnings = Array.from(keys, (_, group) => keyBeginning(groups, group));
    expect(beginnings.filter((one) => one >= 0).length).toBeGreaterThan(1900);
  });

  it('of a large dictionary only names what is met in the range and the selection', () => {
    const groups = newGroups([PLAIN]);
    const values = [null, ...Array.from({ length: 5000 }, (_, i) => `v${i}`)];
    const run = runWith(dictionary(values, [7, 8, 9, 7]), 4, Float64Array.of(1, 2, 300, 4));
    const rows = groupRows(groups, run, viewOf([]), { ...ALL_ROWS, select: Uint32Array.of(0b1101) })!;
    expect(groupKeys(groups)).toEqual([[null], ['v6']]);
    expect([rows[0], rows[3]]).toEqual([1, 1]);
  });

  it('looks a person up by the row, and has no value for an owner that is none', () => {
    const groups = newGroups([{ ...PLAIN, source: { of: 'person', key: 'name' } }]);
    const run = { ...runWith(dictionary([null], [0, 0]), 2), actor: Uint32Array.of(1, 0xffffffff) };
    expect(namesOf(groups, groupRows(groups, run, viewOf([]), ALL_ROWS))).toEqual(['person 1', null]);
  });

  it('cuts values at the limit', async () => {
    const shown = (chars: number) => {
      const groups = newGroups([PLAIN]);
      groupRows(groups, runWith(dictionary([null, 'x'.repeat(chars)], [1]), 1), viewOf([]), ALL_ROWS);
      return [chars, groupKeys(groups)[1]![0]?.length];
    };
    const most = LIMIT.breakdown_value_chars;
    await atAndPast('breakdown_value_chars', shown, { at: [most, most], past: [most + 1, most] });
  });

  it('takes URLs that differ by their end only as one; an empty one is the root, a missing one is missing', () => {
    const groups = newGroups([{ ...PLAIN, normalize_url: true }]);
    const values = [null, 'https://a.b', 'https://a.b/?#', '', '/', '/x/?y=1'];
    const rows = groupRows(groups, runWith(dictionary(values, [0, 1, 2, 3, 4, 5]), 6), viewOf([]), ALL_ROWS);
    expect(namesOf(groups, rows)).toEqual([null, 'https://a.b', 'https://a.b', '/', '/', '/x/?y=1']);
  });

  it('numbers the combinations of several values that are met, over all runs, few or many', () => {
    for (const count of [3, 3000]) {
      const groups = newGroups([PLAIN, { ...PLAIN, source: { of: 'event', key: 'q' } }]);
      const values = [null, ...Array.from({ length: count }, (_, at) => `v${at}`)];
      const column = dictionary(values, [1, 2, 1, 0]);
      const one = groupRows(groups, runWith(column, 4), viewOf([]), ALL_ROWS)!;
      const two = groupRows(groups, runWith(column, 4), viewOf([]), ALL_ROWS)!;
      expect([...one]).toEqual([0, 1, 0, 2]);
      expect(two).toEqual(one);
      expect(groupKeys(groups)).toEqual([
        ['v0', 'v0'],
        ['v1', 'v1'],
        [null, null],
      ]);
    }
  });

  it('numbers few combinations of many rows beforehand; those of fewer rows keep their numbers', () => {
    const groups = newGroups([PLAIN, { ...PLAIN, source: { of: 'event', key: 'q' } }]);
    const codes = Array.from({ length: 10_001 }, (_, row) => (row * row) % 3);
    const long = runWith(dictionary([null, 'a', 'b'], codes), codes.length);
    const short = runWith(dictionary([null, 'b', 'c'], [2, 0, 1]), 3);
    const bothOf = (rows: Codes | null) => [...rows!].map((group) => groupKeys(groups)[group]!.join());
    const all = bothOf(groupRows(groups, long, viewOf([]), ALL_ROWS));
    expect(all).toEqual(codes.map((code) => [',', 'a,a', 'b,b'][code]));
    expect(bothOf(groupRows(groups, short, viewOf([]), ALL_ROWS))).toEqual(['c,c', ',', 'b,b']);
    expect(bothOf(groupRows(groups, long, viewOf([]), ALL_ROWS))).toEqual(all);
    const some = { ...ALL_ROWS, select: new Uint32Array(313).fill(0).with(7, 0xff) };
    const few = groupRows(groups, long, viewOf([]), some)!.subarray(224, 232);
    expect(bothOf(few)).toEqual(all.slice(224, 232));
  });

  it('has a single group where nothing is split', () => {
    const groups = newGroups([]);
    expect(groupRows(groups, runWith(dictionary([null], [0]), 1), viewOf([]), ALL_ROWS)).toBe(null);
    expect([groupCount(groups), groupKeys(groups), needsMeasure(groups)]).toEqual([1, [[]], false]);
  });

  it('refuses more numbers than fit, and says what to do', async () => {
    const past = /too many distinct values.*Choose a property/;
    await atAndPast('breakdown_cells', checkCells, { at: undefined, past });
  });
});

describe('bins', () => {
  it('are the same row by row as value by value', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1 }),
        fc.integer({ min: 1, max: 9 }),
        (numbers, size) => {
          const bins = newBins(size);
          for (const number of numbers) widen(bins, number);
          expect([...binNumbers(bins, Float64Array.from(numbers), alone())]).toEqual(
            numbers.map((number) => binOf(bins, number) + 1),
          );
          // What was not measured may lie outside.
          const [all, some] = [Float64Array.of(Number.NaN, ...numbers), newBins(size)];
          for (const number of numbers.slice(1)) widen(some, number);
          const wanted = numbers.map((number) =>
            number < some.min || number > some.max ? 0 : binOf(some, number) + 1,
          );
          if (numbers.length > 1) expect([...binNumbers(some, all, alone())]).toEqual([0, ...wanted]);
        },
      ),
      { examples: [[[0, 5e-324], 2]] },
    );
  });

  function labels(count: number, numbers: readonly number[]): string[] {
    const bins = newBins(count);
    for (const number of numbers) widen(bins, number);
    return numbers.map((number) => binLabel(bins, binOf(bins, number)));
  }

  it('are of one width, hold their lower bound, and the last one the greatest number', () => {
    expect(labels(4, [10, 17.5, 20, 40])).toEqual(['[10,17.5]', '[17.5,25]', '[17.5,25]', '[32.5,40.01]']);
    expect(labels(5, [4, 8, 32, 64, 128])).toEqual([
      '[4,28.8]',
      '[4,28.8]',
      '[28.8,53.6]',
      '[53.6,78.4]',
      '[103.2,128.01]',
    ]);
    expect(labels(10, [4, 4])).toEqual(['[4,4.01]', '[4,4.01]']);
    expect(labels(2, [-1e308, 1e308])).toEqual(['[-1e+308,0]', '[0,1e+308]']);
  });

  it('span the numbers of rows that count, numeric text among them; the rest has no bin', () => {
    const groups = newGroups([{ ...PLAIN, bins: 2 }]);
    const values = [null, 10, '20', 'many', 1000, -5];
    // The last two are out of the range and of an actor to pass over.
    const actor = Uint32Array.of(0, 0, 0, 0, 0, 1);
    const column = dictionary(values, [1, 2, 3, 0, 4, 5]);
    const run = newRun('a', actor, Float64Array.of(1, 1, 1, 1, 500, 1), () => column);
    const range = { ...ALL_ROWS, skip: Uint32Array.of(0b10) };
    expect(needsMeasure(groups)).toBe(true);
    measureRows(groups, run, viewOf([]), range);
    const rows = groupRows(groups, run, viewOf([]), range);
    expect(namesOf(groups, rows).slice(0, 4)).toEqual(['[10,15]', '[15,20.01]', null, null]);
  });
});
