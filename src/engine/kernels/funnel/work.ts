/** Buffers that one thread reuses for every slice of actors. */
import { type Attempt, type Attempts, type FunnelPlan, newAttempt, newAttempts } from './attempt.ts';
import { type Links, newLinks } from './chain.ts';

/** How many morsels were judged from the runs as they lie, and how many from each actor's gathered events. */
export interface Judged {
  in_place: number;
  gathered: number;
}

export interface FunnelWork {
  /** Best attempt of the current actor. */
  readonly attempt: Attempt;
  /** Best attempts of the slice. */
  readonly attempts: Attempts;
  readonly links: Links;
  readonly judged: Judged;
}

export function newFunnelWork({ steps }: FunnelPlan): FunnelWork {
  const judged = { in_place: 0, gathered: 0 };
  return { attempt: newAttempt(steps), attempts: newAttempts(steps), links: newLinks(), judged };
}
