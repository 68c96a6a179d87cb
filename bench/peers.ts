/**
 * ClickHouse (chdb) and DuckDB, in this process like the product. Their packages belong to this folder; the few calls
 * used are typed here, so that the rest of the repository type-checks without them.
 */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Cell, PeerName, Rows, Sql } from './question.ts';
import type { Shape } from './shape.ts';

export interface Peer {
  readonly name: PeerName;
  /** Physical sort orders of the same rows. */
  readonly layouts: readonly string[];
  /** Replaces existing rows. */
  load(file: string): Promise<void>;
  ask(sql: Sql, layout: string): Promise<Rows>;
  close(): Promise<void>;
  /** Of one copy of the rows, on average. */
  diskBytes(): Promise<number>;
}

interface ChdbSession {
  query(sql: string, format?: string): string;
  close?(): void;
}

export interface ChdbModule {
  readonly Session: new (folder: string) => ChdbSession;
}

interface DuckdbConnection {
  runAndReadAll(sql: string): Promise<{ getRowsJS(): unknown[][] }>;
  closeSync(): void;
}

export interface DuckdbModule {
  readonly DuckDBInstance: {
    create(path: string): Promise<{ connect(): Promise<DuckdbConnection>; closeSync(): void }>;
  };
}

export function openPeer(name: PeerName, shape: Shape, folder: string): Promise<Peer> {
  mkdirSync(folder, { recursive: true });
  return name === 'clickhouse'
    ? openClickhouse(shape, join(folder, 'clickhouse'))
    : openDuckdb(shape, join(folder, 'duckdb.db'));
}

/** Dynamic, so that only those who measure need the package. */
export async function load<T>(name: string): Promise<T> {
  return (await import(name)) as T;
}

async function openClickhouse(shape: Shape, folder: string): Promise<Peer> {
  const { Session } = await load<ChdbModule>('chdb');
  const session = new Session(folder);
  const columns = shape.columns.clickhouse;
  const orders = Object.entries(shape.orders.clickhouse);
  // A query blocks this thread. Queued questions let clients that become free ask at once, so that their time includes waiting.
  let last: Promise<unknown> = Promise.resolve();
  const queued = (sql: string): Promise<string> => {
    const mine = last.then(() => setImmediate()).then(() => session.query(sql, 'JSONCompactEachRow'));
    last = mine.catch(() => null);
    return mine;
  };
  return {
    name: 'clickhouse',
    layouts: orders.map(([layout]) => layout),
    async load(file) {
      session.query('drop database if exists bench');
      session.query('create database bench');
      const read = `file('${file}', 'TSV', '${columns.replaceAll("'", "\\'")}')`;
      for (const [at, [layout, order]] of orders.entries()) {
        session.query(`create table bench.${layout} (${columns}) engine = MergeTree order by (${order})`);
        session.query(`insert into bench.${layout} select * from ${at === 0 ? read : `bench.${orders[0]?.[0]}`}`);
        session.query(`optimize table bench.${layout} final`);
      }
    },
    async ask(sql, layout) {
      const text = await queued(sql('clickhouse', `bench.${layout}`));
      return text.split('\n').flatMap((line): Rows => (line === '' ? [] : [JSON.parse(line) as Cell[]]));
    },
    async close() {
      session.close?.();
    },
    async diskBytes() {
      const bytes = "select sum(bytes_on_disk) from system.parts where database = 'bench' and active";
      return Number(session.query(bytes, 'TSV')) / orders.length;
    },
  };
}

async function openDuckdb(shape: Shape, path: string): Promise<Peer> {
  const { DuckDBInstance } = await load<DuckdbModule>('@duckdb/node-api');
  const instance = await DuckDBInstance.create(path);
  // A connection answers one question at a time.
  const idle: DuckdbConnection[] = [];
  const run = async (sql: string): Promise<unknown[][]> => {
    const connection = idle.pop() ?? (await instance.connect());
    const rows = (await connection.runAndReadAll(sql)).getRowsJS();
    idle.push(connection);
    return rows;
  };
  const orders = Object.entries(shape.orders.duckdb);
  return {
    name: 'duckdb',
    layouts: orders.map(([layout]) => layout),
    async load(file) {
      await run(`create or replace table loaded (${shape.columns.duckdb})`);
      await run(`copy loaded from '${file}' (delimiter '\t', header false, nullstr '\\N', quote '')`);
      for (const [layout, order] of orders) {
        await run(`create or replace table ${layout} as select * from loaded order by ${order}`);
      }
      await run('drop table loaded');
      await run('checkpoint');
    },
    async ask(sql, layout) {
      const rows = await run(sql('duckdb', layout));
      return rows.map((row) => row.map((cell) => (typeof cell === 'bigint' ? Number(cell) : (cell as Cell))));
    },
    async close() {
      for (const connection of idle) connection.closeSync();
      instance.closeSync();
    },
    async diskBytes() {
      // The file's size would include the room of dropped tables.
      const [row] = await run('select used_blocks * block_size from pragma_database_size()');
      return Number(row?.[0]) / orders.length;
    },
  };
}

/** Whether the packages of both peers are installed. */
export function hasPeers(): boolean {
  try {
    return readdirSync(join(import.meta.dirname, 'node_modules')).length > 0;
  } catch {
    return false;
  }
}
