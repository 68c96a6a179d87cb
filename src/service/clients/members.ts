/** Who is in a cohort; adds people to static ones and removes them, by the ids that lists of people show. */
import { z } from 'zod';
import { invalid } from '../../model/error.ts';
import { numberId } from '../../model/fields.ts';
import { LIMIT } from '../../model/limit.ts';
import { PeopleResult } from '../../model/question/people.ts';
import { savedThing } from '../access/saved.ts';
import { FOR_PROGRAMS, peopleTable, peopleText } from '../answers/people.ts';
import { listedPeople } from '../answers/people_page.ts';
import type { ProjectContext } from '../contract/context.ts';
import { type Operation, operation, StoringStep } from '../contract/operation.ts';
import { byUuid } from '../erasing/persons.ts';
import { limitField, offsetField } from '../pages/page.ts';

const ID = numberId('Number of the cohort');
const PERSON = z.string().describe('UUID of a person');

const listMembers = operation({
  name: 'list_cohort_persons',
  title: 'List the people of a cohort',
  description: 'As list_persons does by a filter of the cohort.',
  routes: [{ method: 'GET', path: '/cohorts/:id/persons/', csv: true, ...FOR_PROGRAMS }],
  tool: false,
  scope: 'person:read',
  effect: 'read',
  input: z.object({
    id: ID,
    limit: limitField,
    offset: offsetField,
  }),
  output: PeopleResult,
  text: peopleText,
  table: peopleTable,
  handle(context, { id, ...asked }) {
    savedThing(context, 'cohort', id);
    const properties = [{ type: 'cohort', key: 'id', value: id }];
    return listedPeople(context, { ...asked, properties });
  },
});

const MEMBERS = {
  tool: false,
  scope: 'cohort:write',
  effect: 'update',
  waits: true,
  output: z.object({ id: z.int(), members: z.int().describe('Distinct ids in its list now') }),
  text: ({ id, members }: { readonly id: number; readonly members: number }) => `${id}: ${members}`,
  locate: (context: ProjectContext, { id }: Readonly<Record<string, unknown>>) =>
    void savedThing(context, 'cohort', id),
} as const;

const addPersons = operation({
  ...MEMBERS,
  name: 'add_persons_to_cohort',
  title: 'Add people to a static cohort',
  description: 'Who is in it already stays; ids of nobody are refused, and then nobody is added.',
  routes: [{ method: 'PATCH', path: '/cohorts/:id/add_persons_to_static_cohort/' }],
  input: z.object({ id: ID, person_ids: z.array(PERSON).min(1).max(LIMIT.persons_deleted) }),
  handle: (context, { id, person_ids }) => changed(context, id, { uuids: person_ids, adds: true }),
});

const removePerson = operation({
  ...MEMBERS,
  name: 'remove_person_from_cohort',
  title: 'Remove somebody from a static cohort',
  description: 'All their distinct ids leave its list.',
  routes: [{ method: 'PATCH', path: '/cohorts/:id/remove_person_from_static_cohort/' }],
  input: z.object({ id: ID, person_id: PERSON }),
  handle: (context, { id, person_id }) => changed(context, id, { uuids: [person_id], adds: false }),
});

interface Change {
  readonly uuids: readonly string[];
  readonly adds: boolean;
}

async function changed(context: ProjectContext, id: number, { uuids, adds }: Change) {
  const { store } = context.service;
  const { id: project_id } = context.project;
  if (!savedThing(context, 'cohort', id).is_static) {
    throw invalid('id', 'Only a static cohort lists its people. Change the filters of this one.');
  }
  const wanted = new Set(uuids.map((uuid) => uuid.toLowerCase()));
  const persons = await byUuid(store, project_id, wanted);
  if (persons.length < wanted.size) {
    const attr = adds ? 'person_ids' : 'person_id';
    throw invalid(attr, `${wanted.size - persons.length} of these ids mean nobody.`, 'does_not_exist');
  }
  return new StoringStep(() => {
    const listed = [...store.people.list(project_id, persons).values()].flatMap(({ distinct_ids }) => distinct_ids);
    const ords = listed.flatMap((text) => store.people.find(project_id, text)?.ord ?? []);
    if (adds) store.cohorts.addMembers(project_id, id, ords);
    else store.cohorts.removeMembers(project_id, ords, id);
    store.cohorts.update(project_id, id, { updated_at_ms: context.now_ms });
    const members = store.cohorts.members(project_id, id).length;
    // Nothing is stored if this refuses.
    if (adds && members > LIMIT.cohort_members) {
      throw invalid('person_ids', `A static cohort may list ${LIMIT.cohort_members} people, not more.`);
    }
    return { id, answer: () => ({ id, members }) };
  });
}

export const MEMBER_OPERATIONS: readonly Operation[] = [listMembers, addPersons, removePerson];
