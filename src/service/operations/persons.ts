/** Who is behind a number of an answer. */
import { definedOnly } from '../../base/json.ts';
import { parseUuid } from '../../base/uuid.ts';
import { invalid } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import { PeopleResult } from '../../model/question/people.ts';
import { FOR_PROGRAMS, peopleTable, peopleText } from '../answers/people.ts';
import { listedPeople } from '../answers/people_page.ts';
import type { ProjectContext } from '../contract/context.ts';
import { operation } from '../contract/operation.ts';
import { byUuid } from '../erasing/persons.ts';
import { foundBy } from '../points/everybody.ts';
import { PeopleBody } from '../points/people.ts';

const SOUGHT = '"search" finds part of a name or an email, or a whole distinct id; not part of an id.';

export const listPersons = operation({
  name: 'list_persons',
  title: 'List people',
  description:
    'Who is behind a number: send the question as computed, with its kind, and the point of the answer. Without one, everybody or whom "search" finds. Example: {"question":{"kind":"funnel","events":[{"id":"sign up"},{"id":"paid"}]},"funnel_step":-2}.',
  routes: [{ method: 'GET', path: '/persons/', csv: true, ...FOR_PROGRAMS }],
  tool: true,
  scope: 'person:read',
  effect: 'read',
  input: PeopleBody,
  output: PeopleResult,
  text: peopleText,
  table: peopleTable,
  async handle(context, sent) {
    const listed = await listedPeople(context, await named(context, sent));
    const { search } = sent;
    if (search === undefined) return listed;
    if (listed.count === 0) return { ...listed, warnings: [...listed.warnings, SOUGHT] };
    return {
      ...listed,
      results: listed.results.map((one) => ({ ...one, ...definedOnly({ found_by: foundBy(search, one) }) })),
    };
  },
});

/** Looks up people by their UUIDs, and asks for them by a distinct id of each. @throws ServiceError */
async function named(context: ProjectContext, { id, uuid = id, ...rest }: PeopleBody): Promise<PeopleBody> {
  if (uuid === undefined) return rest;
  const { limit, offset, ...others } = rest;
  if (Object.keys(definedOnly(others)).length > 0) throw invalid('uuid', 'Send "uuid" without a question or a search.');
  const uuids = uuid.split(',').map((text) => text.trim().toLowerCase());
  if (uuids.length > LIMIT.page_max || uuids.some((text) => parseUuid(text) === null)) {
    throw invalid(
      'uuid',
      `Expected up to ${LIMIT.page_max} UUIDs of people, parted by commas, as lists of people tell them.`,
    );
  }
  const { store } = context.service;
  const people = store.people.list(context.project.id, await byUuid(store, context.project.id, new Set(uuids)));
  // Nobody has one of these for a distinct id, unless the sender took one for the other, and means them.
  const value = people.size === 0 ? uuids : [...people.values()].map(({ first_id }) => first_id);
  return { limit, offset, properties: [{ key: 'distinct_id', type: 'person', operator: 'exact', value }] };
}
