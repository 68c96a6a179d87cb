/** `insights-mcp person delete`, `imports`, `expire`: commands that remove data for good. */

import { formatIso } from '../base/time.ts';
import { visible } from '../base/visible.ts';
import { ServiceError } from '../model/error.ts';
import type { Project } from '../model/saved/project.ts';
import { logDone } from '../service/access/audit.ts';
import { localOwner } from '../service/access/authenticate.ts';
import { expireEvents } from '../service/erasing/expiry.ts';
import { deleteImport, shownImport } from '../service/erasing/imports.ts';
import { deletePersons } from '../service/erasing/persons.ts';
import { checkErasable, checkNobodySends } from '../service/erasing/request.ts';
import { ownProject } from '../service/gate/call.ts';
import type { RunningService } from '../service/service.ts';
import { manyOf } from '../service/words/lists.ts';
import { type Database, existingDatabase, openedAt } from './shell/opened.ts';
import { print } from './shell/output.ts';

interface Options extends Database {
  readonly project?: string;
  readonly json: boolean;
}

/** What was done, as JSON and in words. */
interface Told {
  readonly value: object;
  readonly text: string;
}

const BACKUPS = 'Backups made before still hold it.';
const READ = 'Somebody is reading the database: its bytes leave the file when a server runs or the next command does.';

async function withProject(
  options: Options,
  work: (service: RunningService, project: Project) => Promise<Told>,
): Promise<void> {
  const service = openedAt(options);
  try {
    const project = ownProject(service, options.project);
    const { value, text } = await work(service, project);
    print(options, value, text);
  } finally {
    await service.close();
  }
}

/** Like `withProject`, for commands that delete events: refuses while a process sends events to an outside database. */
function withNobodyElse(...[options, work]: Parameters<typeof withProject>): Promise<void> {
  if (options.events !== undefined) checkNobodySends(existingDatabase(options.db));
  return withProject(options, work);
}

/** Overwrites the removed bytes in the file. The text says whether that is done already. */
async function scrubbed({ ingest }: RunningService): Promise<string> {
  return (await ingest.scrub()) ? `No byte of it is left in the file. ${BACKUPS}` : `${READ} ${BACKUPS}`;
}

export function deletePerson(
  ids: readonly string[],
  options: Options & { readonly withEvents: boolean },
): Promise<void> {
  return withNobodyElse(options, async (service, project) => {
    const named = { uuids: ids, distinct_ids: ids };
    const deleted = await deletePersons(service, project, named, options.withEvents);
    if (deleted.persons_found === 0) {
      throw new ServiceError('does_not_exist', 'Nobody in this project has such an id. Nothing was deleted.');
    }
    const fields = options.withEvents ? ['delete_events'] : [];
    note(service, project, { action: 'delete_persons', target: null, fields });
    const { persons_deleted, events_deleted } = deleted;
    const done = `Deleted ${manyOf(persons_deleted, 'person')} and ${manyOf(events_deleted, 'event')}.`;
    return { value: deleted, text: `${done} ${await scrubbed(service)}` };
  });
}

export function listImports(options: Options): Promise<void> {
  return withProject(options, ({ store }, project) => {
    const imports = store.imports.list(project.id).map(shownImport);
    const lines = imports.map(({ id, started_at, events, sources }) =>
      [id, started_at, manyOf(events, 'event'), sources.map(visible).join(', ')].join('  '),
    );
    return Promise.resolve({ value: imports, text: lines.join('\n') || 'Nothing was imported.' });
  });
}

export function takeBack(id: number, options: Options): Promise<void> {
  return withNobodyElse(options, async (service, project) => {
    const deleted = await deleteImport(service, project, id);
    note(service, project, { action: 'delete_import', target: String(id), fields: [] });
    const { events_deleted, persons_deleted } = deleted;
    const done = `Import ${id} is taken back: ${manyOf(events_deleted, 'event')}, and ${manyOf(persons_deleted, 'person')} whom only it made.`;
    return { value: deleted, text: `${done} ${await scrubbed(service)}` };
  });
}

export function expire(options: Options & { readonly days?: number | null }): Promise<void> {
  return withNobodyElse(options, async (service, project) => {
    checkErasable(service);
    const { days } = options;
    const kept = days === undefined ? project : service.store.projects.update(project.id, { retention_days: days });
    if (days !== undefined)
      note(service, project, { action: 'update_project', target: null, fields: ['retention_days'] });
    const expired = await expireEvents(service, kept);
    if (expired === null) return { value: { retention_days: null }, text: 'All events are kept.' };
    const { before_ms, events } = expired;
    const value = { retention_days: kept.retention_days, before: formatIso(before_ms), events_deleted: events };
    const rule = `Events are kept for ${kept.retention_days} days.`;
    if (events === 0) return { value, text: `${rule} None is older.` };
    const done = `${rule} Deleted ${manyOf(events, 'event')} from before ${formatIso(before_ms)}.`;
    return { value, text: `${done} ${await scrubbed(service)}` };
  });
}

type Done = Parameters<typeof logDone>[2];

function note(service: RunningService, { id }: Project, done: Omit<Done, 'project_id'>): void {
  logDone(service, localOwner(service), { project_id: id, ...done });
}
