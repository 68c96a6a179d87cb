/** Which projects a caller may use. */
import type { Project } from '../../model/saved/project.ts';
import type { Context } from '../contract/context.ts';

export function allowedProjects({ service, caller }: Pick<Context, 'service' | 'caller'>): Project[] {
  return service.store.projects
    .list()
    .filter(({ id }) => caller.project_ids === null || caller.project_ids.includes(id));
}
