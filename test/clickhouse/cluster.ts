/**
 * `npm --prefix test/clickhouse run cluster`: what can be said of a cluster without one. The compose file and the
 * servers' configuration are parsed, and must agree about names; every statement that is sent to a cluster is put to
 * ClickHouse's own parser (`explain ast`), which takes Replicated, Distributed, `on cluster` and `cluster(…)` without
 * running them. Nothing is said about what such statements do.
 */
import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { SaxesParser } from 'saxes';
import { answerInSql } from '../../src/clickhouse/answer.ts';
import { parseAddress } from '../../src/clickhouse/server/address.ts';
import { type Database, openDatabase } from '../../src/clickhouse/server/database.ts';
import { mapEntry, versionOf } from '../../src/clickhouse/server/rows.ts';
import { needsOf } from '../../src/clickhouse/shipping/needs.ts';
import { sampleQuestions } from '../../src/service/operator/agreement.ts';
import { startServer } from './server.ts';

const { parse } = (await import('yaml' as string)) as { parse(text: string): Compose };
const FOLDER = join(import.meta.dirname, '..', '..', 'deploy', 'clickhouse');
const CLUSTER = 'main';

interface Service {
  readonly hostname?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly depends_on?: readonly string[];
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

const problems: string[] = [];
checkFiles();
const { taken, refused } = await parsed();
for (const { statement, error } of refused) problems.push(`${error}\n  ${statement}`);
for (const problem of problems) console.log(`WRONG ${problem}`);
console.log(`${taken} statements for a cluster parsed, ${problems.length} problems`);
process.exitCode = problems.length === 0 && taken > 0 ? 0 : 1;

function check(holds: boolean, problem: string): void {
  if (!holds) problems.push(problem);
}

/** Names that one file gives and another one uses. */
function checkFiles(): void {
  const { services, volumes } = parse(readFileSync(join(FOLDER, 'docker-compose.yml'), 'utf8'));
  const [cluster, keeper] = [textsOf('cluster.xml'), textsOf('keeper.xml')];
  const hosts = cluster.get(`clickhouse/remote_servers/${CLUSTER}/shard/replica/host`) ?? [];
  check(hosts.length === 2, 'two shards are expected');
  for (const host of hosts) check(services[host]?.hostname === host, `no service has the host name ${host}`);
  for (const host of cluster.get('clickhouse/zookeeper/node/host') ?? [])
    check(services[host] !== undefined, `no service is the keeper ${host}`);
  const ports = [cluster.get('clickhouse/zookeeper/node/port'), keeper.get('clickhouse/keeper_server/tcp_port')];
  check(String(ports[0]) === String(ports[1]), `the keeper listens on ${ports[1]}, and is asked on ${ports[0]}`);
  for (const [name, { environment = {}, volumes: mounted = [], depends_on = [] }] of Object.entries(services)) {
    for (const other of depends_on)
      check(services[other] !== undefined, `${name} depends on ${other}, which is missing`);
    for (const volume of mounted) checkMount(name, volume, volumes);
    if (hosts.includes(name))
      for (const key of ['SHARD', 'REPLICA']) check(key in environment, `${name} has no ${key}`);
  }
  const address = parseAddress(services['insights']?.environment?.['INSIGHTS_MCP_EVENTS'] ?? '');
  check(address.cluster === CLUSTER, `the service names the cluster ${address.cluster}`);
  check(hosts.includes(new URL(address.url).hostname), `the service asks ${address.url}`);
  const shard = services[new URL(address.url).hostname]?.environment;
  check(shard?.['CLICKHOUSE_DB'] === address.database, `the service asks for the database ${address.database}`);
  check(shard?.['CLICKHOUSE_USER'] === address.user, `the service is the user ${address.user}`);
  check(shard?.['CLICKHOUSE_PASSWORD'] === address.password, 'the service has another password');
}

function checkMount(service: string, volume: string, volumes: Compose['volumes']): void {
  const [from = ''] = volume.split(':');
  const is_there = from.startsWith('.') ? textsOf(from).size > 0 : from in volumes;
  check(is_there, `${service} mounts ${from}, which is not there`);
}

/** Path of elements -> their texts. @throws Error if it is not well formed */
function textsOf(file: string): Map<string, string[]> {
  const texts = new Map<string, string[]>();
  const path: string[] = [];
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => {
    path.push(name);
  });
  parser.on('closetag', () => {
    path.pop();
  });
  parser.on('text', (text) => {
    if (text.trim() !== '') texts.set(path.join('/'), [...(texts.get(path.join('/')) ?? []), text.trim()]);
  });
  parser.on('error', (error) => {
    throw error;
  });
  parser.write(readFileSync(join(FOLDER, file), 'utf8')).close();
  return texts;
}

interface Parsed {
  taken: number;
  readonly refused: { readonly statement: string; readonly error: string }[];
}

/** Between the client and a server: each statement is parsed, and answered with nothing. */
async function parsed(): Promise<Parsed> {
  const told: Parsed = { taken: 0, refused: [] };
  const server = await startServer();
  const between = createServer(async (request, response) => {
    const { statement, error } = await parsedOne(request, server.port);
    if (statement !== null) told.taken++;
    if (statement !== null && error !== null) told.refused.push({ statement, error });
    // Somebody is merged.
    response.end(statement?.startsWith('select distincts.distinct') ? '[1,2]\n' : '');
  });
  await new Promise<void>((listening) => between.listen(0, '127.0.0.1', listening));
  try {
    const { port } = between.address() as AddressInfo;
    await sendAll(
      await openDatabase(parseAddress(`clickhouse://default:@127.0.0.1:${port}/default?cluster=${CLUSTER}`), 'owner'),
    );
  } finally {
    between.close();
    await server.stop();
  }
  return told;
}

/** null = words of the client's own, before rows that it sends. */
async function parsedOne(
  request: IncomingMessage,
  port: number,
): Promise<{ readonly statement: string | null; readonly error: string | null }> {
  const url = new URL(request.url!, `http://127.0.0.1:${port}`);
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  if (url.searchParams.has('query')) return { statement: null, error: null };
  const sent = Buffer.concat(chunks);
  const statement = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent).toString();
  for (const key of [...url.searchParams.keys()]) if (!key.startsWith('param_')) url.searchParams.delete(key);
  const answer = await fetch(url, { method: 'POST', body: `explain ast ${statement}` });
  const text = await answer.text();
  return { statement, error: answer.ok ? null : text.slice(0, 300) };
}

/** All that a database is ever sent. */
async function sendAll(database: Database): Promise<void> {
  const [project_id, signal] = [1, new AbortController().signal];
  const packed = { properties: { a: 'b' }, json: '{"a":"b"}' };
  const row = { project: project_id, version: 1 };
  const event = {
    ...{
      ...row,
      entries: mapEntry('a', 'b'),
      json: packed.json,
      event: 'a',
      day: '2026-01-01',
      time: 1,
      distinct: 1,
      distinct_id: 'ana',
      person: 1,
    },
    ...{ uuid: '00000000-0000-0000-0000-000000000001', arrived: 1, version: versionOf(1) },
  };
  await database.write({
    ...{ project_id, events: [event], sent: { revision: 1, seq: 1, distincts: 1 } },
    persons: [{ ...row, ...packed, person: 1, id: 'x', created: 1 }],
    distincts: [{ ...row, distinct: 1, distinct_id: 'ana', person: 1, moved: 0 }],
    groups: [{ ...row, ...packed, type: 0, key: 'x', created: 1 }],
  });
  for (const has_moves of [false, true])
    for (const asked of sampleQuestions(['a', 'b'], 0, 86_400_000)) {
      const { asking, ship } = database.question({ project_id, has_moves, signal });
      await answerInSql(asked, asking);
      await ship(needsOf(asked), ['a', 'b'], 'alike');
    }
  const removing = database.removing(project_id);
  for (const rows of [
    { kind: 'distincts', ids: [1] },
    { kind: 'before', time_ms: 5 },
    { kind: 'value', property: 'a', text: 'b' },
  ] as const)
    await removing.events(rows, 0);
  await removing.rename(new Map([[1, 'other']]), 0);
  await removing.people([1], [1]);
  await removing.left(1);
  await removing.withEvents([1]);
  await database.sent(project_id);
  await database.hasMoves(project_id);
  await database.squash(project_id);
  await database.scrub();
  await database.sums(project_id);
  await database.days(project_id);
  await database.stored({ project_id, names: ['a'], day: '2026-01-01', after: -1, rows: 10 });
  await database.drop();
  await database.close();
}
