/** The question as filters, the form of saved insights and of the series of a trend. */
import { isObject } from '../../../base/json.ts';
import type { FunnelBody } from '../../../model/question/funnel.ts';
import type { TrendBody } from '../../../model/question/trend.ts';

export const DEFAULT_FROM = '-7d';

/** Keys echoed only if the question has them. */
const OPTIONAL = [
  ...['date_to', 'explicit_date', 'breakdown', 'breakdowns', 'breakdown_type', 'breakdown_group_type_index'],
  ...['breakdown_limit', 'breakdown_hide_other_aggregation', 'aggregation_group_type', 'aggregation_group_type_index'],
];

/** Filters that trends and funnels share. `shown` has display settings, which are always echoed. */
export function commonFilters(
  body: TrendBody | FunnelBody,
  shown: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return {
    events: body.events ?? [],
    actions: body.actions ?? [],
    properties: asGroup(body.properties),
    filter_test_accounts: body.filter_test_accounts ?? false,
    date_from: body.date_from ?? DEFAULT_FROM,
    ...shown,
    ...pick(body, OPTIONAL),
  };
}

function asGroup(properties: unknown): unknown {
  if (properties === undefined) return { type: 'AND', values: [] };
  if (Array.isArray(properties)) return { type: 'AND', values: properties };
  return isObject(properties) ? properties : { type: 'AND', values: [] };
}

export function pick(body: Readonly<Record<string, unknown>>, keys: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(keys.filter((key) => body[key] !== undefined).map((key) => [key, body[key]]));
}

/** Leaves out what must not affect the answer: how often to refresh, whether to explain, and who asks. */
export function said(body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { refresh: _refresh, explain: _explain, client_query_id: _id, cache_invalidation_key: _key, ...rest } = body;
  return rest;
}
