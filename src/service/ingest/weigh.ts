/** Estimates the size of a JSON value without serialising it. */
import { isObject } from '../../base/json.ts';

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
