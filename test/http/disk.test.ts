/** A failed disk: nothing is acknowledged any more, and everybody is told why. */
import { expect, test } from 'vitest';
import { openService } from '../../src/service/service.ts';
import { datasync } from '../../src/store/file/durability.ts';
import { answered, connectHttp, refusal, served } from '../support/mcp.ts';
import { startServer } from './support.ts';

/** Each sync does what the disk really does, but for the ones that are told to fail. */
function disk() {
  const state = { fails: false };
  const sync = async (file: number) => {
    await datasync(file);
    // As a system does: it tells once, and later ones go well again.
    if (!state.fails) return;
    state.fails = false;
    throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
  };
  return { state, sync };
}

const TREND = { events: [{ id: 'paid' }], date_from: '-7d' };

test('after one failed sync nothing is taken until the restart, questions are answered with a warning, and all say why', async () => {
  const { state, sync } = disk();
  const server = await startServer({ sync });
  const { api_token } = server.service.store.projects.list()[0]!;
  const send = (distinct_id: string) =>
    server.send('POST', '/batch/', {
      key: null,
      body: { api_key: api_token, batch: [{ event: 'paid', distinct_id }] },
    });
  expect((await send('a')).status).toBe(200);
  expect(await server.get('/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } });
  const before = await server.post('insights/trend/', TREND);
  expect(before.headers['warning']).toBeUndefined();
  expect(before.body.resolved.warnings).toEqual([]);

  state.fails = true;
  // The first one learns it from the disk, those that come together with it too, and the later ones from what was learned.
  const failed = [...(await Promise.all([send('b'), send('c')])), await send('d'), await send('e')];
  for (const { status, body, headers } of failed) {
    expect({ status, code: body.code }).toEqual({ status: 503, code: 'read_only' });
    expect(Number(headers['retry-after'])).toBeGreaterThan(1);
  }
  const ready = await server.get('/readyz');
  expect(ready).toMatchObject({ status: 503, body: { status: 'read-only', reason: expect.stringContaining('disk') } });
  expect(ready.headers['retry-after']).toBeDefined();
  expect((await server.get('/metrics')).text).toContain('insights_read_only 1');
  for (const [method, path] of [
    ['POST', 'insights/'],
    ['POST', 'cohorts/'],
    ['PATCH', '/api/projects/1/'],
  ] as const) {
    const refused = await server.send(method, path, { body: { name: 'x' } });
    expect([path, refused.status, refused.body.code]).toEqual([path, 503, 'read_only']);
  }
  // What was committed before the disk failed cannot be taken back, so it is told.
  for (const answer of [await server.post('insights/trend/', TREND), await server.post('insights/trend/', TREND)]) {
    expect(answer.status).toBe(200);
    expect(answer.body.resolved.warnings).toEqual([expect.stringContaining('may count the last events')]);
    expect(answer.headers['warning']).toContain('may count the last events');
  }
  const again = openService({ path: server.path });
  expect(again.store.refusal()).toBe(null);
  await again.close();
});

test('over MCP, too, and for what an insight shows', async () => {
  const { state, sync } = disk();
  const server = await startServer({ sync });
  const insight = (await server.post('insights/', { name: 'Payments', filters: TREND })).body.id;
  await server.get(`insights/${insight}/`);
  state.fails = true;
  await expect(server.service.store.durable()).rejects.toMatchObject({ code: 'read_only' });
  const shown = await server.get(`insights/${insight}/?refresh=true`);
  expect(shown.status).toBe(200);
  const { client } = await connectHttp(await served(server), server.all, '2026');
  expect(await answered(client, 'compute_trend', TREND)).toMatchObject({
    resolved: { warnings: expect.arrayContaining([expect.stringContaining('disk has failed')]) },
  });
  const listed = await client.callTool({ name: 'list_insights', arguments: {} });
  expect(JSON.stringify(listed.content)).toContain('disk has failed');
  expect(await refusal(client, 'create_insight', { name: 'n' })).toMatch(/^read_only: .*started again/);
});
