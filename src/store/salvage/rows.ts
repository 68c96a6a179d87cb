/** Reads rows of a file that may be damaged. Checksums tell whether a row is as it was written. */
import type { Database, Value } from '../file/database.ts';
import type { StoredRow } from '../file/record.ts';
import { rowCrc, valuesCrc } from '../file/row_crc.ts';

/** Table -> columns that a row's checksum covers: content first, then numeric keys (NULLs are left out). */
const CONTENT: Readonly<Record<string, readonly [content: readonly string[], ...keys: string[]]>> = {
  person_page: [['bytes'], 'project_id', 'page', 'persons', 'revision'],
  person_long: [['properties'], 'project_id', 'person_ord'],
  distinct_page: [['bytes'], 'project_id', 'page', 'ids'],
  property_term: [['text'], 'project_id', 'ord'],
  actor_group: [['key', 'properties'], 'project_id', 'type_index', 'created_at_ms', 'revision'],
  event_definition: [['name'], 'project_id', 'ord', 'count', 'first_seen_ms', 'last_seen_ms'],
  segment: [['header'], 'project_id', 'rows', 'from_ms', 'until_ms', 'revision', 'stage'],
  project_state: [[], 'project_id', 'revision', 'sealed_seq', 'erasures', 'expired_before_ms'],
  log: [['bytes'], 'seq', 'project_id', 'events'],
};

/** Tables whose checksum covers all columns: in alphabetical order if null, else in the listed order. */
const VALUES: Readonly<Record<string, readonly string[] | null>> = {
  project: null,
  insight: null,
  dashboard: null,
  action: null,
  cohort: null,
  import_run: null,
  erasure: null,
  property_definition: ['project_id', 'owner', 'group_type_index', 'name', 'type'],
};

const CHECKSUMS: readonly string[] = ['crc', 'members_crc'];

export function isChecked(table: string): boolean {
  return table in CONTENT || table in VALUES;
}

/** Whether the checksum fits; always true for tables without checksums. */
export function isIntact(table: string, row: StoredRow): boolean {
  if (!isChecked(table)) return true;
  try {
    return row['crc'] === (table in CONTENT ? contentCrc(table, row) : allCrc(VALUES[table] ?? null, row));
  } catch {
    return false; // a value of another type
  }
}

function contentCrc(table: string, row: StoredRow): number {
  const [content, ...keys] = CONTENT[table]!;
  const values = keys.map((key) => row[key]).filter((value) => value !== null);
  const numbers = values.filter((value) => typeof value === 'number');
  const [first = '', ...more] = content.map((name) => row[name]);
  const bytes = more.length === 0 ? first : [first, ...more].map(String).join('\n');
  if (numbers.length < values.length || bytes === null || typeof bytes === 'number') return Number.NaN;
  return rowCrc(bytes, ...numbers);
}

function allCrc(order: readonly string[] | null, row: StoredRow): number {
  const names =
    order ??
    Object.keys(row)
      .filter((name) => !CHECKSUMS.includes(name))
      .toSorted();
  const values = names.map((name) => row[name]);
  return valuesCrc(values.map((value) => (value instanceof Uint8Array ? null : (value ?? null))));
}

/**
 * Calls `take` with each row, from the beginning. If damage stops that, it continues from the end backwards, so some rows
 * may come twice. Returns whether all rows were read. Never seeks by key, because keys may be damaged, too.
 */
export function readRows(database: Database, table: string, take: (row: StoredRow) => void): boolean {
  const names = database.all<{ name: string }>(`PRAGMA table_info(${table})`).map(({ name }) => `"${name}"`);
  const keys = keysOf(database, table).map((key) => `"${key}" DESC`);
  const from = `SELECT ${names.join(', ')} FROM ${table} NOT INDEXED`;
  if (readTo(database, from, take)) return true;
  readTo(database, `${from} ORDER BY ${keys.join(', ')}`, take);
  return false;
}

export function hasRowid(database: Database, table: string): boolean {
  const sql = `SELECT wr FROM pragma_table_list WHERE schema = 'main' AND name = ?`;
  return database.get<{ wr: number }>(sql, table)?.wr !== 1;
}

/** The columns that order the table itself, not an index. */
export function keysOf(database: Database, table: string): string[] {
  if (hasRowid(database, table)) return ['rowid'];
  const columns = database.all<{ name: string; pk: number }>(`PRAGMA table_info(${table})`);
  return columns
    .filter(({ pk }) => pk > 0)
    .sort((one, other) => one.pk - other.pk)
    .map(({ name }) => name);
}

function readTo(database: Database, sql: string, take: (row: StoredRow) => void): boolean {
  const rows = database.each<StoredRow>(sql);
  for (;;) {
    let next: IteratorResult<StoredRow>;
    try {
      next = rows.next();
    } catch {
      return false;
    }
    if (next.done === true) return true;
    take(next.value);
  }
}

/** These columns of each row, read from the index alone; null if the index cannot be read to its end. */
export function readIndex(database: Database, table: string, index: string, columns: string): StoredRow[] | null {
  const rows: StoredRow[] = [];
  const sql = `SELECT ${columns} FROM ${table} INDEXED BY ${index}`;
  return readTo(database, sql, (row) => rows.push(row)) ? rows : null;
}

/** Indexes that cover every row, so not the partial ones. */
export function indexesOf(database: Database, table: string): string[] {
  const sql = `PRAGMA index_list(${table})`;
  const found = database.all<{ name: string; partial: number; origin: string }>(sql);
  return found.filter(({ partial }) => partial === 0).map(({ name }) => name);
}

export function numberIn(value: Value | undefined): number | null {
  return typeof value === 'number' ? value : null;
}
