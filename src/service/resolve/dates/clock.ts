/** When and where a question is asked: what its relative dates are read against. */

import type { Clock } from '../../../base/time.ts';
import type { ProjectContext } from '../../contract/context.ts';

export function clockOf(context: ProjectContext): Clock {
  const { timezone, week_start_day } = context.project;
  return { now_ms: context.now_ms, timezone, week_start: week_start_day };
}
