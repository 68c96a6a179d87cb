/** Answers to EventsQuery nodes: the rows of their statement, with whole events and people in place. */
import { z } from 'zod';
import { formatIso } from '../../base/time.ts';
import { SqlBody } from '../../model/sql/body.ts';
import { compute } from '../answers/compute.ts';
import { personOf } from '../answers/people.ts';
import type { ProjectContext } from '../contract/context.ts';
import { questionOfBody } from '../questions/question.ts';
import { checked } from '../resolve/body.ts';
import { columnTypes } from '../resolve/sql.ts';
import { isoWithOffset } from '../words/labels.ts';
import { EVENT_PARTS, type EventsColumn, type EventsStatement } from './events_node.ts';

type Row = readonly unknown[];

/** `manners`: how to answer, as statements take it. */
export async function answerEvents(
  context: ProjectContext,
  { body, columns, range, limit, offset, warnings }: EventsStatement,
  manners: Readonly<Record<string, unknown>>,
) {
  const question = questionOfBody(context, 'sql', checked(SqlBody, { ...body, ...manners }));
  const { answer, computed_at_ms, is_cached, explain } = await compute(context, question);
  const { timezone } = context.project;
  const typed = columnTypes(question.asked.query.columns, timezone);
  const starts = startsOf(columns);
  const types = columns.map(({ name, shown }, at) => [name, shown === 'value' ? typed[starts[at]!]![1]! : 'Tuple']);
  const names = columns.map(({ name }) => name);
  const { behind: _, ...resolved } = answer.resolved;
  const dates = {
    ...(range.from_ms === null ? {} : { date_from: isoWithOffset(timezone, range.from_ms) }),
    date_to: isoWithOffset(timezone, range.until_ms),
  };
  return {
    results: rowsOf(context, columns, await answer.result.read()),
    columns: names,
    types: types.map(([, type]) => type!),
    hasMore: answer.has_more,
    ...{ limit, offset, is_cached, timezone },
    hogql: String(body['query']),
    last_refresh: formatIso(computed_at_ms),
    resolved: { ...resolved, ...dates, columns: names, types, warnings: [...resolved.warnings, ...warnings] },
    query_status: null,
    ...(explain === null ? {} : { explain }),
  };
}

/** Index of each column's first value in a row of the statement. */
function startsOf(columns: readonly EventsColumn[]): number[] {
  let next = 0;
  return columns.map(({ parts }) => {
    next += parts.length;
    return next - parts.length;
  });
}

function rowsOf(context: ProjectContext, columns: readonly EventsColumn[], rows: readonly Row[]): unknown[][] {
  const starts = startsOf(columns);
  const by_person = columns.flatMap(({ shown }, at) => (SHOWN_BY_PERSON.includes(shown) ? starts[at]! : []));
  const people = peopleOf(context, new Set(rows.flatMap((row) => by_person.map((at) => String(row[at])))));
  return rows.map((row) =>
    columns.map(({ parts, shown }, at) => {
      const values = row.slice(starts[at]!, starts[at]! + parts.length);
      if (shown === 'value') return values[0];
      if (shown === 'event') return eventOf(context, values);
      const distinct_id = String(values[0]);
      const { name, ...person } = people(distinct_id);
      if (shown === 'person') return person;
      return { display_name: name ?? distinct_id, id: person.uuid, distinct_id };
    }),
  );
}

const SHOWN_BY_PERSON: readonly string[] = ['person', 'display_name'] satisfies EventsColumn['shown'][];

/** Distinct id -> its person, all read at once. `uuid` is null if the person was removed. */
function peopleOf({ service, project }: ProjectContext, distinct_ids: ReadonlySet<string>) {
  const { people } = service.store;
  const ords = new Map([...distinct_ids].map((id) => [id, people.find(project.id, id)?.person_ord]));
  const persons = people.list(project.id, [...new Set([...ords.values()].filter((ord) => ord !== undefined))]);
  return (distinct_id: string) => {
    const ord = ords.get(distinct_id);
    const person = ord === undefined ? undefined : persons.get(ord);
    const { id, name, properties, created_at } = personOf(project.id, person);
    return { uuid: id === '' ? null : id, name, created_at, properties, distinct_id };
  };
}

const WithElements = z.looseObject({ $elements_chain: z.string() });

function eventOf({ project }: ProjectContext, values: Row): Record<string, unknown> {
  const event = Object.fromEntries(EVENT_PARTS.map((name, at) => [name, values[at]]));
  const { data } = WithElements.safeParse(event['properties']);
  return { ...event, team_id: project.id, elements_chain: data?.$elements_chain ?? '' };
}
