/** The server library of PostHog, unmodified, against both of the protocols it speaks: what it sends is what is counted. */
import { PostHog } from 'posthog-node';
import { afterEach, describe, expect, test } from 'vitest';
import { type Asking, askingOf } from './asking.ts';

const MODE = 'POSTHOG_CAPTURE_MODE';

afterEach(() => {
  delete process.env[MODE];
});

interface Sending extends Asking {
  readonly client: PostHog;
}

async function start(mode: string): Promise<Sending> {
  process.env[MODE] = mode;
  const asking = await askingOf();
  const client = new PostHog(asking.token, { host: asking.base, flushAt: 100, flushInterval: 60_000 });
  client.on('error', (error) => {
    throw error;
  });
  return { ...asking, client };
}

describe.each(['v0', 'v1'])('protocol %s', (mode) => {
  test('events, people, merges and groups', async () => {
    const { client, trend, service } = await start(mode);
    const groups = { company: 'acme' };
    client.capture({ distinctId: 'anonymous-1', event: 'visited', properties: { plan: 'free' } });
    client.capture({ distinctId: 'ana', event: 'visited', properties: { plan: 'pro' }, groups });
    client.capture({
      distinctId: 'ben',
      event: 'visited',
      properties: { plan: 'pro', $set: { city: 'Rome' } },
      groups,
    });
    client.identify({ distinctId: 'ana', properties: { city: 'Oslo' } });
    client.alias({ distinctId: 'ana', alias: 'anonymous-1' });
    client.groupIdentify({ groupType: 'company', groupKey: 'acme', properties: { size: 5 } });
    await client.shutdown();

    expect(await trend({ events: [{ id: 'visited' }] })).toEqual({ visited: 3 });
    expect(await trend({ events: [{ id: 'visited', math: 'dau' }] })).toEqual({ visited: 2 });
    expect(await trend({ events: [{ id: 'visited' }], breakdown: 'plan' })).toEqual({ pro: 2, free: 1 });
    const city = { breakdown: 'city', breakdown_type: 'person' };
    expect(await trend({ events: [{ id: 'visited' }], ...city })).toEqual({ Oslo: 2, Rome: 1 });
    const by_company = { math: 'unique_group', math_group_type_index: 0 };
    expect(await trend({ events: [{ id: 'visited', ...by_company }] })).toEqual({ visited: 1 });
    expect(service.store.groups.get(1, 0, 'acme')?.properties).toEqual({ size: 5 });
  });

  test('a batch of many events, each once', async () => {
    const { client, trend } = await start(mode);
    for (let i = 0; i < 1_000; i++) client.capture({ distinctId: `u${i % 50}`, event: 'clicked', properties: { i } });
    await client.shutdown();
    expect(await trend({ events: [{ id: 'clicked' }] })).toEqual({ clicked: 1_000 });
    expect(await trend({ events: [{ id: 'clicked', math: 'dau' }] })).toEqual({ clicked: 50 });
  });

  test('there are no flags, and asking for them is no error', async () => {
    const { client } = await start(mode);
    expect(await client.getAllFlags('ana')).toEqual({});
    await client.shutdown();
  });
});
