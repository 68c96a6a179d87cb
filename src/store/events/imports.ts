/** Imports, and their lines about people and groups. Lines of events are recognised by their ids. */
import { must } from '../../base/assert.ts';
import type { Database } from '../file/database.ts';
import { checked, decode, insert, json, plain, type StoredRow, update } from '../file/record.ts';
import type { ImportRun, ImportStore } from '../types/erasures.ts';

const RUN = checked<ImportRun>('import_run', {
  project_id: plain(),
  id: plain(),
  sources: json(),
  started_at_ms: plain(),
  changed_at_ms: plain(),
  events: plain(),
  persons: json(),
  revision: plain(),
});

export function importStore(database: Database): ImportStore {
  const get = (project_id: number, id: number): ImportRun | undefined => {
    const row = database.get<StoredRow>('SELECT * FROM import_run WHERE project_id = ? AND id = ?', project_id, id);
    return row && decode(RUN, row);
  };
  return {
    get,
    begin(project_id, sources, started_at_ms) {
      // Ids of undone imports are not reused: removal of their events may still be running.
      const sql = `SELECT 1 + max((SELECT coalesce(max(id), 0) FROM import_run WHERE project_id = ?),
                   (SELECT coalesce(max(task ->> 'import_id'), 0) FROM erasure WHERE project_id = ?)) AS next`;
      const id = database.get<{ next: number }>(sql, project_id, project_id)!.next;
      const nothing = { events: 0, persons: [], revision: 0 };
      const run = { project_id, id, sources, started_at_ms, changed_at_ms: started_at_ms, ...nothing };
      insert(database, 'import_run', RUN, run);
      return must(get(project_id, id), `import ${id}`);
    },
    list(project_id) {
      const sql = 'SELECT * FROM import_run WHERE project_id = ? ORDER BY id DESC';
      return database.all<StoredRow>(sql, project_id).map((row) => decode(RUN, row));
    },
    note({ project_id, id, ...run }) {
      update(database, 'import_run', RUN, run, { sql: 'project_id = ? AND id = ?', values: [project_id, id] });
    },
    isToldByOthers({ project_id, id }, about) {
      const sql = 'SELECT 1 FROM imported_line WHERE project_id = ? AND about = ? AND import_id IS NOT ? LIMIT 1';
      return database.get(sql, project_id, about, id) !== undefined;
    },
    forgetLines(project_id, abouts) {
      const sql = 'DELETE FROM imported_line WHERE project_id = ? AND about = ?';
      for (const about of abouts) database.run(sql, project_id, about);
    },
    remove(project_id, id) {
      database.run('DELETE FROM import_run WHERE project_id = ? AND id = ?', project_id, id);
      database.run('DELETE FROM imported_line WHERE project_id = ? AND import_id = ?', project_id, id);
    },
  };
}
