/** The actors of a funnel and what each did of it: for whatever asks further about them. */
import type { FunnelQuery } from '../model/funnel.ts';
import type { GroupKey } from '../model/query.ts';
import { groupOf } from './breakdown.ts';
import type { DatasetView } from './dataset.ts';
import { prepare } from './funnel.ts';
import { type FunnelOutcomes, newOutcomes, noteOutcomes } from './kernels/funnel_outcomes.ts';

/** By the best attempt of each actor, whatever the breakdown: the attempts that a table of steps counts. */
export function funnelOutcomes(query: FunnelQuery, view: DatasetView): FunnelOutcomes {
  return outcomesOfGroup({ ...query, breakdown: null }, [], view);
}

/** Those of one group of a breakdown by values; [] without a breakdown. */
export function outcomesOfGroup(query: FunnelQuery, key: GroupKey, view: DatasetView): FunnelOutcomes {
  const { audiences, groups, plan } = prepare(query, view, 0);
  const out = newOutcomes(plan.steps, view.actorCount(query.actor));
  const group = groupOf(groups, key);
  if (group >= 0) for (const audience of audiences) noteOutcomes(audience, plan, query.order, group, out);
  return out;
}
