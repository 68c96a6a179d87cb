/** Annotations beside answers; alerts, judged on request and sent once to allowed hosts. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { checkWebhook, sendWebhook } from '../../src/service/alerts/webhook.ts';
import { checkAlerts } from '../../src/service/rounds/watch.ts';
import { SILENT } from '../support/log.ts';
import { event } from '../support/product.ts';
import { atAndPast } from '../support/tried_limits.ts';
import { type Json, type Server, startServer } from './support.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const TREND = { events: [{ id: 'sign up' }], date_from: '-3d' };

function importSignUps(server: Server, days: Readonly<Record<string, number>>): void {
  const project = server.service.store.projects.list()[0]!;
  const items = Object.entries(days).flatMap(([day, count]) =>
    Array.from({ length: count }, (_, at) => event('sign up', `${day} ${at}`, `${day}T10:00:00Z`)),
  );
  server.service.ingest.importItems(project, items);
}

const NEVER = new AbortController().signal;

test('an annotation is told beside the answers that cover it, from the moment it is there', async () => {
  const server = await startServer({ now: () => NOW });
  importSignUps(server, { '2026-03-08': 2, '2026-03-09': 5 });
  await server.patch('', { timezone: 'Europe/Berlin' });
  const marks = async (body: object = TREND) =>
    (await server.post('insights/trend/', body)).body.resolved.annotations as Json;
  const saved = await server.post('insights/', { filters: { insight: 'TRENDS', ...TREND } });
  expect(await marks()).toBeUndefined();
  const made = await server.post('annotations/', { content: 'Release 2.0', date_marker: '2026-03-09' });
  expect(made).toMatchObject({
    status: 201,
    body: { id: 1, content: 'Release 2.0', date_marker: '2026-03-09T00:00:00+01:00', scope: 'project' },
  });
  await server.post('annotations/', { content: 'Outage', date_marker: '-2h' });
  await server.post('annotations/', { content: 'Long ago', date_marker: '2025-01-01' });
  // The answer itself was kept; what is marked is not part of it.
  expect(await marks()).toEqual([
    { id: 1, date: '2026-03-09T00:00:00+01:00', content: 'Release 2.0' },
    { id: 2, date: '2026-03-10T11:00:00+01:00', content: 'Outage' },
  ]);
  expect(await marks({ ...TREND, date_to: '2026-03-08' })).toBeUndefined();
  const { body } = await server.get(`insights/${saved.body.id}/`);
  expect(body.resolved.annotations.length).toBe(2);
  await server.patch('annotations/2/', { deleted: true });
  expect(await marks()).toHaveLength(1);
  // A link shows the insight, and nothing of what people note for themselves.
  await server.patch(`insights/${saved.body.id}/sharing/`, { enabled: true });
  const { access_token } = (await server.get(`insights/${saved.body.id}/sharing/`)).body;
  expect((await server.get(`/shared/${access_token}.json`, { key: null })).text).not.toContain('Release 2.0');
});

test('annotations are listed, found, changed and refused', async () => {
  const server = await startServer({ now: () => NOW });
  for (const content of ['Release 1', 'Release 2', 'Campaign']) await server.post('annotations/', { content });
  expect((await server.get('annotations/?search=RELEASE&limit=1')).body).toMatchObject({
    count: 2,
    results: [{ id: 1 }],
  });
  expect((await server.patch('annotations/3/', { date_marker: '2026-01-31' })).body).toMatchObject({
    date_marker: '2026-01-31T00:00:00+00:00',
  });
  expect((await server.post('annotations/', {})).body).toMatchObject({ code: 'required', attr: 'content' });
  expect((await server.post('annotations/', { content: 'x', date_marker: 'soon' })).body).toMatchObject({
    attr: 'date_marker',
  });
  await server.patch('annotations/1/', { deleted: true });
  expect((await server.get('annotations/1/')).status).toBe(404);
  expect((await server.patch('annotations/1/', { content: 'y' })).status).toBe(404);
  expect((await server.patch('annotations/1/', { deleted: false })).status).toBe(200);
});

/** What came in, in order. */
async function receiver(status: () => number): Promise<{ origin: string; came: Json[] }> {
  const came: Json[] = [];
  const http = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      came.push(JSON.parse(text));
      response.writeHead(status(), { location: '/elsewhere' }).end();
    });
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void http.close());
  return { origin: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, came };
}

test('an alert is judged by the latest whole day, and told once of each that is out of bounds', async () => {
  let now_ms = NOW;
  let status = 302;
  const { origin, came } = await receiver(() => status);
  const server = await startServer({ now: () => now_ms, webhook_hosts: [origin] });
  importSignUps(server, { '2026-03-08': 25, '2026-03-09': 12, '2026-03-10': 3 });
  const filters = { insight: 'TRENDS', ...TREND };
  const { body: insight } = await server.post('insights/', { name: 'Sign-ups', filters });
  const made = await server.post('alerts/', { insight: insight.short_id, lower: 20, webhook_url: `${origin}/hook` });
  expect(made).toMatchObject({
    status: 201,
    body: { id: '1', name: 'Sign-ups', state: 'firing', value: 12, point: '2026-03-09', last_notified_at: null },
  });
  const signal = new AbortController().signal;
  // A redirect is no answer: it may lead anywhere.
  expect(await checkAlerts(server.service, signal)).toBe(0);
  expect(came.length).toBe(1);
  status = 204;
  expect(await checkAlerts(server.service, signal)).toBe(1);
  expect(await checkAlerts(server.service, signal)).toBe(0);
  expect(came.slice(1)).toEqual([
    {
      text: 'Sign-ups: "sign up" was 12 on 2026-03-09, below 20.',
      alert: { id: 1, name: 'Sign-ups', lower: 20, upper: null },
      insight: insight.id,
      project: { id: 1, name: 'Default project' },
      value: 12,
      point: '2026-03-09',
    },
  ]);
  expect((await server.get('alerts/')).body.results[0]).toMatchObject({ last_notified_at: '2026-03-10T12:00:00Z' });
  // The next day is another point.
  now_ms += 24 * 3_600_000;
  expect(await checkAlerts(server.service, signal)).toBe(1);
  expect(came.at(-1)).toMatchObject({ value: 3, point: '2026-03-10' });
  await server.patch('alerts/1/', { lower: 2 });
  expect((await server.get('alerts/1/')).body).toMatchObject({ state: 'not_firing', value: 3 });
  expect(await checkAlerts(server.service, signal)).toBe(0);
});

test('where an alert posts to is told to those who may change it; others see the host', async () => {
  const { origin } = await receiver(() => 204);
  const server = await startServer({ now: () => NOW, webhook_hosts: [origin] });
  const { body: insight } = await server.post('insights/', { filters: { insight: 'TRENDS', ...TREND } });
  const secret = `${origin}/services/T0/B0/secret`;
  expect((await server.post('alerts/', { insight: insight.id, lower: 1, webhook_url: secret })).body.webhook_url).toBe(
    secret,
  );
  const [reads, writes] = [server.key(['alert:read']), server.key(['alert:write'])];
  const { body: one } = await server.get('alerts/1/', { key: reads });
  const { body: list } = await server.get('alerts/', { key: reads });
  expect([one.webhook_url, list.results[0].webhook_url]).toEqual([origin, origin]);
  expect((await server.get('alerts/1/', { key: writes })).body.webhook_url).toBe(secret);
});

test('what events are called calls nobody in the chat that is told, and makes no link there', async () => {
  const { origin, came } = await receiver(() => 204);
  const server = await startServer({ now: () => NOW, webhook_hosts: [origin] });
  const hostile = '<!channel> <https://evil.example|Dashboard> & more';
  const sent = event('sign up', 'a', '2026-03-09T10:00:00Z', { plan: hostile });
  server.service.ingest.importItems(server.service.store.projects.get(1)!, [sent]);
  const filters = { insight: 'TRENDS', ...TREND, breakdown: 'plan' };
  const { body: insight } = await server.post('insights/', { name: 'Plans', filters });
  const alert = { insight: insight.id, name: '<!here>\nPlans', lower: 20, webhook_url: `${origin}/hook` };
  await server.post('alerts/', alert);
  expect(await checkAlerts(server.service, NEVER)).toBe(1);
  const [{ text, alert: told }] = came as Json;
  expect(text).toContain('&lt;!here&gt;\\nPlans: "&lt;!channel&gt; &lt;https://evil.example');
  expect(text).not.toMatch(/[<>\n]/);
  expect(told.name).toBe(alert.name);
});

test('a rise or fall is judged in numbers or shares of the point before; the running point if asked', async () => {
  const server = await startServer({ now: () => NOW });
  importSignUps(server, { '2026-03-07': 0, '2026-03-08': 8, '2026-03-09': 6, '2026-03-10': 9 });
  const filters = { insight: 'TRENDS', ...TREND };
  const insight = (await server.post('insights/', { name: 'Sign-ups', filters })).body.id;
  const watch = async (type: string, configuration: object, body: object = {}) => {
    const sent = { insight, condition: { type }, threshold: { configuration }, ...body };
    const { state, value, point, reason } = (await server.post('alerts/', sent)).body;
    return [state, value, point, reason];
  };
  const fall = '"sign up" went from 8 to 6 on 2026-03-09, a fall of';
  const share = (bounds: object) => ({ type: 'percentage', bounds });
  expect(await watch('relative_decrease', share({ upper: 0.2 }))).toEqual([
    ...['firing', 0.25, '2026-03-09', `${fall} 25 %, above 20 %.`],
  ]);
  expect(await watch('relative_decrease', share({ upper: 0.25 }))).toEqual([
    ...['not_firing', 0.25, '2026-03-09', `${fall} 25 %, within its bounds.`],
  ]);
  expect(await watch('relative_decrease', { bounds: { upper: 1 } })).toEqual([
    ...['firing', 2, '2026-03-09', `${fall} 2, above 1.`],
  ]);
  expect(await watch('relative_increase', { bounds: { lower: -1 } })).toEqual([
    ...['firing', -2, '2026-03-09', `${fall} 2, above 1.`],
  ]);
  expect(await watch('relative_increase', share({ lower: 0.1 }))).toEqual([
    ...['firing', -0.25, '2026-03-09', `${fall} 25 %, below a rise of 10 %.`],
  ]);
  const ongoing = { config: { check_ongoing_interval: true } };
  expect(await watch('relative_increase', share({ upper: 0.4 }), ongoing)).toEqual([
    ...['firing', 0.5, '2026-03-10', '"sign up" went from 6 to 9 on 2026-03-10, a rise of 50 %, above 40 %.'],
  ]);
  expect((await server.get('insights/1/')).body.alerts).toBeUndefined(); // a chart could not show these bounds
  const { body: total } = await server.post('insights/', { filters: { ...filters, display: 'BoldNumber' } });
  expect((await watch('relative_increase', { bounds: { upper: 1 } }, { insight: total.id }))[0]).toBe('unknown');
  const { body: from } = await server.post('insights/', { filters: { ...filters, date_to: '2026-03-08' } });
  expect((await watch('relative_increase', share({ upper: 1 }), { insight: from.id }))[3]).toContain(
    'share of nothing',
  );
});

test('on Saturdays and Sundays of the project nobody is told who does not want it', async () => {
  const { origin, came } = await receiver(() => 200);
  // In Auckland it is Saturday already.
  const friday = Date.parse('2026-03-06T12:00:00Z');
  const server = await startServer({ now: () => friday, webhook_hosts: [origin] });
  const { body: insight } = await server.post('insights/', { filters: { insight: 'TRENDS', ...TREND } });
  const sent = { insight: insight.id, lower: 1, skip_weekend: true, webhook_url: `${origin}/hook` };
  await server.post('alerts/', sent);
  await server.patch('', { timezone: 'Pacific/Auckland' });
  const signal = new AbortController().signal;
  expect(await checkAlerts(server.service, signal)).toBe(0);
  await server.patch('', { timezone: 'UTC' });
  expect(await checkAlerts(server.service, signal)).toBe(1);
  expect(came).toHaveLength(1);
});

test('what cannot be watched, or told there, is refused', async () => {
  const server = await startServer({ now: () => NOW, webhook_hosts: ['hooks.example.com'] });
  const insight = async (filters: object) => (await server.post('insights/', { filters })).body.id as number;
  const trend = await insight({ insight: 'TRENDS', ...TREND, display: 'BoldNumber' });
  const funnel = await insight({ insight: 'FUNNELS', events: [{ id: 'a' }, { id: 'b', order: 1 }] });
  const refused = async (body: object) => {
    const answer = await server.post('alerts/', body);
    return [answer.status, answer.body.attr];
  };
  expect(await refused({ lower: 1 })).toEqual([400, 'insight']);
  expect(await refused({ insight: trend })).toEqual([400, 'lower']);
  expect(await refused({ insight: trend, lower: 2, upper: 1 })).toEqual([400, 'lower']);
  expect(await refused({ insight: funnel, lower: 1 })).toEqual([400, 'insight']);
  expect(await refused({ insight: 77, lower: 1 })).toEqual([404, null]);
  for (const webhook_url of [
    'http://hooks.example.com/x',
    'https://hooks.example.com:444/x',
    'https://hooks.example.com.evil.test/x',
    'https://a:b@hooks.example.com/x',
    'http://127.0.0.1:9/x',
    'hooks.example.com',
  ]) {
    expect(await refused({ insight: trend, lower: 1, webhook_url }), webhook_url).toEqual([400, 'webhook_url']);
  }
  const made = await server.post('alerts/', { insight: trend, lower: 1, webhook_url: 'https://hooks.example.com/x' });
  expect(made.body).toMatchObject({ state: 'firing', value: 0, point: null });
  // Of an insight that is gone there is nothing to tell.
  await server.patch(`insights/${trend}/`, { deleted: true });
  expect((await server.get('alerts/1/')).body).toMatchObject({ state: 'unknown', reason: 'The insight was removed.' });
  expect(await checkAlerts(server.service, new AbortController().signal)).toBe(0);
});

test('a host that is no longer allowed is not notified, which the log says, and nothing fails', async () => {
  const told: string[] = [];
  const log = { ...SILENT, warn: (_: object, text: string) => told.push(text) };
  const server = await startServer({ webhook_hosts: ['hooks.example.com', 'other.example.com'], log });
  expect(await sendWebhook(server.service, 'https://elsewhere.example.com/x', { text: '' }, NEVER)).toBe('refused');
  expect(await sendWebhook(server.service, 'no address', { text: '' }, NEVER)).toBe('refused');
  expect(told).toEqual(Array(2).fill(expect.stringContaining('--webhook-hosts')));
});

test('a webhook goes to any host that is allowed, but not with a name or a password in its address', async () => {
  const { service } = await startServer({ webhook_hosts: ['hooks.example.com', 'other.example.com'] });
  for (const host of ['hooks', 'other'])
    expect(() => checkWebhook(service, `https://${host}.example.com/x`)).not.toThrow();
  for (const secret of ['user', ':password', 'user:password']) {
    expect(() => checkWebhook(service, `https://${secret}@hooks.example.com/x`), secret).toThrow('has allowed');
  }
});

test.each(['its headers', 'its body'])('a host has so long to answer, if it holds back %s', async (what) => {
  const waiting: PromiseWithResolvers<() => void>[] = [];
  const http = createServer((_request, response) => {
    if (what === 'its body') response.writeHead(200).write('x');
    waiting.at(-1)!.resolve(() => void response.end());
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void http.close());
  onTestFinished(() => void vi.useRealTimers());
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const { service } = await startServer({ webhook_hosts: [origin] });
  const taken = async (ms: number) => {
    waiting.push(Promise.withResolvers());
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const sent = sendWebhook(service, `${origin}/hook`, { text: '' }, NEVER);
    const answer = await waiting.at(-1)!.promise;
    // What is sent has arrived by then.
    await sleep(20);
    vi.advanceTimersByTime(ms);
    vi.useRealTimers();
    const is_over = await Promise.race([sent.then(() => true), sleep(50).then(() => false)]);
    answer();
    return [is_over, (await sent) === 'taken'];
  };
  // The headers say whether it was accepted.
  const at = [true, what === 'its body'];
  await atAndPast('webhook_ms', taken, { at, past: [false, true], step: -1 });
});
