/** Public links to insights. */
import type { Database } from './database.ts';
import { type Codecs, decode, flag, plain, type StoredRow } from './record.ts';
import type { Sharing, SharingStore } from './types.ts';

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
    byToken(access_token) {
      const row = database.get<StoredRow>('SELECT * FROM sharing WHERE access_token = ?', access_token);
      return row && decode(SHARING, row);
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
