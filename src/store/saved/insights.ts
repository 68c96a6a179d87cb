/** Saved insights. */
import { must } from '../../base/assert.ts';
import type { Database } from '../file/database.ts';
import { checked, decode, flag, insert, json, nullableJson, plain, type StoredRow, update } from '../file/record.ts';
import type { InsightRow, InsightStore } from '../types/store.ts';
import { LIVE_TILES } from './dashboards.ts';
import { insightCondition, insightOrder } from './insight_filter.ts';

const INSIGHT = checked<InsightRow>('insight', {
  id: plain(),
  project_id: plain(),
  short_id: plain(),
  name: plain(),
  derived_name: plain(),
  description: plain(),
  filters: { write: (value) => JSON.stringify(value ?? {}), read: json().read },
  query: nullableJson(),
  order: plain(),
  deleted: flag,
  saved: flag,
  favorited: flag,
  is_sample: flag,
  tags: json(),
  created_at_ms: plain(),
  created_by: plain(),
  updated_at_ms: plain(),
  last_modified_at_ms: plain(),
  last_modified_by: plain(),
});

export function insightStore(database: Database): InsightStore {
  const one = (condition: string, project_id: number, value: number | string): InsightRow | undefined => {
    const row = database.get<StoredRow>(
      `SELECT * FROM insight WHERE project_id = ? AND ${condition}`,
      project_id,
      value,
    );
    return row && decode(INSIGHT, row);
  };
  return {
    insert(values) {
      const id = insert(database, 'insight', INSIGHT, values);
      return must(one('id = ?', values.project_id, id), `insight ${id}`);
    },
    get: (project_id, id) => one('id = ?', project_id, id),
    byShortId: (project_id, short_id) => one('short_id = ?', project_id, short_id),
    update(project_id, id, patch) {
      update(database, 'insight', INSIGHT, patch, { sql: 'project_id = ? AND id = ?', values: [project_id, id] });
      return must(one('id = ?', project_id, id), `insight ${id}`);
    },
    list(project_id, filter) {
      const { sql, values } = insightCondition(project_id, filter);
      const { count } = database.get<{ count: number }>(
        `SELECT count(*) AS count FROM insight WHERE ${sql}`,
        ...values,
      )!;
      const rows = database.all<StoredRow>(
        `SELECT * FROM insight WHERE ${sql} ORDER BY ${insightOrder(filter.order)} LIMIT ? OFFSET ?`,
        ...values,
        filter.limit,
        filter.offset,
      );
      return { count, rows: rows.map((row) => decode(INSIGHT, row)) };
    },
    watched(viewed_since_ms, limit) {
      const rows = database.all<StoredRow>(
        `SELECT * FROM insight WHERE deleted = 0 AND (favorited = 1
           OR EXISTS (SELECT 1 FROM sharing WHERE sharing.insight_id = insight.id AND enabled = 1)
           OR EXISTS (SELECT 1 FROM ${LIVE_TILES} WHERE tile.insight_id = insight.id)
           OR id IN (SELECT insight_id FROM insight_view WHERE viewed_at_ms >= ?))
         ORDER BY id LIMIT ?`,
        viewed_since_ms,
        limit,
      );
      return rows.map((row) => decode(INSIGHT, row));
    },
  };
}
