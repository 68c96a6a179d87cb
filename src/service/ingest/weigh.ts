/** Estimates the size of a JSON value without serialising it. */

import { isObject } from '../../base/json.ts';
import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import type { IncomingEvent } from '../identity/incoming.ts';

/** Overhead per value: quotes, comma, a few digits. */
const VALUE_BYTES = 8;

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
