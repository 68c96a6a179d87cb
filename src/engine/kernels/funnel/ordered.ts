/**
 * Ordered funnels in place: each step has a run of its own, and there are no exclusions. Links attempts (links.ts)
 * without gathering events.
 * Input: one run per step. Output: best attempts of a slice of actors. Cost: see links.ts.
 */
import type { FunnelSource } from './actor_events.ts';
import { type Audience, firstSteps } from './audience.ts';
import { type Chain, enterAttempts, linkAttempts } from './links.ts';
import { addActors, keep, metInAll, metInAny } from './slice_actors.ts';
import { type Touch, touchGroups } from './touch.ts';
import type { FunnelWork } from './work.ts';

/**
 * Adds an attempt for every actor with a first step; only those who may get further are linked. With needs > 1 there
 * are no others.
 */
export function judgeOrdered(
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
    addActors(audience, keep(climbers, later, false), attempts);
    if (touch !== null) touchGroups(touch, [entrance], window, attempts, 0);
    climbers = keep(climbers, later, true);
  }
  const first = attempts.count;
  addActors(audience, climbers, attempts);
  if (touch !== null) touchGroups(touch, sources, window, attempts, first);
  linkAttempts(chain, links, attempts, first);
  if (needs === 1) enterAttempts(chain, attempts);
}

/** Whether the source decides if an actor gets beyond the first step, or which group it is in. */
function leadsOn({ steps_any }: FunnelSource, is_split: boolean): boolean {
  return is_split || (steps_any & 2) !== 0;
}
