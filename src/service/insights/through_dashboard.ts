/** An insight as a dashboard shows it: the dashboard's dates win, and the filters of both must hold. */
import { isObject } from '../../base/json.ts';
import { readJson } from '../../model/fields.ts';
import type { Dashboard, InsightRow, Tile } from '../../store/types.ts';
import type { ProjectContext } from '../context.ts';
import { type Asked, onItsOwn } from './result.ts';

/** On its own where it is not on that dashboard. */
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
  return { filters: overFilters(row.filters, over), query: overNode(row.query, over), tile };
}

type Values = Readonly<Record<string, unknown>>;

function overFilters(filters: unknown, over: Values): unknown {
  if (!isObject(filters)) return filters;
  const dates = datesOf(over);
  const { date_from: _from, date_to: _to, ...rest } = filters;
  return { ...(dates === null ? filters : { ...rest, ...dates }), ...propertiesOf(filters, over) };
}

/** A node that wraps another shows what that one asks. */
function overNode(query: unknown, over: Values): unknown {
  if (!isObject(query)) return query;
  if (isObject(query['source'])) return { ...query, source: overNode(query['source'], over) };
  const dates = datesOf(over);
  return { ...query, ...(dates === null ? {} : { dateRange: dates }), ...propertiesOf(query, over) };
}

/** Both ends come from one side: half a range of each may be no range at all. null where the dashboard says nothing. */
function datesOf(over: Values): Record<string, unknown> | null {
  const ends = Object.entries({ date_from: over['date_from'], date_to: over['date_to'] });
  const said = ends.filter(([, value]) => value !== undefined && value !== null);
  return said.length === 0 ? null : Object.fromEntries(said);
}

function propertiesOf(asked: Values, over: Values): Values {
  const properties = both(readJson(asked['properties']), readJson(over['properties']));
  return properties === null ? {} : { properties };
}

function both(mine: unknown, theirs: unknown): unknown {
  if (isEmpty(theirs)) return isEmpty(mine) ? null : mine;
  if (isEmpty(mine)) return theirs;
  if (Array.isArray(mine) && Array.isArray(theirs)) return [...mine, ...theirs];
  return { type: 'AND', values: [asGroup(mine), asGroup(theirs)] };
}

function asGroup(properties: unknown): unknown {
  return Array.isArray(properties) ? { type: 'AND', values: properties } : properties;
}

function isEmpty(properties: unknown): boolean {
  if (Array.isArray(properties)) return properties.length === 0;
  return !isObject(properties) || Object.keys(properties).length === 0;
}
