/** Lays filters over an insight's question. Their dates win, and both filters must hold. */
import { isObject } from '../../base/json.ts';
import { invalid } from '../../model/error.ts';
import { readJson } from '../../model/fields.ts';
import type { ProjectContext } from '../contract/context.ts';
import { parseDate } from '../resolve/dates/dates.ts';
import { resolveFilters } from '../resolve/filters/filters.ts';
import { settingOf } from '../resolve/filters/setting.ts';

type Values = Readonly<Record<string, unknown>>;

const KEYS = ['date_from', 'date_to', 'properties'];
const FORM = 'Send an object with date_from, date_to, properties: {"date_from":"-30d"}.';

/** Filters of a dashboard or call. Refuses those that would break every insight; the error names their path below `attr`. */
export function readOverlay(context: ProjectContext, sent: unknown, attr: string): Record<string, unknown> {
  const filters = readJson(sent) ?? {};
  if (!isObject(filters)) throw invalid(attr, FORM);
  const unknown = Object.keys(filters).find((key) => !KEYS.includes(key));
  if (unknown !== undefined) throw invalid(`${attr}__${unknown}`, `There is no such filter. ${FORM}`);
  const setting = settingOf(context);
  for (const name of ['date_from', 'date_to'] as const) {
    const text = filters[name];
    if (text === undefined || text === null) continue;
    if (typeof text === 'string' && (text === 'all' || parseDate(text, setting) !== null)) continue;
    throw invalid(`${attr}__${name}`, 'Not a date. Send YYYY-MM-DD, an ISO 8601 time, or a relative date as "-30d".');
  }
  resolveFilters(filters['properties'], `${attr}__properties`, setting);
  return filters;
}

/**
 * The question is a query node, or filters where there is none. The dates of `over` replace both ends, even if it has one,
 * and whether the question's own were taken to the second says nothing of them.
 */
export function laidOver({ filters, query }: Asked, over: Values): Asked {
  return isObject(query) ? { filters, query: overNode(query, over) } : { filters: overFilters(filters, over), query };
}

/** What a call overrides. If it says only where the time ends, it still begins where the question says. */
export function overridden(asked: Asked, over: Values): Asked {
  const has_end_only = (over['date_to'] ?? null) !== null && (over['date_from'] ?? null) === null;
  return laidOver(asked, has_end_only ? { ...over, date_from: startOf(asked) } : over);
}

/** Beside a query node, filters say nothing. */
function startOf({ filters, query }: Asked): unknown {
  if (!isObject(query)) return isObject(filters) ? filters['date_from'] : null;
  const node = isObject(query['source']) ? query['source'] : query;
  const range = readJson(node['dateRange']);
  return isObject(range) ? range['date_from'] : null;
}

interface Asked {
  readonly filters: unknown;
  readonly query: unknown;
}

function overFilters(filters: unknown, over: Values): unknown {
  if (!isObject(filters)) return filters;
  const dates = datesOf(over);
  const { date_from: _from, date_to: _to, explicit_date: _explicit, ...rest } = filters;
  return { ...(dates === null ? filters : { ...rest, ...dates }), ...propertiesOf(filters, over) };
}

/** In a wrapping node, changes the inner one. */
function overNode(query: Values, over: Values): unknown {
  if (isObject(query['source'])) return { ...query, source: overNode(query['source'], over) };
  const dates = datesOf(over);
  return { ...query, ...(dates === null ? {} : { dateRange: dates }), ...propertiesOf(query, over) };
}

/** Takes both ends from one side, as mixing them may give an empty range. null if `over` has none. */
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
