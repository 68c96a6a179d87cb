/**
 * The tables, as plain data. Events are sharded by their person, and what is joined to them lies on every shard: so what a
 * statement asks of one person lies in one place. Rows come again when a batch is sent twice, and are told apart by their keys.
 */

/** Where the tables lie. */
export interface Place {
  readonly database: string;
  /** Of the server's configuration; null = one server. */
  readonly cluster: string | null;
}

interface Column {
  readonly name: string;
  readonly type: string;
}

interface Table {
  readonly name: TableName;
  readonly columns: readonly Column[];
  /** Of rows with equal keys that with the greatest version stays. */
  readonly key: string;
  readonly version: string;
  readonly partition: string | null;
  /** What says on which shard a row lies; null = on all of them. */
  readonly shard: string | null;
}

type TableName = 'events' | 'persons' | 'distincts' | 'groups' | 'sent' | 'owner';

/** Values as texts, by which all questions compare them; `json` has them as they came. */
const PROPERTIES: readonly Column[] = [
  { name: 'properties', type: 'Map(LowCardinality(String), String)' },
  { name: 'json', type: 'String CODEC(ZSTD(3))' },
];

const TABLES: readonly Table[] = [
  {
    name: 'events',
    columns: [
      { name: 'project', type: 'UInt32' },
      { name: 'event', type: 'LowCardinality(String)' },
      { name: 'day', type: 'Date32 CODEC(Delta, ZSTD)' },
      { name: 'time', type: 'Int64 CODEC(Delta, ZSTD)' },
      { name: 'distinct', type: 'UInt32' },
      { name: 'uuid', type: 'UUID' },
      /** Whose it was when it was sent; a later merge is in `distincts`. */
      { name: 'person', type: 'UInt32' },
      { name: 'distinct_id', type: 'String' },
      /** Order of arrival. */
      { name: 'arrived', type: 'UInt64 CODEC(Delta, ZSTD)' },
      ...PROPERTIES,
      { name: 'version', type: 'UInt64' },
    ],
    key: 'project, event, day, distinct, time, uuid',
    version: 'version',
    partition: 'toYYYYMM(day)',
    shard: 'person',
  },
  {
    name: 'persons',
    columns: [
      { name: 'project', type: 'UInt32' },
      { name: 'person', type: 'UInt32' },
      { name: 'id', type: 'String' },
      { name: 'created', type: 'Int64' },
      ...PROPERTIES,
      { name: 'version', type: 'UInt64' },
    ],
    key: 'project, person',
    version: 'version',
    partition: null,
    shard: null,
  },
  {
    name: 'distincts',
    columns: [
      { name: 'project', type: 'UInt32' },
      { name: 'distinct', type: 'UInt32' },
      { name: 'distinct_id', type: 'String' },
      { name: 'person', type: 'UInt32' },
      /** Whether a merge gave it another person than its first. */
      { name: 'moved', type: 'UInt8' },
      { name: 'version', type: 'UInt64' },
    ],
    key: 'project, distinct',
    version: 'version',
    partition: null,
    shard: null,
  },
  {
    name: 'groups',
    columns: [
      { name: 'project', type: 'UInt32' },
      { name: 'type', type: 'UInt8' },
      { name: 'key', type: 'String' },
      { name: 'created', type: 'Int64' },
      ...PROPERTIES,
      { name: 'version', type: 'UInt64' },
    ],
    key: 'project, type, key',
    version: 'version',
    partition: null,
    shard: null,
  },
  {
    name: 'owner',
    columns: [
      { name: 'one', type: 'UInt8' },
      /** Of the file whose events these are. */
      { name: 'uuid', type: 'String' },
      { name: 'version', type: 'UInt64' },
    ],
    key: 'one',
    version: 'version',
    partition: null,
    shard: null,
  },
  {
    name: 'sent',
    columns: [
      { name: 'project', type: 'UInt32' },
      { name: 'revision', type: 'Int64' },
      { name: 'seq', type: 'UInt64' },
      { name: 'distincts', type: 'UInt32' },
      { name: 'version', type: 'UInt64' },
    ],
    key: 'project',
    version: 'version',
    partition: null,
    shard: null,
  },
];

/** In order; a server that has had the first n is sent the others. Never changed once they are released. */
export const MIGRATIONS: readonly ((place: Place) => readonly string[])[] = [
  (place) => TABLES.flatMap((table) => createTable(table, place)),
];

/** What says which migrations a database has had. */
export function createMigrations({ cluster }: Place): string {
  const engine =
    cluster === null
      ? 'MergeTree'
      : "ReplicatedMergeTree('/clickhouse/tables/all/{database}/migrations', '{shard}-{replica}')";
  return `create table if not exists migrations${onCluster(cluster)} (number UInt32, done DateTime default now()) engine = ${engine} order by number`;
}

/** On a cluster each shard has its events in a table with _local behind its name, and the name itself stands for all of them. */
function createTable(table: Table, place: Place): string[] {
  const { cluster, database } = place;
  if (cluster === null) return [createRows(table, table.name, null)];
  if (table.shard === null) return [createRows(table, table.name, cluster)];
  const local = `${table.name}_local`;
  return [
    createRows(table, local, cluster),
    `create table if not exists ${table.name}${onCluster(cluster)} as ${local} engine = Distributed('${cluster}', '${database}', '${local}', ${table.shard})`,
  ];
}

function createRows({ columns, key, version, partition, shard }: Table, name: string, cluster: string | null): string {
  const fields = columns.map((column) => `${column.name} ${column.type}`).join(', ');
  const by = partition === null ? '' : ` partition by ${partition}`;
  return `create table if not exists ${name}${onCluster(cluster)} (${fields}) engine = ${engineOf(name, version, shard, cluster)}${by} order by (${key})`;
}

/** What lies on every shard has one path in the keeper for all of them. */
function engineOf(name: string, version: string, shard: string | null, cluster: string | null): string {
  if (cluster === null) return `ReplacingMergeTree(${version})`;
  const path = `/clickhouse/tables/${shard === null ? 'all' : '{shard}'}/{database}/${name}`;
  const replica = shard === null ? '{shard}-{replica}' : '{replica}';
  return `ReplicatedReplacingMergeTree('${path}', '${replica}', ${version})`;
}

function onCluster(cluster: string | null): string {
  return cluster === null ? '' : ` on cluster '${cluster}'`;
}
