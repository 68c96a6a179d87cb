/** Imports by the APIs of other products: from our own server as source, and from servers that misbehave. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { sampleShop } from '../../src/cli/demo/shop.ts';
import { type PullOptions, pullAll } from '../../src/cli/importing/pull.ts';
import { Client } from '../../src/cli/pulls/client.ts';
import type { PullerName } from '../../src/cli/pulls/index.ts';
import { LIMIT } from '../../src/model/limit.ts';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { call } from '../../src/service/gate/call.ts';
import type { IngestItem } from '../../src/service/ingest/types.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { openService, type RunningService } from '../../src/service/service.ts';
import { startServer } from '../http/support.ts';
import { runCli, runHere } from '../support/cli.ts';
import { event as happened, temporaryFolder } from '../support/product.ts';
import { countsNothing, SHOP_QUESTIONS } from '../support/shop_questions.ts';
import { atAndPast } from '../support/tried_limits.ts';
import { zipOf } from '../support/zip.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const input = (name: string): Buffer => readFileSync(join(import.meta.dirname, 'inputs', name));

interface Tried {
  readonly db: string;
  readonly folder: string;
  /** Asked waits. */
  readonly waits: number[];
  run(name: PullerName, options: Partial<PullOptions>): ReturnType<typeof pullAll>;
  count(statement: string): Promise<unknown>;
}

function tried(): Tried {
  const folder = temporaryFolder();
  const db = join(folder, 'here.db');
  const waits: number[] = [];
  return {
    db,
    folder,
    waits,
    run: (name, options) =>
      pullAll(name, { db, key: 'secret', json: true, folder: join(folder, 'pages'), ...options }, async (ms) =>
        waits.push(ms),
      ),
    async count(query) {
      const service = openService({ path: db, computing: { thread: 'never' } });
      try {
        const { results } = (await ask(service, 'run_sql', { query })) as { results: unknown[][] };
        return results[0]![0];
      } finally {
        await service.close();
      }
    },
  };
}

function ask(service: RunningService, name: string, body: Record<string, unknown>): Promise<unknown> {
  return call(service, localOwner(service), operationNamed(name), body);
}

type Handle = (request: IncomingMessage, response: ServerResponse, url: URL) => void;

/** Its address, and what was asked of it. */
async function stub(handle: Handle): Promise<{ host: string; asked: string[] }> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url!);
    handle(request, response, new URL(request.url!, 'http://stub'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() =>
    new Promise<void>((resolve) => server.close(() => resolve())).finally(() => server.closeAllConnections()),
  );
  onTestFinished(() => server.closeAllConnections());
  return { host: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const json = (response: ServerResponse, body: unknown): void => void response.end(JSON.stringify(body));

/** Promises less than it sends, or sends less than it promised. */
function cut(response: ServerResponse, text: string): void {
  response.writeHead(200, { 'content-length': text.length + 100 });
  response.write(text, () => response.destroy());
}

test('from our own server: another database gives equal answers, and doing it again changes nothing', async () => {
  const server = await startServer({ now: () => NOW });
  const project = server.service.store.projects.list()[0]!;
  server.service.ingest.importItems(project, sampleShop(NOW, 1).slice(0, 2_500));
  await server.service.ingest.settle(project, 0);
  const { body: action } = await server.post('actions/', { name: 'Bought', steps: [{ event: 'purchase' }] });
  await server.post('cohorts/', {
    name: 'Germans',
    filters: {
      properties: {
        type: 'AND',
        values: [{ type: 'AND', values: [{ key: 'country', type: 'person', value: 'Germany' }] }],
      },
    },
  });
  const friends = server.service.store.people.distinctTexts(project.id, [3, 8]);
  await server.post('cohorts/', { name: 'Friends', is_static: true, distinct_ids: friends });
  const { body: insight } = await server.post('insights/', {
    name: 'Bought by week',
    filters: { insight: 'TRENDS', interval: 'week', actions: [{ id: action.id }], date_from: 'all' },
  });
  await server.post('dashboards/', { name: 'Shop', tiles: [{ insight: insight.id }, { text: { body: 'Since May' } }] });
  await server.post('annotations/', { content: 'Release', date_marker: '2026-02-01' });

  const { db, run, folder } = tried();
  await run('posthog', { host: server.origin, key: server.all, project: '1' });
  expect(existsSync(join(folder, 'pages'))).toBe(false);
  const there = openService({ path: db, now: () => NOW, computing: { thread: 'never' } });
  try {
    for (const [name, body] of SHOP_QUESTIONS) {
      const answers = await Promise.all([there, server.service].map((service) => ask(service, name, body)));
      const [one, other] = answers.map((answer) =>
        JSON.parse(JSON.stringify(answer).replaceAll(/,"\$import_id":1|"\$import_id":1,/g, '')),
      );
      expect(one, name).toEqual(other);
      expect(countsNothing(one), `${name} ${JSON.stringify(body)}`).toBe(false);
    }
    const get = { id: insight.short_id, refresh: true };
    type Saved = { readonly result: readonly { readonly count: number }[] };
    const [mine, theirs] = await Promise.all(
      [there, server.service].map((service) => ask(service, 'get_insight', get) as Promise<Saved>),
    );
    expect(theirs!.result[0]!.count).toBeGreaterThan(50);
    expect(mine!.result).toEqual(theirs!.result);
    expect(await ask(there, 'list_cohorts', {})).toMatchObject({
      results: [
        { name: 'Friends', is_static: true },
        { name: 'Germans', is_static: false },
      ],
    });
    expect(await ask(there, 'get_cohort', { id: 1 })).toMatchObject({ name: 'Friends', count: 2 });
    const { count: germans } = (await ask(server.service, 'get_cohort', { id: 1 })) as { readonly count: number };
    expect(germans).toBeGreaterThan(5);
    expect(await ask(there, 'get_cohort', { id: 2 })).toMatchObject({ name: 'Germans', count: germans });
    const { results } = (await ask(there, 'list_dashboards', {})) as { results: { name: string; tiles: unknown[] }[] };
    expect(results).toMatchObject([{ name: 'Shop' }]);
    const { tiles } = (await ask(there, 'get_dashboard', { id: 1 })) as { tiles: unknown[] };
    expect(tiles).toMatchObject([{ insight: { name: 'Bought by week' } }, { text: { body: 'Since May' } }]);
  } finally {
    await there.close();
  }
  const again = await run('posthog', { host: server.origin, key: server.all, project: '1' });
  expect(again.saved?.applied.filter(({ change }) => change !== 'unchanged')).toEqual([]);
  const listed = JSON.parse((await runHere(['imports', 'list', '--json', '--db', db])).stdout);
  expect(listed).toHaveLength(1);
});

const GROUPS_AND_PEOPLE = [
  'select event, $group_0, $group_1, count() from events group by event, $group_0, $group_1 order by 1, 2, 3',
  'select index, key, properties, created_at from groups order by index, key',
  'select id, created_at, properties from persons order by id',
];

test('groups, their types and people are as they are there, whatever the events said on the way', async () => {
  const server = await startServer({ now: () => NOW });
  const project = server.service.store.projects.list()[0]!;
  const day = (at: number) => `2026-03-0${at}T10:00:00Z`;
  server.service.ingest.importItems(project, [
    happened('order', 'u1', day(1), { $groups: { project: 'p0' } }),
    happened('$groupidentify', 'u1', day(2), { $group_type: 'company', $group_key: 'c1', $group_set: { size: 5 } }),
    happened('order', 'u2', day(3), { $groups: { company: 'c1' } }),
    happened('$set', 'u2', day(4), { $set: { tmp: 1, plan: 'pro' } }),
    happened('$set', 'u2', day(5), { $unset: ['tmp'] }),
    happened('seen', 'a1', day(1)),
    happened('$identify', 'u1', day(6), { $anon_distinct_id: 'a1' }),
    ...Array.from({ length: 120 }, (_, at): IngestItem => {
      const group_key = at === 0 ? 'c1' : `c${at} & more`;
      return { kind: 'group', group: { group_type: 'company', group_key, properties: { size: at }, created_at_ms: 5 } };
    }),
  ]);
  const { db, run } = tried();
  const { imported } = await run('posthog', { host: server.origin, key: server.all, project: '1' });
  expect(imported.notes).toEqual([]);
  const copy = openService({ path: db, now: () => NOW, computing: { thread: 'never' } });
  try {
    for (const query of GROUPS_AND_PEOPLE) {
      const [here, there] = await Promise.all(
        [copy, server.service].map((service) => ask(service, 'run_sql', { query, limit: 500 })),
      );
      expect(here, query).toMatchObject({ results: (there as { results: unknown[] }).results });
    }
    expect(await ask(copy, 'list_group_types', {})).toEqual(await ask(server.service, 'list_group_types', {}));
  } finally {
    await copy.close();
  }
});

test('a server that lists no groups is named, as what only it knows about them is missing', async () => {
  const { host } = await stub((_, response, { pathname }) => {
    if (pathname.endsWith('/groups_types/')) return json(response, [{ group_type: 'company', group_type_index: 0 }]);
    if (pathname.endsWith('/events/')) return json(response, { results: [event(1)], next: null });
    response.writeHead(404).end('{}');
  });
  const { imported } = await tried().run('posthog', { host, project: '1' });
  expect(imported.notes).toEqual([expect.stringContaining('lists no groups of type "company" (404)')]);
});

const event = (number: number) => ({
  id: `0190d6a4-0000-7000-8000-${String(number).padStart(12, '0')}`,
  event: 'paid',
  distinct_id: `u${number % 7}`,
  timestamp: `2026-03-01T10:00:${String(number % 60).padStart(2, '0')}Z`,
  properties: { number },
});

/** Pages of ten events out of fifty; `page` says which. */
function eventPage(url: URL, host: string): unknown {
  const page = Number(url.searchParams.get('page') ?? 0);
  // As a server does whose cursor is a time: the last one comes again.
  const from = Math.max(0, page * 10 - 1);
  const results = Array.from({ length: (page + 1) * 10 - from }, (_, at) => event(from + at));
  return { results, next: page < 4 ? `${host}${url.pathname}?page=${page + 1}` : null };
}

test('limits, errors, cut connections, broken JSON and repeated events', async () => {
  const faults = new Map<string, number>();
  const { host, asked } = await stub((request, response, url) => {
    if (request.headers.authorization !== 'Bearer secret') return void response.writeHead(401).end();
    if (!url.pathname.endsWith('/events/')) return void response.writeHead(404).end('{}');
    const fault = (faults.get(url.search) ?? 0) + 1;
    faults.set(url.search, fault);
    if (fault === 1) return void response.writeHead(429, { 'retry-after': '7' }).end();
    if (fault === 2) return void response.writeHead(503).end('<html>');
    if (fault === 3) return cut(response, JSON.stringify(eventPage(url, host)).slice(0, 200));
    if (fault === 4) return void response.end('{"results":[{"id":');
    if (fault === 5) return void request.socket.destroy();
    json(response, eventPage(url, host));
  });
  const { run, waits, count } = tried();
  await run('posthog', { host, project: '1' });
  expect(waits.slice(0, 5)).toEqual([7_000, 2_000, 4_000, 8_000, 16_000]);
  expect(await count('select count() from events')).toBe(50);
  expect(await count('select count(distinct person_id) from events')).toBe(7);
  expect(asked.filter((path) => path.includes('/events/'))).toHaveLength(30);
});

test('what was interrupted goes on where it was, and stores nothing before all is there', async () => {
  let isDown = true;
  const { host, asked } = await stub((_, response, url) => {
    if (!url.pathname.endsWith('/events/')) return void response.writeHead(404).end('{}');
    if (isDown && url.searchParams.get('page') === '3') return void response.writeHead(500).end();
    json(response, eventPage(url, host));
  });
  const { run, db, folder, count } = tried();
  await expect(run('posthog', { host, project: '1' })).rejects.toThrow(
    /could not be read in 7 attempts: it answered 500.*goes on from there/s,
  );
  expect(existsSync(db)).toBe(false);
  expect(readdirSync(join(folder, 'pages')).filter((name) => name.endsWith('.ndjson'))).toHaveLength(3);
  isDown = false;
  asked.length = 0;
  await run('posthog', { host, project: '1' });
  expect(asked.filter((path) => path.includes('/events/')).map((path) => /page=(\d)/.exec(path)?.[1])).toEqual([
    '3',
    '4',
  ]);
  expect(await count('select count() from events')).toBe(50);
});

test('a day is a limit, also of our own server', async () => {
  const server = await startServer({ now: () => NOW });
  const project = server.service.store.projects.list()[0]!;
  server.service.ingest.importItems(
    project,
    ['2026-02-27T23:59:59Z', '2026-02-28T00:00:00Z', '2026-03-01T23:59:59.999Z', '2026-03-02T00:00:00Z'].map((time) =>
      happened('seen', 'ana', time),
    ),
  );
  await server.service.ingest.flush();
  const { run, count } = tried();
  await run('posthog', { host: server.origin, key: server.all, since: '2026-02-28', until: '2026-03-01' });
  expect(await count('select count() from events')).toBe(2);
});

test('a key goes nowhere else, an endless list ends, and refusals are told', async () => {
  const other = await stub((_, response) => json(response, { results: [] }));
  const elsewhere = await stub((_, response) => json(response, { results: [event(1)], next: `${other.host}/api/` }));
  await expect(tried().run('posthog', { host: elsewhere.host, project: '1' })).rejects.toThrow(
    /which is another server/,
  );
  expect(other.asked).toEqual([]);
  const endless = await stub((_, response, url) => json(response, { results: [event(1)], next: url.pathname }));
  await expect(tried().run('posthog', { host: endless.host, project: '1' })).rejects.toThrow(/its list never ends/);
  const closed = await stub((_, response) => void response.writeHead(403).end('{"detail":"no\u001b[2J scope"}'));
  await expect(tried().run('posthog', { host: closed.host, project: '1' })).rejects.toThrow(
    /answered 403.*no\\u001b\[2J scope.*Is the key right/,
  );
  const page = await stub((_, response) => json(response, { hello: 'world' }));
  await expect(tried().run('posthog', { host: page.host, project: '1' })).rejects.toThrow(/answers with no list/);
  const redirect = await stub((_, response) => void response.writeHead(302, { location: other.host }).end());
  await expect(tried().run('posthog', { host: redirect.host, project: '1' })).rejects.toThrow(/answered 302/);
  expect(other.asked).toEqual([]);
  await expect(tried().run('posthog', { host: 'http://', project: '1' })).rejects.toThrow(/--host takes an address/);
});

test('Mixpanel: a day at a time, cut ones again; profiles by page', async () => {
  let cuts = 0;
  const { host, asked } = await stub((request, response, url) => {
    expect(request.headers.authorization).toBe(`Basic ${Buffer.from('user:secret').toString('base64')}`);
    if (url.pathname === '/api/query/engage') {
      const people = input('mixpanel_people.ndjson')
        .toString()
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      const body: Buffer[] = [];
      request.on('data', (chunk) => body.push(chunk));
      request.on('end', () => {
        const page = Number(new URLSearchParams(Buffer.concat(body).toString()).get('page') ?? 0);
        json(response, { page, page_size: 1, session_id: 's-1', results: people.slice(page, page + 1), status: 'ok' });
      });
      return;
    }
    if (url.searchParams.get('from_date') === '2026-03-02') return void response.end('');
    const text = input('mixpanel.ndjson').toString();
    if (cuts++ === 0) return void response.end(text.slice(0, 300));
    if (cuts === 2) return cut(response, text);
    response.end(text);
  });
  const { run, count } = tried();
  await run('mixpanel', { host, key: 'user:secret', project: '77', since: '2026-03-01', until: '2026-03-02' });
  expect(
    asked.filter((path) => path.includes('/export')).map((path) => new URL(path, host).searchParams.get('from_date')),
  ).toEqual(['2026-03-01', '2026-03-01', '2026-03-01', '2026-03-02']);
  expect(await count('select count() from events')).toBe(6);
  expect(await count("select person.properties.plan from events where distinct_id = 'user-1'")).toBe('pro');
  await expect(run('mixpanel', { host, key: 'k', project: '77' })).rejects.toThrow(/--since 2026-01-01/);
});

test('Amplitude: a zip each day; days without events, and archives that are damaged', async () => {
  const zip = zipOf({ '1_10.json.gz': gzipSync(input('amplitude.ndjson')) });
  let times = 0;
  const { host } = await stub((_, response, url) => {
    if (url.searchParams.get('start') !== '20260301T00') return void response.writeHead(404).end();
    response.end(times++ === 0 ? zip.subarray(0, zip.length - 30) : zip);
  });
  const { run, count, waits } = tried();
  await run('amplitude', { host, key: 'a:b', since: '2026-02-28', until: '2026-03-01' });
  expect(waits).toEqual([1_000]);
  expect(await count('select count() from events')).toBe(4);
});

test('the command itself, as typed', async () => {
  const { host } = await stub((_, response) => void response.writeHead(404).end());
  const db = join(temporaryFolder(), 'x.db');
  const { code, stderr } = await runCli([
    'import',
    'amplitude',
    '--host',
    host,
    '--key',
    'a:b',
    '--since',
    '2026-03-01',
    '--until',
    '2026-03-02',
    '--db',
    db,
  ]);
  expect([code, stderr]).toEqual([1, expect.stringContaining('There was nothing')]);
  expect((await runHere(['import', 'posthog', '--db', db])).stderr).toContain('--key');
});

test('another product is waited for so long at most, whatever it asks for', async () => {
  const waited = async (ms: number) => {
    const { host } = await stub(
      (_request, response) => void response.writeHead(429, { 'retry-after': String(ms / 1000) }).end(),
    );
    const waits: number[] = [];
    const client = new Client({ origin: host, authorization: 'x', wait: async (wait_ms) => waits.push(wait_ms) });
    await expect(client.json('/')).rejects.toThrow();
    return [ms, waits[0]];
  };
  const most = LIMIT.pull_wait_ms;
  await atAndPast('pull_wait_ms', waited, { at: [most, most], past: [most + 1000, most], step: 1000 });
});
