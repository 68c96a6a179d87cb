/** Who is behind a number of an answer. */
import { definedOnly } from '../../base/json.ts';
import { PeopleResult } from '../../model/question/people.ts';
import { peopleTable, peopleText } from '../answers/people.ts';
import { listedPeople } from '../answers/people_page.ts';
import { operation } from '../contract/operation.ts';
import { foundBy } from '../points/everybody.ts';
import { PeopleBody } from '../points/people.ts';

const SOUGHT = '"search" finds part of a name or an email, or a whole distinct id; not part of an id.';

export const listPersons = operation({
  name: 'list_persons',
  title: 'List people',
  description:
    'Who is behind a number: send the question as computed, with its kind, and the point of the answer. Without one, everybody or whom "search" finds. Example: {"question":{"kind":"funnel","events":[{"id":"sign up"},{"id":"paid"}]},"funnel_step":-2}.',
  routes: [{ method: 'GET', path: '/persons/', csv: true }],
  tool: true,
  scope: 'person:read',
  effect: 'read',
  input: PeopleBody,
  output: PeopleResult,
  text: peopleText,
  table: peopleTable,
  async handle(context, sent) {
    const listed = await listedPeople(context, sent);
    const { search } = sent;
    if (search === undefined) return listed;
    if (listed.count === 0) return { ...listed, warnings: [...listed.warnings, SOUGHT] };
    return {
      ...listed,
      results: listed.results.map((one) => ({ ...one, ...definedOnly({ found_by: foundBy(search, one) }) })),
    };
  },
});
