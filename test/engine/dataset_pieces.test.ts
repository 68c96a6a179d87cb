/** Building blocks of runs: row order, gathered columns, and the memory budget. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assert } from '../../src/base/assert.ts';
import { members } from '../../src/base/bitmap.ts';
import { seeded } from '../../src/base/random.ts';
import { Budget, Shelf } from '../../src/engine/dataset/budget.ts';
import { gatherColumn, pickSlice, wholeSlice } from '../../src/engine/dataset/gather.ts';
import { type ArrivedRows, type OrderedRows, orderRows } from '../../src/engine/dataset/run_order.ts';
import { textOf } from '../../src/engine/frame/column.ts';
import { rangesOf } from '../../src/engine/frame/run.ts';
import { alone } from '../../src/engine/frame/team.ts';
import { Dictionary } from '../../src/engine/storage/dictionary.ts';
import type { ValueTest } from '../../src/model/question/predicate.ts';
import { runs } from '../support/runs.ts';
import { ALWAYS, World } from './dataset_world.ts';
import { tableWith } from './rows.ts';

describe('pieces', () => {
  /** Rows of several sources, each given as (actor, time) pairs. */
  function arrived(sources: readonly (readonly (readonly [number, number])[])[]): ArrivedRows[] {
    return sources.map((rows) => ({
      actor: Uint32Array.from(rows, ([of]) => of),
      time_ms: Float64Array.from(rows, ([, at]) => at),
    }));
  }

  /** What a plain sort makes of them. */
  function plainOrder(sources: readonly ArrivedRows[]): OrderedRows {
    const actors = sources.flatMap(({ actor }) => [...actor]);
    const times_ms = sources.flatMap(({ time_ms }) => [...time_ms]);
    const rows = [...actors.keys()];
    const wanted = rows.toSorted((a, b) => actors[a]! - actors[b]! || times_ms[a]! - times_ms[b]! || a - b);
    const actor = Uint32Array.from(wanted, (row) => actors[row]!);
    const time_ms = Float64Array.from(wanted, (row) => times_ms[row]!);
    const isInOrder = wanted.every((row, place) => row === place);
    return { actor, time_ms, ranges: rangesOf(actor), order: isInOrder ? null : Uint32Array.from(wanted) };
  }

  const rowOf = fc.tuple(fc.oneof(fc.nat(3), fc.nat(900)), fc.oneof(fc.nat(9), fc.nat(4e12)));
  /** As sealed: sorted by (actor, time), unless persons were merged since. */
  const sourceOf = fc
    .tuple(fc.array(rowOf, { maxLength: 80 }), fc.constantFrom(true, true, false))
    .map(([rows, isSealed]) => (isSealed ? rows.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]) : rows));

  test('the order of rows is that of a plain sort', () => {
    fc.assert(
      fc.property(fc.array(sourceOf, { maxLength: 5 }), (sources) => {
        const given = arrived(sources);
        const wanted = plainOrder(given);
        for (const limit of [901, 100_000]) expect(orderRows(given, limit)).toEqual(wanted);
      }),
      { numRuns: runs(200) },
    );
  });

  test('sources of many blocks, in order and not', () => {
    const random = seeded(7);
    const sources = Array.from({ length: 3 }, () => {
      const actors = Array.from({ length: 90_000 }, () => random.below(60_000)).sort((a, b) => a - b);
      return actors.map((of): [number, number] => [of, random.below(5)]);
    });
    for (const isMoved of [false, true]) {
      // Whoever waits for this row's block waits too long: others of the same time get before.
      if (isMoved) sources[0]![0]![0] = 59_999;
      const given = arrived(sources);
      expect(orderRows(given, 60_000)).toEqual(plainOrder(given));
    }
  });

  test('one actor with many rows out of order among many in order', () => {
    const given = arrived([Array.from({ length: 5_000 }, (_, i) => [i % 50 === 0 ? 7 : i, (i * 7919) % 1_000])]);
    expect(orderRows(given, 5_000)).toEqual(plainOrder(given));
  });

  test('actors with many rows, in order but for some pieces', () => {
    const random = seeded(5);
    for (const pieces of [2, 3, 7, 16]) {
      const given = arrived(
        Array.from({ length: pieces }, () =>
          Array.from({ length: 300 }, (): [number, number] => [random.below(3), random.below(90)]).sort(
            (a, b) => a[0] - b[0] || a[1] - b[1],
          ),
        ),
      );
      expect(orderRows(given, 3)).toEqual(plainOrder(given));
    }
  });

  test('a few actors with many rows each', () => {
    const given = arrived([Array.from({ length: 3_000 }, (_, i) => [i % 3, (i * 7919) % 1_000])]);
    expect(orderRows(given, 3)).toEqual(plainOrder(given));
  });

  test('a few rows of a large dictionary bring only their values', () => {
    const table = tableWith(
      'text',
      Array.from({ length: 1_000 }, (_, i) => `t${i}`),
    );
    const dictionary = new Dictionary();
    const order = Uint32Array.of(2, 1, 0);
    const column = gatherColumn([pickSlice(table, Uint32Array.of(7, 900, 7))], 'text', order, dictionary);
    assert(column.kind === 'dictionary', 'texts have codes');
    expect([...column.codes]).toEqual([1, 2, 1]);
    expect([...column.values]).toEqual([null, 't7', 't900']);
    expect(dictionary.length).toBe(3);
    const whole = gatherColumn([wholeSlice(table)], 'text', null, dictionary);
    expect(whole.kind === 'dictionary' && textOf(whole.values.at(whole.codes[999]!)!)).toBe('t999');
  });

  test('a budget forgets the least recently used first', () => {
    const gone: string[] = [];
    const budget = new Budget(10);
    const shelf = new Shelf<string>(
      budget,
      (text) => text.length,
      (text) => gone.push(text),
    );
    shelf.put('a', '1234');
    shelf.put('b', '5678');
    expect(shelf.get('a')).toBe('1234');
    shelf.put('c', '90ab');
    expect([gone, budget.bytes, shelf.get('b')]).toEqual([['5678'], 8, undefined]);
    shelf.put('a', 'larger than all there is');
    expect([shelf.get('c'), budget.bytes]).toEqual([undefined, 24]);
    shelf.put('d', '12');
    shelf.clear((_, name) => name !== 'd');
    expect([gone, budget.bytes]).toEqual([['5678', '90ab', 'larger than all there is', '12'], 0]);
  });
  test('values that are held stay, and leave half of the budget to the others', () => {
    const gone: string[] = [];
    const budget = new Budget(20);
    const shelf = new Shelf<string>(
      budget,
      (text) => text.length,
      (text) => gone.push(text),
    );
    const useOften = () => {
      for (let use = 0; use < 300; use++) shelf.get('held');
    };
    shelf.put('held', 'x'.repeat(50), true);
    shelf.put('a', '123456');
    expect([gone, budget.bytes]).toEqual([[], 56]);
    // Room is not made for each value then.
    shelf.put('b', '1234567890');
    expect(gone).toEqual([]);
    useOften();
    shelf.put('c', '12');
    expect(gone).toEqual(['123456', '1234567890']);
    shelf.release('held');
    useOften();
    shelf.get('c');
    shelf.put('d', '34');
    expect([gone.length, gone.at(-1), budget.bytes]).toEqual([3, 'x'.repeat(50), 4]);
  });
});

test('what one filter found is nothing to the next', () => {
  const world = new World(1e9, 1);
  const some = (place: number) => ({ event: 'buy', distinct: 0, time_ms: place, properties: { place: place / 2 } });
  world.append(Array.from({ length: 600 }, (_, place) => some(place)));
  world.seal();
  const [part] = world.data.parts({ ...ALWAYS, events: ['buy'], actor: { kind: 'person' } });
  const passing = (test: ValueTest): number[] => {
    const found = part!.run('buy')!.passing([{ of: 'place', test, is_not: false }], alone());
    return found === null ? [Number.NaN] : [...members(found)];
  };
  const least = { op: 'number', min: 0, max: 200, min_open: true, max_open: true } as const;
  expect(passing(least)).toEqual(Array.from({ length: 399 }, (_, at) => at + 1));
  expect(passing({ op: 'in', values: ['7.5', '299.5', '300'] })).toEqual([15, 599]);
  expect(passing({ op: 'in', values: [] })).toEqual([]);
  expect(passing({ op: 'contains', needles: ['99.5'] })).toEqual([199, 399, 599]);
});

test('a text is found where rows are stored, and only if a row of the run has it', () => {
  const world = new World(1e9, 1);
  const some = (event: string, colour: unknown) => ({ event, distinct: 0, time_ms: 1, properties: { colour } });
  world.append([some('buy', 'red'), some('buy', null), some('buy', 5), some('buy', '7'), some('view', 'blue')]);
  world.seal();
  const [part] = world.data.parts({ ...ALWAYS, events: ['buy'], actor: { kind: 'person' } });
  const run = part!.run('buy')!;
  const asked = ['red', '7', 'blue', '5', '', 'green'].filter((text) => run.hasText('colour', text));
  expect(asked).toEqual(['red', '7']);
  expect(run.hasText('size', 'red')).toBe(false);
});
