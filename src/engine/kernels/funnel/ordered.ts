/** Ordered funnels where each step has a run of its own: no events are gathered but of actors that an exclusion spoils. */
import { type FunnelSource, gatherEvents, newActorEvents, newActorRows } from './actor_events.ts';
import { addAttempt } from './attempt.ts';
import { type Audience, firstSteps, type Judge } from './audience.ts';
import { type Chain, enterAttempts, linkAttempts } from './links.ts';
import { addActors, findRows, keep, metInAll, metInAny } from './slice_actors.ts';
import { markSpoilt } from './spoilt.ts';
import { type Touch, touchGroups } from './touch.ts';
import type { FunnelWork } from './work.ts';

/** `judge` does as well, from an actor's events. */
export function judgeOrdered(
  chain: Chain,
  audience: Audience,
  needs: number,
  touch: Touch | null,
  judge: Judge,
  work: FunnelWork,
): void {
  const first = linkClimbers(chain, audience, needs, touch, work);
  if (chain.gaps.length > 0) judgeSpoilt(chain, needs, judge, work, first);
}

/**
 * Adds an attempt for everybody who did the first step: the last ones, from that which is returned on, of those who may
 * get beyond it. Only these are linked; where more than one step is needed there are no others.
 */
function linkClimbers(
  chain: Chain,
  audience: Audience,
  needs: number,
  touch: Touch | null,
  { links, attempts }: FunnelWork,
): number {
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
  return first;
}

/** Whether the source's rows decide if an actor may get beyond the first step, or which group it is of. */
function leadsOn({ steps_any, gaps_any }: FunnelSource, is_split: boolean): boolean {
  return is_split || ((steps_any | gaps_any) & 2) !== 0;
}

/** Attempts that an exclusion meets do not count, but those do that are made of their actors' events. */
function judgeSpoilt(
  chain: Chain,
  needs: number,
  judge: Judge,
  { links, attempt, attempts }: FunnelWork,
  first: number,
): void {
  const { sources, window } = chain;
  const until = attempts.count;
  const is_spoilt = new Uint8Array(until);
  for (const source of chain.gaps) markSpoilt(chain, source, links, attempts, first, is_spoilt);
  const events = newActorEvents(sources.length);
  const rows = newActorRows(sources.length);
  for (let at = first; at < until; at++) {
    if (is_spoilt[at] === 0) continue;
    attempts.level[at] = 0;
    findRows(sources, attempts.actor[at]!, rows);
    gatherEvents(rows, sources, window, events);
    judge(events, attempts.group[at]!);
    addAttempt(attempts, attempts.actor[at]!, attempts.group[at]!, needs, attempt);
  }
}
