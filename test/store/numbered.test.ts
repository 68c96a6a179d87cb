/** Actions and cohorts: numbered within their project, soft-deleted, found by words; members of static cohorts. */
import { expect, onTestFinished, test } from 'vitest';
import { type Database, openDatabase, type Value } from '../../src/store/file/database.ts';
import { cohortStore } from '../../src/store/saved/cohorts.ts';
import type { ActionRow, CohortRow } from '../../src/store/types/saved.ts';
import { addPerson, addProject, addUser, open, tempFile } from './fixture.ts';

const SHARED = { description: '', deleted: false, created_at_ms: 1, created_by: null, updated_at_ms: 1 };

function action(project_id: number, name: string): Omit<ActionRow, 'id'> {
  return { ...SHARED, project_id, name, tags: ['a'], steps: [{ event: name }] };
}

function cohort(project_id: number, name: string): Omit<CohortRow, 'id'> {
  return { ...SHARED, project_id, name, filters: { properties: null }, is_static: true };
}

test('numbers begin anew in each project and never come back', () => {
  const store = open();
  const [one, two] = [addProject(store), addProject(store)];
  expect(store.actions.insert(action(one, 'x')).id).toBe(1);
  expect(store.actions.insert(action(two, 'y')).id).toBe(1);
  const second = store.actions.insert(action(one, 'z'));
  store.actions.update(one, second.id, { deleted: true });
  expect(store.actions.insert(action(one, 'z')).id).toBe(3);
  // What is brought over from elsewhere keeps its number.
  expect(store.cohorts.insert(cohort(one, 'far'), 99).id).toBe(99);
  expect(store.cohorts.insert(cohort(one, 'next')).id).toBe(100);
  expect(() => store.cohorts.insert(cohort(one, 'again'), 99)).toThrow(/UNIQUE/);
});

test('what is put in comes out; changes keep the rest', () => {
  const store = open();
  const id = addProject(store);
  const created_by = addUser(store);
  const row = store.actions.insert({ ...action(id, 'x'), created_by });
  expect(store.actions.get(id, 1)).toEqual(row);
  expect(row).toEqual({ ...action(id, 'x'), id: 1, created_by });
  expect(store.actions.update(id, 1, { name: 'y', updated_at_ms: 2 })).toEqual({ ...row, name: 'y', updated_at_ms: 2 });
  expect(store.actions.get(id, 2)).toBeUndefined();
  expect(store.actions.get(id + 1, 1)).toBeUndefined();
  expect(store.cohorts.insert(cohort(id, 'x'))).toEqual({ ...cohort(id, 'x'), id: 1 });
});

test('lists leave out what was removed, and are searched in any case', () => {
  const store = open();
  const id = addProject(store);
  for (const name of ['Anmelden', 'ÜBER uns', 'gone']) store.cohorts.insert(cohort(id, name));
  store.cohorts.update(id, 3, { deleted: true });
  const list = (filter: { search?: string; limit?: number; offset?: number }) => {
    const { count, rows } = store.cohorts.list(id, { limit: 10, offset: 0, ...filter });
    return [count, ...rows.map((row) => row.id)];
  };
  expect(list({})).toEqual([2, 1, 2]);
  expect(list({ search: 'über' })).toEqual([1, 2]);
  expect(list({ limit: 1, offset: 1 })).toEqual([2, 2]);
  expect(list({ search: '%' })).toEqual([0]);
});

test('members of a static cohort, each once', () => {
  const store = open();
  const id = addProject(store);
  store.cohorts.insert(cohort(id, 'x'));
  store.cohorts.addMembers(id, 1, [5, 2]);
  store.cohorts.addMembers(id, 1, [2, 9]);
  expect(store.cohorts.members(id, 1)).toEqual([2, 5, 9]);
  expect(store.cohorts.members(id, 2)).toEqual([]);
  expect([1, 2].map((cohort_id) => store.cohorts.memberList(id, cohort_id))).toEqual(['2,5,9', '']);
  store.cohorts.removeMembers(id, [5]);
  expect(store.cohorts.memberList(id, 1)).toBe('2,9');
});

test('distinct ids are told in order, from any of them on', () => {
  const store = open();
  const id = addProject(store);
  store.transaction(() => {
    const revision = store.events.nextRevision(id);
    const ids = Array.from({ length: 2_001 }, (_, ord) => `d${ord}`);
    addPerson(store, id, ids, revision);
  });
  expect([...store.people.distinctTextsFrom(id, 1_999)]).toEqual(['d1999', 'd2000']);
  expect([...store.people.distinctTextsFrom(id, 0)]).toHaveLength(2_001);
  expect([...store.people.distinctTextsFrom(id, 5_000)]).toEqual([]);
});

test('members come in the order of their key, and each leaves by its whole key', () => {
  const path = tempFile();
  const store = open(path);
  const id = addProject(store);
  const [one, other] = [store.cohorts.insert(cohort(id, 'x')).id, store.cohorts.insert(cohort(id, 'y')).id];
  const database = openDatabase(path);
  onTestFinished(() => database.close());
  const plans: string[] = [];
  const bound: Value[] = [];
  const watched: Database = Object.create(database, {
    get: { value: database.get.bind(database) },
    all: {
      value(sql: string, ...values: readonly Value[]) {
        const plan = database.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values);
        plans.push(...plan.map(({ detail }) => detail).filter((detail) => /cohort_member/.test(detail)));
        return database.all(sql, ...values);
      },
    },
    run: {
      value(sql: string, ...values: readonly Value[]) {
        if (sql.startsWith('INSERT')) bound.push(...values);
        return database.run(sql, ...values);
      },
    },
  });
  const cohorts = cohortStore(watched);
  for (const to of [one, other]) cohorts.addMembers(id, to, [10, 9, 2]);
  expect(bound).toEqual([id, one, '[2,9,10]', id, other, '[2,9,10]']);
  cohorts.removeMembers(id, [9], one);
  expect([one, other].map((of) => cohorts.memberList(id, of))).toEqual(['2,10', '2,9,10']);
  cohorts.removeMembers(id, [10, 3]);
  expect([one, other].map((of) => cohorts.memberList(id, of))).toEqual(['2', '2,9']);
  expect(plans).toHaveLength(2);
  for (const plan of plans) expect(plan).toMatch(/project_id=\? AND cohort_id=\? AND distinct_ord=\?/);
});
