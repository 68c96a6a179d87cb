/** Public links to insights. */
import type { Database } from '../file/database.ts';
import { type Codecs, decode, flag, plain, type StoredRow } from '../file/record.ts';
import type { Sharing, SharingStore } from '../types/store.ts';

const SHARING: Codecs<Sharing> = {
  insight_id: plain(),
  enabled: flag,
  access_token: plain(),
  created_at_ms: plain(),
};

export function sharingStore(database: Database): SharingStore {
  return {
    get(insight_id) {
      const row = database.get<StoredRow>('SELECT * FROM sharing WHERE insight_id = ?', insight_id);
      return row && decode(SHARING, row);
    },
    opened(access_token) {
      const row = database.get<{ project_id: number; insight_id: number }>(
        `SELECT insight.project_id, insight_id FROM sharing JOIN insight ON insight.id = insight_id
         WHERE access_token = ? AND enabled = 1`,
        access_token,
      );
      return row && { ...row };
    },
    put(values) {
      database.run(
        `INSERT INTO sharing (insight_id, enabled, access_token, created_at_ms) VALUES (?, ?, ?, ?)
         ON CONFLICT (insight_id) DO UPDATE SET
           enabled = excluded.enabled, access_token = excluded.access_token, created_at_ms = excluded.created_at_ms`,
        values.insight_id,
        Number(values.enabled),
        values.access_token,
        values.created_at_ms,
      );
    },
  };
}
