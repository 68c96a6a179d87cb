/** Refusals have one shape, and are never a 5xx. */
import { spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../src/http/app.ts';
import { listen } from '../../src/http/server.ts';
import { LIMIT } from '../../src/model/limit.ts';
import { openService } from '../../src/service/service.ts';
import { SILENT } from '../support/log.ts';
import { temporaryProduct } from '../support/product.ts';
import { atAndPast } from '../support/tried_limits.ts';
import { startServer } from './support.ts';

/** Begun with the first test of the file, as it takes seconds until they are dropped. */
let slow: { readonly origin: string; readonly dropped_ms: readonly Promise<number>[]; stop(): Promise<void> };

beforeAll(async () => {
  const service = openService({ path: ':memory:' });
  const listening = await listen(createApp(service, {}), { host: '127.0.0.1', port: 0 });
  const began_ms = performance.now();
  const dropped_ms = Array.from({ length: 20 }, () => {
    const socket = connect(listening.port, '127.0.0.1');
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A: ');
    return new Promise<number>((resolve) => {
      socket.on('error', () => {});
      socket.on('close', () => resolve(performance.now() - began_ms));
      socket.resume();
    });
  });
  const stop = async (): Promise<void> => {
    await listening.close();
    await service.close();
  };
  slow = { origin: `http://127.0.0.1:${listening.port}`, dropped_ms, stop };
});
afterAll(() => slow.stop());

test('each wrong field is named, with what is wanted', async () => {
  const server = await startServer();
  await server.post('insights/', { name: 'a' });
  for (const [body, code, attr] of [
    [{ name: 5 }, 'invalid_input', 'name'],
    [{ name: 'x'.repeat(LIMIT.name_chars + 1) }, 'max_length', 'name'],
    [{ description: 'x'.repeat(LIMIT.description_chars + 1) }, 'max_length', 'description'],
    [{ favorited: 'yes' }, 'invalid_input', 'favorited'],
    [{ saved: null }, 'null', 'saved'],
    [{ deleted: 1 }, 'invalid_input', 'deleted'],
    [{ order: 1.5 }, 'invalid_input', 'order'],
    [{ order: '1' }, 'invalid_input', 'order'],
    [{ tags: 'a' }, 'not_a_list', 'tags'],
    [{ tags: ['a', 5] }, 'invalid_input', 'tags__1'],
    [{ tags: ['x'.repeat(LIMIT.tag_chars + 1)] }, 'max_length', 'tags__0'],
    [{ tags: Array.from({ length: LIMIT.tags + 1 }, (_, i) => `t${i}`) }, 'invalid_input', 'tags'],
    [{ dashboards: {} }, 'not_a_list', 'dashboards'],
    [{ dashboards: [5] }, 'does_not_exist', 'dashboards'],
    [{ query: 'select 1' }, 'invalid_input', 'query'],
    [{ query: [1] }, 'invalid_input', 'query'],
    [{ filters: { x: 'y'.repeat(LIMIT.filters_bytes) } }, 'invalid_input', 'filters'],
  ] as const) {
    for (const answer of [await server.post('insights/', body), await server.patch('insights/1/', body)]) {
      expect([attr, answer.status]).toEqual([attr, 400]);
      expect(answer.body).toEqual({ type: 'validation_error', code, detail: expect.any(String), attr });
    }
  }
  expect((await server.post('insights/', { name: 'x'.repeat(LIMIT.name_chars) })).status).toBe(201);
});

test('wrong query strings', async () => {
  const server = await startServer();
  await server.post('insights/', { name: 'a' });
  for (const [query, attr] of [
    ['limit=0', 'limit'],
    ['limit=abc', 'limit'],
    [`limit=${LIMIT.page_max + 1}`, 'limit'],
    ['offset=-1', 'offset'],
    ['offset=1.5', 'offset'],
    ['created_by=x', 'created_by'],
    ['created_by=77', 'created_by'],
    ['saved=perhaps', 'saved'],
    ['insight=NOPE', 'insight'],
    ['order=nope', 'order'],
    ['order=id;drop table insight', 'order'],
    ['tags=a', 'tags'],
    ['tags=[1]', 'tags__0'],
    ['dashboards=["a"]', 'dashboards__0'],
    ['date_from=someday', 'date_from'],
    ['format=xml', 'format'],
    [`search=${'x'.repeat(LIMIT.search_chars + 1)}`, 'search'],
  ]) {
    const { status, body } = await server.get(`insights/?${query}`);
    expect([query, status, body.attr]).toEqual([query, 400, attr]);
  }
  expect((await server.get(`insights/?limit=${LIMIT.page_max}`)).status).toBe(200);
  expect((await server.get('insights/1/?refresh=perhaps')).body.attr).toBe('refresh');
  expect((await server.get('insights/?unknown=1')).status).toBe(200);
});

describe('bodies', () => {
  test('what is no JSON object', async () => {
    const server = await startServer();
    for (const raw of ['{', '[]', '5', 'null', '"x"', '{"a":}', '\u0000', '{"a":1}x', '﻿{', ' ']) {
      const { status, body } = await server.send('POST', 'insights/', { raw });
      expect([raw, status, body.code]).toEqual([raw, 400, 'parse_error']);
    }
    const latin1 = await server.send('POST', 'insights/', { raw: Uint8Array.from([0x7b, 0x22, 0xff, 0x22]) });
    expect(latin1.body.code).toBe('parse_error');
    expect((await server.send('POST', 'insights/', { raw: '' })).status).toBe(201);
  });

  test('depth is counted before anything is parsed', async () => {
    const server = await startServer();
    const nested = (depth: number) => `{"filters":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
    const sent = async (depth: number) => {
      const { status, body } = await server.send('POST', 'insights/', { raw: nested(depth) });
      return [status, body.code];
    };
    await atAndPast('json_depth', sent, { at: [201, undefined], past: [400, 'parse_error'] });
    for (const depth of [1_000, 1_000_000]) expect(await sent(depth)).toEqual([400, 'parse_error']);
    // Brackets inside texts are no nesting; texts that hold JSON are read no deeper.
    const quoted = await server.post('insights/', { name: '['.repeat(300) });
    expect(quoted.status).toBe(201);
    const hidden = await server.post('insights/trend/', { events: [{ id: 'a' }], properties: '['.repeat(100_000) });
    expect(hidden.status).toBe(400);
  });

  test('values are counted before anything is parsed', async () => {
    const server = await startServer();
    const sent = async (values: number) => {
      const raw = `{"filters":[${'0,'.repeat(values - 2)}0]}`;
      const { status, body } = await server.send('POST', 'insights/', { raw });
      return [status, body.code];
    };
    await atAndPast('body_values', sent, { at: [400, 'invalid_input'], past: [413, 'too_large'] });
  });

  test('other types and encodings', async () => {
    const server = await startServer();
    const send = (headers: Record<string, string>, raw: string | Uint8Array = '{"name":"a"}') =>
      server.send('POST', 'insights/', { raw, headers });
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'x']) {
      expect((await send({ 'content-type': type })).body.code).toBe('unsupported_media_type');
    }
    for (const type of ['application/json; charset=utf-8', 'application/vnd.api+json', 'APPLICATION/JSON']) {
      expect((await send({ 'content-type': type })).status).toBe(201);
    }
    const json = Buffer.from('{"name":"packed"}');
    for (const [encoding, bytes] of [
      ['gzip', gzipSync(json)],
      ['deflate', deflateSync(json)],
      ['br', brotliCompressSync(json)],
      ['zstd', zstdCompressSync(json)],
      ['gzip, br', brotliCompressSync(gzipSync(json))],
      ['identity', json],
    ] as const) {
      const { status, body } = await send({ 'content-encoding': encoding }, bytes);
      expect([encoding, status, body.name]).toEqual([encoding, 201, 'packed']);
    }
    expect((await send({ 'content-encoding': 'lzw' })).status).toBe(415);
    const packedTimes = async (times: number): Promise<number> => {
      let bytes: Uint8Array = Buffer.from(JSON.stringify({ name: 'packed' }));
      for (let at = 0; at < times; at++) bytes = gzipSync(bytes);
      const encodings = Array.from({ length: times }, () => 'gzip').join(', ');
      return (await send({ 'content-encoding': encodings }, bytes)).status;
    };
    await atAndPast('body_encodings', packedTimes, { at: 201, past: 415 });
    expect((await send({ 'content-encoding': 'gzip' })).body.code).toBe('parse_error');
  });

  test('too many bytes, on the wire and after decompression', async () => {
    const server = await startServer();
    const codeOf = async (raw: Uint8Array, headers: Record<string, string>) => {
      const { status, body } = await server.send('POST', 'insights/', { raw, headers });
      return [status, body.code];
    };
    // Bytes that are no text are refused once they are there, and need not be looked at one by one.
    const expected = { at: [400, 'parse_error'], past: [413, 'too_large'] };
    await atAndPast('body_bytes', (bytes) => codeOf(Buffer.alloc(bytes, 0xff), {}), expected);
    const unpacked = (bytes: number) =>
      codeOf(zstdCompressSync(Buffer.alloc(bytes, 0xff)), { 'content-encoding': 'zstd' });
    await atAndPast('body_inflated_bytes', unpacked, expected);
    // Questions are smaller, so their bound tells the same of each encoding in a part of the time.
    const bomb = Buffer.alloc(LIMIT.question_bytes + 1, 0x20);
    for (const [encoding, raw] of [
      ['deflate', deflateSync(bomb)],
      ['br', brotliCompressSync(bomb)],
      ['gzip, gzip', gzipSync(gzipSync(bomb))],
    ] as const) {
      const { status } = await server.send('POST', 'insights/trend/', {
        raw,
        headers: { 'content-encoding': encoding },
      });
      expect([encoding, status]).toEqual([encoding, 413]);
    }
    expect((await server.get('/healthz')).status).toBe(200);
  });
});

test('unknown addresses and methods', async () => {
  const server = await startServer();
  for (const path of ['/', '/api', '/api/nope/', 'nope/', 'insights/1/nope/', '/api/projects/1/insights//', '/%zz']) {
    const { status, body } = await server.get(path);
    expect([path, status, body.code]).toEqual([path, 404, 'not_found']);
  }
  for (const [method, path, allow] of [
    ['PUT', 'insights/1/', 'GET, PATCH'],
    ['POST', 'insights/1/', 'GET, PATCH'],
    ['DELETE', 'insights/', 'GET, POST'],
    ['PATCH', 'insights/trend/', 'GET, POST'],
    ['OPTIONS', 'insights/', 'GET, POST'],
  ] as const) {
    const { status, headers, body } = await server.send(method, path);
    expect([status, headers['allow']?.toString().split(', ').sort().join(', ')]).toEqual([405, allow]);
    expect(body).toMatchObject({ code: 'method_not_allowed', detail: `Method "${method}" not allowed.` });
  }
  expect((await server.send('HEAD', 'insights/')).status).toBe(200);
});

test('only loopback and listed names are answered, save for capture', async () => {
  const server = await startServer({}, { allowed_hosts: ['analytics.example.com', ''] });
  const status = async (path: string, headers: Record<string, string>) => (await server.get(path, { headers })).status;
  for (const path of ['insights/', '/healthz', '/metrics', '/openapi.json']) {
    for (const host of ['localhost:1', '127.0.0.1', '[::1]:80', 'Analytics.Example.com']) {
      expect([path, host, await status(path, { host })]).toEqual([path, host, 200]);
    }
    for (const host of ['evil.example.com', 'analytics.example.com.evil.com', '127.0.0.1.nip.io']) {
      expect([path, host, await status(path, { host })]).toEqual([path, host, 403]);
    }
    expect(await status(path, { origin: 'http://localhost:3000' })).toBe(200);
    expect(await status(path, { origin: 'https://evil.example.com' })).toBe(403);
    expect(await status(path, { origin: 'null' })).toBe(403);
  }
  const token = server.service.store.projects.get(1)!.api_token;
  const captured = await server.send('POST', '/batch/', {
    key: null,
    body: { api_key: token, batch: [{ event: 'x', distinct_id: 'a' }] },
    headers: { origin: 'https://shop.example.com' },
  });
  expect([captured.status, captured.headers['access-control-allow-origin']]).toEqual([200, 'https://shop.example.com']);
});

test('a key has a limit of requests a minute', async () => {
  const server = await startServer({}, { rate_limit: true });
  const other = server.key(['insight:read']);
  for (let i = 0; i < LIMIT.requests_per_minute; i++) expect((await server.get('insights/')).status).toBe(200);
  const { status, headers, body } = await server.get('insights/');
  expect([status, body.code]).toEqual([429, 'throttled']);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect(body.detail).toMatch(/^Request was throttled\. Expected available in \d+ seconds?\.$/);
  expect((await server.get('insights/', { key: other })).status).toBe(200);
  expect((await server.get('groups_types/')).status).toBe(200);
});

test('what we did not foresee is a 500 without its inside, found in the log by request id', async () => {
  const lines: Record<string, unknown>[] = [];
  const keep = (fields: Record<string, unknown>) => void lines.push(fields);
  const product = temporaryProduct({ log: { ...SILENT, error: keep } });
  const app = createApp(product.service, {
    mounts: [{ path: '/broken', fetch: () => Promise.reject(new Error('secret inside')) }],
  });
  const response = await app.fetch(new Request('http://localhost/broken', { headers: { host: 'localhost' } }));
  const text = await response.text();
  expect(response.status).toBe(500);
  expect(JSON.parse(text)).toMatchObject({ type: 'server_error', code: 'error', attr: null });
  expect(text).not.toContain('secret');
  const id = response.headers.get('x-request-id');
  expect(lines.find((line) => line['request_id'] === id)?.['error']).toContain('secret inside');
});

test('the log tells each request with its time in milliseconds', async () => {
  const lines: Record<string, unknown>[] = [];
  const keep = (fields: Record<string, unknown>) => void lines.push(fields);
  const product = temporaryProduct({ log: { ...SILENT, info: keep } });
  const takesTime = () => new Promise<Response>((done) => setTimeout(() => done(new Response('late')), 30));
  const app = createApp(product.service, { mounts: [{ path: '/late', fetch: takesTime }] });
  await app.fetch(new Request('http://localhost/late', { headers: { host: 'localhost' } }));
  const { ms, ...told } = lines.at(-1)!;
  expect(told).toMatchObject({ method: 'GET', status: 200 });
  expect(ms).toBeGreaterThan(25);
  expect(ms).toBeLessThan(10_000);
});

test('slow clients are dropped and block nobody', async () => {
  expect((await fetch(`${slow.origin}/healthz`)).status).toBe(200);
  for (const ms of await Promise.all(slow.dropped_ms)) expect(ms).toBeLessThan(LIMIT.headers_ms + 4_000);
});

test('of a thread that cannot paint the log says why', () => {
  const pictures = pathToFileURL(join(import.meta.dirname, '../../src/service/pictures/thread.ts'));
  const script = `const { openPictures } = await import('${pictures.href}');
    await openPictures().png({ svg: '<svg/>', zoom: 1 }).catch((error) => console.log(error.message));`;
  // The thread inherits an argument that no file may have, and fails as without its fonts.
  const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' });
  expect(stdout).toContain('ERR_INPUT_TYPE_NOT_ALLOWED');
});
