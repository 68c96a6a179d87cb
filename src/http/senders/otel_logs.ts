/**
 * Events of OpenTelemetry: log records with a name, by OTLP over HTTP in JSON. Records without a name are not events and
 * are refused. The project's token comes as a bearer token.
 */

import { losesDigits } from '../../base/json.ts';
import { invalid, type ServiceError } from '../../model/error.ts';
import { bearerOf } from '../../service/access/bearer.ts';
import type { RawEvent } from '../../service/ingest/normalise.ts';
import { checkBatchSize } from '../../service/ingest/payload.ts';
import { type Asked, listOf, numberOf, objectOf, present, type Sender, type Sent, textOf } from './sender.ts';

type Message = Readonly<Record<string, unknown>>;

/** Attributes that say who did it, by the semantic conventions. The first one that is there counts. */
const WHO = ['distinct_id', 'user.id', 'enduser.id', 'app.installation.id', 'device.id', 'session.id'];
/** Name of an attribute -> what our client libraries call that property. */
const NAMES: Readonly<Record<string, string>> = {
  'session.id': '$session_id',
  'client.address': '$ip',
  'url.full': '$current_url',
  'url.path': '$pathname',
  'user_agent.original': '$raw_user_agent',
  'os.name': '$os',
  'os.version': '$os_version',
  'device.model.name': '$device_model',
  'telemetry.sdk.name': '$lib',
  'telemetry.sdk.version': '$lib_version',
};
const NS_PER_MS = 1_000_000;

export const otelLogs: Sender = {
  paths: ['/v1/logs'],
  read,
  answer: (_, refused) => {
    if (refused.size === 0) return {};
    const [reason] = refused.values();
    return { partialSuccess: { rejectedLogRecords: refused.size, errorMessage: reason } };
  },
};

function read({ authorization, body }: Asked): Sent {
  const events = listOf(objectOf(body)['resourceLogs'], 'resourceLogs').flatMap((resource) => {
    const shared = attributesOf(objectOf(resource['resource'])['attributes']);
    return listOf(resource['scopeLogs'] ?? [], 'scopeLogs').flatMap((scope) =>
      listOf(scope['logRecords'] ?? [], 'logRecords').map((record) => eventOf(record, shared)),
    );
  });
  checkBatchSize(events);
  return { token: bearerOf(authorization), sent_at_ms: null, events };
}

function eventOf(record: Message, shared: Message): RawEvent | ServiceError {
  const own = attributesOf(record['attributes']);
  const event = textOf(record['eventName']) ?? textOf(own['event.name']);
  if (event === null) return invalid('eventName', 'Only log records with an event name are stored.', 'required');
  const all = { ...shared, ...own };
  const who = WHO.map((name) => textOf(all[name])).find((text) => text !== null);
  if (who === undefined) return invalid('attributes', 'An event needs "user.id": say who did it.', 'required');
  const { 'event.name': _, distinct_id: __, ...told } = all;
  const body = plainOf(record['body']);
  return present({
    event,
    distinct_id: who,
    timestamp: timeOf(record),
    properties: { ...named(told), ...(typeof body === 'object' ? objectOf(body) : present({ body })) },
  });
}

/** Falls back to the time when it was seen, because a record may not know when it happened. */
function timeOf(record: Message): number | undefined {
  const ns = numberOf(record['timeUnixNano']) || numberOf(record['observedTimeUnixNano']);
  return ns ? Math.round(ns / NS_PER_MS) : undefined;
}

function named(attributes: Message): Record<string, unknown> {
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [NAMES[name] ?? name, value]));
}

function attributesOf(list: unknown): Record<string, unknown> {
  if (!Array.isArray(list)) return {};
  const pairs = list.map(objectOf).map(({ key, value }) => [String(key ?? ''), plainOf(value)] as const);
  return Object.fromEntries(pairs.filter(([key, value]) => key !== '' && value !== undefined));
}

/** Whole numbers may come as text, because they can have 64 bits. */
function plainOf(value: unknown): unknown {
  const { stringValue, boolValue, intValue, doubleValue, arrayValue, kvlistValue } = objectOf(value);
  if (stringValue !== undefined || boolValue !== undefined) return stringValue ?? boolValue;
  if (typeof intValue === 'string' && losesDigits(intValue)) return intValue;
  if (intValue !== undefined || doubleValue !== undefined) return numberOf(intValue ?? doubleValue) ?? undefined;
  const { values } = objectOf(arrayValue ?? kvlistValue);
  if (kvlistValue !== undefined) return attributesOf(values);
  return Array.isArray(values) ? values.map((one) => plainOf(one) ?? null) : undefined;
}
