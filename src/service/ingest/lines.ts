/**
 * One object of an events file -> an item to import. Unlike for live requests, nothing is guessed: lines without a time
 * are refused, times are taken literally, and lines without an id get none here (`LineIds` makes it of their content).
 */
import { isObject } from '../../base/json.ts';
import { invalid } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import type { IncomingGroup, IncomingGroupType, IncomingPerson } from '../identity/incoming.ts';
import { cutText, idText } from '../identity/rules.ts';
import {
  distinctIdOf,
  eventName,
  givenUuid,
  isStorableTime,
  objectAt,
  type RawEvent,
  settledProperties,
} from './normalise.ts';
import { parseJson } from './payload.ts';
import type { LineEvent, LineItem } from './types.ts';

/** Reads a line's member as epoch milliseconds; null if it is not a time. */
export type TimeOf = (name: string, value: unknown) => number | null;

/**
 * `{"type":"person",…}`, `{"type":"group",…}` and `{"type":"group_type",…}`; anything else is an event.
 * @throws ServiceError invalid_input, required, too_large: why the line cannot be taken
 */
export function itemOfLine(value: unknown, timeOf: TimeOf): LineItem {
  if (!isObject(value)) throw invalid('line', 'A line must be a JSON object.');
  switch (value['event'] === undefined ? value['type'] : 'event') {
    case 'person':
      return { kind: 'person', person: personOf(value, timeOf) };
    case 'group':
      return { kind: 'group', group: groupOf(value, timeOf) };
    case 'group_type':
      return { kind: 'group_type', group_type: groupTypeOf(value) };
    default:
      return { kind: 'event', event: eventOf(value, timeOf) };
  }
}

function eventOf(raw: RawEvent, timeOf: TimeOf): LineEvent {
  const event = eventName(raw);
  const properties = settledProperties(raw, propertiesAt(raw), null);
  const distinct_id = distinctIdOf(raw, properties);
  if (distinct_id === null) throw invalid('distinct_id', 'The event has no distinct_id: say who did it.', 'required');
  const timestamp_ms = timeAt(raw, 'timestamp', timeOf);
  if (timestamp_ms === null) {
    throw invalid('timestamp', 'The event has no timestamp. Write it as 2026-01-31T12:00:00Z.', 'required');
  }
  return { event, distinct_id, timestamp_ms, uuid: givenUuid(raw, event, distinct_id), properties };
}

/** Databases, and answers to statements of SQL, have an object as text. */
function propertiesAt(raw: RawEvent): RawEvent {
  const { properties } = raw;
  const opened = typeof properties === 'string' ? objectIn(properties) : null;
  return opened ?? objectAt(raw, 'properties');
}

/** null if the text is no object, or a deeper one than lines may have. */
function objectIn(text: string): RawEvent | null {
  if (!text.startsWith('{')) return null;
  try {
    const value = parseJson(Buffer.from(text));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function personOf(raw: RawEvent, timeOf: TimeOf): IncomingPerson {
  const given = raw['distinct_ids'] ?? (raw['distinct_id'] === undefined ? undefined : [raw['distinct_id']]);
  if (!Array.isArray(given) || given.length === 0) {
    throw invalid('distinct_ids', 'A person needs "distinct_ids", a list with at least one id.', 'required');
  }
  const { is_identified, complete } = raw;
  const ids = given.map(idText).filter((id) => id !== null);
  if (ids.length < given.length) throw invalid('distinct_ids', 'An id of a person must not be empty.');
  return {
    distinct_ids: [...new Set(ids)],
    properties: settledProperties({}, propertiesAt(raw), null),
    created_at_ms: timeAt(raw, 'created_at', timeOf),
    // Lines without these keep the content by which earlier imports know them.
    ...(typeof is_identified === 'boolean' ? { is_identified } : {}),
    ...(complete === true ? { complete } : {}),
  };
}

function groupOf(raw: RawEvent, timeOf: TimeOf): IncomingGroup {
  const group_type = groupTypeIn(raw);
  const group_key = idText(raw['group_key']);
  if (group_key === null) throw invalid('group_key', 'A group needs "group_key", the id of the group.', 'required');
  return {
    group_type,
    group_key,
    properties: settledProperties({}, propertiesAt(raw), null),
    created_at_ms: timeAt(raw, 'created_at', timeOf),
  };
}

function groupTypeOf(raw: RawEvent): IncomingGroupType {
  const [name_singular, name_plural] = [raw['name_singular'], raw['name_plural']].map((name) =>
    typeof name === 'string' ? cutText(name, LIMIT.name_chars) : null,
  );
  return {
    group_type: groupTypeIn(raw),
    name_singular: name_singular ?? null,
    name_plural: name_plural ?? null,
    complete: raw['complete'] === true,
  };
}

function groupTypeIn(raw: RawEvent): string {
  const group_type = idText(raw['group_type']);
  if (group_type === null) throw invalid('group_type', 'A group needs "group_type", such as "company".', 'required');
  return cutText(group_type, LIMIT.name_chars);
}

/** null if the member is missing. */
function timeAt(raw: RawEvent, name: string, timeOf: TimeOf): number | null {
  const value = raw[name];
  if (value === undefined || value === null || value === '') return null;
  const time_ms = timeOf(name, value);
  if (time_ms === null) throw invalid(name, `"${name}" is no time. Write it as 2026-01-31T12:00:00Z.`);
  if (!isStorableTime(time_ms)) throw invalid(name, `"${name}" must lie between the years 1970 and 9999.`);
  return Math.floor(time_ms);
}
