/** Pending and finished erasures, and cleaning the file after them. */
import { must } from '../../base/assert.ts';
import { cleaningOf } from '../file/cleaning.ts';
import { type Database, IN_MEMORY } from '../file/database.ts';
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

export function erasureStore(database: Database, path: string): ErasureStore {
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
    expiredLast(project_id) {
      const sql = `SELECT task ->> 'before_ms' AS before_ms FROM erasure
                   WHERE project_id = ? AND done_at_ms IS NOT NULL AND task ->> 'kind' = 'expiry' ORDER BY id DESC LIMIT 1`;
      return database.get<{ before_ms: number }>(sql, project_id)?.before_ms ?? null;
    },
    note(id, { events, persons }) {
      const before = must(get(id), `erasure ${id}`);
      const removed = { events: before.events + events, persons: before.persons + persons };
      update(database, 'erasure', ERASURE, removed, { sql: 'id = ?', values: [id] });
    },
    leave(id, task) {
      update(database, 'erasure', ERASURE, { task }, { sql: 'id = ?', values: [id] });
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
    cleaning: () => (path === IN_MEMORY ? null : cleaningOf(database, path)),
    emptyLog() {
      // Does most of the work without blocking writers. The second checkpoint blocks them.
      database.execute('PRAGMA wal_checkpoint(PASSIVE)');
      return database.get<{ busy: number }>('PRAGMA wal_checkpoint(TRUNCATE)')?.busy === 0;
    },
  };
}
