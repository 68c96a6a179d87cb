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
      const sql = 'SELECT members_crc AS crc FROM cohort WHERE project_id = ? AND id = ?';
      const stored = database.get<{ crc: number | null }>(sql, project_id, id)?.crc ?? null;
      const ords = membersOf(database, project_id, id);
      if (stored !== null || ords.length > 0) {
        checkRow(stored, membersCrc(project_id, id, ords), 'cohort_member', `of cohort ${id}`);
      }
      return ords;
    },
    mendMembers(project_id, ids_limit) {
      const none = 'DELETE FROM cohort_member WHERE project_id = ? AND distinct_ord NOT BETWEEN 0 AND ? - 1';
      database.run(none, project_id, ids_limit);
      const sql = 'SELECT id, members_crc AS crc FROM cohort WHERE project_id = ? ORDER BY id';
      const cohorts = database.all<{ id: number; crc: number | null }>(sql, project_id);
      const changed = cohorts.filter(({ id, crc }) => {
        const ords = membersOf(database, project_id, id);
        return (crc !== null || ords.length > 0) && crc !== membersCrc(project_id, id, ords);
      });
      for (const { id } of changed) noteMembers(database, project_id, id);
      return changed.map(({ id }) => id);
    },
    addMembers(project_id, id, distinct_ords) {
      database.run(
        `INSERT OR IGNORE INTO cohort_member (project_id, cohort_id, distinct_ord)
         SELECT ?, ?, value FROM json_each(?)`,
        project_id,
        id,
        JSON.stringify(distinct_ords),
      );
      noteMembers(database, project_id, id);
    },
    removeMembers(project_id, distinct_ords, id) {
      const sql = `DELETE FROM cohort_member
                   WHERE project_id = ? AND cohort_id = coalesce(?, cohort_id)
                     AND distinct_ord IN (SELECT value FROM json_each(?)) RETURNING cohort_id`;
      const removed = database.all<{ cohort_id: number }>(sql, project_id, id ?? null, JSON.stringify(distinct_ords));
      for (const left of new Set(removed.map((row) => row.cohort_id))) noteMembers(database, project_id, left);
    },
  };
}

function membersOf(database: Database, project_id: number, id: number): number[] {
  const sql = 'SELECT distinct_ord FROM cohort_member WHERE project_id = ? AND cohort_id = ? ORDER BY distinct_ord';
  return database.all<{ distinct_ord: number }>(sql, project_id, id).map((row) => row.distinct_ord);
}

/** Covers the whole list, so that a missing row is noticed. */
function membersCrc(project_id: number, id: number, ords: readonly number[]): number {
  return rowCrc(ords.join(), project_id, id, ords.length);
}

function noteMembers(database: Database, project_id: number, id: number): void {
  const crc = membersCrc(project_id, id, membersOf(database, project_id, id));
  database.run('UPDATE cohort SET members_crc = ? WHERE project_id = ? AND id = ?', crc, project_id, id);
}
