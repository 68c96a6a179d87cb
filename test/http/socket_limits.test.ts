/** Limits of connections, at them and one past them. The timer that looks at slow bodies is the test's; sockets are real. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Answering, listen } from '../../src/http/server.ts';
import { LIMIT } from '../../src/model/limit.ts';
import { atAndPast } from '../support/tried_limits.ts';

async function listening(app: Answering): Promise<number> {
  const server = await listen(app, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());
  return server.port;
}

function open(port: number): Socket {
  const socket = connect({ port, host: '127.0.0.1' });
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  return socket;
}

const BODY_BYTES = 100_000;
const HEAD = `POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${BODY_BYTES}\r\n\r\n`;

/** The status of a request whose body comes by so many bytes, then after so long by the rest. */
async function statusOf(bytes: number, ms: number): Promise<number> {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const arrived = Promise.withResolvers<Socket>();
  const port = await listening({
    async fetch(request, { incoming }) {
      arrived.resolve(incoming.socket);
      return new Response(`${(await request.text()).length}`);
    },
  });
  const socket = open(port);
  const answer = text(socket);
  socket.write(HEAD);
  const there = await arrived.promise;
  const before = there.bytesRead;
  socket.write('x'.repeat(bytes));
  await expect.poll(() => there.bytesRead - before).toBe(bytes);
  vi.advanceTimersByTime(ms);
  // The look is taken in the next turn.
  await new Promise((resolve) => setImmediate(() => setImmediate(resolve)));
  if (!socket.readableEnded) socket.write('x'.repeat(BODY_BYTES - bytes));
  return Number((await answer).split(' ')[1]);
}

test('half as many bytes must come in half the time, which is when a look is taken', async () => {
  const ofBytes = (bytes: number) => statusOf(bytes / 2, LIMIT.slow_ms / 2);
  await atAndPast('slow_bytes', ofBytes, { at: 200, past: 408, step: -2 });
  const afterTime = (ms: number) => statusOf(0, ms / 2);
  await atAndPast('slow_ms', afterTime, { at: 408, past: 200, step: -2 });
});

const ASK = 'GET / HTTP/1.1\r\nHost: localhost\r\n\r\n';

/** What becomes of a socket that asks. */
function outcome(socket: Socket): Promise<string> {
  socket.write(ASK);
  return Promise.race([once(socket, 'data').then(() => 'answered'), once(socket, 'close').then(() => 'closed')]);
}

test('so many connections may be at work; one more is closed', async () => {
  const sockets: Socket[] = [];
  // The head of an answer, and then nothing.
  const begun = () =>
    new Response(new ReadableStream({ start: (body) => body.enqueue(new TextEncoder().encode('a')) }));
  const port = await listening({ fetch: begun });
  const last = async (count: number) => {
    let became = '';
    while (sockets.length < count) {
      const socket = open(port);
      sockets.push(socket);
      became = await outcome(socket);
    }
    return became;
  };
  await atAndPast('connections', last, { at: 'answered', past: 'closed' });
  sockets[0]!.destroy();
  await once(sockets[0]!, 'close');
  sockets.splice(0, 2);
  await expect.poll(() => outcome(open(port))).toBe('answered');
});

test('connections that ask nothing keep nobody out: the one that has been silent for longest is closed', async () => {
  const port = await listening({ fetch: () => new Response('here') });
  const silent: Socket[] = [];
  while (silent.length < LIMIT.connections) {
    const socket = open(port);
    silent.push(socket);
    await once(socket, 'connect');
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nX-');
  }
  expect(await outcome(open(port))).toBe('answered');
  await expect.poll(() => silent[0]!.closed).toBe(true);
  expect(silent.filter((socket) => socket.closed).length).toBe(1);
});
