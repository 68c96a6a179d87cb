/** The funnel over time: per bucket, actors that entered, and those of them that got through. */
import type { Buckets } from '../../frame/buckets.ts';
import type { Task } from '../../frame/team.ts';
import { actorsWith, judgeGathered } from './actors.ts';
import type { FunnelPlan } from './attempt.ts';
import { type Audience, type FunnelArgs, type Judge, ofActors, type StepOrder } from './audience.ts';
import { judgeEntries, newEntries } from './entries.ts';
import { judgeQueueEntries, newQueueEntries } from './entries_unordered.ts';
import { type EntryTally, newEntryTally } from './entry_tally.ts';

/** Adds the actors of the audience. `plan` has all steps; those after `to_step` have no effect. */
function countEntries(
  audience: Audience,
  plan: FunnelPlan,
  order: StepOrder,
  from_step: number,
  to_step: number,
  buckets: Buckets,
  tally: EntryTally,
): void {
  const from_level = from_step + 1;
  const actors = actorsWith(audience, order, order === 'unordered' ? 1 : from_level);
  judgeGathered(audience, actors, entryJudge(plan, order, from_level, to_step + 1, buckets, tally));
}

function entryJudge(
  plan: FunnelPlan,
  order: StepOrder,
  from_level: number,
  to_level: number,
  buckets: Buckets,
  tally: EntryTally,
): Judge {
  if (order === 'unordered') {
    const entries = newQueueEntries(plan, buckets, from_level, to_level);
    return (events, group) => judgeQueueEntries(entries, events, group, tally);
  }
  const entries = newEntries({ ...plan, steps: to_level }, order === 'strict', buckets, from_level);
  return (events, group) => judgeEntries(entries, events, group, tally);
}

interface EntriesArgs extends FunnelArgs {
  /** Equal to `to_step` if the entrants were counted elsewhere; `reached_from` is meaningless then. */
  readonly from_step: number;
  readonly to_step: number;
  readonly buckets: Buckets;
}

/** Morsels of actors. */
export const FUNNEL_ENTRIES: Task<EntriesArgs, EntryTally, EntryTally> = {
  name: 'funnel entries',
  begin: ({ buckets, groups }) => newEntryTally(buckets.count, groups),
  add: ({ audience, plan, order, from_step, to_step, buckets }, tally, first, until) =>
    countEntries(ofActors(audience, first, until), plan, order, from_step, to_step, buckets, tally),
  end: (tally) => tally,
};
