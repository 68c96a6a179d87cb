/** What the in-place kernels of ordered funnels share: the question, its sources by role, and the links of one actor. */
import type { FunnelSource, RowWindow } from './actor_events.ts';
import type { FunnelPlan } from './attempt.ts';

/** The question, with its sources sorted by role. */
export interface Chain {
  readonly plan: FunnelPlan;
  readonly window: RowWindow;
  readonly sources: readonly FunnelSource[];
  readonly entrance: FunnelSource;
  /** step -> its source, null = no rows. */
  readonly of_step: readonly (FunnelSource | null)[];
  /** Sources whose rows may be exclusions. */
  readonly exclusions: readonly FunnelSource[];
}

/** Returns null if a run serves several steps, a step has several runs, or the first step has no rows. */
export function newChain(sources: readonly FunnelSource[], window: RowWindow, plan: FunnelPlan): Chain | null {
  const of_step = sourceOfSteps(sources, plan.steps);
  if (of_step === null) return null;
  const exclusions = sources.filter(({ exclusions_any }) => exclusions_any !== 0);
  return { plan, window, sources, entrance: of_step[0]!, of_step, exclusions };
}

/** step -> its only source; null if sources and steps do not pair up, or the first step has no rows. */
export function sourceOfSteps(sources: readonly FunnelSource[], steps: number): (FunnelSource | null)[] | null {
  const of_step = new Array<FunnelSource | null>(steps).fill(null);
  for (const source of sources) {
    const { steps_any, exclusions_any } = source;
    if (steps_any === 0) continue;
    const step = 31 - Math.clz32(steps_any);
    if (steps_any !== 1 << step || exclusions_any !== 0 || of_step[step] !== null) return null;
    of_step[step] = source;
  }
  return of_step[0] === null ? null : of_step;
}

/**
 * Links of one actor, and where the actors of a slice have their rows. A link connects a row of a later step with a row
 * of the step before. Buffers grow and are reused.
 */
export interface Links {
  /** step -> (attempt -> rank + 1 of its actor in the step's run; 0 = no rows). */
  readonly ranks: Uint32Array[];
  /** step -> its first link; the next step's entry is the end. */
  readonly begin: number[];
  /** link -> time of the step. */
  time_ms: Float64Array;
  /** link -> time of the first step of its attempt. */
  start_ms: Float64Array;
  /** link -> link of the step before. */
  before: Uint32Array;
}

export function newLinks(): Links {
  return { ranks: [], begin: [], ...arrays(0) };
}

function arrays(room: number): Pick<Links, 'time_ms' | 'start_ms' | 'before'> {
  return { time_ms: new Float64Array(room), start_ms: new Float64Array(room), before: new Uint32Array(room) };
}

export function reserveLinks(links: Links, count: number): void {
  if (count > links.time_ms.length) Object.assign(links, arrays(2 ** Math.ceil(Math.log2(count))));
}
