/** LifecycleNumbers -> four series: new, returning, resurrecting, and dormant as negative numbers. */
import { type LifecycleNumbers, type LifecycleQuery, STATUSES } from '../../model/question/lifecycle.ts';
import type { Entity } from '../../model/question/query.ts';
import type { Series } from '../../model/question/trend.ts';
import { axisOf, startLabels } from '../words/labels.ts';
import type { LinesShowing, Presented } from './showing.ts';

export function presentLifecycle(
  query: LifecycleQuery,
  showing: LinesShowing,
  numbers: LifecycleNumbers,
): Presented<Series[]> {
  return { result: query.entity === null ? [] : seriesOf(query, query.entity, showing, numbers) };
}

function seriesOf(
  { timezone, interval, range, ...query }: LifecycleQuery,
  entity: Entity,
  { filter, sampled_share }: LinesShowing,
  numbers: LifecycleNumbers,
): Series[] {
  const edges_ms = query.edges_ms.subarray(1);
  const { days } = axisOf(timezone, interval, range, edges_ms);
  const labels = startLabels(timezone, interval, edges_ms);
  const { type, id, name } = entity;
  return STATUSES.map((status, at) => {
    const data = Array.from(numbers[at]!, (count) => signed(status, Math.round(count / sampled_share)));
    return {
      action: { id, name, type, order: 0, math: 'total' },
      label: `${entity.custom_name ?? name} - ${status}`,
      status,
      data,
      count: data.reduce((total, count) => total + count, 0),
      days: [...days],
      labels: [...labels],
      filter,
    };
  });
}

/** Dormant counts are negative, but zero must not become -0. */
function signed(status: (typeof STATUSES)[number], count: number): number {
  return status === 'dormant' && count !== 0 ? -count : count;
}
