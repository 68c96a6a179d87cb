/** The question as filters, the way saved insights and the series of a trend carry it. */
import { isObject } from '../../base/json.ts';
import type { FunnelBody } from '../../model/funnel.ts';
import type { TrendBody } from '../../model/trend.ts';

const DEFAULT_FROM = '-7d';

/** Keys of a body that are said again only where the question said them. */
const OPTIONAL = [
  ...['date_to', 'explicit_date', 'breakdown', 'breakdowns', 'breakdown_type', 'breakdown_group_type_index'],
  ...['breakdown_limit', 'breakdown_hide_other_aggregation', 'aggregation_group_type', 'aggregation_group_type_index'],
];
const FUNNEL_OPTIONAL = [
  ...['funnel_window_days', 'funnel_window_interval', 'funnel_window_interval_type', 'funnel_window_interval_unit'],
  'exclusions',
];

export function echoTrend(body: TrendBody): Record<string, unknown> {
  return {
    insight: 'TRENDS',
    ...common(body),
    display: body.display ?? 'ActionsLineGraph',
    interval: body.interval ?? 'day',
    ...pick(body, OPTIONAL),
  };
}

export function echoFunnel(body: FunnelBody): Record<string, unknown> {
  return {
    insight: 'FUNNELS',
    ...common(body),
    funnel_viz_type: body.funnel_viz_type ?? 'steps',
    funnel_order_type: body.funnel_order_type ?? 'ordered',
    ...pick(body, OPTIONAL),
    ...pick(body, FUNNEL_OPTIONAL),
  };
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
