/** Stored events, latest first. */
import { objectIn } from '../../base/json.ts';
import type { EventCursor, EventsNumbers, EventsQuery, StoredEvent } from '../../model/question/events.ts';
import type { Answered, Asking, Row } from '../statement/asking.ts';
import { eventsOf, matched } from '../statement/condition.ts';
import { Frame, type Scope } from '../statement/frame.ts';
import { allOf, type Sql, sql } from '../statement/sql.ts';
import type { Staged } from '../statement/staged.ts';

export async function answerEvents(query: EventsQuery, asking: Asking): Answered<EventsNumbers> {
  const rows = await asking.rows((scope) => eventsStatement(query, scope));
  if (rows === undefined) return null;
  const { limit, skip = 0 } = query;
  const page = upTo(query.bytes, rows.slice(skip, skip + limit));
  return { ...page, has_more: skip + page.events.length < rows.length };
}

/** Bytes of an event as JSON without its properties. */
const FIXED_BYTES = 250;

/** As many events as fit, at least the first. */
function upTo(most_bytes: number, rows: readonly Row[]): Pick<EventsNumbers, 'events' | 'bytes'> {
  const events: StoredEvent[] = [];
  let bytes = 0;
  for (const [time, uuid, event, distinct, person, json] of rows) {
    const size = FIXED_BYTES + String(json).length;
    if (bytes + size > most_bytes && events.length > 0) break;
    bytes += size;
    const place = { time_ms: Number(time), uuid: String(uuid), event: String(event) };
    events.push({ ...place, distinct: Number(distinct), person: Number(person), properties: byName(String(json)) });
  }
  return { events, bytes };
}

function byName(json: string): StoredEvent['properties'] {
  const properties = Object.entries(objectIn(json));
  return Object.fromEntries(properties.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Rows: time, uuid, event, numbers of distinct id and person, properties; one more than a page holds. */
function eventsStatement(query: EventsQuery, scope: Scope): Staged | undefined {
  const { matches, range, behind, uuid, skip = 0, limit } = query;
  const frame = new Frame(scope);
  const found = matched(matches, frame);
  if (found === undefined) return undefined;
  const rows = frame.rows({ events: eventsOf(matches), ...range }, ['json']);
  const order = sql`order by at desc, id desc, name desc limit ${skip + limit + 1}`;
  return {
    inner: sql`select time as at, toString(uuid) as id, toString(event) as name, distinct as of_distinct, person as of_person, json as values
      from ${rows} where ${allOf([found, ...withId(uuid), ...behindOf(behind)])} ${order}`,
    outer: (parts) => sql`select at, id, name, of_distinct, of_person, values from ${parts} ${order}`,
    per: 'shard',
  };
}

function withId(uuid: string | undefined): Sql[] {
  return uuid === undefined ? [] : [sql`uuid = toUUID(${uuid})`];
}

function behindOf(place: EventCursor | null): Sql[] {
  if (place === null) return [];
  return [sql`(time, toString(uuid), toString(event)) < (${place.time_ms}, ${place.uuid}, ${place.event})`];
}
