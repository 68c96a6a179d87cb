/** Clients that send slowly, do not read, use other host names, or leave. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { createApp } from '../../src/http/app.ts';
import { type Answering, listen } from '../../src/http/server.ts';
import { temporaryProduct } from '../support/product.ts';

async function listening(app: Answering, slow_ms?: number): Promise<number> {
  const server = await listen(app, { host: '127.0.0.1', port: 0 }, slow_ms);
  onTestFinished(() => server.close());
  return server.port;
}

function open(port: number, allowHalfOpen = false): Socket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen });
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  return socket;
}

/** The first line of what is answered to these bytes. */
async function answerTo(port: number, request: string): Promise<string> {
  const socket = open(port, true);
  socket.end(request);
  return (await text(socket)).split('\r\n')[0]!;
}

test('an address in the first line has to be ours as much as the Host header', async () => {
  const port = await listening(createApp(temporaryProduct().service, { allowed_hosts: ['shop.example'] }));
  for (const [target, host, status] of [
    ['/healthz', 'localhost', 200],
    ['http://localhost/healthz', 'localhost', 200],
    ['http://shop.example/healthz', 'localhost', 200],
    ['http://evil.example/healthz', 'localhost', 403],
    ['http://evil.example/api/projects/', 'shop.example', 403],
    ['http://localhost/healthz', 'evil.example', 403],
    ['http://localhost@evil.example/healthz', 'localhost', 403],
  ] as const) {
    const answer = await answerTo(port, `GET ${target} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    expect([target, host, answer.split(' ')[1]]).toEqual([target, host, String(status)]);
  }
});

test('a body that is too slow is dropped, a steady one is read to its end', async () => {
  const port = await listening(createApp(temporaryProduct().service), 300);
  const head = 'POST /batch/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 400000\r\n\r\n{';
  const send = async (bytes: number): Promise<string> => {
    const socket = open(port);
    socket.write(head);
    const timer = setInterval(() => socket.write(' '.repeat(bytes)), 20);
    const answer = await text(socket);
    clearInterval(timer);
    return answer.split('\r\n')[0]!;
  };
  const started_ms = performance.now();
  expect(await Promise.all([send(0), send(1)])).toEqual(Array(2).fill('HTTP/1.1 408 Request Timeout'));
  expect(performance.now() - started_ms).toBeLessThan(900);
  // It takes longer than that, and is read to its end.
  expect(await send(12_000)).toBe('HTTP/1.1 400 Bad Request');
});

test('a body that arrived while this process stood still is not slow', async () => {
  const began = Promise.withResolvers<void>();
  const port = await listening(
    {
      async fetch(request) {
        began.resolve();
        return new Response(`${(await request.text()).length}`);
      },
    },
    200,
  );
  const socket = open(port);
  socket.write('POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 40001\r\n\r\n{');
  await began.promise;
  socket.write(' '.repeat(40_000));
  for (const until_ms = performance.now() + 400; performance.now() < until_ms; );
  expect(await text(socket)).toMatch(/^HTTP\/1.1 200 OK[\s\S]*40001$/);
});

test('a client that does not read its answer is dropped; one that reads slowly gets all of it', async () => {
  const body = 'x'.repeat(24 * 1024 * 1024);
  const port = await listening({ fetch: () => new Response(body) }, 300);
  const ask = 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n';
  const idle = open(port);
  idle.write(ask);
  idle.pause();
  const slow = open(port);
  slow.write(ask);
  let bytes = 0;
  slow.on('data', (part: Buffer) => {
    bytes += part.length;
    slow.pause();
    setTimeout(() => slow.resume(), 2);
  });
  await once(slow, 'close');
  expect(bytes).toBeGreaterThan(body.length);
  idle.resume();
  await new Promise((resolve) => idle.once('close', resolve));
  expect(idle.bytesRead).toBeLessThan(body.length);
});

test('an answer in parts is dropped, too, once nobody reads it; a stream with nothing to say stays open', async () => {
  const part = new Uint8Array(256 * 1024);
  const cancelled = Promise.withResolvers<void>();
  const endless = () =>
    new ReadableStream<Uint8Array>({ pull: (body) => body.enqueue(part), cancel: () => cancelled.resolve() });
  const late = () =>
    new ReadableStream<Uint8Array>({
      start(body) {
        body.enqueue(Buffer.from('early'));
        setTimeout(() => body.enqueue(Buffer.from('late')), 700);
      },
    });
  const answers: Record<string, () => ReadableStream<Uint8Array>> = { '/endless': endless, '/late': late };
  const port = await listening({ fetch: ({ url }) => new Response(answers[new URL(url).pathname]!()) }, 200);
  const ask = (path: string): Socket => {
    const socket = open(port);
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    return socket;
  };
  const unread = ask('/endless');
  unread.pause();
  const silent = ask('/late');
  let heard = '';
  silent.on('data', (bytes: Buffer) => {
    heard += bytes.toString();
  });
  await cancelled.promise;
  await expect.poll(() => heard).toContain('late');
  unread.resume();
  await once(unread, 'close');
  expect(silent.closed).toBe(false);
});

test('closing refuses what comes and is over within a second or so, whatever is under way', async () => {
  const server = await listen({ fetch: () => new Promise<Response>(() => {}) }, { host: '127.0.0.1', port: 0 });
  const waiting = open(server.port);
  waiting.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const unfinished = open(server.port);
  unfinished.write('POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n');
  await new Promise((resolve) => setTimeout(resolve, 50));
  const started_ms = performance.now();
  const closed = server.close();
  waiting.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const late = open(server.port);
  const refused = once(late, 'error');
  await closed;
  expect((await refused)[0]).toMatchObject({ code: 'ECONNREFUSED' });
  expect(performance.now() - started_ms).toBeLessThan(1_500);
});
