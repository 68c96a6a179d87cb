/**
 * Whether an exclusion meets an attempt of an ordered funnel: it does if it happens while the attempt waits for a step
 * before which it must not happen. Input: the links of one actor (links.ts). Cost: one look at the links per exclusion
 * row.
 */
import type { FunnelSource } from './actor_events.ts';
import type { Attempts } from './attempt.ts';
import type { Chain, Links } from './chain.ts';
import { rankOf } from './slice_actors.ts';

const NEVER = Number.NEGATIVE_INFINITY;

/** Whether an exclusion meets attempt `at`, which must be the one linked last. */
export function isExcluded(chain: Chain, links: Links, attempts: Attempts, at: number): boolean {
  const { plan, window, exclusions } = chain;
  const level = attempts.level[at]!;
  // Once an attempt is complete, nothing excludes it any more.
  const until_ms = level === plan.steps ? attempts.time_ms[plan.steps - 1]![at]! : window.until_ms;
  for (const { index, ranges, time_ms, exclusions: bits_of, exclusions_any } of exclusions) {
    const rank = rankOf(index, attempts.actor[at]!);
    if (rank < 0) continue;
    for (let row = ranges.begin[rank]!; row < ranges.begin[rank + 1]! && time_ms[row]! < until_ms; row++) {
      const bits = bits_of === null ? exclusions_any : bits_of[row]!;
      if (time_ms[row]! >= window.from_ms && isAnyAwaited(chain, links, at, level, bits, time_ms[row]!)) return true;
    }
  }
  return false;
}

/**
 * Whether the attempt waits at that time for one of these steps (bits), and is still in its window. Bare arguments:
 * called per row.
 */
function isAnyAwaited(chain: Chain, links: Links, at: number, level: number, steps: number, time: number): boolean {
  for (let bits = steps; bits !== 0; bits &= bits - 1) {
    const step = 31 - Math.clz32(bits & -bits);
    if (step > level) continue;
    const start = step === 1 ? enteredAt(chain, links.ranks[0]![at]!, time) : startAt(links, step - 1, time);
    if (!(time - start <= chain.plan.window_ms)) continue;
    if (step === level || startAt(links, step, time) !== start) return true;
  }
  return false;
}

/** Start of the attempt that was the last to do the step (not the first) by then; minus infinity = none did. */
function startAt({ begin, time_ms, start_ms }: Links, step: number, time: number): number {
  let link = begin[step + 1]! - 1;
  while (link >= begin[step]! && time_ms[link]! > time) link--;
  return link < begin[step]! ? NEVER : start_ms[link]!;
}

/** When the actor last did the first step by then; minus infinity = never. */
function enteredAt({ entrance, window }: Chain, rank: number, time: number): number {
  const { ranges, time_ms, steps }: FunnelSource = entrance;
  const first = ranges.begin[rank - 1]!;
  let row = ranges.begin[rank]! - 1;
  while (row >= first && (time_ms[row]! > time || (steps !== null && steps[row] === 0))) row--;
  return row < first || time_ms[row]! < window.from_ms ? NEVER : time_ms[row]!;
}
