/** A page of the people behind a point of an answer. */
import { LIMIT } from '../../model/limit.ts';
import type { PeopleNumbers, PeoplePoint, PeopleResult } from '../../model/question/people.ts';
import type { ProjectContext } from '../contract/context.ts';
import { keyAsShown } from '../kinds/record/point.ts';
import { unknownEventTexts } from '../names/events.ts';
import { nameWarnings } from '../names/properties.ts';
import { countedEvents } from '../names/used.ts';
import { linksOf } from '../pages/page.ts';
import { type PeopleBody, resolvePeople } from '../points/people.ts';
import { presentPeople } from './people.ts';
import { missedTexts, valueWarnings } from './unknown_values.ts';

export type PeoplePage = Pick<PeopleResult, 'count' | 'results' | 'warnings'> & {
  readonly limit: number;
  readonly offset: number;
};

/** @throws ServiceError if the question cannot be computed, or its answer has no such point */
export async function peoplePage(context: ProjectContext, sent: PeopleBody): Promise<PeoplePage> {
  const { limit = LIMIT.page_default, offset = 0 } = sent;
  const { point, question = {} } = resolvePeople(context, sent);
  const order = sent.order === undefined ? 'actor' : 'most';
  const page = { offset, limit, order, times: LIMIT.people_times } as const;
  const name = question['client_query_id'];
  const asker = { ...context, name: typeof name === 'string' ? name : null };
  const computing = peopleAt(point, (at) =>
    context.service.computing.numbers(asker, { kind: 'people', query: { point: at, ...page } }),
  );
  const [numbers, warnings] = await Promise.all([computing, warningsOf(context, point, question)]);
  const { count, missed } = numbers;
  const unknown = count === 0 ? [...missedTexts(missed), ...(await valueWarnings(context, point))] : [];
  return {
    count,
    results: presentPeople(context, numbers),
    warnings: [...warnings, ...unknown].map(context.wording),
    limit,
    offset,
  };
}

/** The page as lists of people answer it. @throws as peoplePage */
export async function listedPeople(context: ProjectContext, sent: PeopleBody): Promise<PeopleResult> {
  const { results, warnings, ...page } = await peoplePage(context, sent);
  const { timezone } = context.project;
  return { count: page.count, ...linksOf(context.url, page), results, timezone, warnings };
}

type Ask = (point: PeoplePoint) => Promise<PeopleNumbers>;

/** Values really called "None" or "Other" come first; if there are none, these words mean what texts mean by them. */
async function peopleAt(point: PeoplePoint, ask: Ask): Promise<PeopleNumbers> {
  const numbers = await ask(point);
  if (numbers.missed === null || !('key' in point) || point.kind === 'correlation') return numbers;
  const key = keyAsShown(point.key);
  return key === null ? numbers : ask({ ...point, key });
}

/** Unknown names are usually typos: if a step never happens, everybody drops off. Runs during the search. */
async function warningsOf(
  context: ProjectContext,
  point: PeoplePoint,
  question: Readonly<Record<string, unknown>>,
): Promise<string[]> {
  return [...unknownEventTexts(context, countedEvents(point)), ...nameWarnings(context, point, question)];
}
