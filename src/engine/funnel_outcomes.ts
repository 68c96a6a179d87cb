/** The actors of a funnel and what each did of it: for whatever asks further about them. */
import type { FunnelQuery } from '../model/funnel.ts';
import type { DatasetView } from './dataset.ts';
import { prepare } from './funnel.ts';
import { type FunnelOutcomes, newOutcomes, noteOutcomes } from './kernels/funnel_outcomes.ts';

/** By the best attempt of each actor, whatever the breakdown: the attempts that a table of steps counts. */
export function funnelOutcomes(query: FunnelQuery, view: DatasetView): FunnelOutcomes {
  const { audiences, plan } = prepare({ ...query, breakdown: null }, view, 0);
  const out = newOutcomes(plan.steps, view.actorCount(query.actor));
  for (const audience of audiences) noteOutcomes(audience, plan, query.order, out);
  return out;
}
