/** The funnel over time: per bucket, actors that entered, and those of them that got through. */
import type { Buckets } from '../../frame/buckets.ts';
import type { Task } from '../../frame/team.ts';
import { actorsWith, judgeGathered } from './actors.ts';
import { type Audience, type FunnelArgs, type Judge, ofActors } from './audience.ts';
import { judgeEntries, newEntries } from './entries.ts';
import { judgeQueueEntries, newQueueEntries } from './entries_unordered.ts';
import { type EntryTally, newEntryTally } from './entry_tally.ts';

/** Adds the actors of the audience. The plan has all steps; those after `to_step` have no effect. */
function countEntries(audience: Audience, args: EntriesArgs, tally: EntryTally): void {
  const actors = actorsWith(audience, args.order, args.order === 'unordered' ? 1 : args.from_step + 1);
  judgeGathered(audience, actors, entryJudge(args, tally));
}

function entryJudge({ plan, order, from_step, to_step, buckets }: EntriesArgs, tally: EntryTally): Judge {
  const [from_level, to_level] = [from_step + 1, to_step + 1];
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

/** A morsel is a range of actors. */
export const FUNNEL_ENTRIES: Task<EntriesArgs, EntryTally, EntryTally> = {
  name: 'funnel entries',
  begin: ({ buckets, groups }) => newEntryTally(buckets.count, groups),
  add: (args, tally, first, until) => countEntries(ofActors(args.audience, first, until), args, tally),
  end: (tally) => tally,
};
