/** Whose events a funnel reads, and the arguments that all funnel tasks share. */
import type { Timeline } from '../../frame/run.ts';
import type { ActorEvents, FunnelSource, RowWindow } from './actor_events.ts';
import type { FunnelPlan } from './attempt.ts';
import type { GroupChooser } from './groups.ts';

export type StepOrder = 'ordered' | 'strict' | 'unordered';

/** A slice of actors and their sources. */
export interface Audience {
  readonly sources: readonly FunnelSource[];
  /** Timeline over the runs of all sources; strict funnels only. */
  readonly timeline: Timeline | null;
  readonly window: RowWindow;
  /** null = no breakdown: every actor is in group 0. */
  readonly chooser: GroupChooser | null;
  /** Bitmap of actors to skip; null = none. */
  readonly skip: Uint32Array | null;
  readonly first_actor: number;
  readonly until_actor: number;
}

/** Arguments of the funnel tasks. `audience` covers all actors; each morsel narrows it. */
export interface FunnelArgs {
  readonly audience: Audience;
  readonly plan: FunnelPlan;
  readonly order: StepOrder;
  /** Groups of the breakdown; 1 without one. */
  readonly groups: number;
}

export function ofActors(audience: Audience, first_actor: number, until_actor: number): Audience {
  return { ...audience, first_actor, until_actor };
}

/** Judges one actor for one group. Its state is allocated once and reused. */
export type Judge = (events: ActorEvents, group: number) => void;

/** How the actors of an audience are judged. */
export interface Judging {
  readonly plan: FunnelPlan;
  readonly order: StepOrder;
  /** Steps an attempt must have to count. */
  readonly needs: number;
  readonly judge: Judge;
}

/** Steps are bits of a signed 32-bit word. */
export const STEPS_MAX = 31;

/** Bits of the first `count` steps. */
export function firstSteps(count: number): number {
  return 2 ** count - 1;
}
