/**
 * Ordered funnels in place: each step has a run of its own. Links attempts (links.ts) without gathering events, except
 * those of actors that an exclusion meets (excluded.ts), who are judged again.
 * Input: one run per step. Output: best attempts of a slice of actors. Cost: one step per
 * row of the later steps, about one look per 16 rows of the first.
 */
import { type FunnelSource, gatherEvents, newActorEvents, newActorRows } from './actor_events.ts';
import { addAttempt } from './attempt.ts';
import { type Audience, firstSteps, type Judging } from './audience.ts';
import type { Chain } from './chain.ts';
import { enterAttempts, linkAttempts } from './links.ts';
import { addActors, findRows, keep, metInAll, metInAny } from './slice_actors.ts';
import { type Touch, touchGroups } from './touch.ts';
import type { FunnelWork } from './work.ts';

/** `judge` finds the same from an actor's gathered events. */
export function judgeOrdered(
  chain: Chain,
  audience: Audience,
  judging: Judging,
  touch: Touch | null,
  work: FunnelWork,
): void {
  judgeExcluded(chain, judging, work, linkClimbers(chain, audience, judging.needs, touch, work));
}

/**
 * Adds an attempt for every actor with a first step; only those who may get further are linked. With needs > 1 there
 * are no others. Returns attempt -> 1: an exclusion meets it.
 */
function linkClimbers(
  chain: Chain,
  audience: Audience,
  needs: number,
  touch: Touch | null,
  { links, attempts }: FunnelWork,
): Uint8Array {
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
  const is_excluded = linkAttempts(chain, links, attempts, first);
  if (needs === 1) enterAttempts(chain, attempts);
  return is_excluded;
}

/** Whether the source decides if an actor gets beyond the first step, or which group it is in. */
function leadsOn({ steps_any, exclusions_any }: FunnelSource, is_split: boolean): boolean {
  return is_split || ((steps_any | exclusions_any) & 2) !== 0;
}

/** Judges actors anew, from their events, if an exclusion meets their attempt. */
function judgeExcluded(
  { sources, window }: Chain,
  { needs, judge }: Judging,
  { attempt, attempts }: FunnelWork,
  is_excluded: Uint8Array,
): void {
  const events = newActorEvents(sources.length);
  const rows = newActorRows(sources.length);
  for (const [at, excluded] of is_excluded.entries()) {
    if (excluded === 0) continue;
    const who = attempts.actor[at]!;
    attempts.level[at] = 0;
    findRows(sources, who, rows);
    gatherEvents(rows, sources, window, events);
    judge(events, attempts.group[at]!);
    addAttempt(attempts, who, attempts.group[at]!, needs, attempt);
  }
}
