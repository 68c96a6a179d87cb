/**
 * Whom exclusions meet in ordered funnels, by the links of their steps (see funnel_links.ts): while an attempt waits for a
 * step before which they must not happen. What becomes of those is left to the slots.
 */
import type { FunnelSource } from './actor_events.ts';
import type { Attempts } from './attempt.ts';
import type { Chain, Links } from './links.ts';
import { findPlaces, placeOf } from './slice_actors.ts';

const NEVER = Number.NEGATIVE_INFINITY;

/** Marks the attempts from `first` on that an exclusion of the source meets. */
export function markSpoilt(
  chain: Chain,
  source: FunnelSource,
  links: Links,
  attempts: Attempts,
  first: number,
  is_spoilt: Uint8Array,
): void {
  const { actor, count, level } = attempts;
  const { time_ms, gaps, gaps_any } = source;
  const { begin } = source.stretches;
  const { window, plan } = chain;
  const { place } = links;
  /** When an attempt that is through was: nothing can spoil it after. */
  const through_ms = attempts.time_ms[plan.steps - 1]!;
  findPlaces(source.index, actor, first, count, place);
  for (let at = first; at < count; at++) {
    if (place[at] === 0) continue;
    const until_ms = level[at] === plan.steps ? through_ms[at]! : window.until_ms;
    for (let row = begin[place[at]! - 1]!; row < begin[place[at]!]! && time_ms[row]! < until_ms; row++) {
      if (time_ms[row]! < window.from_ms) continue;
      const bits = gaps === null ? gaps_any : gaps[row]!;
      if (isAnyAwaited(chain, links, attempts, at, bits, time_ms[row]!)) is_spoilt[at] = 1;
    }
  }
}

/** Whether at that time an attempt waits for one of the steps (bits): it has not done it, and is within its window. */
function isAnyAwaited(
  chain: Chain,
  links: Links,
  attempts: Attempts,
  at: number,
  steps: number,
  time: number,
): boolean {
  const level = attempts.level[at]!;
  for (let bits = steps; bits !== 0; bits &= bits - 1) {
    const step = 31 - Math.clz32(bits & -bits);
    if (step > level) continue;
    const start =
      step === 1 ? enteredAt(chain, attempts.actor[at]!, time) : startAt(links, attempts, step - 1, at, time);
    if (!(time - start <= chain.plan.window_ms)) continue;
    if (step === level || startAt(links, attempts, step, at, time) !== start) return true;
  }
  return false;
}

/** Start of the attempt that was the last to do the step (not the first) by then; minus infinity = none was. */
function startAt(links: Links, { time_ms: best_ms }: Attempts, step: number, at: number, time: number): number {
  const { begin, room, time_ms, start_ms } = links;
  const number = links.several_of[at]! - 1;
  if (number < 0) return best_ms[step]![at]! <= time ? best_ms[0]![at]! : NEVER;
  const first = begin[step * room + number]!;
  let link = begin[step * room + number + 1]! - 1;
  while (link >= first && time_ms[link]! > time) link--;
  return link < first ? NEVER : start_ms[link]!;
}

/** When the actor did the first step last by then; likewise. */
function enteredAt({ entrance, window }: Chain, actor: number, time: number): number {
  const { stretches, index, time_ms, steps } = entrance;
  const place = placeOf(index, actor);
  const first = stretches.begin[place]!;
  let row = stretches.begin[place + 1]! - 1;
  while (row >= first && (time_ms[row]! > time || (steps !== null && steps[row] === 0))) row--;
  return row < first || time_ms[row]! < window.from_ms ? NEVER : time_ms[row]!;
}
