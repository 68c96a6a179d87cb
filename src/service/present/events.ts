/** EventsNumbers -> events as the wire has them, and as a table that a model reads. */
import { must } from '../../base/assert.ts';
import { formatIso } from '../../base/time.ts';
import type { EventsResult, ListedEvent, StoredEvent } from '../../model/events.ts';
import type { ProjectContext } from '../context.ts';
import type { Table } from '../operation.ts';
import { uuidOf } from './people.ts';

const PROPERTIES_CHARS = 300;

export function presentEvents({ service, project }: ProjectContext, events: readonly StoredEvent[]): ListedEvent[] {
  const { people } = service.store;
  const distincts = [...new Set(events.map(({ distinct }) => distinct))];
  // number of a distinct id -> its text
  const texts = new Map(people.distinctTexts(project.id, distincts).map((text, at) => [distincts[at]!, text]));
  // number of a person -> its id; whoever was merged away since is called by whom it is now
  const ids = new Map<number, string>();
  return events.map(({ uuid, event, distinct, person, time_ms, properties }) => {
    const distinct_id = must(texts.get(distinct), 'every distinct id has a text');
    const person_id = ids.get(person) ?? personIdOf(person, distinct_id);
    ids.set(person, person_id);
    return { uuid, event, distinct_id, person_id, timestamp: formatIso(time_ms), properties };
  });

  function personIdOf(ord: number, distinct_id: string): string {
    const now = people.get(project.id, ord) ?? people.get(project.id, people.find(project.id, distinct_id)!.person_ord);
    return uuidOf(project.id, people, must(now, 'a distinct id leads to a person'));
  }
}

export function eventsText({ results, next_cursor, warnings }: EventsResult): string {
  const told = [
    results.length === 0 ? 'No events.' : `${results.length} events, the latest first (times in UTC).`,
    ...warnings,
    next_cursor === null ? '' : `There are more: send "cursor": "${next_cursor}" with the same filters.`,
  ];
  const rows = results.map(({ timestamp, event, distinct_id, properties }) =>
    [timestamp, cell(event), cell(distinct_id), cell(properties)].join(' | '),
  );
  return [...told, ...(rows.length === 0 ? [] : ['time | event | distinct_id | properties', ...rows])]
    .filter((line) => line !== '')
    .join('\n');
}

/** JSON without what separates cells and lines. */
function cell(value: unknown): string {
  const text = JSON.stringify(value).replace(/[|\u2028\u2029]/g, (found) => {
    return `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return text.length <= PROPERTIES_CHARS ? text : `${text.slice(0, PROPERTIES_CHARS)}…`;
}

export function eventsTable({ results }: EventsResult): Table {
  return {
    columns: ['uuid', 'event', 'distinct_id', 'person_id', 'timestamp', 'properties'],
    rows: results.map((row) => [
      ...[row.uuid, row.event, row.distinct_id, row.person_id, row.timestamp],
      JSON.stringify(row.properties),
    ]),
  };
}
