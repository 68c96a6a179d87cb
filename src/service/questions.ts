/** The kinds of insight that can be computed: for each, how a body becomes a question, and a question an answer. */
import { isObject } from '../base/json.ts';
import type { Asked, Kind, NumbersOf } from '../engine/answer.ts';
import { CorrelationBody } from '../model/correlation.ts';
import { FunnelBody } from '../model/funnel.ts';
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

/**
 * A question with nothing left to decide: what it is (equal parts, equal answer), what the engine is asked (plain data:
 * it may be asked in another thread), and how its numbers are shown.
 */
export interface Question<A extends AnyAnswer, K extends Kind = Kind> {
  readonly parts: unknown;
  readonly asked: Asked<K>;
  presenter(): Presenter<A, K>;
  readonly range: TimeRange;
  readonly interval: Interval | null;
  /** Whether the body asks to compute again. */
  readonly refresh: boolean;
  /** The question as filters. */
  readonly filters: Record<string, unknown>;
  /** The caller's own name for the computation, by which it can be cancelled. */
  readonly client_query_id: string | null;
}

/** It is made while the numbers are computed, with all that does not depend on them. */
interface Presenter<A extends AnyAnswer, K extends Kind> {
  present(numbers: NumbersOf<K>): A;
}

export interface TrendQuestion<K extends Kind = Kind> extends Question<TrendAnswer, K> {
  readonly body: TrendBody;
  /** Values of the breakdown on a page; null where there is no breakdown. */
  readonly page_limit: number | null;
}

export function trendQuestion(context: ProjectContext, raw: Raw): TrendQuestion<'trend'> {
  const body = readBody(TrendBody, raw);
  const resolved = resolveTrend(context, body);
  const { query, previous } = resolved;
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
    ...mannersOf(body),
    filters: echoTrend(body),
    asked: { kind: 'trend', query: { current: query, previous } },
    presenter: () => ({ present: presentTrend(context, body, resolved) }),
  };
}

/** What the body of a trend asks: lifecycle and stickiness come through it as well. */
export function seriesQuestion(context: ProjectContext, raw: Raw): TrendQuestion {
  const { kind } = askedKind(normaliseBody(raw));
  if (kind === 'LIFECYCLE') return lifecycleQuestion(context, raw);
  return kind === 'STICKINESS' ? stickinessQuestion(context, raw) : trendQuestion(context, raw);
}

function lifecycleQuestion(context: ProjectContext, raw: Raw): TrendQuestion<'lifecycle'> {
  const body = readBody(TrendBody, raw);
  const resolved = resolveLifecycle(context, body);
  const { query } = resolved;
  return {
    body,
    page_limit: null,
    parts: [{ ...query, edges_ms: null, week_start_day: context.project.week_start_day }, said(body)],
    range: query.range,
    interval: query.interval,
    ...mannersOf(body),
    filters: echoSeries(body, 'LIFECYCLE'),
    asked: { kind: 'lifecycle', query },
    presenter: () => ({ present: presentLifecycle(context, body, resolved) }),
  };
}

function stickinessQuestion(context: ProjectContext, raw: Raw): TrendQuestion<'stickiness'> {
  const body = readBody(TrendBody, raw);
  const resolved = resolveStickiness(context, body);
  const { query, previous } = resolved;
  return {
    body,
    page_limit: null,
    parts: [{ ...query, edges_ms: null, week_start_day: context.project.week_start_day }, previous?.range, said(body)],
    range: query.range,
    interval: query.interval,
    ...mannersOf(body),
    filters: echoSeries(body, 'STICKINESS'),
    asked: { kind: 'stickiness', query: { current: query, previous } },
    presenter: () => ({ present: presentStickiness(context, body, resolved) }),
  };
}

export function retentionQuestion(context: ProjectContext, raw: Raw): Question<RetentionAnswer, 'retention'> {
  const body = readBody(RetentionBody, raw);
  const resolved = resolveRetention(context, body);
  const { query } = resolved;
  return {
    parts: [{ ...query, edges_ms: null, week_start_day: context.project.week_start_day }, said(body)],
    range: query.range,
    interval: query.interval,
    ...mannersOf(body),
    filters: echoRetention(body),
    asked: { kind: 'retention', query },
    presenter: () => ({ present: presentRetention(context, resolved) }),
  };
}

export function funnelQuestion(context: ProjectContext, raw: Raw): Question<FunnelAnswer, 'funnel'> {
  const body = readBody(FunnelBody, raw);
  const query = resolveFunnel(context, body);
  return {
    parts: [{ ...query, edges_ms: null, week_start_day: context.project.week_start_day }, said(body)],
    range: query.range,
    interval: query.viz === 'trends' ? query.interval : null,
    ...mannersOf(body),
    filters: echoFunnel(body),
    asked: { kind: 'funnel', query },
    presenter: () => ({ present: presentFunnel(context, body, query) }),
  };
}

export function pathQuestion(context: ProjectContext, raw: Raw): Question<PathAnswer, 'path'> {
  const body = readBody(PathBody, raw);
  const query = resolvePath(context, body);
  return {
    parts: [query, said(body)],
    range: query.range,
    interval: null,
    ...mannersOf(body),
    filters: echoPath(body),
    asked: { kind: 'path', query },
    presenter: () => ({ present: presentPath(context, body, query) }),
  };
}

export function correlationQuestion(context: ProjectContext, raw: Raw): Question<CorrelationAnswer, 'correlation'> {
  const body = readBody(CorrelationBody, raw);
  const funnel = readBody(FunnelBody, raw);
  const query = resolveCorrelation(context, body, funnel);
  return {
    parts: [query, said(body)],
    range: query.funnel.range,
    interval: null,
    ...mannersOf(body),
    filters: echoCorrelation(body, funnel),
    asked: { kind: 'correlation', query },
    presenter: () => ({ present: presentCorrelation(context, query) }),
  };
}

/** How the question is to be answered, whatever it is. */
function mannersOf({ refresh, client_query_id }: Raw): { refresh: boolean; client_query_id: string | null } {
  return { refresh: refresh === true, client_query_id: typeof client_query_id === 'string' ? client_query_id : null };
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
