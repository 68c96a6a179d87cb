/** Dashboards and their tiles. A removed tile keeps its row, so that its position can come back. */

import { must } from '../../base/assert.ts';
import { soughtName } from '../../base/letters/caseless.ts';
import type { Database, Value } from '../file/database.ts';
import {
  type Codecs,
  checked,
  decode,
  flag,
  hasAll,
  insert,
  json,
  nullableFlag,
  plain,
  type StoredRow,
  update,
} from '../file/record.ts';
import type { Dashboard, DashboardStore, Tile } from '../types/dashboards.ts';

const DASHBOARD = checked<Dashboard>('dashboard', {
  id: plain(),
  project_id: plain(),
  name: plain(),
  description: plain(),
  filters: { write: (value) => JSON.stringify(value ?? {}), read: json().read },
  tags: json(),
  pinned: flag,
  deleted: flag,
  created_at_ms: plain(),
  created_by: plain(),
});

const TILE: Codecs<Tile> = {
  id: plain(),
  dashboard_id: plain(),
  insight_id: plain(),
  text: plain(),
  deleted: nullableFlag,
  order: plain(),
  color: plain(),
  layouts: json(),
  show_description: nullableFlag,
};

/** What tiles are selected from, together with their dashboards, where neither is removed. */
export const LIVE_TILES = `tile JOIN dashboard
  ON dashboard.id = tile.dashboard_id AND tile.deleted IS NOT 1 AND dashboard.deleted = 0`;

export function dashboardStore(database: Database): DashboardStore {
  const get = (project_id: number, id: number): Dashboard | undefined => {
    const row = database.get<StoredRow>('SELECT * FROM dashboard WHERE project_id = ? AND id = ?', project_id, id);
    return row && decode(DASHBOARD, row);
  };
  return {
    insert: (values) => ({ ...values, id: insert(database, 'dashboard', DASHBOARD, values) }),
    get,
    update(project_id, id, patch) {
      update(database, 'dashboard', DASHBOARD, patch, { sql: 'project_id = ? AND id = ?', values: [project_id, id] });
      return must(get(project_id, id), `dashboard ${id}`);
    },
    list(project_id, { search = '', pinned = null, tags = [], limit, offset }) {
      // Every dashboard contains the search text '' and has all of no tags.
      const live = `FROM dashboard WHERE project_id = ? AND deleted = 0 AND instr(fold(name || ' ' || description), ?)
        AND pinned = coalesce(?, pinned) AND ${hasAll('SELECT value FROM json_each(dashboard.tags)')}`;
      const wanted = pinned === null ? null : Number(pinned);
      const bound: Value[] = [project_id, soughtName(search), wanted, JSON.stringify(tags)];
      const { count } = database.get<{ count: number }>(`SELECT count(*) AS count ${live}`, ...bound)!;
      const sql = `SELECT * ${live} ORDER BY id LIMIT ? OFFSET ?`;
      const rows = database.all<StoredRow>(sql, ...bound, limit, offset);
      return { count, rows: rows.map((row) => decode(DASHBOARD, row)) };
    },
    tilesOf(insight_ids) {
      const tiles = new Map<number, Tile[]>(insight_ids.map((id) => [id, []]));
      const sql = `SELECT tile.* FROM ${LIVE_TILES} WHERE insight_id IN (SELECT value FROM json_each(?)) ORDER BY tile.id`;
      for (const row of database.all<StoredRow>(sql, JSON.stringify(insight_ids))) {
        const tile = decode(TILE, row);
        tiles.get(tile.insight_id ?? 0)?.push(tile);
      }
      return tiles;
    },
    tilesOn(dashboard_id) {
      const rows = database.all<StoredRow>(
        `SELECT tile.* FROM ${LIVE_TILES} WHERE dashboard_id = ? ORDER BY tile."order" NULLS LAST, tile.id`,
        dashboard_id,
      );
      return rows.map((row) => decode(TILE, row));
    },
    placeInsight: (insight_id, dashboard_ids) => placeInsight(database, insight_id, dashboard_ids),
    takeOff(insight_id) {
      database.run('UPDATE tile SET deleted = 1 WHERE insight_id = ? AND deleted IS NOT 1', insight_id);
    },
    placeText(dashboard_id, text) {
      const made = { dashboard_id, insight_id: null, text, deleted: null, order: null, color: null };
      return insert(database, 'tile', TILE, { ...made, layouts: {}, show_description: null });
    },
    updateTile(id, patch) {
      update(database, 'tile', TILE, patch, { sql: 'id = ?', values: [id] });
    },
  };
}

/** Tiles on removed dashboards stay, and come back with them: whoever moves the insight meanwhile does not see them. */
function placeInsight(database: Database, insight_id: number, dashboard_ids: readonly number[]): void {
  database.transaction(() => {
    database.run(
      `UPDATE tile SET deleted = 1 WHERE insight_id = ? AND deleted IS NOT 1
       AND dashboard_id IN (SELECT id FROM dashboard WHERE deleted = 0)
       AND dashboard_id NOT IN (SELECT value FROM json_each(?))`,
      insight_id,
      JSON.stringify(dashboard_ids),
    );
    for (const dashboard_id of dashboard_ids) {
      database.run(
        `INSERT INTO tile (dashboard_id, insight_id, layouts) VALUES (?, ?, '{}')
         ON CONFLICT (insight_id, dashboard_id) DO UPDATE SET deleted = 0 WHERE deleted = 1`,
        dashboard_id,
        insight_id,
      );
    }
  });
}
