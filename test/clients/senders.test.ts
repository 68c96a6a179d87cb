/** Unmodified libraries of other products, with only the address changed: what they send is counted. */
import { createInstance } from '@amplitude/analytics-node';
import { Analytics } from '@segment/analytics-node';
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
});
