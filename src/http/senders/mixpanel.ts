/** Mixpanel shares `/track` and `/engage` with our own libraries. Its events are recognised by their content. */
import { isObject } from '../../base/json.ts';
import type { RawEvent } from '../../service/ingest/normalise.ts';
import { numberOf, OF_NOBODY } from './sender.ts';

/** Query parameter: how verbose the answer is. The libraries always send it, and their events name the library. */
const VERBOSE = 'verbose';

export function isMixpanel(query: URLSearchParams, events: readonly RawEvent[]): boolean {
  const isNamed = ({ properties }: RawEvent): boolean => isObject(properties) && properties['mp_lib'] !== undefined;
  return query.has(VERBOSE) || events.every(isNamed);
}

/** Operations on people and groups that are not done here. */
const NOT_DONE = ['$add', '$append', '$union', '$remove', '$delete'];

/** Whether only such operations are asked for. Nobody is created by them. */
export function isPassedOver(raw: RawEvent): boolean {
  const has = (name: string): boolean => raw[name] !== undefined;
  if (has('event')) return false;
  // Properties of groups are not unset either.
  const is_group = has('$group_key');
  const asked = NOT_DONE.some(has) || (is_group && has('$unset'));
  return asked && !has('$set') && !has('$set_once') && (is_group || !has('$unset'));
}

/** Mixpanel's libraries take any other answer for an error. */
export function mixpanelAnswer(query: URLSearchParams): string {
  return query.get(VERBOSE) === '1' ? '{"status":1,"error":null}' : '1';
}

/** Mixpanel sends the time as a property, in seconds or milliseconds, and names a group by key and id. */
export function ofMixpanel(raw: RawEvent): RawEvent {
  const { properties } = raw;
  if (raw['$group_key'] !== undefined) return groupOf(raw);
  if (!isObject(properties) || raw['timestamp'] !== undefined) return raw;
  const { token: _, ...others } = properties;
  const timestamp = numberOf(others['time']);
  if (timestamp === null) return { ...raw, properties: others };
  const { time: __, ...rest } = others;
  return { ...raw, timestamp, properties: rest };
}

function groupOf({ $group_key, $group_id, $set, $set_once }: RawEvent): RawEvent {
  const told = { ...(isObject($set_once) ? $set_once : {}), ...(isObject($set) ? $set : {}) };
  const properties = { $group_type: $group_key, $group_key: $group_id, $group_set: told, ...OF_NOBODY };
  return { event: '$groupidentify', distinct_id: $group_id, properties };
}
