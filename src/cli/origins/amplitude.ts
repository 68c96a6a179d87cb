/** Amplitude: the events of its export, JSON lines packed with gzip, many in a zip archive. */
import { hasAll, type Origin, objectOf, present, renamed, textOf, type Values } from './origin.ts';
import type { Seen } from './seen.ts';

const EVENTS: ReadonlyMap<string, string> = new Map([['[Amplitude] Page Viewed', '$pageview']]);

/** Page views have an address, as those that are sent here do. */
const PAGE: ReadonlyMap<string, string> = new Map([
  ['[Amplitude] Page Location', '$current_url'],
  ['[Amplitude] Page Domain', '$host'],
  ['[Amplitude] Page Path', '$pathname'],
  ['[Amplitude] Page Title', 'title'],
]);

export const amplitude: Origin = {
  title: 'Amplitude',
  recognises: (row) => hasAll(row, 'event_type', 'event_time', 'amplitude_id', 'event_properties'),
  itemsOf,
};

function itemsOf(row: Values, seen: Seen): Values[] {
  const type = textOf(row['event_type']);
  const distinct_id = textOf(row['user_id']) ?? textOf(row['device_id']) ?? textOf(row['amplitude_id']);
  const groups = objectOf(row['groups']);
  return [
    {
      event: type === undefined ? undefined : (EVENTS.get(type) ?? type),
      distinct_id,
      timestamp: row['event_time'],
      ...present({ uuid: textOf(row['uuid']) ?? textOf(row['$insert_id']) ?? textOf(row['insert_id']) }),
      properties: { ...ofDevice(row), ...ofEvent(objectOf(row['event_properties'])), ...groupsOf(groups) },
    },
    // Amplitude's own id covers all ids of a person, including those a device had before the person logged in.
    ...seen.person(`amplitude ${textOf(row['amplitude_id'])}`, distinct_id, objectOf(row['user_properties'])),
  ];
}

/** The address without its query stands in for one that is not there. */
function ofEvent(given: Values): Values {
  return { ...present({ $current_url: given['[Amplitude] Page URL'] }), ...renamed(given, PAGE) };
}

/** Takes the first key of a list, because an event belongs to only one group of a type. */
function groupsOf(groups: Values): Values {
  const keys = Object.entries(groups).map(([type, key]) => [type, textOf(Array.isArray(key) ? key[0] : key)] as const);
  const given = keys.filter(([, key]) => key !== undefined);
  return given.length === 0 ? {} : { $groups: Object.fromEntries(given) };
}

function ofDevice(row: Values): Values {
  const session = Number(row['session_id']);
  return present({
    $ip: row['ip_address'],
    $os: row['os_name'],
    $os_version: row['os_version'],
    $device_type: row['device_type'],
    $device_model: row['device_model'] ?? row['device_family'],
    $device_manufacturer: row['device_manufacturer'],
    $app_version: row['version_name'],
    $lib: textOf(row['library'])?.split('/')[0],
    $locale: row['language'],
    $geoip_country_name: row['country'],
    $geoip_subdivision_1_name: row['region'],
    $geoip_city_name: row['city'],
    $session_id: session > 0 ? String(session) : undefined,
    platform: row['platform'],
    carrier: row['device_carrier'],
    $device_id: row['device_id'],
  });
}
