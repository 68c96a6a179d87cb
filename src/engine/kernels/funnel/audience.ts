/** Whose events a funnel looks at, and what is done with each actor. */
import type { Timeline } from '../../frame/run.ts';
import type { ActorEvents, FunnelSource, RowWindow } from './actor_events.ts';
import type { FunnelPlan } from './attempt.ts';
import type { GroupChooser } from './groups.ts';

export type StepOrder = 'ordered' | 'strict' | 'unordered';

/** Whose events are looked at. */
export interface Audience {
  readonly sources: readonly FunnelSource[];
  /** Where every event counts: that of the runs of all sources. */
  readonly timeline: Timeline | null;
  readonly window: RowWindow;
  /** null where there is no breakdown: everybody is of group 0. */
  readonly chooser: GroupChooser | null;
  /** Bit set: actors to pass over; null = none. */
  readonly skip: Uint32Array | null;
  readonly first_actor: number;
  readonly until_actor: number;
}

/** What the tasks of funnels are told; `audience` is everybody. */
export interface FunnelArgs {
  readonly audience: Audience;
  readonly plan: FunnelPlan;
  readonly order: StepOrder;
  /** Groups of the breakdown; 1 where there is none. */
  readonly groups: number;
}

export function ofActors(audience: Audience, first_actor: number, until_actor: number): Audience {
  return { ...audience, first_actor, until_actor };
}

/** One call per actor and group; the state it works on is made once. */
export type Judge = (events: ActorEvents, group: number) => void;

/** Steps are bits of a word, the highest of which is its sign. */
export const STEPS_MAX = 31;

/** Bits of the first steps, `count` of them. */
export function firstSteps(count: number): number {
  return 2 ** count - 1;
}
