/** Funnels: how many actors went through the steps, and how long each step took (`facts/funnels.md`). */
import type { ActorKind, Breakdown, Entity, TimeRange } from './query.ts';

export const FUNNEL_ORDERS = ['ordered', 'strict', 'unordered'] as const;
export type FunnelOrder = (typeof FUNNEL_ORDERS)[number];
export const FUNNEL_VIZ_TYPES = ['steps', 'trends', 'time_to_convert'] as const;
export type FunnelViz = (typeof FUNNEL_VIZ_TYPES)[number];
export const WINDOW_UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month'] as const;
export type WindowUnit = (typeof WINDOW_UNITS)[number];

/** An event that spoils an attempt after step `from_step` and before step `to_step` (zero-based). */
export interface Exclusion extends Entity {
  readonly from_step: number;
  readonly to_step: number;
}

export interface FunnelQuery {
  readonly kind: 'funnel';
  readonly timezone: string;
  readonly range: TimeRange;
  readonly actor: ActorKind;
  readonly order: FunnelOrder;
  readonly viz: FunnelViz;
  /** Measured from the first step, inclusive. */
  readonly window_ms: number;
  readonly steps: readonly Entity[];
  readonly exclusions: readonly Exclusion[];
  /** First touch: the actor's earliest non-empty value among its matching rows. */
  readonly breakdown: Breakdown | null;
}

/** One table of steps; `value` null where there is no breakdown, '' for a missing value. */
export interface FunnelGroup {
  readonly value: string | null;
  /** step -> actors that reached it. */
  readonly counts: readonly number[];
  /** step -> conversion times in milliseconds from the step before, of actors that reached it, zeros left out; [0] is empty. */
  readonly times_ms: readonly Float64Array[];
}

export interface FunnelNumbers {
  readonly groups: readonly FunnelGroup[];
}
