/** Who is behind a number of an answer. */
import { LIMIT } from '../../model/limit.ts';
import { type PeoplePoint, PeopleResult } from '../../model/question/people.ts';
import { peopleTable, peopleText, presentPeople } from '../answers/people.ts';
import { valueWarnings } from '../answers/unknown_values.ts';
import type { ProjectContext } from '../contract/context.ts';
import { operation } from '../contract/operation.ts';
import { PeopleBody, resolvePeople, withQuestion } from '../kinds/people.ts';
import { unknownEventTexts } from '../names/events.ts';
import { nameWarnings } from '../names/properties.ts';
import { countedEvents } from '../names/used.ts';
import { linksOf } from '../pages/page.ts';

export const listPersons = operation({
  name: 'list_persons',
  title: 'List people',
  description:
    'Who is behind a number: send the question as computed, with its kind, and the point of the answer. Without a question everybody, or whom "search" finds. Example: {"question":{"kind":"funnel","events":[{"id":"sign up"},{"id":"paid"}]},"funnel_step":-2}.',
  routes: [{ method: 'GET', path: '/persons/', csv: true }],
  tool: true,
  scope: 'person:read',
  effect: 'read',
  input: PeopleBody,
  output: PeopleResult,
  text: peopleText,
  table: peopleTable,
  async handle(context, sent) {
    const body = withQuestion(context, sent);
    const { limit = LIMIT.page_default, offset = 0 } = body;
    const point = resolvePeople(context, body);
    const order = body.order === undefined ? 'actor' : 'most';
    const query = { point, offset, limit, order, times: LIMIT.people_times } as const;
    const { project, signal, service } = context;
    const name = body.question?.['client_query_id'];
    const computing = service.computing.running.wait(
      project.id,
      typeof name === 'string' ? name : null,
      signal,
      (leave) => service.computing.numbers(project, { kind: 'people', query }, leave),
    );
    const [numbers, warnings] = await Promise.all([computing, warningsOf(context, point, body)]);
    const { count } = numbers;
    return {
      count,
      ...linksOf(context.url, { count, limit, offset }),
      results: presentPeople(context, numbers),
      warnings: [...warnings, ...(count === 0 ? await valueWarnings(context, point) : [])].map(context.wording),
    };
  },
});

/** Unknown names are usually typos: with an impossible step everybody seems to have dropped off. Made during the search. */
async function warningsOf(
  context: ProjectContext,
  point: PeoplePoint,
  { question = {} }: PeopleBody,
): Promise<string[]> {
  return [...unknownEventTexts(context, countedEvents(point)), ...nameWarnings(context, point, question)];
}
