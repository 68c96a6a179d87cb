/** How long the part of a funnel between two steps took, of every actor that got through it. */
import type { Task } from '../team.ts';
import { type FunnelArgs, ofActors } from './audience.ts';
import { type FunnelWork, judgeActors, newFunnelWork } from './funnel_actors.ts';
import { addTime, newTimeLists, type TimeLists } from './time_lists.ts';

interface TimesArgs extends FunnelArgs {
  readonly from_step: number;
  readonly to_step: number;
}

/** Over actors; one list. */
export const FUNNEL_TIMES: Task<TimesArgs, FunnelWork & { readonly times: TimeLists }, TimeLists> = {
  name: 'funnel times',
  begin: ({ plan }) => ({ ...newFunnelWork(plan), times: newTimeLists(1) }),
  add({ audience, plan, order, from_step, to_step }, work, first, until) {
    const { times, attempt } = work;
    judgeActors(ofActors(audience, first, until), plan, order, to_step + 1, work, () => {
      addTime(times, 0, attempt.time_ms[to_step]! - attempt.time_ms[from_step]!);
    });
  },
  end: ({ times }) => times,
};
