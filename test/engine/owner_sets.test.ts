import { expect, test } from 'vitest';
import { OwnerSets } from '../../src/engine/dataset/owner_sets.ts';
import type { Column } from '../../src/engine/frame/column.ts';
import { TUNING } from '../../src/model/tuning.ts';

const column = (): Column => ({ kind: 'number', values: new Float64Array(1) });

/** Asks for a set, and tells whether it was made. */
function asked(sets: OwnerSets, of: Column | number, name: string, words = 1): boolean {
  let is_made = false;
  sets.set(of, name, () => {
    is_made = true;
    return new Uint32Array(words);
  });
  return is_made;
}

test('a set serves later questions as long as what it was made of is the same', () => {
  const sets = new OwnerSets();
  const [plans, changed] = [column(), column()];
  const made = [
    asked(sets, plans, 'plan is pro'),
    asked(sets, plans, 'plan is pro'),
    asked(sets, plans, 'plan is free'),
    asked(sets, changed, 'plan is pro'),
    asked(sets, 7, 'bought'),
    asked(sets, 7, 'bought'),
    asked(sets, 8, 'bought'),
  ];
  expect(made).toEqual([true, false, true, true, true, false, true]);
});

test('a question keeps all its sets, and the last ones stay for the next', () => {
  const sets = new OwnerSets();
  const words = TUNING.owner_sets_bytes / 4 / 4;
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  for (const name of names) asked(sets, 1, name, words);
  expect(names.map((name) => asked(sets, 1, name))).toEqual(names.map(() => false));
  sets.trim();
  expect(sets.bytes()).toBeLessThanOrEqual(TUNING.owner_sets_bytes);
  expect(asked(sets, 1, 'f')).toBe(false);
  expect(asked(sets, 1, 'a')).toBe(true);
});
