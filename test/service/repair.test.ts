/** What a repair keeps and what it reports as lost, for a damaged row of each table. */
import { closeSync, copyFileSync, existsSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { call } from '../../src/service/gate/call.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { repairFile } from '../../src/service/operator/repair.ts';
import { verifyFile } from '../../src/service/operator/verify.ts';
import { openService } from '../../src/service/service.ts';
import { event, temporaryFolder } from '../support/product.ts';

const PEOPLE = 40;
const SEALED = PEOPLE;
const LOGGED = 2;
const folder_of_all = mkdtempSync(join(tmpdir(), 'insights-test-'));
const written = join(folder_of_all, 'whole.db');
afterAll(() => rmSync(folder_of_all, { recursive: true, force: true }));

beforeAll(async () => {
  const service = openService({ path: written, computing: { thread: 'never' } });
  const project = service.store.projects.list()[0]!;
  const visits = Array.from({ length: SEALED }, (_, at) => {
    const long = at === 3 ? { bio: 'a long story '.repeat(40) } : {};
    const $set = { plan: at % 2 === 0 ? 'pro' : 'free', ...long };
    return event('visit', `user-${at}`, '2026-03-01T10:00:00Z', { page: '/', $set });
  });
  service.ingest.importItems(project, visits);
  await service.ingest.settle(project, 0);
  const paid = Array.from({ length: LOGGED }, (_, at) =>
    event('pay', `user-${at}`, '2026-03-02T10:00:00Z', { sum: 5 }),
  );
  service.ingest.importItems(project, paid);
  const owner = localOwner(service);
  await call(service, owner, operationNamed('create_insight'), {
    name: 'Visits',
    filters: { events: [{ id: 'visit' }] },
  });
  await call(service, owner, operationNamed('create_cohort'), {
    name: 'Chosen',
    is_static: true,
    distinct_ids: ['user-1', 'user-2'],
  });
  await service.close();
});

const ON_A_DAY = 'between 2026-03-01 and 2026-03-01';

/** What was damaged -> lines of what is gone; `x` stands for an id that was lost. */
const DAMAGES: readonly [damaged: string, sql: string, gone: readonly string[], events_gone?: number][] = [
  [
    'persons: ids say who there was',
    'UPDATE person_page SET bytes = zeroblob(length(bytes)) WHERE page = 2',
    [`all properties and times of creation of 8 people: ${listed(32, 40)}`],
  ],
  [
    'ids: persons say whose they were',
    'UPDATE distinct_page SET bytes = zeroblob(length(bytes)) WHERE page = 1',
    ['the texts of 8 distinct ids, which begin with unknown- now'],
  ],
  [
    'both: whoever has events is somebody new',
    'UPDATE distinct_page SET ids = 3 WHERE page = 1; UPDATE person_page SET persons = 3 WHERE page = 2',
    [
      'the texts of 8 distinct ids, which begin with unknown- now',
      'to whom 8 distinct ids of these belonged: each is a person of its own now',
      'all properties and times of creation of 8 people: x, x, x, x, x, x, x and x',
    ],
  ],
  [
    'long properties of a person',
    'UPDATE person_long SET properties = zeroblob(9)',
    ['all properties of 1 person: user-3'],
  ],
  [
    'a name of properties',
    `UPDATE property_term SET text = '"plam"' WHERE ord = 0`,
    ['values of a property whose name is gone of 40 people'],
  ],
  [
    'a segment',
    'UPDATE segment SET header = zeroblob(length(header))',
    ['40 events: "visit" 40 of 40', 'of these events, 40 were in segment 1'],
    40,
  ],
  [
    'pieces of a segment',
    'UPDATE segment_blob SET bytes = zeroblob(length(bytes))',
    [
      `40 events: "visit" 40 of 40, ${ON_A_DAY}`,
      `values of "page" of up to 40 events, ${ON_A_DAY}`,
      `values of "$set" of up to 40 events, ${ON_A_DAY}`,
    ],
    40,
  ],
  [
    'the log',
    'UPDATE log SET bytes = zeroblob(length(bytes))',
    ['2 events: "pay" 2 of 2', 'of these events, 2 were in part 2 of the log, not sealed yet'],
    2,
  ],
  ['an insight', `UPDATE insight SET name = 'Visitors'`, ['insight 1 "Visitors"']],
  [
    'members of a cohort',
    'DELETE FROM cohort_member WHERE distinct_ord = 1',
    ['some members of the static cohort 1 "Chosen", or some are wrong: look at them'],
  ],
];

function listed(from: number, until: number): string {
  const names = Array.from({ length: until - from }, (_, at) => `user-${from + at}`);
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function damagedBy(sql: string): { path: string; target: string } {
  const folder = temporaryFolder();
  const path = join(folder, 'damaged.db');
  copyFileSync(written, path);
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
  return { path, target: join(folder, 'repaired.db') };
}

test.for(DAMAGES)('%s', ([, sql, gone, events_gone = 0]) => {
  const { path, target } = damagedBy(sql);
  const repaired = repairFile(path, target)!;
  expect(repaired.gone.map((line) => line.replaceAll(/unknown-[0-9a-f-]{36}/g, 'x'))).toEqual(gone);
  expect(repaired.events_gone).toBe(events_gone);
  expect(repaired.verified).toMatchObject({ events: SEALED + LOGGED - events_gone, people: PEOPLE, problems: [] });
});

test('definitions and counts are made anew from what is stored', () => {
  const hurt = `UPDATE property_definition SET type = 'Numeric' WHERE name IN ('page', 'plan');
    UPDATE event_definition SET count = 7 WHERE name = 'visit'`;
  const { path, target } = damagedBy(hurt);
  const { gone, made_anew } = repairFile(path, target)!;
  expect([gone, made_anew.slice(1)]).toEqual([
    [],
    ['counts and times of 1 event name', '2 definitions of properties, with the types of their values'],
  ]);
  const database = new DatabaseSync(target);
  onTestFinished(() => database.close());
  const types = database.prepare(
    `SELECT name, type FROM property_definition WHERE name IN ('page', 'plan') ORDER BY name`,
  );
  expect(types.all()).toEqual([
    { name: 'page', type: 'String' },
    { name: 'plan', type: 'String' },
  ]);
  expect(database.prepare(`SELECT count FROM event_definition WHERE name = 'visit'`).get()).toEqual({ count: SEALED });
});

test.each([
  ['what else it held is not known', 'insight', ['insight 1', 'perhaps more of the same kind: insight']],
  ['what can be told from the other tables is told', 'person_page', [expect.stringContaining('of 40 people')]],
])('a page of zeros: %s', (_, table, gone) => {
  const { path, target } = damagedBy('PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE');
  const database = new DatabaseSync(path);
  const { rootpage } = database.prepare('SELECT rootpage FROM sqlite_schema WHERE name = ?').get(table)!;
  const { page_size } = database.prepare('PRAGMA page_size').get()!;
  database.close();
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(Number(page_size)), 0, Number(page_size), (Number(rootpage) - 1) * Number(page_size));
  closeSync(file);
  expect(repairFile(path, target)!.gone).toEqual(gone);
});

test('events that cannot be read are one problem: what is left of them is not compared with their counts', () => {
  for (const damage of ['UPDATE segment_blob SET bytes = zeroblob(9)', 'UPDATE log SET bytes = zeroblob(9)']) {
    const { problems } = verifyFile(damagedBy(damage).path);
    expect(problems, damage).toEqual([expect.stringMatching(/^events of project 1: .* damaged/)]);
  }
});

test('a damaged project cannot be repaired', () => {
  const { path, target } = damagedBy(`UPDATE project SET name = 'Another'`);
  expect(() => repairFile(path, target)).toThrow('its table project is damaged. Restore a backup.');
  expect(existsSync(target)).toBe(false);
});
