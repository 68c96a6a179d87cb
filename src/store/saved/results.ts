/** Cached answers, by a key of the question and its data. They may be lost at any time. */

import { inJson } from '../../base/json.ts';
import { containing } from '../file/containing.ts';
import type { Database } from '../file/database.ts';
import type { ResultStore } from '../types/store.ts';

const PUT = `
  INSERT INTO result (project_id, key, body, computed_at_ms) VALUES (?, ?, CAST(? AS TEXT), ?)
  ON CONFLICT (project_id, key) DO UPDATE SET body = excluded.body, computed_at_ms = excluded.computed_at_ms`;

const DELETE = 'DELETE FROM result WHERE project_id = ? AND key = ?';

export function resultStore(database: Database): ResultStore {
  return {
    get(project_id, key) {
      const row = database.get<{ body: string; computed_at_ms: number }>(
        'SELECT body, computed_at_ms FROM result WHERE project_id = ? AND key = ?',
        project_id,
        key,
      );
      return row && { key, body: JSON.parse(row.body), computed_at_ms: row.computed_at_ms };
    },
    put(project_id, { key, body, computed_at_ms }) {
      database.run(PUT, project_id, key, JSON.stringify(body), computed_at_ms);
    },
    bytes(project_id, key) {
      return database.get<{ body: Uint8Array<ArrayBuffer> }>(
        'SELECT CAST(body AS BLOB) AS body FROM result WHERE project_id = ? AND key = ?',
        project_id,
        key,
      )?.body;
    },
    putBytes(project_id, key, bytes, computed_at_ms) {
      database.run(PUT, project_id, key, bytes, computed_at_ms);
    },
    delete(project_id, key) {
      database.run(DELETE, project_id, key);
    },
    clear(project_id, spared, texts) {
      const sql = 'DELETE FROM result WHERE project_id = ? AND substr(key, 1, length(?)) != ?';
      database.run(sql, project_id, spared, spared);
      if (texts.length === 0) return;
      const isAbout = containing(texts.map(inJson));
      const left = 'SELECT key, body FROM result WHERE project_id = ?';
      for (const { key, body } of database.all<{ key: string; body: string }>(left, project_id))
        if (isAbout(body)) database.run(DELETE, project_id, key);
    },
    trim(project_id, begin, max) {
      // `end` follows all keys with this prefix, because `;` is the character after the colon.
      const end = `${begin.slice(0, -1)};`;
      const of_kind = 'project_id = ? AND key > ? AND key < ?';
      const counted = `SELECT count(*) AS count FROM result WHERE ${of_kind}`;
      const { count } = database.get<{ count: number }>(counted, project_id, begin, end)!;
      if (count <= max) return [];
      // The index by age has the oldest first; sorting all results would take milliseconds.
      const rows = database.all<{ key: string }>(
        `SELECT key FROM result INDEXED BY result_by_age WHERE ${of_kind} ORDER BY computed_at_ms LIMIT ?`,
        project_id,
        begin,
        end,
        count - max,
      );
      for (const { key } of rows) database.run(DELETE, project_id, key);
      return rows.map(({ key }) => key);
    },
    sweep: (before_ms) => database.run('DELETE FROM result WHERE computed_at_ms < ?', before_ms).changes,
  };
}
