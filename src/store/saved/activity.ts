/** Who changed what, and when. Append-only. */
import type { Database } from '../file/database.ts';
import { type Codecs, decode, insert, json, plain, type StoredRow } from '../file/record.ts';
import type { ActivityRow, ActivityStore } from '../types/store.ts';

const ACTIVITY: Codecs<ActivityRow> = {
  id: plain(),
  project_id: plain(),
  user_id: plain(),
  activity: plain(),
  scope: plain(),
  item_id: plain(),
  detail: json(),
  created_at_ms: plain(),
};

export function activityStore(database: Database): ActivityStore {
  return {
    append(row) {
      insert(database, 'activity', ACTIVITY, row);
    },
    list({ project_id, scope, item_id }, page) {
      const sql = `FROM activity WHERE project_id = ? AND scope = ?${item_id === undefined ? '' : ' AND item_id = ?'}`;
      const values = item_id === undefined ? [project_id, scope] : [project_id, scope, item_id];
      const { count } = database.get<{ count: number }>(`SELECT count(*) AS count ${sql}`, ...values)!;
      const rows = database.all<StoredRow>(
        `SELECT * ${sql} ORDER BY created_at_ms DESC, seq DESC LIMIT ? OFFSET ?`,
        ...values,
        page.limit,
        page.offset,
      );
      return { count, rows: rows.map((row) => decode(ACTIVITY, row)) };
    },
    last: () => database.get<{ last: number }>('SELECT coalesce(max(seq), 0) AS last FROM activity')!.last,
    since(place, limit) {
      const sql = 'SELECT * FROM activity WHERE seq > ? ORDER BY seq LIMIT ?';
      return database.all<StoredRow>(sql, place, limit).map((row) => decode(ACTIVITY, row));
    },
  };
}
