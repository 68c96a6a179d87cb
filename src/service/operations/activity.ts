/** Who changed which insight, how and when. */

import { z } from 'zod';
import { formatIso } from '../../base/time.ts';
import { insightId } from '../../model/fields.ts';
import { LIMIT } from '../../model/limit.ts';
import { type Activity, ActivitySchema } from '../../model/saved/activity.ts';
import { InsightSchema, noInsight } from '../../model/saved/insight.ts';
import { allows } from '../../model/scope.ts';
import type { ActivityRow } from '../../store/types/store.ts';
import type { ProjectContext } from '../contract/context.ts';
import { operation } from '../contract/operation.ts';
import { liveInsight } from '../insights/find.ts';
import { INSIGHT_SCOPE } from '../insights/log.ts';
import { type Asked, cachedFields, onItsOwn, type ResultFields, storedFields } from '../insights/result.ts';
import { type Around, around, fullInsight } from '../insights/show.ts';
import { activityText } from '../insights/text.ts';
import { numberedLinksOf } from '../pages/page.ts';
import { INSIGHT_ID, locateInsight } from './insights.ts';

const ActivityPage = z.object({
  results: z.array(ActivitySchema),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  total_count: z.int(),
  /** null if the log of the whole project was requested. */
  insight: InsightSchema.nullable(),
});

export const getActivity = operation({
  name: 'get_activity',
  title: 'Read the activity log',
  description:
    'Who created or changed insights, when, and each field before and after; newest first. Leave id out for the whole project. Use it to find out why a number or a name is not what it was. Example: {"id":"k3VbQ0pZ","limit":5}.',
  routes: [
    { method: 'GET', path: '/insights/:id/activity/', present: insightShaped, csv: true },
    { method: 'GET', path: '/insights/activity/', present: insightShaped, csv: true },
  ],
  tool: true,
  scope: 'activity_log:read',
  effect: 'read',
  input: z.object({
    id: insightId('').optional().describe(`${INSIGHT_ID}; without it, all of the project`),
    limit: z.int().min(1).max(LIMIT.page_max).optional().describe(`How many (default ${LIMIT.activity_page_default})`),
    page: z.int().min(1).optional().describe('Number of the page, from 1'),
  }),
  output: ActivityPage,
  text: activityText,
  table: (page) => ({
    columns: ['created_at', 'user', 'activity', 'item_id', 'detail'],
    rows: page.results.map((entry) => [
      entry.created_at,
      entry.user.email ?? entry.user.first_name,
      entry.activity,
      entry.item_id,
      JSON.stringify(entry.detail),
    ]),
  }),
  locate: locateInsight,
  async handle(context, { id, limit = LIMIT.activity_page_default, page = 1 }) {
    const row = id === undefined ? null : liveInsight(context, id);
    const filter = {
      project_id: context.project.id,
      scope: INSIGHT_SCOPE,
      ...(row ? { item_id: String(row.id) } : {}),
    };
    const { count, rows } = context.service.store.activity.list(filter, { limit, offset: (page - 1) * limit });
    const near = around(context, row ? [row] : []);
    return {
      results: rows.map((entry) => show(entry, near)),
      ...numberedLinksOf(context.url, count, limit, page),
      total_count: count,
      insight: row && fullInsight(row, near, onItsOwn(row), await numbersFor(context, onItsOwn(row))),
    };
  },
});

/** What was computed is for those who may read insights; the log is about how they changed. */
async function numbersFor(context: ProjectContext, asked: Asked): Promise<ResultFields> {
  return allows(context.caller.scopes, 'insight:read') ? cachedFields(context, asked) : storedFields(null);
}

/** Clients of the API that we follow expect an insight here, so the log is added to its fields. */
function insightShaped({ insight, ...page }: z.output<typeof ActivityPage>): Record<string, unknown> {
  return { ...(insight ?? noInsight()), ...page };
}

function show(row: ActivityRow, near: Around): Activity {
  const user = near.user(row.user_id);
  return {
    id: row.id,
    user: user
      ? { first_name: user.first_name, email: user.email }
      : { first_name: 'System', email: null, is_system: true },
    activity: row.activity,
    scope: row.scope,
    item_id: row.item_id,
    detail: row.detail,
    created_at: formatIso(row.created_at_ms),
  };
}
