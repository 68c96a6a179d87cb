/** The kinds of insight that can be computed: for each, how a body becomes a question, and a question an answer. */
import { isObject } from '../../base/json.ts';
import type { Asked } from '../../engine/answer.ts';
import { CorrelationBody } from '../../model/correlation.ts';
import { FunnelBody } from '../../model/funnel.ts';
import { PathBody, type PathQuery } from '../../model/path.ts';
import type { Interval, TimeRange } from '../../model/query.ts';
import { isForced } from '../../model/refresh.ts';
import type { Resolved } from '../../model/result.ts';
import { RetentionBody } from '../../model/retention.ts';
import { TrendBody } from '../../model/trend.ts';
import type { ProjectContext } from '../contract/context.ts';
import { unknownWarnings } from '../names/unknown.ts';
import type { ShowingOf } from '../present/present.ts';
import type { ShownKind } from '../present/showing.ts';
import { normaliseBody, readBody } from '../resolve/body.ts';
import { resolveCorrelation } from '../resolve/correlation.ts';
import { resolveFunnel } from '../resolve/funnel.ts';
import { resolveLifecycle } from '../resolve/lifecycle.ts';
import { resolvePath } from '../resolve/path.ts';
import { askedKind } from '../resolve/refuse.ts';
import { resolveRetention } from '../resolve/retention.ts';
import { isListBreakdown } from '../resolve/series/breakdown.ts';
import { resolveStickiness } from '../resolve/stickiness.ts';
import { pageOffset, resolveTrend } from '../resolve/trend.ts';
import { echoCorrelation, echoFunnel, echoPath, echoRetention, echoSeries, echoTrend } from './echo.ts';
import { checkExtent } from './extent.ts';
import { presentResolved, type Understood } from './resolved.ts';
import {
  correlationWords,
  funnelWords,
  lifecycleWords,
  pathWords,
  retentionWords,
  stickinessWords,
  trendWords,
} from './words/questions.ts';

type Raw = Readonly<Record<string, unknown>>;

/**
 * A question with nothing left to decide: what it is (equal parts, equal answer), what the engine is asked, and how its
 * numbers are shown. Both are plain data, as another thread may do both.
 */
export interface Question<K extends ShownKind = ShownKind> {
  readonly parts: unknown;
  readonly asked: Asked<K>;
  readonly showing: ShowingOf<K>;
  /** How it was understood. Made while the numbers are computed, as they have no part in it. */
  resolved(): Resolved;
  readonly range: TimeRange;
  readonly interval: Interval | null;
  /** Whether the body asks to compute again. */
  readonly refresh: boolean;
  /** The question as filters. */
  readonly filters: Record<string, unknown>;
  /** The caller's own name for the computation, by which it can be cancelled. */
  readonly client_query_id: string | null;
  /** What was sent and has no say in the answer. */
  readonly warnings: readonly string[];
}

type LinesKind = 'trend' | 'lifecycle' | 'stickiness';

export interface TrendQuestion<K extends LinesKind = LinesKind> extends Question<K> {
  readonly body: TrendBody;
  /** Values of the breakdown on a page; null where there is no breakdown. */
  readonly page_limit: number | null;
}

export function trendQuestion(context: ProjectContext, raw: Raw): TrendQuestion<'trend'> {
  const body = readBody(TrendBody, raw);
  const asked = resolveTrend(context, body);
  const { query, previous, ...shown } = asked;
  const filters = echoTrend(body);
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
    warnings: unknownWarnings(TrendBody, raw),
    filters,
    asked: bounded({ kind: 'trend', query: { current: query, previous } }, shown.formulas.length),
    showing: {
      ...shown,
      filter: filters,
      as_list: isListBreakdown(body),
      offset: pageOffset(body),
      hide_other: body.breakdown_hide_other_aggregation ?? false,
    },
    resolved: () =>
      presentResolved(context, {
        ...query,
        previous: previous?.range,
        ends: body,
        words: trendWords(context, body, asked),
      }),
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
  const { query, sampled_share, warnings } = resolveLifecycle(context, body);
  const { entity } = query;
  const filters = echoSeries(body, 'LIFECYCLE');
  return {
    body,
    page_limit: null,
    parts: [{ ...query, edges_ms: null, week_start_day: context.project.week_start_day }, said(body)],
    range: query.range,
    interval: query.interval,
    ...mannersOf(body),
    warnings: unknownWarnings(TrendBody, raw),
    filters,
    asked: bounded({ kind: 'lifecycle', query }),
    showing: { filter: filters, sampled_share },
    resolved: () =>
      warned(
        presentResolved(context, {
          ...query,
          entities: entity === null ? [] : [entity],
          ends: body,
          words: lifecycleWords(context, body, query),
        }),
        warnings,
      ),
  };
}

function stickinessQuestion(context: ProjectContext, raw: Raw): TrendQuestion<'stickiness'> {
  const body = readBody(TrendBody, raw);
  const { query, previous, sampled_share, warnings } = resolveStickiness(context, body);
  const filters = echoSeries(body, 'STICKINESS');
  return {
    body,
    page_limit: null,
    parts: [{ ...query, edges_ms: null, week_start_day: context.project.week_start_day }, previous?.range, said(body)],
    range: query.range,
    interval: query.interval,
    ...mannersOf(body),
    warnings: unknownWarnings(TrendBody, raw),
    filters,
    asked: bounded({ kind: 'stickiness', query: { current: query, previous } }),
    showing: { filter: filters, sampled_share },
    resolved: () =>
      warned(
        presentResolved(context, {
          ...query,
          previous: previous?.range,
          ends: body,
          words: stickinessWords(context, body, query),
        }),
        warnings,
      ),
  };
}

export function retentionQuestion(context: ProjectContext, raw: Raw): Question<'retention'> {
  const body = readBody(RetentionBody, raw);
  const { query, ...showing } = resolveRetention(context, body);
  return {
    parts: [{ ...query, edges_ms: null, week_start_day: context.project.week_start_day }, said(body)],
    range: query.range,
    interval: query.interval,
    ...mannersOf(body),
    warnings: unknownWarnings(RetentionBody, raw),
    filters: echoRetention(body),
    asked: bounded({ kind: 'retention', query }),
    showing,
    resolved: () =>
      presentResolved(context, {
        ...query,
        entities: [query.target, query.returning],
        words: retentionWords(context, body, query),
      }),
  };
}

export function funnelQuestion(context: ProjectContext, raw: Raw): Question<'funnel'> {
  const body = readBody(FunnelBody, raw);
  const query = resolveFunnel(context, body);
  const { timezone, range, steps: entities } = query;
  const interval = query.viz === 'trends' ? query.interval : null;
  return {
    parts: [{ ...query, edges_ms: null, week_start_day: context.project.week_start_day }, said(body)],
    range,
    interval,
    ...mannersOf(body),
    warnings: unknownWarnings(FunnelBody, raw),
    filters: echoFunnel(body),
    asked: bounded({ kind: 'funnel', query }),
    showing: {
      form: { is_list: isListBreakdown(body), has_list: Array.isArray(body.breakdown) },
      sampled_share: body.sampling_factor ?? 1,
    },
    resolved: () =>
      presentResolved(context, {
        timezone,
        range,
        interval,
        entities,
        ends: body,
        window_ms: query.window_ms,
        words: funnelWords(context, body, query),
      }),
  };
}

export function pathQuestion(context: ProjectContext, raw: Raw): Question<'path'> {
  const body = readBody(PathBody, raw);
  const query = resolvePath(context, body);
  const { timezone, range } = query;
  return {
    parts: [query, said(body)],
    range: query.range,
    interval: null,
    ...mannersOf(body),
    warnings: unknownWarnings(PathBody, raw),
    filters: echoPath(body),
    asked: { kind: 'path', query },
    showing: { sampled_share: body.sampling_factor ?? 1 },
    resolved: () =>
      presentResolved(context, {
        timezone,
        range,
        interval: null,
        entities: pathSteps(query),
        words: pathWords(context, body, query),
      }),
  };
}

/** The events that are steps. */
function pathSteps({ events, funnel }: PathQuery): Understood['entities'] {
  const lines = [
    ...(events.every ? [{ id: null, name: 'All events' }] : []),
    ...(events.custom ? [{ id: null, name: 'All custom events' }] : []),
    ...events.names.map((name) => ({ id: name, name })),
  ].map((line, order) => ({ type: 'events' as const, order, ...line }));
  const asked = funnel === null ? [] : funnel.query.steps;
  return [...lines, ...asked.map((step, at) => ({ ...step, order: lines.length + at }))];
}

export function correlationQuestion(context: ProjectContext, raw: Raw): Question<'correlation'> {
  const body = readBody(CorrelationBody, raw);
  const funnel = readBody(FunnelBody, raw);
  const query = resolveCorrelation(context, body, funnel);
  const { timezone, range, steps: entities } = query.funnel;
  return {
    parts: [query, said(body)],
    range: query.funnel.range,
    interval: null,
    ...mannersOf(body),
    warnings: unknownWarnings(CorrelationBody, raw),
    filters: echoCorrelation(body, funnel),
    asked: { kind: 'correlation', query },
    showing: null,
    resolved: () =>
      presentResolved(context, {
        timezone,
        range,
        interval: null,
        entities,
        words: correlationWords(context, funnel, query),
      }),
  };
}

function warned(resolved: Resolved, warnings: readonly string[]): Resolved {
  return { ...resolved, warnings: [...resolved.warnings, ...warnings] };
}

/** @throws ServiceError where it is known already that the answer would be too much */
function bounded<K extends ShownKind>(asked: Asked<K>, formulas = 0): Asked<K> {
  checkExtent(asked as Asked<ShownKind>, formulas);
  return asked;
}

/** How the question is to be answered, whatever it is. */
function mannersOf({ refresh, client_query_id }: Raw): { refresh: boolean; client_query_id: string | null } {
  return { refresh: isForced(refresh), client_query_id: typeof client_query_id === 'string' ? client_query_id : null };
}

/** What was said and may show in the answer; how often to refresh, and who asks, may not. */
function said(body: Raw): Raw {
  const { refresh: _refresh, client_query_id: _id, cache_invalidation_key: _key, ...rest } = body;
  return rest;
}

type QuestionOf = (context: ProjectContext, raw: Raw) => Question;

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
  if (isObject(node)) return memberOf(BY_NODE, node['kind']);
  if (!isObject(filters)) return null;
  const said_kind = normaliseBody({ filters })['insight'];
  if (said_kind !== undefined) return memberOf(BY_INSIGHT, String(said_kind).toUpperCase());
  return filters['events'] === undefined && filters['actions'] === undefined ? null : seriesQuestion;
}

/** Every object has a "constructor": only what stands in the table is a kind. */
function memberOf(kinds: Readonly<Record<string, QuestionOf>>, sent: unknown): QuestionOf | null {
  return typeof sent === 'string' && Object.hasOwn(kinds, sent) ? kinds[sent]! : null;
}
