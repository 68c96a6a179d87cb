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

/** The best attempts of many actors, one for each of an actor's groups. They grow, and are used again. */
export interface Attempts {
  readonly steps: number;
  count: number;
  /** attempt below `count` -> its actor, the group it counts for, and steps reached, at least one. */
  actor: Uint32Array;
  group: Uint32Array;
  level: Uint8Array;
  /** attempt * steps + step below its level -> epoch milliseconds. */
  time_ms: Float64Array;
}

export function newAttempts(steps: number): Attempts {
  return { steps, count: 0, ...arrays(0, steps) };
}

function arrays(room: number, steps: number): Omit<Attempts, 'steps' | 'count'> {
  return {
    actor: new Uint32Array(room),
    group: new Uint32Array(room),
    level: new Uint8Array(room),
    time_ms: new Float64Array(room * steps),
  };
}

/** Makes room for so many more. */
export function reserveAttempts(attempts: Attempts, more: number): void {
  const { count, steps, actor, group, level, time_ms } = attempts;
  if (count + more <= actor.length) return;
  const larger = arrays(2 ** Math.ceil(Math.log2(count + more)), steps);
  larger.actor.set(actor);
  larger.group.set(group);
  larger.level.set(level);
  larger.time_ms.set(time_ms);
  Object.assign(attempts, larger);
}

/** If it is of at least so many steps, and counts. */
export function addAttempt(attempts: Attempts, actor: number, group: number, needs: number, found: Attempt): void {
  const { level, tainted, time_ms } = found;
  if (level === 0 || level < needs || tainted) return;
  reserveAttempts(attempts, 1);
  const at = attempts.count++;
  attempts.actor[at] = actor;
  attempts.group[at] = group;
  attempts.level[at] = level;
  for (let step = 0; step < level; step++) attempts.time_ms[at * attempts.steps + step] = time_ms[step]!;
}
