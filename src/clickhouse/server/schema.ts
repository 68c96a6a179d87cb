/**
 * The tables, as plain data. Events are sharded by person, and tables joined to them are on every shard, so everything
 * a statement needs about one person is in one place. Rows sent twice are deduplicated by key.
 */

/** Where the tables are. */
export interface Place {
  readonly database: string;
  /** Cluster name in the server's configuration; null = one server. */
  readonly cluster: string | null;
}

interface Column {
  readonly name: string;
  readonly type: string;
}

interface Table {
  readonly name: TableName;
  readonly columns: readonly Column[];
  /** Among rows with equal keys, the greatest version wins. */
  readonly key: string;
  readonly version: string;
  readonly partition: string | null;
  /** Sharding expression; null = on all shards. */
  readonly shard: string | null;
}

type TableName = 'events' | 'persons' | 'distincts' | 'groups' | 'sent' | 'owner';

/** Values as text, which all comparisons use; `json` has them as they arrived. */
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
      /** The person when the event was sent; later merges are in `distincts`. */
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
      /** Whether a merge gave it another person than its first one. */
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
      /** Id of the file that these events belong to. */
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

/** Run in order: a server that has had the first n gets the rest. Released migrations never change. */
export const MIGRATIONS: readonly ((place: Place) => readonly string[])[] = [
  (place) => TABLES.flatMap((table) => createTable(table, place)),
];

/** Undoes all migrations. */
export function dropTables({ cluster }: Place): string[] {
  const names = TABLES.flatMap(({ name, shard }) =>
    cluster !== null && shard !== null ? [name, `${name}_local`] : [name],
  );
  // Drops the owner last: until then it is known whose tables these are.
  const ordered = [...names.filter((name) => name !== 'owner'), 'migrations', 'owner'];
  return ordered.map((name) => `drop table if exists ${name}${onCluster(cluster)} sync`);
}

/** Records which migrations a database has had. */
export function createMigrations({ cluster }: Place): string {
  const engine =
    cluster === null
      ? 'MergeTree'
      : "ReplicatedMergeTree('/clickhouse/tables/all/{database}/migrations', '{shard}-{replica}')";
  return `create table if not exists migrations${onCluster(cluster)} (number UInt32, done DateTime default now()) engine = ${engine} order by number`;
}

/** On a cluster, each shard has its events in the table name_local, and `name` is the distributed table over these. */
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

/** Tables without shards share one path in the keeper, so that every shard has all of their rows. */
function engineOf(name: string, version: string, shard: string | null, cluster: string | null): string {
  if (cluster === null) return `ReplacingMergeTree(${version})`;
  const path = `/clickhouse/tables/${shard === null ? 'all' : '{shard}'}/{database}/${name}`;
  const replica = shard === null ? '{shard}-{replica}' : '{replica}';
  return `ReplicatedReplacingMergeTree('${path}', '${replica}', ${version})`;
}

function onCluster(cluster: string | null): string {
  return cluster === null ? '' : ` on cluster '${cluster}'`;
}
