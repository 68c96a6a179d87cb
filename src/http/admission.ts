/**
 * Which requests with events are let in. What waits to be stored is known to the ingest; what has arrived and waits to be
 * read is not. It is worked off in turns of the event loop, so a turn must not become long: its rest is refused, which
 * takes next to no time, and those who come in the meantime are met soon.
 */
import { ServiceError } from '../model/error.ts';
import { LIMIT } from '../model/limit.ts';
import type { Service } from '../service/contract/context.ts';

/** Asked before each piece of work for a request. @throws ServiceError busy, read_only */
export type Admit = () => void;

export function admission({ ingest }: Pick<Service, 'ingest'>): Admit {
  let began_ms: number | null = null;
  return () => {
    ingest.admit();
    const now_ms = performance.now();
    if (began_ms === null) {
      began_ms = now_ms;
      // Runs when all that had arrived is worked off.
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
