/** Re-imports add only what is new: a grown file, another compression, another split, an interruption. */
import { appendFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { deleteImport } from '../../src/service/erasing/imports.ts';
import { deletePersons } from '../../src/service/erasing/persons.ts';
import { findProject } from '../../src/service/gate/call.ts';
import { startCli } from '../support/cli.ts';
import { happened, type ImportTest, importTest, ndjson } from '../support/importing.ts';

let it: ImportTest;
let write: ImportTest['write'];
let take: ImportTest['take'];
let takeAll: ImportTest['takeAll'];
let count: ImportTest['count'];

beforeEach(() => {
  it = importTest();
  ({ write, take, takeAll, count } = it);
});

const paid = happened('paid', 'ana');
const left = happened('left', 'ben', { properties: { page: 1, more: { a: 1, b: 2 } } });

describe('a line without an id', () => {
  test.each([
    ['decimal commas', ';', ['1,5', '2,50', '1.234,56'], 'n/a'],
    ['long decimals', ',', ['52.520006599999997', '13.404953999999975', '0.1'], 'unknown'],
    ['long whole numbers', ',', ['1234567890123456', '2', '3'], '007'],
    ['numbers among blanks', ',', [' 42 ', ' 43', '44 '], 'unknown'],
    ['blanks alone', ',', ['5', ' ', '6'], 'unknown'],
    ['numbers in other forms', ',', ['4.50', '1e3', '.5'], 'unknown'],
    ['JSON', ';', ['{"a": 1}', '[1, 2]', '{ }'], 'none'],
    ['long ids in JSON', ';', ['{"a": 12345678901234567890}', '[-12345678901234567890]', '[1]'], 'none'],
  ])('is known when a later line makes its column another type: %s', async (_, separator, cells, last) => {
    const line = (cell: string, at: number) => ['paid', `u${at}`, `2026-03-0${at + 1}`, cell].join(separator);
    const before = [['event', 'distinct_id', 'timestamp', 'v'].join(separator), ...cells.map(line), ''].join('\n');
    const path = write('grown.csv', before);
    expect(await take(path)).toMatchObject({ taken: 3, known: 0 });
    appendFileSync(path, `${line(last, 5)}\n`);
    expect(await take(path)).toMatchObject({ taken: 1, known: 3 });
    expect(await take(write('grown.csv', before))).toMatchObject({ taken: 0, known: 3 });
    expect(await count('paid')).toBe(4);
  });

  test('is known by the id that earlier versions gave it', async () => {
    const ids: readonly (readonly [uuid: string, cell: string])[] = [
      ['019b76da-a800-8000-8054-875f08619172', ' 42 '],
      ['019b76da-a800-8000-8078-cda8c35a33b8', 'unknown'],
      ['019b76da-a800-8000-8036-00807d8d40d2', '52.520006599999997'],
      ['019b76da-a800-8000-8048-8a387c66764f', '"1,5"'],
      ['019b76da-a800-8000-803e-d1c63b0cad72', '"{""a"": 1}"'],
    ];
    const who = ['ana', 'ben', 'cleo', 'dan', 'eve'];
    const stored = ids.map(([uuid], at) =>
      happened('paid', who[at]!, { uuid, timestamp: '2026-01-01T00:00:00Z', properties: {} }),
    );
    await take(write('stored.ndjson', ndjson(...stored)));
    const lines = ids.map(([, cell], at) => `paid,${who[at]},2026-01-01,${cell}\n`).join('');
    const file = write('old.csv', `event,distinct_id,timestamp,v\n${lines}`);
    expect(await take(file)).toMatchObject({ taken: 0, known: 5 });
  });

  test('counts as often as it is there; a file that has grown adds what is new', async () => {
    const path = write('events.ndjson', ndjson(paid, left, paid, 'broken'));
    expect(await take(path)).toMatchObject({ taken: 3, known: 0, refused: 1 });
    expect(await take(path)).toMatchObject({ taken: 0, known: 3, refused: 1 });
    appendFileSync(path, ndjson(paid, left, happened('paid', 'cleo')));
    expect(await take(path)).toMatchObject({ taken: 3, known: 3, refused: 1 });
    expect([await count('paid'), await count('left')]).toEqual([4, 2]);
  });

  test('is known in the packed file, in another place, and before lines that came first', async () => {
    const lines = ndjson(paid, left, paid);
    await take(write('café.ndjson', lines));
    const later = ndjson(happened('paid', 'dan'));
    expect(await take(write('old/cafe\u0301.ndjson.gz', gzipSync(later + lines)))).toMatchObject({
      taken: 1,
      known: 3,
    });
    expect(await count('paid')).toBe(3);
  });

  test('is another one in another source, and the same where the source is said to be', async () => {
    const path = write('events.ndjson', ndjson(paid, paid));
    await take(path);
    const renamed = join(it.folder, 'events.ndjson.1');
    renameSync(path, renamed);
    expect(await take(renamed, { source: 'events.ndjson' })).toMatchObject({ taken: 0, known: 2 });
    expect(await take(renamed)).toMatchObject({ source: 'events.ndjson.1', taken: 2, known: 0 });
    expect(await count('paid')).toBe(4);
  });

  test('is known however the file is split or rotated, as long as the pieces are named as one source', async () => {
    const source = 'app.log';
    await take(write('app.log', ndjson(paid, left, paid)), { source });
    // app.log was rotated after two more lines; the new one begins with a line that was there before.
    const pieces = [write('app.log', ndjson(paid, left)), write('app.log.1', ndjson(paid, left, paid, paid, left))];
    expect(await takeAll(pieces, { source })).toMatchObject({ taken: 4, known: 3 });
    const others = [
      write('a', ndjson(paid, paid)),
      write('b', ndjson(left, paid, paid)),
      write('c', ndjson(left, left)),
    ];
    expect(await takeAll(others, { source })).toMatchObject({ taken: 0, known: 7 });
    expect([await count('paid'), await count('left')]).toEqual([4, 3]);
  });

  test('counts in each of two files of one name that are imported together', async () => {
    const paths = ['a/events.ndjson', 'b/events.ndjson'].map((name) => write(name, ndjson(paid, left)));
    expect(await takeAll(paths)).toMatchObject({ taken: 4, known: 0 });
    expect(await takeAll(paths.toReversed())).toMatchObject({ taken: 0, known: 4 });
    expect(await count('paid')).toBe(2);
  });

  test('is known with its keys or columns in another order, and with a column more that is empty', async () => {
    await take(write('events.ndjson', ndjson(left)));
    const { event, timestamp, distinct_id } = left;
    const turned = { timestamp, properties: { more: { b: 2, a: 1 }, page: 1 }, event, distinct_id };
    expect(await take(write('events.ndjson', ndjson(turned)))).toMatchObject({ taken: 0, known: 1 });
    const rows = (head: string, row: string) => write('shop.csv', `${head}\n${row}\n`);
    await take(rows('event,distinct_id,timestamp,price,note', 'paid,ana,2026-03-09,4,"x, y"'));
    for (const [head, row] of [
      ['price,note,timestamp,distinct_id,event', '4,"x, y",2026-03-09,ana,paid'],
      ['event,distinct_id,timestamp,price,note,added', '"paid",ana,2026-03-09T00:00:00Z,4,"x, y",'],
    ] as const) {
      expect(await take(rows(head, row))).toMatchObject({ taken: 0, known: 1 });
    }
    // Another mapping makes another event of it.
    expect(
      await take(rows('event,who,timestamp,price', 'paid,ana,2026-03-09,4'), { map: 'distinct_id=who' }),
    ).toMatchObject({ taken: 1 });
    expect(
      await take(rows('event,who,timestamp,distinct_id', 'paid,ana,2026-03-09,zoe'), {
        map: 'distinct_id=who,user=distinct_id',
      }),
    ).toMatchObject({ taken: 1 });
  });

  test('is taken once by two that import the same file at the same time', async () => {
    const rows = Array.from({ length: 3_000 }, (_, at) =>
      happened('paid', `u${at % 7}`, { properties: { n: at % 900 } }),
    );
    const path = write('events.ndjson', ndjson(...rows));
    const other = importTest({ path: it.product.path });
    const results = await Promise.all([take(path), other.take(path)]);
    expect(results.reduce((sum, { taken }) => sum + taken, 0)).toBe(3_000);
    expect(results.reduce((sum, { known }) => sum + known, 0)).toBe(3_000);
    expect(await count('paid')).toBe(3_000);
  });
});

test('after any imports of any pieces, each line is there as often as in the import that had it most often', async () => {
  const piece = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 6 });
  const imports = fc.array(fc.array(piece, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 });
  let round = 0;
  await fc.assert(
    fc.asyncProperty(imports, async (given) => {
      const source = `source ${++round}`;
      const most = new Map<string, number>();
      for (const pieces of given) {
        const paths = pieces.map((lines, at) =>
          write(`${at}.ndjson`, ndjson(...lines.map((name) => happened(`${name}${round}`, 'ana')))),
        );
        const before = [...most.values()].reduce((sum, times) => sum + times, 0);
        for (const [name, of] of Map.groupBy(pieces.flat(), (name) => name)) {
          most.set(name, Math.max(most.get(name) ?? 0, of.length));
        }
        const after = [...most.values()].reduce((sum, times) => sum + times, 0);
        const known = pieces.flat().length - (after - before);
        expect(await takeAll(paths, { source })).toMatchObject({ taken: after - before, known });
      }
      for (const [name, times] of most) expect(await count(`${name}${round}`)).toBe(times);
    }),
    { numRuns: 8 },
  );
});

test('an event with an id counts once, whatever file it comes in', async () => {
  const own = { ...paid, uuid: '0190d6a4-0000-7000-8000-000000000001' };
  await take(write('one.ndjson', ndjson(own)));
  expect(await take(write('two.ndjson', ndjson(own, own)))).toMatchObject({ taken: 0, known: 2 });
  expect(await count('paid')).toBe(1);
});

describe('what a file says of a person or a group', () => {
  const ana = (plan: string) => ({ type: 'person', distinct_ids: ['ana'], properties: { plan } });
  const acme = (size: number) => ({ type: 'group', group_type: 'company', group_key: 'acme', properties: { size } });
  const plan = (value: string) => count('paid', [{ key: 'plan', value, type: 'person' }]);

  test('is not said again over what came later', async () => {
    const upgrade = happened('paid', 'ana', { properties: { $set: { plan: 'pro' }, $groups: { company: 'acme' } } });
    const path = write('all.ndjson', ndjson(ana('free'), acme(5), upgrade));
    expect(await take(path)).toMatchObject({ taken: 3, known: 0 });
    expect(await plan('pro')).toBe(1);
    appendFileSync(path, ndjson(paid));
    expect(await take(path)).toMatchObject({ taken: 1, known: 3 });
    expect(await plan('pro')).toBe(2);
  });

  test('is taken where it is another than the last time, also when it was so before', async () => {
    await take(write('events.ndjson', ndjson(paid)));
    for (const value of ['free', 'pro', 'free']) {
      await take(write('people.ndjson', ndjson(ana(value), acme(5))));
      expect(await plan(value)).toBe(1);
    }
    expect(await take(write('people.ndjson', ndjson(ana('free'), acme(6))))).toMatchObject({ taken: 1, known: 1 });
  });
});

test('lines that an earlier version took by their place in a file are said not to be known', async () => {
  const path = write('events.ndjson', ndjson(paid));
  expect((await takeAll([path])).notes).toEqual([]);
  const file = new DatabaseSync(it.product.path);
  file.exec("INSERT INTO import VALUES (1, 'digest of a file', 5)");
  file.close();
  expect((await takeAll([path])).notes).toEqual([expect.stringContaining('earlier version')]);
});

test('what was deleted is taken again when it comes again: events, and lines about people', async () => {
  const { service } = it.product;
  const project = findProject(service, localOwner(service), null);
  const about = { type: 'person', distinct_ids: ['ana'], properties: { plan: 'pro' } };
  const path = write('events.ndjson', ndjson(paid, left, about));
  const { import_id } = await takeAll([path]);
  expect(service.store.imports.list(project.id)).toMatchObject([
    { id: import_id, sources: ['events.ndjson'], events: 2 },
  ]);
  expect((await takeAll([path])).import_id).toBeNull();
  expect(service.store.imports.list(project.id)).toHaveLength(1);

  await deletePersons(service, project, { uuids: [], distinct_ids: ['ana'] }, true);
  expect(await takeAll([path])).toMatchObject({ taken: 2, known: 1 });
  const ana = service.store.people.find(project.id, 'ana')!;
  expect(service.store.people.get(project.id, ana.person_ord)?.properties).toEqual({ plan: 'pro' });

  // Of the first import an event is left, of the second one and a person.
  expect(await deleteImport(service, project, import_id!)).toMatchObject({ events_deleted: 1, persons_deleted: 1 });
  expect(await deleteImport(service, project, import_id! + 1)).toMatchObject({ events_deleted: 1, persons_deleted: 1 });
  expect(await takeAll([path])).toMatchObject({ taken: 3, known: 0 });
});

test('stopped in the middle and run again, every line is there once', async () => {
  const lines = 60_000;
  const text = Array.from(
    { length: lines },
    (_, at) => `{"event":"paid","distinct_id":"u${at % 500}","timestamp":${1_772_000_000 + (at % 300)}}\n`,
  ).join('');
  const path = write('events.ndjson', text);
  const { service, path: db } = it.product;
  const { events } = service.store;
  const project = findProject(service, localOwner(service), null);
  const first = startCli(['import', path, '--db', db]);
  while (events.revision(project.id) === 0) await new Promise((resolve) => setTimeout(resolve, 2));
  first.child.kill('SIGKILL');
  expect(await first.finished).toMatchObject({ signal: 'SIGKILL', stdout: '' });
  const done = await count('paid');
  expect(done).toBeGreaterThan(0);
  expect(done).toBeLessThan(lines);
  expect(await take(path)).toMatchObject({ taken: lines - done, known: done, refused: 0 });
  expect(await count('paid')).toBe(lines);
});
