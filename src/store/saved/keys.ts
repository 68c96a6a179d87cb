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
  /** Every request looks up its key, and so does every client that listens, whenever something changes. */
  const one = (column: 'id' | 'hash', value: number | string): ApiKey | undefined =>
    database.remembered(`key by ${column} ${value}`, () => {
      const row = database.get<StoredRow>(`SELECT * FROM api_key WHERE ${column} = ?`, value);
      return row && decode(KEY, row);
    });
  return {
    insert(values) {
      const id = insert(database, 'api_key', KEY, values);
      return { ...values, id, last_used_at_ms: null, revoked_at_ms: null };
    },
    get: (id) => one('id', id),
    byHash: (hash) => one('hash', hash),
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
