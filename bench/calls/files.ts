/** The shape as files: NDJSON for the product, tab-separated values for the peers. */
import { newTextFile } from '../text_file.ts';
import { type CallEvent, callEvents } from './generate.ts';

const SEED = 7;

/** Peers' column -> its type in DuckDB and in ClickHouse, in the order of the file; those after `person` are properties. */
export const COLUMNS: readonly (readonly [name: string, duckdb: string, clickhouse: string])[] = [
  ['timestamp', 'timestamp', "DateTime64(3, 'UTC')"],
  ['local', 'timestamp', "DateTime64(3, 'UTC')"],
  ['event', 'varchar', 'LowCardinality(String)'],
  ['person', 'uinteger', 'UInt32'],
  ['request_id', 'varchar', 'String'],
  ['trace', 'varchar', 'Nullable(String)'],
  ['platform', 'varchar', 'LowCardinality(String)'],
  ['build', 'integer', 'UInt16'],
  ['path', 'varchar', 'Nullable(String)'],
  ['status', 'varchar', 'LowCardinality(Nullable(String))'],
  ['duration_ms', 'double', 'Nullable(Float64)'],
  ['bytes', 'bigint', 'Nullable(Int64)'],
  ['message', 'varchar', 'Nullable(String)'],
  ['amount', 'double', 'Nullable(Float64)'],
  ['attr_7', 'varchar', 'LowCardinality(Nullable(String))'],
  ['$session_id', 'varchar', 'Nullable(String)'],
];

export async function writeCallFiles(
  files: { readonly ndjson: string; readonly peers: string },
  count: number,
): Promise<number> {
  const [ndjson, peers] = [newTextFile(files.ndjson), newTextFile(files.peers)];
  let events = 0;
  for (const event of callEvents(count, SEED)) {
    await ndjson.add(`${lineOf(event)}\n`);
    await peers.add(`${COLUMNS.map(([name]) => cellOf(event, name)).join('\t')}\n`);
    events++;
  }
  await ndjson.end();
  await peers.end();
  return events;
}

function lineOf({ time_ms, event, person, properties }: CallEvent): string {
  return JSON.stringify({
    event,
    distinct_id: `user-${person}`,
    timestamp: new Date(time_ms).toISOString(),
    properties,
  });
}

function cellOf({ time_ms, event, person, properties }: CallEvent, name: string): string {
  if (name === 'timestamp' || name === 'local') return new Date(time_ms).toISOString().replace('T', ' ').slice(0, -1);
  if (name === 'event') return event;
  if (name === 'person') return String(person);
  return String(properties[name] ?? '\\N');
}
