/** Questions other than trends and funnels: retention, paths, people behind a number, values. */
import type { Rows } from '../question.ts';
import { edges, triangle } from '../rows.ts';
import { asked, type Draft } from './draft.ts';
import { wordsOf } from './filters.ts';
import { bucket, DAYS, dateOf, dayNumber, MONTHS, type Range, rowsOf, type Setting, WEEKS, within } from './sql.ts';

/** `back`: periods before the last. */
function retention(
  title: string,
  range: Range,
  body: Record<string, unknown>,
  target: string,
  returning: string,
): Draft {
  const period = { day: 'Day', week: 'Week', month: 'Month' }[range.interval];
  const asks = {
    target_entity: { id: target },
    returning_entity: { id: returning },
    period,
    date_to: range.to,
    ...body,
  };
  const is_first = body['retention_type'] === 'retention_first_time';
  const sql = (setting: Setting): string => {
    const { dialect, table, filter } = setting;
    const at = bucket(range, dialect);
    const every = `select distinct person p, ${at} b ${rowsOf(setting, target, range)}`;
    const first = `select p, b from (select person p, min(${at}) b from ${table} where event = '${target}' and ${filter} group by person) t where b >= 0`;
    return `with s as (${is_first ? first : every}), r as (select distinct person p, ${at} b ${rowsOf(setting, returning, range)})
      select b, 0 later, count(*) n from s group by b
      union all select s.b, r.b - s.b later, count(*) n from s join r on s.p = r.p where r.b > s.b group by s.b, r.b`;
  };
  return asked(title, 'compute_retention', asks, sql, triangle);
}

const TWELVE_DAYS: Range = { from: '2025-12-16', to: '2025-12-27', interval: 'day' };
const TWELVE_WEEKS: Range = { from: dateOf(dayNumber(WEEKS.to) - 83), to: WEEKS.to, interval: 'week' };
/** Whole months, as the last one extends to its end. */
const TWELVE_MONTHS: Range = { ...MONTHS, to: '2025-12-31' };

/** Later edges without a predecessor are dropped from answers, so only those of first steps are compared. */
function firstEdges(result: Parameters<typeof edges>[0]): Rows {
  return edges(result.filter(({ source }) => source.startsWith('1_')));
}

/** A person's pages, cut after half an hour without any; of equal ones in a row the last, five at most. */
const PATHS: Draft['sql'] = (setting) => {
  const { dialect } = setting;
  const all = 'rows between unbounded preceding and unbounded following';
  const near = (call: string, column: string, none: string, by = 'p'): string =>
    `${call}(${column}, 1, ${none}) over (partition by ${by} order by t ${all})`;
  return `with r as (select person p, ${dialect.time} t, url u ${rowsOf(setting, '$pageview', DAYS)}),
    e as (select p, t, u, ${near(dialect.lag, 't', '0')} pt, ${near(dialect.lead, 't', '9000000000000')} nt, ${near(dialect.lead, 'u', `''`)} nu from r),
    k as (select *, sum(case when t - pt >= 1800000 then 1 else 0 end) over (partition by p order by t rows between unbounded preceding and current row) sid from e),
    d as (select p, sid, t, u from k where nt - t >= 1800000 or u <> nu),
    w as (select t, u, row_number() over (partition by p, sid order by t) rn, ${near(dialect.lead, 't', '0', 'p, sid')} tt, ${near(dialect.lead, 'u', `''`, 'p, sid')} uu from d),
    edges as (select concat(cast(rn as varchar), '_', u) s, concat(cast(rn + 1 as varchar), '_', uu) v, count(*) c, floor(avg(tt - t) + 0.5) a
    from w where rn <= 4 and tt > 0 group by s, v order by c desc, s, v limit 50)
    select s, v, c, a from edges where s like '1!_%' escape '!'`;
};

const ONE_DAY: Range = { from: '2025-11-12', to: '2025-11-12', interval: 'day' };

const PEOPLE: Draft = {
  title: 'the people behind a number',
  operation: 'list_persons',
  body: behind([]),
  sql: (setting) =>
    `select count(distinct person) from ${setting.table} where event = '$pageview' and ${within(ONE_DAY)} and ${setting.filter}`,
  rows: ({ count }: { count: number }) => [[count]],
  filter: behind,
};

function behind(properties: readonly unknown[]): Record<string, unknown> {
  const events = [{ id: '$pageview', math: 'dau' }];
  return { question: { kind: 'trend', events, date_from: DAYS.from, date_to: DAYS.to, properties }, day: ONE_DAY.from };
}

/** Addresses that contain a text, most frequent first. */
function values(text: string): Pick<Draft, 'body' | 'sql'> {
  return {
    body: { key: '$current_url', search: text, limit: 20 },
    sql: ({ table }) =>
      `select url, count(*) n from ${table} where url ilike '%${text}%' group by url order by n desc, url limit 20`,
  };
}

const VALUES: Draft = {
  ...{ title: 'values that hold a text', operation: 'list_property_values', ...values('quick-winter') },
  rows: ({ results }: { results: readonly { name: string; count: number }[] }) =>
    results.map(({ name, count }) => [name, count]),
  another: (number) => values(wordsOf(number)),
};

const BOUGHT = { events: [{ id: 'product viewed' }, { id: 'purchase' }], date_from: DAYS.from, date_to: DAYS.to };

function correlation(title: string, body: Record<string, unknown>): Draft {
  const rows = (result: { events: readonly { event: { event: string }; success_count: number }[] }): Rows =>
    result.events.map(({ event, success_count }) => [event.event, success_count]);
  return asked(title, 'compute_funnel_correlation', { ...BOUGHT, ...body }, null, rows);
}

export const RETENTIONS: readonly Draft[] = [
  retention('page views, by day', TWELVE_DAYS, { total_intervals: 12 }, '$pageview', '$pageview'),
  retention(
    'back by search after a product, by week',
    TWELVE_WEEKS,
    { total_intervals: 12 },
    'product viewed',
    'search',
  ),
  retention(
    'months after the first page view ever',
    TWELVE_MONTHS,
    { total_intervals: 12, retention_type: 'retention_first_time' },
    '$pageview',
    '$pageview',
  ),
];

export const OTHERS: readonly Draft[] = [
  asked(
    'the 50 most taken ways between pages',
    'compute_path',
    { include_event_types: ['$pageview'], date_from: DAYS.from, date_to: DAYS.to },
    PATHS,
    firstEdges,
  ),
  PEOPLE,
  VALUES,
  correlation('what buyers do more often than others', {}),
  correlation('what buyers are more often than others', {
    funnel_correlation_type: 'properties',
    funnel_correlation_names: ['plan'],
  }),
];
