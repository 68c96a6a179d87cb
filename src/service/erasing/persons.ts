/** Deletes people, named by external id or distinct id. */
import { setImmediate } from 'node:timers/promises';
import { ServiceError } from '../../model/error.ts';
import type { Project } from '../../model/saved/project.ts';
import { TUNING } from '../../model/tuning.ts';
import type { Store } from '../../store/types/store.ts';
import type { Service } from '../contract/context.ts';
import { personUuid } from '../identity/person_uuid.ts';
import { checkErasable, erase } from './request.ts';

export interface PersonsNamed {
  readonly uuids: readonly string[];
  readonly distinct_ids: readonly string[];
}

export interface PersonsDeleted {
  readonly persons_found: number;
  readonly persons_deleted: number;
  readonly events_deleted: number;
}

/** Ignores ids that belong to nobody. @throws ServiceError */
export async function deletePersons(
  service: Service,
  project: Project,
  named: PersonsNamed,
  with_events: boolean,
): Promise<PersonsDeleted> {
  checkErasable(service);
  const first_distincts = await findPersons(service.store, project.id, named);
  if (first_distincts.length === 0) return { persons_found: 0, persons_deleted: 0, events_deleted: 0 };
  const { persons, events } = await erase(service, project, { kind: 'persons', first_distincts, with_events });
  return { persons_found: first_distincts.length, persons_deleted: persons, events_deleted: events };
}

export function noSuchPerson(): ServiceError {
  return new ServiceError('not_found', 'Person not found. Lists of people tell their UUIDs.');
}

/** Ordinals of the distinct ids that created these persons. */
async function findPersons(store: Store, project_id: number, { uuids, distinct_ids }: PersonsNamed): Promise<number[]> {
  const { people } = store;
  const found = new Set(await byUuid(store, project_id, new Set(uuids.map((uuid) => uuid.toLowerCase()))));
  for (const distinct_id of distinct_ids) {
    const known = people.find(project_id, distinct_id);
    if (known !== undefined) found.add(known.person_ord);
  }
  return [...found].flatMap((ord) => people.get(project_id, ord)?.first_distinct ?? []);
}

/** External ids are not stored but derived from first distinct ids, so all are checked. Pauses to let others run. */
export async function byUuid({ people }: Store, project_id: number, uuids: ReadonlySet<string>): Promise<number[]> {
  const found: number[] = [];
  if (uuids.size === 0) return found;
  let looked_at = 0;
  for (const { ord, first_id } of people.firstIdsSince(project_id, -1)) {
    if (uuids.has(personUuid(project_id, first_id))) found.push(ord);
    if (found.length === uuids.size) break;
    if (++looked_at % TUNING.people_a_turn === 0) await setImmediate();
  }
  return found;
}
