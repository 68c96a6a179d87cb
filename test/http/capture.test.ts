/** Client libraries' requests over real HTTP against a real store: what is stored, what is answered, what is refused. */
import { gzipSync } from 'node:zlib';
import { serve } from '@hono/node-server';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { must } from '../../src/base/assert.ts';
import { formatUuid } from '../../src/base/uuid.ts';
import { browserRoutes } from '../../src/http/capture/browser_routes.ts';
import { captureRoutes } from '../../src/http/capture/capture.ts';
import { LIMIT } from '../../src/model/limit.ts';
import type { Project } from '../../src/model/saved/project.ts';
import { openService, type RunningService } from '../../src/service/service.ts';
import { rowsOfChunk } from '../engine/rows.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

let service: RunningService;
let project: Project;
let server: ReturnType<typeof serve>;
let base: string;

beforeAll(async () => {
  service = openService({ path: ':memory:', now: () => NOW });
  project = must(service.store.projects.list()[0], 'the first project');
  const routes = captureRoutes(service);
  routes.route('/', browserRoutes(service));
  await new Promise<void>((listening) => {
    server = serve({ fetch: routes.fetch, port: 0, hostname: '127.0.0.1' }, (info) => {
      base = `http://127.0.0.1:${info.port}`;
      listening();
    });
  });
});

afterAll(async () => {
  await new Promise((closed) => server.close(closed));
  await service.close();
});

function post(path: string, body: unknown, headers: Record<string, string> = {}): Promise<Response> {
  const raw = typeof body === 'string' || body instanceof Uint8Array;
  return fetch(base + path, { method: 'POST', headers, body: raw ? (body as string) : JSON.stringify(body) });
}

const one = (values: Record<string, unknown> = {}) => ({ event: 'e', distinct_id: 'a', ...values });
const batch = (...events: unknown[]) => ({ api_key: project.api_token, batch: events });

/** Every event the store holds, as it went in. */
function stored() {
  const names = new Map(service.store.definitions.events(project.id).map((item) => [item.ord, item.name]));
  return service.store.events.logSince(project.id, 0).flatMap((chunk) =>
    rowsOfChunk(chunk.bytes).map((row) => ({
      event: names.get(row.event_ord),
      distinct_id: service.store.people.distinctTexts(project.id, [row.distinct])[0],
      timestamp: new Date(row.time_ms).toISOString(),
      uuid: formatUuid(row.uuid),
      properties: row.properties,
    })),
  );
}

function last(count: number) {
  return stored().slice(-count);
}

describe('sending', () => {
  test('every address takes every envelope, with and without slash', async () => {
    const before = stored().length;
    let sent = 0;
    for (const path of ['/batch', '/capture', '/e', '/i/v0/e', '/i/v0/ai/batch', '/track', '/engage'].flatMap((p) => [
      p,
      `${p}/`,
    ])) {
      const answers = [
        await post(path, batch(one({ properties: { path } }))),
        await post(path, [one({ token: project.api_token })]),
        await post(path, gzipSync(JSON.stringify(one({ api_key: project.api_token })))),
      ];
      for (const answer of answers) {
        expect(answer.status).toBe(200);
        expect(await answer.json()).toEqual({ status: 1 });
      }
      sent += answers.length;
    }
    expect(stored()).toHaveLength(before + sent);
  });

  test('a browser of 2024: form, then gzip, sent_at in the address, offset instead of a time', async () => {
    const data = Buffer.from(
      JSON.stringify(
        one({ event: '$pageview', properties: { token: project.api_token, $current_url: '/' }, offset: 2500 }),
      ),
    ).toString('base64');
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await post(`/e/?ip=1&_=${NOW}&ver=1.57.2`, `data=${encodeURIComponent(data)}`, form);
    expect(answer.status).toBe(200);
    expect(last(1)).toMatchObject([
      {
        event: '$pageview',
        timestamp: '2026-11-20T11:59:57.500Z',
        properties: { $current_url: '/', $ip: '127.0.0.1', token: project.api_token },
      },
    ]);
    const listed = gzipSync(
      JSON.stringify([one({ timestamp: '2016-01-01T00:00:00Z', properties: { token: project.api_token } })]),
    );
    const ten_years_slow = Date.parse('2016-01-01T00:00:10Z');
    await post(`/e/?compression=gzip-js&ip=0&_=${ten_years_slow}`, listed, { 'content-type': 'text/plain' });
    expect(last(1)).toMatchObject([{ timestamp: '2026-11-20T11:59:50.000Z' }]);
    expect(Object.keys(must(last(1)[0], 'stored').properties)).toEqual(['token']);
  });

  test('events in the address, people without an event name', async () => {
    const data = (value: unknown) => encodeURIComponent(Buffer.from(JSON.stringify(value)).toString('base64'));
    const tracked = { event: 'signed up', properties: { distinct_id: 'mp', token: project.api_token } };
    expect((await fetch(`${base}/track?ip=0&verbose=0&data=${data(tracked)}`)).status).toBe(200);
    const person = { $token: project.api_token, $distinct_id: 'mp', $set: { email: 'a@b.c' } };
    expect((await fetch(`${base}/engage?data=${data(person)}`)).status).toBe(200);
    const found = must(service.store.people.find(project.id, 'mp'), 'the id');
    expect(service.store.people.get(project.id, found.person_ord)?.properties).toEqual({ email: 'a@b.c' });
  });

  test('long ids that are numbers keep their digits, as ids and as properties', async () => {
    const ids = ['12345678901234567890', '12345678901234567891'];
    const events = ids.map(
      (id) => `{"event":"e","distinct_id":${id},"properties":{"order":${id},"list":[-${id}],"n":1e20}}`,
    );
    const sent = `{"api_key":"${project.api_token}","batch":[${events.join()}]}`;
    expect((await post('/batch/', sent)).status).toBe(200);
    expect(last(2)).toMatchObject(
      ids.map((id) => ({ distinct_id: id, properties: { order: id, list: [`-${id}`], n: 1e20 } })),
    );
  });

  test('a time in which day and month could change places is not read: now', async () => {
    const times = [
      '01/02/2026',
      '01/13/2026',
      '31/01/2026',
      '31.01.2026 10:00',
      '2026/01/31',
      'Sat, 31 Jan 2026 00:00:00 GMT',
    ];
    await post('/batch/', batch(...times.map((timestamp) => one({ timestamp }))));
    const [now, day] = [new Date(NOW).toISOString(), '2026-01-31T00:00:00.000Z'];
    expect(last(6).map(({ timestamp }) => timestamp)).toEqual([now, now, now, now, day, day]);
    const events = ['1767225600000', 1767225600000].map((time) => ({ user_id: 'a', event_type: 'e', time }));
    const sent = await post('/2/httpapi', { api_key: project.api_token, events });
    expect(sent.status).toBe(200);
    expect(last(2).map(({ timestamp }) => timestamp)).toEqual(Array(2).fill('2026-01-01T00:00:00.000Z'));
  });

  test('what the server adds does not count against the limit of properties', async () => {
    const wide = (names: number) =>
      one({ properties: Object.fromEntries(Array.from({ length: names }, (_, at) => [`p${at}`, 1])) });
    expect((await post('/batch/', batch(wide(LIMIT.batch_properties)))).status).toBe(200);
    expect((await post('/batch/', batch(wide(LIMIT.batch_properties + 1)))).status).toBe(413);
  });

  test('a beacon is answered without a body', async () => {
    expect((await post('/e/?beacon=1', batch(one()))).status).toBe(204);
  });

  test('what is not kept is dropped, or refused, so that pages of other origins can read it', async () => {
    const [before, origin] = [stored().length, 'https://shop.example'];
    for (const path of ['/s/', '/record/?seq=0', '/i/v1/logs?token=a', '/i/v1/metrics?token=a']) {
      const { status, headers } = await post(path, batch(one()), { origin });
      expect([status, headers.get('access-control-allow-origin')]).toEqual([/v1/.test(path) ? 404 : 200, origin]);
    }
    expect(stored()).toHaveLength(before);
  });

  test('sending again stores nothing, in one request or in two', async () => {
    const before = stored().length;
    const again = one({ uuid: '01a1f999-6754-7559-b337-034951d39dd3', timestamp: '2026-11-20T11:00:00Z' });
    for (let i = 0; i < 2; i++) expect((await post('/batch/', batch(again, again))).status).toBe(200);
    expect(stored()).toHaveLength(before + 1);
  });

  test('fifty at once share commits, and every one of them is there when its answer is', async () => {
    const chunks = service.store.events.logSince(project.id, 0).length;
    const before = stored().length;
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, n) => post('/e/', batch(one({ properties: { n } })))),
    );
    expect(answers.map((answer) => answer.status)).toEqual(new Array(50).fill(200));
    expect(stored()).toHaveLength(before + 50);
    expect(service.store.events.logSince(project.id, 0).length - chunks).toBeLessThan(40);
  });
});

describe('refused', () => {
  test.each([
    ['no token', () => [one()], 401],
    ['an unknown token', () => ({ api_key: 'phc_unknown', batch: [one()] }), 401],
    ['a personal key', () => ({ api_key: 'phx_secret', batch: [one()] }), 401],
    ['a token too long', () => ({ api_key: 'x'.repeat(65), batch: [one()] }), 401],
    ['a token of other letters', () => ({ api_key: 'phc_ü', batch: [one()] }), 401],
    ['no event name', () => batch({ distinct_id: 'a' }), 400],
    ['nobody', () => batch({ event: 'e' }), 400],
    ['an empty batch', () => batch(), 400],
    ['no JSON', () => 'hello', 400],
    ['too many', () => batch(...new Array(10_001).fill(one())), 413],
  ])('%s', async (_name, body, status) => {
    const answer = await post('/batch/', body());
    expect(answer.status).toBe(status);
    const shown = await answer.json();
    expect(Object.keys(shown as object)).toEqual(['type', 'code', 'detail', 'attr']);
    expect(JSON.stringify(shown)).not.toContain('phx_secret');
  });

  test('one bad event refuses the whole request', async () => {
    const before = stored().length;
    expect((await post('/batch/', batch(one(), { event: 'e' }))).status).toBe(400);
    expect(stored()).toHaveLength(before);
  });

  test('a body beyond the limit, announced or not', async () => {
    const long = new Uint8Array(21 * 1024 * 1024);
    expect((await post('/batch/', long)).status).toBe(413);
    const stream = new ReadableStream({
      pull(controller) {
        controller.enqueue(new Uint8Array(1024 * 1024));
      },
    });
    const streamed = fetch(`${base}/batch/`, { method: 'POST', body: stream, duplex: 'half' } as RequestInit);
    // The server answers while the client still sends: some clients see the answer, some a closed connection.
    expect(
      await streamed.then(
        (answer) => answer.status,
        () => 413,
      ),
    ).toBe(413);
  });

  test('hundreds of malformed payloads: never a failure of ours', async () => {
    const before = stored().length;
    const junk = fc.oneof(
      fc.json().map((text) => text as string | Uint8Array),
      fc.uint8Array({ maxLength: 200 }),
      fc.uint8Array({ maxLength: 50 }).map((bytes) => new Uint8Array(gzipSync(bytes))),
      fc.string().map((text) => `data=${text}`),
      fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.stringify({ api_key: project.api_token, batch: value })),
      fc
        .dictionary(
          fc.constantFrom('event', 'distinct_id', 'uuid', 'timestamp', 'offset', '$set', 'properties'),
          fc.jsonValue(),
        )
        .map((event) => JSON.stringify({ api_key: project.api_token, batch: [event] })),
    );
    const paths = fc.constantFrom(
      '/batch/',
      '/e/',
      '/capture',
      '/engage',
      '/flags/?v=2',
      '/decide/?v=3',
      '/i/v1/analytics/events',
    );
    const samples = fc.sample(fc.tuple(paths, junk), 300);
    for (let i = 0; i < samples.length; i += 50) {
      const answers = await Promise.all(
        samples.slice(i, i + 50).map(async ([path, body]) => {
          const headers: Record<string, string> = path.startsWith('/i/v1')
            ? { authorization: `Bearer ${project.api_token}` }
            : {};
          return (await post(path, body, headers)).status;
        }),
      );
      expect(answers.filter((status) => status >= 500)).toEqual([]);
    }
    expect((await post('/batch/', batch(one()))).status).toBe(200);
    expect(stored().length).toBeGreaterThan(before);
  });
});

describe('trouble', () => {
  test('events that cannot be stored are not acknowledged, and leave nothing behind', async () => {
    const broken = openService({ path: ':memory:', now: () => NOW });
    const token = must(broken.store.projects.list()[0], 'a project').api_token;
    const routes = captureRoutes(broken);
    const send = (distinct_id: string) =>
      routes.request('/batch/', {
        method: 'POST',
        body: JSON.stringify({ api_key: token, batch: [one({ distinct_id })] }),
      });
    expect((await send('a')).status).toBe(200);
    broken.store.close();
    expect((await send('b')).status).toBe(500);
  });

  test('a full queue asks to come again', async () => {
    const crowded = openService({ path: ':memory:', now: () => NOW });
    const target = must(crowded.store.projects.list()[0], 'a project');
    const heavy = { text: 'x'.repeat(LIMIT.event_bytes) };
    const waiting = Array.from({ length: 2 }, () =>
      crowded.ingest.capture(
        target,
        Array.from({ length: LIMIT.commit_queue_bytes / LIMIT.event_bytes / 2 - 1 }, (_, n) => ({
          event: 'e',
          distinct_id: 'a',
          timestamp_ms: NOW,
          uuid: new Uint8Array(16).fill(n),
          properties: heavy,
        })),
      ),
    );
    const data = (text: string) =>
      encodeURIComponent(JSON.stringify(one({ token: target.api_token, properties: { text } })));
    // No body to wait for, so these come before the queue is written.
    const last_bit = 'y'.repeat(LIMIT.event_bytes - 10_000);
    const answers = await Promise.all(
      [last_bit, last_bit, last_bit].map((text) => captureRoutes(crowded).request(`/e/?data=${data(text)}`)),
    );
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 503]);
    expect(answers[2]?.headers.get('retry-after')).toBe('1');
    await Promise.all(waiting);
    await crowded.close();
  });
});

describe('what browsers and libraries ask besides', () => {
  test('CORS: the origin is mirrored, a preflight ends with 200', async () => {
    const headers = { origin: 'https://shop.example', 'access-control-request-headers': 'content-type,x-a' };
    const preflight = await fetch(`${base}/e/`, { method: 'OPTIONS', headers });
    expect(preflight.status).toBe(200);
    expect(preflight.headers.get('access-control-allow-origin')).toBe('https://shop.example');
    expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type,x-a');
    expect(preflight.headers.get('access-control-allow-credentials')).toBe('true');
    const refused = await post('/e/', 'x', { origin: 'https://shop.example' });
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([400, 'https://shop.example']);
  });

  test('settings and flags: all but clicks is off, nothing is an error', async () => {
    const config = await (await fetch(`${base}/array/${project.api_token}/config`)).json();
    expect(config).toMatchObject({
      autocapture_opt_out: false,
      heatmaps: false,
      surveys: false,
      hasFeatureFlags: false,
      analytics: { endpoint: '/i/v0/e/' },
      sessionRecording: false,
    });
    expect(await (await fetch(`${base}/array/phc_unknown/config/`)).json()).toMatchObject({
      autocapture_opt_out: true,
    });
    const script = await fetch(`${base}/array/phc_%3C%2Fscript%3E/config.js`);
    expect(script.headers.get('content-type')).toContain('javascript');
    expect(await script.text()).not.toContain('</script>');
    const body = gzipSync(JSON.stringify({ token: project.api_token, distinct_id: 'a' }));
    const flags = await post('/flags/?v=2&config=true', body, { 'content-type': 'text/plain' });
    expect(await flags.json()).toMatchObject({
      autocapture_opt_out: false,
      flags: {},
      errorsWhileComputingFlags: false,
      evaluatedAt: NOW,
    });
    const form = `data=${encodeURIComponent(Buffer.from(JSON.stringify({ token: project.api_token })).toString('base64'))}`;
    expect(await (await post('/decide/?v=3', form)).json()).toMatchObject({
      featureFlags: {},
      featureFlagPayloads: {},
    });
    expect((await post('/flags/', {})).status).toBe(401);
    const local = await fetch(`${base}/api/feature_flag/local_evaluation?token=x`);
    expect(await local.json()).toEqual({ flags: [], group_type_mapping: {}, cohorts: {} });
    expect((await fetch(`${base}/flags/definitions?token=x&send_cohorts`)).status).toBe(200);
  });
});
