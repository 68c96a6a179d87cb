/** Saved actions: several events under one name. */
import type { Database } from '../file/database.ts';
import { numberedStore } from '../file/numbered.ts';
import { checked, flag, json, plain } from '../file/record.ts';
import type { ActionRow, ActionStore } from '../types/saved.ts';

const ACTION = checked<ActionRow>('action', {
  project_id: plain(),
  id: plain(),
  name: plain(),
  description: plain(),
  tags: json(),
  steps: json(),
  deleted: flag,
  created_at_ms: plain(),
  created_by: plain(),
  updated_at_ms: plain(),
});

export function actionStore(database: Database): ActionStore {
  return numberedStore(database, 'action', ACTION);
}
