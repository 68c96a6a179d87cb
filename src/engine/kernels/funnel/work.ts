/** Buffers that one thread reuses for every slice of actors. */
import { type Attempt, type Attempts, type FunnelPlan, newAttempt, newAttempts } from './attempt.ts';
import { type Links, newLinks } from './links.ts';

export interface FunnelWork {
  /** Best attempt of the current actor. */
  readonly attempt: Attempt;
  /** Best attempts of the slice. */
  readonly attempts: Attempts;
  readonly links: Links;
}

export function newFunnelWork({ steps }: FunnelPlan): FunnelWork {
  return { attempt: newAttempt(steps), attempts: newAttempts(steps), links: newLinks() };
}
