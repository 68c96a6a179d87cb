/**
 * Access to the server for the rest of this folder: statements out, rows back. The client library is loaded on first
 * use. When a caller gives up, the statement is killed on the server, too.
 */
import { Readable } from 'node:stream';
import type { ClickHouseClient, ClickHouseSettings } from '@clickhouse/client';
import { isObject, parseNested } from '../../base/json.ts';
import { LIMIT } from '../../model/limit.ts';
import type { AskedStatement } from '../../model/question/explanation.ts';
import { TUNING } from '../../model/tuning.ts';
import type { Row } from '../statement/asking.ts';
import { render, type Sql, sql } from '../statement/sql.ts';
import type { Address } from './address.ts';
import { errorOf } from './failure.ts';

/** Follows the statements of a question. */
export interface Listener {
  /** Called with each statement after its answer, with its cost as the server reports it. */
  heard(statement: AskedStatement): void;
  /** Called about once a second during a statement: rows read, and about how many there are. null = nobody waits. */
  readonly reads: ((rows: number, of_rows: number) => void) | null;
}

export const NOBODY: Listener = { heard: () => {}, reads: null };

export interface Connection {
  /** All rows of a question's statement, within its limits. @throws ServiceError */
  rows(statement: Sql, signal: AbortSignal, listener?: Listener): Promise<Row[]>;
  /** The same as bytes (RowBinary). @throws ServiceError */
  bytes(statement: Sql, signal: AbortSignal, listener?: Listener): Promise<Uint8Array>;
  /** Resolves when the server has the rows. Batches with the same token are deduplicated. @throws ServiceError */
  insert(table: string, rows: readonly object[], token: string): Promise<void>;
  /** The same for rows as TabSeparated, with these columns. @throws ServiceError */
  insertLines(
    lines: { readonly table: string; readonly columns: readonly [string, ...string[]] },
    text: string,
    token: string,
  ): Promise<void>;
  /** Runs a statement that changes the schema. @throws ServiceError */
  command(statement: string | Sql): Promise<void>;
  /** Runs upkeep, which may take long. @throws ServiceError */
  work(statement: Sql): Promise<void>;
  /** Rows of an upkeep statement, and the same as bytes (RowBinary). @throws ServiceError */
  read(statement: Sql): Promise<Row[]>;
  readBytes(statement: Sql): Promise<Uint8Array>;
  /** Resolves when everything the server has accepted is stored, whoever sent it. @throws ServiceError */
  settleInserts(on_cluster: Sql): Promise<void>;
  close(): Promise<void>;
}

/** Settings of every statement that reads. */
const READING: ClickHouseSettings = {
  max_memory_usage: String(LIMIT.remote_memory_bytes),
  result_overflow_mode: 'throw',
  // Otherwise an error in the middle of an answer looks like the end of a short one.
  wait_end_of_query: 1,
  cancel_http_readonly_queries_on_client_close: 1,
  join_use_nulls: 1,
  // The columns that partition a table are part of its key, so equal keys are never in two partitions.
  do_not_merge_across_partitions_select_final: 1,
  output_format_json_quote_64bit_integers: 0,
  // If one server reads all rows, subqueries run once and their results are sent to the shards.
  distributed_product_mode: 'global',
  // A missing shard is an error, never a smaller number.
  skip_unavailable_shards: 0,
};

/** Settings of every statement of a question. */
const QUESTION: ClickHouseSettings = {
  ...READING,
  max_execution_time: LIMIT.compute_ms / 1000,
  max_rows_to_read: String(LIMIT.remote_rows_read),
  max_result_rows: String(LIMIT.remote_rows_answered),
  max_result_bytes: String(LIMIT.remote_bytes_shipped),
};

const UPKEEP: ClickHouseSettings = { ...READING, max_execution_time: TUNING.remote_upkeep_ms / 1000 };

/** An acknowledged insert is stored by the server, on the right shard. */
const INSERT: ClickHouseSettings = {
  async_insert: 1,
  wait_for_async_insert: 1,
  distributed_foreground_insert: 1,
  input_format_json_read_objects_as_strings: 1,
};

export async function connect(address: Address): Promise<Connection> {
  const { createClient } = await import('@clickhouse/client');
  const clientFor = (request_timeout: number): ClickHouseClient =>
    createClient({
      ...{ url: address.url, username: address.user, password: address.password, database: address.database },
      ...{ application: 'insights-mcp', request_timeout, clickhouse_settings: {}, log: { level: 127 } },
      compression: { request: { codec: 'gzip', level: 1 }, response: false },
    });
  const client = clientFor(LIMIT.compute_ms * 2);
  const patient = clientFor(TUNING.remote_upkeep_ms);
  const run = (by: ClickHouseClient, given: string | Sql): Promise<void> =>
    failing(async () => {
      const { statement, parameters } =
        typeof given === 'string' ? { statement: given, parameters: {} } : render(given);
      await by.command({
        query: statement,
        query_params: { ...parameters },
        // Waits until it is done on the whole cluster.
        clickhouse_settings: { distributed_ddl_task_timeout: String(TUNING.remote_upkeep_ms / 1000) },
      });
    });
  const ask = <T>(signal: AbortSignal, listener: Listener, run: (query_id: string) => Promise<T>): Promise<T> =>
    asking(client, signal, (query_id) => watched(client, query_id, listener, () => run(query_id)));
  return {
    rows: (statement, signal, listener = NOBODY) =>
      ask(signal, listener, async (query_id) => {
        const { statement: query, parameters } = render(statement);
        const started_ms = performance.now();
        const answer = await client.query({
          ...{ query, query_id, format: 'JSONCompactEachRow', abort_signal: signal, clickhouse_settings: QUESTION },
          ...{ query_params: { ...parameters }, use_multipart_params_auto: true },
        });
        const rows = await answer.json<Row>();
        listener.heard({ sql: query, ...readBy(answer.response_headers), ms: performance.now() - started_ms });
        return rows;
      }),
    bytes: (statement, signal, listener = NOBODY) =>
      ask(signal, listener, async (query_id) => {
        const { statement: query, parameters } = render(sql`${statement} format RowBinary`);
        const started_ms = performance.now();
        const { stream, response_headers } = await client.exec({
          ...{ query, query_id, abort_signal: signal, clickhouse_settings: QUESTION },
          query_params: { ...parameters },
        });
        const bytes = await collect(stream);
        listener.heard({ sql: query, ...readBy(response_headers), ms: performance.now() - started_ms });
        return bytes;
      }),
    ...insertingBy(client),
    command: (statement) => run(client, statement),
    work: (statement) => run(patient, statement),
    read: (given) =>
      failing(async () => {
        const { statement: query, parameters } = render(given);
        const answer = await patient.query({
          ...{ query, format: 'JSONCompactEachRow', clickhouse_settings: UPKEEP },
          ...{ query_params: { ...parameters }, use_multipart_params_auto: true },
        });
        return answer.json<Row>();
      }),
    readBytes: (given) =>
      failing(async () => {
        const { statement: query, parameters } = render(sql`${given} format RowBinary`);
        const { stream } = await patient.exec({ query, clickhouse_settings: UPKEEP, query_params: { ...parameters } });
        return collect(stream);
      }),
    settleInserts: (on_cluster) =>
      run(patient, sql`system flush async insert queue${on_cluster}`).catch((error: unknown) => {
        if (!isWithoutQueue(error)) throw error;
      }),
    async close() {
      await Promise.all([client.close(), patient.close()]);
    },
  };
}

function insertingBy(client: ClickHouseClient): Pick<Connection, 'insert' | 'insertLines'> {
  const settings = (token: string): ClickHouseSettings => ({ ...INSERT, insert_deduplication_token: token });
  return {
    insert: (table, values, token) =>
      failing(async () => {
        await client.insert({ table, values, format: 'JSONEachRow', clickhouse_settings: settings(token) });
      }),
    insertLines: ({ table, columns: [first, ...others] }, text, token) =>
      failing(async () => {
        const values = Readable.from([text], { objectMode: false });
        const columns: [string, ...string[]] = [first, ...others];
        await client.insert({ table, columns, values, format: 'TabSeparated', clickhouse_settings: settings(token) });
      }),
  };
}

/** Closing the connection does not stop a statement everywhere, so it is killed by id. */
async function asking<T>(
  client: ClickHouseClient,
  signal: AbortSignal,
  run: (query_id: string) => Promise<T>,
): Promise<T> {
  const query_id = crypto.randomUUID();
  const end = (): void => {
    const query = 'KILL QUERY WHERE query_id = {id:String} ASYNC';
    client.command({ query, query_params: { id: query_id } }).catch(() => {});
  };
  signal.addEventListener('abort', end, { once: true });
  try {
    return await failing(() => run(query_id), signal);
  } finally {
    signal.removeEventListener('abort', end);
  }
}

/**
 * Asks the server for a statement's progress while it runs. The headers of its answer would report it, too, but a
 * program gets headers only when they are complete.
 */
async function watched<T>(
  client: ClickHouseClient,
  query_id: string,
  { reads }: Listener,
  run: () => Promise<T>,
): Promise<T> {
  if (reads === null) return run();
  const query = 'SELECT read_rows, total_rows_approx FROM system.processes WHERE query_id = {id:String}';
  const look = async (): Promise<void> => {
    const answer = await client.query({ query, query_params: { id: query_id }, format: 'JSONCompactEachRow' });
    const [row] = await answer.json<Row>();
    if (row !== undefined) reads(Number(row[0]), Number(row[1]));
  };
  // Stops if the user has no right to look.
  const timer = setInterval(() => look().catch(() => clearInterval(timer)), TUNING.progress_ms);
  try {
    return await run();
  } finally {
    clearInterval(timer);
  }
}

/** Whether the server does not queue inserts, so there are none to wait for. */
function isWithoutQueue(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : null;
  return cause instanceof Error && cause.message.includes('queue because it is not initialized');
}

/** Depth of the header's JSON: an object of texts. */
const SUMMARY_DEPTH = 2;

/** What the server read for a statement: final numbers, as `wait_end_of_query` holds the answer back. */
function readBy(headers: Readonly<Record<string, string | string[] | undefined>>) {
  const summary = parseNested(String(headers['x-clickhouse-summary'] ?? '{}'), SUMMARY_DEPTH);
  const numberOf = (name: string): number | null =>
    isObject(summary) && summary[name] !== undefined ? Number(summary[name]) : null;
  return { rows_read: numberOf('read_rows'), bytes_read: numberOf('read_bytes') };
}

async function failing<T>(run: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw errorOf(error, signal?.aborted ?? false);
  }
}

async function collect(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of stream) chunks.push(chunk);
  return Buffer.concat(chunks);
}
