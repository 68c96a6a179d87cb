/** Stores projects. Reads are cached, because every request needs them. */
import { must } from '../../base/assert.ts';
import type { Project } from '../../model/saved/project.ts';
import type { Database } from '../file/database.ts';
import { checked, decode, flag, insert, json, plain, type StoredRow, update } from '../file/record.ts';
import type { ProjectStore } from '../types/store.ts';

const PROJECT = checked<Project>('project', {
  id: plain(),
  name: plain(),
  api_token: plain(),
  timezone: plain(),
  week_start_day: plain(),
  test_account_filters: json(),
  path_cleaning_filters: json(),
  retention_days: plain(),
  autocapture_opt_out: flag,
  created_at_ms: plain(),
});

export function projectStore(database: Database): ProjectStore {
  const one = (condition: string, value: number | string): Project | undefined => {
    const row = database.get<StoredRow>(`SELECT * FROM project WHERE ${condition}`, value);
    return row && decode(PROJECT, row);
  };
  return {
    create(given) {
      const values = { ...given, retention_days: null, autocapture_opt_out: false };
      const id = database.transaction(() => {
        const id = insert(database, 'project', PROJECT, values);
        database.run("INSERT INTO project_state (project_id, crc) VALUES (?, row_crc('', ?, 0, 0, 0, 0))", id, id);
        return id;
      });
      return { ...values, id };
    },
    get: (id) => database.remembered(`project ${id}`, () => one('id = ?', id)),
    byToken: (api_token) => database.remembered(`project of ${api_token}`, () => one('api_token = ?', api_token)),
    list: () =>
      database.remembered('projects', () =>
        database.all<StoredRow>('SELECT * FROM project ORDER BY id').map((row) => decode(PROJECT, row)),
      ),
    update(id, patch) {
      update(database, 'project', PROJECT, patch, { sql: 'id = ?', values: [id] });
      return must(one('id = ?', id), `project ${id}`);
    },
  };
}
