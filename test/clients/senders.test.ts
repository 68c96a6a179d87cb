/** Unmodified libraries of other products, with only the address changed: what they send is counted. */
import { createInstance } from '@amplitude/analytics-node';
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import { Analytics } from '@segment/analytics-node';
import { buildPageView, buildSelfDescribingEvent, buildStructEvent, newTracker } from '@snowplow/node-tracker';
import Mixpanel from 'mixpanel';
import { expect, test } from 'vitest';
import { askingOf } from './asking.ts';

test('Segment', async () => {
  const { base, token, trend, service } = await askingOf();
  const client = new Analytics({ writeKey: token, host: base, flushAt: 20 });
  client.on('error', (error) => {
    throw error;
  });
  client.track({ anonymousId: 'visitor', event: 'Signed Up', properties: { plan: 'free' } });
  client.identify({ userId: 'ana', anonymousId: 'visitor', traits: { city: 'Oslo' } });
  const context = { groupId: 'acme', campaign: { source: 'news', name: 'spring', medium: 'mail' } };
  const once = { userId: 'ana', event: 'Signed Up', properties: { plan: 'pro' }, context, messageId: 'the-same' };
  client.track(once);
  client.track(once);
  client.track({ userId: 'ben', event: 'Signed Up', timestamp: new Date(Date.now() - 3_600_000) });
  client.page({ userId: 'ben', name: 'Home', properties: { url: 'http://x/' } });
  client.group({ userId: 'ana', groupId: 'acme', traits: { size: 5 } });
  client.alias({ userId: 'ben', previousId: 'ben-before' });
  await client.closeAndFlush();

  expect(await trend({ events: [{ id: 'Signed Up' }] })).toEqual({ 'Signed Up': 3 });
  expect(await trend({ events: [{ id: 'Signed Up', math: 'dau' }] })).toEqual({ 'Signed Up': 2 });
  const city = { breakdown: 'city', breakdown_type: 'person' };
  expect(await trend({ events: [{ id: 'Signed Up' }], ...city })).toMatchObject({ Oslo: 2 });
  expect(await trend({ events: [{ id: 'Signed Up' }], breakdown: 'utm_source' })).toMatchObject({ news: 1 });
  expect(await trend({ events: [{ id: '$pageview' }], breakdown: '$current_url' })).toEqual({ 'http://x/': 1 });
  expect(service.store.groups.get(1, 0, 'acme')?.properties).toEqual({ size: 5 });
  const { people } = service.store;
  expect(people.find(1, 'ben-before')?.person_ord).toBe(people.find(1, 'ben')?.person_ord);
});

test('Segment: what cannot be stored is told, and the rest is stored', async () => {
  const { base, token, trend } = await askingOf();
  const send = (path: string, body: unknown, key = token) =>
    fetch(base + path, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${key}:`).toString('base64')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
  const batch = [
    { type: 'track', event: 'a', userId: 'x' },
    { type: 'track', event: 'a' },
    { type: 'what', userId: 'x' },
  ];
  expect(await (await send('/v1/batch', { batch })).json()).toEqual({
    success: true,
    rejected: [
      { at: 1, reason: 'A message needs "userId" or "anonymousId": say who did it.' },
      { at: 2, reason: 'A message has the type track, identify, page, screen, group or alias.' },
    ],
  });
  expect(await (await send('/v1/track', { event: 'a', userId: 'y' })).json()).toEqual({ success: true });
  expect(await trend({ events: [{ id: 'a', math: 'dau' }] })).toEqual({ a: 2 });
  expect((await send('/v1/batch', { batch }, 'phc_wrong')).status).toBe(401);
  expect((await send('/v1/batch', { batch: 5 })).status).toBe(400);
});

test('Amplitude', async () => {
  const { base, token, trend, service } = await askingOf();
  const client = createInstance();
  await client.init(token, { serverUrl: `${base}/2/httpapi`, flushQueueSize: 50 }).promise;
  const did = [
    client.track('Bought', { plan: 'free' }, { device_id: 'phone-1', time: Date.now() - 60_000 }),
    client.track(
      'Bought',
      { plan: 'pro' },
      { user_id: 'ana@example.com', insert_id: 'once', groups: { company: 'acme' } },
    ),
    client.track(
      'Bought',
      { plan: 'pro' },
      { user_id: 'ana@example.com', insert_id: 'once', groups: { company: 'acme' } },
    ),
  ];
  const { Identify } = await import('@amplitude/analytics-node');
  const identify = new Identify().set('city', 'Oslo').setOnce('first', 'yes');
  did.push(client.identify(identify, { user_id: 'ana@example.com', device_id: 'phone-1' }));
  did.push(client.groupIdentify('company', 'acme', new Identify().set('size', 5)));
  await client.flush().promise;
  for (const one of did) expect((await one.promise).code).toBe(200);

  expect(await trend({ events: [{ id: 'Bought' }] })).toEqual({ Bought: 2 });
  expect(await trend({ events: [{ id: 'Bought', math: 'dau' }] })).toEqual({ Bought: 1 });
  expect(await trend({ events: [{ id: 'Bought' }], breakdown: 'plan' })).toEqual({ pro: 1, free: 1 });
  expect(await trend({ events: [{ id: 'Bought' }], breakdown: 'first', breakdown_type: 'person' })).toEqual({ yes: 2 });
  expect(service.store.groups.get(1, 0, 'acme')?.properties).toEqual({ size: 5 });
});

test('Mixpanel', async () => {
  const { base, token, trend, service } = await askingOf();
  const client = Mixpanel.init(token, { host: new URL(base).host, protocol: 'http' });
  const sent = (run: (done: (error?: Error) => void) => void) =>
    new Promise<void>((resolve, reject) => run((error) => (error ? reject(error) : resolve())));
  const hour_ago_s = Math.floor(Date.now() / 1_000) - 3_600;
  const once = { distinct_id: 'ana', plan: 'pro', $insert_id: 'once', time: hour_ago_s };
  await sent((done) => client.track('Bought', once, done));
  await sent((done) => client.track('Bought', once, done));
  await sent((done) =>
    client.track_batch([{ event: 'Bought', properties: { distinct_id: 'ben', plan: 'free' } }], done as never),
  );
  await sent((done) => client.people.set('ana', { city: 'Oslo' }, done));
  await sent((done) => client.groups.set('company', 'acme', { size: 5 }, done));

  expect(await trend({ events: [{ id: 'Bought' }], breakdown: 'plan' })).toEqual({ pro: 1, free: 1 });
  expect(await trend({ events: [{ id: 'Bought' }], breakdown: 'city', breakdown_type: 'person' })).toMatchObject({
    Oslo: 1,
  });
  expect(service.store.groups.get(1, 0, 'acme')?.properties).toEqual({ size: 5 });
  const [first] = service.store.definitions.events(1).filter(({ name }) => name === 'Bought');
  expect(first?.first_seen_ms).toBe(hour_ago_s * 1_000);

  for (const name of ['nobody', 'ana']) {
    await sent((done) => client.people.increment(name, { visits: 1 }, done));
    await sent((done) => client.people.append(name, { seen: 'a' }, done));
    await sent((done) => client.people.union(name, { tags: ['a'] }, done));
    await sent((done) => client.people.delete_user(name, {}, done));
  }
  await sent((done) => client.people.unset('ana', ['city'], done));
  const { people } = service.store;
  expect(people.find(1, 'nobody')).toBeUndefined();
  // Where no people are told, an object without an event is a mistake.
  const increment = JSON.stringify({ api_key: token, distinct_id: 'ana', $add: { visits: 1 } });
  expect((await fetch(`${base}/capture/`, { method: 'POST', body: increment })).status).toBe(400);
  expect(people.get(1, people.find(1, 'ana')!.person_ord)?.properties).toEqual({});
  // The library's types do not know `key`.
  const settings = { host: new URL(base).host, protocol: 'http', key: 'unused' };
  const importing = Mixpanel.init(token, settings);
  const then_s = Date.parse('2020-01-02T00:00:00Z') / 1_000;
  await sent((done) => importing.import('Imported', then_s, { distinct_id: 'ana' }, done as never));
  expect(service.store.definitions.events(1).find(({ name }) => name === 'Imported')?.first_seen_ms).toBe(
    then_s * 1_000,
  );
});

const HOUR_MS = 3_600_000;

test('Snowplow', async () => {
  const { base, token, trend, list, service } = await askingOf();
  const visited = (user: string | null, encodeBase64: boolean) => {
    const settings = { namespace: 'shop', appId: token, encodeBase64 };
    const tracker = newTracker(settings, { endpoint: base, bufferSize: 10, eventMethod: 'post' });
    if (user !== null) tracker.setUserId(user);
    tracker.setDomainUserId('visitor');
    const page = { schema: 'iglu:com.acme/shop_page/jsonschema/1-0-0', data: { kind: 'prices' } };
    tracker.track(buildPageView({ pageUrl: 'http://x/pricing?utm_source=news', pageTitle: 'Prices' }), [page]);
    const signed = { schema: 'iglu:com.acme/signed_up/jsonschema/2-1-0', data: { plan: 'pro', seats: 5 } };
    tracker.track(buildSelfDescribingEvent({ event: signed }));
    const bought = { category: 'shop', action: 'bought', label: 'shoes', value: 12.5 };
    tracker.track(buildStructEvent(bought), null, { type: 'ttm', value: Date.now() - HOUR_MS });
    tracker.flush();
  };
  visited(null, true);
  visited('ana', false);
  await expect.poll(async () => (await list()).length, { timeout: 10_000 }).toBe(7);

  const named = (await list()).map(({ event, distinct_id }) => `${event} ${distinct_id}`);
  const each = ['$pageview', 'signed_up', 'bought'].flatMap((event) => [`${event} ana`, `${event} visitor`]);
  expect(named.sort()).toEqual([...each, '$identify ana'].sort());
  const { people } = service.store;
  expect(people.find(1, 'visitor')?.person_ord).toBe(people.find(1, 'ana')?.person_ord);
  const [bought] = await list('event=bought');
  expect(bought!.properties).toMatchObject({ category: 'shop', label: 'shoes', value: 12.5, $lib: 'node' });
  expect(Math.abs(Date.parse(bought!.timestamp) - (Date.now() - HOUR_MS))).toBeLessThan(30_000);
  const [viewed] = await list('event=$pageview');
  expect(viewed!.properties).toMatchObject({ $pathname: '/pricing', title: 'Prices', shop_page: { kind: 'prices' } });
  expect(await trend({ events: [{ id: '$pageview' }], breakdown: 'utm_source' })).toEqual({ news: 2 });
  expect(await trend({ events: [{ id: 'signed_up', math: 'sum', math_property: 'seats' }] })).toEqual({
    signed_up: 10,
  });
});

test('Snowplow: what cannot be stored is told, and the rest is stored', async () => {
  const { base, token, list } = await askingOf();
  const send = (data: unknown) =>
    fetch(`${base}/com.snowplowanalytics.snowplow/tp2`, { method: 'POST', body: JSON.stringify({ data }) });
  const nameless = { data: { size: 1 } };
  const page = { schema: 'iglu:com.acme/page/jsonschema/1-0-0', data: { id: 'p' } };
  const good = { aid: token, e: 'se', se_ac: 'bought', uid: 'ana', co: JSON.stringify({ data: [nameless, page] }) };
  const answer = await send([good, { e: 'pv' }, { e: 'zz', uid: 'ana' }, { e: 'ue', uid: 'ana', ue_pr: '{"data":' }]);
  expect(answer.status).toBe(200);
  const { stored, rejected } = (await answer.json()) as { stored: number; rejected: { at: number; reason: string }[] };
  expect([stored, ...rejected.map(({ at, reason }) => [at, reason.slice(0, 20)])]).toEqual([
    1,
    [1, 'An event needs "uid"'],
    [2, 'An event is of the k'],
    [3, expect.any(String)],
  ]);
  expect((await send([{ ...good, aid: 'phc_wrong' }])).status).toBe(401);
  expect((await send({})).status).toBe(400);
  const events = await list();
  expect(events).toHaveLength(1);
  expect(events[0]!.properties['page']).toEqual({ id: 'p' });
  expect(Object.keys(events[0]!.properties)).not.toContain('null');
});

test('OpenTelemetry: log records with a name are events', async () => {
  const { base, token, list, trend } = await askingOf();
  const exporter = new OTLPLogExporter({ url: `${base}/v1/logs`, headers: { Authorization: `Bearer ${token}` } });
  const provider = new LoggerProvider({ processors: [new BatchLogRecordProcessor({ exporter })] });
  const logger = provider.getLogger('shop');
  const attributes = { 'user.id': 'ana', plan: 'pro', seats: 5, ratio: 0.5, tags: ['a', 'b'], 'session.id': 's1' };
  logger.emit({ eventName: 'signed up', timestamp: Date.now() - HOUR_MS, attributes, body: { size: { deep: true } } });
  logger.emit({ eventName: 'signed up', attributes: { 'session.id': 's2' }, body: 'by phone' });
  logger.emit({ severityText: 'INFO', body: 'a line, and no event', attributes });
  await provider.forceFlush();
  await provider.shutdown();

  const [first, second, ...more] = (await list()).sort((a, b) => a.timestamp.localeCompare(b.timestamp));
  expect(more).toEqual([]);
  expect(first).toMatchObject({
    event: 'signed up',
    distinct_id: 'ana',
    properties: {
      ...{ plan: 'pro', seats: 5, ratio: 0.5, tags: ['a', 'b'], $session_id: 's1', size: { deep: true } },
      $lib: 'opentelemetry',
    },
  });
  expect(Math.abs(Date.parse(first!.timestamp) - (Date.now() - HOUR_MS))).toBeLessThan(30_000);
  expect(second).toMatchObject({ distinct_id: 's2', properties: { body: 'by phone' } });
  expect(await trend({ events: [{ id: 'signed up', math: 'sum', math_property: 'seats' }] })).toEqual({
    'signed up': 5,
  });
});

test('OpenTelemetry: what is no event is told', async () => {
  const { base, token } = await askingOf();
  const send = (logRecords: unknown, key = token) =>
    fetch(`${base}/v1/logs`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords }] }] }),
    });
  const answer = await send([{ body: { stringValue: 'a line' } }, { eventName: 'x' }]);
  expect([answer.status, await answer.json()]).toEqual([
    200,
    { partialSuccess: { rejectedLogRecords: 2, errorMessage: 'Only log records with an event name are stored.' } },
  ]);
  expect((await send([], 'phc_wrong')).status).toBe(401);
  expect((await send('x')).status).toBe(400);
  const packed = await fetch(`${base}/v1/logs`, { method: 'POST', body: new Uint8Array([10, 3, 1, 2, 3]) });
  expect(packed.status).toBe(400);
});
