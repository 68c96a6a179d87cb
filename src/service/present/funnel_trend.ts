/** A funnel over time: conversion rates, one series per breakdown value. */

import { LIMIT } from '../../model/limit.ts';
import type { FunnelQuery, FunnelSeries, FunnelTrendGroup } from '../../model/question/funnel.ts';
import { type Axis, axisOf } from '../words/labels.ts';
import { scaled } from './funnel_steps.ts';
import { compareKeys, type FunnelShowing, seriesValue } from './funnel_values.ts';

export function presentFunnelTrend(
  query: FunnelQuery,
  { form, sampled_share }: FunnelShowing,
  groups: readonly FunnelTrendGroup[],
): FunnelSeries[] {
  const { breakdown, timezone, interval, range, edges_ms } = query;
  const axis = axisOf(timezone, interval, range, edges_ms);
  return shown(query, groups).map((group) => ({
    ...seriesOf(axis, group, sampled_share),
    ...(breakdown === null ? {} : { breakdown_value: seriesValue(form, breakdown, group.key) }),
  }));
}

/** Keeps the values with the most entrants, sorted by key. Rates do not add up, so there is no pooled rest. */
function shown({ breakdown }: FunnelQuery, groups: readonly FunnelTrendGroup[]): readonly FunnelTrendGroup[] {
  if (breakdown === null) return groups;
  if (breakdown.kind === 'cohorts') return groups.slice(0, LIMIT.breakdown_max);
  const sized = groups.map((group) => ({ group, entered: group.reached_from.reduce((sum, count) => sum + count, 0) }));
  sized.sort((a, b) => b.entered - a.entered || compareKeys(a.group.key, b.group.key));
  return sized
    .slice(0, breakdown.limit)
    .map(({ group }) => group)
    .sort((a, b) => compareKeys(a.key, b.key));
}

function seriesOf(axis: Axis, group: FunnelTrendGroup, share: number): FunnelSeries {
  const { reached_from, reached_to } = group;
  return {
    count: axis.days.length,
    data: Array.from(reached_from, (from, bucket) => percent(reached_to[bucket]!, from)),
    days: [...axis.days],
    labels: [...axis.labels],
    reached_from_counts: Array.from(reached_from, (count) => scaled(count, share)),
    reached_to_counts: Array.from(reached_to, (count) => scaled(count, share)),
  };
}

/** Percentage with two decimals. */
function percent(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100;
}
