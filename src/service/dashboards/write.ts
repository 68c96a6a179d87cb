/** Creates and changes dashboards. Each change is one transaction, which also places insights and logs that. */
import { definedOnly } from '../../base/json.ts';
import { invalid, ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import type { DashboardWrite, TileWrite } from '../../model/saved/dashboard.ts';
import type { Dashboard, Tile } from '../../store/types/dashboards.ts';
import { savedThing } from '../access/saved.ts';
import type { ProjectContext } from '../contract/context.ts';
import { liveInsight } from '../insights/find.ts';
import { readOverlay } from '../insights/overlay.ts';
import { cleanTags, updateInsight } from '../insights/write.ts';

export function createDashboard(context: ProjectContext, body: DashboardWrite): Dashboard {
  const { store } = context.service;
  const { name, description, filters = {}, tags = [], pinned = false, tiles = [], deleted = false } = body;
  if (name === undefined) throw invalid('name', 'This field is required.', 'required');
  return store.transaction(() => {
    const row = store.dashboards.insert({
      project_id: context.project.id,
      name,
      description: description ?? '',
      filters: readOverlay(context, filters, 'filters'),
      tags: cleanTags(tags),
      pinned,
      deleted: false,
      created_at_ms: context.now_ms,
      created_by: context.caller.user.id,
    });
    writeTiles(context, row, tiles);
    return deleted ? store.dashboards.update(row.project_id, row.id, { deleted }) : row;
  });
}

/** @throws ServiceError not_found for a soft-deleted dashboard, unless the body restores it */
export function updateDashboard(context: ProjectContext, id: number, body: DashboardWrite): Dashboard {
  const { store } = context.service;
  return store.transaction(() => {
    const before = savedThing(context, 'dashboard', id, body.deleted === false);
    const { tiles = [], filters, tags, description, deleted, ...rest } = body;
    const shown = store.dashboards.update(before.project_id, before.id, {
      ...definedOnly(rest),
      ...(description === undefined ? {} : { description: description ?? '' }),
      ...(filters === undefined ? {} : { filters: readOverlay(context, filters, 'filters') }),
      ...(tags === undefined ? {} : { tags: cleanTags(tags) }),
      deleted: false, // Tiles can only be placed on a live dashboard.
    });
    writeTiles(context, shown, tiles);
    return deleted === true ? store.dashboards.update(shown.project_id, shown.id, { deleted }) : shown;
  });
}

function writeTiles(context: ProjectContext, dashboard: Dashboard, tiles: readonly TileWrite[]): void {
  for (const [at, sent] of tiles.entries()) {
    const { order, color, layouts, show_description } = sent;
    const id = writeTile(context, dashboard, sent, `tiles__${at}`);
    const dress = definedOnly({ order, color, layouts, show_description });
    if (id !== null) context.service.store.dashboards.updateTile(id, dress);
  }
}

/** Returns the tile's id; null if it does not exist afterwards. @throws ServiceError if the meaning is unclear */
function writeTile(context: ProjectContext, dashboard: Dashboard, sent: TileWrite, attr: string): number | null {
  if (sent.insight !== undefined) {
    if (sent.text) throw invalid(`${attr}__text`, 'A tile shows an insight or a text: send two tiles.');
    const insight_id = readInsight(context, sent.insight, `${attr}__insight`);
    return place(context, dashboard, insight_id, sent);
  }
  if (sent.id === undefined) return newText(context, dashboard, sent, attr);
  const tile = context.service.store.dashboards.tilesOn(dashboard.id).find(({ id }) => id === sent.id);
  if (!tile) throw invalid(`${attr}__id`, `There is no tile ${sent.id} on this dashboard.`, 'does_not_exist');
  if (tile.insight_id === null) return changeText(context, tile, sent);
  if (sent.text) throw invalid(`${attr}__text`, `Tile ${sent.id} shows an insight; its words are the insight's.`);
  return place(context, dashboard, tile.insight_id, sent);
}

function newText({ service }: ProjectContext, dashboard: Dashboard, { text }: TileWrite, attr: string): number {
  const { dashboards } = service.store;
  if (!text) {
    const forms = '{"insight":"k3VbQ0pZ"}, {"text":{"body":"…"}}, or the number of a tile: {"id":3}';
    throw invalid(attr, `Say which: ${forms}.`, 'required');
  }
  if (dashboards.tilesOn(dashboard.id).length >= LIMIT.dashboard_tiles) {
    throw invalid(attr, `Dashboard ${dashboard.id} has ${LIMIT.dashboard_tiles} tiles, the most one may have.`);
  }
  return dashboards.placeText(dashboard.id, text.body);
}

function changeText({ service }: ProjectContext, { id }: Tile, { text, deleted }: TileWrite): number {
  service.store.dashboards.updateTile(id, { ...(text ? { text: text.body } : {}), ...(deleted ? { deleted } : {}) });
  return id;
}

function readInsight(context: ProjectContext, id: string, attr: string): number {
  try {
    return liveInsight(context, id).id;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw invalid(attr, error.message, 'does_not_exist');
  }
}

/** Places by changing the insight, because that also writes the activity log. */
function place(
  context: ProjectContext,
  dashboard: Dashboard,
  insight_id: number,
  { deleted }: TileWrite,
): number | null {
  const { dashboards } = context.service.store;
  const wanted = deleted !== true;
  const live = () => dashboards.tilesOf([insight_id]).get(insight_id) ?? [];
  const ids = live().map((tile) => tile.dashboard_id);
  if (ids.includes(dashboard.id) !== wanted) {
    const others = ids.filter((id) => id !== dashboard.id);
    updateInsight(context, String(insight_id), { dashboards: wanted ? [...others, dashboard.id] : others });
  }
  return live().find((tile) => tile.dashboard_id === dashboard.id)?.id ?? null;
}
