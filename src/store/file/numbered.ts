/** Tables whose rows are numbered per project and soft-deleted. */

import { must } from '../../base/assert.ts';
import { soughtName } from '../../base/letters/caseless.ts';
import type { NumberedStore } from '../types/saved.ts';
import type { Database, Value } from './database.ts';
import { type Codecs, decode, insert, type StoredRow, update } from './record.ts';

interface Numbered {
  readonly project_id: number;
  readonly id: number;
}

/** @param searched SQL expression that searches look in */
export function numberedStore<Row extends Numbered>(
  database: Database,
  table: string,
  codecs: Codecs<Row>,
  searched = "name || ' ' || description",
): NumberedStore<Row> {
  const get = (project_id: number, id: number) => {
    const row = database.get<StoredRow>(`SELECT * FROM ${table} WHERE project_id = ? AND id = ?`, project_id, id);
    return row && decode(codecs, row);
  };
  return {
    get,
    insert: (values, id) =>
      database.transaction(() => {
        const next = `SELECT coalesce(max(id), 0) + 1 AS next FROM ${table} WHERE project_id = ?`;
        const number = id ?? database.get<{ next: number }>(next, values.project_id)!.next;
        insert(database, table, codecs, { ...values, id: number } as Row);
        return must(get(values.project_id, number), `${table} ${number}`);
      }),
    update(project_id, id, patch) {
      update(database, table, codecs, patch as Partial<Row>, {
        sql: 'project_id = ? AND id = ?',
        values: [project_id, id],
      });
      return must(get(project_id, id), `${table} ${id}`);
    },
    list(project_id, { search = '', limit, offset }) {
      const from = `FROM ${table} WHERE project_id = ? AND deleted = 0 AND instr(fold(${searched}), ?)`;
      const bound: Value[] = [project_id, soughtName(search)]; // '' matches every text
      const { count } = database.get<{ count: number }>(`SELECT count(*) AS count ${from}`, ...bound)!;
      const rows = database.all<StoredRow>(`SELECT * ${from} ORDER BY id LIMIT ? OFFSET ?`, ...bound, limit, offset);
      return { count, rows: rows.map((row) => decode(codecs, row)) };
    },
  };
}
