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
      const newest = (where: string, ...values: readonly Value[]): StoredRow[] =>
        database.all(
          `SELECT * FROM audit WHERE ${where} seq < ? ORDER BY seq DESC LIMIT ?`,
          ...values,
          before ?? Number.MAX_SAFE_INTEGER,
          limit,
        );
      // Each owner's rows lie in order in the index; asked for two at once, SQLite would sort all of them.
      const owners = with_global ? [project_id, null] : [project_id];
      const rows = project_id === null ? newest('') : owners.flatMap((owner) => newest('project_id IS ? AND', owner));
      const audited = rows.map((row) => decode(AUDIT, row));
      return audited.sort((one, other) => other.seq - one.seq).slice(0, limit);
    },
  };
}
