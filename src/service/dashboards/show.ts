/** Dashboards as answers: tiles, and insights under the dashboard's filters. */
import { formatIso } from '../../base/time.ts';
import type { Dashboard, DashboardDetail } from '../../model/saved/dashboard.ts';
import { LEVEL } from '../../model/saved/insight.ts';
import type { Dashboard as DashboardRow, Tile } from '../../store/types/dashboards.ts';
import type { InsightRow } from '../../store/types/store.ts';
import type { ProjectContext } from '../contract/context.ts';
import type { Asked, ResultFields } from '../insights/result.ts';
import { ResultRoom } from '../insights/room.ts';
import { around, fullInsight } from '../insights/show.ts';
import { asShownOn } from '../insights/through_dashboard.ts';
import { cachedAtOnce, writtenRoom } from '../insights/written.ts';

export function dashboardFields(context: ProjectContext, row: DashboardRow): Dashboard {
  const { id, name, description, filters, tags, pinned, deleted, created_at_ms, created_by } = row;
  return {
    id,
    name,
    description,
    filters,
    tags: [...tags],
    pinned,
    deleted,
    created_at: formatIso(created_at_ms),
    created_by: created_by === null ? null : (context.service.store.users.get(created_by) ?? null),
    effective_restriction_level: LEVEL.everyone_edits,
    effective_privilege_level: LEVEL.can_edit,
  };
}

interface Shown {
  readonly row: InsightRow;
  readonly tile: Tile;
  readonly asked: Asked;
}

/** After a write, in its transaction: stored results only. */
export function writtenDashboard(context: ProjectContext, dashboard: DashboardRow): DashboardDetail {
  const shown = insightsOn(context, dashboard);
  const room = writtenRoom();
  const results = shown.map(({ asked }) => cachedAtOnce(context, asked, room));
  return detail(context, dashboard, shown, results);
}

/** Results from `compute`, one insight after the other. */
export async function dashboardComputed(
  context: ProjectContext,
  dashboard: DashboardRow,
  compute: (asked: Asked) => Promise<ResultFields>,
): Promise<DashboardDetail> {
  const shown = insightsOn(context, dashboard);
  const room = new ResultRoom();
  const results: ResultFields[] = [];
  for (const { asked } of shown) results.push(room.fit(await compute(asked)));
  return detail(context, dashboard, shown, results);
}

function insightsOn(context: ProjectContext, dashboard: DashboardRow): Shown[] {
  const { dashboards, insights } = context.service.store;
  return dashboards.tilesOn(dashboard.id).flatMap((tile) => {
    const row = insights.get(context.project.id, tile.insight_id);
    return row && !row.deleted ? [{ row, tile, asked: asShownOn(dashboard, tile, row) }] : [];
  });
}

function detail(
  context: ProjectContext,
  dashboard: DashboardRow,
  shown: readonly Shown[],
  results: readonly ResultFields[],
): DashboardDetail {
  const near = around(
    context,
    shown.map(({ row }) => row),
  );
  let last = -1;
  const tiles = shown.map(({ row, tile, asked }, at) => {
    const { id, color, layouts } = tile;
    // Clients expect a number; those without one come last.
    const order = tile.order ?? last + 1;
    last = order;
    return { id, order, color, layouts, insight: fullInsight(row, near, asked, results[at]!) };
  });
  return { ...dashboardFields(context, dashboard), tiles };
}
