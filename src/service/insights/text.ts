/** Insights as a few lines for a model, and as tables. */
import { isObject } from '../../base/json.ts';
import type { Activity } from '../../model/activity.ts';
import type { FunnelResult } from '../../model/funnel.ts';
import type { BasicInsight, Insight } from '../../model/insight.ts';
import type { PathResult } from '../../model/path.ts';
import type { RetentionResult } from '../../model/retention.ts';
import type { TrendResult } from '../../model/trend.ts';
import type { Table } from '../operation.ts';
import { trendTable } from '../operations/trend.ts';
import { funnelTable } from '../present/funnel_table.ts';
import { funnelText } from '../present/funnel_text.ts';
import { pathTable, pathText } from '../present/path_text.ts';
import { retentionTable, retentionText } from '../present/retention_text.ts';
import { trendText } from '../present/text.ts';

type Listed = Pick<
  BasicInsight,
  'id' | 'short_id' | 'name' | 'derived_name' | 'filters' | 'query' | 'tags' | 'favorited' | 'last_modified_at'
>;

/** TRENDS, FUNNELS, or the kind of the query node. */
function kindOf({ filters, query }: Pick<Insight, 'filters' | 'query'>): string {
  const node = isObject(query) && isObject(query['source']) ? query['source'] : query;
  if (isObject(node)) return String(node['kind'] ?? 'query');
  const insight = isObject(filters) ? filters['insight'] : undefined;
  return typeof insight === 'string' ? insight.toUpperCase() : 'TRENDS';
}

interface Telling {
  readonly text: (insight: Insight) => string;
  readonly table: (insight: Insight) => Table;
}

/** Results are as their kind says: they were made by it. */
function telling<Result>(text: (result: Result) => string, table: (result: Result) => Table): Telling {
  const resultOf = (insight: Insight) => ({ ...insight, next: null }) as unknown as Result;
  return { text: (insight) => text(resultOf(insight)), table: (insight) => table(resultOf(insight)) };
}

const SERIES: Telling = telling<TrendResult>(trendText, trendTable);

/** kind -> how its results are told; the others are series. */
const TELLINGS: Readonly<Record<string, Telling>> = {
  FUNNELS: telling<FunnelResult>(funnelText, funnelTable),
  RETENTION: telling<RetentionResult>(retentionText, retentionTable),
  PATHS: telling<PathResult>(pathText, pathTable),
};

function tellingOf(insight: Insight): Telling {
  return (
    TELLINGS[
      kindOf(insight)
        .toUpperCase()
        .replace(/QUERY$/, '')
    ] ?? SERIES
  );
}

function insightLine(insight: Listed): string {
  const name = insight.name || insight.derived_name || 'without a name';
  const marks = [kindOf(insight), ...(insight.favorited ? ['favourite'] : []), ...insight.tags.map((tag) => `#${tag}`)];
  return `${insight.id} ${insight.short_id} ${JSON.stringify(name)} (${marks.join(', ')}), modified ${insight.last_modified_at}`;
}

export function insightText(insight: Insight): string {
  const lines = [insightLine(insight)];
  if (insight.description) lines.push(insight.description);
  if (insight.deleted) lines.push('Soft-deleted; update_insight with "deleted": false brings it back.');
  if (insight.query_status?.error)
    lines.push(`It has no result: ${insight.query_status.error_message ?? 'unknown reason'}`);
  if (insight.result !== null && insight.resolved !== null) {
    lines.push(
      tellingOf(insight).text(insight),
      `Computed ${insight.last_refresh}${insight.is_cached ? ', from the cache' : ''}.`,
    );
  }
  return lines.join('\n');
}

interface ListPage {
  readonly count: number;
  readonly next: string | null;
  readonly results: readonly Listed[];
}

export function listText({ count, next, results }: ListPage): string {
  if (results.length === 0) return count === 0 ? 'No insights found.' : `Nothing at this offset; there are ${count}.`;
  const head = results.length === count ? `${count} insights:` : `${results.length} of ${count} insights:`;
  const more = /[?&]offset=(\d+)/.exec(next ?? '')?.[1];
  return [head, ...results.map(insightLine), ...(more ? [`More with offset=${more}.`] : [])].join('\n');
}

export function activityText(results: readonly Activity[]): string {
  if (results.length === 0) return 'No activity recorded.';
  return results.map(activityLine).join('\n');
}

function activityLine(entry: Activity): string {
  const detail = isObject(entry.detail) ? entry.detail : {};
  const changes = Array.isArray(detail['changes']) ? detail['changes'].filter(isObject) : [];
  const fields = changes.map((change) => `${change['field']}: ${short(change['before'])} -> ${short(change['after'])}`);
  const said = fields.length === 0 ? '' : ` (${fields.join('; ')})`;
  return `${entry.created_at} ${entry.user.first_name} ${entry.activity} insight ${entry.item_id} ${JSON.stringify(detail['name'])}${said}`;
}

const SHORT_CHARS = 80;

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length <= SHORT_CHARS ? text : `${text.slice(0, SHORT_CHARS)}…`;
}

/** The result as a table; a row of its own for what has none. */
export function insightTable(insight: Insight): Table {
  if (insight.result === null || insight.resolved === null) return listTable([insight]);
  return tellingOf(insight).table(insight);
}

const COLUMNS = ['id', 'short_id', 'name', 'derived_name', 'description', 'created_at', 'last_modified_at'] as const;

export function listTable(insights: readonly BasicInsight[] | readonly Insight[]): Table {
  return {
    columns: [...COLUMNS, 'kind', 'tags', 'saved', 'favorited', 'created_by'],
    rows: insights.map((insight) => [
      ...COLUMNS.map((column) => insight[column]),
      kindOf(insight),
      insight.tags.join(', '),
      insight.saved,
      insight.favorited,
      insight.created_by?.email ?? null,
    ]),
  };
}
