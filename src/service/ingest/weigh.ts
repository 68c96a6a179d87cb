/** Estimates the size of JSON values and events without serialising them. */
import { assert } from '../../base/assert.ts';
import { isObject } from '../../base/json.ts';
import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import type { IncomingEvent } from '../identity/incoming.ts';
import { checkEvent } from './event_batch.ts';

/** Overhead per value: quotes, comma, a few digits. */
const VALUE_BYTES = 8;
/** Estimated bytes of an event besides its properties. */
const EVENT_BYTES = 200;

/** Estimated bytes of the value as JSON; infinite if it nests deeper than `depth`. */
export function weigh(value: unknown, depth: number): number {
  if (typeof value === 'string') return value.length + VALUE_BYTES;
  if (!(Array.isArray(value) || isObject(value))) return VALUE_BYTES;
  if (depth === 0) return Number.POSITIVE_INFINITY;
  let bytes = VALUE_BYTES;
  if (Array.isArray(value)) {
    for (const item of value) bytes += weigh(item, depth - 1);
    return bytes;
  }
  for (const name in value) bytes += name.length + weigh(value[name], depth - 1);
  return bytes;
}

/** How many different properties events have. @throws ServiceError too_large */
export function checkedNames(events: readonly IncomingEvent[]): number {
  const names = new Set<string>();
  for (const { properties } of events) {
    // The server adds `$ip`, so that nobody can count with it.
    for (const name in properties) if (name !== '$ip') names.add(name);
    if (names.size > LIMIT.batch_properties) throw tooManyNames();
  }
  return names.size;
}

function tooManyNames(): ServiceError {
  return new ServiceError(
    'too_large',
    `A request may have ${LIMIT.batch_properties} different properties; send fewer events at once, and what varies as values, not as names.`,
  );
}

/** Estimated bytes of an event. Asserts here what would otherwise fail a transaction shared with others. */
export function checkedBytes(event: IncomingEvent): number {
  checkEvent(event);
  const bytes = weigh(event.properties, LIMIT.json_depth);
  assert(Number.isFinite(bytes), 'properties are not nested too deeply');
  return EVENT_BYTES + bytes;
}
