/** Context for background work, which has the rights of the file's owner. */
import { localOwner } from '../access/authenticate.ts';
import { admittedNow, type ProjectContext, type Service } from '../contract/context.ts';
import { wordingOf } from '../gate/wording.ts';

/** null if the project does not exist. */
export function ownContext(service: Service, project_id: number, signal: AbortSignal): ProjectContext | null {
  const project = service.store.projects.get(project_id);
  if (!project) return null;
  const caller = localOwner(service);
  const face = 'rest';
  const asked = { face, url: null, origin: service.public_url, wording: wordingOf(service, face, project_id) } as const;
  return { service, caller, project, now_ms: service.now(), admitted: admittedNow(), signal, ...asked };
}
