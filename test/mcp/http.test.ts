/** Who is let in over HTTP, with which tools, and for how long. */

import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/server';
import { Agent, request } from 'undici';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Session, Sessions } from '../../src/mcp/transport/sessions.ts';
import { LIMIT } from '../../src/model/limit.ts';
import { TUNING } from '../../src/model/tuning.ts';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { call } from '../../src/service/gate/call.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { answered, connectHttp, type Era, refusal, served, toolNames } from '../support/mcp.ts';
import { event, type Product, temporaryProduct } from '../support/product.ts';
import { atAndPast } from '../support/tried_limits.ts';

const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};

const LIST_TOOLS = { jsonrpc: '2.0', id: 2, method: 'tools/list' };

let product: Product;
let base: string;
let now_ms: number;

beforeEach(async () => {
  now_ms = Date.parse('2026-03-10T12:00:00Z');
  product = temporaryProduct({ now: () => now_ms });
  base = await served(product, ['analytics.example.com']);
});

/** One bare request, as a client that takes no care would send it. */
async function send(body: unknown, headers: Record<string, string>, method: 'POST' | 'GET' | 'DELETE' = 'POST') {
  const response = await request(`${base}/mcp`, {
    method,
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
    body: body === null ? null : JSON.stringify(body),
    dispatcher: new Agent({ pipelining: 0 }),
  });
  const text = await response.body.text();
  return { status: response.statusCode, headers: response.headers, text };
}

function bearer(key: string) {
  return { authorization: `Bearer ${key}` };
}

function revoke(key_id: number): void {
  product.service.store.keys.revoke(key_id, now_ms);
}

describe('credentials', () => {
  test.each([
    ['none', {}],
    ['wrong', { authorization: 'Bearer phx_wrong' }],
    ['of another kind', { authorization: 'Basic b3duZXI6' }],
  ])('%s: 401 with the way to authenticate', async (_kind, headers) => {
    const { status, headers: answered, text } = await send(INITIALIZE, headers);
    expect(status).toBe(401);
    expect(answered['www-authenticate']).toBe('Bearer');
    expect(JSON.parse(text)).toMatchObject({ type: 'authentication_error', attr: null });
    expect(text).not.toContain('phx_wrong');
  });

  test.each([
    ['Host', { host: 'evil.example' }],
    ['Origin', { origin: 'https://evil.example' }],
  ])('a foreign %s: 403, even with a good key', async (_header, headers) => {
    expect(await send(INITIALIZE, { ...bearer(product.key(['*'])), ...headers })).toMatchObject({ status: 403 });
  });

  test.each([
    { host: 'analytics.example.com' },
    { origin: 'https://analytics.example.com' },
    { host: 'localhost:8787', origin: 'http://localhost:5173' },
  ])('a host that is allowed: %o', async (headers) => {
    expect(await send(INITIALIZE, { ...bearer(product.key(['*'])), ...headers })).toMatchObject({ status: 200 });
  });
});

describe.each<Era>(['2025', '2026'])('a client of %s', (era) => {
  test('sees and may use the tools of its scopes only', async () => {
    const { client } = await connectHttp(base, product.key(['insight:read']), era);
    const names = await toolNames(client);
    expect(names).toContain('compute_trend');
    for (const hidden of ['create_insight', 'update_insight', 'soft_delete_insight', 'list_group_types']) {
      expect(names).not.toContain(hidden);
    }
    expect(await refusal(client, 'create_insight', { name: 'a' })).toContain("'insight:write'");
    expect(await refusal(client, 'list_group_types')).toContain("'group:read'");
    const writer = await connectHttp(base, product.key(['insight:write']), era);
    expect(await toolNames(writer.client)).toEqual(expect.arrayContaining(['create_insight', 'compute_trend']));
  });

  test('is refused at the next request once its key is revoked', async () => {
    const { client } = await connectHttp(base, product.key(['*']), era);
    await answered(client, 'describe_project');
    revoke(1);
    await expect(client.callTool({ name: 'describe_project', arguments: {} })).rejects.toThrow(
      /invalid|revoked|401|Unauthorized/i,
    );
  });

  test('chooses among the projects of its key', async () => {
    const { store, ingest } = product.service;
    const first = store.projects.list()[0]!;
    const { id: _, ...settings } = first;
    const make = (name: string) => store.projects.create({ ...settings, name, api_token: `phc_${name}` });
    const [second, third] = [make('second'), make('third')];
    ingest.importItems(second, [event('only here', 'ana', new Date(now_ms).toISOString())]);

    const one = await connectHttp(base, product.key(['*'], [first.id]), era);
    const two = await connectHttp(base, product.key(['*'], [first.id, second.id]), era);
    const argumentsOf = async (client: typeof one.client, name: string) => {
      const { tools } = await client.listTools();
      return Object.keys(tools.find((tool) => tool.name === name)?.inputSchema.properties ?? {});
    };
    expect(await argumentsOf(one.client, 'compute_trend')).not.toContain('project_id');
    expect(await argumentsOf(two.client, 'compute_trend')).toContain('project_id');
    expect(await argumentsOf(two.client, 'list_projects')).not.toContain('project_id');

    const described = (project_id?: unknown) =>
      answered(two.client, 'describe_project', project_id === undefined ? {} : { project_id });
    for (const nothing of [undefined, null]) {
      expect(await described(nothing)).toMatchObject({ project: { id: first.id }, events: [] });
    }
    for (const id of [String(second.id), second.id]) {
      expect(await described(id)).toMatchObject({ project: { id: second.id }, events: [{ name: 'only here' }] });
    }
    expect(await refusal(two.client, 'describe_project', { project_id: String(third.id) })).toBe(
      `permission_denied: API key does not have access to the requested project: ID ${third.id}.`,
    );
    expect(await refusal(two.client, 'describe_project', { project_id: '999' })).toContain('not_found: Project not');
    for (const project_id of [[second.id], {}, true]) {
      expect(await refusal(two.client, 'describe_project', { project_id })).toBe(
        'invalid_input: Must be the id of a project, as text. Call list_projects for those you may use. (field: project_id)',
      );
    }
    await expect(two.client.readResource({ uri: `insights://${third.id}/my-last-viewed` })).rejects.toThrow(
      /does not have access/,
    );

    // A number says which project it is of where the call did not, and a name may be one of the others.
    const texts = async (client: typeof one.client, project_id?: number) => {
      const sent = { events: [{ id: 'only here' }], ...(project_id === undefined ? {} : { project_id }) };
      return JSON.stringify((await client.callTool({ name: 'compute_trend', arguments: sent })).content);
    };
    const assumed = JSON.stringify(
      `No project_id was sent: this is project ${first.id} "${first.name}". Others: ${second.id} "second".`,
    );
    expect(await texts(two.client)).toContain(assumed);
    expect(await texts(two.client, second.id)).not.toContain('No project_id');
    expect(await texts(one.client)).not.toContain('No project_id');
    const missing = async (sent: object) =>
      JSON.stringify((await two.client.callTool({ name: 'get_insight', arguments: { id: '7', ...sent } })).content);
    expect(await missing({})).toContain(assumed);
    expect(await missing({ project_id: second.id })).not.toContain('No project_id');
  });

  test('is told of addresses that lead nowhere', async () => {
    const { client } = await connectHttp(base, product.key(['insight:read']), era);
    for (const uri of [
      'insight://1/99',
      'insight://9/1',
      'insight://%zz/1',
      'insight://1/a/b',
      'insights://1/all',
      'a:b',
    ]) {
      await expect(client.readResource({ uri }), uri).rejects.toThrow(/not found/i);
    }
    const reader = await connectHttp(base, product.key(['group:read']), era);
    // What is refused is not called missing, which would say which one in `data`.
    const refused = await reader.client.readResource({ uri: 'insight://1/1' }).catch((error: unknown) => error);
    expect(refused).toMatchObject({ data: undefined, message: expect.stringContaining("'insight:read'") });
    // Only what its one scope allows.
    const { resources } = await reader.client.listResources();
    expect(resources.map((resource) => resource.name)).toEqual(['group-types']);
  });

  test('an argument that no tool knows is named, not passed over', async () => {
    const { client } = await connectHttp(base, product.key(['*']), era);
    expect(await refusal(client, 'list_insights', { serach: 'sign-up' })).toMatch(
      /There is no argument "serach"\. Did you mean "search"\? \(field: serach\)/,
    );
  });
});

describe('sessions of the 2025 protocol', () => {
  async function opened(key: string): Promise<Record<string, string>> {
    const { status, headers } = await send(INITIALIZE, bearer(key));
    expect(status).toBe(200);
    return { 'mcp-session-id': String(headers['mcp-session-id']), 'mcp-protocol-version': '2025-06-18' };
  }

  test('belong to the key that opened them', async () => {
    const [mine, other] = [product.key(['*']), product.key(['*'])];
    const session = await opened(mine);
    expect(await send(LIST_TOOLS, { ...bearer(mine), ...session })).toMatchObject({ status: 200 });
    expect(await send(LIST_TOOLS, { ...bearer(other), ...session })).toMatchObject({ status: 404 });
    expect(await send(null, { ...bearer(other), ...session }, 'DELETE')).toMatchObject({ status: 404 });
    expect(await send(LIST_TOOLS, { ...session })).toMatchObject({ status: 401 });
    expect(await send(LIST_TOOLS, { ...bearer(mine), ...session })).toMatchObject({ status: 200 });
    revoke(1);
    expect(await send(LIST_TOOLS, { ...bearer(mine), ...session })).toMatchObject({ status: 401 });
  });

  test('end by DELETE, and after long disuse', async () => {
    const key = product.key(['*']);
    const ask = (session: Record<string, string>) => send(LIST_TOOLS, { ...bearer(key), ...session });
    const [closed, used] = [await opened(key), await opened(key)];
    expect(await send(null, { ...bearer(key), ...closed }, 'DELETE')).toMatchObject({ status: 200 });
    expect(await ask(closed)).toMatchObject({ status: 404, text: expect.stringContaining('initialize') });
    const statusAfter = async (ms: number) => {
      const [idle, since_ms] = [await opened(key), now_ms];
      now_ms = since_ms + 1_000;
      expect(await ask(used)).toMatchObject({ status: 200 });
      now_ms = since_ms + ms;
      const { status } = await ask(idle);
      expect(await ask(used)).toMatchObject({ status: 200 });
      return status;
    };
    await atAndPast('mcp_session_idle_ms', statusAfter, { at: 404, past: 200, step: -1 });
    expect(await ask({ 'mcp-session-id': 'never-opened' })).toMatchObject({ status: 404 });
  });

  function session(key_id: number, running = 0): Session {
    const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => 'unused' });
    const caller = { ...localOwner(product.service), key_id };
    return { transport, key_id, caller, last_seen_ms: now_ms, running };
  }

  test('of one key are bounded in number: the one that was idle for longest makes room', async () => {
    const [greedy, other] = [product.key(['*']), product.key(['*'])];
    const kept = await opened(other);
    const sessions: Record<string, string>[] = [];
    for (let count = 0; count < LIMIT.mcp_sessions_per_key; count++) sessions.push(await opened(greedy));
    const ask = (key: string, session: Record<string, string>) => send(LIST_TOOLS, { ...bearer(key), ...session });
    // The first one was used last.
    expect(await ask(greedy, sessions[0]!)).toMatchObject({ status: 200 });
    const one_more = await opened(greedy);
    expect(await ask(greedy, sessions[1]!)).toMatchObject({ status: 404 });
    for (const session of [sessions[0]!, sessions[2]!, one_more]) {
      expect(await ask(greedy, session)).toMatchObject({ status: 200 });
    }
    expect(await ask(other, kept)).toMatchObject({ status: 200 });
  });

  test('opened at once are bounded, too', async () => {
    const key = product.key(['*']);
    const all = await Promise.all(Array.from({ length: LIMIT.mcp_sessions_per_key * 2 }, () => opened(key)));
    const answers = await Promise.all(all.map((session) => send(LIST_TOOLS, { ...bearer(key), ...session })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(LIMIT.mcp_sessions_per_key);
  });

  /** Opens so many, by key; the last one cannot be had where that is one too many. */
  function crowd(count: number, keyOf: (at: number) => number, running = 0): Sessions {
    const sessions = new Sessions();
    for (let at = 0; at < count; at++) {
      sessions.makeRoom(keyOf(at), now_ms);
      sessions.add(`s${at}`, session(keyOf(at), running));
    }
    return sessions;
  }

  test('at work stay: then the key has to wait', async () => {
    const working = (count: number) => crowd(count, () => 1, 1).makeRoom(2, now_ms);
    await atAndPast('mcp_sessions_per_key', working, {
      at: undefined,
      past: new RegExp(`^429 throttled of null: This key has ${LIMIT.mcp_sessions_per_key} sessions`),
    });
  });

  test('of all keys are bounded: those in use stay, those not used for a minute make room', async () => {
    const keyOf = (at: number) => Math.floor(at / LIMIT.mcp_sessions_per_key);
    const opening = (count: number) => void crowd(count, keyOf);
    await atAndPast('mcp_sessions', opening, {
      at: undefined,
      past: '503 busy of null: Too many open sessions; try again later.',
    });
    const sessions = crowd(LIMIT.mcp_sessions, keyOf);
    now_ms += TUNING.mcp_session_spare_ms;
    sessions.makeRoom(99, now_ms);
    expect(sessions.find('s0', session(0).caller, now_ms)).toBe(null);
    expect(sessions.find('s1', session(0).caller, now_ms)).not.toBe(null);
  });
});

describe('parameters that are not as the protocol has them are refused in words', () => {
  const META = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };

  test.each([
    ['completion/complete', { ref: { type: 'ref/prompt', name: 'x' }, argument: { name: 'a', value: '' }, context: 5 }],
    ['completion/complete', { ref: 'x', argument: { name: 'a', value: '' } }],
    ['tools/list', { cursor: null }],
    ['resources/list', { cursor: 7 }],
    ['tools/call', { name: 'list_insights', arguments: [] }],
  ])('%s', async (method, params) => {
    const named = 'name' in params ? { 'mcp-name': params.name } : {};
    const version = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method };
    const headers = { ...bearer(product.key(['*'])), ...version, ...named };
    const { text } = await send({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: META } }, headers);
    const { error } = JSON.parse(text);
    expect(error.code).toBe(-32602);
    expect(error.message).toMatch(
      /^The parameters of \S+ are not as the protocol has them: params\.(context|ref|cursor|arguments): /,
    );
    expect(error.message).not.toMatch(/[{}\n]/);
  });
});

describe.each<Era>(['2025', '2026'])('a stream of a client of %s', (era) => {
  async function listening(key: string, uris: string[]) {
    const told: string[] = [];
    const { client } = await connectHttp(base, key, era);
    client.setNotificationHandler('notifications/resources/updated', ({ params }) => void told.push(params.uri));
    client.setNotificationHandler('notifications/resources/list_changed', () => void told.push('list'));
    if (era === '2025') for (const uri of uris) await client.subscribeResource({ uri });
    else await client.listen({ resourceSubscriptions: uris, resourcesListChanged: true });
    return told;
  }

  const write = (name: string, input: Record<string, unknown>, project_id: number) => {
    const operation = operationNamed(name);
    return call(product.service, localOwner(product.service), operation, input, { project_id: String(project_id) });
  };

  test('tells what its key may read, for as long as that is a key', async () => {
    const { projects } = product.service.store;
    const { id: _, ...settings } = projects.list()[0]!;
    const second = projects.create({ ...settings, name: 'second', api_token: 'phc_second' });
    const uris = ['insight://1/1', `insight://${second.id}/2`];
    const keys = [product.key(['insight:read']), product.key(['*'], [1]), product.key(['group:read'])];
    const [ended, first, groups] = await Promise.all(keys.map((key) => listening(key, uris)));
    const all = await listening(product.key(['insight:read']), uris);
    revoke(1);
    await write('create_insight', { name: 'One' }, 1);
    await write('create_insight', { name: 'Two' }, second.id);
    await write('update_insight', { id: 1, name: 'First' }, 1);
    await write('update_insight', { id: 2, name: 'Second' }, second.id);
    await expect.poll(() => [...new Set(all)].toSorted(), { timeout: 10_000 }).toEqual([...uris, 'list'].toSorted());
    expect([...new Set(first)].toSorted()).toEqual(['insight://1/1', 'list']);
    expect([ended, groups]).toEqual([[], []]);
  });
});

test('a request to listen that hides its method in the body is refused', async () => {
  const resourceSubscriptions = Array.from({ length: LIMIT.subscriptions + 1 }, (_, at) => `insight://1/${at}`);
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const params = { notifications: { resourceSubscriptions }, _meta };
  const key = product.key(['*']);
  for (const method of [{}, { 'mcp-method': 'tools/list' }, { 'mcp-method': 'subscriptions/listen' }]) {
    const headers = { ...bearer(key), 'mcp-protocol-version': '2026-07-28', ...method };
    const { text } = await send({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params }, headers);
    expect(JSON.parse(text).error.code, text).toBeLessThan(0);
  }
});

test('streams of one key are bounded in number: the oldest makes room, and nobody else’s', async () => {
  const [greedy, other] = [product.key(['*']), product.key(['*'])];
  const listen = async (key: string) => {
    const { client } = await connectHttp(base, key, '2026');
    return client.listen({ resourcesListChanged: true });
  };
  const ended: string[] = [];
  const opened = async (name: string, key: string) => {
    void (await listen(key)).closed.then(() => ended.push(name));
  };
  await opened('other', other);
  for (let count = 0; count < LIMIT.mcp_sessions_per_key + 2; count++) await opened(`greedy ${count}`, greedy);
  await expect.poll(() => ended).toEqual(['greedy 0', 'greedy 1']);
});
