/** A write repeated under the same Idempotency-Key is done once and gets the first answer. */
import { expect, test } from 'vitest';
import { LIMIT } from '../../src/model/limit.ts';
import { event } from '../support/product.ts';
import { atAndPast } from '../support/tried_limits.ts';
import { type Server, startServer } from './support.ts';

const START = Date.parse('2024-10-18T09:00:00Z');
const HOUR_MS = 3_600_000;

async function start(): Promise<Server & { clock: { now_ms: number } }> {
  const clock = { now_ms: START };
  return { ...(await startServer({ now: () => clock.now_ms })), clock };
}

function keyed(key: string, more: Record<string, unknown> = {}) {
  return { headers: { 'idempotency-key': key }, ...more };
}

async function count(server: Server): Promise<number> {
  return (await server.get('insights/?limit=1')).body.count;
}

test('a POST sent again makes nothing new; every byte of the answer is the same', async () => {
  const server = await start();
  const body = { name: 'Weekly sign-ups', tags: ['a'] };
  const first = await server.post('insights/', body, keyed('k1'));
  expect(first.status).toBe(201);
  server.clock.now_ms += 23 * HOUR_MS;
  const again = await server.post('insights/', body, keyed('k1'));
  expect([again.status, again.text]).toEqual([201, first.text]);
  // The order of members is no difference.
  const turned = await server.post('insights/', { tags: ['a'], name: 'Weekly sign-ups' }, keyed('k1'));
  expect(turned.text).toBe(first.text);
  expect(await count(server)).toBe(1);
  expect((await server.post('insights/', body, keyed('k2'))).body.id).toBe(2);
  expect((await server.post('insights/', body)).body.id).toBe(3);
});

test('a PATCH sent again is not done again', async () => {
  const server = await start();
  await server.post('insights/', { name: 'one' });
  const first = await server.patch('insights/1/', { name: 'two' }, keyed('k'));
  await server.patch('insights/1/', { name: 'three' });
  expect((await server.patch('insights/1/', { name: 'two' }, keyed('k'))).text).toBe(first.text);
  expect((await server.get('insights/1/')).body.name).toBe('three');
  expect((await server.get('insights/1/activity/')).body.total_count).toBe(3);
});

test('another request under the same key is refused; another caller’s key is another key', async () => {
  const server = await start();
  await server.post('insights/', { name: 'one' }, keyed('k'));
  for (const [method, path, body] of [
    ['POST', 'insights/', { name: 'two' }],
    ['PATCH', 'insights/1/', { name: 'one' }],
    ['POST', 'dashboards/', { name: 'one' }],
  ] as const) {
    const answer = await server.send(method, path, keyed('k', { body }));
    expect([answer.status, answer.body.code], path).toEqual([409, 'conflict']);
    expect(answer.body.detail).toContain('Idempotency-Key');
  }
  const other = { key: server.key(['*']) };
  expect((await server.post('insights/', { name: 'two' }, keyed('k', other))).status).toBe(201);
  expect(await count(server)).toBe(2);
});

test('what is refused is not kept: the key still serves the request put right', async () => {
  const server = await start();
  expect((await server.post('insights/', { name: 5 }, keyed('k'))).status).toBe(400);
  expect((await server.post('insights/', { name: 'x', dashboards: [9] }, keyed('k'))).status).toBe(400);
  expect((await server.post('insights/', { name: 'x' }, keyed('k'))).status).toBe(201);
  expect(await count(server)).toBe(1);
});

test('the key is kept for a day', async () => {
  const server = await start();
  const posted = () => server.post('insights/', { name: 'one' }, keyed('k'));
  await posted();
  const began_ms = server.clock.now_ms;
  const id = async (age_ms: number) => {
    server.clock.now_ms = began_ms + age_ms;
    return (await posted()).body.id;
  };
  await atAndPast('idempotency_age_ms', id, { at: 1, past: 2 });
  const { store } = server.service;
  expect(store.transaction(() => store.repeatable.sweep(server.clock.now_ms + 1))).toBe(1);
});

test('a question that looks at the data is no obstacle', async () => {
  const server = await start();
  server.service.ingest.importItems(server.service.store.projects.get(1)!, [
    event('sign up', 'a', '2024-10-17T10:00:00Z', { plan: 'pro' }),
  ]);
  const filters = { insight: 'TRENDS', events: [{ id: 'sign up' }], date_from: 'all', breakdown: 'plan' };
  const first = await server.post('insights/', { filters }, keyed('k'));
  expect([first.status, first.body.query_status]).toEqual([201, null]);
  expect((await server.post('insights/', { filters }, keyed('k'))).text).toBe(first.text);
  expect((await server.get('insights/1/')).body.result[0]).toMatchObject({ breakdown_value: 'pro', count: 1 });
  const changed = await server.patch('insights/1/', { name: 'n' }, keyed('k2'));
  expect(changed.body).toMatchObject({ is_cached: true, name: 'n' });
});

test('keys have a length; reading needs none', async () => {
  const server = await start();
  const answered = async (chars: number) => {
    const { status, body } = await server.post('insights/', { name: 'one' }, keyed('k'.repeat(chars)));
    return [status, body.code, body.attr];
  };
  const past = [400, 'max_length', 'Idempotency-Key'];
  await atAndPast('idempotency_key_chars', answered, { at: [201, undefined, undefined], past });
  expect((await server.post('insights/', { name: 'one' }, keyed(''))).body).toMatchObject({ code: 'required' });
  expect((await server.get('insights/', keyed('k'.repeat(LIMIT.idempotency_key_chars + 1)))).status).toBe(200);
  const trend = { events: [{ id: 'a' }] };
  for (let i = 0; i < 2; i++) expect((await server.post('insights/trend/', trend, keyed('k'))).status).toBe(200);
});

test('many at once make one', async () => {
  const server = await start();
  const sent = Array.from({ length: 20 }, () => server.post('insights/', { name: 'one' }, keyed('k')));
  const answers = await Promise.all(sent);
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
  expect(await count(server)).toBe(1);
});

test('dashboards and projects are made once, too', async () => {
  const server = await start();
  const add = (path: string) => server.post(path, { name: 'G' }, keyed(`k ${path}`));
  for (const path of ['dashboards/', '/api/projects/']) {
    expect((await add(path)).text).toBe((await add(path)).text);
    expect((await server.get(path)).body.count).toBe(path === 'dashboards/' ? 1 : 2);
  }
});
