/** Groups that are codes of a dictionary, beside groups by text. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Column, Value } from '../../src/engine/frame/column.ts';
import { alone } from '../../src/engine/frame/team.ts';
import { groupColumn, groupText, newValueGroups } from '../../src/engine/select/group_values.ts';
import { Dictionary } from '../../src/engine/storage/dictionary.ts';
import { SomeValues } from '../../src/engine/storage/some_values.ts';
import { runs } from '../support/runs.ts';

const text = fc.constantFrom('', 'a', 'b', 'ß', '5', 'true', '{"a":1}', '["b"]');
const value: fc.Arbitrary<Value> = fc.oneof(
  text,
  fc.constantFrom(5, 6.5, true, null),
  fc.constantFrom('{"a":1}', '{"a":2}', '["b"]').map((json) => ({ json })),
);
const columns = fc.array(fc.array(value, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 3 });

const DIMENSION = { source: { of: 'event', key: 'p' }, normalize_url: false, bins: null } as const;

function columnOf(all: Dictionary, values: readonly Value[]): Column {
  const codes = [0, ...new Set(values.map((one) => all.codeOf(one)))];
  const rows = values.map((one) => codes.indexOf(all.find(one)));
  return { kind: 'dictionary', codes: Uint8Array.from(rows), values: new SomeValues(all, Uint32Array.from(codes)) };
}

/** row -> text of its group, over all columns; and whether groups were codes. */
function grouped(lists: readonly (readonly Value[])[], may_be_codes: boolean) {
  const all = new Dictionary();
  const groups = newValueGroups(DIMENSION, may_be_codes);
  const found = lists.map((list) => {
    const read = { column: columnOf(all, list), owner: null, length: list.length };
    return groupColumn(groups, read, () => Uint32Array.from(list.keys()), alone());
  });
  const is_coded = groups.coded !== null;
  const numbers = found.flatMap((codes) => Array.from(codes));
  return { is_coded, numbers, texts: numbers.map((group) => groupText(groups, group)) };
}

test('numbers, objects and texts are in one group where they are written alike, in groups of their own elsewhere', () => {
  let coded = 0;
  fc.assert(
    fc.property(columns, (lists) => {
      const { is_coded, numbers, texts } = grouped(lists, true);
      expect(texts).toEqual(grouped(lists, false).texts);
      for (const [row, own] of texts.entries()) {
        expect(numbers[row] === numbers[texts.indexOf(own)]).toBe(true);
      }
      if (is_coded && lists.flat().some((one) => typeof one === 'object' && one !== null)) coded++;
    }),
    { numRuns: runs(2_000) },
  );
  expect(coded).toBeGreaterThan(50);
});
