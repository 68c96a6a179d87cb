/** Alerts are judged by what is so now, not by what an insight's result said hours ago. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { LIMIT } from '../../src/model/limit.ts';
import { TUNING } from '../../src/model/tuning.ts';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { bodyFor } from '../../src/service/alerts/webhook.ts';
import { call } from '../../src/service/gate/call.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { checkAlerts } from '../../src/service/rounds/watch.ts';
import { openService } from '../../src/service/service.ts';
import { SILENT } from '../support/log.ts';
import { event } from '../support/product.ts';
import { askedProduct } from '../support/questions.ts';

test('a day is judged when it has ended, and again when late events come', async () => {
  let now = Date.parse('2026-03-10T23:50:00Z');
  const { add, ask } = askedProduct({ now: () => now });
  const paid = (day: string, times: number) => {
    add(...Array.from({ length: times }, () => event('paid', 'ana', `${day}T10:00:00Z`)));
  };
  paid('2026-03-09', 5);
  paid('2026-03-10', 1);
  const filters = { events: [{ id: 'paid' }], date_from: '-7d' };
  const insight = await ask<{ short_id: string }>(operationNamed('create_insight'), { name: 'Paid', filters });
  const { id } = await ask<{ id: string }>(operationNamed('create_alert'), { insight: insight.short_id, lower: 3 });
  const judged = () => ask(operationNamed('get_alert'), { id });
  expect(await judged()).toMatchObject({ state: 'not_firing', point: '2026-03-09', value: 5 });
  now += 20 * 60_000;
  expect(await judged()).toMatchObject({ state: 'firing', point: '2026-03-10', value: 1 });
  paid('2026-03-10', 3);
  now += 20 * 60_000;
  expect(await judged()).toMatchObject({ state: 'not_firing', point: '2026-03-10', value: 4 });
  const other = await ask(operationNamed('update_alert'), { id, series: 1 });
  expect(other).toMatchObject({ state: 'unknown', reason: expect.stringContaining('The trend has 1 line now;') });
});

test('each point is told once, whatever is renamed meanwhile, and of every alert, however many there are', async () => {
  let came = 0;
  const http = createServer((_, response) => {
    came++;
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  onTestFinished(() => void http.close());
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const { ask, product } = askedProduct({ webhook_hosts: [origin] });
  const { service } = product;
  const filters = { events: [{ id: 'paid' }], date_from: '-7d' };
  const insight = await ask<{ short_id: string }>(operationNamed('create_insight'), { name: 'Paid', filters });
  const body = { insight: insight.short_id, lower: 3, enabled: false };
  await ask(operationNamed('create_alert'), body);
  const { id: _, ...first } = service.store.alerts.get(1, 1)!;
  service.store.transaction(() => {
    for (let at = 1; at < LIMIT.page_max; at++) service.store.alerts.insert(first);
  });
  const made = { ...body, enabled: true, webhook_url: origin };
  const { id } = await ask<{ id: string }>(operationNamed('create_alert'), made);
  const told = () => checkAlerts(service, new AbortController().signal);
  expect([await told(), await told(), came]).toEqual([1, 0, 1]);
  const update = operationNamed('update_alert');
  for (const same of [{ name: 'Few' }, { lower: 3 }, { enabled: true }, { webhook_url: origin }])
    await ask(update, { id, ...same });
  expect([await told(), came]).toEqual([0, 1]);
  await ask(update, { id, lower: 4 });
  expect([await told(), came]).toEqual([1, 2]);
  const read = await ask<{ alerts: unknown[] }>(operationNamed('get_insight'), { id: insight.short_id });
  expect(read.alerts).toHaveLength(1);
});

/** Until the host breaks the connection off. */
const SILENT_MS = 1_500;

test('a host that does not answer holds up no other, and is asked no more than a few times a round', async () => {
  const came = { silent: 0, kept: 0 };
  const origins = await Promise.all(
    (['silent', 'kept'] as const).map(async (name) => {
      const http = createServer((_, response) => {
        came[name]++;
        if (name === 'kept') response.writeHead(204).end();
        else setTimeout(() => response.destroy(), SILENT_MS);
      }).listen(0, '127.0.0.1');
      await once(http, 'listening');
      onTestFinished(() => void http.close().closeAllConnections());
      return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    }),
  );
  const { ask, product } = askedProduct({ webhook_hosts: origins });
  const filters = { events: [{ id: 'paid' }], date_from: '-7d' };
  const { id: insight } = await ask<{ id: number }>(operationNamed('create_insight'), { name: 'Paid', filters });
  const [silent, kept] = origins;
  for (const webhook_url of [...Array.from({ length: 12 }, () => silent), kept, kept])
    await ask(operationNamed('create_alert'), { insight, lower: 3, webhook_url });
  const round = checkAlerts(product.service, new AbortController().signal);
  await expect.poll(() => came.kept, { timeout: SILENT_MS }).toBe(2);
  expect(await round).toBe(2);
  expect(came.silent).toBe(TUNING.webhooks_at_once);
});

test('an alert that meets damage holds up none of the others, and nobody waits for a host when the server ends', async () => {
  const stopping = new AbortController();
  const http = createServer(() => stopping.abort()).listen(0, '127.0.0.1');
  await once(http, 'listening');
  onTestFinished(() => void http.close());
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const told: string[] = [];
  const log = { ...SILENT, warn: (_: object, text: string) => told.push(text) };
  const { ask, product } = askedProduct({ webhook_hosts: [origin], log });
  const filters = { events: [{ id: 'paid' }], date_from: '-7d' };
  for (const name of ['damaged', 'whole']) {
    const { id } = await ask<{ id: number }>(operationNamed('create_insight'), { name, filters });
    await ask(operationNamed('create_alert'), { insight: id, lower: 3, webhook_url: origin });
  }
  const other = new DatabaseSync(product.path);
  other.exec("UPDATE insight SET filters = '{}' WHERE name = 'damaged'");
  other.close();
  const began = performance.now();
  expect(await checkAlerts(product.service, stopping.signal)).toBe(0);
  expect(stopping.signal.aborted).toBe(true);
  expect(performance.now() - began).toBeLessThan(LIMIT.webhook_ms / 2);
  expect(told).toEqual(['an alert was not checked', 'a webhook was not sent']);
});

test('alerts of a project that cannot be read hold up none of other projects', async () => {
  const told: string[] = [];
  const log = { ...SILENT, warn: (_: object, text: string) => told.push(text) };
  const webhook_url = 'http://127.0.0.1:1';
  const { product } = askedProduct({ webhook_hosts: [webhook_url], log });
  const { service } = product;
  const ask = async (project_id: string, name: string, body: Record<string, unknown>): Promise<{ id: number }> =>
    (await call(service, localOwner(service), operationNamed(name), body, { project_id })) as { id: number };
  const { id: second } = await ask('1', 'create_project', { name: 'Other' });
  for (const project_id of ['1', String(second)]) {
    const filters = { events: [{ id: 'paid' }], date_from: '-7d' };
    const { id } = await ask(project_id, 'create_insight', { filters });
    await ask(project_id, 'create_alert', { insight: id, lower: 3, webhook_url });
  }
  const other = new DatabaseSync(product.path);
  other.exec("UPDATE alert SET subscribed_users = '[' WHERE project_id = 1");
  other.close();
  await checkAlerts(service, new AbortController().signal);
  expect(told).toEqual(['alerts of a project were not checked', 'a webhook was not sent']);
});

/** Whole days, weeks and hours up to a Tuesday noon. */
async function watched(filters: object, alert: object, ...times: readonly string[]) {
  const { add, ask } = askedProduct({ now: () => Date.parse('2026-03-10T12:00:00Z') });
  add(...times.map((time) => event('paid', 'ana', time, { change: -10 })));
  const question = { events: [{ id: 'paid' }], ...filters };
  const { id } = await ask<{ id: number }>(operationNamed('create_insight'), { filters: question });
  return ask(operationNamed('create_alert'), { insight: id, ...alert });
}

const onRise = { condition: { type: 'relative_increase' } };
const inShares = (bounds: object) => ({ ...onRise, threshold: { configuration: { type: 'percentage', bounds } } });

test('nothing has risen against a week that the range cuts', async () => {
  // The week from 22 February is cut: of it three days count, with two events a day.
  const days = ['02-22', '02-24', '02-26', '03-02', '03-03', '03-04', '03-05'].map((day) => `2026-${day}T10:00:00Z`);
  const weeks = { interval: 'week', date_from: '2026-02-26' };
  expect(await watched(weeks, inShares({ upper: 0.5 }), ...days)).toMatchObject({
    state: 'unknown',
    reason: 'The trend has no whole point before its latest one.',
  });
  expect(await watched({ ...weeks, date_from: '2026-02-22' }, inShares({ upper: 0.5 }), ...days)).toMatchObject({
    state: 'not_firing',
    value: expect.closeTo(1 / 3),
  });
});

test('a day that runs is judged if asked for, but none that has not begun', async () => {
  const running = { config: { check_ongoing_interval: true }, lower: 1 };
  const until = { date_from: '2026-03-08', date_to: '2026-03-20' };
  expect(await watched(until, running, '2026-03-10T10:00:00Z')).toMatchObject({
    ...{ state: 'not_firing', point: '2026-03-10', value: 1 },
  });
});

test('from less than nothing, less of it is a rise', async () => {
  const sums = { events: [{ id: 'paid', math: 'sum', math_property: 'change' }] };
  const times = ['2026-03-08T10:00:00Z', '2026-03-08T11:00:00Z', '2026-03-09T10:00:00Z'];
  expect(await watched(sums, inShares({ upper: 0.4 }), ...times)).toMatchObject({
    ...{ state: 'firing', value: 0.5, reason: expect.stringContaining('from -20 to -10') },
  });
});

/** A host that accepts everything, and does this before it answers. */
async function hookedProduct(now: () => number, answering: () => unknown = () => {}) {
  const http = createServer(async (_, response) => {
    await answering();
    response.writeHead(204).end();
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  onTestFinished(() => void http.close());
  const webhook_url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const { ask, product } = askedProduct({ now, webhook_hosts: [webhook_url] });
  const told = () => checkAlerts(product.service, new AbortController().signal);
  const watch = async (filters: object, alert: object) => {
    const question = { events: [{ id: 'paid' }], date_from: '-7d', ...filters };
    const { id } = await ask<{ id: number }>(operationNamed('create_insight'), { filters: question });
    return ask<{ id: string }>(operationNamed('create_alert'), { insight: id, webhook_url, ...alert });
  };
  return { ask, told, watch, product, webhook_url };
}

test('a single number is told once in each day of the project', async () => {
  let now = Date.parse('2026-03-10T10:30:00Z');
  const { ask, told, watch } = await hookedProduct(() => now);
  await ask(operationNamed('update_project'), { timezone: 'Pacific/Auckland' });
  await watch({ display: 'BoldNumber' }, { lower: 3 });
  expect(await told()).toBe(1);
  // Half past midnight there.
  now = Date.parse('2026-03-10T11:30:00Z');
  expect([await told(), await told()]).toEqual([1, 0]);
  now = Date.parse('2026-03-11T00:30:00Z');
  expect(await told()).toBe(0);
});

test('what is changed while it is told is told, too', async () => {
  let change = async () => {};
  const { ask, told, watch } = await hookedProduct(
    () => Date.parse('2026-03-10T10:30:00Z'),
    () => change(),
  );
  const { id } = await watch({}, { lower: 3 });
  change = async () => {
    change = async () => {};
    await ask(operationNamed('update_alert'), { id, lower: 5 });
  };
  expect([await told(), await told(), await told()]).toEqual([1, 1, 0]);
});

test('of several processes on one file, one tells', async () => {
  let came = 0;
  const clock = () => Date.parse('2026-03-10T10:30:00Z');
  const { product, watch, webhook_url } = await hookedProduct(clock, async () => {
    came++;
    await sleep(50);
  });
  await watch({}, { lower: 3 });
  await watch({}, { lower: 4 });
  const other = openService({ path: product.path, now: clock, webhook_hosts: [webhook_url] });
  onTestFinished(() => other.close());
  const round = () =>
    Promise.all([product.service, other].map((service) => checkAlerts(service, new AbortController().signal)));
  const sum = (told: number[]) => told.reduce((all, one) => all + one, 0);
  expect([sum(await round()), came]).toEqual([2, 2]);
  expect([sum(await round()), came]).toEqual([0, 2]);
});

test('a bound that is sent as null is gone, and none may be left without any', async () => {
  const { ask, refusal } = askedProduct();
  const filters = { events: [{ id: 'paid' }], date_from: '-7d' };
  const { id: insight } = await ask<{ id: number }>(operationNamed('create_insight'), { filters });
  const { id } = await ask<{ id: string }>(operationNamed('create_alert'), { insight, lower: 3, upper: 9 });
  const update = operationNamed('update_alert');
  expect(await ask(update, { id, lower: null })).toMatchObject({ lower: null, upper: 9 });
  expect((await refusal(update, { id, upper: null })).message).toContain('Send "lower", "upper", or both');
  expect(await ask(update, { id, lower: 2, upper: null })).toMatchObject({ lower: 2, upper: null });
  // Models send null for what they leave out: a bound in the other form stays.
  const threshold = { configuration: { bounds: { upper: 5 } } };
  expect(await ask(update, { id, lower: null, upper: null, threshold })).toMatchObject({ lower: null, upper: 5 });
});

test('an hour that the clock repeats is judged when its second time is over', async () => {
  let now = Date.parse('2026-10-25T01:50:00Z');
  const { add, ask } = askedProduct({ now: () => now });
  await ask(operationNamed('update_project'), { timezone: 'Europe/Berlin' });
  for (const hour of ['00', '00', '01']) add(event('paid', 'ana', `2026-10-25T${hour}:20:00Z`));
  const filters = { events: [{ id: 'paid' }], date_from: 'dStart', interval: 'hour' };
  const insight = await ask<{ short_id: string }>(operationNamed('create_insight'), { name: 'Paid', filters });
  const { id } = await ask<{ id: string }>(operationNamed('create_alert'), { insight: insight.short_id, lower: 2 });
  const judged = () => ask(operationNamed('get_alert'), { id });
  expect(await judged()).toMatchObject({ state: 'not_firing', point: '2026-10-25 02:00:00', value: 2 });
  now = Date.parse('2026-10-25T02:10:00Z');
  expect(await judged()).toMatchObject({ state: 'firing', point: '2026-10-25 02:00:00 (2)', value: 1 });
});

test('each chat service is sent what it shows, and nobody is called by a value of an event', () => {
  const message = { text: 'Paid: 3 <!channel> & @everyone', value: 3 };
  const text = 'Paid: 3 &lt;!channel&gt; &amp; @everyone';
  const sent = (url: string) => bodyFor(new URL(url), message);
  expect(sent('https://hooks.slack.com/services/T/B/x')).toEqual({ text, value: 3 });
  // Unknown members, or no content, are refused there.
  expect(sent('https://chat.googleapis.com/v1/spaces/A/messages?key=k')).toEqual({ text });
  const discord = { content: message.text, allowed_mentions: { parse: [] } };
  expect(sent('https://discord.com/api/webhooks/1/x')).toEqual({ text, value: 3, ...discord });
  const long = bodyFor(new URL('https://discord.com/api/webhooks/1/x'), { text: 'x'.repeat(2_001) });
  expect(long['content']).toHaveLength(2_000);
});
