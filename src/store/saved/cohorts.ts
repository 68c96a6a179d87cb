/** Saved cohorts, and the members of static ones. */
import type { Database } from '../file/database.ts';
import { numberedStore } from '../file/numbered.ts';
import { checked, flag, json, plain } from '../file/record.ts';
import type { CohortRow, CohortStore } from '../types/saved.ts';

const COHORT = checked<CohortRow>('cohort', {
  project_id: plain(),
  id: plain(),
  name: plain(),
  description: plain(),
  filters: { write: (value) => JSON.stringify(value ?? {}), read: json().read },
  is_static: flag,
  deleted: flag,
  created_at_ms: plain(),
  created_by: plain(),
  updated_at_ms: plain(),
});

export function cohortStore(database: Database): CohortStore {
  return {
    ...numberedStore(database, 'cohort', COHORT),
    members(project_id, id) {
      const sql = 'SELECT distinct_ord FROM cohort_member WHERE project_id = ? AND cohort_id = ? ORDER BY distinct_ord';
      return database.all<{ distinct_ord: number }>(sql, project_id, id).map((row) => row.distinct_ord);
    },
    addMembers(project_id, id, distinct_ords) {
      database.run(
        `INSERT OR IGNORE INTO cohort_member (project_id, cohort_id, distinct_ord)
         SELECT ?, ?, value FROM json_each(?)`,
        project_id,
        id,
        JSON.stringify(distinct_ords),
      );
    },
  };
}
