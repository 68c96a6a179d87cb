/** Requests that end too early, and bytes that only look like requests. */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createApp } from '../../src/http/app.ts';
import { listen } from '../../src/http/server.ts';
import { type Product, temporaryProduct } from '../support/product.ts';

async function served(): Promise<{ product: Product; port: number; close: () => Promise<void> }> {
  const product = temporaryProduct();
  const server = await listen(createApp(product.service), { host: '127.0.0.1', port: 0 });
  return { product, port: server.port, close: () => server.close() };
}

/** What is answered to these bytes, after which nothing more comes unless the client stays. */
async function answerTo(port: number, bytes: string, stays = false): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => {});
  if (stays) socket.write(bytes, 'latin1');
  else socket.end(bytes, 'latin1');
  const answer = await text(socket).catch(() => '');
  socket.destroy();
  return answer;
}

test('a batch whose connection is cut is stored whole or not at all', async () => {
  const { product, port, close } = await served();
  const project = product.service.store.projects.list()[0]!;
  const batch = Array.from({ length: 12 }, (_, at) => ({ event: 'paid', distinct_id: `u${at}`, properties: { at } }));
  const body = JSON.stringify({ api_key: project.api_token, batch });
  const head = `POST /batch/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n`;
  const whole = head + body;
  const cuts = Array.from({ length: 150 }, (_, at) => Math.floor((at * whole.length) / 150));
  // Several at a time, as closing takes longer than refusing.
  for (let at = 0; at < cuts.length; at += 30) {
    const answers = await Promise.all(cuts.slice(at, at + 30).map((cut) => answerTo(port, whole.slice(0, cut))));
    expect(answers.filter((answer) => answer.startsWith('HTTP/1.1 200'))).toEqual([]);
  }
  expect(product.service.store.events.tailEvents(project.id)).toBe(0);
  expect(await answerTo(port, whole, true)).toMatch(/^HTTP\/1.1 200/);
  expect(product.service.store.events.tailEvents(project.id)).toBe(12);
  await close();
});

const HOST = 'Host: localhost\r\n';

test.each([
  ['two lengths', `POST /batch/ HTTP/1.1\r\n${HOST}Content-Length: 4\r\nContent-Length: 5\r\n\r\n{}  `],
  [
    'a length and chunks',
    `POST /batch/ HTTP/1.1\r\n${HOST}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  ['an encoding that hides', `POST /batch/ HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`],
  ['a chunk without a size', `POST /batch/ HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
  [
    'a chunk that is too long',
    `POST /batch/ HTTP/1.1\r\n${HOST}Transfer-Encoding: chunked\r\n\r\n2\r\n{}{}\r\n0\r\n\r\n`,
  ],
  ['a negative length', `POST /batch/ HTTP/1.1\r\n${HOST}Content-Length: -1\r\n\r\n`],
  ['line feeds alone', 'GET /healthz HTTP/1.1\nHost: localhost\n\n'],
  ['a header that goes on', `GET /healthz HTTP/1.1\r\n${HOST}A: b\r\n c\r\n\r\n`.replace('A: b', 'A : b')],
  ['no host', 'GET /healthz HTTP/1.1\r\n\r\n'],
  ['headers without an end', `GET /healthz HTTP/1.1\r\n${HOST}A: ${'a'.repeat(40_000)}\r\n\r\n`],
  ['no such protocol', 'GET /healthz HTTP/9.9\r\n\r\n'],
  ['no request at all', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
])('%s: refused or left, and the next one is answered', async (_, bytes) => {
  const { port, close } = await served();
  expect(await answerTo(port, bytes)).toMatch(/^($|HTTP\/1\.1 (4\d\d|505))/);
  expect(await answerTo(port, `GET /healthz HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200/);
  await close();
});
