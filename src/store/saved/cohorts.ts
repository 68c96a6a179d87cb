/** Saved cohorts, and the members of static ones. */
import { numbersIn } from '../../base/json.ts';
import { TUNING } from '../../model/tuning.ts';
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
  const lists = new Lists(database);
  return {
    ...numberedStore(database, 'cohort', COHORT),
    members: (project_id, id) => numbersIn(lists.of(project_id, id)),
    memberList: (project_id, id) => lists.of(project_id, id),
    mendMembers(project_id, ids_limit) {
      const none = 'DELETE FROM cohort_member WHERE project_id = ? AND distinct_ord NOT BETWEEN 0 AND ? - 1';
      database.run(none, project_id, ids_limit);
      const sql = 'SELECT id, members_crc AS crc FROM cohort WHERE project_id = ? ORDER BY id';
      const cohorts = database.all<{ id: number; crc: number | null }>(sql, project_id);
      const changed = cohorts.filter(({ id, crc }) => {
        const list = listOf(database, project_id, id);
        return (crc !== null || list.count > 0) && crc !== listCrc(project_id, id, list);
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
        // In the order of the key, a hundred thousand take a fourth of the time.
        `[${Uint32Array.from(distinct_ords).sort().join()}]`,
      );
      noteMembers(database, project_id, id);
    },
    removeMembers(project_id, distinct_ords, id) {
      // By whole keys: SQLite would read every member of every cohort to compare the last column of its key.
      const sql = `DELETE FROM cohort_member WHERE (project_id, cohort_id, distinct_ord) IN
                     (SELECT project_id, cohort.id, value FROM cohort CROSS JOIN json_each(?)
                      WHERE project_id = ? AND cohort.id = coalesce(?, cohort.id)) RETURNING cohort_id`;
      const removed = database.all<{ cohort_id: number }>(sql, JSON.stringify(distinct_ords), project_id, id ?? null);
      for (const left of new Set(removed.map((row) => row.cohort_id))) noteMembers(database, project_id, left);
    },
  };
}

/** Ordinals of distinct ids, ascending: "3,14,15". */
interface List {
  readonly count: number;
  readonly text: string;
}

/** SQLite puts the text together: a row for each member would take ten times as long. */
function listOf(database: Database, project_id: number, id: number): List {
  const sql = `SELECT count(*) AS count, coalesce(group_concat(distinct_ord), '') AS text FROM
               (SELECT distinct_ord FROM cohort_member WHERE project_id = ? AND cohort_id = ? ORDER BY distinct_ord)`;
  return database.get<List>(sql, project_id, id)!;
}

/** Checked lists, for the next question: a checksum tells whether one is still what it was. */
class Lists {
  readonly #database: Database;
  readonly #kept = new Map<string, { readonly crc: number | null; readonly text: string }>();
  #chars = 0;

  constructor(database: Database) {
    this.#database = database;
  }

  of(project_id: number, id: number): string {
    const sql = 'SELECT members_crc AS crc FROM cohort WHERE project_id = ? AND id = ?';
    const crc = this.#database.get<{ crc: number | null }>(sql, project_id, id)?.crc ?? null;
    const key = `${project_id} ${id}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined && kept.crc === crc) return kept.text;
    const list = listOf(this.#database, project_id, id);
    if (crc !== null || list.count > 0) {
      checkRow(crc, listCrc(project_id, id, list), 'cohort_member', `of cohort ${id}`);
    }
    this.#chars += list.text.length - (kept?.text.length ?? 0);
    if (this.#chars > TUNING.kept_members_chars) {
      this.#kept.clear();
      this.#chars = list.text.length;
    }
    this.#kept.set(key, { crc, text: list.text });
    return list.text;
  }
}

/** Covers the whole list, so that a missing row is noticed. */
function listCrc(project_id: number, id: number, { count, text }: List): number {
  return rowCrc(text, project_id, id, count);
}

function noteMembers(database: Database, project_id: number, id: number): void {
  const crc = listCrc(project_id, id, listOf(database, project_id, id));
  database.run('UPDATE cohort SET members_crc = ? WHERE project_id = ? AND id = ?', crc, project_id, id);
}
