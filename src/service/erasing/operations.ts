/** Permanent deletion of people and imports. */
import { z } from 'zod';
import { quoted } from '../../base/visible.ts';
import { numberId } from '../../model/fields.ts';
import { LIMIT } from '../../model/limit.ts';
import { operation } from '../contract/operation.ts';
import { counted } from '../words/lists.ts';
import { deleteImport, shownImport } from './imports.ts';
import { deletePersons, noSuchPerson } from './persons.ts';

const WithEvents = z
  .boolean()
  .optional()
  .describe('Also all their events. Otherwise events stay, counted for somebody without a name, properties or ids');

const Deleted = z.object({
  persons_found: z.int(),
  persons_deleted: z.int(),
  events_deleted: z.int(),
});

type Counts = Pick<z.output<typeof Deleted>, 'persons_deleted' | 'events_deleted'>;

function deletedText({ persons_deleted, events_deleted }: Counts): string {
  return `Deleted ${counted(persons_deleted, 'person')} and ${counted(events_deleted, 'event')}.`;
}

export const deletePerson = operation({
  name: 'delete_person',
  title: 'Delete a person for good',
  description:
    'Removes a person, their distinct ids and properties, and if asked their events, from answers and from the file. Events that come later under the same id make a new person. Backups are not touched.',
  routes: [{ method: 'DELETE', path: '/persons/:id/', status: 202 }],
  tool: false,
  scope: 'person:write',
  effect: 'destroy',
  waits: true,
  input: z.object({
    id: z.string().describe('UUID of the person, as lists of people tell it'),
    delete_events: WithEvents,
  }),
  output: Deleted,
  text: deletedText,
  async handle({ service, project }, { id, delete_events = false }) {
    const deleted = await deletePersons(service, project, { uuids: [id], distinct_ids: [] }, delete_events);
    if (deleted.persons_found === 0) throw noSuchPerson();
    return deleted;
  },
});

export const deletePersonsInBulk = operation({
  name: 'delete_persons',
  title: 'Delete several people for good',
  description:
    'The same for many at once, by UUID or distinct id; ids that mean nobody are passed over, and counted in no number.',
  routes: [{ method: 'POST', path: '/persons/bulk_delete/', status: 202 }],
  tool: false,
  scope: 'person:write',
  effect: 'destroy',
  waits: true,
  input: z.object({
    ids: z.array(z.string()).max(LIMIT.persons_deleted).optional().describe('UUIDs of people'),
    distinct_ids: z.array(z.string()).max(LIMIT.persons_deleted).optional().describe('Any of their distinct ids'),
    delete_events: WithEvents,
  }),
  output: Deleted,
  text: deletedText,
  handle({ service, project }, { ids = [], distinct_ids = [], delete_events = false }) {
    return deletePersons(service, project, { uuids: ids, distinct_ids }, delete_events);
  },
});

const Import = z.object({
  id: z.int(),
  sources: z.array(z.string()).describe('Names of what was imported'),
  started_at: z.string(),
  finished_at: z.string(),
  events: z.int().describe('Taken: new ones'),
});

export const listImports = operation({
  name: 'list_imports',
  title: 'List imports',
  description:
    'Imports of files, newest first. Each event has the number of its import as the property $import_id, so that a filter shows what one brought.',
  routes: [{ method: 'GET', path: '/imports/' }],
  tool: false,
  scope: 'project:read',
  effect: 'read',
  input: z.object({}),
  output: z.object({ count: z.int(), results: z.array(Import) }),
  text: ({ results }) =>
    results
      .map(
        ({ id, sources, events }) =>
          `${id} ${sources.map((name) => quoted(name)).join(', ')}: ${counted(events, 'event')}`,
      )
      .join('\n') || 'Nothing was imported.',
  handle({ service, project }) {
    const results = service.store.imports.list(project.id).map(shownImport);
    return { count: results.length, results };
  },
});

export const deleteImportOperation = operation({
  name: 'delete_import',
  title: 'Take an import back',
  description:
    'Removes exactly the events of one import, and people whom only it made. People who were there before, or came again since, keep the properties and ids it gave them; groups stay.',
  routes: [{ method: 'DELETE', path: '/imports/:id/', status: 202 }],
  tool: false,
  scope: 'project:write',
  effect: 'destroy',
  waits: true,
  input: z.object({ id: numberId('Number of the import') }),
  output: z.object({ id: z.int(), events_deleted: z.int(), persons_deleted: z.int() }),
  text: ({ id, ...deleted }) => `Import ${id}: ${deletedText(deleted)}`,
  handle: ({ service, project }, { id }) => deleteImport(service, project, id),
});
