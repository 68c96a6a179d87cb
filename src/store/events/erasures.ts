/** Pending and finished erasures, and rewriting the file after them. */
import { must } from '../../base/assert.ts';
import type { Database } from '../file/database.ts';
import { checked, decode, insert, json, plain, type StoredRow, update } from '../file/record.ts';
import type { Erasure, ErasureStore } from '../types/erasures.ts';

const ERASURE = checked<Erasure>('erasure', {
  id: plain(),
  project_id: plain(),
  task: json(),
  requested_at_ms: plain(),
  done_at_ms: plain(),
  events: plain(),
  persons: plain(),
});

export function erasureStore(database: Database): ErasureStore {
  const get = (id: number): Erasure | undefined => {
    const row = database.get<StoredRow>('SELECT * FROM erasure WHERE id = ?', id);
    return row && decode(ERASURE, row);
  };
  return {
    request(project_id, task, requested_at_ms, most) {
      const id = insert(database, 'erasure', ERASURE, {
        project_id,
        task,
        requested_at_ms,
        done_at_ms: null,
        events: 0,
        persons: 0,
      });
      database.run('DELETE FROM erasure WHERE id <= ? AND done_at_ms IS NOT NULL', id - most);
      return must(get(id), `erasure ${id}`);
    },
    get,
    pending(project_id) {
      const sql = `SELECT * FROM erasure WHERE done_at_ms IS NULL AND (? IS NULL OR project_id = ?) ORDER BY id`;
      const of = project_id ?? null;
      return database.all<StoredRow>(sql, of, of).map((row) => decode(ERASURE, row));
    },
    note(id, { events, persons }) {
      const before = must(get(id), `erasure ${id}`);
      const removed = { events: before.events + events, persons: before.persons + persons };
      update(database, 'erasure', ERASURE, removed, { sql: 'id = ?', values: [id] });
    },
    finish(id, done_at_ms) {
      update(database, 'erasure', ERASURE, { done_at_ms }, { sql: 'id = ?', values: [id] });
    },
    noteRemoval: () => void database.run('UPDATE scrubbing SET removals = removals + 1'),
    unscrubbed() {
      const sql = 'SELECT removals FROM scrubbing WHERE removals > scrubbed';
      return database.get<{ removals: number }>(sql)?.removals ?? null;
    },
    scrubbed: (removals) => void database.run('UPDATE scrubbing SET scrubbed = max(scrubbed, ?)', removals),
    scrub() {
      // A temporary file, as it may exceed memory. It reaches the disk with the checkpoint, when others can write.
      database.execute('PRAGMA temp_store = FILE; PRAGMA synchronous = NORMAL');
      try {
        database.execute('VACUUM');
      } finally {
        database.execute('PRAGMA temp_store = MEMORY; PRAGMA synchronous = FULL');
      }
    },
    emptyLog() {
      // Does most of it without blocking writers; the second one blocks them.
      database.execute('PRAGMA wal_checkpoint(PASSIVE)');
      return database.get<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)')?.busy === 0;
    },
  };
}
