/**
 * The attacked server, as a process: both faces over a small shop, with a fixed clock and seeded chance. Reports its
 * address, logged errors and memory to its parent.
 */
import { seeded } from '../../../src/base/random.ts';
import { sampleShop } from '../../../src/cli/demo/shop.ts';
import { startServer } from '../../../src/cli/serve.ts';
import { localOwner } from '../../../src/service/access/authenticate.ts';
import { createKey } from '../../../src/service/access/keys.ts';
import { call } from '../../../src/service/gate/call.ts';
import { operationNamed } from '../../../src/service/operations/index.ts';
import { openService, type RunningService } from '../../../src/service/service.ts';
import { SILENT } from '../../support/log.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const EVENTS = 4_000;
const SECRET = 'belongs-to-another-project';

const SAVED = { insight: 'TRENDS', events: [{ id: 'purchase', math: 'dau' }], breakdown: '$browser' };
const GROUPS = [{ properties: [{ key: 'plan', type: 'person', operator: 'is_set' }] }];
const MADE: readonly (readonly [string, Record<string, unknown>])[] = [
  ['create_insight', { name: 'Buyers', filters: SAVED }],
  [
    'create_insight',
    { name: 'Way', filters: { insight: 'FUNNELS', events: [{ id: '$pageview' }, { id: 'purchase' }] } },
  ],
  ['share_insight', { insight_id: '1', enabled: true }],
  ['create_dashboard', { name: 'All', tiles: [{ insight: 1 }] }],
  ['create_cohort', { name: 'Buyers', groups: GROUPS }],
  ['create_action', { name: 'Bought', steps: [{ event: 'purchase' }] }],
  ['create_annotation', { content: 'Sale', date_marker: '2026-03-01' }],
  ['create_alert', { insight: 1, name: 'Few', condition: { type: 'absolute_value' }, lower: 1 }],
];

async function ask(service: RunningService, name: string, body: Record<string, unknown>, project_id: string) {
  const operation = operationNamed(name);
  return call(service, localOwner(service), operation, body, { project_id });
}

async function fill(service: RunningService): Promise<{ token: string; sharing_token: string }> {
  const [project] = service.store.projects.list();
  service.ingest.importItems(project!, sampleShop(NOW, 1).slice(0, EVENTS));
  await service.ingest.settle(project!, 500);
  for (const [name, body] of MADE) {
    await ask(service, name, body, '1').catch((error: unknown) => {
      throw new Error(`${name}: ${String(error)}`);
    });
  }
  const shared = (await ask(service, 'get_insight_sharing', { insight_id: '1' }, '1')) as { access_token: string };
  const other = (await call(service, localOwner(service), operationNamed('create_project'), { name: SECRET }, {})) as {
    id: number;
  };
  await ask(
    service,
    'create_insight',
    { name: SECRET, filters: { insight: 'TRENDS', events: [{ id: SECRET }] } },
    String(other.id),
  );
  return { token: project!.api_token, sharing_token: shared.access_token };
}

async function post(base: string, key: string, message: object, more: Record<string, string> = {}): Promise<Response> {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...more };
  return fetch(`${base}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 0, ...message }),
  });
}

async function openSession(base: string, key: string): Promise<string> {
  const clientInfo = { name: 'torture', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const response = await post(base, key, { method: 'initialize', params });
  await response.text();
  return response.headers.get('mcp-session-id') ?? '';
}

/** The cookie of a browser that has followed the link in a tool's answer. */
async function visit(base: string, key: string, mcp_session: string): Promise<string> {
  const params = { name: 'get_insight', arguments: { id: '1' } };
  const response = await post(base, key, { method: 'tools/call', params }, { 'mcp-session-id': mcp_session });
  const link = /\/open\/[\w-]+/.exec(await response.text())?.[0] ?? '';
  const opened = await fetch(base + link);
  await opened.text();
  const [cookie] = opened.headers.getSetCookie();
  if (cookie === undefined) throw new Error('no link to a page in the answer of a tool');
  return cookie.split(';')[0]!;
}

function tell(message: object): void {
  process.send?.(message);
}

const random = seeded(7);
const error = (fields: unknown, text?: string) => {
  // An error is an object whose members are not enumerable.
  const said = JSON.stringify(fields, (_, value: unknown) => (value instanceof Error ? value.stack : value));
  tell({ error: `${text} ${said}` });
};
const service = openService({
  path: process.argv[2]!,
  now: () => NOW,
  randomBytes: (count) => random.bytes(count),
  log: { ...SILENT, error },
});
const { token, sharing_token } = await fill(service);
const user_id = localOwner(service).user.id;
const key = (scopes: readonly ('*' | 'insight:read')[], project_ids: readonly number[] | null) =>
  createKey(service, { user_id, label: 'torture', scopes, project_ids }).value;
const keys = { key: key(['*'], null), project_key: key(['*'], [1]), read_key: key(['insight:read'], [1]) };
const server = await startServer(service, {
  port: 0,
  host: '127.0.0.1',
  allowedHosts: [],
  readOnly: false,
  rateLimit: false,
});
const base = `http://127.0.0.1:${server.port}`;
const mcp_session = await openSession(base, keys.key);
const cookie = await visit(base, keys.key, mcp_session);
tell({ base, names: { ...keys, token, sharing_token, mcp_session, cookie }, secret: SECRET });
process.on('message', async (message) => {
  if (message === 'memory') {
    globalThis.gc?.();
    const { rss, heapUsed, external } = process.memoryUsage();
    tell({
      memory: { rss_bytes: rss, heap_bytes: heapUsed + external, handles: process.getActiveResourcesInfo().length },
    });
  } else {
    await server.close();
    await service.close();
    process.exit(0);
  }
});
process.on('disconnect', () => process.exit(0));
