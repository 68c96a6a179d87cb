/**
 * Statements sent to ClickHouse, for review: one question of each kind. `npm run golden:clickhouse` checks that they
 * are right.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { answerInSql } from '../../src/clickhouse/answer.ts';
import { parseAddress, placeText } from '../../src/clickhouse/server/address.ts';
import { type Connection, connect } from '../../src/clickhouse/server/connection.ts';
import { removingFrom } from '../../src/clickhouse/server/removal.ts';
import { needsOfLines, shippingStatement } from '../../src/clickhouse/shipping/needs.ts';
import type { Asking } from '../../src/clickhouse/statement/asking.ts';
import { render, type Sql, sql, textList } from '../../src/clickhouse/statement/sql.ts';
import { LOCAL_TABLES, OWN_TABLES, onOneServer } from '../../src/clickhouse/statement/staged.ts';
import type { Asked } from '../../src/engine/answer.ts';
import type { AskedStatement } from '../../src/model/question/explanation.ts';
import { hearing, listening } from '../../src/service/computing/progress.ts';
import type { Operation } from '../../src/service/contract/operation.ts';
import { mayHaveReasons } from '../../src/service/nothing/reasons.ts';
import { runSql } from '../../src/service/operations/sql.ts';
import { fetchedFor } from '../../src/service/remote/clickhouse.ts';
import { path } from '../../src/service/shown/path.ts';
import { newProject, openWorld } from '../golden/world.ts';
import {
  computeFunnel,
  computeFunnelCorrelation,
  computePath,
  computeRetention,
  computeTrend,
} from '../support/operations.ts';

const DATES = { date_from: '2026-01-01', date_to: '2026-01-03' };
const BUY = { id: 'buy', properties: [{ key: 'plan', value: "x') or 1=1 --", operator: 'exact', type: 'event' }] };
const STEPS = [{ id: 'visit' }, { id: 'buy', order: 1 }];

const QUESTIONS: readonly (readonly [string, Operation, Record<string, unknown>])[] = [
  ['trend, total, one condition', computeTrend, { events: [BUY], ...DATES }],
  [
    'trend, unique people by a value of theirs',
    computeTrend,
    { events: [{ id: 'buy', math: 'dau' }], breakdown: 'country', breakdown_type: 'person', ...DATES },
  ],
  ['trend, weekly active', computeTrend, { events: [{ id: 'buy', math: 'weekly_active' }], ...DATES }],
  ['trend, first time ever', computeTrend, { events: [{ id: 'buy', math: 'first_time_for_user' }], ...DATES }],
  ['trend, 90th percentile', computeTrend, { events: [{ id: 'buy', math: 'p90', math_property: 'price' }], ...DATES }],
  [
    'trend, groups',
    computeTrend,
    { events: [{ id: 'buy', math: 'unique_group', math_group_type_index: 0 }], ...DATES },
  ],
  ['lifecycle', computeTrend, { insight: 'LIFECYCLE', events: [{ id: 'buy' }], ...DATES }],
  ['stickiness', computeTrend, { insight: 'STICKINESS', events: [{ id: 'buy' }], ...DATES }],
  [
    'retention, first time',
    computeRetention,
    {
      retention_type: 'retention_first_time',
      target_entity: { id: 'visit' },
      returning_entity: { id: 'buy' },
      date_to: '2026-01-03',
      total_intervals: 3,
    },
  ],
  ['funnel, in order', computeFunnel, { events: STEPS, ...DATES }],
  [
    'funnel, in order, by the first value',
    computeFunnel,
    { events: STEPS, breakdown: ['plan', 'country'], breakdown_type: 'event', ...DATES },
  ],
  [
    'funnel with an exclusion: rows for the kernels',
    computeFunnel,
    { events: STEPS, exclusions: [{ id: 'refund', funnel_from_step: 0, funnel_to_step: 1 }], ...DATES },
  ],
  [
    'paths',
    computePath,
    { include_event_types: ['$pageview'], path_groupings: ['/users/*'], end_point: '/done', ...DATES },
  ],
  ['correlation: rows for the kernels', computeFunnelCorrelation, { events: STEPS, ...DATES }],
  [
    'statement in SQL: counted rows',
    runSql,
    {
      query:
        "select toDate(timestamp), properties.plan, count(), uniq(person_id) from events where event = 'buy' and timestamp >= '2026-01-01 10:20:30' group by 1, 2",
    },
  ],
  [
    'statement in SQL: the last rows',
    runSql,
    { query: "select * from events where event = 'buy' and properties.plan = 'pro' order by timestamp desc limit 10" },
  ],
  [
    'statement in SQL: rows of one event',
    runSql,
    { query: "select quantile(0.9)(properties.price) from events where event = 'buy' and properties.plan = 'pro'" },
  ],
];

function written(statement: Sql): string {
  const { statement: text, parameters } = render(statement);
  return `${text.replace(/\n\s+/g, '\n  ')}\n${JSON.stringify(parameters)}\n`;
}

/** Asks in a world without events, and writes down what a server would be asked. */
async function statementsOf(operation: Operation, filters: Record<string, unknown>): Promise<string> {
  const world = openWorld();
  const texts: string[] = [];
  const asking: Asking = {
    rows: async (make) => {
      const staged = make({ project_id: 7, has_moves: false, tables: OWN_TABLES });
      if (staged !== undefined) texts.push(written(onOneServer(staged)));
      return staged && [];
    },
  };
  const { computing } = world.service;
  const show = computing.show.bind(computing);
  computing.show = async (project, shown, signal) => {
    const asked = shown.asked as Asked;
    const numbers = asked.kind === 'sql' ? null : await answerInSql(asked, asking);
    if (numbers === null) {
      const scope = { project_id: 7, has_moves: true, tables: LOCAL_TABLES };
      texts.push(written(onOneServer(shippingStatement(fetchedFor(asked), ['visit', 'buy', 'refund'], scope))));
    }
    return show(project, shown, signal);
  };
  world.clock_ms = Date.UTC(2026, 0, 4);
  await world.ask(newProject(world), operation, filters);
  await world.service.close();
  return texts.join('');
}

test('one of each kind, to be read', async () => {
  const parts: string[] = [];
  for (const [title, operation, filters] of QUESTIONS) {
    parts.push(`-- ${title}\n${await statementsOf(operation, filters)}`);
  }
  await expect(parts.join('\n')).toMatchFileSnapshot('../snapshots/clickhouse.sql');
});

test('why there are no paths is looked for in the range that was asked for', async () => {
  const world = openWorld();
  const { computing } = world.service;
  const show = computing.show.bind(computing);
  const found: object[] = [];
  computing.show = (project, shown, signal) => {
    const { asked } = shown as { asked: Asked };
    if (asked.kind === 'path') {
      const lines = path.lines(asked.query);
      found.push({ ...needsOfLines(lines), is_looked_for: mayHaveReasons(lines, []) });
    }
    return show(project, shown, signal);
  };
  world.clock_ms = Date.UTC(2026, 0, 4);
  const project = newProject(world);
  await world.ask(project, computePath, { start_point: '/home', exclude_events: ['Setings'], ...DATES });
  await world.ask(project, computePath, { start_point: '/home', ...DATES });
  const range = { from_ms: Date.UTC(2026, 0, 1), until_ms: Date.UTC(2026, 0, 4) };
  expect(found).toMatchObject([
    { ...range, keys: new Set(['$current_url', '$screen_name']), is_looked_for: true },
    { ...range, keys: new Set(['$current_url']), is_looked_for: false },
  ]);
  await world.service.close();
});

describe('pieces of statements', () => {
  test('whatever a value says, it is a parameter', () => {
    const value = "' or {p1:String} or ` \\ \0";
    const { statement, parameters } = render(sql`select ${value}, ${textList([value])}, ${5}, ${0.5}, ${value}`);
    expect(statement).toBe('select {p0:String}, {p1:Array(String)}, {p2:Int64}, {p3:Float64}, {p0:String}');
    expect(parameters).toEqual({ p0: value, p1: [value], p2: 5, p3: 0.5 });
  });
});

describe('addresses', () => {
  test('what stands in one', () => {
    const address = parseAddress('clickhouse://ana:p%40ss@db.example.com/events?cluster=main');
    expect(address).toEqual({
      url: 'http://db.example.com:8123',
      user: 'ana',
      password: 'p@ss',
      database: 'events',
      cluster: 'main',
    });
    expect(placeText(address)).toBe('clickhouse://db.example.com:8123/events?cluster=main');
    expect(parseAddress('clickhouses://db.example.com').url).toBe('https://db.example.com:8443');
  });

  test.each([
    '',
    'http://x',
    'clickhouse://',
    'clickhouse://h/a b',
    'clickhouse://h/d?cluster=a;b',
    'clickhouse://u:secret@h/d?x=1',
  ])('%j is refused without being repeated', (text) => {
    expect(() => parseAddress(text)).toThrow(/clickhouse:\/\/user:password@host/);
    expect(() => parseAddress(text)).not.toThrow(/secret/);
  });
});

/**
 * Over a server that answers each statement with `[1]`; those are in `heard`, with their parameters. A slow one runs
 * until somebody asks how far it is, which is answered with `[5, 20]`.
 */
async function answered(heard: string[] = []): Promise<Connection> {
  const slow = Promise.withResolvers<void>();
  const summary = JSON.stringify({ read_rows: '21', read_bytes: '504', elapsed_ns: '1000' });
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const parameters = [...new URL(request.url!, 'http://host').searchParams].filter(([key]) => /^param_/.test(key));
      const sent = Buffer.concat(chunks);
      const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent) : sent;
      heard.push(
        `${text.toString().trimEnd()} -- ${parameters.map(([key, value]) => `${key.slice(6)}=${value}`).join(' ')}`,
      );
      const is_watch = text.includes('system.processes');
      if (is_watch) slow.resolve();
      if (text.includes('slow')) await slow.promise;
      response.writeHead(200, { 'X-ClickHouse-Summary': summary });
      response.end(is_watch ? '[5,20]\n' : '[1]\n');
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const connection = await connect(parseAddress(`clickhouse://default:@127.0.0.1:${port}/default`));
  onTestFinished(async () => {
    await connection.close();
    server.close();
  });
  return connection;
}

test('what goes for good goes by parameters, on every shard, and once the server has stored what it took', async () => {
  const heard: string[] = [];
  const removing = removingFrom(await answered(heard), 'main', 7);
  await removing.events({ kind: 'distincts', ids: [1, 2] }, 0);
  await removing.events({ kind: 'before', time_ms: 5.5 }, 3);
  await removing.events({ kind: 'value', property: "it's", text: "' or 1 --" }, 0);
  await removing.rename(new Map([[1, 'new']]), 0);
  await removing.people([4], [1, 2]);
  await removing.left(2);
  await removing.withEvents([1]);
  await expect(`${heard.join('\n')}\n`).toMatchFileSnapshot('../snapshots/clickhouse-removal.sql');
});

test('what the server has read for a statement is told as it reports it', async () => {
  const connection = await answered();
  const told: AskedStatement[] = [];
  const listener = { heard: (one: AskedStatement) => void told.push(one), reads: null };
  const rows = await connection.rows(sql`select ${1}`, new AbortController().signal, listener);
  expect(rows).toEqual([[1]]);
  expect(told).toMatchObject([{ sql: 'select {p0:Int64}', rows_read: 21, bytes_read: 504 }]);
});

test('while a statement runs, its caller is told how many rows have been read', async () => {
  const statements: string[] = [];
  const connection = await answered(statements);
  const told: number[][] = [];
  await hearing(
    (...rows) => told.push(rows),
    async () => {
      const listener = { heard: () => {}, reads: listening() };
      await connection.rows(sql`select slow from events`, new AbortController().signal, listener);
    },
  );
  expect(told).toEqual([[5, 20]]);
  expect(statements.join()).toMatch(/system\.processes WHERE query_id = \{id:String\}/);
  expect(listening()).toBeNull();
});
