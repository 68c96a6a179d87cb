/** The kinds of insight that can be computed: for each, how a body becomes a question, and a question an answer. */
import { isObject } from '../base/json.ts';
import { computeFunnel } from '../engine/funnel.ts';
import { computeTrend } from '../engine/trend.ts';
import { FunnelBody } from '../model/funnel.ts';
import type { Interval, TimeRange } from '../model/query.ts';
import type { Resolved } from '../model/result.ts';
import { TrendBody } from '../model/trend.ts';
import type { ProjectContext } from './context.ts';
import { echoFunnel, echoTrend } from './present/echo.ts';
import { type FunnelAnswer, presentFunnel } from './present/funnel.ts';
import { presentTrend, type TrendAnswer } from './present/trend.ts';
import { normaliseBody, readBody } from './resolve/body.ts';
import { resolveFunnel } from './resolve/funnel.ts';
import { resolveTrend } from './resolve/trend.ts';

type Raw = Readonly<Record<string, unknown>>;

/** What every answer has. */
export interface AnyAnswer {
  readonly result: readonly unknown[];
  readonly resolved: Resolved;
}

/** A question with nothing left to decide: what it is (equal parts, equal answer), and how to answer it. */
export interface Question<A extends AnyAnswer> {
  readonly parts: unknown;
  readonly range: TimeRange;
  readonly interval: Interval | null;
  /** Whether the body asks to compute again. */
  readonly refresh: boolean;
  /** The question as filters. */
  readonly filters: Record<string, unknown>;
  readonly answer: () => A;
}

export interface TrendQuestion extends Question<TrendAnswer> {
  readonly body: TrendBody;
  /** Values of the breakdown on a page; null where there is no breakdown. */
  readonly page_limit: number | null;
}

export function trendQuestion(context: ProjectContext, raw: Raw): TrendQuestion {
  const body = readBody(TrendBody, raw);
  const asked = resolveTrend(context, body);
  const { query, previous } = asked;
  return {
    body,
    page_limit: query.breakdown?.limit ?? null,
    parts: [{ ...query, edges_ms: null, week_start_day: context.project.week_start_day }, previous?.range, said(body)],
    range: query.range,
    interval: query.interval,
    refresh: body.refresh ?? false,
    filters: echoTrend(body),
    answer: () => {
      const view = context.service.datasets.current(context.project);
      const numbers = {
        current: computeTrend(query, view),
        previous: previous === null ? null : computeTrend(previous, view),
      };
      return presentTrend(context, body, asked, numbers);
    },
  };
}

export function funnelQuestion(context: ProjectContext, raw: Raw): Question<FunnelAnswer> {
  const body = readBody(FunnelBody, raw);
  const query = resolveFunnel(context, body);
  return {
    parts: [query, said(body)],
    range: query.range,
    interval: null,
    refresh: body.refresh ?? false,
    filters: echoFunnel(body),
    answer: () => {
      const view = context.service.datasets.current(context.project);
      const numbers = query.steps.length === 0 ? { groups: [] } : computeFunnel(query, view);
      return presentFunnel(context, body, query, numbers);
    },
  };
}

/** What was said and may show in the answer; how often to refresh, and who asks, may not. */
function said(body: Raw): Raw {
  const { refresh: _refresh, client_query_id: _id, cache_invalidation_key: _key, ...rest } = body;
  return rest;
}

type QuestionOf = (context: ProjectContext, raw: Raw) => Question<AnyAnswer>;

const BY_INSIGHT: Readonly<Record<string, QuestionOf>> = { TRENDS: trendQuestion, FUNNELS: funnelQuestion };
const BY_NODE: Readonly<Record<string, QuestionOf>> = { TrendsQuery: trendQuestion, FunnelsQuery: funnelQuestion };

/** What a saved insight asks, null where nothing here can compute it (it is empty, or of another kind). */
export function questionOf(filters: unknown, query: unknown): QuestionOf | null {
  const node = isObject(query) && isObject(query['source']) ? query['source'] : query;
  if (isObject(node)) return BY_NODE[String(node['kind'])] ?? null;
  if (!isObject(filters)) return null;
  const said_kind = normaliseBody({ filters })['insight'];
  if (said_kind !== undefined) return BY_INSIGHT[String(said_kind).toUpperCase()] ?? null;
  return filters['events'] === undefined && filters['actions'] === undefined ? null : trendQuestion;
}
