/** Which project an answer is about, where there are several and the call did not say. */
import { quoted } from '../../base/visible.ts';
import type { Project } from '../../model/saved/project.ts';
import { allowedProjects } from '../../service/access/projects.ts';
import type { Caller, Service } from '../../service/contract/context.ts';
import type { Operation } from '../../service/contract/operation.ts';
import { findProject } from '../../service/gate/call.ts';
import { describeProject } from '../../service/operations/index.ts';

const OTHERS_TOLD = 5;

/** Equal names may mean something else in another project, and a name that is missing here may be one of there. */
export function assumedProject(service: Service, caller: Caller, operation: Operation): string[] {
  if (!operation.in_project || operation.name === describeProject.name) return [];
  const own = findProject(service, caller, null);
  const others = allowedProjects({ service, caller }).filter(({ id }) => id !== own.id);
  if (others.length === 0) return [];
  const shown = others.slice(0, OTHERS_TOLD).map(named).join(', ');
  return [
    `No project_id was sent: this is project ${named(own)}. Others: ${shown}${others.length > OTHERS_TOLD ? ', …' : ''}.`,
  ];
}

function named({ id, name }: Project): string {
  return `${id} ${quoted(name)}`;
}
