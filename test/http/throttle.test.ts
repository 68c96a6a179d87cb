/** Rate limits: by key, and by address without one. */
import { Pool } from 'undici';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startServer as startBoth } from '../../src/cli/serve.ts';
import { addressOf, networkOf } from '../../src/http/wire/address.ts';
import { createThrottle } from '../../src/http/wire/throttle.ts';
import { LIMIT } from '../../src/model/limit.ts';
import { temporaryProduct } from '../support/product.ts';
import { atAndPast } from '../support/tried_limits.ts';
import { type Answer, type Server, startServer } from './support.ts';

/** How many of so many in a row are not throttled; the first that is must say when to come again. */
async function passing(most: number, ask: () => Promise<Pick<Answer, 'status' | 'headers'>>): Promise<number> {
  for (let passed = 0; passed < most; passed++) {
    const { status, headers } = await ask();
    if (status !== 429) continue;
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    return passed;
  }
  return most;
}

test('/mcp counts like the insight routes, and together with them', async () => {
  const product = temporaryProduct();
  const options = { port: 0, host: '127.0.0.1', allowedHosts: [], readOnly: false, rateLimit: true };
  const server = await startBoth(product.service, options);
  onTestFinished(() => server.close());
  const pool = new Pool(`http://127.0.0.1:${server.port}`, { connections: 1 });
  onTestFinished(() => pool.destroy());
  const [key, other] = [product.key(['*']), product.key(['*'])];
  const ask = async (path: string, bearer: string): Promise<Pick<Answer, 'status' | 'headers'>> => {
    const headers = {
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    const body = path === '/mcp' ? '{"jsonrpc":"2.0","id":1,"method":"ping"}' : null;
    const answer = await pool.request({ method: body === null ? 'GET' : 'POST', path, headers, body });
    await answer.body.dump();
    return { status: answer.statusCode, headers: answer.headers };
  };
  const rest = '/api/projects/1/insights/';
  for (let count = 0; count < 10; count++) expect((await ask(rest, key)).status).toBe(200);
  expect(await passing(LIMIT.requests_per_minute, () => ask('/mcp', key))).toBe(LIMIT.requests_per_minute - 10);
  expect((await ask(rest, key)).status).toBe(429);
  expect((await ask(rest, other)).status).toBe(200);
  expect((await ask('/mcp', other)).status).not.toBe(429);
  expect(await passing(LIMIT.refusals_per_minute + 1, () => ask('/mcp', 'phx_wrong'))).toBe(LIMIT.refusals_per_minute);
});

test('wrong keys and tokens of one address are told to wait, good ones beside them are not', async () => {
  const most = LIMIT.refusals_per_minute;
  const doors: ((server: Server) => Promise<Answer>)[] = [
    (server) => server.get('insights/', { key: 'phx_wrong' }),
    (server) => server.get('insights/', { key: null }),
    (server) => server.post('/batch/', { api_key: 'phc_wrong', batch: [{ event: 'a', distinct_id: 'b' }] }),
    (server) => server.get('/shared/wrong', { key: null }),
    (server) => server.get('/shared/wrong.json', { key: null }),
  ];
  for (const door of doors) {
    const server = await startServer({}, { rate_limit: true });
    const { api_token } = server.service.store.projects.list()[0]!;
    expect(await passing(most + 5, () => door(server))).toBe(most);
    expect((await server.get('insights/')).status).toBe(200);
    const events = { api_key: api_token, batch: [{ event: 'a', distinct_id: 'b' }] };
    expect((await server.send('POST', '/batch/', { key: null, body: events })).status).toBe(200);
  }
});

test('what costs something without a key counts by address, probes do not count', async () => {
  const server = await startServer({}, { rate_limit: true });
  const asked = () => server.get('/metrics', { key: null });
  expect(await passing(LIMIT.other_requests_per_minute + 1, asked)).toBe(LIMIT.other_requests_per_minute);
  expect((await server.get('/openapi.json', { key: null })).status).toBe(429);
  for (const probe of ['/healthz', '/readyz']) expect((await server.get(probe, { key: null })).status).toBe(200);
});

test('a visitor of a sharing link does not use up what others may', async () => {
  const server = await startServer({}, { rate_limit: true, trusted_proxies: 1 });
  await server.post('insights/', { name: 'Shown' });
  const { access_token } = (await server.patch('insights/1/sharing/', { enabled: true })).body;
  const visit = (address: string) =>
    server.get(`/shared/${access_token}`, { key: null, headers: { 'x-forwarded-for': address } });
  expect(await passing(LIMIT.requests_per_minute + 1, () => visit('192.0.2.1'))).toBe(LIMIT.requests_per_minute);
  expect((await visit('192.0.2.2')).status).toBe(200);
});

test('so many pass in a minute, of each kind', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const lastOf = (kind: 'insights' | 'others' | 'refusals') => async (count: number) => {
    const throttle = createThrottle();
    for (let before = 1; before < count; before++) await throttle('somebody', kind);
    return throttle('somebody', kind);
  };
  const waiting = { at: null, past: 60 };
  await atAndPast('requests_per_minute', lastOf('insights'), waiting);
  await atAndPast('other_requests_per_minute', lastOf('others'), waiting);
  await atAndPast('refusals_per_minute', lastOf('refusals'), waiting);
});

test('the hour has a limit of its own', async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  /** Seconds to wait, told to the last of so many, who ask as fast as a minute lets them. */
  const lastOf = async (count: number, kind: 'insights' | 'others', per_minute: number) => {
    const throttle = createThrottle();
    for (let passed = 0; passed < count - 1; passed++) {
      if (passed > 0 && passed % per_minute === 0) vi.advanceTimersByTime(60_001);
      expect(await throttle('somebody', kind)).toBe(null);
    }
    vi.advanceTimersByTime(60_001);
    const told = await throttle('somebody', kind);
    expect(await throttle('another', kind)).toBe(null);
    vi.advanceTimersByTime(3_600_000);
    expect(await throttle('somebody', kind)).toBe(null);
    return told;
  };
  const left_s = (per_hour: number, per_minute: number) => 3_600 - Math.ceil(per_hour / per_minute) * 60;
  const insights = LIMIT.requests_per_minute;
  await atAndPast('requests_per_hour', (count) => lastOf(count, 'insights', insights), {
    at: null,
    past: left_s(LIMIT.requests_per_hour, insights),
  });
  const others = LIMIT.other_requests_per_minute;
  await atAndPast('other_requests_per_hour', (count) => lastOf(count, 'others', others), {
    at: null,
    past: left_s(LIMIT.other_requests_per_hour, others),
  });
});

test("an address is believed of the operator's own proxies only", () => {
  const arrived = { incoming: { socket: { remoteAddress: '::ffff:10.0.0.9' } } };
  const from = (proxies: number, forwarded: string | null) =>
    addressOf(proxies)({ headers: new Headers(forwarded === null ? {} : { 'x-forwarded-for': forwarded }) }, arrived);
  expect(from(0, '192.0.2.1')).toBe('10.0.0.9');
  expect(from(1, null)).toBe('10.0.0.9');
  expect(from(1, 'spoofed, 192.0.2.1')).toBe('192.0.2.1');
  expect(from(1, '192.0.2.1, nonsense')).toBe('10.0.0.9');
  expect(from(2, '203.0.113.5, 192.0.2.1, 10.0.0.1')).toBe('192.0.2.1');
  expect(from(2, '192.0.2.1')).toBe('10.0.0.9');
  expect(addressOf(1)({ headers: new Headers() }, undefined)).toBe(null);
  const same = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::', '2001:db8:1:2:3:4:5:6'].map(networkOf);
  expect(new Set(same)).toEqual(new Set(['2001:db8:1:2']));
  expect(['::1', '192.0.2.1', null].map(networkOf)).toEqual(['0:0:0:0', '192.0.2.1', 'unknown']);
});
