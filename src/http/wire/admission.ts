/**
 * Admission control for event requests. Ingest knows which events wait to be stored, but not how many requests have
 * arrived unread. One turn of the event loop handles all of those; once it has taken too long, the rest is refused,
 * which costs next to nothing. A turn with few requests refuses none: it is long because the machine is busy, and what a
 * page sends as it closes is never sent again.
 */
import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import type { Service } from '../../service/contract/context.ts';

/** Called before each piece of work of a request. @throws ServiceError busy, read_only */
export type Admit = () => void;

interface Turn {
  readonly began_ms: number;
  checks: number;
}

export function admission({ ingest }: Pick<Service, 'ingest'>): Admit {
  let turn: Turn | null = null;
  return () => {
    ingest.admit();
    if (turn === null) {
      turn = { began_ms: performance.now(), checks: 0 };
      // Runs after everything that had arrived is done.
      setImmediate(() => {
        turn = null;
      });
    }
    if (++turn.checks > LIMIT.turn_checks && performance.now() - turn.began_ms > LIMIT.turn_ms) {
      throw new ServiceError(
        'busy',
        'More requests arrive than can be read just now. Send this one again in a moment.',
      );
    }
  };
}
