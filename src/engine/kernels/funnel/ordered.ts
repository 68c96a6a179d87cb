/**
 * Ordered funnels in place: each step has a run of its own. Links attempts (links.ts) without gathering events, except
 * those of actors with an exclusion before they are through, who are judged again.
 * Input: one run per step. Output: best attempts of a slice of actors. Cost: see links.ts.
 */
import { type FunnelSource, gatherEvents, newActorEvents, newActorRows } from './actor_events.ts';
import { type Attempts, addAttempt } from './attempt.ts';
import { type Audience, firstSteps, type Judging } from './audience.ts';
import { type Chain, enterAttempts, linkAttempts } from './links.ts';
import { addActors, findRanks, findRows, keep, metInAll, metInAny } from './slice_actors.ts';
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
  const first = linkClimbers(chain, audience, judging.needs, touch, work);
  if (chain.exclusions.length > 0) judgeExcluded(chain, judging, work, first);
}

/**
 * Adds an attempt for every actor with the first `needs` steps, and links only those who may get beyond the first.
 * Returns the index of the first linked attempt.
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

/** Whether the source decides if an actor gets beyond the first step, or which group it is in. */
function leadsOn({ steps_any, exclusions_any }: FunnelSource, is_split: boolean): boolean {
  return is_split || ((steps_any | exclusions_any) & 2) !== 0;
}

/** Judges actors anew, from their events, if an exclusion may have met their attempt. */
function judgeExcluded(
  chain: Chain,
  { needs, judge }: Judging,
  { attempt, attempts }: FunnelWork,
  first: number,
): void {
  const { sources, window } = chain;
  const until = attempts.count;
  const is_excluded = new Uint8Array(until);
  for (const source of chain.exclusions) markExcluded(chain, source, attempts, first, is_excluded);
  const events = newActorEvents(sources.length);
  const rows = newActorRows(sources.length);
  for (let at = first; at < until; at++) {
    if (is_excluded[at] === 0) continue;
    const who = attempts.actor[at]!;
    attempts.level[at] = 0;
    findRows(sources, who, rows);
    gatherEvents(rows, sources, window, events);
    judge(events, attempts.group[at]!);
    addAttempt(attempts, who, attempts.group[at]!, needs, attempt);
  }
}

/** Marks attempts of actors with an exclusion before they are through; from then on, nothing excludes them. */
function markExcluded(
  { window, plan }: Chain,
  { index, ranges, time_ms, exclusions }: FunnelSource,
  { actor, count, level, time_ms: best_ms }: Attempts,
  first: number,
  is_excluded: Uint8Array,
): void {
  const { begin } = ranges;
  const through_ms = best_ms[plan.steps - 1]!;
  const rank = new Uint32Array(count);
  findRanks(index, actor, first, count, rank);
  for (let at = first; at < count; at++) {
    if (rank[at] === 0) continue;
    const until_ms = level[at] === plan.steps ? through_ms[at]! : window.until_ms;
    for (let row = begin[rank[at]! - 1]!; row < begin[rank[at]!]! && time_ms[row]! < until_ms; row++) {
      if (time_ms[row]! >= window.from_ms && (exclusions === null || exclusions[row] !== 0)) is_excluded[at] = 1;
    }
  }
}
