/** The nth request of a seed: an operation over REST or MCP, a door for events, a page, or nothing of the kind. */
import { z } from 'zod';
import type { Operation } from '../../../src/service/contract/operation.ts';
import { OPERATIONS } from '../../../src/service/operations/index.ts';
import { bodyFor, type Schema } from './bodies.ts';
import { type Chance, chanceOf, type Json, mangled, mutated, odd, oddText, one, some, usual } from './chance.ts';
import { anywhere, throughDoor } from './doors.ts';
import { encoded, escaped, type Hostile, keyOf, type Names, oddHeaders, wronged } from './wire.ts';

interface Called {
  readonly operation: Operation;
  readonly schema: Schema;
}

const CALLED: readonly Called[] = OPERATIONS.map((operation) => ({
  operation,
  schema: z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }) as Schema,
}));
const ROUTED = CALLED.filter(({ operation }) => operation.routes.length > 0);
const TOOLS = CALLED.filter(({ operation }) => operation.tool);

export function requestOf(seed: number, nth: number, names: Names): Hostile {
  const random = chanceOf(seed, nth);
  const face = random.next();
  if (face < 0.5) return overRest(random, names);
  if (face < 0.75) return overMcp(random, names);
  if (face < 0.95) return throughDoor(random, names);
  return anywhere(random, names);
}

function overRest(random: Chance, names: Names): Hostile {
  const { operation, schema } = one(random, ROUTED);
  const route = one(random, operation.routes);
  const body = wronged(random, bodyFor(random, schema));
  const ids = ['99', 'abcdefgh', '-1', '1e3', '%00', '%F0%9F%98%80', '%2e%2e', '9'.repeat(25), names.sharing_token];
  const project = random.chance(random.is_wild ? 0.85 : 0.98)
    ? '1'
    : one(random, ['2', '@current', '99', '%00', '0x1']);
  const path = `/api${operation.in_project ? `/${one(random, ['projects', 'projects', 'environments'])}/${project}` : ''}${route.path}`;
  const method = random.chance(random.is_wild ? 0.9 : 0.99)
    ? route.method
    : one(random, ['PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'POST', 'GET']);
  const takes_body = method === 'POST' || method === 'PATCH' || method === 'PUT';
  const in_query = !takes_body || random.chance(0.05);
  const query = in_query && typeof body === 'object' && body !== null ? search(random, body) : '';
  const { headers, is_confined } = keyOf(random, names);
  const sent = takes_body ? encoded(random, JSON.stringify(body) ?? '') : { headers: {}, body: null };
  return {
    method,
    path:
      path.replace(/:\w+/g, () => (random.chance(0.75) ? one(random, ['1', '1', '2', '3']) : one(random, ids))) + query,
    headers: { 'content-type': 'application/json', ...headers, ...sent.headers, ...oddHeaders(random) },
    body: sent.body,
    is_confined,
  };
}

function search(random: Chance, body: object): string {
  const pairs = Object.entries(body).flatMap(([name, value]) => {
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
    const pair = `${escaped(name)}=${escaped(text.slice(0, 3_000))}`;
    return random.chance(0.03) ? [pair, pair] : [pair];
  });
  const more = random.chance(0.1)
    ? [one(random, ['format=csv', 'format=xml', 'format=svg', '&&==', '%', '%ZZ=%FF', 'a[b][c]=1', 'project_id=2'])]
    : [];
  return `?${[...pairs, ...more].join('&')}`;
}

const META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'torture', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

function overMcp(random: Chance, names: Names): Hostile {
  const { method, name, params } = mcpCall(random);
  const is_modern = random.chance(0.7);
  const message = {
    jsonrpc: '2.0',
    id: random.below(1_000),
    method,
    params: is_modern ? { ...params, _meta: META } : params,
  };
  const sent = random.chance(random.is_wild ? 0.2 : 0.01) ? wronged(random, mutated(random, message)) : message;
  const modern = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': headerText(method),
    ...(name === null ? {} : { 'mcp-name': headerText(name) }),
  };
  const legacy = {
    'mcp-session-id': random.chance(0.95) ? names.mcp_session : 'nothing',
    'mcp-protocol-version': one(random, ['2025-11-25', '2025-06-18', '1']),
  };
  // A session belongs to the key that opened it.
  const { headers, is_confined } = is_modern
    ? keyOf(random, names)
    : { headers: { authorization: `Bearer ${names.key}` }, is_confined: false };
  return {
    method: 'POST',
    path: `/mcp${usual(random, ['', '', '', '?toolsets=all', '?read_only=true', '?toolsets=nothing'], 4)}`,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
      ...(is_modern ? modern : legacy),
      ...oddHeaders(random),
    },
    body: Buffer.from(random.chance(0.02) ? mangled(random, JSON.stringify(sent) ?? '') : (JSON.stringify(sent) ?? '')),
    is_confined,
  };
}

function headerText(text: string): string {
  return text.replace(/[^\x21-\x7e]/g, '').slice(0, 200);
}

function mcpCall(random: Chance): { method: string; name: string | null; params: Record<string, Json> } {
  if (random.chance(0.9)) {
    const { operation, schema } = one(random, TOOLS);
    const input = bodyFor(random, schema);
    const more = some(
      random,
      { project_id: () => usual<Json>(random, [1, '1', 2, 99, null, '@current'], 2), picture: () => true },
      0.1,
    );
    return {
      method: 'tools/call',
      name: operation.name,
      params: { name: operation.name, arguments: wronged(random, { ...input, ...more }) },
    };
  }
  const uri = one(random, [
    'insights://help/compute_trend',
    'insights://help/filters',
    'insights://insight/1',
    'insights://dashboards/1',
    `insights://${oddText(random)}`,
    oddText(random),
    'file:///etc/passwd',
    'ui://chart.html',
  ]);
  const ref = one<Json>(random, [
    { type: 'ref/prompt', name: 'diagnose_drop' },
    { type: 'ref/resource', uri },
    odd(random, 1),
  ]);
  const argument = { name: one(random, ['event', 'insight', 'tool', 'id', '__proto__']), value: oddText(random) };
  return one(random, [
    { method: 'resources/read', name: uri, params: { uri } },
    { method: 'resources/list', name: null, params: some(random, { cursor: () => oddText(random) }, 0.5) },
    {
      method: 'prompts/get',
      name: 'diagnose_drop',
      params: {
        name: one(random, ['diagnose_drop', 'weekly_review', 'explain_insight', '__proto__']),
        arguments: Object.fromEntries([[one(random, ['event', 'insight']), oddText(random)]]),
      },
    },
    { method: 'completion/complete', name: null, params: { ref, argument, context: odd(random, 1) } },
    { method: 'tools/list', name: null, params: some(random, { cursor: () => odd(random, 1) }, 0.5) },
    { method: 'tasks/get', name: null, params: { taskId: oddText(random) } },
    { method: 'logging/setLevel', name: null, params: { level: one(random, ['debug', 'x']) } },
    { method: oddText(random).slice(0, 100), name: null, params: { a: odd(random) } },
  ]);
}
