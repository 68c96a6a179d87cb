/** A page of the people behind a point of an answer. */
import { LIMIT } from '../../model/limit.ts';
import type { PeoplePoint, PeopleResult } from '../../model/question/people.ts';
import type { ProjectContext } from '../contract/context.ts';
import { unknownEventTexts } from '../names/events.ts';
import { nameWarnings } from '../names/properties.ts';
import { countedEvents } from '../names/used.ts';
import { type PeopleBody, resolvePeople, withQuestion } from '../points/people.ts';
import { presentPeople } from './people.ts';
import { valueWarnings } from './unknown_values.ts';

export type PeoplePage = Pick<PeopleResult, 'count' | 'results' | 'warnings'> & {
  readonly limit: number;
  readonly offset: number;
};

/** @throws ServiceError if the question cannot be computed, or its answer has no such point */
export async function peoplePage(context: ProjectContext, sent: PeopleBody): Promise<PeoplePage> {
  const body = withQuestion(context, sent);
  const { limit = LIMIT.page_default, offset = 0 } = body;
  const point = resolvePeople(context, body);
  const order = body.order === undefined ? 'actor' : 'most';
  const query = { point, offset, limit, order, times: LIMIT.people_times } as const;
  const { project, signal, service } = context;
  const name = body.question?.['client_query_id'];
  const computing = service.computing.in_progress.wait(
    project.id,
    typeof name === 'string' ? name : null,
    signal,
    (leave) => service.computing.numbers(project, { kind: 'people', query }, leave),
  );
  const [numbers, warnings] = await Promise.all([computing, warningsOf(context, point, body)]);
  const { count } = numbers;
  const unknown = count === 0 ? await valueWarnings(context, point) : [];
  return {
    count,
    results: presentPeople(context, numbers),
    warnings: [...warnings, ...unknown].map(context.wording),
    limit,
    offset,
  };
}

/** Unknown names are usually typos: if a step never happens, everybody drops off. Runs during the search. */
async function warningsOf(
  context: ProjectContext,
  point: PeoplePoint,
  { question = {} }: PeopleBody,
): Promise<string[]> {
  return [...unknownEventTexts(context, countedEvents(point)), ...nameWarnings(context, point, question)];
}
