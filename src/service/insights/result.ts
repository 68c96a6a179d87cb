/** The computed part of an insight's answer, cached or fresh, on its own or with a dashboard's filters. */
import { createHash } from 'node:crypto';
import { canonical, isObject } from '../../base/json.ts';
import { invalid, notSupported, ServiceError } from '../../model/error.ts';
import { INSIGHT_NAMES, NODE_NAMES } from '../../model/question/kind.ts';
import { insists, type Refresh } from '../../model/question/refresh.ts';
import type { QueryStatus } from '../../model/saved/insight.ts';
import type { Tile } from '../../store/types/dashboards.ts';
import type { InsightRow } from '../../store/types/store.ts';
import {
  cachedInsight,
  computeInsight,
  type InsightAnswer,
  type InsightOptions,
  isRefusal,
  NOTHING_STORED,
} from '../answers/insight_answers.ts';
import type { ProjectContext } from '../contract/context.ts';
import { questionOf } from '../questions/question.ts';
import { askedKind } from '../resolve/refuse.ts';

/** An insight on its own, or on a dashboard with the dashboard's filters laid over it. */
export interface Asked {
  readonly filters: unknown;
  readonly query: unknown;
  /** null if it is on its own. */
  readonly tile: Tile | null;
}

/** The fields of an Insight that a computation fills. */
export interface ResultFields {
  readonly result: unknown;
  readonly resolved: InsightAnswer['resolved'];
  readonly last_refresh: string | null;
  readonly cache_target_age: string | null;
  readonly next_allowed_client_refresh: string | null;
  readonly timezone: string | null;
  readonly is_cached: boolean;
  readonly query_status: QueryStatus | null;
}

const NO_RESULT = fieldsOf(NOTHING_STORED);

const NOT_COMPUTED = `Insights of this kind are stored, but not computed here. Computed are filters with an "insight" of ${INSIGHT_NAMES.join(', ')} (or none of them, and at least one of events or actions), and query nodes of the kind ${NODE_NAMES.join(', ')}.`;

const NOTHING_ASKED = `It has no question yet. Change it with "filters", as {"insight":"TRENDS","events":[{"id":"sign up"}]}.`;

export const ASKS_NOTHING =
  'These filters ask nothing: "events" says what is counted, "insight" of which kind it is. A change replaces all filters, so send the others as well.';

/** Whether it has no question yet. */
export function isEmpty({ filters, query }: Pick<Asked, 'filters' | 'query'>): boolean {
  return query === null && isObject(filters) && Object.keys(filters).length === 0;
}

/** Filters that narrow a question which is not there: a change that was sent without the rest, usually. */
export function asksNothing({ filters, query }: Pick<Asked, 'filters' | 'query'>): boolean {
  if (query !== null || !isObject(filters) || isEmpty({ filters, query })) return false;
  return filters['query'] === undefined && askedKind(filters).name === '' && questionOf({ filters, query }) === null;
}

const QUERY_WITHIN =
  '"query" stands beside "filters", not in it: {"query":{"kind":"HogQLQuery","query":"SELECT count() FROM events"}}.';

/** For an insight whose question is of no kind that is computed. */
function notComputed({ filters, query }: Pick<Asked, 'filters' | 'query'>): ServiceError {
  if (isEmpty({ filters, query })) return notSupported('an insight without a question', 'filters', NOTHING_ASKED);
  if (query === null && isObject(filters)) {
    if (filters['query'] !== undefined) return invalid('filters__query', QUERY_WITHIN);
    if (asksNothing({ filters, query })) return notSupported('filters without a question', 'filters', ASKS_NOTHING);
  }
  return notSupported('this kind of insight', query === null ? 'filters' : 'query', NOT_COMPUTED);
}

export function onItsOwn(row: InsightRow): Asked {
  return { filters: row.filters, query: row.query, tile: null };
}

/** The cached result. With `is_basic`, everything but the result itself. */
export function cachedFields(context: ProjectContext, asked: Asked, is_basic: boolean = false): Promise<ResultFields> {
  const options = { ...optionsOf(context, asked, 'force_cache'), basic: is_basic };
  return cachedInsight(context, asked.filters, asked.query, options).then(storedFields, notReadFields);
}

export function storedFields(answer: InsightAnswer | null): ResultFields {
  return answer ? fieldsOf(answer) : NO_RESULT;
}

/** One unreadable insight must not break a list. */
export function notReadFields(error: unknown): ResultFields {
  if (!(error instanceof ServiceError)) throw error;
  return { ...NO_RESULT, query_status: failed(reasonIn(error.message, error.attr)) };
}

export function optionsOf({ caller }: ProjectContext, asked: Asked, refresh: Refresh): InsightOptions {
  const shared = caller.shared_insight_id !== undefined;
  return { refresh, from_dashboard: asked.tile?.dashboard_id ?? null, shared };
}

/** Why the insight's question cannot be answered as it is; null if it can be, or if nothing is asked. */
export function objectionTo(
  context: ProjectContext,
  asked: Pick<InsightRow, 'filters' | 'query'>,
): ServiceError | null {
  if (isEmpty(asked)) return null;
  try {
    const ask = questionOf(asked);
    if (ask === null) return notComputed(asked);
    ask(context);
    return null;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 400) return error;
    throw error;
  }
}

/**
 * Computes if nothing is cached, or if a refresh is requested and due. A question that cannot be answered leaves the
 * insight readable, with the reason in `query_status`. It is an error only if a refresh was requested.
 */
export async function computedFields(context: ProjectContext, asked: Asked, refresh: Refresh): Promise<ResultFields> {
  const options = optionsOf(context, asked, refresh);
  const answer = await computeInsight(context, asked.filters, asked.query, options);
  if (answer === null) {
    const why = notComputed(asked);
    if (insists(refresh)) throw why;
    return { ...NO_RESULT, query_status: failed(why.message) };
  }
  if (answer.error && insists(refresh)) {
    const { code, detail, attr } = answer.error;
    throw new ServiceError(code, detail, attr === null ? {} : { attr });
  }
  return fieldsOf(answer);
}

/** Like `computedFields`, but a question that cannot be answered is never an error: it must not break a list. */
export async function fieldsAmongOthers(
  context: ProjectContext,
  asked: Asked,
  refresh: Refresh,
): Promise<ResultFields> {
  try {
    return await computedFields(context, asked, refresh);
  } catch (error) {
    if (!insists(refresh) || !isRefusal(error)) throw error;
    return computedFields(context, asked, 'false');
  }
}

function fieldsOf(answer: InsightAnswer): ResultFields {
  const { error, ...fields } = answer;
  return { ...fields, query_status: error ? failed(reasonIn(error.detail, error.attr)) : null };
}

/** What is wrong, and in which argument. */
export function reasonIn(message: string, attr: string | null): string {
  return attr === null ? message : `${attr.replaceAll('__', '.')}: ${message}`;
}

export function failed(error_message: string): QueryStatus {
  return { complete: true, error: true, error_message };
}

/** The cache key, which is equal for equal questions. Clients compare it. */
export function filtersHash(asked: Asked): string {
  const text = canonical([asked.filters, asked.query, asked.tile?.dashboard_id ?? null]);
  return `cache_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
}
