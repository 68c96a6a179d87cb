/** FunnelNumbers -> the answer as the wire has it, in the view that was asked for. */
import { unreachable } from '../../base/assert.ts';
import type { FunnelBody, FunnelNumbers, FunnelQuery, FunnelResult } from '../../model/funnel.ts';
import type { Resolved } from '../../model/result.ts';
import type { ProjectContext } from '../context.ts';
import { presentSteps } from './funnel_steps.ts';
import { presentTimes } from './funnel_times.ts';
import { presentFunnelTrend } from './funnel_trend.ts';
import { presentResolved } from './resolved.ts';

export interface FunnelAnswer {
  readonly result: FunnelResult['result'];
  readonly resolved: Resolved;
}

export function presentFunnel(
  context: ProjectContext,
  body: FunnelBody,
  query: FunnelQuery,
): (numbers: FunnelNumbers) => FunnelAnswer {
  const { timezone, range, steps: entities } = query;
  const interval = query.viz === 'trends' ? query.interval : null;
  const resolved = presentResolved(context, { timezone, range, interval, entities, ends: body });
  return (numbers) => ({ result: resultOf(body, query, numbers), resolved });
}

function resultOf(body: FunnelBody, query: FunnelQuery, numbers: FunnelNumbers): FunnelResult['result'] {
  switch (numbers.viz) {
    case 'steps':
      return presentSteps(body, query, numbers.groups);
    case 'trends':
      return presentFunnelTrend(body, query, numbers.groups);
    case 'time_to_convert':
      return presentTimes(body, query, numbers.times_ms);
    default:
      return unreachable(numbers);
  }
}
