/** Entries of the activity log: who did what to which insight. */
import { formatUuid, stampUuid } from '../../base/uuid.ts';
import type { ActivityDetail, Change } from '../../model/saved/activity.ts';
import { titleOf } from '../../model/saved/insight.ts';
import type { InsightRow } from '../../store/types/store.ts';
import type { ProjectContext } from '../contract/context.ts';

export const INSIGHT_SCOPE = 'Insight';

type ActivityName = 'created' | 'updated' | 'sharing enabled' | 'sharing disabled' | 'access token refreshed';

/** Skips unnamed insights, because readers of the log could not recognise them. */
export function logActivity(
  context: ProjectContext,
  activity: ActivityName,
  row: InsightRow,
  changes: Change[] | null,
): void {
  const name = titleOf(row);
  if (name === null) return;
  const { service, project, caller, now_ms } = context;
  const detail: ActivityDetail = {
    id: null,
    changes,
    merge: null,
    trigger: null,
    name,
    short_id: row.short_id,
    type: null,
  };
  service.store.activity.append({
    id: formatUuid(stampUuid(service.randomBytes(16), 4)),
    project_id: project.id,
    user_id: caller.user.id,
    activity,
    scope: INSIGHT_SCOPE,
    item_id: String(row.id),
    detail,
    created_at_ms: now_ms,
  });
}
