/** The web shape as files: NDJSON and CSV for the product, tab-separated values for the peers. */

import { toWall } from '../../src/base/calendar/zone.ts';
import { seeded } from '../../src/base/random.ts';
import { uuid } from '../old/files.ts';
import { newTextFile, type TextFile } from '../text_file.ts';
import { eventAt, finalsOf, lineOf, type WebEvent } from './event.ts';
import { arrivals, type Knobs, makeWorld, ZONE } from './generate.ts';

/** A member of the event, or a time; two are wall-clock times in the project's zone, so that no peer has to convert. */
type ColumnName = keyof WebEvent | 'timestamp' | 'local' | 'created';

/** Peers' column -> its type in DuckDB and in ClickHouse, in the order of the file. */
export const COLUMNS: readonly (readonly [name: ColumnName, duckdb: string, clickhouse: string])[] = [
  ['timestamp', 'timestamp', "DateTime64(3, 'UTC')"],
  ['local', 'timestamp', "DateTime64(3, 'UTC')"],
  ['event', 'varchar', 'LowCardinality(String)'],
  ['person', 'uinteger', 'UInt32'],
  ['distinct_id', 'varchar', 'String'],
  ['session_id', 'varchar', 'String'],
  ['url', 'varchar', 'String'],
  ['path', 'varchar', 'String'],
  ['referrer', 'varchar', 'LowCardinality(Nullable(String))'],
  ['browser', 'varchar', 'LowCardinality(String)'],
  ['browser_version', 'integer', 'UInt16'],
  ['system', 'varchar', 'LowCardinality(String)'],
  ['system_version', 'varchar', 'LowCardinality(String)'],
  ['device_type', 'varchar', 'LowCardinality(String)'],
  ['screen_width', 'integer', 'UInt16'],
  ['country', 'varchar', 'LowCardinality(String)'],
  ['city', 'varchar', 'LowCardinality(String)'],
  ['campaign', 'varchar', 'LowCardinality(Nullable(String))'],
  ['load_ms', 'double', 'Float64'],
  ['scroll', 'double', 'Float64'],
  ['depth', 'integer', 'UInt8'],
  ['is_member', 'boolean', 'Bool'],
  ['plan', 'varchar', 'LowCardinality(String)'],
  ['amount', 'double', 'Nullable(Float64)'],
  ['quantity', 'integer', 'Nullable(UInt8)'],
  ['price', 'varchar', 'Nullable(String)'],
  ['query', 'varchar', 'LowCardinality(Nullable(String))'],
  ['tags', 'varchar', 'LowCardinality(Nullable(String))'],
  ['company', 'varchar', 'LowCardinality(Nullable(String))'],
  ['team', 'varchar', 'LowCardinality(Nullable(String))'],
  ['client_ms', 'bigint', 'Int64'],
  ['industry', 'varchar', 'LowCardinality(Nullable(String))'],
  ['person_plan', 'varchar', 'LowCardinality(Nullable(String))'],
  ['created', 'timestamp', "DateTime64(3, 'UTC')"],
];

export interface WebFiles {
  readonly ndjson: string;
  readonly csv: string;
  readonly peers: string;
}

/** Written in order of arrival. Returns the number of events. */
export async function writeWebFiles(files: WebFiles, knobs: Knobs): Promise<number> {
  const world = makeWorld(knobs);
  const order = arrivals(world.made);
  const finals = finalsOf(world, order);
  const random = seeded(knobs.seed + 1);
  const [ndjson, csv, peers] = [files.ndjson, files.csv, files.peers].map(newTextFile) as [
    TextFile,
    TextFile,
    TextFile,
  ];
  await csv.add(`uuid,event,distinct_id,timestamp,${CSV_COLUMNS.join(',')}\n`);
  for (const at of order) {
    const event = eventAt(world, finals, at);
    const id = uuid(event.time_ms, random);
    await ndjson.add(`{"uuid":"${id}",${lineOf(world, at, event)}\n`);
    await csv.add(`${id},${csvOf(event)}\n`);
    await peers.add(`${COLUMNS.map(([name]) => cellOf(event, name)).join('\t')}\n`);
  }
  for (const file of [ndjson, csv, peers]) await file.end();
  return order.length;
}

const CSV_COLUMNS = COLUMNS.map(([name]) => name).filter(
  (name) =>
    ![
      ...['timestamp', 'local', 'event', 'person', 'distinct_id', 'tags'],
      ...['person_plan', 'created', 'company', 'team', 'industry'],
    ].includes(name),
);

function csvOf(event: WebEvent): string {
  const cells = CSV_COLUMNS.map((name) => event[name as keyof WebEvent] ?? '');
  return [event.event, event.distinct_id, new Date(event.time_ms).toISOString(), ...cells].join(',');
}

function cellOf(event: WebEvent, name: ColumnName): string {
  if (name === 'timestamp') return timeCell(event.time_ms);
  if (name === 'local') return timeCell(toWall(ZONE, event.time_ms));
  if (name === 'created') return timeCell(toWall(ZONE, event.created_ms));
  const value = event[name];
  if (value === null) return '\\N';
  return Array.isArray(value) ? JSON.stringify(value) : String(value);
}

function timeCell(time_ms: number): string {
  return new Date(time_ms).toISOString().replace('T', ' ').slice(0, -1);
}
