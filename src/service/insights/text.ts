/** Insights as a few lines for models, and as tables. */
import { isObject, listOf } from '../../base/json.ts';
import { quoted, visible, visibleJson } from '../../base/visible.ts';
import { LIMIT } from '../../model/limit.ts';
import { KIND_NAMES } from '../../model/question/kind.ts';
import type { Activity } from '../../model/saved/activity.ts';
import type { BasicInsight, Insight } from '../../model/saved/insight.ts';
import { titleOf } from '../../model/saved/insight.ts';
import type { Table } from '../contract/operation.ts';
import { answerIn } from '../kinds/answer.ts';
import { kindOf } from '../kinds/index.ts';
import { askedKind } from '../resolve/refuse.ts';
import { listText } from '../text/listing.ts';
import { type Passage, written } from '../text/passages.ts';
import { removedText } from '../words/removed.ts';
import { isEmpty } from './result.ts';

type Listed = Pick<
  BasicInsight,
  'id' | 'short_id' | 'name' | 'derived_name' | 'filters' | 'query' | 'tags' | 'favorited' | 'last_modified_at'
>;

/** Name of the kind in filters, or kind of the query node. */
function kindName({ filters, query }: Pick<Insight, 'filters' | 'query'>): string {
  const node = isObject(query) && isObject(query['source']) ? query['source'] : query;
  if (isObject(node)) return String(node['kind'] ?? 'query');
  const insight = isObject(filters) ? askedKind(filters).name : '';
  if (insight !== '') return insight;
  const has_lines = isObject(filters) && (filters['events'] !== undefined || filters['actions'] !== undefined);
  return has_lines ? KIND_NAMES.trend.insight : 'no question';
}

function insightLine(insight: Listed): string {
  const name = titleOf(insight);
  const tags = insight.tags.map((tag) => `tag ${quoted(tag)}`);
  const marks = [visible(kindName(insight)), ...(insight.favorited ? ['favourite'] : []), ...tags];
  return `${insight.id} ${insight.short_id} ${name === null ? 'without a name' : quoted(name)} (${marks.join(', ')}), modified ${insight.last_modified_at}`;
}

/** With the question as it is saved, because whoever changes it has to send the whole. */
export function insightText(insight: Insight): string {
  const question = savedQuestion(insight);
  return written([
    ...insightHead(insight),
    question === null ? '' : `Its question is ${question}.`,
    ...answerPassages(insight, LIMIT.text_tokens),
  ]);
}

const QUESTION_CHARS = 2_000;

/** As an argument to save it again; null if there is none, or only one too long to read. */
export function savedQuestion({ filters, query }: Pick<Insight, 'filters' | 'query'>): string | null {
  if (isEmpty({ filters, query })) return null;
  const is_filters = query === null;
  const text = `"${is_filters ? 'filters' : 'query'}": ${visibleJson(is_filters ? filters : query)}`;
  return text.length <= QUESTION_CHARS ? text : null;
}

/** What is saved, without its result: whoever writes has not asked for that. */
export function insightHead(insight: Insight): string[] {
  const { description, deleted, query_status } = insight;
  return [
    insightLine(insight),
    description ? `Description: ${quoted(description, LIMIT.description_chars)}` : '',
    deleted ? removedText('insight') : '',
    query_status?.error ? `It has no result: ${visible(query_status.error_message ?? 'unknown reason')}` : '',
  ];
}

export function insightPassages(insight: Insight, tokens: number): Passage[] {
  return [...insightHead(insight), ...answerPassages(insight, tokens)];
}

function answerPassages(insight: Insight, tokens: number): Passage[] {
  const answer = answerIn(insight);
  return [
    answer ? `Computed ${insight.last_refresh}${insight.is_cached ? ', from the cache' : ''}.` : '',
    ...(answer ? kindOf(answer.kind).text(answer, { tokens, via: KIND_NAMES[answer.kind].operation }) : []),
  ];
}

interface ListPage {
  readonly count: number;
  readonly next: string | null;
  readonly results: readonly Listed[];
}

export function insightsText(page: ListPage): string {
  return listText('insight', page, insightLine);
}

interface ActivityPage {
  readonly total_count: number;
  readonly next: string | null;
  readonly results: readonly Activity[];
}

export function activityText({ total_count, next, results }: ActivityPage): string {
  return listText('change', { count: total_count, next, results }, activityLine);
}

function activityLine(entry: Activity): string {
  const detail = isObject(entry.detail) ? entry.detail : {};
  const changes = listOf(detail['changes']).filter(isObject);
  const fields = changes.map((change) => `${change['field']}: ${short(change['before'])} -> ${short(change['after'])}`);
  const told = fields.length === 0 ? '' : ` (${fields.join('; ')})`;
  const who = quoted(entry.user.first_name);
  return `${entry.created_at} ${who} ${entry.activity} insight ${entry.item_id} ${nameText(detail['name'])}${told}`;
}

function nameText(name: unknown): string {
  return typeof name === 'string' && name !== '' ? quoted(name) : 'without a name';
}

const SHORT_CHARS = 80;

/** A quotation that is cut gets closed, so that following text is not part of it. */
function short(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'string') return quoted(value, SHORT_CHARS);
  const text = visibleJson(value);
  return text.length <= SHORT_CHARS ? text : quoted(JSON.stringify(value), SHORT_CHARS);
}

/** The result as a table. An insight without a result gets a row that describes it. */
export function insightTable(insight: Insight): Table {
  const answer = answerIn(insight);
  return answer ? kindOf(answer.kind).table(answer) : listTable([insight]);
}

const COLUMNS = ['id', 'short_id', 'name', 'derived_name', 'description', 'created_at', 'last_modified_at'] as const;

export function listTable(insights: readonly (BasicInsight | Insight)[]): Table {
  return {
    columns: [...COLUMNS, 'kind', 'tags', 'saved', 'favorited', 'created_by'],
    rows: insights.map((insight) => [
      ...COLUMNS.map((column) => insight[column]),
      kindName(insight),
      insight.tags.join(', '),
      insight.saved,
      insight.favorited,
      insight.created_by?.email ?? null,
    ]),
  };
}
