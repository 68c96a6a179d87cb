/** Umami: the table `website_event` of its data export, as CSV. */
import { hasAll, type Origin, present, textOf, type Values, without } from './origin.ts';

const CUSTOM_EVENT = '2';
/** Columns that are not kept as properties: they get other names below, or are useless outside Umami. */
const READ: ReadonlySet<string> = new Set([
  ...['website_id', 'session_id', 'visit_id', 'event_id', 'event_type', 'event_name', 'distinct_id', 'created_at'],
  ...['hostname', 'browser', 'os', 'device', 'language', 'country', 'region', 'subdivision1', 'city', 'job_id'],
  ...['url_path', 'url_query', 'referrer_domain', 'referrer_path', 'referrer_query', 'page_title'],
]);

export const umami: Origin = {
  title: 'Umami',
  recognises: (row) => hasAll(row, 'website_id', 'session_id', 'event_type', 'url_path', 'created_at'),
  itemsOf,
};

function itemsOf(row: Values): Values[] {
  const isCustom = String(row['event_type']) === CUSTOM_EVENT;
  const [host, path] = [textOf(row['hostname']), textOf(row['url_path'])];
  const domain = textOf(row['referrer_domain']);
  return [
    {
      event: isCustom ? textOf(row['event_name']) : '$pageview',
      distinct_id: textOf(row['distinct_id']) ?? textOf(row['session_id']),
      timestamp: row['created_at'],
      ...present({ uuid: textOf(row['event_id']) }),
      properties: {
        ...present(without(row, READ)),
        ...present({
          $session_id: row['visit_id'],
          $host: host,
          $pathname: path,
          $current_url: host === undefined ? path : `https://${host}${path ?? '/'}${queryOf(row['url_query'])}`,
          $referring_domain: domain,
          $referrer:
            domain === undefined
              ? undefined
              : `https://${domain}${textOf(row['referrer_path']) ?? '/'}${queryOf(row['referrer_query'])}`,
          title: row['page_title'],
          $browser: row['browser'],
          $os: row['os'],
          $device_type: row['device'],
          $locale: row['language'],
          $geoip_country_code: row['country'],
          $geoip_subdivision_1_code: row['region'] ?? row['subdivision1'],
          $geoip_city_name: row['city'],
        }),
      },
    },
  ];
}

function queryOf(query: unknown): string {
  const text = textOf(query);
  return text === undefined ? '' : `?${text}`;
}
