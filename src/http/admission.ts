/**
 * Admission control for event requests. Ingest knows what waits to be stored, but not what has arrived unread. That is
 * worked off in turns of the event loop; to keep turns short, the rest is refused, which costs next to nothing.
 */
import { ServiceError } from '../model/error.ts';
import { LIMIT } from '../model/limit.ts';
import type { Service } from '../service/contract/context.ts';

/** Called before each piece of work of a request. @throws ServiceError busy, read_only */
export type Admit = () => void;

export function admission({ ingest }: Pick<Service, 'ingest'>): Admit {
  let began_ms: number | null = null;
  return () => {
    ingest.admit();
    const now_ms = performance.now();
    if (began_ms === null) {
      began_ms = now_ms;
      // Runs when everything that had arrived is done.
      setImmediate(() => {
        began_ms = null;
      });
    } else if (now_ms - began_ms > LIMIT.turn_ms) {
      throw new ServiceError(
        'busy',
        'More requests arrive than can be read just now. Send this one again in a moment.',
      );
    }
  };
}
