/** Answers to ActorsQuery nodes: people in columns. */
import { formatIso } from '../../base/time.ts';
import { invalid, notSupported, ServiceError } from '../../model/error.ts';
import type { Listed } from '../../model/question/people.ts';
import { allows } from '../../model/scope.ts';
import { textLiteral } from '../../sql/grammar/literal.ts';
import { peoplePage } from '../answers/people_page.ts';
import type { ProjectContext } from '../contract/context.ts';
import { laidOver } from '../insights/overlay.ts';
import type { ActorsNode } from '../points/actors_node.ts';
import { PeopleBody } from '../points/people.ts';
import { checked } from '../resolve/body.ts';

/** Reads a column of a person; `undefined` if there is no such column. */
type Column = (person: Listed) => unknown;

const COLUMNS: Readonly<Record<string, Column>> = {
  actor: actorOf,
  person: actorOf,
  group: actorOf,
  id: ({ id }) => id,
  actor_id: ({ id }) => id,
  person_id: ({ id }) => id,
  distinct_id: ({ distinct_ids }) => distinct_ids[0] ?? null,
  distinct_ids: ({ distinct_ids }) => distinct_ids,
  created_at: ({ created_at }) => created_at,
  /** Counted only in lists of people of a trend. */
  event_count: ({ matched_count }) => matched_count ?? null,
  matched_recordings: () => [],
  person_display_name: ({ id, name, distinct_ids }) => ({ display_name: name ?? distinct_ids[0] ?? id, id }),
  /** A button in a table of people. */
  'person.$delete': () => null,
};
const PROPERTY = /^(?:person\.)?properties\.(.+)$/;
/** Columns of retention: whether a person came that many periods after the start. */
const PERIOD = /^(?:hour|day|week|month)_(\d{1,3})$/;

function actorOf({ type, id, name, distinct_ids, properties, created_at }: Listed) {
  return { type, id, uuid: id, name, distinct_ids, properties, created_at };
}

/** Answers in the node's own words. @throws ServiceError also if the key may not read people */
export async function answerActors(context: ProjectContext, { people, select, source, warnings: own }: ActorsNode) {
  if (!allows(context.caller.scopes, 'person:read')) {
    throw new ServiceError('permission_denied', "API key missing required scope 'person:read'");
  }
  const names = select.map((text) => text.split('--')[0]!.trim());
  for (const [at, name] of names.entries()) checkColumn(name, source, `query__select__${at}`);
  const body = await inNode(() => checked(PeopleBody, people));
  const page = await inNode(() => peoplePage(context, body));
  const later = new Map<string, ReadonlySet<string>>();
  for (const name of names) {
    const periods = PERIOD.exec(name)?.[1];
    if (periods !== undefined) later.set(name, await cameLater(context, body, page.results, Number(periods)));
  }
  const { count, limit, offset, results, warnings } = page;
  return {
    results: results.map((person) =>
      names.map((name) => {
        const came = later.get(name);
        return came === undefined ? cellOf(name, person) : Number(came.has(person.id));
      }),
    ),
    columns: [...select],
    hasMore: offset + results.length < count,
    ...{ limit, offset, warnings: [...own, ...warnings] },
    missing_actors_count: 0,
    is_cached: false,
    last_refresh: formatIso(context.now_ms),
    timezone: context.project.timezone,
    query_status: null,
  };
}

function checkColumn(name: string, source: ActorsNode['source'], attr: string): void {
  if (Object.hasOwn(COLUMNS, name) || PROPERTY.test(name)) return;
  if (PERIOD.test(name) && source?.['kind'] === 'RetentionQuery') return;
  const known = [...Object.keys(COLUMNS), 'properties.plan'].join(', ');
  throw notSupported(`column ${name}`, attr, `There is no column "${name}" of people. Columns: ${known}.`);
}

function cellOf(name: string, person: Listed): unknown {
  const column = COLUMNS[name];
  if (column) return column(person);
  return person.properties[PROPERTY.exec(name)?.[1] ?? ''] ?? null;
}

/** Ids of those people who returned `later` periods after they started. Asks the same question about them only. */
async function cameLater(
  context: ProjectContext,
  body: PeopleBody,
  people: readonly Listed[],
  later: number,
): Promise<ReadonlySet<string>> {
  if (later === 0 || people.length === 0) return new Set(people.map(({ id }) => id));
  if (people.some(({ type }) => type !== 'person')) {
    throw invalid('query__select', 'When groups came again is not listed; select "actor" only.');
  }
  const ids = people.map(({ id }) => textLiteral(id)).join(', ');
  const only = [{ type: 'hogql', key: `person_id IN (${ids})` }];
  const { query } = laidOver({ filters: {}, query: body.question?.['query'] }, { properties: only });
  const sent = { ...body, question: { ...body.question, query }, later, offset: 0 };
  try {
    const { results } = await peoplePage(context, checked(PeopleBody, sent));
    return new Set(results.map(({ id }) => id));
  } catch (error) {
    // Nobody can have come beyond the last period.
    if (error instanceof ServiceError && error.attr === 'later') return new Set();
    throw error;
  }
}

/** Makes errors name a part of the node. */
async function inNode<T>(run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.attr === null) throw error;
    const attr = error.attr.replace(/^question__(query__)?/, 'query__source__source__');
    throw error.at(attr === error.attr ? `query__source__${attr}` : attr);
  }
}
