/** LifecycleNumbers -> four series: new, returning, resurrecting, and dormant as negative numbers. */
import { type LifecycleNumbers, STATUSES } from '../../model/lifecycle.ts';
import type { Entity } from '../../model/query.ts';
import type { Series, TrendBody } from '../../model/trend.ts';
import type { ProjectContext } from '../context.ts';
import type { LifecycleAsked } from '../resolve/lifecycle.ts';
import { echoSeries } from './echo.ts';
import { axisOf, startLabels } from './labels.ts';
import { presentResolved } from './resolved.ts';
import type { TrendAnswer } from './trend.ts';

export function presentLifecycle(
  context: ProjectContext,
  body: TrendBody,
  asked: LifecycleAsked,
): (numbers: LifecycleNumbers) => TrendAnswer {
  const { query, warnings } = asked;
  const { entity } = query;
  const understood = presentResolved(context, { ...query, entities: entity === null ? [] : [entity], ends: body });
  const resolved = { ...understood, warnings: [...understood.warnings, ...warnings] };
  const result = entity === null ? () => [] : seriesOf(body, asked, entity);
  return (numbers) => ({ result: result(numbers), resolved, has_more: false });
}

function seriesOf(
  body: TrendBody,
  { query, sampled_share }: LifecycleAsked,
  entity: Entity,
): (numbers: LifecycleNumbers) => Series[] {
  const { timezone, interval, range } = query;
  const edges_ms = query.edges_ms.subarray(1);
  const { days } = axisOf(timezone, interval, range, edges_ms);
  const labels = startLabels(timezone, interval, edges_ms);
  const filter = echoSeries(body, 'LIFECYCLE');
  const { type, id, name } = entity;
  return (numbers) =>
    STATUSES.map((status, at) => {
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

/** Who is dormant is taken away; zero has no sign. */
function signed(status: (typeof STATUSES)[number], count: number): number {
  return status === 'dormant' && count !== 0 ? -count : count;
}
