/** Imports of files, and how to undo one. */
import { formatIso } from '../../base/time.ts';
import { ServiceError } from '../../model/error.ts';
import type { Project } from '../../model/saved/project.ts';
import type { ImportRun } from '../../store/types/erasures.ts';
import type { Service } from '../contract/context.ts';
import { checkErasable, erase } from './request.ts';

export interface ImportShown {
  readonly id: number;
  readonly sources: string[];
  readonly started_at: string;
  readonly finished_at: string;
  readonly events: number;
}

export function shownImport({ id, sources, started_at_ms, changed_at_ms, events }: ImportRun): ImportShown {
  const times = { started_at: formatIso(started_at_ms), finished_at: formatIso(changed_at_ms) };
  return { id, sources: [...sources], ...times, events };
}

export interface ImportDeleted {
  readonly id: number;
  readonly events_deleted: number;
  readonly persons_deleted: number;
}

/** Deletes the import's events, and people that only it created. @throws ServiceError not_found */
export async function deleteImport(service: Service, project: Project, import_id: number): Promise<ImportDeleted> {
  checkErasable(service);
  if (service.store.imports.get(project.id, import_id) === undefined) throw noSuchImport();
  const { events, persons } = await erase(service, project, { kind: 'import', import_id });
  return { id: import_id, events_deleted: events, persons_deleted: persons };
}

function noSuchImport(): ServiceError {
  return new ServiceError('not_found', 'Import not found. The list of imports tells the numbers there are.');
}
