/** Ordered funnels where each step has a run of its own: no events are gathered but of actors that an exclusion spoils. */
import { type FunnelSource, gatherEvents, newActorEvents, newActorRows } from './actor_events.ts';
import { addAttempt } from './attempt.ts';
import { type Audience, firstSteps, type Judge } from './audience.ts';
import type { FunnelWork } from './funnel_actors.ts';
import { addLinked, type Chain, clearLinks, linkActors, markSpoilt } from './funnel_links.ts';
import { type Touch, touchGroups } from './funnel_touch.ts';
import { findRows, keep, listActors, metInAll, metInAny } from './slice_actors.ts';

/** Of attempts of at least so many steps. `judge` does as well, from an actor's events. */
export function judgeOrdered(
  chain: Chain,
  audience: Audience,
  needs: number,
  touch: Touch | null,
  judge: Judge,
  work: FunnelWork,
): void {
  const { links, attempts } = work;
  linkClimbers(chain, audience, needs, touch, work);
  for (const source of chain.gaps) markSpoilt(chain, source, links);
  addLinked(chain, links, needs, attempts);
  if (chain.gaps.length > 0) judgeSpoilt(chain, needs, judge, work);
}

/**
 * Links the steps of those who may get beyond the first one. The others who did it have entered, and no more: of them
 * attempts are added at once, if one step is enough.
 */
export function linkClimbers(
  chain: Chain,
  audience: Audience,
  needs: number,
  touch: Touch | null,
  { links, attempts }: FunnelWork,
): void {
  const { entrance, sources, window } = chain;
  let climbers = metInAll(audience, firstSteps(needs));
  if (needs === 1) {
    const leads = sources.filter((source) => source !== entrance && leadsOn(source, touch !== null));
    const later = metInAny(audience, leads);
    listActors(audience, keep(climbers, later, false), links);
    clearLinks(chain, links);
    if (touch !== null) touchGroups(touch, [entrance], window, links);
    addLinked(chain, links, needs, attempts);
    climbers = keep(climbers, later, true);
  }
  listActors(audience, climbers, links);
  clearLinks(chain, links);
  if (touch !== null) touchGroups(touch, sources, window, links);
  linkActors(chain, links);
}

/** Whether the source's rows decide if an actor may get beyond the first step, or which group it is of. */
function leadsOn({ steps_any, gaps_any }: FunnelSource, is_split: boolean): boolean {
  return is_split || ((steps_any | gaps_any) & 2) !== 0;
}

function judgeSpoilt(
  { sources, window }: Chain,
  needs: number,
  judge: Judge,
  { links, attempt, attempts }: FunnelWork,
): void {
  const events = newActorEvents(sources.length);
  const rows = newActorRows(sources.length);
  for (let at = 0; at < links.count; at++) {
    if (links.is_spoilt[at] === 0) continue;
    findRows(sources, links.actor[at]!, rows);
    gatherEvents(rows, sources, window, events);
    judge(events, links.group[at]!);
    addAttempt(attempts, links.actor[at]!, links.group[at]!, needs, attempt);
  }
}
