/** Mixpanel: its raw event export (JSON lines), and profiles as its engage API gives them. */
import { fromWall } from '../../base/time.ts';
import { hasAll, type Origin, objectOf, present, renamed, textOf, type Values, without } from './origin.ts';
import type { Seen } from './seen.ts';

const EVENTS: ReadonlyMap<string, string> = new Map([['$mp_web_page_view', '$pageview']]);
const NAMES: ReadonlyMap<string, string> = new Map([
  ['mp_lib', '$lib'],
  ['$city', '$geoip_city_name'],
  ['$region', '$geoip_subdivision_1_name'],
  ['mp_country_code', '$geoip_country_code'],
  ['current_url_path', '$pathname'],
  ['current_page_title', 'title'],
]);
/** Fields of the event, and properties that only concern Mixpanel's servers. */
const FIELDS: ReadonlySet<string> = new Set([
  ...['time', 'distinct_id', 'token', 'mp_processing_time_ms', '$mp_api_endpoint', '$mp_api_timestamp_ms'],
]);
const DEVICE = '$device:';

export const mixpanel: Origin = {
  title: 'Mixpanel',
  recognises: (row) =>
    hasAll(row, '$distinct_id', '$properties') ||
    (hasAll(row, 'event', 'properties') &&
      !hasAll(row, 'timestamp') &&
      hasAll(objectOf(row['properties']), 'time', 'distinct_id')),
  itemsOf: (row, seen, timezone) => (hasAll(row, '$distinct_id') ? personOf(row) : eventOf(row, seen, timezone)),
};

function personOf(row: Values): Values[] {
  const { $created, ...properties } = objectOf(row['$properties']);
  return [
    { type: 'person', distinct_ids: [row['$distinct_id']], properties, ...present({ created_at: textOf($created) }) },
  ];
}

function eventOf(row: Values, seen: Seen, timezone: string): Values[] {
  const given = objectOf(row['properties']);
  const distinct_id = textOf(given['distinct_id']);
  const merged = mergedBy(row['event'], given);
  const [user, device] = [textOf(given['$user_id']), textOf(given['$device_id'])];
  const event = {
    event: EVENTS.get(String(row['event'])) ?? row['event'],
    distinct_id,
    timestamp: timeOf(given['time'], timezone),
    properties: renamed(without(given, FIELDS), NAMES),
    ...merged,
  };
  // With simplified merging, events before the login have the device's id, and all events have it as a property.
  return [event, ...(user === undefined || device === undefined ? [] : seen.joined(`${DEVICE}${device}`, user))];
}

/** Larger times are in milliseconds: in seconds they would lie beyond the year 5000. */
const SECONDS_MAX = 100_000_000_000;

/** Seconds (in newer exports also milliseconds) of the project's own clock. Projects not in UTC need --timezone. */
function timeOf(time: unknown, timezone: string): unknown {
  const given = typeof time === 'string' && /^\d+$/.test(time) ? Number(time) : time;
  if (typeof given !== 'number') return time;
  return fromWall(timezone, given < SECONDS_MAX ? given * 1_000 : given);
}

/** The older way of merging people sends events. */
function mergedBy(event: unknown, given: Values): Values {
  const properties = without(given, FIELDS);
  if (event === '$identify' && hasAll(given, '$identified_id', '$anon_id')) {
    return {
      distinct_id: given['$identified_id'],
      properties: { ...properties, $anon_distinct_id: given['$anon_id'] },
    };
  }
  if (event === '$merge' && Array.isArray(given['$distinct_ids'])) {
    const [first, second] = given['$distinct_ids'];
    return { event: '$merge_dangerously', distinct_id: first, properties: { ...properties, alias: second } };
  }
  return {};
}
