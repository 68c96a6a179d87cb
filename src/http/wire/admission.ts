/**
 * Admission control for event requests. Ingest knows what waits to be stored, but not what has arrived unread. Turns of the
 * event loop work that off. To keep turns short, the rest is refused, which costs next to nothing. This needs many requests:
 * a few in a turn that a busy machine made long are no flood, and what a page sends as it closes is never sent again.
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
