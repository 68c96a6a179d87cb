/** FunnelNumbers -> the answer for the wire, in the requested view. */
import { unreachable } from '../../base/assert.ts';
import type { FunnelNumbers, FunnelQuery, FunnelResult } from '../../model/question/funnel.ts';
import { presentSteps } from './funnel_steps.ts';
import { presentTimes } from './funnel_times.ts';
import { presentFunnelTrend } from './funnel_trend.ts';
import type { FunnelShowing } from './funnel_values.ts';

export function presentFunnel(
  query: FunnelQuery,
  showing: FunnelShowing,
  numbers: FunnelNumbers,
): FunnelResult['result'] {
  switch (numbers.viz) {
    case 'steps':
      return presentSteps(query, showing, numbers.groups);
    case 'trends':
      return presentFunnelTrend(query, showing, numbers.groups);
    case 'time_to_convert':
      return presentTimes(query, showing, numbers.times_ms);
    default:
      return unreachable(numbers);
  }
}
