/** Imports that an assistant asks for: only where the operator allows it, and only from there. */
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { basename, join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { importFrom } from '../../src/cli/importing/import_from.ts';
import { happened, ndjson } from '../support/importing.ts';
import { answered, connectHttp, refusal, served, toolNames } from '../support/mcp.ts';
import { temporaryFolder, temporaryProduct } from '../support/product.ts';

let folder: string;
let outside: string;

beforeEach(() => {
  folder = temporaryFolder();
  outside = temporaryFolder();
  mkdirSync(join(folder, 'march'));
  writeFileSync(join(folder, 'march', 'shop.csv'), 'what,who,time\npaid,ana,2026-03-01 10:00\npaid,ben,never\n');
  writeFileSync(join(folder, 'more.ndjson'), ndjson(happened('seen', 'ana'), happened('seen', 'ben')));
  writeFileSync(join(outside, 'secret.ndjson'), ndjson(happened('secret', 'eve')));
});

async function connected(importing: Awaited<ReturnType<typeof importFrom>> | null) {
  const product = temporaryProduct(importing === null ? {} : { importing });
  const { client } = await connectHttp(await served(product), product.key(['*']), '2026');
  return { product, client };
}

test('files are listed, tried, imported, and known again', async () => {
  const { client } = await connected(await importFrom(folder));
  expect(await toolNames(client)).toContain('import_events');
  expect(await answered(client, 'import_events')).toMatchObject({
    available: [{ path: join('march', 'shop.csv') }, { path: 'more.ndjson', bytes: expect.any(Number) }],
  });
  const how = { path: 'march/shop.csv', map: 'event=what,distinct_id=who' };
  const dry = await answered(client, 'import_events', { ...how, dry_run: true });
  expect(dry).toMatchObject({ import_id: null, told: expect.stringContaining('would be taken: 1 event; refused: 1') });
  expect(JSON.stringify(dry)).not.toContain(folder);
  const taken = { files: [{ file: join('march', 'shop.csv'), taken: 1, known: 0, refused: 1, failure: null }] };
  expect(await answered(client, 'import_events', how)).toMatchObject({
    import_id: 1,
    ...taken,
    reasons: [{ line: 3 }],
  });
  expect(await answered(client, 'import_events', how)).toMatchObject({
    import_id: null,
    files: [{ taken: 0, known: 1 }],
  });
  expect(await answered(client, 'import_events', { path: 'more.ndjson' })).toMatchObject({ files: [{ taken: 2 }] });
  expect(await refusal(client, 'import_events', { path: 'march/shop.csv', map: 'event=nothing' })).toMatch(
    /no column "nothing"/,
  );
});

test('a table of people is taken as people, and a hint names the argument', async () => {
  writeFileSync(join(folder, 'users.csv'), 'user_id,plan\nana,team\nben,free\n');
  const { client } = await connected(await importFrom(folder));
  const as_events = await refusal(client, 'import_events', { path: 'users.csv' });
  expect(as_events).toContain('Rows that are people or companies instead: rows people, rows groups:company');
  const how = { path: 'users.csv', rows: 'people', map: 'distinct_id=user_id' };
  expect(await answered(client, 'import_events', how)).toMatchObject({ files: [{ taken: 2, refused: 0 }] });
});

test('who has nothing yet is told of the files, of near names, and how an import is taken back', async () => {
  const { client } = await connected(await importFrom(folder));
  const textOf = async (name: string, args: object = {}) =>
    JSON.stringify((await client.callTool({ name, arguments: { ...args } })).content);
  expect(await textOf('describe_project')).toContain('import_events lists the files');
  expect(await refusal(client, 'import_events', { path: 'mor.ndjson' })).toContain('Did you mean "more.ndjson"?');
  expect(await refusal(client, 'import_events', { path: 'x' })).toContain('Without a path');
  expect(await textOf('import_events', { path: 'more.ndjson' })).toContain('insights-mcp imports delete 1 --project 1');
  const { client: other } = await connected(null);
  const { content } = await other.callTool({ name: 'describe_project', arguments: {} });
  expect(JSON.stringify(content)).not.toContain('import_events');
});

test('nothing outside of the folder can be read, by whatever path', async () => {
  symlinkSync(join(outside, 'secret.ndjson'), join(folder, 'link.ndjson'));
  symlinkSync(outside, join(folder, 'away'));
  const { client } = await connected(await importFrom(folder));
  const paths = ['link.ndjson', 'away', 'away/secret.ndjson', 'aw*/*', `${outside}/secret.ndjson`, '/etc/passwd'];
  for (const path of [
    ...paths,
    `../${outside.split('/').at(-1)}/secret.ndjson`,
    '../*',
    'march/../../x',
    '..',
    'a\0b',
    '-',
  ]) {
    expect(await refusal(client, 'import_events', { path, from: 'none' }), path).toMatch(
      /not in the folder|no file|cannot be read|No file/,
    );
  }
  for (const path of ['.', '*']) {
    const { told } = await answered(client, 'import_events', { path, from: 'none', dry_run: true });
    expect(told).toContain('more.ndjson');
    expect(told).not.toMatch(/secret|link|away/);
  }
  const { available } = await answered(client, 'import_events');
  expect(available).toMatchObject([{ path: join('march', 'shop.csv') }, { path: 'more.ndjson' }]);
  const { results } = await answered(client, 'run_sql', { query: 'select count() from events' });
  expect(results).toEqual([[0]]);
});

test('patterns fit names in the folder only, cost nothing, and pipes are not opened', async () => {
  const pipe = createServer().listen(join(folder, 'pipe.ndjson'));
  onTestFinished(() => void pipe.close());
  await once(pipe, 'listening');
  symlinkSync(folder, join(folder, 'again'));
  const { client } = await connected(await importFrom(folder));
  const told = async (path: string): Promise<string> =>
    String((await answered(client, 'import_events', { path, from: 'none', dry_run: true }))['told']);
  for (const path of ['*.ndjson', '**/*.ndjson', '**son', './m?re.*']) {
    expect(await told(path), path).toContain('more.ndjson: NDJSON');
  }
  for (const path of ['*/*.ndjson', 'more?ndjson?', '**/ore*', '{more,x}*']) {
    expect(await refusal(client, 'import_events', { path }), path).toContain('There is no file');
  }
  for (const path of ['march/*', 'mar*', '**/shop.csv'])
    expect(await refusal(client, 'import_events', { path }), path).toContain('march/shop.csv: No column gives');
  expect(await told('*')).toContain('march/shop.csv');
  expect(await refusal(client, 'import_events', { path: 'pipe.ndjson' })).toContain('no ordinary file');
  // Said of what is there outside, and of what is not.
  for (const path of [`[.][.]/${basename(outside)}/*`, `[.][.]/${basename(outside)}/none*`]) {
    expect(await refusal(client, 'import_events', { path }), path).toContain('There is no file [.][.]');
  }
  const begun_ms = performance.now();
  for (const path of ['{a,b}'.repeat(39), `${'*?'.repeat(90)}x`, `${'**/'.repeat(60)}x`]) {
    expect(await refusal(client, 'import_events', { path }), path).toContain('There is no file');
  }
  expect(performance.now() - begun_ms).toBeLessThan(5_000);
});

test('what a refusal says to send can be sent', async () => {
  const header = 'event;distinct_id;timestamp';
  writeFileSync(join(folder, 'latin.csv'), Buffer.from(`${header}\npaid;zoë;1/2/2026\n`, 'latin1'));
  const { client } = await connected(await importFrom(folder));
  const file = { path: 'latin.csv', delimiter: ';' };
  expect(await refusal(client, 'import_events', file)).toMatch(/ encoding windows-1252/);
  const read = { ...file, encoding: 'windows-1252' };
  expect(await refusal(client, 'import_events', read)).toMatch(/ date_format mdy/);
  const sent = { ...read, date_format: 'mdy', source: 'shop' };
  expect(await answered(client, 'import_events', sent)).toMatchObject({ files: [{ taken: 1 }] });
  expect(await refusal(client, 'import_events', { path: 'march/shop.csv' })).toMatch(/ map /);
  const map = { event: 'what', distinct_id: 'who' };
  expect(await refusal(client, 'import_events', { path: 'march/shop.csv', map })).toContain(
    '"event=what,distinct_id=who"',
  );
  expect(await refusal(client, 'import_events', { path: 'march/shop.csv', map: 7 })).toContain('user_id');
});

test('a trial fails as the import would, naming all columns that are not there', async () => {
  const { client } = await connected(await importFrom(folder));
  const sent = { path: 'march/shop.csv', map: 'event=wat,distinct_id=whom,timestamp=time' };
  for (const dry_run of [true, false]) {
    expect(await refusal(client, 'import_events', { ...sent, dry_run })).toContain(
      'no column "wat" or "whom". Columns: "what", "who", "time"',
    );
  }
  writeFileSync(join(folder, 'march', 'x.csv'), 'neither');
  const { told } = await answered(client, 'import_events', {
    ...sent,
    map: 'event=what,distinct_id=who',
    path: 'march',
    dry_run: true,
  });
  expect(told).toMatch(/x\.csv: .*neither JSON nor CSV/);
});

test('where no folder is allowed there is no such tool', async () => {
  const { client } = await connected(null);
  expect(await toolNames(client)).not.toContain('import_events');
  expect(await refusal(client, 'import_events', { path: 'more.ndjson' })).toMatch(/--import-from/);
  await expect(importFrom(join(folder, 'none'))).rejects.toThrow(/--import-from takes a folder/);
  expect(readFileSync(join(outside, 'secret.ndjson'), 'utf8')).toContain('eve');
});

test('how far it is can be asked meanwhile', async () => {
  const lines = Array.from({ length: 25_000 }, (_, number) =>
    happened('seen', `u${number % 9}`, { uuid: `${number}` }),
  );
  writeFileSync(join(folder, 'large.ndjson'), ndjson(...lines));
  const importing = await importFrom(folder);
  const { service } = temporaryProduct({ importing });
  const { signal } = new AbortController();
  const asked = { project_id: 1, path: 'large.ndjson', dry_run: false, options: {}, signal };
  const told = new Set<string | null>();
  let isDone = false;
  const work = importing.take(service, asked).finally(() => (isDone = true));
  await expect(importing.take(service, asked)).rejects.toThrow(/Another import runs/);
  for (; !isDone; await setImmediate()) told.add(importing.progress());
  expect(await work).toMatchObject({ files: [{ taken: 25_000 }] });
  expect([...told].filter((text) => text?.endsWith(' lines so far')).length).toBeGreaterThan(0);
  expect(importing.progress()).toBeNull();
});
