/**
 * Marks linked attempts of an ordered funnel that met an exclusion while they waited for the step it must not precede.
 * Those actors are judged again from their events; all others keep what links.ts found.
 * Input: the links and one source of exclusions. Output: a flag per attempt. Cost: one look at the links per exclusion
 * row.
 */
import type { FunnelSource } from './actor_events.ts';
import type { Attempts } from './attempt.ts';
import type { Chain, Links } from './links.ts';
import { findRanks, rankOf } from './slice_actors.ts';

const NEVER = Number.NEGATIVE_INFINITY;

/** Sets is_excluded[attempt], for attempts from `first` on. */
export function markExcluded(
  chain: Chain,
  source: FunnelSource,
  { links, attempts }: { readonly links: Links; readonly attempts: Attempts },
  first: number,
  is_excluded: Uint8Array,
): void {
  const { actor, count, level } = attempts;
  const { time_ms, exclusions, exclusions_any, ranges } = source;
  const { window, plan } = chain;
  /** From this time on an attempt is through, and nothing excludes it. */
  const through_ms = attempts.time_ms[plan.steps - 1]!;
  findRanks(source.index, actor, first, count, links.rank);
  for (let at = first; at < count; at++) {
    const rank = links.rank[at]!;
    if (rank === 0) continue;
    const until_ms = level[at] === plan.steps ? through_ms[at]! : window.until_ms;
    for (let row = ranges.begin[rank - 1]!; row < ranges.begin[rank]! && time_ms[row]! < until_ms; row++) {
      if (time_ms[row]! < window.from_ms) continue;
      const bits = exclusions === null ? exclusions_any : exclusions[row]!;
      if (isAnyAwaited(chain, links, attempts, at, bits, time_ms[row]!)) is_excluded[at] = 1;
    }
  }
}

/**
 * Whether the attempt waits for one of the steps (bits) at that time: not done yet, and still within its window. Bare
 * arguments: called per row.
 */
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

/** Start of the attempt that last did the step (never the first step) by `time`; NEVER if none did. */
function startAt(links: Links, { time_ms: best_ms }: Attempts, step: number, at: number, time: number): number {
  const { begin, room, time_ms, start_ms } = links;
  const number = links.number[at]! - 1;
  if (number < 0) return best_ms[step]![at]! <= time ? best_ms[0]![at]! : NEVER;
  const first = begin[step * room + number]!;
  let link = begin[step * room + number + 1]! - 1;
  while (link >= first && time_ms[link]! > time) link--;
  return link < first ? NEVER : start_ms[link]!;
}

/** When the actor last did the first step by `time`; NEVER if it did not. */
function enteredAt({ entrance, window }: Chain, actor: number, time: number): number {
  const { ranges, index, time_ms, steps } = entrance;
  const rank = rankOf(index, actor);
  const first = ranges.begin[rank]!;
  let row = ranges.begin[rank + 1]! - 1;
  while (row >= first && (time_ms[row]! > time || (steps !== null && steps[row] === 0))) row--;
  return row < first || time_ms[row]! < window.from_ms ? NEVER : time_ms[row]!;
}
