/** Requests an erasure and waits until it is done. Requests survive a crash. */
import { must } from '../../base/assert.ts';
import { LIMIT } from '../../model/limit.ts';
import type { Project } from '../../model/saved/project.ts';
import { checkUnused } from '../../store/backup.ts';
import type { Erasure, ErasureTask } from '../../store/types/erasures.ts';
import type { Service } from '../contract/context.ts';

/**
 * Once this resolves, answers exclude what was removed; its bytes leave the file soon after.
 * @throws ServiceError not_supported, busy
 */
export async function erase(service: Service, project: Project, task: ErasureTask): Promise<Erasure> {
  checkErasable(service);
  const { store, ingest } = service;
  const { id } = store.transaction(() => store.erasures.request(project.id, task, service.now(), LIMIT.erasures_kept));
  await ingest.erase(project);
  return must(store.erasures.get(id), `erasure ${id}`);
}

/**
 * Call before a separate process deletes events in another database: a server that sends meanwhile could bring them
 * back. @throws ServiceError conflict
 */
export function checkNobodySends(path: string): void {
  checkUnused(path);
}

/** @throws ServiceError not_supported if events are in a database that this process cannot reach */
export function checkErasable({ events }: Service): void {
  if (events.refusal !== null) throw events.refusal;
}
