/** The question as filters, the way saved insights and the series of a trend carry it. */
import { isObject } from '../../base/json.ts';
import { CorrelationBody } from '../../model/correlation.ts';
import type { FunnelBody } from '../../model/funnel.ts';
import { PathBody } from '../../model/path.ts';
import { RetentionBody } from '../../model/retention.ts';
import type { TrendBody } from '../../model/trend.ts';

const DEFAULT_FROM = '-7d';

/** Keys of a body that are said again only where the question said them. */
const OPTIONAL = [
  ...['date_to', 'explicit_date', 'breakdown', 'breakdowns', 'breakdown_type', 'breakdown_group_type_index'],
  ...['breakdown_limit', 'breakdown_hide_other_aggregation', 'aggregation_group_type', 'aggregation_group_type_index'],
];
const TREND_OPTIONAL = [
  ...['breakdown_normalize_url', 'breakdown_histogram_bin_count', 'compare', 'compare_to', 'formula', 'formulas'],
  ...['formulaNodes', 'smoothing_intervals', 'sampling_factor'],
];
const STICKINESS_OPTIONAL = ['stickiness_criteria', 'computed_as', 'interval_count'];
const FUNNEL_OPTIONAL = [
  ...['funnel_window_days', 'funnel_window_interval', 'funnel_window_interval_type', 'funnel_window_interval_unit'],
  ...['exclusions', 'funnel_from_step', 'funnel_to_step', 'bin_count', 'funnel_aggregate_by_hogql', 'sampling_factor'],
  ...['breakdown_normalize_url', 'breakdown_attribution_type', 'breakdown_attribution_value', 'interval', 'display'],
];

export function echoTrend(body: TrendBody): Record<string, unknown> {
  return {
    insight: 'TRENDS',
    ...common(body),
    display: body.display ?? 'ActionsLineGraph',
    interval: body.interval ?? 'day',
    ...pick(body, OPTIONAL),
    ...pick(body, TREND_OPTIONAL),
  };
}

export function echoFunnel(body: FunnelBody): Record<string, unknown> {
  return {
    insight: 'FUNNELS',
    ...common(body),
    funnel_viz_type: body.funnel_viz_type ?? (body.display === 'ActionsLineGraph' ? 'trends' : 'steps'),
    funnel_order_type: body.funnel_order_type ?? 'ordered',
    ...pick(body, OPTIONAL),
    ...pick(body, FUNNEL_OPTIONAL),
  };
}

/** Lifecycles and stickiness have the same body. */
export function echoSeries(body: TrendBody, insight: 'LIFECYCLE' | 'STICKINESS'): Record<string, unknown> {
  return { ...echoTrend(body), insight, ...pick(body, STICKINESS_OPTIONAL) };
}

export function echoRetention(body: RetentionBody): Record<string, unknown> {
  return { insight: 'RETENTION', ...pick(body, Object.keys(RetentionBody.shape)), refresh: undefined };
}

export function echoCorrelation(body: CorrelationBody, funnel: FunnelBody): Record<string, unknown> {
  const names = Object.keys(CorrelationBody.shape).filter((name) => name.startsWith('funnel_correlation'));
  return { ...echoFunnel(funnel), ...pick(body, names) };
}

export function echoPath(body: PathBody): Record<string, unknown> {
  return { insight: 'PATHS', date_from: DEFAULT_FROM, ...pick(body, Object.keys(PathBody.shape)), refresh: undefined };
}

function common(body: TrendBody | FunnelBody): Record<string, unknown> {
  return {
    events: body.events ?? [],
    actions: body.actions ?? [],
    properties: asGroup(body.properties),
    filter_test_accounts: body.filter_test_accounts ?? false,
    date_from: body.date_from ?? DEFAULT_FROM,
  };
}

function asGroup(properties: unknown): unknown {
  if (properties === undefined) return { type: 'AND', values: [] };
  if (Array.isArray(properties)) return { type: 'AND', values: properties };
  return isObject(properties) ? properties : { type: 'AND', values: [] };
}

function pick(body: Readonly<Record<string, unknown>>, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keys.filter((key) => body[key] !== undefined).map((key) => [key, body[key]]));
}
