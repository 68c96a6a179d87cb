/** A funnel as tables of steps: names, counts, conversion times in seconds. */
import { SECOND_MS } from '../../base/time.ts';
import { mean } from '../../engine/frame/statistics.ts';
import { quantile } from '../../engine/kernels/rows/cell_quantiles.ts';
import { LIMIT } from '../../model/limit.ts';
import type { FunnelGroup, FunnelQuery, Step } from '../../model/question/funnel.ts';
import type { Entity } from '../../model/question/query.ts';
import { compareKeys, type FunnelShowing, hasOther, OTHER, stepValue } from './funnel_values.ts';
import { cutRanked } from './ranking.ts';

/** One table; with a breakdown, one per value. */
export function presentSteps(
  query: FunnelQuery,
  { form, sampled_share: share }: FunnelShowing,
  groups: readonly FunnelGroup[],
): Step[] | Step[][] {
  const { breakdown } = query;
  if (breakdown === null) return stepsOf(query, groups[0] ?? null, share);
  const limit = hasOther(query) ? breakdown.limit : LIMIT.breakdown_max;
  return rankGroups(groups, limit, hasOther(query)).map((group) => {
    const value = stepValue(form, breakdown, group.key);
    return stepsOf(query, group, share).map((step) => ({ ...step, ...value }));
  });
}

/** Ranks by how many reached the last step, then the one before, and so on. Pools groups past the limit if `other`. */
function rankGroups(groups: readonly FunnelGroup[], limit: number, other: boolean): FunnelGroup[] {
  const { kept, rest } = cutRanked([...groups].sort(compareGroups), 0, limit);
  return rest.length === 0 || !other ? kept : [...kept, pool(rest)];
}

function compareGroups(a: FunnelGroup, b: FunnelGroup): number {
  for (let step = a.counts.length - 1; step >= 0; step--) {
    const difference = b.counts[step]! - a.counts[step]!;
    if (difference !== 0) return difference;
  }
  return compareKeys(a.key, b.key);
}

function pool(groups: readonly FunnelGroup[]): FunnelGroup {
  const first = groups[0]!;
  return {
    key: OTHER,
    counts: first.counts.map((_, step) => groups.reduce((total, group) => total + group.counts[step]!, 0)),
    times_ms: first.times_ms.map((_, step) => groups.flatMap((group) => group.times_ms[step]!)),
  };
}

/** `group` is null if nobody did anything; then all counts are zero. `share`: sampled share of persons. */
function stepsOf(query: FunnelQuery, group: FunnelGroup | null, share: number): Step[] {
  return query.steps.map((entity, order) => {
    const times_ms = group?.times_ms[order] ?? [];
    return {
      ...(query.order === 'unordered' ? namedByCount(order) : namedByEntity(entity)),
      order,
      people: [],
      count: scaled(group?.counts[order] ?? 0, share),
      type: entity.type,
      average_conversion_time: seconds(mean(times_ms)),
      median_conversion_time: seconds(quantile(times_ms, 0.5)),
      converted_people_url: null,
      dropped_people_url: null,
    };
  });
}

/** Scales a sample's count up to all persons. */
export function scaled(count: number, share: number): number {
  return share === 1 ? count : Math.round(count / share);
}

function namedByEntity(entity: Entity): Pick<Step, 'action_id' | 'name' | 'custom_name'> {
  return { action_id: entity.id, name: entity.name, custom_name: entity.custom_name };
}

/** If steps may be done in any order, a step's name says how many were done. */
function namedByCount(order: number): Pick<Step, 'action_id' | 'name' | 'custom_name'> {
  return { action_id: null, name: `Completed ${order + 1} step${order === 0 ? '' : 's'}`, custom_name: null };
}

export function seconds(ms: number | null): number | null {
  return ms === null ? null : ms / SECOND_MS;
}
