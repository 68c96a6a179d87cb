/** Dashboards as answers: tiles, and insights under the dashboard's filters. */
import { formatIso } from '../../base/time.ts';
import type { Dashboard, DashboardDetail } from '../../model/saved/dashboard.ts';
import { LEVEL } from '../../model/saved/insight.ts';
import type { Dashboard as DashboardRow, Tile } from '../../store/types/dashboards.ts';
import type { InsightRow } from '../../store/types/store.ts';
import type { ProjectContext } from '../contract/context.ts';
import { overridden } from '../insights/overlay.ts';
import type { Asked, ResultFields } from '../insights/result.ts';
import { ResultRoom } from '../insights/room.ts';
import { around, fullInsight } from '../insights/show.ts';
import { asShownOn } from '../insights/through_dashboard.ts';
import { cachedAtOnce, writtenRoom } from '../insights/written.ts';
import { inTurns } from '../pages/in_turns.ts';

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
    created_by: context.service.store.users.author(created_by),
    effective_restriction_level: LEVEL.everyone_edits,
    effective_privilege_level: LEVEL.can_edit,
  };
}

/** A tile with content. A text tile has no insight. */
interface Shown {
  readonly tile: Tile;
  readonly insight: { readonly row: InsightRow; readonly asked: Asked } | null;
}

/** The dashboard after a write, within its transaction. Uses stored results only. */
export function writtenDashboard(context: ProjectContext, dashboard: DashboardRow): DashboardDetail {
  const shown = shownOn(context, dashboard);
  const room = writtenRoom();
  const results = shown.map(({ insight }) => insight && cachedAtOnce(context, insight.asked, room));
  return detail(context, dashboard, shown, results);
}

/** Uses results from `compute`, one insight after the other. @param over what a call lays over each question */
export async function dashboardComputed(
  context: ProjectContext,
  dashboard: DashboardRow,
  compute: (asked: Asked) => Promise<ResultFields>,
  over: Readonly<Record<string, unknown>> | null = null,
): Promise<DashboardDetail> {
  const shown = shownOn(context, dashboard).map(({ tile, insight }): Shown => {
    if (over === null || insight === null) return { tile, insight };
    return { tile, insight: { ...insight, asked: { ...insight.asked, ...overridden(insight.asked, over) } } };
  });
  const room = new ResultRoom();
  const results = await inTurns(shown, async ({ insight }) => insight && room.fit(await compute(insight.asked)));
  return detail(context, dashboard, shown, results);
}

function shownOn(context: ProjectContext, dashboard: DashboardRow): Shown[] {
  const { dashboards, insights } = context.service.store;
  return dashboards.tilesOn(dashboard.id).flatMap((tile): Shown[] => {
    if (tile.insight_id === null) return [{ tile, insight: null }];
    const row = insights.get(context.project.id, tile.insight_id);
    return row && !row.deleted ? [{ tile, insight: { row, asked: asShownOn(dashboard, tile, row) } }] : [];
  });
}

function detail(
  context: ProjectContext,
  dashboard: DashboardRow,
  shown: readonly Shown[],
  results: readonly (ResultFields | null)[],
): DashboardDetail {
  const near = around(
    context,
    shown.flatMap(({ insight }) => (insight === null ? [] : [insight.row])),
  );
  let last = -1;
  const tiles = shown.map(({ tile, insight }, at) => {
    const { id, color, layouts, show_description, text } = tile;
    const result = results[at] ?? null;
    // Clients expect an order: a tile without one gets the place after the tile before it.
    const order = tile.order ?? last + 1;
    last = order;
    return {
      ...{ id, order, color, layouts },
      ...(show_description === null ? {} : { show_description }),
      insight: insight && result && fullInsight(insight.row, near, insight.asked, result),
      ...(text === null ? {} : { text: { id, body: text } }),
    };
  });
  return { ...dashboardFields(context, dashboard), tiles };
}
