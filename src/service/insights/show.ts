/** Stored insights as answers: in full, and in the basic form of lists. */

import { formatIso } from '../../base/time.ts';
import { type BasicInsight, type Insight, LEVEL } from '../../model/saved/insight.ts';
import type { User } from '../../model/saved/project.ts';
import { allows } from '../../model/scope.ts';
import type { Tile } from '../../store/types/dashboards.ts';
import type { AlertRow } from '../../store/types/saved.ts';
import type { InsightRow } from '../../store/types/store.ts';
import type { ProjectContext } from '../contract/context.ts';
import { EVERY } from '../pages/page.ts';
import { type Asked, filtersHash, type ResultFields } from './result.ts';

/** Shared by the rows of one answer, so that users and tiles are read only once. */
export interface Around {
  /** Whether the reader holds a sharing link and must not learn who the users are, or which dashboards there are. */
  readonly shared: boolean;
  user(id: number | null): User | null;
  tiles(insight_id: number): readonly Tile[];
  /** Bounds of alerts; none if the reader may not see alerts. */
  watched(insight_id: number): readonly Watched[];
}

export function around(context: ProjectContext, rows: readonly InsightRow[]): Around {
  const { store } = context.service;
  const shared = context.caller.shared_insight_id !== undefined;
  const tiles = shared ? new Map<number, Tile[]>() : store.dashboards.tilesOf(rows.map((row) => row.id));
  // The same few for all rows, and the store looks each time whether another process has changed them.
  const authors = new Map<number | null, User | null>();
  const author = (id: number | null): User | null => {
    if (!authors.has(id)) authors.set(id, store.users.author(id));
    return authors.get(id) ?? null;
  };
  const watched = shared || !allows(context.caller.scopes, 'alert:read') ? [] : watchedIn(context);
  return {
    shared,
    user: (id) => (shared ? null : author(id)),
    tiles: (insight_id) => tiles.get(insight_id) ?? [],
    watched: (insight_id) => watched.filter((one) => one.insight_id === insight_id),
  };
}

export type Watched = Pick<AlertRow, 'insight_id' | 'name' | 'lower' | 'upper' | 'series'>;

function watchedIn({ service, project }: ProjectContext): Watched[] {
  const { rows } = service.store.alerts.list(project.id, EVERY);
  // The bounds of a change are not on the chart's scale.
  return rows.filter(({ enabled, condition }) => enabled && condition === 'absolute_value');
}

/** Most insights have no alerts, so the field is omitted for them. */
function alertsField(watched: readonly Watched[]): { alerts?: readonly Omit<Watched, 'insight_id'>[] } {
  if (watched.length === 0) return {};
  return { alerts: watched.map(({ name, lower, upper, series }) => ({ name, lower, upper, series })) };
}

export function fullInsight(row: InsightRow, near: Around, asked: Asked, computed: ResultFields): Insight {
  const tiles = near.tiles(row.id);
  return {
    id: row.id,
    short_id: row.short_id,
    name: row.name,
    derived_name: row.derived_name,
    filters: asked.filters,
    query: asked.query ?? null,
    order: row.order,
    deleted: row.deleted,
    ...tileFields(tiles),
    last_refresh: computed.last_refresh,
    cache_target_age: computed.cache_target_age,
    next_allowed_client_refresh: computed.next_allowed_client_refresh,
    result: computed.result,
    hasMore: null,
    columns: listOf(computed.resolved?.['columns']),
    created_at: formatIso(row.created_at_ms),
    created_by: near.user(row.created_by),
    description: row.description,
    updated_at: formatIso(row.updated_at_ms),
    tags: [...row.tags],
    favorited: row.favorited,
    saved: row.saved,
    last_modified_at: formatIso(row.last_modified_at_ms),
    last_modified_by: near.user(row.last_modified_by),
    is_sample: row.is_sample,
    effective_restriction_level: near.shared ? LEVEL.only_collaborators_edit : LEVEL.everyone_edits,
    effective_privilege_level: near.shared ? LEVEL.can_view : LEVEL.can_edit,
    timezone: computed.timezone,
    is_cached: computed.is_cached,
    query_status: computed.query_status,
    hogql: null,
    types: listOf(computed.resolved?.['types']),
    resolved: computed.resolved,
    filters_hash: filtersHash(asked),
    ...alertsField(near.watched(row.id)),
    ...(asked.tile ? { color: asked.tile.color, layouts: asked.tile.layouts } : {}),
  };
}

/** null except for SQL statements: only their answers list columns and types. */
function listOf(sent: unknown): unknown[] | null {
  return Array.isArray(sent) ? sent : null;
}

export function basicInsight(row: InsightRow, near: Around, last_refresh: string | null): BasicInsight {
  return {
    id: row.id,
    short_id: row.short_id,
    name: row.name,
    derived_name: row.derived_name,
    filters: row.filters,
    query: row.query ?? null,
    ...tileFields(near.tiles(row.id)),
    description: row.description,
    last_refresh,
    refreshing: false,
    saved: row.saved,
    tags: [...row.tags],
    updated_at: formatIso(row.updated_at_ms),
    created_by: near.user(row.created_by),
    created_at: formatIso(row.created_at_ms),
    last_modified_at: formatIso(row.last_modified_at_ms),
    favorited: row.favorited,
  };
}

function tileFields(tiles: readonly Tile[]): Pick<Insight, 'dashboards' | 'dashboard_tiles'> {
  return {
    dashboards: tiles.map((tile) => tile.dashboard_id),
    dashboard_tiles: tiles.map(({ id, dashboard_id, deleted }) => ({ id, dashboard_id, deleted: deleted ?? false })),
  };
}
