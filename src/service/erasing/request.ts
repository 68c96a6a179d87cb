/** Requests an erasure and waits until it is done. Requests survive a crash. */
import { must } from '../../base/assert.ts';
import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import type { Project } from '../../model/saved/project.ts';
import type { Erasure, ErasureTask } from '../../store/types/erasures.ts';
import type { Service } from '../contract/context.ts';

/** Answers exclude it from then on; its bytes leave the file soon after. @throws ServiceError not_supported, busy */
export async function erase(service: Service, project: Project, task: ErasureTask): Promise<Erasure> {
  checkErasable(service);
  const { store, ingest } = service;
  const { id } = store.transaction(() => store.erasures.request(project.id, task, service.now(), LIMIT.erasures_kept));
  await ingest.erase(project);
  return must(store.erasures.get(id), `erasure ${id}`);
}

/** @throws ServiceError not_supported if events are in a database of their own */
export function checkErasable({ store }: Service): void {
  const place = store.events.place();
  if (place === null) return;
  throw new ServiceError(
    'not_supported',
    `The events of this file are in ${place}: people, imports and old events cannot be deleted there yet, so nothing was deleted.`,
    { needs: 'deletion where events are in a database of their own' },
  );
}
