/** The kinds of insight that can be computed: for each, how a body becomes a question, and a question an answer. */
import { isObject } from '../base/json.ts';
import { computeCorrelation } from '../engine/correlation.ts';
import { computeFunnel } from '../engine/funnel.ts';
import { computeLifecycle } from '../engine/lifecycle.ts';
import { computePath } from '../engine/path.ts';
import { computeRetention } from '../engine/retention.ts';
import { computeStickiness } from '../engine/stickiness.ts';
import { computeTrend } from '../engine/trend.ts';
import { CorrelationBody } from '../model/correlation.ts';
import { FunnelBody, type FunnelNumbers } from '../model/funnel.ts';
import { PathBody } from '../model/path.ts';
import type { Interval, TimeRange } from '../model/query.ts';
import type { Resolved } from '../model/result.ts';
import { RetentionBody } from '../model/retention.ts';
import { TrendBody } from '../model/trend.ts';
import type { ProjectContext } from './context.ts';
import { type CorrelationAnswer, presentCorrelation } from './present/correlation.ts';
import { echoCorrelation, echoFunnel, echoPath, echoRetention, echoSeries, echoTrend } from './present/echo.ts';
import { type FunnelAnswer, presentFunnel } from './present/funnel.ts';
import { presentLifecycle } from './present/lifecycle.ts';
import { type PathAnswer, presentPath } from './present/path.ts';
import { presentRetention, type RetentionAnswer } from './present/retention.ts';
import { presentStickiness } from './present/stickiness.ts';
import { presentTrend, type TrendAnswer } from './present/trend.ts';
import { normaliseBody, readBody } from './resolve/body.ts';
import { resolveCorrelation } from './resolve/correlation.ts';
import { resolveFunnel } from './resolve/funnel.ts';
import { resolveLifecycle } from './resolve/lifecycle.ts';
import { resolvePath } from './resolve/path.ts';
import { askedKind } from './resolve/refuse.ts';
import { resolveRetention } from './resolve/retention.ts';
import { resolveStickiness } from './resolve/stickiness.ts';
import { resolveTrend } from './resolve/trend.ts';

type Raw = Readonly<Record<string, unknown>>;

/** What every answer has. */
export interface AnyAnswer {
  /** A list, in one view of funnels an object. */
  readonly result: readonly unknown[] | Readonly<Record<string, unknown>>;
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
    page_limit: query.breakdown?.kind === 'values' ? query.breakdown.limit : null,
    parts: [
      { ...query, edges_ms: null, windows: null, week_start_day: context.project.week_start_day },
      previous?.range,
      said(body),
    ],
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

/** What the body of a trend asks: lifecycle and stickiness come through it as well. */
export function seriesQuestion(context: ProjectContext, raw: Raw): TrendQuestion {
  const { kind } = askedKind(normaliseBody(raw));
  if (kind === 'LIFECYCLE') return lifecycleQuestion(context, raw);
  return kind === 'STICKINESS' ? stickinessQuestion(context, raw) : trendQuestion(context, raw);
}

function lifecycleQuestion(context: ProjectContext, raw: Raw): TrendQuestion {
  const body = readBody(TrendBody, raw);
  const asked = resolveLifecycle(context, body);
  const { query } = asked;
  return {
    body,
    page_limit: null,
    parts: [{ ...query, edges_ms: null, week_start_day: context.project.week_start_day }, said(body)],
    range: query.range,
    interval: query.interval,
    refresh: body.refresh ?? false,
    filters: echoSeries(body, 'LIFECYCLE'),
    answer: () => {
      const view = context.service.datasets.current(context.project);
      return presentLifecycle(context, body, asked, computeLifecycle(query, view));
    },
  };
}

function stickinessQuestion(context: ProjectContext, raw: Raw): TrendQuestion {
  const body = readBody(TrendBody, raw);
  const asked = resolveStickiness(context, body);
  const { query, previous } = asked;
  return {
    body,
    page_limit: null,
    parts: [{ ...query, edges_ms: null, week_start_day: context.project.week_start_day }, previous?.range, said(body)],
    range: query.range,
    interval: query.interval,
    refresh: body.refresh ?? false,
    filters: echoSeries(body, 'STICKINESS'),
    answer: () => {
      const view = context.service.datasets.current(context.project);
      const numbers = {
        current: computeStickiness(query, view),
        previous: previous === null ? null : computeStickiness(previous, view),
      };
      return presentStickiness(context, body, asked, numbers);
    },
  };
}

export function retentionQuestion(context: ProjectContext, raw: Raw): Question<RetentionAnswer> {
  const body = readBody(RetentionBody, raw);
  const asked = resolveRetention(context, body);
  const { query } = asked;
  return {
    parts: [{ ...query, edges_ms: null, week_start_day: context.project.week_start_day }, said(body)],
    range: query.range,
    interval: query.interval,
    refresh: body.refresh ?? false,
    filters: echoRetention(body),
    answer: () => {
      const view = context.service.datasets.current(context.project);
      return presentRetention(context, asked, computeRetention(query, view));
    },
  };
}

export function funnelQuestion(context: ProjectContext, raw: Raw): Question<FunnelAnswer> {
  const body = readBody(FunnelBody, raw);
  const query = resolveFunnel(context, body);
  return {
    parts: [{ ...query, edges_ms: null, week_start_day: context.project.week_start_day }, said(body)],
    range: query.range,
    interval: query.viz === 'trends' ? query.interval : null,
    refresh: body.refresh ?? false,
    filters: echoFunnel(body),
    answer: () => {
      const nothing: FunnelNumbers = { viz: 'steps', groups: [] };
      const view = context.service.datasets.current(context.project);
      const numbers = query.steps.length === 0 ? nothing : computeFunnel(query, view);
      return presentFunnel(context, body, query, numbers);
    },
  };
}

export function pathQuestion(context: ProjectContext, raw: Raw): Question<PathAnswer> {
  const body = readBody(PathBody, raw);
  const query = resolvePath(context, body);
  return {
    parts: [query, said(body)],
    range: query.range,
    interval: null,
    refresh: body.refresh ?? false,
    filters: echoPath(body),
    answer: () => {
      const view = context.service.datasets.current(context.project);
      return presentPath(context, body, query, computePath(query, view));
    },
  };
}

export function correlationQuestion(context: ProjectContext, raw: Raw): Question<CorrelationAnswer> {
  const body = readBody(CorrelationBody, raw);
  const funnel = readBody(FunnelBody, raw);
  const query = resolveCorrelation(context, body, funnel);
  return {
    parts: [query, said(body)],
    range: query.funnel.range,
    interval: null,
    refresh: body.refresh ?? false,
    filters: echoCorrelation(body, funnel),
    answer: () => {
      const view = context.service.datasets.current(context.project);
      const is_empty = query.funnel.steps.length === 0;
      const numbers = is_empty ? { success: 0, failure: 0, rows: [] } : computeCorrelation(query, view);
      return presentCorrelation(context, query, numbers);
    },
  };
}

/** What was said and may show in the answer; how often to refresh, and who asks, may not. */
function said(body: Raw): Raw {
  const { refresh: _refresh, client_query_id: _id, cache_invalidation_key: _key, ...rest } = body;
  return rest;
}

type QuestionOf = (context: ProjectContext, raw: Raw) => Question<AnyAnswer>;

const BY_INSIGHT: Readonly<Record<string, QuestionOf>> = {
  TRENDS: seriesQuestion,
  LIFECYCLE: seriesQuestion,
  STICKINESS: seriesQuestion,
  FUNNELS: funnelQuestion,
  PATHS: pathQuestion,
  RETENTION: retentionQuestion,
};
const BY_NODE: Readonly<Record<string, QuestionOf>> = {
  TrendsQuery: seriesQuestion,
  LifecycleQuery: seriesQuestion,
  StickinessQuery: seriesQuestion,
  FunnelsQuery: funnelQuestion,
  PathsQuery: pathQuestion,
  RetentionQuery: retentionQuestion,
};

/** Kinds of query nodes that are computed here. */
export const NODE_KINDS: readonly string[] = Object.keys(BY_NODE);

/** What a saved insight asks, null where nothing here can compute it (it is empty, or of another kind). */
export function questionOf(filters: unknown, query: unknown): QuestionOf | null {
  const node = isObject(query) && isObject(query['source']) ? query['source'] : query;
  if (isObject(node)) return BY_NODE[String(node['kind'])] ?? null;
  if (!isObject(filters)) return null;
  const said_kind = normaliseBody({ filters })['insight'];
  if (said_kind !== undefined) return BY_INSIGHT[String(said_kind).toUpperCase()] ?? null;
  return filters['events'] === undefined && filters['actions'] === undefined ? null : seriesQuestion;
}
