/** EventsNumbers -> events for the wire, and a table for models. */
import { must } from '../../base/assert.ts';
import { formatIso } from '../../base/time.ts';
import { quoted, visible } from '../../base/visible.ts';
import type { EventsQuery, EventsResult, ListedEvent, ProgramEvent, StoredEvent } from '../../model/question/events.ts';
import { TUNING } from '../../model/tuning.ts';
import type { ListedPerson } from '../../store/types/people.ts';
import type { ProjectContext } from '../contract/context.ts';
import type { Table } from '../contract/operation.ts';
import { personUuid } from '../identity/person_uuid.ts';
import { valueWords } from '../sentences/filters.ts';
import { written } from '../text/passages.ts';
import { timeIn } from '../words/labels.ts';
import { counted, ownFirst } from '../words/lists.ts';

/** Characters of one line's properties. */
const PROPERTIES_CHARS = 300;

export function presentEvents({ service, project }: ProjectContext, events: readonly StoredEvent[]): ListedEvent[] {
  const { people } = service.store;
  const distincts = [...new Set(events.map(({ distinct }) => distinct))];
  // Number of a distinct id -> its text.
  const texts = new Map(people.distinctTexts(project.id, distincts).map((text, at) => [distincts[at]!, text]));
  const persons = people.list(project.id, [...new Set(events.map(({ person }) => person))]);
  return events.map(({ uuid, event, distinct, person, time_ms, properties }) => {
    const distinct_id = must(texts.get(distinct), 'every distinct id has a text');
    const owner = persons.get(person) ?? ownerNow(distinct_id);
    const person_id = personUuid(project.id, owner.first_id);
    return { uuid, event, distinct_id, person_id, timestamp: formatIso(time_ms), properties, person: calledBy(owner) };
  });

  /** For people who were merged since the events were listed. */
  function ownerNow(distinct_id: string): ListedPerson {
    const { person_ord } = people.find(project.id, distinct_id)!;
    return must(people.list(project.id, [person_ord]).get(person_ord), 'a distinct id leads to a person');
  }
}

/** A page, some rows at a time: ten thousand events at once would keep others waiting for tenths of a second. */
export async function pageOfEvents(
  context: ProjectContext,
  query: EventsQuery,
): Promise<{ readonly events: readonly StoredEvent[]; readonly listed: ListedEvent[]; readonly has_more: boolean }> {
  const events: StoredEvent[] = [];
  const listed: ListedEvent[] = [];
  let { behind, skip = 0, bytes } = query;
  for (;;) {
    const limit = Math.min(TUNING.events_a_turn, query.limit - events.length);
    const page = { ...query, behind, skip, limit, bytes };
    const found = await context.service.computing.numbers(context, { kind: 'events', query: page });
    for (const event of found.events) events.push(event);
    for (const event of presentEvents(context, found.events)) listed.push(event);
    behind = events.at(-1) ?? null;
    skip = 0;
    bytes -= found.bytes;
    const isOver = !found.has_more || found.events.length < limit || bytes <= 0;
    if (isOver || events.length === query.limit) return { events, listed, has_more: found.has_more };
  }
}

/** Names of properties that people are called by. */
const CALLED_BY = ['email', 'name', 'username'];

function calledBy({ is_identified, properties }: ListedPerson): ListedEvent['person'] {
  const called = Object.entries(properties).filter(([name]) => CALLED_BY.includes(name));
  return { is_identified, properties: Object.fromEntries(called) };
}

/** Programs keep the latest time, compare it as text, and read a column of times by one pattern: with a fraction. */
function timeForPrograms({ timestamp }: ListedEvent): string {
  return timestamp.replace(/(:\d\d)Z$/, '$1.000000Z');
}

export function forPrograms(event: ListedEvent): ProgramEvent {
  const { uuid, distinct_id, person, properties } = event;
  const { $elements_chain: chain } = properties;
  return {
    ...{ id: uuid, ...event, timestamp: timeForPrograms(event), person: { distinct_ids: [distinct_id], ...person } },
    elements_chain: typeof chain === 'string' ? chain : '',
  };
}

export function eventsText({ results, next_cursor, timezone, warnings }: EventsResult): string {
  const more = next_cursor === null ? '' : ` There are more: send "cursor": "${next_cursor}" with the same filters.`;
  return written([
    results.length === 0
      ? 'No events.'
      : `${counted(results.length, 'event')}, the latest first, times in ${timezone}.${more}`,
    ...warnings.map(visible),
    {
      head: results.length === 0 ? [] : ['time | event | distinct id | properties'],
      rows: results.map((event) => eventLine(event, timezone)),
      keep: 'first',
      noun: 'events',
      how: 'A lower `limit` gives pages that fit.',
    },
  ]);
}

function eventLine({ timestamp, event, distinct_id, properties }: ListedEvent, zone: string): string {
  const entries = ownFirst(Object.entries(properties), ([name]) => name);
  const values = entries.map(([name, value]) => `${quoted(name)}: ${value === null ? 'null' : valueWords(value)}`);
  return [timeIn(zone, timestamp), quoted(event), quoted(distinct_id), shortened(values)].join(' | ');
}

/** As many values as fit, and how many more there are. */
function shortened(values: readonly string[]): string {
  let chars = 0;
  const shown = values.filter((value, at) => {
    chars += value.length;
    return at === 0 || chars <= PROPERTIES_CHARS;
  });
  const left_out = values.length - shown.length;
  return [...shown, ...(left_out === 0 ? [] : [`${left_out} more`])].join(', ');
}

export function eventsTable({ results }: EventsResult): Table {
  return {
    columns: ['uuid', 'event', 'distinct_id', 'person_id', 'timestamp', 'properties'],
    rows: results.map((row) => [
      ...[row.uuid, row.event, row.distinct_id, row.person_id, timeForPrograms(row)],
      JSON.stringify(row.properties),
    ]),
  };
}
