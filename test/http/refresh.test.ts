/** Each value of `refresh`, for an insight, a list and a dashboard. */
import { describe, expect, test } from 'vitest';
import { event } from '../support/product.ts';
import { each, type Server, startServer } from './support.ts';

const MINUTE_MS = 60_000;
const FILTERS = { insight: 'TRENDS', events: [{ id: 'a' }], date_from: '-7d' };

interface Moving extends Server {
  /** One event more, some minutes later. */
  later(minutes: number): void;
}

async function start(): Promise<Moving> {
  let now_ms = Date.parse('2024-10-18T09:00:00Z');
  const server = await startServer({ now: () => now_ms });
  const add = () =>
    server.service.ingest.importItems(server.service.store.projects.get(1)!, [event('a', 'p', '2024-10-17T10:00:00Z')]);
  add();
  await server.post('insights/', { filters: FILTERS });
  const later = (minutes: number) => {
    now_ms += minutes * MINUTE_MS;
    add();
  };
  return { ...server, later };
}

/** The count an insight shows; null where there is no result. */
function countOf(insight: { result: { count: number }[] | null }): number | null {
  return insight.result?.[0]?.count ?? null;
}

describe('one insight', () => {
  const WORDS = ['', 'true', 'blocking', 'async', 'lazy_async', 'force_cache', 'false'];
  const read = async (server: Server, refresh: string | null) =>
    countOf((await server.get(`insights/1/${refresh === null ? '' : `?refresh=${refresh}`}`)).body);

  test('force_cache computes nothing, whatever else does', async () => {
    const server = await start();
    const { status, body } = await server.get('insights/1/?refresh=force_cache');
    expect([status, body.result, body.query_status, body.last_refresh]).toEqual([200, null, null, null]);
    expect(await read(server, null)).toBe(1);
    server.later(60 * 24);
    expect(await read(server, 'force_cache')).toBe(1);
  });

  test('force_blocking and force_async compute whatever the age', async () => {
    const server = await start();
    expect(await read(server, null)).toBe(1);
    for (const [at, refresh] of ['force_blocking', 'force_async', 'FORCE_BLOCKING'].entries()) {
      server.later(1);
      for (const word of WORDS) expect(await read(server, word), word).toBe(at + 1);
      expect(await read(server, refresh)).toBe(at + 2);
    }
  });

  test('the rest by its age', async () => {
    const server = await start();
    await read(server, null);
    server.later(15);
    for (const word of ['blocking', 'async', 'lazy_async', 'false']) expect(await read(server, word), word).toBe(1);
    expect(await read(server, 'true')).toBe(2);
    server.later(6 * 60);
    for (const word of ['lazy_async', 'false']) expect(await read(server, word), word).toBe(2);
    expect(await read(server, 'async')).toBe(3);
    server.later(12 * 60);
    expect(await read(server, 'lazy_async')).toBe(4);
    const refused = await server.get('insights/1/?refresh=sometimes');
    expect(refused).toMatchObject({ status: 400, body: { attr: 'refresh' } });
    expect(refused.body.detail).toContain('force_blocking');
  });
});

test('a list answers what was computed; with a refresh what is missing or due, too', async () => {
  const server = await start();
  await server.post('insights/', { filters: { ...FILTERS, date_from: '-3d' } });
  await server.post('insights/', { query: { kind: 'HogQuery', code: 'return 1' } });
  const list = async (query = '') => (await server.get(`insights/?order=created_at${query}`)).body.results;
  for (const word of ['', '&refresh=false', '&refresh=force_cache']) {
    expect((await list(word)).map(countOf), word).toEqual([null, null, null]);
  }
  const fresh = await list('&refresh=true');
  expect(fresh.map(countOf)).toEqual([1, 1, null]);
  expect(each(fresh, 'is_cached')).toEqual([false, false, false]);
  expect(fresh[2].query_status.error_message).toContain('TRENDS');
  server.later(1);
  expect((await list()).map(countOf)).toEqual([1, 1, null]);
  // Of two, the second is short enough to be due after three minutes.
  server.later(3);
  expect((await list('&refresh=true')).map(countOf)).toEqual([1, 3, null]);
  expect((await list('&refresh=force_blocking&limit=1')).map(countOf)).toEqual([3]);
  expect((await list('&refresh=force_blocking&basic=true'))[0]).not.toHaveProperty('result');
  expect((await server.get('insights/?refresh=perhaps')).body.attr).toBe('refresh');
});

test('a dashboard likewise', async () => {
  const server = await start();
  await server.post('dashboards/', { name: 'G', tiles: [{ insight: 1 }] });
  const shown = async (query: string) => countOf((await server.get(`dashboards/1/${query}`)).body.tiles[0].insight);
  expect(await shown('?refresh=force_cache')).toBeNull();
  expect(await shown('')).toBe(1);
  server.later(1);
  expect(await shown('?refresh=true')).toBe(1);
  expect(await shown('?refresh=force_blocking')).toBe(2);
});
