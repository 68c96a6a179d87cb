/**
 * The newer capture protocol: the project token is the bearer token, and the answer has one result per event, by uuid.
 * Bad events are dropped; the others are stored.
 */

import type { Context } from 'hono';
import { isObject } from '../../base/json.ts';
import { formatUuid } from '../../base/uuid.ts';
import { ServiceError } from '../../model/error.ts';
import { bearerOf } from '../../service/access/bearer.ts';
import type { IncomingEvent } from '../../service/identity/incoming.ts';
import { type Arrival, normaliseEvent, objectAt, type RawEvent, readSentAt } from '../../service/ingest/normalise.ts';
import { readPayload } from '../../service/ingest/payload.ts';
import { projectOfToken } from '../../service/ingest/token.ts';
import { captureRequest, clientAddress, type Door } from './request.ts';

/** Members of an event, and of its options -> the properties that the older protocol has for them. */
const MEMBERS = { session_id: '$session_id', window_id: '$window_id' };
const OPTIONS = {
  process_person_profile: '$process_person_profile',
  disable_skew_correction: '$ignore_sent_at',
  cookieless_mode: '$cookieless_mode',
  product_tour_id: '$product_tour_id',
};

type Outcome = { readonly result: 'ok' } | { readonly result: 'drop'; readonly details: string };

/** @throws ServiceError if nothing of the request can be used */
export async function captureResults(c: Context, { service, address, admit }: Door): Promise<Response> {
  const bearer = bearerOf(c.req.header('authorization'));
  const project = projectOfToken(service.store, bearer);
  const payload = await readPayload(await captureRequest(c, admit));
  const now_ms = service.now();
  const arrival: Arrival = {
    now_ms,
    sent_at_ms: payload.sent_at_ms ?? readSentAt(c.req.header('posthog-request-timestamp') ?? '', now_ms),
    ip: clientAddress(c, address),
    randomBytes: service.randomBytes,
  };
  const library = libraryProperties(c.req.header('posthog-sdk-info'));
  const events: IncomingEvent[] = [];
  const results: Record<string, Outcome> = Object.create(null);
  for (const raw of payload.events) {
    const taken = takeOne(raw, library, arrival);
    if (taken instanceof ServiceError) {
      service.refusals.note(project.id, taken);
      results[nameOf(raw, null)] = { result: 'drop', details: taken.message };
    } else {
      events.push(taken);
      results[nameOf(raw, taken)] = { result: 'ok' };
    }
  }
  await service.ingest.capture(project, events);
  return c.json({ results });
}

function takeOne(raw: RawEvent, library: RawEvent, arrival: Arrival): IncomingEvent | ServiceError {
  try {
    const settled = {
      ...library,
      ...objectAt(raw, 'properties'),
      ...standingFor(raw, MEMBERS),
      ...standingFor(raw['options'], OPTIONS),
    };
    return normaliseEvent({ ...raw, properties: settled }, arrival);
  } catch (error) {
    if (error instanceof ServiceError) return error;
    throw error;
  }
}

/** The id as the client spelled it, so that it can match results. */
function nameOf(raw: RawEvent, event: IncomingEvent | null): string {
  const given = raw['uuid'];
  if (typeof given === 'string') return given;
  return event === null ? '' : formatUuid(event.uuid);
}

/** The library names itself in a header such as `posthog-node/5.70.0`. */
function libraryProperties(header: string | undefined): RawEvent {
  const [, name, version] = /^([\w.@-]{1,60})\/([\w.+-]{1,40})/.exec(header ?? '') ?? [];
  return name === undefined ? {} : { $lib: name, $lib_version: version };
}

/** What stands beside the properties in this protocol and in them in the older one. */
function standingFor(object: unknown, names: Readonly<Record<string, string>>): RawEvent {
  if (!isObject(object)) return {};
  const given = Object.entries(names).filter(([name]) => (object[name] ?? null) !== null);
  return Object.fromEntries(given.map(([name, property]) => [property, object[name]]));
}
