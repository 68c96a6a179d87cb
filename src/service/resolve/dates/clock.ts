/** Time and zone of a question; relative dates refer to them. */

import type { Clock } from '../../../base/time.ts';
import type { ProjectContext } from '../../contract/context.ts';

export function clockOf(context: ProjectContext): Clock {
  const { timezone, week_start_day } = context.project;
  return { now_ms: context.now_ms, timezone, week_start: week_start_day };
}
