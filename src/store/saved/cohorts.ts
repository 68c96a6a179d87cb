/** Saved cohorts, and the members of static ones. */
import type { Database } from '../file/database.ts';
import { numberedStore } from '../file/numbered.ts';
import { checked, flag, json, plain } from '../file/record.ts';
import { checkRow, rowCrc } from '../file/row_crc.ts';
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
      const sql = `SELECT distinct_ord, crc FROM cohort_member WHERE project_id = ? AND cohort_id = ?
                   ORDER BY distinct_ord`;
      const rows = database.all<{ distinct_ord: number; crc: number | null }>(sql, project_id, id);
      return rows.map(({ distinct_ord, crc }) => {
        checkRow(crc, rowCrc('', project_id, id, distinct_ord), 'cohort_member', `of cohort ${id}`);
        return distinct_ord;
      });
    },
    addMembers(project_id, id, distinct_ords) {
      database.run(
        `INSERT OR IGNORE INTO cohort_member (project_id, cohort_id, distinct_ord, crc)
         SELECT ?, ?, value, row_crc('', ?, ?, value) FROM json_each(?)`,
        ...[project_id, id, project_id, id],
        JSON.stringify(distinct_ords),
      );
    },
    removeMembers(project_id, distinct_ords) {
      const sql = `DELETE FROM cohort_member
                   WHERE project_id = ? AND distinct_ord IN (SELECT value FROM json_each(?))`;
      database.run(sql, project_id, JSON.stringify(distinct_ords));
    },
  };
}
