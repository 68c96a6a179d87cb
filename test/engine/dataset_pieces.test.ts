/** What runs are made with: the order of rows, gathered columns, and the budget that keeps them. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { textOf } from '../../src/engine/column.ts';
import { Budget, Shelf } from '../../src/engine/dataset/budget.ts';
import { gatherColumn, pickSlice, wholeSlice } from '../../src/engine/dataset/gather.ts';
import { orderRows } from '../../src/engine/dataset/run_order.ts';
import { orderByActorAndTime } from '../../src/engine/storage/order.ts';
import { EventTable } from '../../src/engine/storage/table.ts';

describe('pieces', () => {
  test('the order of rows is that of a plain sort', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.oneof(fc.nat(3), fc.nat(900)), fc.oneof(fc.nat(9), fc.nat(4e12))), { maxLength: 300 }),
        fc.boolean(),
        (rows, isSorted) => {
          const given = isSorted ? rows.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]) : rows;
          const actor = Uint32Array.from(given, ([of]) => of);
          const time_ms = Float64Array.from(given, ([, at]) => at);
          const wanted = orderByActorAndTime(actor, time_ms);
          for (const limit of [901, 100_000]) {
            expect(orderRows(actor, time_ms, limit) ?? Uint32Array.from(given.keys())).toEqual(wanted);
          }
          if (isSorted) expect(orderRows(actor, time_ms, 901)).toBe(null);
        },
      ),
    );
  });

  test('one actor with many rows out of order among many in order', () => {
    const rows = 5_000;
    const actor = Uint32Array.from({ length: rows }, (_, i) => (i % 50 === 0 ? 7 : i));
    const time_ms = Float64Array.from({ length: rows }, (_, i) => (i * 7919) % 1_000);
    expect(orderRows(actor, time_ms, rows)).toEqual(orderByActorAndTime(actor, time_ms));
  });

  test('a few rows of a large dictionary bring only their values', () => {
    const table = new EventTable();
    for (let i = 0; i < 1_000; i++) table.append(0, i, new Uint8Array(16), { text: `t${i}` });
    const column = gatherColumn([pickSlice(table, Uint32Array.of(7, 900, 7))], 'text', Uint32Array.of(2, 1, 0));
    expect(column).toEqual({ kind: 'dictionary', codes: Uint8Array.of(1, 2, 1), values: [null, 't7', 't900'] });
    const whole = gatherColumn([wholeSlice(table)], 'text', null);
    expect(whole.kind === 'dictionary' && textOf(whole.values[whole.codes[999]!]!)).toBe('t999');
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
});
