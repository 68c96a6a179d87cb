/** An insight that has both `filters` and a `query` asks one question: the node's. */
import { expect, test } from 'vitest';
import { event } from '../support/product.ts';
import { startServer } from './support.ts';

const VISITS = { insight: 'TRENDS', events: [{ id: 'visit' }], breakdown: 'plan', date_from: '-3d' };
const node = (kind: string, ...events: string[]) => ({
  kind,
  series: events.map((name) => ({ kind: 'EventsNode', event: name })),
});

async function start() {
  const server = await startServer({ now: () => Date.parse('2024-10-18T09:00:00Z') });
  server.service.ingest.importItems(server.service.store.projects.get(1)!, [
    event('visit', 'a', '2024-10-16T10:00:00Z', { plan: 'pro' }),
    event('buy', 'a', '2024-10-17T10:00:00Z', { plan: 'pro' }),
  ]);
  await server.post('insights/', { filters: VISITS });
  return server;
}

test('a query that is sent later is what the insight asks, with nothing of its filters; null takes it back', async () => {
  const server = await start();
  await server.patch('insights/1/', { query: node('TrendsQuery', 'buy') });
  const { body } = await server.get('insights/1/');
  expect(body.result.map((line: { label: string }) => line.label)).toEqual(['buy']);
  expect(body.resolved.date_from).toContain('2024-10-11');
  expect(body.resolved.warnings).toEqual([expect.stringContaining('filters is ignored: query was sent as well')]);
  expect(body.filters).toEqual(VISITS);
  await server.patch('insights/1/', { query: null });
  expect((await server.get('insights/1/')).body.result[0]).toMatchObject({ label: 'pro', breakdown_value: 'pro' });
});

test('it may be of another kind', async () => {
  const server = await start();
  const changed = await server.patch('insights/1/', { query: node('FunnelsQuery', 'visit', 'buy') });
  expect(changed.body.query_status).toBeNull();
  const { result } = (await server.get('insights/1/')).body;
  expect(result.map((step: { count: number }) => step.count)).toEqual([1, 1]);
});

test('a body with both is understood alike; keys at the top level lie over the node', async () => {
  const server = await start();
  const sent = { filters: VISITS, query: node('TrendsQuery', 'buy'), date_from: '-1d' };
  const { body } = await server.post('insights/trend/', sent);
  expect(body.result).toMatchObject([{ label: 'buy', data: [1, 0] }]);
  expect(body.resolved.warnings.join()).toContain('filters is ignored');
});

test('why a question cannot be answered names what to call, in the answer to a write as in others', async () => {
  const server = await start();
  const cohort = { ...VISITS, breakdown: 99, breakdown_type: 'cohort' };
  const written = (await server.post('insights/', { filters: cohort })).body;
  expect(written.query_status.error_message).toContain('GET /api/projects/1/cohorts/ lists those there are.');
  expect((await server.get(`insights/${written.id}/`)).body.query_status).toEqual(written.query_status);
});
