/** What the process of a power loss sends: requests in rounds, those of a round together. */
import { seeded } from '../../../src/base/random.ts';
import { newEvent, type SentRequest } from '../simulate/sent.ts';

export const NOW = Date.parse('2026-03-10T12:00:00Z');

export interface Numbered {
  /** From 0, in the order in which they are sent. */
  readonly nth: number;
  readonly events: SentRequest;
}

export function requestsOf(seed: number, rounds: number): Numbered[][] {
  const random = seeded(seed);
  let nth = 0;
  const request = (): Numbered => ({
    nth: nth++,
    events: Array.from({ length: 1 + random.below(8) }, () => newEvent(random, NOW)),
  });
  return Array.from({ length: rounds }, () => Array.from({ length: 1 + random.below(3) }, request));
}
