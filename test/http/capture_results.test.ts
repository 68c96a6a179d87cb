/** Packed bodies, and the newer protocol, which answers for each event. */
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { startServer } from './support.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const one = (values: Record<string, unknown> = {}) => ({ event: 'e', distinct_id: 'a', ...values });

interface Stored {
  readonly timestamp: string;
  readonly uuid: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

async function opened() {
  const server = await startServer({ now: () => NOW });
  const { api_token } = server.service.store.projects.get(1)!;
  return {
    api_token,
    bearer: { authorization: `Bearer ${api_token}`, 'posthog-sdk-info': 'posthog-node/5.70.0' },
    post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
      const sent = body instanceof Uint8Array ? new Uint8Array(body) : JSON.stringify(body);
      return fetch(server.origin + path, { method: 'POST', headers, body: sent });
    },
    async stored(): Promise<Stored[]> {
      return (await server.get('events/')).body.results;
    },
  };
}

// The libraries for Go and Rust have all of them.
test.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['zstd', zstdCompressSync],
  ['br', brotliCompressSync],
])('bodies packed with %s', async (encoding, packed) => {
  const { api_token, bearer, post, stored } = await opened();
  const headers = { ...bearer, 'content-encoding': encoding };
  const sent = packed(JSON.stringify({ api_key: api_token, batch: [one()] }));
  for (const path of ['/batch/', '/i/v1/analytics/events']) {
    expect((await post(path, sent, headers)).status).toBe(200);
    expect((await post(path, sent.subarray(0, 20), headers)).status).toBe(400);
  }
  const asked = await post('/flags/?v=2', packed(JSON.stringify({ api_key: api_token })), headers);
  expect(asked.status).toBe(200);
  expect(await stored()).toHaveLength(2);
});

describe('results for each event', () => {
  const path = '/i/v1/analytics/events';

  test('good ones are stored, bad ones named', async () => {
    const { bearer, post, stored } = await opened();
    const uuid = '01a1f999-7f45-7850-96d8-72026ebd4ce4';
    const body = {
      created_at: '2026-11-20T12:00:00Z',
      batch: [
        one({ uuid, options: { process_person_profile: false }, timestamp: '2026-11-20T11:00:00Z' }),
        { event: 'nobody', uuid: 'second' },
      ],
    };
    const answer = await post(path, gzipSync(JSON.stringify(body)), bearer);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({
      results: {
        [uuid]: { result: 'ok' },
        second: { result: 'drop', details: expect.stringContaining('distinct_id') },
      },
    });
    expect(await stored()).toMatchObject([
      { uuid, properties: { $lib: 'posthog-node', $lib_version: '5.70.0', $process_person_profile: false } },
    ]);
  });

  // The libraries for Go and Rust take these members out of the properties.
  test('the session and the options stand where the older protocol has them', async () => {
    const { bearer, post, stored } = await opened();
    const options = { cookieless_mode: true, product_tour_id: 'tour', process_person_profile: true };
    const event = one({ session_id: 's1', window_id: 'w1', options, properties: { plan: 'pro' } });
    expect((await post(path, { batch: [event] }, bearer)).status).toBe(200);
    expect((await stored())[0]?.properties).toMatchObject({
      ...{ plan: 'pro', $session_id: 's1', $window_id: 'w1' },
      ...{ $cookieless_mode: true, $product_tour_id: 'tour', $process_person_profile: true },
    });
  });

  // The library for Go writes the time of the request in seconds, and those of events in nanoseconds.
  test.each([
    ['2026-11-20T11:59:59Z', '2026-11-20T11:59:59.201Z'],
    ['2026-11-20T12:00:00+00:00', '2026-11-20T11:59:59.200Z'],
    ['2026-11-20T11:59:59.000Z', '2026-11-20T12:00:00.200Z'],
    ['2026-11-20T10:59:59Z', '2026-11-20T12:59:59.201Z'],
    ['2026-11-20T12:00:09Z', '2026-11-20T11:59:50.200Z'],
  ])('sent at %s', async (sent_at, stored_at) => {
    const { bearer, post, stored } = await opened();
    const event = one({ timestamp: '2026-11-20T11:59:59.200123456Z' });
    await post(path, { batch: [event] }, { ...bearer, 'posthog-request-timestamp': sent_at });
    const [{ timestamp } = { timestamp: '' }] = await stored();
    expect(new Date(timestamp).toISOString()).toBe(stored_at);
  });

  test('the token is a bearer', async () => {
    const { post } = await opened();
    expect((await post(path, { batch: [one()] })).status).toBe(401);
    expect((await post(path, { batch: [one()] }, { authorization: 'Bearer phc_other' })).status).toBe(401);
  });
});
