/** A ClickHouse that holds events: its schema, writing to it, and routing questions to one server or many. */

import { must } from '../../base/assert.ts';
import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import {
  areCounted,
  differentRowsStatement,
  type Needs,
  needsOfLines,
  type SoughtLine,
  type StoredPage,
  shippingStatement,
  storedStatement,
} from '../shipping/needs.ts';
import { countShipped, type Shipped } from '../shipping/shipped.ts';
import type { Asking, Row } from '../statement/asking.ts';
import type { Scope } from '../statement/frame.ts';
import { name, type Sql, sql } from '../statement/sql.ts';
import { LOCAL_TABLES, OWN_TABLES, onOneServer, type Staged } from '../statement/staged.ts';
import type { Address } from './address.ts';
import { type Connection, connect, type Listener } from './connection.ts';
import { type Removing, removingFrom, scrubTables } from './removal.ts';
import { type Batch, EVENT_COLUMNS, type EventRow, eventLine, type Sent, slicesOf } from './rows.ts';
import { createMigrations, dropTables, MIGRATIONS } from './schema.ts';
import { movedStatement, movesStatement, squashStatements } from './squash.ts';

export interface Database {
  readonly connection: Connection;
  question(question: Question): {
    readonly asking: Asking;
    /** If equal rows are sent once with their count, `alike` is the property that holds the count. */
    ship(needs: Needs, names: readonly string[], alike: string): Promise<Shipped>;
    /** Rows that tell why these lines found nothing; null if there are too many. */
    shipAbout(lines: readonly SoughtLine[], names: readonly string[]): Promise<Shipped | null>;
  };
  /** How much of a project has been written. */
  sent(project_id: number): Promise<Sent>;
  /** Whether events are stored under persons who were merged away. */
  hasMoves(project_id: number): Promise<boolean>;
  /** Rewrites events of merged persons under their current persons. @throws ServiceError; then the next call continues */
  squash(project_id: number): Promise<void>;
  /** Resolves when the server has all of it. @throws ServiceError; then send it again */
  write(batch: Batch): Promise<void>;
  /** Removals of events, people and texts of distinct ids from the project. */
  removing(project_id: number): Removing;
  /** Wipes the bytes of removed rows. @throws ServiceError */
  scrub(): Promise<void>;
  /** Batches with the same token are deduplicated. @throws ServiceError */
  send(events: readonly EventRow[], token: string): Promise<void>;
  /** Sums over all events of a project, by event and month. */
  sums(project_id: number): Promise<MonthSum[]>;
  /** The same sums by day, ascending. */
  days(project_id: number): Promise<DaySum[]>;
  /** A page of a day's events in order of arrival, after the given one. */
  stored(page: StoredPage): Promise<Shipped>;
  /** Removes the tables with everything in them. @throws ServiceError */
  drop(): Promise<void>;
  close(): Promise<void>;
}

interface Question {
  readonly project_id: number;
  /** Whether any merge has moved a distinct id. */
  readonly has_moves: boolean;
  readonly signal: AbortSignal;
  readonly listener?: Listener;
}

/** Opens a database and migrates its schema. `owner`: the one file whose events it holds. @throws ServiceError */
export async function openDatabase(address: Address, owner: string): Promise<Database> {
  const connection = await connect(address);
  try {
    await migrate(connection, address);
    await claim(connection, owner);
  } catch (error) {
    await connection.close();
    throw error;
  }
  return {
    connection,
    question: ({ signal, listener, ...of }) => ({
      asking: {
        rows: async (make) => {
          const statement = place(address.cluster, of.has_moves, (tables) => make({ ...of, tables }));
          return statement === undefined ? undefined : connection.rows(statement, signal, listener);
        },
      },
      async ship(needs, names, alike) {
        const own = needs.keys === null ? null : [...needs.keys];
        const is_counted = areCounted(needs);
        const keys = is_counted ? [...own!, alike] : own;
        const shipped = { names, keys, has_ids: needs.ids, is_counted };
        if (needs.events?.size === 0) return { bytes: new Uint8Array(0), ...shipped };
        const make = (tables: Scope['tables']): Staged => shippingStatement(needs, names, { ...of, tables });
        const statement = must(place(address.cluster, of.has_moves, make), 'a statement');
        return { bytes: await connection.bytes(statement, signal, listener), ...shipped };
      },
      async shipAbout(lines, names) {
        const most = LIMIT.remote_reason_rows;
        const statement = differentRowsStatement(lines, most, names, { ...of, tables: OWN_TABLES });
        const { keys } = needsOfLines(lines);
        const bytes = await connection.bytes(statement, signal, listener);
        const shipped = { bytes, names, keys: keys && [...keys], has_ids: false, is_counted: false };
        return countShipped(shipped) > most ? null : shipped;
      },
    }),
    sent: (project_id) => sentUpTo(connection, project_id),
    hasMoves: async (project_id) => {
      const rows = await connection.rows(movesStatement(project_id), NEVER);
      return Number(rows[0]?.[0] ?? 0) > 0;
    },
    squash: async (project_id) => {
      const moved = await connection.read(movedStatement(project_id));
      for (const statement of squashStatements(address.cluster, project_id, moved)) await connection.work(statement);
    },
    removing: (project_id) => removingFrom(connection, address.cluster, project_id),
    scrub: () => scrubTables(connection, address.cluster),
    write: (batch) => write(connection, batch, address.cluster),
    send: (events, token) => insertEvents(connection, events, token),
    sums: (project_id) => monthSums(connection, project_id),
    days: (project_id) => daySums(connection, project_id),
    stored: async (page) => ({
      bytes: await connection.readBytes(storedStatement(page)),
      names: page.names,
      ...{ keys: null, has_ids: true, is_counted: false },
    }),
    async drop() {
      for (const statement of dropTables(address)) await connection.command(statement);
    },
    close: () => connection.close(),
  };
}

/** Equal if and only if two copies hold the same events. */
interface CopySum {
  readonly events: number;
  /** Integers of any size, as text: sums of times, and of the first 32 bits of uuids. */
  readonly times: string;
  readonly uuids: string;
  /** Bytes of properties as JSON. */
  readonly bytes: number;
}

interface MonthSum extends CopySum {
  readonly event: string;
  /** YYYYMM */
  readonly month: number;
}

interface DaySum extends CopySum {
  /** YYYY-MM-DD of the times in UTC. */
  readonly day: string;
}

const SUMS: Sql = {
  texts: [
    `count(), toString(sum(toInt128(time))),
      toString(sum(reinterpretAsUInt32(reverse(unhex(substring(toString(uuid), 1, 8)))))), sum(length(json))`,
  ],
  values: [],
};

function sumOf([events, times, uuids, bytes]: Row): CopySum {
  return { events: Number(events), times: String(times), uuids: String(uuids), bytes: Number(bytes) };
}

async function daySums(connection: Connection, project_id: number): Promise<DaySum[]> {
  const rows = await connection.read(
    sql`select toString(day) as of_day, ${SUMS} from events final where project = ${project_id} group by of_day order by of_day`,
  );
  return rows.map(([day, ...sums]) => ({ day: String(day), ...sumOf(sums) }));
}

async function monthSums(connection: Connection, project_id: number): Promise<MonthSum[]> {
  const rows = await connection.read(
    sql`select toString(event) as name, toYYYYMM(day) as month, ${SUMS} from events final where project = ${project_id} group by name, month`,
  );
  return rows.map(([event, month, ...sums]) => ({ event: String(event), month: Number(month), ...sumOf(sums) }));
}

async function sentUpTo(connection: Connection, project_id: number): Promise<Sent> {
  const [row] = await connection.rows(
    sql`select revision, seq, distincts from sent final where project = ${project_id}`,
    NEVER,
  );
  if (row === undefined) return { revision: -1, seq: 0, distincts: 0 };
  return { revision: Number(row[0]), seq: Number(row[1]), distincts: Number(row[2]) };
}

/** Writes identities first, so that a concurrent question finds only events of existing persons. */
async function write(connection: Connection, batch: Batch, cluster: string | null): Promise<void> {
  const { project_id, sent } = batch;
  const token = `${project_id} ${sent.revision} ${sent.seq}`;
  for (const table of ['distincts', 'persons', 'groups'] as const) {
    if (batch[table].length === 0) continue;
    for (const [at, rows] of slicesOf<object>(batch[table], ROWS_AT_ONCE).entries())
      await connection.insert(table, rows, `${table} ${token} ${at}`);
    // Replicated tables must be complete on every shard before this resolves.
    if (cluster !== null) await connection.command(`system sync replica on cluster '${cluster}' ${table}`);
  }
  for (const [at, rows] of slicesOf(batch.events, ROWS_AT_ONCE).entries())
    await insertEvents(connection, rows, `events ${token} ${at}`);
  // At equal revisions, the larger sequence is newer.
  const version = (sent.revision + 1) * VERSIONS + sent.seq;
  await connection.insert('sent', [{ project: project_id, ...sent, version }], `sent ${token}`);
}

function insertEvents(connection: Connection, rows: readonly EventRow[], token: string): Promise<void> {
  return connection.insertLines({ table: 'events', columns: EVENT_COLUMNS }, rows.map(eventLine).join(''), token);
}

const VERSIONS = 2 ** 24;

/** A project's first batch has all its people, too many for one request body. */
const ROWS_AT_ONCE = 50_000;

/** On a cluster, shards compute their parts if each has all rows of its actors; else one server reads everything. */
function place(
  cluster: string | null,
  has_moves: boolean,
  make: (tables: Scope['tables']) => Staged | undefined,
): Sql | undefined {
  const staged = make(cluster === null ? OWN_TABLES : LOCAL_TABLES);
  if (staged === undefined || cluster === null) return staged && onOneServer(staged);
  // Merged people may have rows on two shards until their rows are rewritten.
  if (staged.per === 'row' || (staged.per === 'shard' && !has_moves))
    return staged.outer(sql`cluster(${name(cluster)}, view(${staged.inner}))`);
  const whole = make(OWN_TABLES);
  return whole && onOneServer(whole);
}

/** Binds the database to one file, because ids of projects and people are unique only within a file. */
async function claim(connection: Connection, owner: string): Promise<void> {
  const rows = await connection.rows(sql`select uuid from owner final`, NEVER);
  const known = rows[0]?.[0];
  if (known === owner) return;
  if (known !== undefined)
    throw new ServiceError('conflict', 'That database holds the events of another file. Name another database.');
  await connection.insert('owner', [{ one: 1, uuid: owner, version: 1 }], 'owner');
}

const NEVER = new AbortController().signal;

async function migrate(connection: Connection, address: Address): Promise<void> {
  await connection.command(createMigrations(address));
  const done: Row[] = await connection.rows(sql`select max(number) from migrations`, NEVER);
  const from = Number(done[0]?.[0] ?? 0);
  for (const [at, statements] of MIGRATIONS.entries()) {
    if (at < from) continue;
    for (const statement of statements(address)) await connection.command(statement);
    await connection.insert('migrations', [{ number: at + 1 }], `migration ${at + 1}`);
  }
}
