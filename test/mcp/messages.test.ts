/** Messages over HTTP as their bytes come: what is read, refused, and answered under which id. */
import { randomBytes } from 'node:crypto';
import { Agent, request } from 'undici';
import { beforeEach, describe, expect, test } from 'vitest';
import { LIMIT } from '../../src/model/limit.ts';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { call } from '../../src/service/gate/call.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { SILENT } from '../support/log.ts';
import { connectHttp, refusal, served } from '../support/mcp.ts';
import { type Product, temporaryProduct } from '../support/product.ts';

const JSON_HEADERS = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };

let product: Product;
let base: string;

beforeEach(async () => {
  product = temporaryProduct();
  base = await served(product);
});

function bearer() {
  return { authorization: `Bearer ${product.key(['*'])}` };
}

async function post(body: string | Buffer, headers: Record<string, string>) {
  const dispatcher = new Agent({ pipelining: 0 });
  return request(`${base}/mcp`, { method: 'POST', headers: { ...JSON_HEADERS, ...headers }, body, dispatcher });
}

async function send(body: unknown, headers: Record<string, string>) {
  const { statusCode, body: answer } = await post(JSON.stringify(body), headers);
  return { status: statusCode, text: await answer.text() };
}

/** Headers of a session of the 2025 protocol. */
async function opened(capabilities: Record<string, unknown> = {}): Promise<Record<string, string>> {
  const key = bearer();
  const params = { protocolVersion: '2025-06-18', capabilities, clientInfo: { name: 'test', version: '1' } };
  const answer = await post(JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params }), key);
  await answer.body.text();
  return { ...key, 'mcp-session-id': String(answer.headers['mcp-session-id']) };
}

describe.each(['2025-06-18', '2026-07-28'])('a message of %s', (version) => {
  /** Sends bytes in a session, or with what the newer protocol has in each request. */
  async function sender() {
    const headers = {
      ...{ 'mcp-protocol-version': version, 'mcp-method': 'tools/call', 'mcp-name': 'create_annotation' },
      ...(version === '2026-07-28' ? bearer() : await opened()),
    };
    return async (bytes: string | Buffer) => {
      const { statusCode, body } = await post(bytes, headers);
      return { status: statusCode, text: await body.text() };
    };
  }

  const meta = {
    'io.modelcontextprotocol/protocolVersion': version,
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const annotating = (content: string, more = '') => {
    const _meta = version === '2026-07-28' ? `,"_meta":${JSON.stringify(meta)}` : '';
    const params = `"name":"create_annotation"${_meta}${more},"arguments":{"date_marker":"2026-03-01","content":${content}}`;
    return `{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{${params}}}`;
  };

  const stored = () => product.service.store.annotations.list(1, { search: '', limit: 9, offset: 0 }).rows;

  test('that nests too deeply or has too many values is refused before it is parsed', async () => {
    const sent = await sender();
    const many = await sent(annotating(`[${'{},'.repeat(LIMIT.body_values)}{}]`));
    expect([many.status, JSON.parse(many.text)]).toMatchObject([400, { id: 5, error: { code: -32600 } }]);
    expect(many.text).toContain(`more than ${LIMIT.body_values} values`);
    const { status, text } = await sent(annotating(`${'['.repeat(5_000_000)}${']'.repeat(5_000_000)}`));
    expect([status, JSON.parse(text)]).toMatchObject([400, { id: 5, error: { code: -32600 } }]);
    expect(text).toContain(`more than ${LIMIT.json_depth} levels`);
  });

  test('may have as many bytes as over stdin, and one more is refused', async () => {
    const sent = await sender();
    const filling = LIMIT.body_bytes - annotating('"a"', ',"more":""').length;
    const { status } = await sent(annotating('"a"', `,"more":"${'x'.repeat(filling)}"`));
    expect([status, stored().length]).toEqual([200, 1]);
    const past = await sent(annotating('"b"', `,"more":"${'x'.repeat(filling + 1)}"`));
    expect([past.status, stored().length]).toEqual([413, 1]);
    expect(past.text).toContain('longer than 20 MiB');
  });

  test('that is not UTF-8 stores nothing; long numbers keep their digits', async () => {
    const sent = await sender();
    const [before, after] = annotating('"?"').split('?');
    const { status, text } = await sent(Buffer.concat([Buffer.from(before!), Buffer.of(0xff), Buffer.from(after!)]));
    expect([status, JSON.parse(text).error.code, stored()]).toEqual([400, -32700, []]);
    await sent(annotating('12345678901234567890'));
    expect(stored().map(({ content }) => content)).toEqual(['12345678901234567890']);
  });
});

test('an id that is under way is refused, so that no answer is taken for another, and what is cancelled ends', async () => {
  const session = await opened({ elicitation: {} });
  for (const name of ['One', 'Other'])
    call(product.service, localOwner(product.service), operationNamed('create_insight'), { name });
  const removing = (id: number | string, insight: string) => ({
    ...{ jsonrpc: '2.0', id, method: 'tools/call' },
    params: { name: 'soft_delete_insight', arguments: { id: insight } },
  });
  const first = await streamOf(removing(1, '1'), session);
  await expect.poll(first.text).toContain('Remove the insight 1');
  const refused = await send(removing(1, '2'), session);
  expect([refused.status, JSON.parse(refused.text)]).toMatchObject([400, { id: 1, error: { code: -32600 } }]);
  expect(refused.text).toContain('an id of its own');
  const { id } = JSON.parse(/^data: (.*elicitation.*)$/m.exec(first.text())![1]!);
  await send({ jsonrpc: '2.0', id, result: { action: 'decline' } }, session);
  await first.ended;
  expect(first.text()).toContain('soft_delete_insight did nothing');
  const second = await streamOf(removing(1, '2'), session);
  await expect.poll(second.text).toContain('Remove the insight 2');
  await send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } }, session);
  await second.ended;
  expect(second.text()).not.toContain('result');
  expect(await send({ jsonrpc: '2.0', id: 1, method: 'ping' }, session)).toMatchObject({ status: 200 });
});

/** An answer as it arrives. */
async function streamOf(body: unknown, headers: Record<string, string>) {
  const response = await post(JSON.stringify(body), headers);
  let text = '';
  response.body.setEncoding('utf8').on('data', (part) => {
    text += part;
  });
  return { text: () => text, ended: new Promise((resolve) => response.body.once('end', resolve)) };
}

test('a tool that fails as nobody foresaw tells the host so, and its inside to the log alone', async () => {
  const lines: Record<string, unknown>[] = [];
  const keep = (fields: Record<string, unknown>) => void lines.push(fields);
  const log = { ...SILENT, error: keep };
  let is_broken = false;
  const broken = temporaryProduct({
    log,
    randomBytes: (bytes) => {
      if (is_broken) throw new Error('secret inside');
      return randomBytes(bytes);
    },
  });
  const { client } = await connectHttp(await served(broken), broken.key(['*']), '2025');
  const told = new Promise((done) => {
    client.setNotificationHandler('notifications/message', ({ params }) => done(params));
  });
  is_broken = true;
  expect(await refusal(client, 'create_insight', { name: 'A', filters: { events: [{ id: 'a' }] } })).toBe(
    'error: The server failed on this call. The reason is in its log.',
  );
  expect(lines).toMatchObject([{ tool: 'create_insight', error: expect.stringContaining('secret inside') }]);
  expect(await told).toMatchObject({ level: 'error', data: { tool: 'create_insight' } });
});
