/**
 * Maps table rows to types. Each field declares once how it is stored; insert, update and read follow from that. Table
 * and column names are our own constants and never come from callers.
 */
import { keysOf } from '../../base/known.ts';
import type { Database, Value } from './database.ts';
import { checkRow, damagedRow, valuesCrc } from './row_crc.ts';

/** A condition as SQL that we wrote, and the values bound in it. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** SQL condition: the subquery selects everything in the list that is bound. */
export function hasAll(subquery: string): string {
  return `NOT EXISTS (SELECT 1 FROM json_each(?) AS wanted WHERE wanted.value NOT IN (${subquery}))`;
}

/** How one field is stored. */
export interface Codec<T> {
  write(value: T): Value;
  read(stored: Value): T;
}

export type Codecs<T> = { readonly [K in keyof T]-?: Codec<T[K]> };

/** Numbers and texts; null if the type allows it. */
export function plain<T extends Value>(): Codec<T> {
  return { write: (value) => value, read: (stored) => stored as T };
}

export const flag: Codec<boolean> = { write: Number, read: (stored) => stored === 1 };

export const nullableFlag: Codec<boolean | null> = {
  write: (value) => (value === null ? null : Number(value)),
  read: (stored) => (stored === null ? null : stored === 1),
};

/** JSON text. If null has its own meaning in SQL, use `nullableJson`. */
export function json<T>(): Codec<T> {
  return { write: (value) => JSON.stringify(value), read: (stored) => JSON.parse(String(stored)) as T };
}

/** JSON text, or NULL for null. */
export function nullableJson<T>(): Codec<T | null> {
  const { write, read } = json<T>();
  return {
    write: (value) => (value === null ? null : write(value)),
    read: (stored) => (stored === null ? null : read(stored)),
  };
}

const CHECKED = new WeakMap<object, string>();

/** Codecs of a table whose rows carry a checksum of these fields, because answers depend on them. */
export function checked<T>(table: string, codecs: Codecs<T>): Codecs<T> {
  CHECKED.set(codecs, table);
  return codecs;
}

export type StoredRow = Readonly<Record<string, Value>>;

/** A row as its type. @throws ServiceError data_corrupted if the checksum is wrong */
export function decode<T>(codecs: Codecs<T>, row: StoredRow): T {
  const table = CHECKED.get(codecs);
  if (table !== undefined) {
    const stored = crcFields(codecs).map((field) => {
      // Damage may hit column names, too.
      if (row[field] === undefined) throw damagedRow(table, `column ${field}`);
      return row[field];
    });
    checkRow(row['crc'], valuesCrc(stored), table, `number ${row['id']}`);
  }
  const value: Partial<T> = {};
  for (const field of fieldsOf(codecs)) value[field] = codecs[field].read(row[field]!);
  return value as T;
}

/** Inserts the given fields; returns the row id. */
export function insert<T>(database: Database, table: string, codecs: Codecs<T>, values: Partial<T>): number {
  const { fields, stored } = encode(codecs, values);
  const names = fields.map((field) => `"${field}"`).join(', ');
  const marks = fields.map(() => '?').join(', ');
  return withCrc(database, codecs, () => {
    const { last_id } = database.run(`INSERT INTO ${table} (${names}) VALUES (${marks})`, ...stored);
    noteCrc(database, table, codecs, { sql: 'rowid = ?', values: [last_id] });
    return last_id;
  });
}

/** Updates the given fields where the condition holds; returns the number of rows. */
export function update<T>(
  database: Database,
  table: string,
  codecs: Codecs<T>,
  patch: Partial<T>,
  where: Condition,
): number {
  const { fields, stored } = encode(codecs, patch);
  if (fields.length === 0) return 0;
  const sets = fields.map((field) => `"${field}" = ?`).join(', ');
  return withCrc(database, codecs, () => {
    const { changes } = database.run(`UPDATE ${table} SET ${sets} WHERE ${where.sql}`, ...stored, ...where.values);
    noteCrc(database, table, codecs, where);
    return changes;
  });
}

/** One transaction: neither another process nor whoever opens the file next may find a row without its checksum. */
function withCrc<T>(database: Database, codecs: object, write: () => T): T {
  return CHECKED.has(codecs) ? database.transaction(write) : write();
}

function noteCrc<T>(database: Database, table: string, codecs: Codecs<T>, where: Condition): void {
  if (!CHECKED.has(codecs)) return;
  const names = crcFields(codecs).map((field) => `"${field}"`);
  database.run(`UPDATE ${table} SET crc = values_crc(${names.join(', ')}) WHERE ${where.sql}`, ...where.values);
}

/** Sorted, so that the order of declaration does not matter. Migrations that add a field rebuild the checksums. */
function crcFields<T>(codecs: Codecs<T>): string[] {
  return fieldsOf(codecs).toSorted();
}

function encode<T>(codecs: Codecs<T>, values: Partial<T>): { fields: string[]; stored: Value[] } {
  const fields: string[] = [];
  const stored: Value[] = [];
  for (const field of fieldsOf(codecs)) {
    const value = values[field];
    if (value === undefined) continue;
    fields.push(field);
    stored.push(codecs[field].write(value));
  }
  return { fields, stored };
}

function fieldsOf<T>(codecs: Codecs<T>): (keyof T & string)[] {
  return keysOf(codecs);
}
