/** Segments of format 5 and older, until `service/data/upgrade.ts` has rebuilt them. */
import type { Database } from '../file/database.ts';
import type { OutdatedSegment, OutdatedStore } from '../types/store.ts';
import { addSegment } from './events.ts';

export function outdatedStore(database: Database): OutdatedStore {
  const exists = (): boolean => {
    const sql = `SELECT 1 FROM sqlite_schema WHERE name = 'outdated_segment'`;
    return database.get(sql) !== undefined;
  };
  return {
    exists,
    rows(): number {
      const sql = 'SELECT coalesce(sum(rows), 0) AS rows FROM outdated_segment';
      return database.get<{ rows: number }>(sql)!.rows;
    },
    oldest(limit: number): OutdatedSegment[] {
      const sql = 'SELECT id, project_id, rows, header FROM outdated_segment ORDER BY project_id, id LIMIT ?';
      return database.all<OutdatedSegment>(sql, limit).map((row) => ({ ...row }));
    },
    ofProject(project_id: number): OutdatedSegment[] {
      const sql = 'SELECT id, project_id, rows, header FROM outdated_segment WHERE project_id = ? ORDER BY id';
      return database.all<OutdatedSegment>(sql, project_id).map((row) => ({ ...row }));
    },
    column(segment_id, name) {
      const sql = 'SELECT bytes FROM outdated_column WHERE segment_id = ? AND name = ?';
      return database.get<{ bytes: Uint8Array }>(sql, segment_id, name)?.bytes;
    },
    replace(project_id, ids, made) {
      database.transaction(() => {
        for (const id of ids) database.run('DELETE FROM outdated_segment WHERE id = ?', id);
        const sql = 'SELECT revision FROM project_state WHERE project_id = ?';
        addSegment(database, project_id, made, database.get<{ revision: number }>(sql, project_id)!.revision);
      });
    },
    drop: () => database.execute('DROP TABLE outdated_column; DROP TABLE outdated_segment'),
  };
}
