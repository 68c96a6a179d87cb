/** SQL statements that scan and group, like the web shape's. The product's and the peers' differ in names only. */
import type { Cell, Question, Rows } from '../question.ts';

/** Ours -> theirs; longer ones first. */
const COLUMNS: readonly (readonly [own: string, theirs: string])[] = [
  ['properties.$geoip_country_code', 'country'],
  ['properties.$current_url', 'url'],
  ['properties.$browser', 'browser'],
  ['properties.$os', 'system'],
  ['properties.amount', 'amount'],
  ['properties.plan', 'plan'],
  ['uniq(person_id)', 'count(distinct person)'],
  ['uniq(distinct_id)', 'count(distinct distinct_id)'],
  ['countIf(', 'count_if('],
  ['toHour(timestamp)', 'extract(hour from timestamp)'],
  ['from events', 'from TABLE'],
  ['count()', 'count(*)'],
];

const PAGES = `from events where event = '$pageview'`;
const ORDERS = `from events where event = 'purchase'`;

export const STATEMENTS: readonly Question[] = [
  statement('S01', 'events by name', 'select event, count() from events group by event'),
  statement(
    'S02',
    'people by country and browser',
    `select properties.$geoip_country_code, properties.$browser, uniq(person_id) ${PAGES} group by 1, 2`,
  ),
  statement(
    'S03',
    'ten addresses seen most',
    `select properties.$current_url as u, count() as n ${PAGES} group by u order by n desc, u limit 10`,
  ),
  statement(
    'S04',
    'revenue by plan',
    `select properties.plan, count(), round(sum(properties.amount), 2), round(avg(properties.amount), 4) ${ORDERS} group by 1`,
  ),
  statement(
    'S05',
    'a browser by system',
    `select properties.$os, countIf(properties.$browser = 'Chrome'), count() ${PAGES} group by 1`,
  ),
  statement('S06', 'hours of the day', 'select toHour(timestamp), count(), uniq(distinct_id) from events group by 1'),
  statement(
    'S07',
    'the twenty most active people',
    'select distinct_id, count() as n from events group by distinct_id order by n desc, distinct_id limit 20',
  ),
  statement(
    'S08',
    'countries whose orders are largest',
    `select properties.$geoip_country_code as c, avg(properties.amount) as a ${ORDERS} and properties.amount > 10 group by c having count() > 20 order by a desc, c limit 50`,
  ),
  statement(
    'S09',
    'addresses that contain a word',
    `select properties.$current_url as u, count() as n ${PAGES} and properties.$current_url ilike '%pricing%' group by u order by n desc, u limit 100`,
  ),
  statement(
    'S10',
    'the largest orders',
    `select properties.amount as a, distinct_id ${ORDERS} order by a desc, distinct_id limit 100`,
  ),
];

function statement(name: string, title: string, query: string): Question {
  const theirs = COLUMNS.reduce((text, [own, other]) => text.replaceAll(own, other), query);
  return {
    ...{ name, title, operation: 'run_sql', body: { query, limit: 50_000, refresh: true } },
    rows: ({ results }: { results: Rows }) => results.map((row): Cell[] => row.map((cell) => cell ?? '')),
    sql: (peer, table) =>
      theirs.replace('TABLE', table).replaceAll('count_if(', peer === 'clickhouse' ? 'countIf(' : 'count_if('),
    filtered: () => null,
  };
}
