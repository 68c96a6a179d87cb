/** The result for one actor: how deep it got, and when it did each step. All orders of steps fill the same shape. */

export interface Attempt {
  /** Steps reached, 0 = none. */
  level: number;
  /** Whether it met an exclusion: the actor then counts in no step. */
  excluded: boolean;
  /** step below level -> epoch milliseconds. */
  readonly time_ms: Float64Array;
}

/** The funnel's rules, for every actor. */
export interface FunnelPlan {
  readonly steps: number;
  /** How long after the first step all others must be done, inclusive. */
  readonly window_ms: number;
  readonly has_exclusions: boolean;
  /**
   * The step whose event must be of the group that the attempt is for (unordered funnels: the step done first);
   * NO_STEP = none.
   */
  readonly value_step: number;
}

export const NO_STEP = -1;

export function newAttempt(steps: number): Attempt {
  return { level: 0, excluded: false, time_ms: new Float64Array(steps) };
}

/** Best attempts of a slice of actors, one per actor and group. Buffers grow and are reused. */
export interface Attempts {
  count: number;
  /** attempt -> actor. */
  actor: Uint32Array;
  /** attempt -> group. */
  group: Uint32Array;
  /** attempt -> steps reached; 0 = the attempt does not count. */
  level: Uint8Array;
  /** step -> (attempt -> epoch milliseconds), for steps reached. */
  readonly time_ms: Float64Array[];
}

export function newAttempts(steps: number): Attempts {
  const time_ms = Array.from({ length: steps }, () => new Float64Array(0));
  return { count: 0, actor: new Uint32Array(0), group: new Uint32Array(0), level: new Uint8Array(0), time_ms };
}

/** Makes room for `more` attempts. */
export function reserveAttempts(attempts: Attempts, more: number): void {
  const { count, time_ms } = attempts;
  if (count + more <= attempts.actor.length) return;
  const room = 2 ** Math.ceil(Math.log2(count + more));
  attempts.actor = grown(attempts.actor, new Uint32Array(room));
  attempts.group = grown(attempts.group, new Uint32Array(room));
  attempts.level = grown(attempts.level, new Uint8Array(room));
  for (const [step, times] of time_ms.entries()) time_ms[step] = grown(times, new Float64Array(room));
}

/** The larger array, with the contents of the old one. */
export function grown<T extends Uint32Array | Int32Array | Uint8Array | Float64Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}

/** Adds the attempt if it is not excluded and has at least `needs` steps. */
export function addAttempt(attempts: Attempts, actor: number, group: number, needs: number, found: Attempt): void {
  const { level, excluded, time_ms } = found;
  if (level < needs || excluded) return;
  reserveAttempts(attempts, 1);
  const at = attempts.count++;
  attempts.actor[at] = actor;
  attempts.group[at] = group;
  attempts.level[at] = level;
  for (let step = 0; step < level; step++) attempts.time_ms[step]![at] = time_ms[step]!;
}
