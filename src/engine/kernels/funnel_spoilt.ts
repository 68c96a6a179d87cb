/**
 * Whom exclusions meet in ordered funnels, by the links of their steps (see funnel_links.ts): while an attempt waits for a
 * step before which they must not happen. What becomes of those is left to the slots.
 */
import type { FunnelSource } from './actor_events.ts';
import type { Attempts } from './attempt.ts';
import type { Chain, Links } from './funnel_links.ts';
import { findPlaces } from './slice_actors.ts';

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
      if (isAnyAwaited(chain, links, level[at]!, at, bits, time_ms[row]!)) is_spoilt[at] = 1;
    }
  }
}

/** Whether at that time an attempt waits for one of the steps (bits): it has not done it, and is within its window. */
function isAnyAwaited(chain: Chain, links: Links, level: number, at: number, steps: number, time: number): boolean {
  for (let bits = steps; bits !== 0; bits &= bits - 1) {
    const step = 31 - Math.clz32(bits & -bits);
    if (step > level) continue;
    const start = step === 1 ? enteredAt(chain, links, at, time) : startAt(links, step - 1, at, time);
    if (!(time - start <= chain.plan.window_ms)) continue;
    if (step === level || startAt(links, step, at, time) !== start) return true;
  }
  return false;
}

/** Start of the attempt that was the last to do the step by then; minus infinity = none was. */
function startAt({ begin, room, time_ms, start_ms }: Links, step: number, at: number, time: number): number {
  const first = begin[step * room + at]!;
  let link = begin[step * room + at + 1]! - 1;
  while (link >= first && time_ms[link]! > time) link--;
  return link < first ? NEVER : start_ms[link]!;
}

function enteredAt({ entrance, window }: Chain, { home }: Links, at: number, time: number): number {
  const { stretches, time_ms, steps } = entrance;
  const first = stretches.begin[home[at]! - 1]!;
  let row = stretches.begin[home[at]!]! - 1;
  while (row >= first && (time_ms[row]! > time || (steps !== null && steps[row] === 0))) row--;
  return row < first || time_ms[row]! < window.from_ms ? NEVER : time_ms[row]!;
}
