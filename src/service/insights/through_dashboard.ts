/** An insight on a dashboard: the dashboard's dates win, and both filters must hold. */
import { isObject } from '../../base/json.ts';
import type { Dashboard, Tile } from '../../store/types/dashboards.ts';
import type { InsightRow } from '../../store/types/store.ts';
import type { ProjectContext } from '../contract/context.ts';
import { laidOver } from './overlay.ts';
import { type Asked, onItsOwn } from './result.ts';

/** The insight's question with the dashboard's filters; without them if it is not on that dashboard. */
export function throughDashboard(context: ProjectContext, row: InsightRow, dashboard_id: number): Asked {
  const { dashboards } = context.service.store;
  const tile = dashboards
    .tilesOf([row.id])
    .get(row.id)
    ?.find((found) => found.dashboard_id === dashboard_id);
  const dashboard = tile && dashboards.get(context.project.id, dashboard_id);
  return tile && dashboard ? asShownOn(dashboard, tile, row) : onItsOwn(row);
}

export function asShownOn(dashboard: Dashboard, tile: Tile, row: InsightRow): Asked {
  const over = isObject(dashboard.filters) ? dashboard.filters : {};
  return { ...laidOver(row, over), tile };
}
