/** What one thread works with, slice after slice of a funnel's actors. */
import { type Attempt, type Attempts, type FunnelPlan, newAttempt, newAttempts } from './attempt.ts';
import { type Links, newLinks } from './links.ts';

export interface FunnelWork {
  /** The best of one actor, for use within. */
  readonly attempt: Attempt;
  /** The best of all actors of the slice. */
  readonly attempts: Attempts;
  readonly links: Links;
}

export function newFunnelWork({ steps }: FunnelPlan): FunnelWork {
  return { attempt: newAttempt(steps), attempts: newAttempts(steps), links: newLinks() };
}
