/**
 * One event as client libraries send it -> an event with name, time and id settled. Accepts what ten years of client
 * libraries have sent. Refusals name the field.
 */
import { isObject, put } from '../../base/json.ts';
import { parseClearDate, parseTimestamp, readDate } from '../../base/time.ts';
import { parseUuid, stampUuid } from '../../base/uuid.ts';
import { invalid, ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import type { IncomingEvent } from '../identity/incoming.ts';
import { digestUuid } from '../identity/person_uuid.ts';
import { cutText, idText } from '../identity/rules.ts';
import { weigh } from './weigh.ts';

export type RawEvent = Readonly<Record<string, unknown>>;

/** Facts of the request that apply to all its events. */
export interface Arrival {
  readonly now_ms: number;
  /** The client's clock when it sent the request; null if unknown. */
  readonly sent_at_ms: number | null;
  /** The client's address, if it may be stored. */
  readonly ip: string | null;
  /** Name of events sent without one (on some people-only routes). */
  readonly default_event?: string;
  randomBytes(bytes: number): Uint8Array;
}

/** Times from the year 10000 on do not fit the calendar. */
const TIME_END_MS = 253_402_300_800_000;
const EMPTY = Object.freeze({});
/** Members that clients put beside the properties but which belong in them. */
const BESIDE = ['$set', '$set_once', '$unset', '$groups'];

/** @throws ServiceError invalid_input, required, too_large: the event cannot be stored */
export function normaliseEvent(raw: RawEvent, arrival: Arrival): IncomingEvent {
  const event = eventName(raw, arrival.default_event);
  const properties = settledProperties(raw, objectAt(raw, 'properties'), arrival.ip);
  const distinct_id = distinctIdOf(raw, properties);
  if (distinct_id === null) {
    throw invalid('distinct_id', `Event "${event}" was sent without a distinct_id: say who did it.`, 'required');
  }
  const timestamp_ms = eventTime(raw, properties, arrival);
  return {
    event,
    distinct_id,
    timestamp_ms,
    uuid: eventUuid(raw, event, distinct_id, timestamp_ms, arrival),
    properties,
  };
}

/**
 * A member that is an object; EMPTY if it is missing. PHP, Lua and R write an empty object as an empty list.
 * @throws ServiceError invalid_input
 */
export function objectAt(raw: RawEvent, name: string): RawEvent {
  const given = raw[name] ?? EMPTY;
  if (isObject(given)) return given;
  if (Array.isArray(given) && given.length === 0) return EMPTY;
  const event = raw['event'];
  const whose = typeof event === 'string' ? ` of event "${cutText(event, LIMIT.event_name_chars)}"` : '';
  throw invalid(name, `"${name}"${whose} must be an object.`);
}

/** @throws ServiceError required */
export function eventName(raw: RawEvent, default_event?: string): string {
  const name = raw['event'] ?? default_event;
  if (typeof name !== 'string' || name === '') {
    throw invalid('event', 'An event was sent without a name: "event" must be a text that is not empty.', 'required');
  }
  return cutText(name, LIMIT.event_name_chars);
}

/** The top level wins over `properties`. */
export function distinctIdOf(raw: RawEvent, properties: RawEvent): string | null {
  return (
    idText(raw['distinct_id']) ??
    idText(raw['$distinct_id']) ??
    idText(properties['distinct_id']) ??
    idText(properties['$distinct_id'])
  );
}

/** The properties, with those that clients put beside them. Returns the given object if nothing is added. */
export function settledProperties(raw: RawEvent, given: RawEvent, ip: string | null): RawEvent {
  let bytes = weigh(given, LIMIT.json_depth);
  const added: Record<string, unknown> = {};
  for (const name of BESIDE) {
    const beside = raw[name];
    if (beside === undefined || beside === null) continue;
    bytes += weigh(beside, LIMIT.json_depth);
    const inside = given[name];
    added[name] = isObject(beside) && isObject(inside) ? { ...inside, ...beside } : beside;
  }
  if (bytes > LIMIT.event_bytes) throw tooHeavy();
  if (ip !== null && given['$ip'] === undefined) added['$ip'] = ip;
  for (const name in given) {
    // JSON text may contain 1e999, which becomes a number that JSON cannot write.
    const value = given[name];
    if (typeof value === 'number' && !Number.isFinite(value)) put(added, name, null);
  }
  for (const _ in added) return { ...given, ...added };
  return given;
}

function tooHeavy(): ServiceError {
  return new ServiceError(
    'too_large',
    `An event may hold ${LIMIT.event_bytes} bytes and ${LIMIT.json_depth} levels of nesting. Send less with each event.`,
    { attr: 'properties' },
  );
}

/** Converts to our clock. The client's clock may be wrong, but its differences are right. */
function eventTime(raw: RawEvent, properties: RawEvent, arrival: Arrival): number {
  const { now_ms, sent_at_ms } = arrival;
  const given_ms = readTime(raw['timestamp']);
  let time_ms = now_ms;
  if (given_ms !== null) {
    const isSkewKnown = sent_at_ms !== null && properties['$ignore_sent_at'] !== true;
    time_ms = isSkewKnown ? now_ms + (given_ms - sent_at_ms) : given_ms;
  } else if (typeof raw['offset'] === 'number') {
    time_ms = now_ms - raw['offset'];
  }
  const isPossible = time_ms >= 0 && time_ms <= now_ms + LIMIT.future_ms && time_ms < TIME_END_MS;
  return isPossible ? Math.floor(time_ms) : now_ms;
}

/** ISO text, or a count since 1970; null if unreadable, or if day and month could change places. */
export function readTime(value: unknown): number | null {
  if (typeof value === 'string') return parseTimestamp(value) ?? readCount(value);
  return typeof value === 'number' && Number.isFinite(value) ? readCount(value) : null;
}

/** The size tells the unit: seconds, milliseconds, or what programs with finer clocks send. */
function readCount(value: string | number): number | null {
  const date = parseClearDate(value) ?? readDate('microseconds', value) ?? readDate('nanoseconds', value);
  return date?.ms ?? null;
}

/**
 * The client's clock when it sent the request. Where it shows no part of the second, it is taken to agree with ours as
 * far as it can: what is left out would shift the events of each request by another time, and change their order.
 */
export function readSentAt(value: string, now_ms: number): number | null {
  const shown_ms = readTime(value);
  if (shown_ms === null || !/:\d\d:\d\d(?![\d.,])/.test(value)) return shown_ms;
  return Math.min(Math.max(now_ms, shown_ms), shown_ms + 999);
}

/** Whether a time can be stored at all. */
export function isStorableTime(time_ms: number): boolean {
  return time_ms >= 0 && time_ms < TIME_END_MS;
}

/**
 * The client's own id, so that a repeated event is a duplicate; else a new one. Libraries for phones called it
 * `message_id` until 2023, and those for Python and Ruby, and RudderStack, `messageId`.
 */
function eventUuid(raw: RawEvent, event: string, distinct_id: string, time_ms: number, arrival: Arrival): Uint8Array {
  const given = givenUuid(raw, event, distinct_id);
  if (given !== null) return given;
  const message_id = ownId(raw['message_id']) ?? ownId(raw['messageId']);
  // One message may become several events, all with its id.
  if (message_id !== null) return digestUuid(JSON.stringify(['message_id', event, distinct_id, message_id]));
  return timedUuid(time_ms, arrival.randomBytes(10));
}

/** From `uuid`, else from `$insert_id`; null if the client sent neither. */
export function givenUuid(raw: RawEvent, event: string, distinct_id: string): Uint8Array | null {
  const given = ownId(raw['uuid']);
  if (given !== null) return parseUuid(given) ?? digestUuid(JSON.stringify(['uuid', event, distinct_id, given]));
  const properties = raw['properties'];
  const insert_id = isObject(properties) ? ownId(properties['$insert_id']) : null;
  return insert_id === null ? null : digestUuid(JSON.stringify(['$insert_id', event, distinct_id, insert_id]));
}

/** Databases number their rows: 5 is "5". */
function ownId(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Version 7: starts with the time, so that neighbours compress well. */
function timedUuid(time_ms: number, random: Uint8Array): Uint8Array {
  // A Buffer view of such a small array would move it out of the V8 heap, which costs more than all of this.
  const bytes = new Uint8Array(16);
  bytes[0] = time_ms / 2 ** 40;
  bytes[1] = time_ms / 2 ** 32;
  bytes[2] = time_ms / 2 ** 24;
  bytes[3] = time_ms / 2 ** 16;
  bytes[4] = time_ms / 2 ** 8;
  bytes[5] = time_ms;
  for (let at = 6; at < 16; at++) bytes[at] = random[at - 6]!;
  return stampUuid(bytes, 7);
}
