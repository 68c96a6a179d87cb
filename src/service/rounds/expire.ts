/** Background work of `serve`: removes events that are too old, and retries unfinished deletions. */
import { TUNING } from '../../model/tuning.ts';
import type { Service } from '../contract/context.ts';
import { expireDaily } from '../erasing/expiry.ts';
import { each, type Rounds, startRounds } from './rounds.ts';

async function expireAll(service: Service, signal: AbortSignal): Promise<void> {
  const { store, ingest } = service;
  if (service.events.refusal !== null) return;
  const failed = 'old events of a project were not removed';
  await each(store.projects.list(), { log: service.log, signal, failed }, async (project) => {
    if (store.erasures.pending(project.id).length > 0) await ingest.erase(project);
    await expireDaily(service, project);
  });
  if (!signal.aborted && store.erasures.unscrubbed() !== null) await ingest.scrub();
}

export function startExpiring(service: Service, every_ms: number = TUNING.expiry_round_ms): Rounds {
  return startRounds(service.log, {
    every_ms,
    run: (signal) => expireAll(service, signal),
    // An erasure may take minutes, and is noted.
    may_be_left: true,
    failed: 'old events were not removed',
  });
}
