import { describe, expect, it } from 'vitest';
import { checkCells, groupRows, newGroups } from '../../src/engine/breakdown.ts';
import type { Column } from '../../src/engine/column.ts';
import type { Run } from '../../src/engine/run.ts';
import { LIMIT } from '../../src/model/limit.ts';
import { viewOf } from './history.ts';

const ALL_ROWS = { select: null, from_ms: 0, until_ms: 100 };
const SOURCE = { of: 'event', key: 'p' } as const;

function runWith(column: Column, rows: number, time_ms = new Float64Array(rows)): Run {
  return { event: 'a', rows, actor: new Uint32Array(rows), time_ms, column: () => column };
}

function dictionary(values: readonly (string | number | boolean | null | { json: string })[], codes: number[]): Column {
  return { kind: 'dictionary', codes: Uint32Array.from(codes), values };
}

describe('groups of a breakdown', () => {
  it('compares values as text, and knows one group for everything without a value', () => {
    const groups = newGroups();
    const values = [null, '5', 5, true, 'true', '', null, { json: '{"a":1}' }];
    const codes = [0, 1, 2, 3, 4, 5, 6, 7];
    const rows = groupRows(groups, SOURCE, runWith(dictionary(values, codes), 8), viewOf([]), ALL_ROWS);
    expect([...rows].map((group) => groups.texts[group])).toEqual([
      null,
      '5',
      '5',
      'true',
      'true',
      null,
      null,
      '{"a":1}',
    ]);
  });

  it('gives the same text the same group in every run', () => {
    const groups = newGroups();
    const first = runWith(dictionary([null, 'x', '7'], [1, 2]), 2);
    const second = runWith({ kind: 'number', values: Float64Array.of(7, Number.NaN, 1.5) }, 3);
    const one = groupRows(groups, SOURCE, first, viewOf([]), ALL_ROWS);
    const two = groupRows(groups, SOURCE, second, viewOf([]), ALL_ROWS);
    expect(groups.texts).toEqual([null, 'x', '7', '1.5']);
    expect([...one, ...two]).toEqual([1, 2, 2, 0, 3]);
  });

  it('of a large dictionary only names what is met in the range and the selection', () => {
    const groups = newGroups();
    const values = [null, ...Array.from({ length: 5000 }, (_, i) => `v${i}`)];
    const run = runWith(dictionary(values, [7, 8, 9, 7]), 4, Float64Array.of(1, 2, 300, 4));
    const rows = groupRows(groups, SOURCE, run, viewOf([]), { ...ALL_ROWS, select: Uint32Array.of(0b1101) });
    expect(groups.texts).toEqual([null, 'v6']);
    expect([rows[0], rows[3]]).toEqual([1, 1]);
  });

  it('looks a person up by the row, and has no value for an owner that is none', () => {
    const groups = newGroups();
    const run = { ...runWith(dictionary([null], [0, 0]), 2), actor: Uint32Array.of(1, 0xffffffff) };
    const rows = groupRows(groups, { of: 'person', key: 'name' }, run, viewOf([]), ALL_ROWS);
    expect([...rows].map((group) => groups.texts[group])).toEqual(['person 1', null]);
  });

  it('cuts values at the limit', () => {
    const groups = newGroups();
    groupRows(groups, SOURCE, runWith(dictionary([null, 'x'.repeat(1000)], [1]), 1), viewOf([]), ALL_ROWS);
    expect(groups.texts[1]).toHaveLength(LIMIT.breakdown_value_chars);
  });

  it('refuses more numbers than fit, and says what to do', () => {
    checkCells(LIMIT.breakdown_cells);
    expect(() => checkCells(LIMIT.breakdown_cells + 1)).toThrow(/too many distinct values.*Choose a property/);
  });
});
