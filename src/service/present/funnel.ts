/** FunnelNumbers -> steps as the wire has them: names, whole counts, conversion times in seconds. */
import { mean, median } from '../../engine/statistics.ts';
import type { FunnelBody, FunnelGroup, FunnelNumbers, FunnelQuery, Step } from '../../model/funnel.ts';
import type { Entity } from '../../model/query.ts';
import type { Resolved } from '../../model/result.ts';
import type { ProjectContext } from '../context.ts';
import { isListBreakdown } from '../resolve/breakdown.ts';
import { compareText, cutRanked } from './ranking.ts';
import { presentResolved } from './resolved.ts';

export interface FunnelAnswer {
  readonly result: Step[] | Step[][];
  readonly resolved: Resolved;
}

const OTHER = 'Other';
const SECOND_MS = 1_000;

export function presentFunnel(
  context: ProjectContext,
  body: FunnelBody,
  query: FunnelQuery,
  numbers: FunnelNumbers,
): FunnelAnswer {
  const { timezone, range, steps: entities } = query;
  const resolved = presentResolved(context, { timezone, range, interval: null, entities });
  if (query.breakdown === null) return { result: stepsOf(query, numbers.groups[0] ?? null), resolved };
  // A key sent alone gets plain values back, a list of keys gets lists; values of groups are always plain.
  const as_list = (Array.isArray(body.breakdown) || isListBreakdown(body)) && query.breakdown.source.of !== 'group';
  const result = rankGroups(numbers.groups, query.breakdown.limit).map((group) => {
    const value = as_list ? [group.value ?? ''] : (group.value ?? '');
    return stepsOf(query, group).map((step) => ({ ...step, breakdown: value, breakdown_value: value }));
  });
  return { result, resolved };
}

/** By who arrived at the last step, then the one before, and so on. What is past the limit is pooled. */
function rankGroups(groups: readonly FunnelGroup[], limit: number): FunnelGroup[] {
  const { kept, rest } = cutRanked([...groups].sort(compareGroups), 0, limit);
  return rest.length === 0 ? kept : [...kept, pool(rest)];
}

function compareGroups(a: FunnelGroup, b: FunnelGroup): number {
  for (let step = a.counts.length - 1; step >= 0; step--) {
    const difference = b.counts[step]! - a.counts[step]!;
    if (difference !== 0) return difference;
  }
  return compareText(a.value ?? '', b.value ?? '');
}

function pool(groups: readonly FunnelGroup[]): FunnelGroup {
  const first = groups[0]!;
  return {
    value: OTHER,
    counts: first.counts.map((_, step) => groups.reduce((total, group) => total + group.counts[step]!, 0)),
    times_ms: first.times_ms.map((_, step) => concatenate(groups.map((group) => group.times_ms[step]!))),
  };
}

function concatenate(parts: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** `group` null = nobody did anything: steps of zero. */
function stepsOf(query: FunnelQuery, group: FunnelGroup | null): Step[] {
  return query.steps.map((entity, order) => {
    const times_ms = group?.times_ms[order] ?? new Float64Array(0);
    return {
      ...(query.order === 'unordered' ? namedByCount(order) : namedByEntity(entity)),
      order,
      people: [],
      count: group?.counts[order] ?? 0,
      type: entity.type,
      average_conversion_time: seconds(mean(times_ms)),
      median_conversion_time: seconds(median(times_ms)),
      converted_people_url: null,
      dropped_people_url: null,
    };
  });
}

function namedByEntity(entity: Entity): Pick<Step, 'action_id' | 'name' | 'custom_name'> {
  return { action_id: entity.id, name: entity.name, custom_name: entity.custom_name };
}

/** Where any order will do, a step is how many of them were done. */
function namedByCount(order: number): Pick<Step, 'action_id' | 'name' | 'custom_name'> {
  return { action_id: null, name: `Completed ${order + 1} step${order === 0 ? '' : 's'}`, custom_name: null };
}

function seconds(ms: number | null): number | null {
  return ms === null ? null : ms / SECOND_MS;
}
