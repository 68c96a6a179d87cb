import { expect, test } from 'vitest';
import { Budget } from '../../src/engine/dataset/budget.ts';
import { OwnTexts } from '../../src/engine/dataset/own_texts.ts';
import { OwnerIds } from '../../src/engine/dataset/owner_ids.ts';
import { textAt } from '../../src/engine/frame/column.ts';

test('gives each owner its text back, and nothing to those without', () => {
  const texts = new OwnTexts();
  const ids = Array.from({ length: 500 }, (_, owner) => `id "${owner}" é`);
  for (const [owner, id] of ids.entries()) if (owner % 3 !== 1) texts.set(owner, id);
  const column = texts.column(510);
  for (let owner = 0; owner < 510; owner++) {
    expect(textAt(column, owner)).toBe(owner < 500 && owner % 3 !== 1 ? ids[owner] : null);
  }
  expect(texts.owners).toBe(499);
});

test('owners whose texts were erased share the empty one, so that no two values are equal', () => {
  const texts = new OwnTexts();
  for (const [owner, text] of ['a', '', 'b', ''].entries()) texts.set(owner, text);
  const { codes, values } = texts.column(4);
  expect([...codes]).toEqual([1, 2, 3, 2]);
  expect([...values]).toEqual([null, 'a', '', 'b']);
});

test('what a reader has does not change', () => {
  const texts = new OwnTexts();
  texts.set(0, 'ana');
  texts.set(2, 'cid');
  const before = texts.column(3);
  expect(texts.column(3)).toBe(before);
  texts.set(0, 'ana');
  expect(texts.column(3)).toBe(before);
  texts.set(3, 'dan');
  texts.set(1, 'bob');
  texts.set(0, 'amy');
  expect([0, 1, 2].map((owner) => textAt(before, owner))).toEqual(['ana', null, 'cid']);
  const after = texts.column(5);
  expect([0, 1, 2, 3, 4].map((owner) => textAt(after, owner))).toEqual(['amy', 'bob', 'cid', 'dan', null]);
});

test('ids that are shown are read one by one until reading all takes less, and only then are they all there', () => {
  const [read, all] = [[] as number[], [] as string[]];
  const ids = Array.from({ length: 640 }, (_, ord) => ({ ord, id: `id ${ord}` }));
  const source = {
    personIds: () => {
      all.push('persons');
      return ids;
    },
    personId: (person: number) => {
      read.push(person);
      return ids[person]?.id;
    },
    distinctTexts: () => ids.map(({ id }) => id),
    distinctText: () => undefined,
  };
  const now = { count: 640, revision: 1 };
  const owners = new OwnerIds(source, new Budget(1e9));
  const column = owners.shown('persons', now);
  expect(owners.shown('persons', now)).toBe(column);
  expect([7, 639, 0].map((owner) => textAt(column, owner))).toEqual(['id 7', 'id 639', 'id 0']);
  expect([read, all]).toEqual([[7, 639, 0], []]);
  expect(Array.from({ length: 640 }, (_, owner) => textAt(column, owner))).toEqual(ids.map(({ id }) => id));
  expect([read.length, all]).toEqual([10, ['persons']]);
  // Those who ask later find them.
  expect(owners.shown('persons', now)).toBe(owners.column('persons', now));
});
