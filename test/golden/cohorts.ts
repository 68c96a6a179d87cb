/** Cases of cohorts.json: who belongs to a cohort, or that there can be no such cohort. */
import { must } from '../../src/base/assert.ts';
import { has } from '../../src/base/bitmap.ts';
import { personsWhere } from '../../src/engine/select/predicate.ts';
import { ServiceError } from '../../src/model/error.ts';
import type { Project } from '../../src/model/saved/project.ts';
import { admittedNow } from '../../src/service/contract/context.ts';
import { createCohort, getCohort } from '../../src/service/operations/cohorts.ts';
import { resolveCohort } from '../../src/service/resolve/filters/cohorts.ts';
import { settingOf } from '../../src/service/resolve/filters/setting.ts';
import { computeTrend } from '../support/operations.ts';
import type { QuestionCase, Row } from './case.ts';
import { saveThings } from './saved.ts';
import { loadData, newProject, parseTime, type World } from './world.ts';

type CohortCase = Omit<QuestionCase, 'expect'> & {
  readonly definition: unknown;
  readonly expect: { readonly members?: readonly string[]; readonly invalid?: boolean };
};

export async function checkCohort(world: World, sent: Row): Promise<string[]> {
  const row = sent as unknown as CohortCase;
  world.clock_ms = parseTime(row.now);
  const project = newProject(world, row);
  loadData(world, project, row);
  saveThings(world, project, row);
  if (row.expect.invalid === true) return refusal(world, project, row);
  const made = await world.ask(project, createCohort, { name: 'asked', filters: row.definition });
  const wanted = [...must(row.expect.members, 'members or invalid')].sort();
  return [
    ...differs('members', wanted, membersOf(world, project, row)),
    ...differs('count', wanted.length, (await world.ask(project, getCohort, { id: made['id'] }))['count']),
    ...(await differsInTrend(world, project, Number(made['id']), row, wanted)),
  ];
}

async function refusal(world: World, project: Project, row: CohortCase): Promise<string[]> {
  try {
    await world.ask(project, createCohort, { name: 'asked', filters: row.definition });
    return ['expected an error'];
  } catch (error) {
    if (error instanceof ServiceError && error.status === 400 && error.code !== 'not_supported') return [];
    throw error;
  }
}

/** First distinct ids of the persons of the case. */
function membersOf(world: World, project: Project, row: CohortCase): string[] {
  const { service, caller, clock_ms } = world;
  const context = {
    service,
    caller,
    project,
    now_ms: clock_ms,
    admitted: admittedNow(),
    signal: new AbortController().signal,
    url: null,
    origin: null,

    face: 'rest' as const,
    wording: (text: string) => text,
  };
  const predicate = resolveCohort(row.definition, 'definition', settingOf(context));
  const members = personsWhere(predicate, service.datasets.current(project));
  return row.persons
    .map((person) => must(person.distinct_ids[0], 'a distinct id'))
    .filter((id) => has(members, must(service.store.people.find(project.id, id), id).person_ord))
    .sort();
}

/** The same as a filter of a question: whose events are counted. */
async function differsInTrend(
  world: World,
  project: Project,
  id: number,
  row: CohortCase,
  members: readonly string[],
): Promise<string[]> {
  const wanted = row.events.filter((event) => members.includes(event.distinct_id)).length;
  const answer = await world.ask(project, computeTrend, {
    events: [{ id: null }],
    properties: [{ key: 'id', type: 'cohort', value: id }],
    date_from: 'all',
  });
  const [series] = answer['result'] as { count: number }[];
  return differs('events of members', wanted, series?.count);
}

function differs(what: string, expected: unknown, actual: unknown): string[] {
  const [left, right] = [JSON.stringify(expected), JSON.stringify(actual)];
  return left === right ? [] : [`${what}: expected ${left}, got ${right}`];
}
