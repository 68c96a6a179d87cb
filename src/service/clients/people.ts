/** One person by id: who they are, the cohorts they belong to, and changes of their properties. */
import { z } from 'zod';
import { quoted } from '../../base/visible.ts';
import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import { every, type Predicate } from '../../model/question/predicate.ts';
import type { ListedPerson } from '../../store/types/people.ts';
import type { CohortRow } from '../../store/types/saved.ts';
import { personOf } from '../answers/people.ts';
import { valuesOf } from '../answers/values.ts';
import type { ProjectContext } from '../contract/context.ts';
import { type Operation, operation } from '../contract/operation.ts';
import { byUuid, noSuchPerson } from '../erasing/persons.ts';
import { normaliseEvent } from '../ingest/normalise.ts';
import { limitField } from '../pages/page.ts';
import { cohortPredicate } from '../resolve/filters/setting.ts';

const ID = z.string().describe('UUID of the person, as lists of people tell it');

/** @throws ServiceError not_found */
async function findPerson({ service, project }: ProjectContext, uuid: string): Promise<ListedPerson> {
  const [ord] = await byUuid(service.store, project.id, new Set([uuid.toLowerCase()]));
  const person = ord === undefined ? undefined : service.store.people.list(project.id, [ord]).get(ord);
  if (person) return person;
  throw noSuchPerson();
}

const Person = z.object({
  id: z.string(),
  uuid: z.string(),
  name: z.string().nullable(),
  distinct_ids: z.array(z.string()),
  properties: z.record(z.string(), z.unknown()),
  created_at: z.string().nullable(),
});

const getPerson = operation({
  name: 'get_person',
  title: 'Read a person',
  description: 'One person, with all distinct ids and properties.',
  routes: [{ method: 'GET', path: '/persons/:id/' }],
  tool: false,
  scope: 'person:read',
  effect: 'read',
  input: z.object({ id: ID }),
  output: Person,
  text: ({ id, name }) => `${id} ${quoted(name ?? '')}`,
  async handle(context, { id }) {
    const { type: _, ...person } = personOf(context.project.id, await findPerson(context, id));
    return { ...person, uuid: person.id };
  },
});

const listPersonCohorts = operation({
  name: 'list_person_cohorts',
  title: 'List the cohorts of a person',
  description: 'The saved cohorts somebody belongs to now.',
  routes: [{ method: 'GET', path: '/persons/cohorts/' }],
  tool: false,
  scope: 'person:read',
  effect: 'read',
  input: z.object({ person_id: ID }),
  output: z.object({ results: z.array(z.object({ id: z.int(), name: z.string(), is_static: z.boolean() })) }),
  text: ({ results }) => results.map(({ id, name }) => `${id} ${quoted(name)}`).join('\n') || 'None.',
  async handle(context, { person_id }) {
    const { first_distinct } = await findPerson(context, person_id);
    const is_that_one = { kind: 'members', distincts: String(first_distinct) } as const;
    const { rows } = context.service.store.cohorts.list(context.project.id, { limit: LIMIT.page_max, offset: 0 });
    const results: { id: number; name: string; is_static: boolean }[] = [];
    for (const row of rows) {
      if (await hasSomebody(context, row, is_that_one))
        results.push({ id: row.id, name: row.name, is_static: row.is_static });
    }
    return { results };
  },
});

/** Returns false if the cohort's definition cannot be computed. */
async function hasSomebody(context: ProjectContext, row: CohortRow, who: Predicate): Promise<boolean> {
  const { service, project, signal } = context;
  try {
    const where = every([cohortPredicate(context, row, [`cohort ${row.id}`]), who]);
    return (await service.computing.countPersons(project, where, signal)) > 0;
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status !== 400) throw error;
    return false;
  }
}

const listPersonValues = operation({
  name: 'list_person_values',
  title: 'List the values of a property of people',
  description: 'The values that most people have, as property_definitions/values/ tells them with type=person.',
  routes: [{ method: 'GET', path: '/persons/values/' }],
  tool: false,
  scope: 'property_definition:read',
  effect: 'read',
  input: z.object({
    key: z.string().min(1).describe('Name of the property'),
    value: z.string().max(LIMIT.search_chars).optional().describe('Text in the value, in any case'),
    limit: limitField,
  }),
  output: z.array(z.object({ name: z.string(), count: z.int() })),
  text: (values) => values.map(({ name, count }) => `${quoted(name)}: ${count}`).join('\n') || 'There are no values.',
  async handle(context, { key, value = '', limit = LIMIT.page_default }) {
    const asked = { owner: 'person', event: null, keys: [key], search: value, limit } as const;
    const [found = []] = await valuesOf(context, asked);
    return found.map(({ value: name, count }) => ({ name, count }));
  },
});

/** Sends what clients write about a person as an event, as if the person's own program had sent it. */
async function tell(context: ProjectContext, uuid: string, said: Readonly<Record<string, unknown>>): Promise<void> {
  const { service, project } = context;
  const { first_id } = await findPerson(context, uuid);
  const event = normaliseEvent(
    { event: '$set', distinct_id: first_id, properties: said },
    { now_ms: context.now_ms, sent_at_ms: null, ip: null, randomBytes: service.randomBytes },
  );
  await service.ingest.capture(project, [event]);
}

const CHANGE = {
  tool: false,
  scope: 'person:write',
  effect: 'update',
  waits: true,
  output: z.object({ id: z.string() }),
  text: ({ id }: { readonly id: string }) => `${id} is changed.`,
} as const;

const setPersonProperty = operation({
  ...CHANGE,
  name: 'set_person_property',
  title: 'Set a property of a person',
  description: 'Stored as a $set event of that person.',
  routes: [{ method: 'POST', path: '/persons/:id/update_property/', status: 202 }],
  input: z.object({ id: ID, key: z.string().min(1).max(LIMIT.event_name_chars), value: z.unknown() }),
  async handle(context, { id, key, value }) {
    await tell(context, id, { $set: { [key]: value } });
    return { id };
  },
});

const unsetPersonProperty = operation({
  ...CHANGE,
  name: 'unset_person_property',
  title: 'Remove a property of a person',
  description: 'Stored as an event of that person with $unset.',
  routes: [{ method: 'POST', path: '/persons/:id/delete_property/', status: 202 }],
  input: z.object({
    id: ID,
    $unset: z.union([z.string(), z.array(z.string()).max(LIMIT.filter_values)]).describe('Name of the property'),
  }),
  async handle(context, { id, $unset }) {
    await tell(context, id, { $unset: typeof $unset === 'string' ? [$unset] : $unset });
    return { id };
  },
});

export const PERSON_OPERATIONS: readonly Operation[] = [
  listPersonCohorts,
  listPersonValues,
  getPerson,
  setPersonProperty,
  unsetPersonProperty,
];
