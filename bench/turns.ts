/**
 * npm --prefix bench run turns -- FOLDER      (FOLDER as left by `npm run bench -- --keep FOLDER`; copied, not changed)
 * How long one request of each kind keeps all others waiting: processor time of the main thread's longest turn, the first
 * time and later.
 */
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { request } from 'undici';
import { openService } from '../src/service/service.ts';
import { onCopy } from './copies.ts';
import { keyOf, type Server, startServer } from './server.ts';

const METER = pathToFileURL(`${import.meta.dirname}/turn_meter.ts`).href;
/** Until what the server does at first is done. */
const SETTLED_MS = 5_000;
const TIMES = 5;

type Send = (time: number) => Promise<unknown>;

interface Doors {
  readonly address: string;
  readonly key: string;
  /** Token of the first project, for events. */
  readonly token: string;
  readonly client: Client;
}

await onCopy('turns', main);

async function main(path: string): Promise<void> {
  const service = openService({ path });
  const key = keyOf(service);
  const token = service.store.projects.list()[0]!.api_token;
  await service.close();
  const server = await startServer(path, [METER]);
  const requestInit = { headers: { Authorization: `Bearer ${key}` } };
  const client = new Client({ name: 'bench', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${server.address}/mcp`), { requestInit }));
  await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
  console.log('| request | first, ms | later, at most |\n|---|---|---|');
  for (const [name, send] of requests({ address: server.address, key, token, client })) {
    const [first = 0, ...later] = await turnsOf(server, send);
    console.log(`| ${name} | ${first.toFixed(1)} | ${Math.max(...later).toFixed(1)} |`);
  }
  await client.close();
  await server.stop();
}

async function turnsOf(server: Server, send: Send): Promise<number[]> {
  const turns: number[] = [];
  for (let time = 0; time < TIMES; time++) {
    await longestTurn(server);
    await send(time);
    turns.push(await longestTurn(server));
  }
  return turns;
}

async function longestTurn({ process: child }: Server): Promise<number> {
  const told = once(child, 'message');
  child.send('longest');
  return Number((await told)[0]);
}

function requests(doors: Doors): [name: string, send: Send][] {
  const get =
    (path: string): Send =>
    () =>
      answered(doors, 'GET', `/api/projects/@current/${path}`);
  const post =
    (path: string, body: (time: number) => object): Send =>
    (time) =>
      answered(doors, 'POST', `/api/projects/@current/${path}`, body(time));
  const batch =
    (make: (at: number, time: number) => object, events: number): Send =>
    (time) =>
      answered(
        doors,
        'POST',
        '/batch/',
        batchOf(doors.token, events, (at) => make(at, time)),
      );
  const tool =
    (name: string, args: Record<string, unknown>): Send =>
    () =>
      doors.client.callTool({ name, arguments: args });
  const ever = { events: [{ id: '$pageview' }], date_from: 'all' };
  return [
    ['description of the interface', () => answered(doors, 'GET', '/openapi.json')],
    ['list of tools', () => doors.client.listTools()],
    ['tool: describe_project', tool('describe_project', {})],
    ['tool: compute_trend, all days', tool('compute_trend', ever)],
    [
      'tool: run_sql, a thousand rows',
      tool('run_sql', { query: 'select uuid, event, timestamp from events limit 1000' }),
    ],
    ['trend, all days', post('insights/trend/', () => ({ ...ever, refresh: true }))],
    [
      'trend by 25 values, all days',
      post('insights/trend/', () => ({ ...ever, breakdown: '$browser', refresh: true })),
    ],
    ['paths', post('insights/path/', () => ({ date_from: 'all', refresh: true }))],
    [
      'SQL, ten thousand rows',
      post('sql/', () => ({ query: 'select uuid, event, distinct_id from events limit 10000' })),
    ],
    ['a page of a hundred events', get('events/?limit=100')],
    ['a page of ten thousand events', get('events/?limit=10000')],
    ['a page of a thousand people', get('persons/?limit=1000')],
    ['definitions of properties', get('property_definitions/?limit=1000')],
    ['a hundred events of one person', batch(() => usual('one'), 100)],
    ['a hundred events of new people', batch((at, time) => usual(`new ${time} ${at}`), 100)],
    ['five thousand events of one person', batch(() => usual('one'), 5_000)],
    ['five thousand events of new people', batch((at, time) => usual(`many ${time} ${at}`), 5_000)],
    ['two thousand events of sixty properties', batch((at, time) => wide(at, `wide ${time} ${at}`), 2_000)],
    ['two thousand people identified', batch((at, time) => identified(at, time), 2_000)],
  ];
}

async function answered({ address, key }: Doors, method: 'GET' | 'POST', path: string, body?: object): Promise<void> {
  const headers = {
    authorization: `Bearer ${key}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const answer = await request(`${address}${path}`, { method, headers, ...sent });
  const text = await answer.body.text();
  if (answer.statusCode >= 400) throw new Error(`${path}: ${answer.statusCode} ${text.slice(0, 200)}`);
}

function batchOf(token: string, events: number, make: (at: number) => object): object {
  return { api_key: token, batch: Array.from({ length: events }, (_, at) => make(at)) };
}

function usual(distinct_id: string): object {
  return {
    event: 'turn',
    distinct_id,
    properties: { plan: 'free', $current_url: `https://example.com/${distinct_id}` },
  };
}

function wide(at: number, distinct_id: string): object {
  const properties = Object.fromEntries(
    Array.from({ length: 60 }, (_, name) => [`property ${name}`, name % 3 === 0 ? at * name : `text ${at * name}`]),
  );
  return { event: 'turn', distinct_id, properties: { ...properties, $set: { plan: 'free', size: at } } };
}

function identified(at: number, time: number): object {
  const properties = { $anon_distinct_id: `many ${time} ${at}`, $set: { email: `${at}@example.com` } };
  return { event: '$identify', distinct_id: `known ${time} ${at}`, properties };
}
