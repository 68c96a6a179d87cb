/**
 * The answer a funnel gives for one actor: how deep it got, and when each step was done. Every order of steps
 * (ordered, strict, unordered) fills it in its own way.
 */

export interface Attempt {
  /** Steps reached, 0 = none. */
  level: number;
  /** Spoilt by an exclusion: the actor is left out of every step. */
  tainted: boolean;
  /** step below level -> epoch milliseconds. */
  readonly time_ms: Float64Array;
}

/** What is asked of each actor. */
export interface FunnelPlan {
  readonly steps: number;
  /** From the first step, inclusive. */
  readonly window_ms: number;
  /** Whether any exclusion is asked for. */
  readonly has_gaps: boolean;
  /** The step that only events of the judged group can do (in unordered funnels: the one done first), NO_STEP = none. */
  readonly value_step: number;
}

export const NO_STEP = -1;

export function newAttempt(steps: number): Attempt {
  return { level: 0, tainted: false, time_ms: new Float64Array(steps) };
}
