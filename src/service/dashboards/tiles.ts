/** Tiles of a dashboard: their order, places, and moves between dashboards. */
import { isObject } from '../../base/json.ts';
import { invalid } from '../../model/error.ts';
import type { Dashboard, Tile } from '../../store/types/dashboards.ts';
import { savedThing } from '../access/saved.ts';
import type { ProjectContext } from '../contract/context.ts';
import { updateDashboard } from './write.ts';

export const LAYOUTS = ['preserve', 'two_column', 'full_width'] as const;
type Layout = (typeof LAYOUTS)[number];

/** Columns of the grid on a wide screen; usual size of a tile in columns and rows. */
const GRID_COLUMNS = 12;
const USUAL = { w: 6, h: 5 };

interface Size {
  readonly w: number;
  readonly h: number;
}

/**
 * Puts the tiles into this order, with places from left to right and top to bottom. Tiles that are not named follow in
 * their previous order. `preserve` keeps sizes.
 * @throws ServiceError if a tile is not on the dashboard, or named twice
 */
export function reorderTiles(
  context: ProjectContext,
  id: number,
  { tile_order, layout }: { readonly tile_order: readonly number[]; readonly layout: Layout },
): Dashboard {
  const tiles = context.service.store.dashboards.tilesOn(savedThing(context, 'dashboard', id).id);
  const byId = new Map(tiles.map((tile) => [tile.id, tile]));
  for (const [at, tile_id] of tile_order.entries()) {
    if (!byId.has(tile_id)) throw unknownTile(`tile_order__${at}`, tile_id);
    if (tile_order.indexOf(tile_id) !== at) throw invalid(`tile_order__${at}`, `Tile ${tile_id} is named twice.`);
  }
  const ordered = [
    ...tile_order.map((tile_id) => byId.get(tile_id)!),
    ...tiles.filter((tile) => !tile_order.includes(tile.id)),
  ];
  const places = placesOf(ordered.map((tile) => sizeOf(tile, layout)));
  return updateDashboard(context, id, {
    tiles: ordered.map((tile, order) => ({
      id: tile.id,
      order,
      layouts: { ...(isObject(tile.layouts) ? tile.layouts : {}), ...places[order]! },
    })),
  });
}

function sizeOf({ layouts }: Tile, layout: Layout): Size {
  const wide = isObject(layouts) && isObject(layouts['sm']) ? layouts['sm'] : {};
  const h = wholeWithin(wide['h'], USUAL.h, Number.MAX_SAFE_INTEGER);
  if (layout !== 'preserve') return { w: layout === 'two_column' ? USUAL.w : GRID_COLUMNS, h };
  return { w: wholeWithin(wide['w'], USUAL.w, GRID_COLUMNS), h };
}

function wholeWithin(value: unknown, usual: number, max: number): number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 ? Math.min(value, max) : usual;
}

/** Places by screen size: flowing in rows (wide), and one below the other (narrow). */
function placesOf(sizes: readonly Size[]) {
  let [x, y, row_h, narrow_y] = [0, 0, 0, 0];
  return sizes.map(({ w, h }) => {
    if (x + w > GRID_COLUMNS) [x, y, row_h] = [0, y + row_h, 0];
    const place = { sm: { x, y, w, h }, xs: { x: 0, y: narrow_y, w: 1, h } };
    x += w;
    row_h = Math.max(row_h, h);
    narrow_y += h;
    return place;
  });
}

/** An insight is on both dashboards then, while a text exists twice. @throws ServiceError if the tile is not on `from` */
export function copyTile(context: ProjectContext, to: number, from: number, tile_id: number): Dashboard {
  const { insight_id, text, color, layouts, show_description } = tileOn(context, from, tile_id, 'tileId');
  const shown = insight_id === null ? { text: { body: text ?? '' } } : { insight: String(insight_id) };
  return updateDashboard(context, to, { tiles: [{ ...shown, color, layouts, show_description }] });
}

/** @returns the dashboard it was on. @throws ServiceError if the tile is not there */
export function moveTile(context: ProjectContext, from: number, to: number, tile_id: number): Dashboard {
  return context.service.store.transaction(() => {
    tileOn(context, from, tile_id, 'tile__id');
    savedThing(context, 'dashboard', to);
    if (from === to) return savedThing(context, 'dashboard', from);
    copyTile(context, to, from, tile_id);
    return removeTile(context, from, tile_id);
  });
}

/** @throws ServiceError if the tile is not on the dashboard */
export function removeTile(context: ProjectContext, id: number, tile_id: number): Dashboard {
  tileOn(context, id, tile_id, 'tile_id');
  return updateDashboard(context, id, { tiles: [{ id: tile_id, deleted: true }] });
}

function tileOn(context: ProjectContext, id: number, tile_id: number, attr: string): Tile {
  const tiles = context.service.store.dashboards.tilesOn(savedThing(context, 'dashboard', id).id);
  const tile = tiles.find((one) => one.id === tile_id);
  if (tile) return tile;
  throw unknownTile(attr, tile_id);
}

function unknownTile(attr: string, tile_id: number): Error {
  return invalid(attr, `There is no tile ${tile_id} on this dashboard.`, 'does_not_exist');
}
