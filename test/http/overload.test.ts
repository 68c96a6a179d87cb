/** Overload: some requests are refused at once, so that the rest need not wait. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { listen } from '../../src/http/server.ts';
import { admission } from '../../src/http/wire/admission.ts';
import { LIMIT } from '../../src/model/limit.ts';
import { normaliseEvent } from '../../src/service/ingest/normalise.ts';
import { temporaryProduct } from '../support/product.ts';
import { atAndPast } from '../support/tried_limits.ts';
import { type Server, startServer } from './support.ts';

function work(ms: number): void {
  const until_ms = performance.now() + ms;
  while (performance.now() < until_ms);
}

let sent = 0;

function batch(server: Server, events: number) {
  const { api_token } = server.service.store.projects.list()[0]!;
  const list = Array.from({ length: events }, () => ({ event: 'seen', distinct_id: `p${sent++ % 500}` }));
  return server.send('POST', '/batch/', { key: null, body: { api_key: api_token, batch: list } });
}

function events(count: number) {
  const randomBytes = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes));
  const arrival = { now_ms: Date.now(), sent_at_ms: null, ip: null, randomBytes };
  return Array.from({ length: count }, () =>
    normaliseEvent({ event: 'seen', distinct_id: `p${sent++ % 500}` }, arrival),
  );
}

test('a flood of events: accepted ones are stored, the rest is told to retry', async () => {
  const server = await startServer();
  const first = await batch(server, 2_000);
  expect(first.status).toBe(200);
  const { store, ingest } = server.service;
  const project = store.projects.list()[0]!;
  const answers = await Promise.all(
    Array.from({ length: 120 }, () =>
      ingest.capture(project, events(500)).then(
        () => 200,
        (error) => error.status,
      ),
    ),
  );
  const taken = answers.filter((status) => status === 200);
  const refused = answers.filter((status) => status === 503);
  expect(taken.length).toBeGreaterThan(0);
  expect(refused.length).toBeGreaterThan(taken.length / 2);
  expect(taken.length + refused.length).toBe(answers.length);
  const stored = store.definitions.events(1).reduce((sum, { count }) => sum + count, 0);
  expect(stored).toBe(2_000 + taken.length * 500);
  // The queue is empty again, and so is the door open.
  expect((await batch(server, 500)).status).toBe(200);
});

test('a long turn of the event loop refuses what is more than a few requests, the next one does not', async () => {
  const { service } = temporaryProduct();
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const turn = async (checks: number, ms: number) => {
    const admit = admission(service);
    admit();
    vi.advanceTimersByTime(ms);
    try {
      for (let check = 1; check < checks; check++) admit();
      return 'admitted';
    } finally {
      await setImmediate();
      await setImmediate();
      admit();
    }
  };
  const busy = /^503 busy of null: More requests arrive than can be read just now/;
  const many = LIMIT.turn_checks + 1;
  await atAndPast('turn_ms', (ms) => turn(many, ms), { at: 'admitted', past: busy });
  await atAndPast('turn_checks', (checks) => turn(checks, LIMIT.turn_ms + 1), { at: 'admitted', past: busy });
});

test('newcomers are met although those who are there keep the loop busy', async () => {
  let answered = 0;
  const fetch = () => {
    answered++;
    work(1);
    return new Response('ok');
  };
  const server = await listen({ fetch }, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());
  let isOver = false;
  const client = async () => {
    const socket = connect(server.port, '127.0.0.1').on('error', () => {});
    onTestFinished(() => void socket.destroy());
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    await once(socket, 'data');
    socket.on('data', () => {
      if (!isOver) socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
    });
    socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  };
  await Promise.all(Array.from({ length: 30 }, client));
  await sleep(100);
  // A connection a turn, in each of which all who are there are answered, would make it some four thousand answers.
  const before = answered;
  await Promise.all(Array.from({ length: 60 }, client));
  expect(answered - before).toBeLessThan(1_800);
  isOver = true;
});
