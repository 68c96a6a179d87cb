/** A ClickHouse that holds events: its schema, what is written to it, and how questions are put to one server or many. */
import type { Address } from './address.ts';
import type { Asking, Row } from './asking.ts';
import { type Connection, connect } from './connection.ts';
import type { Scope } from './frame.ts';
import { createMigrations, MIGRATIONS } from './schema.ts';
import { name, type Sql, sql } from './sql.ts';
import { LOCAL_TABLES, onOneServer, OWN_TABLES, type Staged } from './statement.ts';

export interface Database {
  readonly connection: Connection;
  /** Of one question. */
  asking(question: { project_id: number; has_moves: boolean; signal: AbortSignal }): Asking;
  close(): Promise<void>;
}

/** Brings the schema up to date. @throws ServiceError */
export async function openDatabase(address: Address): Promise<Database> {
  const connection = await connect(address);
  try {
    await migrate(connection, address);
  } catch (error) {
    await connection.close();
    throw error;
  }
  return {
    connection,
    asking: ({ project_id, has_moves, signal }) => ({
      rows: async (make) => {
        const staged = place(address.cluster, (tables) => make({ project_id, has_moves, tables }));
        return staged === undefined ? undefined : connection.rows(staged, signal);
      },
    }),
    close: () => connection.close(),
  };
}

/** On a cluster each shard answers for what it has, where that is all of somebody; else one place looks at everything. */
function place(cluster: string | null, make: (tables: Scope['tables']) => Staged | undefined): Sql | undefined {
  const staged = make(cluster === null ? OWN_TABLES : LOCAL_TABLES);
  if (staged === undefined || cluster === null) return staged && onOneServer(staged);
  if (staged.per === 'shard') return staged.outer(sql`cluster(${name(cluster)}, view(${staged.inner}))`);
  const whole = make(OWN_TABLES);
  return whole && onOneServer(whole);
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
