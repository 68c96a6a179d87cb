/** Audit log: what was done, by whom and when. Appended at the end, trimmed at the start. */
import type { Database, Value } from '../file/database.ts';
import { type Codecs, decode, insert, json, plain, type StoredRow } from '../file/record.ts';
import type { AuditRow, AuditStore } from '../types/access.ts';

const AUDIT: Codecs<AuditRow> = {
  seq: plain(),
  at_ms: plain(),
  project_id: plain(),
  user_id: plain(),
  key_id: plain(),
  action: plain(),
  target: plain(),
  fields: json(),
};

export function auditStore(database: Database): AuditStore {
  return {
    append(row, most) {
      const seq = insert(database, 'audit', AUDIT, row);
      database.run('DELETE FROM audit WHERE seq <= ?', seq - most);
    },
    list({ project_id, with_global, before, limit }) {
      const of_project = with_global ? '(project_id = ? OR project_id IS NULL)' : 'project_id = ?';
      const conditions: [sql: string, value: Value][] = [];
      if (project_id !== null) conditions.push([of_project, project_id]);
      if (before !== null) conditions.push(['seq < ?', before]);
      const where = conditions.length === 0 ? '' : `WHERE ${conditions.map(([sql]) => sql).join(' AND ')}`;
      const sql = `SELECT * FROM audit ${where} ORDER BY seq DESC LIMIT ?`;
      return database
        .all<StoredRow>(sql, ...conditions.map(([, value]) => value), limit)
        .map((row) => decode(AUDIT, row));
    },
  };
}
