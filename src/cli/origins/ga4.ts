/** Google Analytics 4: its export to BigQuery, as JSON lines or Parquet. */
import { isObject, losesDigits, put } from '../../base/json.ts';
import { hasAll, type Origin, objectOf, present, renamed, textOf, type Values } from './origin.ts';
import type { Seen } from './seen.ts';

const EVENTS: ReadonlyMap<string, string> = new Map([['page_view', '$pageview']]);
const PARAMS: ReadonlyMap<string, string> = new Map([
  ['page_location', '$current_url'],
  ['page_referrer', '$referrer'],
  ['page_title', 'title'],
  ['source', 'utm_source'],
  ['medium', 'utm_medium'],
  ['campaign', 'utm_campaign'],
  ['term', 'utm_term'],
  ['content', 'utm_content'],
]);
/** Where the event came from, as told since parameters often no longer do: a record of its own. */
const COLLECTED: ReadonlyMap<string, string> = new Map([
  ['manual_source', 'utm_source'],
  ['manual_medium', 'utm_medium'],
  ['manual_campaign_name', 'utm_campaign'],
  ['manual_campaign_id', 'utm_id'],
  ['manual_term', 'utm_term'],
  ['manual_content', 'utm_content'],
]);
/** Members of a parameter's value, only one of which is set. */
const VALUES = ['string_value', 'int_value', 'double_value', 'float_value'] as const;
const MICROS = 1_000;

export const ga4: Origin = {
  title: 'Google Analytics 4 (BigQuery)',
  // Without parameters it is a query's result, whose columns are named as its author liked.
  recognises: (row) => hasAll(row, 'event_name', 'event_timestamp', 'event_params'),
  itemsOf,
};

function itemsOf(row: Values, seen: Seen): Values[] {
  const name = textOf(row['event_name']);
  const [user, pseudo] = [textOf(row['user_id']), textOf(row['user_pseudo_id'])];
  const distinct_id = user ?? pseudo;
  const params = pairsOf(row['event_params'], PARAMS);
  const session = textOf(params['ga_session_id']);
  return [
    {
      event: name === undefined ? undefined : (EVENTS.get(name) ?? name),
      distinct_id,
      timestamp: millisecondsOf(row['event_timestamp']),
      properties: {
        ...ofDevice(row),
        ...present(renamed(objectOf(row['collected_traffic_source']), COLLECTED)),
        ...params,
        ...present({ $session_id: session === undefined ? undefined : `${pseudo ?? user}.${session}` }),
        ...commerceOf(row),
      },
    },
    ...seen.joined(pseudo, user),
    ...seen.person(`ga4 ${distinct_id}`, distinct_id, pairsOf(row['user_properties'], new Map())),
  ];
}

/** Converts from microseconds, which come as a number or as digits. */
function millisecondsOf(micros: unknown): unknown {
  const digits = textOf(micros);
  return digits !== undefined && /^\d+$/.test(digits) ? Math.floor(Number(digits) / MICROS) : micros;
}

/** `[{key, value: {string_value}}]` -> members. Numbers of 64 bits come as digits. */
function pairsOf(pairs: unknown, names: ReadonlyMap<string, string>): Record<string, unknown> {
  const members: Record<string, unknown> = {};
  for (const pair of listOf(pairs)) {
    const { key, value } = objectOf(pair);
    const name = textOf(key);
    if (name === undefined) continue;
    const given = givenOf(objectOf(value));
    if (given !== undefined) put(members, names.get(name) ?? name, given);
  }
  return members;
}

function givenOf(value: Values): unknown {
  for (const kind of VALUES) {
    const given = value[kind];
    if (given === undefined || given === null) continue;
    const isDigits = kind !== 'string_value' && typeof given === 'string';
    return isDigits && Number.isFinite(Number(given)) && !losesDigits(given) ? Number(given) : given;
  }
  return undefined;
}

/** Unwraps lists and items as Parquet has them. */
function listOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (!isObject(value) || !Array.isArray(value['list'])) return [];
  return value['list'].map((item) => (isObject(item) && isObject(item['element']) ? item['element'] : item));
}

function commerceOf(row: Values): Values {
  const { transaction_id, purchase_revenue } = objectOf(row['ecommerce']);
  const items = listOf(row['items']);
  return present({
    transaction_id: transaction_id === '(not set)' ? undefined : transaction_id,
    revenue: purchase_revenue,
    items: items.length === 0 ? undefined : items,
  });
}

function ofDevice(row: Values): Values {
  const [device, geo, source] = [objectOf(row['device']), objectOf(row['geo']), objectOf(row['traffic_source'])];
  const web = objectOf(device['web_info']);
  return present({
    $browser: web['browser'] ?? device['browser'],
    $browser_version: web['browser_version'] ?? device['browser_version'],
    $host: web['hostname'],
    $os: device['operating_system'],
    $os_version: device['operating_system_version'],
    $device_type: device['category'],
    $device_model: device['mobile_model_name'],
    $device_manufacturer: device['mobile_brand_name'],
    $locale: device['language'],
    $geoip_continent_name: geo['continent'],
    $geoip_country_name: geo['country'],
    $geoip_subdivision_1_name: geo['region'],
    $geoip_city_name: geo['city'],
    first_source: source['source'],
    first_medium: source['medium'],
    first_campaign: source['name'],
    $app_version: objectOf(row['app_info'])['version'],
    platform: row['platform'],
  });
}
