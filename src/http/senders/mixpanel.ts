/** Mixpanel shares the addresses `/track` and `/engage` with libraries of ours: its events are known by what they say. */
import { isObject } from '../../base/json.ts';
import type { RawEvent } from '../../service/ingest/normalise.ts';

/** How much the answer says: its libraries always ask for that, and name themselves in events that come one by one. */
const VERBOSE = 'verbose';

export function isMixpanel(query: URLSearchParams, events: readonly RawEvent[]): boolean {
  const isNamed = ({ properties }: RawEvent): boolean => isObject(properties) && properties['mp_lib'] !== undefined;
  return query.has(VERBOSE) || events.every(isNamed);
}

/** Anything else is an error to them. */
export function mixpanelAnswer(query: URLSearchParams): string {
  return query.get(VERBOSE) === '1' ? '{"status":1,"error":null}' : '1';
}

/** Its time is a property, in seconds or milliseconds; a group is what is said of a key and an id. */
export function ofMixpanel(raw: RawEvent): RawEvent {
  const { properties } = raw;
  if (raw['$group_key'] !== undefined) return groupOf(raw);
  if (!isObject(properties) || raw['timestamp'] !== undefined) return raw;
  const { time, token: _, ...others } = properties;
  return typeof time === 'number' ? { ...raw, timestamp: time, properties: others } : raw;
}

function groupOf({ $group_key, $group_id, $set, $set_once }: RawEvent): RawEvent {
  const told = { ...(isObject($set_once) ? $set_once : {}), ...(isObject($set) ? $set : {}) };
  const properties = { $group_type: $group_key, $group_key: $group_id, $group_set: told };
  return { event: '$groupidentify', distinct_id: $group_id, properties };
}
