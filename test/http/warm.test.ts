/** Results of watched insights are refreshed while the server is idle. */
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createTraffic } from '../../src/http/traffic.ts';
import { TUNING } from '../../src/model/tuning.ts';
import { startWarming, Warmer } from '../../src/service/rounds/warm.ts';
import { event } from '../support/product.ts';
import { type Server, startServer } from './support.ts';

const START = Date.parse('2024-10-18T09:00:00Z');
/** Instead of a second. */
const PAUSE_MS = 50;
const HOUR_MS = 3_600_000;
const FILTERS = { insight: 'TRENDS', events: [{ id: 'sign up' }], date_from: '-7d' };

async function start(): Promise<Server & { clock: { now_ms: number } }> {
  const clock = { now_ms: START };
  const server = await startServer({ now: () => clock.now_ms });
  server.service.ingest.importItems(server.service.store.projects.get(1)!, [
    event('sign up', 'a', '2024-10-17T10:00:00Z'),
  ]);
  return { ...server, clock };
}

/** A whole round: results computed per insight that was looked at. */
async function round(warmer: Warmer): Promise<number[]> {
  const computed: number[] = [];
  for (let step = await warmer.step(); step !== null; step = await warmer.step()) computed.push(step);
  return computed;
}

async function age(server: Server, path: string): Promise<string | null> {
  return (await server.get(path)).body.last_refresh;
}

test('what is watched and past its age is computed again; nothing else is', async () => {
  const server = await start();
  const fixed = { ...FILTERS, date_from: '2024-10-01', date_to: '2024-10-05' };
  for (const body of [
    { name: '1 favourite', favorited: true, filters: FILTERS },
    { name: '2 viewed', filters: FILTERS, query: null },
    { name: '3 nobody looks', filters: { ...FILTERS, date_from: '-3d' } },
    { name: '4 never computed', favorited: true, filters: { ...FILTERS, date_from: '-4d' } },
    { name: '5 shared, by the hour', filters: { ...FILTERS, date_from: '-1d', interval: 'hour' } },
    { name: '6 wrong', favorited: true, filters: { insight: 'TRENDS', events: [{ id: 'x', math: 'most' }] } },
    { name: '7 removed', favorited: true, filters: { ...FILTERS, date_from: '-5d' } },
    { name: '8 on a dashboard', filters: { ...FILTERS, date_from: '-6d' } },
    { name: '9 over days that are past', favorited: true, filters: fixed },
  ]) {
    await server.post('insights/', body);
  }
  await server.post('insights/2/viewed/', {});
  await server.patch('insights/5/sharing/', { enabled: true });
  await server.post('dashboards/', { name: 'G', filters: { date_from: '-2d' }, tiles: [{ insight: 8 }] });
  await server.get('dashboards/1/');
  for (const id of [1, 2, 3, 5, 6, 7, 9]) await server.get(`insights/${id}/`);
  await server.patch('insights/7/', { deleted: true });

  const warmer = new Warmer(server.service);
  expect(await round(warmer)).toEqual([0, 0, 0, 0, 0, 0, 0]); // 1 2 4 5 6 8 9: all are fresh
  expect(await warmer.step()).toBeNull();
  server.clock.now_ms += HOUR_MS;
  expect(await round(warmer)).toEqual([0, 0, 0, 1, 0, 0, 0]); // hours are stale after one
  server.clock.now_ms += 5 * HOUR_MS;
  // 1 and 2 ask the same, so one computation serves both.
  expect(await round(warmer)).toEqual([1, 0, 0, 1, 0, 1, 0]);
  const now = '2024-10-18T15:00:00Z';
  expect(await age(server, 'insights/?search=favourite')).toBeUndefined();
  for (const path of ['insights/1/', 'insights/2/', 'insights/5/', 'insights/8/?from_dashboard=1']) {
    expect(await age(server, path), path).toBe(now);
  }
  expect(await age(server, 'insights/3/')).toBe('2024-10-18T09:00:00Z');
  expect((await server.get('insights/1/')).body.last_modified_at).toBe('2024-10-18T09:00:00Z');
});

test('rounds are spaced, and insights that nobody viewed for two weeks are skipped', async () => {
  const server = await start();
  await server.post('insights/', { filters: FILTERS });
  await server.post('insights/1/viewed/', {});
  const warmer = new Warmer(server.service);
  expect(await round(warmer)).toEqual([0]);
  expect(await round(warmer)).toEqual([]);
  server.clock.now_ms += TUNING.warm_round_ms;
  expect(await round(warmer)).toEqual([0]);
  server.clock.now_ms += TUNING.warm_viewed_ms;
  expect(await round(warmer)).toEqual([]);
});

test('a clock that ran ahead and is set back stops neither rounds nor refreshes', async () => {
  const server = await start();
  await server.post('insights/', { favorited: true, filters: FILTERS });
  server.clock.now_ms += 3 * 365 * 24 * HOUR_MS;
  expect(await age(server, 'insights/1/')).toBe('2027-10-18T09:00:00Z');
  const warmer = new Warmer(server.service);
  expect(await round(warmer)).toEqual([0]);
  server.clock.now_ms = START;
  expect(await age(server, 'insights/1/?refresh=true')).toBe('2024-10-18T09:00:00Z');
  expect(await round(warmer)).toEqual([0]);
  server.clock.now_ms += 6 * HOUR_MS;
  expect(await round(warmer)).toEqual([1]);
});

test('quiet is when nothing runs and nothing ran lately', () => {
  const clock = { now_ms: 0 };
  const traffic = createTraffic(() => clock.now_ms);
  expect(traffic.isQuiet(5)).toBe(false);
  clock.now_ms = 5;
  expect(traffic.isQuiet(5)).toBe(true);
  traffic.begin();
  traffic.begin();
  clock.now_ms = 20;
  traffic.end();
  clock.now_ms = 40;
  expect(traffic.isQuiet(5)).toBe(false);
  traffic.end();
  expect(traffic.isQuiet(5)).toBe(false);
  clock.now_ms = 45;
  expect(traffic.isQuiet(5)).toBe(true);
});

test('the timer steps only while it is quiet, and stops', async () => {
  const server = await start();
  await server.post('insights/', { favorited: true, filters: FILTERS });
  await server.get('insights/1/');
  server.clock.now_ms += 6 * HOUR_MS;
  let quiet = false;
  const warming = startWarming(server.service, () => quiet, PAUSE_MS);
  await wait(PAUSE_MS * 3);
  expect(await age(server, 'insights/1/')).toBe('2024-10-18T09:00:00Z');
  quiet = true;
  await wait(PAUSE_MS * 3);
  expect(await age(server, 'insights/1/')).toBe('2024-10-18T15:00:00Z');
  await warming.stop();
  server.clock.now_ms += 6 * HOUR_MS;
  await wait(PAUSE_MS * 3);
  expect(await age(server, 'insights/1/')).toBe('2024-10-18T15:00:00Z');
});
