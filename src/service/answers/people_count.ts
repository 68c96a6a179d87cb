/** How many people a project has. They are counted one by one, so the count is kept until the data changes. */
import { setImmediate } from 'node:timers/promises';
import { TUNING } from '../../model/tuning.ts';
import type { ProjectContext, Service } from '../contract/context.ts';

interface Count {
  readonly revision: number;
  readonly people: number;
}

/** Service -> project -> its latest count. */
const counts = new WeakMap<Service, Map<number, Count>>();

/** Merged people count once, deleted ones not at all. Lets other requests run while it counts. */
export async function countPeople({ service, project }: ProjectContext): Promise<number> {
  const known = counts.get(service) ?? new Map<number, Count>();
  counts.set(service, known);
  const revision = service.datasets.revision(project);
  const kept = known.get(project.id);
  if (kept?.revision === revision) return kept.people;
  let people = 0;
  for (const _ of service.store.people.createdSince(project.id, -1)) {
    if (++people % TUNING.people_a_turn === 0) await setImmediate();
  }
  known.set(project.id, { revision, people });
  return people;
}
