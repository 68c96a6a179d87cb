/** Stored responses of repeatable writes, so that a retry does not write twice. */

import { inJson } from '../../base/json.ts';
import type { RepeatableStore } from '../types/store.ts';
import { containing } from './containing.ts';
import type { Database } from './database.ts';

export function repeatableStore(database: Database): RepeatableStore {
  return {
    get(owner, key, since_ms) {
      const row = database.get<{ fingerprint: string; answer: string }>(
        'SELECT fingerprint, answer FROM repeatable WHERE owner = ? AND key = ? AND answered_at_ms >= ?',
        owner,
        key,
        since_ms,
      );
      return row && { fingerprint: row.fingerprint, answer: JSON.parse(row.answer) };
    },
    put(owner, key, { fingerprint, answer }, at_ms) {
      database.run(
        `INSERT INTO repeatable (owner, key, fingerprint, answer, answered_at_ms) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (owner, key) DO UPDATE SET
           fingerprint = excluded.fingerprint, answer = excluded.answer, answered_at_ms = excluded.answered_at_ms`,
        owner,
        key,
        fingerprint,
        JSON.stringify(answer),
        at_ms,
      );
    },
    clear(texts) {
      if (texts.length === 0) return;
      const isAbout = containing(texts.map(inJson));
      const all = database.all<{ owner: number; key: string; answer: string }>(
        'SELECT owner, key, answer FROM repeatable',
      );
      for (const { owner, key, answer } of all) {
        if (isAbout(answer)) database.run('DELETE FROM repeatable WHERE owner = ? AND key = ?', owner, key);
      }
    },
    sweep: (before_ms) => database.run('DELETE FROM repeatable WHERE answered_at_ms < ?', before_ms).changes,
  };
}
