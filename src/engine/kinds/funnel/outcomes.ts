/** Funnel outcomes per actor, for questions that go on from there (people, paths, correlation). */
import type { FunnelQuery } from '../../../model/question/funnel.ts';
import type { Missed } from '../../../model/question/people.ts';
import type { GroupKey } from '../../../model/question/query.ts';
import type { DatasetView } from '../../frame/dataset.ts';
import { actorCuts } from '../../frame/slices.ts';
import { inPhase } from '../../frame/trace.ts';
import { ofActors } from '../../kernels/funnel/audience.ts';
import { type FunnelOutcomes, newOutcomes, noteOutcomes } from '../../kernels/funnel/outcomes.ts';
import { groupOf, missedKey } from '../../select/breakdown.ts';
import { prepare } from './funnel.ts';

/** Best attempt of each actor regardless of breakdown, as in the table of steps. */
export function funnelOutcomes(query: FunnelQuery, view: DatasetView): FunnelOutcomes {
  return outcomesOfGroup({ ...query, breakdown: null }, [], view).outcomes;
}

interface GroupOutcomes {
  readonly outcomes: FunnelOutcomes;
  readonly missed: Missed | null;
}

/** Outcomes of one group of a breakdown by values; [] = no breakdown. */
export function outcomesOfGroup(query: FunnelQuery, key: GroupKey, view: DatasetView): GroupOutcomes {
  const { asked, groups } = prepare(query, view, 0);
  const cuts = actorCuts(view.actorCount(query.actor));
  const outcomes = newOutcomes(query.steps.length, view.actorCount(query.actor));
  const group = groupOf(groups, key);
  const missed = missedKey(groups, key, group);
  if (missed !== null) return { outcomes, missed };
  for (const { audience, plan, order } of asked) {
    for (let at = 0; at + 1 < cuts.length; at++) {
      view.checkpoint();
      const some = ofActors(audience, cuts[at]!, cuts[at + 1]!);
      inPhase('kernels', () => noteOutcomes(some, plan, order, group, outcomes));
    }
  }
  return { outcomes, missed };
}
