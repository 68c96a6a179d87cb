/** Snowplow: rows of its table `events`, from a warehouse or as its libraries write enriched events (JSON lines). */
import { hasAll, type Origin, objectOf, present, renamed, textOf, type Values, without } from './origin.ts';
import type { Seen } from './seen.ts';

/** Columns that have names of their own here. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['page_url', '$current_url'],
  ['page_urlhost', '$host'],
  ['page_urlpath', '$pathname'],
  ['page_referrer', '$referrer'],
  ['refr_urlhost', '$referring_domain'],
  ['page_title', 'title'],
  ['mkt_source', 'utm_source'],
  ['mkt_medium', 'utm_medium'],
  ['mkt_campaign', 'utm_campaign'],
  ['mkt_term', 'utm_term'],
  ['mkt_content', 'utm_content'],
  ['user_ipaddress', '$ip'],
  ['useragent', '$raw_user_agent'],
  ['br_name', '$browser'],
  ['br_version', '$browser_version'],
  ['br_lang', '$locale'],
  ['os_name', '$os'],
  ['os_timezone', '$timezone'],
  ['dvce_type', '$device_type'],
  ['dvce_screenwidth', '$screen_width'],
  ['dvce_screenheight', '$screen_height'],
  ['geo_country', '$geoip_country_code'],
  ['geo_region_name', '$geoip_subdivision_1_name'],
  ['geo_city', '$geoip_city_name'],
  ['domain_sessionid', '$session_id'],
  ['domain_userid', '$device_id'],
  ['se_category', 'category'],
  ['se_label', 'label'],
  ['se_property', 'property'],
  ['se_value', 'value'],
]);
/** What the event itself tells, and what only its way through Snowplow tells. */
const READ: ReadonlySet<string> = new Set([
  ...['event', 'event_id', 'event_name', 'event_vendor', 'event_format', 'event_version', 'event_fingerprint'],
  ...['user_id', 'se_action', 'derived_tstamp', 'collector_tstamp', 'dvce_created_tstamp', 'dvce_sent_tstamp'],
  ...['etl_tstamp', 'load_tstamp', 'refr_dvce_tstamp', 'v_collector', 'v_etl', 'etl_tags', 'txn_id'],
]);
/** Of a table, or of one column in older ones. */
const OWN_DATA = 'unstruct_event';

export const snowplow: Origin = {
  title: 'Snowplow',
  recognises: (row) => hasAll(row, 'event_id', 'event', 'event_name', 'collector_tstamp'),
  itemsOf,
};

function itemsOf(row: Values, seen: Seen): Values[] {
  const user = textOf(row['user_id']);
  const device = textOf(row['domain_userid']) ?? textOf(row['network_userid']);
  const columns = Object.entries(row).filter(([name]) => !name.startsWith(OWN_DATA));
  return [
    {
      event: nameOf(row),
      distinct_id: user ?? device,
      timestamp: textOf(row['derived_tstamp']) ?? textOf(row['dvce_created_tstamp']) ?? row['collector_tstamp'],
      ...present({ uuid: textOf(row['event_id']) }),
      properties: { ...renamed(present(without(Object.fromEntries(columns), READ)), NAMES), ...ownData(row) },
    },
    ...seen.joined(device, user),
  ];
}

/** As the events of Snowplow's trackers are called that are sent here. */
function nameOf(row: Values): string | undefined {
  const [kind, name] = [textOf(row['event']), textOf(row['event_name'])];
  if (kind === 'page_view') return '$pageview';
  if (kind === 'struct') return textOf(row['se_action']) ?? name;
  return name === 'screen_view' ? '$screen' : (name ?? kind);
}

/** Of the event's own schema, which has a column to itself. */
function ownData(row: Values): Record<string, unknown> {
  for (const [name, value] of Object.entries(row)) {
    if (!name.startsWith(OWN_DATA)) continue;
    const { data = value } = objectOf(objectOf(value)['data']);
    const own = present(objectOf(data));
    if (Object.keys(own).length > 0) return own;
  }
  return {};
}
