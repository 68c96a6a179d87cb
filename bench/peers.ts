/**
 * ClickHouse (chdb) and DuckDB, in this process like the product. Their packages are this folder's own; the few calls
 * used are typed here, so that the rest of the repository checks without them.
 */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { clickhouseSql } from './clickhouse_sql.ts';
import { duckdbSql } from './duckdb_sql.ts';
import type { Cell, Rows } from './questions.ts';

export interface Peer {
  readonly name: PeerName;
  /** Physical orders of the same rows; a question is measured in each and the fastest counts. */
  readonly layouts: readonly string[];
  /** Replaces what is there. */
  load(file: string): Promise<void>;
  ask(question: string, layout: string): Promise<Rows>;
  close(): Promise<void>;
  /** Of one copy of the rows, on average. */
  diskBytes(): Promise<number>;
}

export const PEERS = ['clickhouse', 'duckdb'] as const;
export type PeerName = (typeof PEERS)[number];

interface ChdbSession {
  query(sql: string, format?: string): string;
  close?(): void;
}

interface ChdbModule {
  readonly Session: new (folder: string) => ChdbSession;
}

interface DuckdbConnection {
  runAndReadAll(sql: string): Promise<{ getRowsJS(): unknown[][] }>;
  closeSync(): void;
}

interface DuckdbModule {
  readonly DuckDBInstance: {
    create(path: string): Promise<{ connect(): Promise<DuckdbConnection>; closeSync(): void }>;
  };
}

export function openPeer(name: PeerName, folder: string): Promise<Peer> {
  mkdirSync(folder, { recursive: true });
  return name === 'clickhouse' ? openClickhouse(join(folder, 'clickhouse')) : openDuckdb(join(folder, 'duckdb.db'));
}

/** By name, so that nobody has to have the package who does not measure. */
async function load<T>(name: string): Promise<T> {
  return (await import(name)) as T;
}

const CLICKHOUSE_COLUMNS = `timestamp DateTime64(3, 'UTC'), event LowCardinality(String), person UInt32, distinct_id String,
  url LowCardinality(String), browser LowCardinality(String), system LowCardinality(String), plan LowCardinality(String),
  country LowCardinality(String), session_id String, amount Nullable(Float64)`;
/** PostHog's order, and one that has a person's events together. */
const CLICKHOUSE_ORDERS: Record<string, string> = {
  by_event: 'event, toDate(timestamp), person, timestamp',
  by_person: 'person, timestamp',
};

async function openClickhouse(folder: string): Promise<Peer> {
  const { Session } = await load<ChdbModule>('chdb');
  const session = new Session(folder);
  const layouts = Object.keys(CLICKHOUSE_ORDERS);
  const sql = new Map(layouts.map((layout) => [layout, clickhouseSql(`bench.${layout}`)]));
  return {
    name: 'clickhouse',
    layouts,
    async load(file) {
      session.query('drop database if exists bench');
      session.query('create database bench');
      for (const [layout, order] of Object.entries(CLICKHOUSE_ORDERS)) {
        session.query(`create table bench.${layout} (${CLICKHOUSE_COLUMNS}) engine = MergeTree order by (${order})`);
        const from = layout === layouts[0] ? clickhouseFile(file) : `bench.${layouts[0]}`;
        session.query(`insert into bench.${layout} select * from ${from}`);
        session.query(`optimize table bench.${layout} final`);
      }
    },
    async ask(question, layout) {
      const text = session.query(sql.get(layout)?.[question] as string, 'JSONCompactEachRow');
      return text.split('\n').flatMap((line): Rows => (line === '' ? [] : [JSON.parse(line) as Cell[]]));
    },
    async close() {
      session.close?.();
    },
    async diskBytes() {
      const bytes = "select sum(bytes_on_disk) from system.parts where database = 'bench' and active";
      return Number(session.query(bytes, 'TSV')) / layouts.length;
    },
  };
}

function clickhouseFile(file: string): string {
  return `file('${file}', 'TSV', '${CLICKHOUSE_COLUMNS.replaceAll("'", "\\'")}')`;
}

const DUCKDB_COLUMNS = `timestamp timestamp, event varchar, person uinteger, distinct_id varchar, url varchar, browser varchar, system varchar,
  plan varchar, country varchar, session_id varchar, amount double`;

async function openDuckdb(path: string): Promise<Peer> {
  const { DuckDBInstance } = await load<DuckdbModule>('@duckdb/node-api');
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  const run = async (sql: string): Promise<unknown[][]> => (await connection.runAndReadAll(sql)).getRowsJS();
  const sql = duckdbSql('events');
  return {
    name: 'duckdb',
    layouts: ['by_event'],
    async load(file) {
      await run('drop table if exists events');
      await run('drop table if exists loaded');
      await run(`create table loaded (${DUCKDB_COLUMNS})`);
      await run(`copy loaded from '${file}' (delimiter '\t', header false, nullstr '\\N')`);
      await run('create table events as select * from loaded order by event, timestamp');
      await run('drop table loaded');
      await run('checkpoint');
    },
    async ask(question) {
      const rows = await run(sql[question] as string);
      return rows.map((row) => row.map((cell) => (typeof cell === 'bigint' ? Number(cell) : (cell as Cell))));
    },
    async close() {
      connection.closeSync();
      instance.closeSync();
    },
    async diskBytes() {
      // The file is larger: it keeps the room of what was dropped.
      const [row] = await run('select used_blocks * block_size from pragma_database_size()');
      return Number(row?.[0]);
    },
  };
}

/** Whether both peers' packages are installed. */
export function hasPeers(): boolean {
  try {
    return readdirSync(join(import.meta.dirname, 'node_modules')).length > 0;
  } catch {
    return false;
  }
}
