/** What a statement takes besides the scope of the door it comes through. */
import { expect, test } from 'vitest';
import type { Scope } from '../../src/model/scope.ts';
import { startServer } from '../http/support.ts';
import { connectHttp, refusal, served } from '../support/mcp.ts';
import { event, temporaryProduct } from '../support/product.ts';

const NODE = { kind: 'HogQLQuery', query: 'select distinct_id from events order by distinct_id' };
const TABLE = { kind: 'DataTableNode', source: NODE };
const TREND = { insight: 'TRENDS', events: [{ id: 'visited' }], date_from: '-7d' };
const HOUR_MS = 3_600_000;

async function server() {
  const clock = { now_ms: Date.parse('2026-03-10T12:00:00Z') };
  const product = await startServer({ now: () => clock.now_ms });
  const visits = ['ana', 'ben'].map((who) => event('visited', who, '2026-03-09T10:00:00Z'));
  product.service.ingest.importItems(product.service.store.projects.list()[0]!, visits);
  const as = (...scopes: Scope[]) => ({ key: product.key(scopes) });
  return { ...product, clock, as };
}

const LACKS = { code: 'permission_denied', detail: expect.stringContaining("missing required scope 'query:read'") };

test('saving a statement needs query:read, in every form', async () => {
  const { post, patch, get, as } = await server();
  const writer = as('insight:write');
  for (const query of [NODE, TABLE, JSON.stringify(TABLE)]) {
    const refused = await post('insights/', { query }, writer);
    expect([refused.status, refused.body]).toEqual([403, expect.objectContaining(LACKS)]);
  }
  expect((await get('insights/')).body.count).toBe(0);
  await post('insights/', { filters: TREND }, writer);
  expect((await patch('insights/1/', { query: TABLE }, writer)).status).toBe(403);
  expect((await get('insights/1/')).body.query).toBeNull();

  const both = as('insight:write', 'query:read');
  expect((await patch('insights/1/', { query: TABLE }, both)).status).toBe(200);
  expect((await patch('insights/1/', { name: 'Who came' }, writer)).status).toBe(200);
  expect((await patch('insights/1/', { query: null }, writer)).status).toBe(200);
});

test('a reader without it gets the rows that were computed last, and can have none computed', async () => {
  const { post, get, clock, as } = await server();
  await post('insights/', { query: TABLE });
  const reader = as('insight:read');
  const before = await get('insights/1/', reader);
  expect([before.status, before.body.result]).toEqual([200, null]);
  expect(before.body.query_status.error_message).toContain("'query:read'");
  expect((await get('insights/1/?refresh=true', reader)).body).toMatchObject(LACKS);

  await get('insights/1/?refresh=true');
  clock.now_ms += 48 * HOUR_MS;
  const stored = { status: 200, body: { result: [['ana'], ['ben']], is_cached: true } };
  expect(await get('insights/1/', reader)).toMatchObject(stored);
  const due = await get('insights/1/?refresh=true', reader);
  expect([due.status, due.body]).toEqual([403, expect.objectContaining(LACKS)]);
  const over = await get('insights/1/?filters_override={"date_from":"-1d"}', reader);
  expect(over.body).toMatchObject({
    result: null,
    query_status: { error_message: expect.stringContaining('query:read') },
  });
  const listed = await get('insights/?refresh=true', reader);
  expect([listed.status, listed.body.results[0].result]).toEqual([200, [['ana'], ['ben']]]);
});

test('a dashboard shows its other tiles', async () => {
  const { post, get, as } = await server();
  await post('dashboards/', { name: 'Board' });
  await post('insights/', { query: TABLE, dashboards: [1] });
  await post('insights/', { filters: TREND, dashboards: [1] });
  for (const refresh of ['false', 'true']) {
    const { status, body } = await get(`dashboards/1/?refresh=${refresh}`, as('dashboard:read'));
    expect(status).toBe(200);
    const [sql, trend] = body.tiles.map(({ insight }: { insight: unknown }) => insight);
    expect(sql).toMatchObject({ result: null, query_status: { error_message: expect.stringContaining('query:read') } });
    expect(trend).toMatchObject({ result: [{ count: 2 }], query_status: null });
  }
});

test('sharing one needs it; the link then shows its rows, and keeps them fresh', async () => {
  const { post, patch, get, clock, as } = await server();
  await post('insights/', { query: TABLE });
  const sharer = as('sharing_configuration:write', 'insight:read');
  expect((await patch('insights/1/sharing/', { enabled: true }, sharer)).body).toMatchObject(LACKS);
  const { access_token } = (await patch('insights/1/sharing/', { enabled: true })).body;
  const shared = () => get(`/shared/${access_token}.json`, { key: null });
  const first = await shared();
  expect([first.status, first.body.result]).toEqual([200, [['ana'], ['ben']]]);
  clock.now_ms += HOUR_MS;
  expect((await shared()).body.last_refresh).not.toBe(first.body.last_refresh);
  expect((await patch('insights/1/sharing/', { enabled: false }, sharer)).status).toBe(200);
});

test('a tool says the same', async () => {
  const product = temporaryProduct();
  const { client } = await connectHttp(await served(product), product.key(['insight:write']), '2026');
  const told = await refusal(client, 'create_insight', { name: 'Who', query: TABLE });
  expect(told).toContain("API key missing required scope 'query:read'. Saving a statement of SQL needs it.");
  expect(told).toContain('key create --scopes insight:write,query:read');
});
