/** When each user last looked at each insight. */
import type { Database } from '../file/database.ts';
import type { ViewStore } from '../types/saved.ts';

export function viewStore(database: Database): ViewStore {
  return {
    mark(project_id, user_id, insight_id, at_ms) {
      database.run(
        `INSERT INTO insight_view (project_id, user_id, insight_id, viewed_at_ms) VALUES (?, ?, ?, ?)
         ON CONFLICT (project_id, user_id, insight_id) DO UPDATE SET viewed_at_ms = excluded.viewed_at_ms`,
        project_id,
        user_id,
        insight_id,
        at_ms,
      );
    },
    recent(project_id, user_id, limit) {
      const rows = database.all<{ insight_id: number; viewed_at_ms: number }>(
        `SELECT insight_id, viewed_at_ms FROM insight_view AS seen JOIN insight ON insight.id = seen.insight_id
         WHERE seen.project_id = ? AND seen.user_id = ? AND insight.project_id = seen.project_id AND insight.deleted = 0
         ORDER BY viewed_at_ms DESC, insight_id DESC LIMIT ?`,
        project_id,
        user_id,
        limit,
      );
      return rows.map((row) => ({ ...row }));
    },
    popular(project_id, since_ms, { limit, offset }) {
      const viewed = `FROM insight_view AS seen JOIN insight ON insight.id = seen.insight_id
        WHERE seen.project_id = ? AND viewed_at_ms > ? AND insight.project_id = seen.project_id AND insight.deleted = 0`;
      const { count } = database.get<{ count: number }>(
        `SELECT count(DISTINCT insight_id) AS count ${viewed}`,
        project_id,
        since_ms,
      )!;
      const rows = database.all<{ insight_id: number; users: number; viewed_at_ms: number }>(
        `SELECT insight_id, count(*) AS users, max(viewed_at_ms) AS viewed_at_ms ${viewed}
         GROUP BY insight_id ORDER BY users DESC, viewed_at_ms DESC, insight_id LIMIT ? OFFSET ?`,
        project_id,
        since_ms,
        limit,
        offset,
      );
      return { count, rows: rows.map((row) => ({ ...row })) };
    },
    lastMs: () =>
      database.get<{ last: number }>('SELECT coalesce(max(viewed_at_ms), 0) AS last FROM insight_view')!.last,
    changedSince(ms) {
      const sql = 'SELECT DISTINCT project_id FROM insight_view WHERE viewed_at_ms > ?';
      return database.all<{ project_id: number }>(sql, ms).map(({ project_id }) => project_id);
    },
  };
}
