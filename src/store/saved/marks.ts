/** Stores annotations and alerts. */
import type { Database } from '../file/database.ts';
import { numberedStore } from '../file/numbered.ts';
import { type Codecs, decode, flag, json, plain, type StoredRow } from '../file/record.ts';
import type { AlertRow, AlertStore, AnnotationRow, AnnotationStore } from '../types/saved.ts';

const ANNOTATION: Codecs<AnnotationRow> = {
  project_id: plain(),
  id: plain(),
  content: plain(),
  date_ms: plain(),
  deleted: flag,
  created_at_ms: plain(),
  created_by: plain(),
  updated_at_ms: plain(),
};

const ALERT: Codecs<AlertRow> = {
  project_id: plain(),
  id: plain(),
  name: plain(),
  insight_id: plain(),
  lower: plain(),
  upper: plain(),
  series: plain(),
  condition: plain(),
  threshold: plain(),
  is_ongoing: flag,
  skip_weekend: flag,
  calculation_interval: plain(),
  subscribed_users: json(),
  webhook_url: plain(),
  enabled: flag,
  notified_point: plain(),
  notified_at_ms: plain(),
  deleted: flag,
  created_at_ms: plain(),
  created_by: plain(),
  updated_at_ms: plain(),
};

export function annotationStore(database: Database): AnnotationStore {
  return {
    ...numberedStore(database, 'annotation', ANNOTATION, 'content'),
    within(project_id, from_ms, until_ms, limit) {
      const sql = `SELECT * FROM annotation WHERE project_id = ? AND deleted = 0 AND date_ms >= ? AND date_ms < ?
                   ORDER BY date_ms DESC, id DESC LIMIT ?`;
      return database.remembered(`annotations ${project_id} ${from_ms} ${until_ms} ${limit}`, () => {
        const rows = database.all<StoredRow>(sql, project_id, from_ms, until_ms, limit);
        return rows.map((row) => decode(ANNOTATION, row)).toReversed();
      });
    },
  };
}

export function alertStore(database: Database): AlertStore {
  return numberedStore(database, 'alert', ALERT, 'name');
}
