/** How long the part of a funnel between two steps took, of every actor that got through it. */
import type { Task } from '../team.ts';
import { newAttempt } from './attempt.ts';
import { type FunnelArgs, ofActors } from './audience.ts';
import { judgeActors } from './funnel_actors.ts';
import { addTime, newTimeLists, type TimeLists } from './time_lists.ts';

interface TimesArgs extends FunnelArgs {
  readonly from_step: number;
  readonly to_step: number;
}

/** Over actors; one list. */
export const FUNNEL_TIMES: Task<TimesArgs, TimeLists, TimeLists> = {
  name: 'funnel times',
  begin: () => newTimeLists(1),
  add({ audience, plan, order, from_step, to_step }, times, first, until) {
    const attempt = newAttempt(plan.steps);
    judgeActors(ofActors(audience, first, until), plan, order, to_step + 1, attempt, () => {
      addTime(times, 0, attempt.time_ms[to_step]! - attempt.time_ms[from_step]!);
    });
  },
  end: (times) => times,
};
