/**
 * Funnel results actor by actor: how deep each got, and when it did each step. For questions about the people in a
 * funnel.
 */

import { judgeActors } from './actors.ts';
import type { FunnelPlan } from './attempt.ts';
import type { Audience, StepOrder } from './audience.ts';
import { newFunnelWork } from './work.ts';

export interface FunnelOutcomes {
  readonly steps: number;
  /** actor -> steps reached; 0 = did not enter, or excluded. */
  readonly level: Uint8Array;
  /** actor -> its index among entrants; valid for actors that entered. */
  readonly entrant: Uint32Array;
  entrants: number;
  /** entrant * steps + step -> epoch milliseconds, for steps reached. */
  time_ms: Float64Array;
}

const FIRST_ENTRANTS = 256;

export function newOutcomes(steps: number, actors: number): FunnelOutcomes {
  return {
    steps,
    level: new Uint8Array(actors),
    entrant: new Uint32Array(actors),
    entrants: 0,
    time_ms: new Float64Array(FIRST_ENTRANTS * steps),
  };
}

/** Adds the actors of one group; without a breakdown every actor is in group 0. */
export function noteOutcomes(
  audience: Audience,
  plan: FunnelPlan,
  order: StepOrder,
  wanted: number,
  out: FunnelOutcomes,
): void {
  const { count, actor, group, level, time_ms } = judgeActors(audience, plan, order, 1, newFunnelWork(plan));
  for (let at = 0; at < count; at++) {
    if (group[at] !== wanted || level[at] === 0) continue;
    out.level[actor[at]!] = level[at]!;
    out.entrant[actor[at]!] = out.entrants;
    const offset = out.entrants++ * plan.steps;
    if (offset === out.time_ms.length) grow(out);
    for (let step = 0; step < level[at]!; step++) out.time_ms[offset + step] = time_ms[step]![at]!;
  }
}

function grow(out: FunnelOutcomes): void {
  const larger = new Float64Array(out.time_ms.length * 2);
  larger.set(out.time_ms);
  out.time_ms = larger;
}

/** Time an actor did a step (from 0) that it reached. */
export function stepTimeMs(outcomes: FunnelOutcomes, actor: number, step: number): number {
  return outcomes.time_ms[outcomes.entrant[actor]! * outcomes.steps + step]!;
}
