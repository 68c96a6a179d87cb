/** SQL statements that scan and group, as asked of the product and the peers. */
import type { Cell, Rows } from '../question.ts';
import type { Draft } from './draft.ts';
import { DAYS, type Setting, WEEKS, within } from './sql.ts';

/** In the project's zone, like the peers' `local`. */
const OURS = {
  days: `timestamp >= '${DAYS.from}' and timestamp < '2025-12-31'`,
  weeks: `timestamp >= '${WEEKS.from}' and timestamp < '2025-12-28'`,
};

/** `own`: after `from events where {filters} and`; `theirs`: after `from table where … and`. */
function statement(title: string, select: string, own: string, theirs: (setting: Setting) => string): Draft {
  const query = `${select} from events where {filters} and ${own}`;
  const body = { query, limit: 50_000, refresh: true };
  return {
    title,
    operation: 'run_sql',
    body,
    sql: theirs,
    rows: ({ results }: { results: Rows }) => results.map(plain),
  };
}

function plain(row: readonly unknown[]): Cell[] {
  return row.map((cell) => (typeof cell === 'number' ? cell : String(cell ?? '')));
}

const from = ({ table, filter }: Setting, where: string): string => `from ${table} where ${filter} and ${where}`;

export const STATEMENTS: readonly Draft[] = [
  statement(
    'events by name',
    'select event, count()',
    `${OURS.weeks} group by event`,
    (s) => `select event, count(*) ${from(s, within(WEEKS))} group by event`,
  ),
  statement(
    'people by country and browser',
    'select properties.$geoip_country_code, properties.$browser, uniq(person_id)',
    `event = '$pageview' and ${OURS.days} group by 1, 2`,
    (s) =>
      `select country, browser, count(distinct person) ${from(s, `event = '$pageview' and ${within(DAYS)}`)} group by country, browser`,
  ),
  statement(
    'ten pages with the longest median time',
    'select properties.$pathname as page, median(properties.load_ms) as time',
    `event = '$pageview' and ${OURS.days} group by page having count() >= 50 order by time desc, page limit 10`,
    (s) =>
      `select path, ${s.dialect.quantile(0.5, 'load_ms')} t ${from(s, `event = '$pageview' and ${within(DAYS)}`)} group by path having count(*) >= 50 order by t desc, path limit 10`,
  ),
  statement(
    'revenue by plan',
    'select properties.plan, count(), round(sum(properties.amount), 2), round(avg(properties.amount), 4)',
    `event = 'purchase' and ${OURS.weeks} group by 1`,
    (s) =>
      `select plan, count(*), round(sum(amount), 2), round(avg(amount), 4) ${from(s, `event = 'purchase' and ${within(WEEKS)}`)} group by plan`,
  ),
  statement(
    'slow pages by device',
    'select properties.$device_type, countIf(properties.load_ms > 500), count()',
    `event = '$pageview' and ${OURS.weeks} group by 1`,
    (s) =>
      `select device_type, sum(case when load_ms > 500 then 1 else 0 end), count(*) ${from(s, `event = '$pageview' and ${within(WEEKS)}`)} group by device_type`,
  ),
  statement(
    'hours of the day',
    'select toHour(timestamp) as hour, count(), uniq(distinct_id)',
    `${OURS.days} group by hour`,
    (s) => `select extract(hour from local), count(*), count(distinct distinct_id) ${from(s, within(DAYS))} group by 1`,
  ),
  statement(
    'the twenty most active people',
    'select distinct_id, count() as n',
    `${OURS.weeks} group by distinct_id order by n desc, distinct_id limit 20`,
    (s) =>
      `select distinct_id, count(*) n ${from(s, within(WEEKS))} group by distinct_id order by n desc, distinct_id limit 20`,
  ),
  statement(
    'cities whose pages are read to the end',
    'select properties.$geoip_city_name as city, avg(properties.scroll) as scroll',
    `event = '$pageview' and properties.depth > 3 and ${OURS.days} group by city having count() > 20 order by scroll desc, city limit 50`,
    (s) =>
      `select city, avg(scroll) a ${from(s, `event = '$pageview' and depth > 3 and ${within(DAYS)}`)} group by city having count(*) > 20 order by a desc, city limit 50`,
  ),
  statement(
    'addresses that contain a word',
    'select properties.$current_url as url, count() as n',
    `event = '$pageview' and properties.$current_url ilike '%red%' and ${OURS.weeks} group by url order by n desc, url limit 100`,
    (s) =>
      `select url, count(*) n ${from(s, `event = '$pageview' and url ilike '%red%' and ${within(WEEKS)}`)} group by url order by n desc, url limit 100`,
  ),
  statement(
    'the longest orders',
    'select properties.amount as amount, distinct_id',
    `event = 'purchase' and ${OURS.weeks} order by amount desc, distinct_id limit 100`,
    (s) =>
      `select amount, distinct_id ${from(s, `event = 'purchase' and ${within(WEEKS)}`)} order by amount desc, distinct_id limit 100`,
  ),
];
