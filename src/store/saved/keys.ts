/** API keys by digest. Revoked keys stay, so that their uses can still be attributed. */
import type { Database } from '../file/database.ts';
import { type Codecs, decode, insert, json, nullableJson, plain, type StoredRow } from '../file/record.ts';
import type { ApiKey, KeyStore } from '../types/access.ts';

const KEY: Codecs<ApiKey> = {
  id: plain(),
  user_id: plain(),
  label: plain(),
  hash: plain(),
  mask: plain(),
  scopes: json(),
  project_ids: nullableJson(),
  created_at_ms: plain(),
  last_used_at_ms: plain(),
  revoked_at_ms: plain(),
  expires_at_ms: plain(),
};

export function keyStore(database: Database): KeyStore {
  return {
    insert(values) {
      const id = insert(database, 'api_key', KEY, values);
      return { ...values, id, last_used_at_ms: null, revoked_at_ms: null };
    },
    byHash: (hash) =>
      database.remembered(`key ${hash}`, () => {
        const row = database.get<StoredRow>('SELECT * FROM api_key WHERE hash = ?', hash);
        return row && decode(KEY, row);
      }),
    list: () => database.all<StoredRow>('SELECT * FROM api_key ORDER BY id').map((row) => decode(KEY, row)),
    revoke(id, at_ms) {
      const sql = 'UPDATE api_key SET revoked_at_ms = ? WHERE id = ? AND revoked_at_ms IS NULL';
      return database.run(sql, at_ms, id).changes === 1;
    },
    expire(id, at_ms) {
      database.run('UPDATE api_key SET expires_at_ms = ? WHERE id = ?', at_ms, id);
    },
    touch(id, at_ms) {
      database.run('UPDATE api_key SET last_used_at_ms = ? WHERE id = ?', at_ms, id);
    },
  };
}
