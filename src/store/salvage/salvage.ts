/**
 * Copies the intact rows of a damaged file into a new file, which builds its own indexes. Data that can be computed from
 * other rows is left out.
 */
import { ServiceError } from '../../model/error.ts';
import type { Database } from '../file/database.ts';
import type { StoredRow } from '../file/record.ts';
import { rowCrc } from '../file/row_crc.ts';
import { openCurrent } from '../migrations.ts';
import type { CountBefore, LostRow, Salvaged } from '../types/salvage.ts';
import { hasRowid, indexesOf, isChecked, isIntact, keysOf, numberIn, readIndex, readRows } from './rows.ts';

/** Tables that are computed from others, or are useless outside the damaged file. */
const LEFT_OUT = ['result', 'distinct_hash', 'distinct_move', 'person_map', 'scrubbing', 'event_definition'];

/** If a single row of these is lost, the other tables make no sense. */
const NEEDED = ['project', 'user', 'group_type', 'events_place'];

/** Tables whose missing rows show as gaps in numbers, or in other tables. So no index is read for them. */
const SEQUENCES = [
  'person_page',
  'person_long',
  'distinct_page',
  'property_term',
  'log',
  'segment_blob',
  'staged_blob',
];

const MISSING = /^row (\d+) missing from index (.+)$/;

/** @param source a copy, which may change @param target a new file @throws ServiceError if that cannot be done */
export function salvage(source: string, target: string): Salvaged {
  const [from, to] = [openCurrent(source), openCurrent(target)];
  try {
    if (tablesOf(from).includes('outdated_segment'))
      throw new Unrepairable('its events are still in the form of an older version');
    to.execute('PRAGMA foreign_keys = OFF');
    return to.transaction(() => new Salvage(from, to).run());
  } finally {
    from.close();
    to.close();
  }
}

/** The file cannot be repaired at all. */
export class Unrepairable extends ServiceError {
  constructor(why: string) {
    super('data_corrupted', `The database cannot be repaired: ${why}. Restore a backup.`);
  }
}

function tablesOf(database: Database): string[] {
  const sql = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name`;
  return database.all<{ name: string }>(sql).map(({ name }) => name);
}

class Salvage {
  readonly #from: Database;
  readonly #to: Database;
  readonly #lost: LostRow[] = [];
  readonly #torn: string[] = [];

  constructor(from: Database, to: Database) {
    this.#from = from;
    this.#to = to;
  }

  run(): Salvaged {
    const there = tablesOf(this.#from);
    for (const table of tablesOf(this.#to)) {
      if (!LEFT_OUT.includes(table) && there.includes(table)) this.#copy(table);
    }
    const needed = NEEDED.find((table) => this.#torn.includes(table) || this.#lost.some((row) => row.table === table));
    if (needed !== undefined) throw new Unrepairable(`its table ${needed} is damaged`);
    const counts = copyDefinitions(this.#from, this.#to);
    this.#dropOrphans();
    mendStates(this.#to);
    keepNumbers(this.#from, this.#to);
    return { lost: this.#lost, torn: this.#torn, doubtful: this.#doubtful(), counts };
  }

  #copy(table: string): void {
    const bad = new Map<string, LostRow>();
    const add = inserter(this.#to, table);
    const is_whole = readRows(this.#from, table, (row) => {
      if (isIntact(table, row) && add(row)) return;
      const lost = lostRow(table, row);
      bad.set(JSON.stringify(lost), lost); // it may come twice
    });
    this.#lost.push(...bad.values());
    if (!is_whole) this.#torn.push(table);
    if (!SEQUENCES.includes(table)) this.#noteMissing(table);
  }

  /** Notes rows as lost that only an index still has. */
  #noteMissing(table: string): void {
    const key = keysOf(this.#to, table);
    const columns = key.map((name) => `"${name}"${name === 'rowid' ? ' AS id' : ''}`).join(', ');
    const textOf = (row: StoredRow): string => JSON.stringify(Object.values(row));
    const there = new Set(this.#to.all<StoredRow>(`SELECT ${columns} FROM ${table}`).map(textOf));
    const told = new Set(this.#lost.filter((row) => row.table === table).map(rowKey));
    for (const index of indexesOf(this.#to, table)) {
      const rows = readIndex(this.#from, table, index, columns) ?? [];
      if (rows.length <= there.size + told.size) continue;
      for (const row of rows) {
        const lost = lostRow(table, row);
        if (there.has(textOf(row)) || told.has(rowKey(lost))) continue;
        told.add(rowKey(lost));
        this.#lost.push(lost);
      }
    }
  }

  /** Drops rows that refer to a lost row. */
  #dropOrphans(): void {
    type Orphan = { table: string; parent: string; fkid: number };
    for (;;) {
      const orphan = this.#to.get<Orphan>('SELECT "table", parent, fkid FROM pragma_foreign_key_check LIMIT 1');
      if (orphan === undefined) return;
      const { table, parent, fkid } = orphan;
      const key = 'SELECT "from" FROM pragma_foreign_key_list(?) WHERE id = ?';
      const { from } = this.#to.get<{ from: string }>(key, table, fkid)!;
      const sql = `DELETE FROM ${table} WHERE ${from} NOT IN (SELECT id FROM ${parent}) RETURNING *`;
      const rows = this.#to.all<StoredRow>(sql);
      if (table !== 'segment_blob') this.#lost.push(...rows.map((row) => lostRow(table, row)));
    }
  }

  /** Rows without a checksum that differ from an index. */
  #doubtful(): LostRow[] {
    const doubtful = new Map<string, LostRow>();
    for (const table of tablesOf(this.#to)) {
      if (LEFT_OUT.includes(table) || SEQUENCES.includes(table) || isChecked(table) || !hasRowid(this.#to, table))
        continue;
      for (const problem of problemsOf(this.#from, table)) {
        const [, rowid] = MISSING.exec(problem) ?? [];
        const sql = `SELECT * FROM ${table} WHERE rowid = ?`;
        const row = rowid === undefined ? undefined : this.#to.get<StoredRow>(sql, Number(rowid));
        if (row !== undefined) doubtful.set(`${table} ${rowid}`, lostRow(table, row));
      }
    }
    return [...doubtful.values()];
  }
}

/** Problems that SQLite finds in a table; none if the table cannot be checked. */
function problemsOf(database: Database, table: string): string[] {
  try {
    const rows = database.all<{ integrity_check: string }>(`PRAGMA integrity_check(${table})`);
    return rows.map(({ integrity_check }) => integrity_check);
  } catch {
    return [];
  }
}

function rowKey({ id, project_id, name }: LostRow): string {
  return JSON.stringify([id ?? project_id, name === null || id !== null ? null : name]);
}

/** Returns whether the row could be stored, or exists already. */
function inserter(to: Database, table: string): (row: StoredRow) => boolean {
  const names = to.all<{ name: string }>(`PRAGMA table_info(${table})`).map(({ name }) => name);
  const columns = names.map((name) => `"${name}"`).join(', ');
  const insert = `INSERT OR IGNORE INTO ${table} (${columns}) VALUES (${names.map(() => '?').join(', ')})`;
  const find = `SELECT 1 FROM ${table} WHERE ${names.map((name) => `"${name}" IS ?`).join(' AND ')}`;
  return (row) => {
    const values = names.map((name) => row[name]!);
    try {
      return to.run(insert, ...values).changes === 1 || to.get(find, ...values) !== undefined;
    } catch {
      return false; // a value of another type
    }
  };
}

function lostRow(table: string, row: StoredRow): LostRow {
  const text = row['name'] ?? row['text'] ?? row['key'] ?? row['label'] ?? row['content'] ?? row['derived_name'];
  return {
    table,
    project_id: numberIn(row['project_id']),
    id: numberIn(row['id'] ?? row['seq'] ?? row['ord'] ?? row['insight_id']),
    name: typeof text === 'string' ? text : null,
    events: numberIn(row['events'] ?? row['rows']),
  };
}

/** Copies names of events if their checksum is right, or if the index has them and the row does not contradict. */
function copyDefinitions(from: Database, to: Database): CountBefore[] {
  const rows = new Map<string, StoredRow>();
  const keyOf = (row: StoredRow): string => `${row['project_id']} ${row['ord']}`;
  readRows(from, 'event_definition', (row) => {
    const known = rows.get(keyOf(row));
    if (known === undefined || !isIntact('event_definition', known)) rows.set(keyOf(row), row);
  });
  const named = new Map<string, StoredRow>();
  for (const index of indexesOf(from, 'event_definition').filter((name) => name.endsWith('_2'))) {
    for (const row of readIndex(from, 'event_definition', index, 'project_id, ord, name') ?? [])
      named.set(keyOf(row), row);
  }
  const add = inserter(to, 'event_definition');
  const counts: CountBefore[] = [];
  for (const key of new Set([...rows.keys(), ...named.keys()])) {
    const made = definitionOf(rows.get(key), named.get(key));
    if (made === null) continue;
    const { row, is_counted } = made;
    const [project_id, ord, name] = [numberIn(row['project_id']), numberIn(row['ord']), row['name']];
    if (project_id === null || ord === null || typeof name !== 'string') continue;
    const crc = rowCrc(name, project_id, ord, 0, 0, 0);
    if (!add(is_counted ? row : { ...row, count: 0, first_seen_ms: 0, last_seen_ms: 0, crc })) continue;
    counts.push({ project_id, ord, name, count: is_counted ? numberIn(row['count']) : null });
  }
  return counts;
}

function definitionOf(row?: StoredRow, named?: StoredRow): { row: StoredRow; is_counted: boolean } | null {
  if (row !== undefined && isIntact('event_definition', row)) return { row, is_counted: true };
  if (named === undefined) return null;
  const other = row && { ...row, name: named['name']! };
  if (other !== undefined && isIntact('event_definition', other)) return { row: other, is_counted: true };
  // Row and index agree on the name, or only the index is left.
  return row === undefined || row['name'] === named['name'] ? { row: named, is_counted: false } : null;
}

/** Every project needs a state. A lost one is rebuilt from the numbers that other tables have. */
function mendStates(to: Database): void {
  const sql = `INSERT INTO project_state (project_id, revision, sealed_seq, erasures, expired_before_ms)
    SELECT id, 1 + max(
      (SELECT coalesce(max(revision), 0) FROM person_page WHERE project_id = project.id),
      (SELECT coalesce(max(revision), 0) FROM segment WHERE project_id = project.id),
      (SELECT coalesce(max(revision), 0) FROM actor_group WHERE project_id = project.id),
      (SELECT coalesce(max(revision), 0) FROM import_run WHERE project_id = project.id)),
      (SELECT coalesce(min(seq) - 1, 0) FROM log WHERE project_id = project.id), 0, 0
    FROM project WHERE id NOT IN (SELECT project_id FROM project_state)`;
  to.run(sql);
  to.run(`UPDATE project_state SET crc = row_crc('', project_id, revision, sealed_seq, erasures, expired_before_ms)
          WHERE crc IS NULL`);
}

/** Keeps the counters of ids, so that no id is used again. */
function keepNumbers(from: Database, to: Database): void {
  const rows: StoredRow[] = [];
  readRows(from, 'sqlite_sequence', (row) => rows.push(row));
  for (const { name, seq } of rows) {
    if (typeof name !== 'string' || typeof seq !== 'number' || LEFT_OUT.includes(name)) continue;
    to.run('DELETE FROM sqlite_sequence WHERE name = ? AND seq < ?', name, seq);
    const sql = `INSERT INTO sqlite_sequence (name, seq) SELECT ?, ?
                 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = ?)`;
    to.run(sql, name, seq, name);
  }
}
