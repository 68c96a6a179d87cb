/**
 * Random statements over the same rows, on the product, DuckDB and ClickHouse (chdb): `npm --prefix test/sql-oracle run
 * oracle -- --statements 20000 --seed 1`. Prints how many ran, and all whose rows differ; fails if any do.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { seeded } from '../../src/base/random.ts';
import { parseUuid } from '../../src/base/uuid.ts';
import type { SqlResult } from '../../src/model/sql/body.ts';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { call } from '../../src/service/gate/call.ts';
import { runSql } from '../../src/service/operations/sql.ts';
import { openService } from '../../src/service/service.ts';
import type { Dialect } from './expressions.ts';
import { statement } from './statements.ts';

type Rows = readonly (readonly unknown[])[];
type Ask = (sql: string) => Promise<Rows>;

interface Row {
  readonly event: string;
  readonly distinct_id: string;
  readonly t: string;
  readonly p: string | null;
  readonly q: string | null;
  readonly n: number | null;
  readonly m: number | null;
}

const ROWS = 300;

function rowsOf(chance: () => number): Row[] {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(chance() * from.length)]!;
  return Array.from({ length: ROWS }, (_, at) => ({
    event: pick(['a', 'a', 'b', 'visit', 'paid']),
    distinct_id: pick(['u1', 'u2', 'u3', 'u4', 'u5']),
    // No two at one instant, so that windows have one order.
    t: new Date(Date.UTC(2026, 0, 5) + at * 13_000_000 + Math.floor(chance() * 1000))
      .toISOString()
      .replace('T', ' ')
      .replace('Z', ''),
    p: pick(['pro', 'free', 'Pro', ' x ', '', 'ü', null]),
    q: pick(['a', 'b', 'area', null, null]),
    n: pick([0, 1, 2, -3, 10, 2.5, null, 7]),
    m: pick([1, 5, 100, null, 3]),
  }));
}

async function openProduct(rows: readonly Row[]): Promise<{ ask: Ask; close(): Promise<void> }> {
  const service = openService({ path: ':memory:', now: () => Date.UTC(2026, 5, 1) });
  const [project] = service.store.projects.list();
  service.ingest.importItems(
    project!,
    rows.map(({ event, distinct_id, t, p, q, n, m }, at) => {
      const uuid = parseUuid(`00000000-0000-4000-8000-${at.toString(16).padStart(12, '0')}`)!;
      return {
        kind: 'event' as const,
        event: { event, distinct_id, timestamp_ms: Date.parse(`${t}Z`), uuid, properties: { p, q, n, m } },
      };
    }),
  );
  const ask: Ask = async (query) => {
    const answer = (await call(service, localOwner(service), runSql, { query, limit: 50_000 })) as SqlResult;
    return answer.results;
  };
  return { ask, close: () => service.close() };
}

const COLUMNS = 'event, distinct_id, t, p, q, n, m';

function literal(value: string | number | null): string {
  return value === null ? 'NULL' : typeof value === 'number' ? String(value) : `'${value}'`;
}

function valuesOf(rows: readonly Row[], time: (text: string) => string): string {
  return rows
    .map(
      ({ event, distinct_id, t, p, q, n, m }) =>
        `(${[event, distinct_id].map(literal).join(', ')}, ${time(t)}, ${[p, q, n, m].map(literal).join(', ')})`,
    )
    .join(', ');
}

async function openDuckdb(rows: readonly Row[]): Promise<Ask> {
  const { DuckDBInstance } = (await import('@duckdb/node-api' as string)) as {
    DuckDBInstance: {
      create(
        path: string,
      ): Promise<{ connect(): Promise<{ runAndReadAll(sql: string): Promise<{ getRowsJS(): unknown[][] }> }> }>;
    };
  };
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  await connection.runAndReadAll(
    'create table events (event varchar, distinct_id varchar, t timestamp, p varchar, q varchar, n double, m double)',
  );
  await connection.runAndReadAll(`insert into events (${COLUMNS}) values ${valuesOf(rows, (t) => `timestamp '${t}'`)}`);
  return async (sql) => (await connection.runAndReadAll(sql)).getRowsJS();
}

async function openClickhouse(rows: readonly Row[], folder: string): Promise<Ask> {
  const { Session } = (await import('chdb' as string)) as {
    Session: new (folder: string) => { query(sql: string, format?: string): string };
  };
  const session = new Session(folder);
  session.query('create database oracle');
  session.query(
    "create table oracle.events (event String, distinct_id String, t DateTime64(3, 'UTC'), p Nullable(String), q Nullable(String), n Nullable(Float64), m Nullable(Float64)) engine = Memory",
  );
  session.query(`insert into oracle.events (${COLUMNS}) values ${valuesOf(rows, (t) => `'${t}'`)}`);
  return async (sql) => {
    const text = session.query(sql.replaceAll('from events', 'from oracle.events'), 'JSONCompactEachRow');
    return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as unknown[]]));
  };
}

/** What is left of sums that are 0 where they are exact, as here. */
const NOISE = 1e-12;

/** Equal for equal values: whole numbers of whatever type, and others to twelve digits. */
function plain(cell: unknown): unknown {
  if (typeof cell === 'bigint') return Number(cell);
  if (Array.isArray(cell)) return cell.map(plain);
  if (typeof cell === 'object' && cell !== null && 'items' in cell) return plain(cell.items);
  if (typeof cell === 'boolean') return Number(cell);
  if (typeof cell === 'number')
    return Number.isInteger(cell) || Math.abs(cell) < NOISE ? Math.round(cell) + 0 : Number(cell.toPrecision(12));
  if (typeof cell === 'string' && /^-?\d+$/.test(cell)) return Number(cell);
  return cell ?? null;
}

function sorted(rows: Rows): string {
  return rows
    .map((row) => JSON.stringify(row.map(plain)))
    .sort()
    .join('\n');
}

const { values } = parseArgs({
  options: { statements: { type: 'string', default: '20000' }, seed: { type: 'string', default: '1' } },
});
const [count, seed] = [Number(values.statements), Number(values.seed)];
const folder = mkdtempSync(join(tmpdir(), 'sql-oracle-'));
const data = rowsOf(seeded(7).next);
const product = await openProduct(data);
const peers: readonly (readonly [Dialect, Ask])[] = [
  ['duckdb', await openDuckdb(data)],
  ['clickhouse', await openClickhouse(data, folder)],
];
const chance = seeded(seed).next;
const found = { ran: 0, rows: 0, differ: 0, refused: new Map<string, number>() };
const say = (line: string) => process.stdout.write(`${line}\n`);
for (let at = 0; at < count; at++) {
  const text = statement(chance);
  const ours = await product.ask(text('hogql')).then(sorted, (error: Error) => `error: ${error.message}`);
  if (ours.startsWith('error')) {
    found.differ++;
    say(`REFUSED ${text('hogql')}\n  ${ours.slice(0, 300)}`);
    continue;
  }
  for (const [dialect, ask] of peers) {
    const theirs = await ask(text(dialect)).then(sorted, (error: Error) => `error: ${error.message}`);
    if (theirs.startsWith('error')) {
      const reason = `${dialect}: ${theirs.slice(0, 160)}`;
      found.refused.set(reason, (found.refused.get(reason) ?? 0) + 1);
      continue;
    }
    found.ran++;
    if (theirs === ours) continue;
    found.differ++;
    say(
      `DIFFERS from ${dialect}\n  ${text('hogql')}\n  ${text(dialect)}\n  ours:   ${ours.slice(0, 200).replaceAll('\n', ' ')}\n  theirs: ${theirs.slice(0, 200).replaceAll('\n', ' ')}`,
    );
  }
  found.rows += ours === '' ? 0 : ours.split('\n').length;
}
say(`${count} statements of seed ${seed}: ${found.ran} answers compared, ${found.rows} rows; ${found.differ} differ.`);
for (const [reason, times] of found.refused) say(`not answered ${times} times by ${reason}`);
await product.close();
rmSync(folder, { recursive: true, force: true });
process.exit(found.differ === 0 ? 0 : 1);
