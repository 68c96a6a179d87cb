/** How long actors took from one step of a funnel to another. */
import type { Sample } from '../../../model/question/query.ts';
import type { Task } from '../../frame/team.ts';
import { addTime, closeTimes, newTimeLists, type TimeLists } from '../rows/time_lists.ts';
import { judgeActors } from './actors.ts';
import { type FunnelArgs, ofActors } from './audience.ts';
import { type FunnelWork, type Judged, newFunnelWork } from './work.ts';

interface TimesArgs extends FunnelArgs {
  readonly from_step: number;
  readonly to_step: number;
}

interface TimesSum {
  readonly sample: Sample;
  readonly judged: Judged;
}

/** A morsel is a range of actors. Times are in milliseconds. */
export const FUNNEL_TIMES: Task<TimesArgs, FunnelWork & { readonly times: TimeLists }, TimesSum> = {
  name: 'funnel times',
  begin: ({ plan }) => ({ ...newFunnelWork(plan), times: newTimeLists(1) }),
  add({ audience, plan, order, from_step, to_step }, work, first, until) {
    const { count, level, time_ms } = judgeActors(ofActors(audience, first, until), plan, order, to_step + 1, work);
    const [from_ms, to_ms] = [time_ms[from_step]!, time_ms[to_step]!];
    for (let at = 0; at < count; at++) if (level[at]! > to_step) addTime(work.times, 0, to_ms[at]! - from_ms[at]!);
  },
  end: ({ times, judged }) => ({ sample: closeTimes(times)[0]!, judged }),
};
