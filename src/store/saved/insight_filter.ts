/** Filters and orders of the insight list as SQL. The SQL consists of our own text; callers' values are bound. */
import { soughtName } from '../../base/letters/caseless.ts';
import { invalid } from '../../model/error.ts';
import {
  INSIGHT_NAMES,
  KIND_BY_INSIGHT,
  KIND_NAMES,
  namesOf,
  SHOWN_AS,
  WRAPPER_NODES,
} from '../../model/question/kind.ts';
import type { Value } from '../file/database.ts';
import { type Condition, hasAll } from '../file/record.ts';
import type { InsightFilter } from '../types/store.ts';
import { LIVE_TILES } from './dashboards.ts';

/** Kind of a query node; a wrapper has the kind of its content. */
const QUERY_KIND = `CASE WHEN query ->> '$.kind' IN (${listed(WRAPPER_NODES)})
  THEN query ->> '$.source.kind' ELSE query ->> '$.kind' END`;

/** Kind in filters. They need not name it, and old ones name two kinds otherwise. */
const FILTERS_KIND = `CASE WHEN upper(filters ->> '$.shown_as') IN (${listed(SHOWN_AS.map((kind) => KIND_NAMES[kind].insight))})
  THEN upper(filters ->> '$.shown_as') ELSE coalesce(upper(filters ->> '$.insight'),
  CASE WHEN filters ->> '$.events' IS NOT NULL OR filters ->> '$.actions' IS NOT NULL THEN '${KIND_NAMES.trend.insight}' END) END`;

const DASHBOARDS = `SELECT tile.dashboard_id FROM ${LIVE_TILES} WHERE tile.insight_id = insight.id`;

/** Views are kept by user. So they are grouped once for all insights: looked up for each, all would be read each time. */
const LAST_VIEW = `WITH last_view AS MATERIALIZED (
    SELECT insight_id, max(viewed_at_ms) AS viewed_at_ms FROM insight_view GROUP BY insight_id
  ) SELECT viewed_at_ms FROM last_view WHERE last_view.insight_id = insight.id`;

/** Flags are event properties called $feature/name. */
const OF_FLAG = `coalesce(instr(filters ->> '$.breakdown', '$feature/' || ?), 0)
  OR coalesce(instr(filters ->> '$.properties', ?), 0) OR coalesce(instr(query, '$feature/' || ?), 0)`;

const SEARCH = `instr(fold(name), ?) OR instr(fold(derived_name), ?) OR instr(fold(description), ?)
  OR EXISTS (SELECT 1 FROM json_each(insight.tags) WHERE instr(fold(value), ?))`;

/** Our own names as SQL texts. */
function listed(names: readonly string[]): string {
  return names.map((name) => `'${name}'`).join(', ');
}

/** sortable field -> its expression. Texts compare case-insensitively. */
const ORDERS: Readonly<Record<string, string>> = {
  id: 'id',
  short_id: 'short_id',
  name: 'fold(name)',
  derived_name: 'fold(derived_name)',
  description: 'fold(description)',
  order: '"order"',
  saved: 'saved',
  favorited: 'favorited',
  created_at: 'created_at_ms',
  created_by: 'created_by',
  updated_at: 'updated_at_ms',
  last_modified_at: 'last_modified_at_ms',
  last_modified_by: 'last_modified_by',
  /** Those nobody has viewed were viewed longest ago. */
  last_viewed_at: `coalesce((${LAST_VIEW}), 0)`,
};

/** @throws ServiceError invalid_choice if `insight` is not a kind */
export function insightCondition(project_id: number, filter: InsightFilter): Condition {
  const parts: Condition[] = [
    { sql: 'project_id = ? AND deleted = ?', values: [project_id, Number(filter.deleted ?? false)] },
  ];
  const add = (sql: string, ...values: readonly Value[]) => parts.push({ sql, values });
  if (filter.created_by !== undefined) add('created_by = ?', filter.created_by);
  if (filter.short_id !== undefined) add('short_id = ?', filter.short_id);
  if (filter.favorited !== undefined) add('favorited = ?', Number(filter.favorited));
  if (filter.saved === true) add(`(saved = 1 OR EXISTS (${DASHBOARDS}))`);
  if (filter.saved === false) add('saved = 0');
  if (filter.modified_after_ms !== undefined) add('last_modified_at_ms > ?', filter.modified_after_ms);
  if (filter.modified_before_ms !== undefined) add('last_modified_at_ms < ?', filter.modified_before_ms);
  if (filter.created_after_ms !== undefined) add('created_at_ms > ?', filter.created_after_ms);
  if (filter.created_before_ms !== undefined) add('created_at_ms < ?', filter.created_before_ms);
  if (filter.viewed_after_ms !== undefined) add(`(${LAST_VIEW}) > ?`, filter.viewed_after_ms);
  if (filter.viewed_before_ms !== undefined) add(`(${LAST_VIEW}) < ?`, filter.viewed_before_ms);
  if (filter.feature_flag !== undefined)
    add(`(${OF_FLAG})`, filter.feature_flag, filter.feature_flag, filter.feature_flag);
  if (filter.without_flags === true) add(`NOT instr(filters || coalesce(query, ''), '$feature')`);
  if (filter.insight !== undefined) parts.push(kindCondition(filter.insight));
  if (filter.search !== undefined) {
    const needle = soughtName(filter.search);
    add(`(${SEARCH})`, needle, needle, needle, needle);
  }
  if (filter.tags !== undefined) {
    add(hasAll('SELECT value FROM json_each(insight.tags)'), JSON.stringify(filter.tags));
  }
  if (filter.dashboards !== undefined) add(hasAll(DASHBOARDS), JSON.stringify(filter.dashboards));
  return { sql: parts.map((part) => part.sql).join(' AND '), values: parts.flatMap((part) => part.values) };
}

/** ORDER BY terms: nulls last either way, then by id. @throws ServiceError invalid_choice */
export function insightOrder(order = 'order'): string {
  const descending = order.startsWith('-');
  const name = descending ? order.slice(1) : order;
  if (!Object.hasOwn(ORDERS, name)) {
    throw invalid(
      'order',
      `"${name}" is not a field to order by. Use one of ${Object.keys(ORDERS).join(', ')}, with "-" in front for descending.`,
      'invalid_choice',
    );
  }
  return `${ORDERS[name]} ${descending ? 'DESC' : 'ASC'} NULLS LAST, id`;
}

function kindCondition(insight: string): Condition {
  if (insight === 'SQL') return { sql: `${QUERY_KIND} = ?`, values: [KIND_NAMES.sql.node] };
  if (insight === 'JSON')
    return { sql: `(query IS NOT NULL AND ${QUERY_KIND} IS NOT ?)`, values: [KIND_NAMES.sql.node] };
  const kind = KIND_BY_INSIGHT.get(insight);
  if (kind === undefined) {
    throw invalid(
      'insight',
      `"${insight}" is not a kind of insight. Use one of ${INSIGHT_NAMES.join(', ')}, JSON, SQL.`,
      'invalid_choice',
    );
  }
  return {
    sql: `((query IS NULL AND ${FILTERS_KIND} = ?) OR ${QUERY_KIND} = ?)`,
    values: [insight, namesOf(kind).node],
  };
}
