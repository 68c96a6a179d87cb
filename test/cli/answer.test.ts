/** Questions asked at the prompt: in which forms, and what is told beside the answer. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampleShop } from '../../src/cli/demo/shop.ts';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { call } from '../../src/service/gate/call.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { openService } from '../../src/service/service.ts';
import { ok, runHere } from '../support/cli.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');

const folder = mkdtempSync(join(tmpdir(), 'insights-test-'));
const db = join(folder, 'shop.db');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(async () => {
  const service = openService({ path: db, now: () => NOW });
  service.ingest.importItems(service.store.projects.list()[0]!, sampleShop(NOW, 1).slice(0, 8_000));
  await service.close();
});

test('an answer tells its warnings on stderr, where rows for another program do not stand', async () => {
  const question = '{"events":[{"id":"purchas"}],"date_from":"2026-02-01","breakdwn":"plan"}';
  const { code, stdout, stderr } = await runHere(['answer', question, '--db', db]);
  expect([code, stdout.split('\n')[1]]).toEqual([0, expect.stringMatching(/^purchas,0,/)]);
  expect(stderr).toContain('Did you mean "purchase"?');
  expect(stderr).toContain('There is no argument "breakdwn".');
});

test('query nodes of all kinds are tables', async () => {
  const asked = async (node: unknown) => (await ok('answer', JSON.stringify(node), '--db', db)).trimEnd().split('\n');
  const trend = {
    kind: 'TrendsQuery',
    series: [{ kind: 'EventsNode', event: '$pageview' }],
    dateRange: { date_from: 'all' },
  };
  expect(await asked({ kind: 'InsightVizNode', source: trend })).toEqual(
    (await ok('answer', '{"events":[{"id":"$pageview"}],"date_from":"all"}', '--db', db)).trimEnd().split('\n'),
  );
  const list = 'select event, array(1, 2) as list from events limit 1';
  expect(await asked({ kind: 'HogQLQuery', query: list })).toEqual(['event,list', expect.stringContaining(',"[1,2]"')]);
  const actors = { kind: 'ActorsQuery', select: ['id', 'actor'], limit: 1 };
  expect(await asked(actors)).toEqual(['id,actor', expect.stringMatching(/^[\w-]{36},"\{""type"":""person"",/)]);
});

test('a body says its kind as insights do: in filters, or as a query node', async () => {
  const asked = async (body: unknown) => (await ok('answer', JSON.stringify(body), '--db', db)).split('\n')[0];
  const [node, date_from] = [{ kind: 'EventsNode', event: '$pageview' }, '2026-02-01'];
  const filters = { insight: 'FUNNELS', events: [{ id: '$pageview' }, { id: 'purchase' }], date_from };
  for (const body of [filters, { filters }, { filters, query: null }]) {
    expect(await asked(body)).toMatch(/^order,name,count/);
  }
  const retention = { kind: 'RetentionQuery', dateRange: { date_to: '2026-02-09' } };
  expect(await asked({ query: retention })).toMatch(/^start,date,Day 0/);
  expect(await asked({ query: { kind: 'TrendsQuery', series: [node] }, date_from, date_to: date_from })).toMatch(
    /^series,1-Feb-2026$/,
  );
  expect(await asked({ query: { kind: 'HogQLQuery', query: 'select 1 as one' }, refresh: true })).toBe('one');
  expect(await asked({ query: 'select {n} as two', values: { n: 2 } })).toBe('two');
});

test('an insight is called by number, short id or name; another name is answered with those there are', async () => {
  const service = openService({ path: db, now: () => NOW });
  const filters = { insight: 'FUNNELS', events: [{ id: '$pageview' }, { id: 'purchase' }], date_from: '2026-02-01' };
  const saved = { name: 'Buyers', filters };
  const made = await call(service, localOwner(service), operationNamed('create_insight'), saved);
  await service.close();
  const { id, short_id } = JSON.parse(JSON.stringify(made));
  for (const called of [String(id), short_id, 'Buyers']) {
    expect(await ok('answer', called, '--db', db)).toMatch(/^order,name,count/);
  }
  expect(await ok('explain', 'Buyers', '--db', db)).toContain('How it was computed');
  expect((await runHere(['answer', 'buyer', '--db', db])).stderr).toBe(
    `insights-mcp: There is no insight "buyer". Did you mean "Buyers"? Saved are ${short_id} "Buyers".\n`,
  );
});
