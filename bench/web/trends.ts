/** Trends over the web shape. */
import { byStatus, byValue, days, firstAndLater, totals } from '../rows.ts';
import { type Answered, asked, type Draft } from './draft.ts';
import {
  bucket,
  DAYS,
  type Dialect,
  dateOf,
  dayNumber,
  MONTHS,
  type Range,
  rowsOf,
  type Setting,
  WEEKS,
} from './sql.ts';

/** Id of the project's only cohort. */
const COHORT_ID = 1;
export const BUYERS = {
  name: 'Buyers on paid plans',
  filters: {
    properties: {
      type: 'AND',
      values: [
        { key: 'plan', type: 'person', value: ['pro', 'enterprise'] },
        {
          ...{ key: 'purchase', type: 'behavioral', event_type: 'events', value: 'performed_event' },
          ...{ time_value: 20, time_interval: 'year' },
        },
      ],
    },
  },
};
const OTHER = '$$_posthog_breakdown_other_$$';
const NULL = '$$_posthog_breakdown_null_$$';

interface Line {
  /** null = all events. */
  readonly event: string | null;
  readonly math?: Readonly<Record<string, unknown>>;
  readonly count?: string | ((dialect: Dialect) => string);
}

const PAGEVIEW: Line = { event: '$pageview' };
const PEOPLE = 'count(distinct person)';

function trend(
  title: string,
  line: Line,
  range: Range,
  body: Record<string, unknown>,
  sql: Draft['sql'],
  rows: Answered,
): Draft {
  const events = [{ id: line.event ?? '', ...line.math }];
  const dates = { date_from: range.from, date_to: range.to, interval: range.interval };
  return asked(title, 'compute_trend', { events, ...dates, ...body }, sql, rows);
}

/** A number per bucket, or per bucket and value of a column. */
function plain(
  title: string,
  line: Line,
  range: Range,
  more: {
    readonly body?: Record<string, unknown>;
    readonly by?: string;
    readonly where?: string | ((d: Dialect) => string);
  } = {},
): Draft {
  const sql = (setting: Setting): string => {
    const { dialect } = setting;
    const where = typeof more.where === 'function' ? more.where(dialect) : (more.where ?? 'true');
    const value = more.by === undefined ? '' : `, ${more.by} v`;
    return `select ${bucket(range, dialect)} b${value}, ${countOf(line, dialect)} n ${rowsOf(setting, line.event, range)} and ${where.replace('TABLE', setting.table)} group by b${value && ', v'}`;
  };
  return trend(title, line, range, more.body ?? {}, sql, more.by === undefined ? days(0) : byValue);
}

function countOf({ count = 'count(*)' }: Line, dialect: Dialect): string {
  return typeof count === 'string' ? count : count(dialect);
}

/** The largest values over all buckets; the pooled rest, if wanted. */
function largest(
  title: string,
  line: Line,
  range: Range,
  body: Record<string, unknown>,
  value: string,
  rest: string,
): Draft {
  const sql = (setting: Setting): string => {
    const { dialect } = setting;
    const cells = `select ${bucket(range, dialect)} b, ${value} v, ${countOf(line, dialect)} n ${rowsOf(setting, line.event, range)} group by b, v`;
    const top = 'select v from cells group by v order by sum(n) desc, v limit 25';
    const others = `union all select b, '${rest}' o, sum(n) from cells where v not in (select v from top) group by b`;
    return `with cells as (${cells}), top as (${top}) select b, v, n from cells where v in (select v from top) ${rest && others}`;
  };
  return trend(title, line, range, body, sql, byValue);
}

/** Per day of the range: who was active on it or in the days before. */
function active(title: string, event: string, math: string, window: number, range: Range): Draft {
  const sql = (setting: Setting): string => {
    const seen = `select distinct ${bucket(range, setting.dialect)} b, person p ${rowsOf(setting, event, range, window - 1)}`;
    const numbers = `select ${bucket(range, setting.dialect)} b ${rowsOf({ ...setting, filter: 'true' }, event, range)} group by b`;
    return `with seen as (${seen}), numbers as (${numbers})
      select numbers.b b, count(distinct p) n from numbers cross join seen where seen.b <= numbers.b and seen.b > numbers.b - ${window} group by numbers.b`;
  };
  return trend(title, { event, math: { math } }, range, {}, sql, days(0));
}

/** Rows per person and bucket. */
const PER_PERSON: Draft['sql'] = (setting) =>
  `select b, avg(n) from (select ${bucket(WEEKS, setting.dialect)} b, person, count(*) n ${rowsOf(setting, '$pageview', WEEKS)} group by b, person) t group by b`;

/** Duration of a session in whole seconds, once per session with such an event in a bucket. */
const SESSION_TIMES: Draft['sql'] = (setting) => `with
  long as (select session_id s, ${setting.dialect.div(`max(${setting.dialect.time})`, 1_000)} - ${setting.dialect.div(`min(${setting.dialect.time})`, 1_000)} d from ${setting.table} group by session_id),
  there as (select distinct ${bucket(WEEKS, setting.dialect)} b, session_id s ${rowsOf(setting, 'product viewed', WEEKS)})
  select b, avg(d) from there join long on there.s = long.s group by b`;

const FIRST_TIMES: Draft['sql'] = ({ table, filter, dialect }) => {
  const first = `select person, min(local) f from ${table} where event = 'purchase' and ${filter} group by person`;
  return `select ${bucket(WEEKS, dialect, 'f')} b, count(*) from (${first}) t where f >= '${WEEKS.from} 00:00:00' and f < '2025-12-28 00:00:00' group by b`;
};

function ofProperty(math: string, math_property: string): Record<string, unknown> {
  return { math, math_property };
}

export const TRENDS: readonly Draft[] = [
  plain('page views a day', PAGEVIEW, DAYS),
  plain('people a week, all events', { event: null, math: { math: 'dau' }, count: PEOPLE }, WEEKS),
  plain('people a day', { ...PAGEVIEW, math: { math: 'dau' }, count: PEOPLE }, DAYS),
  active('people of the last 7 days, each day', '$pageview', 'weekly_active', 7, DAYS),
  active('people of the last 30 days, each day', 'product viewed', 'monthly_active', 30, DAYS),
  plain('sessions a day', { ...PAGEVIEW, math: { math: 'unique_session' }, count: 'count(distinct session_id)' }, DAYS),
  plain(
    'revenue by country and month',
    { event: 'purchase', math: ofProperty('sum', 'amount'), count: 'sum(amount)' },
    MONTHS,
    { by: 'country', body: { breakdown: '$geoip_country_code', breakdown_limit: 50 } },
  ),
  plain(
    '95th percentile of revenue by country and month',
    { event: 'purchase', math: ofProperty('p95', 'amount'), count: ({ quantile }) => quantile(0.95, 'amount') },
    MONTHS,
    { by: 'country', body: { breakdown: '$geoip_country_code', breakdown_limit: 50 } },
  ),
  plain(
    'average time to load by device, weekly',
    { ...PAGEVIEW, math: ofProperty('avg', 'load_ms'), count: 'avg(load_ms)' },
    WEEKS,
    { by: 'device_type', body: { breakdown: '$device_type' } },
  ),
  plain(
    'greatest price, a number as text, weekly',
    {
      event: 'added to cart',
      math: ofProperty('max', 'price'),
      count: ({ number }) => `max(${number('price')})`,
    },
    WEEKS,
  ),
  trend(
    'page views per person, weekly',
    { ...PAGEVIEW, math: { math: 'avg_count_per_actor' } },
    WEEKS,
    {},
    PER_PERSON,
    days(0),
  ),
  trend(
    'first purchases, weekly',
    { event: 'purchase', math: { math: 'first_matching_event_for_user' } },
    WEEKS,
    {},
    FIRST_TIMES,
    days(0),
  ),
  trend(
    'length of sessions, weekly',
    { event: 'product viewed', math: ofProperty('avg', '$session_duration') },
    WEEKS,
    {},
    SESSION_TIMES,
    days(0),
  ),
  trend(
    'sign-ups so far',
    { event: 'signup completed' },
    DAYS,
    { display: 'ActionsLineGraphCumulative' },
    (setting) =>
      `select b, sum(n) over (order by b) from (select ${bucket(DAYS, setting.dialect)} b, count(*) n ${rowsOf(setting, 'signup completed', DAYS)} group by b) t`,
    firstAndLater,
  ),
  trend(
    'people by browser, one number each',
    { ...PAGEVIEW, math: { math: 'dau' } },
    DAYS,
    { breakdown: '$browser', display: 'ActionsBarValue' },
    (setting) => `select browser, ${PEOPLE} ${rowsOf(setting, '$pageview', DAYS)} group by browser`,
    totals,
  ),
  largest('page views by address', PAGEVIEW, DAYS, { breakdown: '$current_url' }, 'url', OTHER),
  largest(
    'people by path, monthly',
    { ...PAGEVIEW, math: { math: 'dau' }, count: PEOPLE },
    MONTHS,
    { breakdown: '$pathname', breakdown_hide_other_aggregation: true },
    'path',
    '',
  ),
  largest(
    'product views by city',
    { event: 'product viewed' },
    WEEKS,
    { breakdown: '$geoip_city_name' },
    'city',
    OTHER,
  ),
  largest(
    'all events by browser and system, weekly',
    { event: null },
    WEEKS,
    { breakdowns: [{ property: '$browser' }, { property: '$os' }] },
    `concat(browser, '::', system)`,
    `${OTHER}::${OTHER}`,
  ),
  trend(
    'page views by time to load, ten bins',
    PAGEVIEW,
    MONTHS,
    { breakdown: 'load_ms', breakdown_histogram_bin_count: 10, display: 'ActionsTable' },
    (
      setting,
    ) => `with r as (select load_ms x ${rowsOf(setting, '$pageview', MONTHS)}), m as (select min(x) l, max(x) h from r),
      w as (select x, l + (h - l) / 10.0 k from r cross join m)
      select 1, count(*) from w where x < k`,
    ([series]) => [[1, series?.aggregated_value ?? 0]],
  ),
  plain('people by plan, monthly', { ...PAGEVIEW, math: { math: 'dau' }, count: PEOPLE }, MONTHS, {
    by: `coalesce(person_plan, '${NULL}')`,
    body: { breakdown: 'plan', breakdown_type: 'person' },
  }),
  plain('product views by industry, weekly', { event: 'product viewed' }, WEEKS, {
    by: `coalesce(industry, '${NULL}')`,
    body: { breakdown: 'industry', breakdown_type: 'group', breakdown_group_type_index: 0 },
  }),
  plain(
    'companies a week, all events',
    {
      event: null,
      math: { math: 'unique_group', math_group_type_index: 0 },
      count: 'count(distinct company)',
    },
    WEEKS,
    { where: 'company is not null' },
  ),
  trend(
    'a quarter and the one before',
    { event: 'added to cart' },
    DAYS,
    { compare: true },
    (setting) => {
      const before: Range = { ...DAYS, from: dateOf(dayNumber(DAYS.from) - 92), to: dateOf(dayNumber(DAYS.to) - 92) };
      const part = (label: string, range: Range): string =>
        `select ${bucket(range, setting.dialect)} b, '${label}' v, count(*) ${rowsOf(setting, 'added to cart', range)} group by b`;
      return `${part('current', DAYS)} union all ${part('previous', before)}`;
    },
    (result) => byValue(result.map((series) => ({ ...series, breakdown_value: series.compare_label ?? '' }))),
  ),
  trend(
    'purchases of product views, by formula',
    { event: 'purchase' },
    WEEKS,
    { events: [{ id: 'purchase' }, { id: 'product viewed' }], formula: 'A / B' },
    (setting) => `select ${bucket(WEEKS, setting.dialect)} b,
      sum(case when event = 'purchase' then 1 else 0 end) * 1.0 / sum(case when event = 'product viewed' then 1 else 0 end)
      ${rowsOf(setting, null, WEEKS)} and event in ('purchase', 'product viewed') group by b having count(distinct event) = 2`,
    days(0),
  ),
  plain('lists and their opposites', PAGEVIEW, DAYS, {
    body: {
      properties: [
        { key: '$browser', value: ['Chrome', 'Firefox', 'Edge'] },
        { key: '$geoip_country_code', operator: 'is_not', value: ['US', 'GB'] },
      ],
    },
    where: `browser in ('Chrome', 'Firefox', 'Edge') and country not in ('US', 'GB')`,
  }),
  plain('a text in an address, and a referrer', PAGEVIEW, DAYS, {
    body: {
      properties: [
        { key: '$current_url', operator: 'icontains', value: 'garden' },
        { key: '$referrer', operator: 'is_set' },
      ],
    },
    where: `url ilike '%garden%' and referrer is not null`,
  }),
  plain('a pattern of paths', { ...PAGEVIEW, math: { math: 'dau' }, count: PEOPLE }, DAYS, {
    body: { properties: [{ key: '$pathname', operator: 'regex', value: '^/(docs|help)/.*-1[0-9]+$' }] },
    where: ({ matches }) => matches('path', '^/(docs|help)/.*-1[0-9]+$'),
  }),
  plain('a time, numbers, and people of a plan', PAGEVIEW, DAYS, {
    body: {
      properties: [
        { key: 'load_ms', operator: 'gt', value: 300 },
        { key: '$screen_width', operator: 'lte', value: 1440 },
        { key: 'plan', type: 'person', value: ['pro', 'enterprise', 'starter'] },
      ],
    },
    where: `load_ms > 300 and screen_width <= 1440 and person_plan in ('pro', 'enterprise', 'starter')`,
  }),
  plain('companies of an industry', PAGEVIEW, WEEKS, {
    body: { properties: [{ key: 'industry', type: 'group', group_type_index: 0, value: ['health', 'energy'] }] },
    where: `industry in ('health', 'energy')`,
  }),
  plain('an expression by an expression', PAGEVIEW, WEEKS, {
    by: `case when depth > 4 then 'deep' else 'shallow' end`,
    body: {
      properties: [{ type: 'hogql', key: 'properties.load_ms * 2 + properties.depth > 400' }],
      breakdown: `if(properties.depth > 4, 'deep', 'shallow')`,
      breakdown_type: 'hogql',
    },
    where: 'load_ms * 2 + depth > 400',
  }),
  plain('buyers on paid plans, a cohort', PAGEVIEW, DAYS, {
    body: { properties: [{ key: 'id', type: 'cohort', value: COHORT_ID }] },
    where: `person_plan in ('pro', 'enterprise') and person in (select person from TABLE where event = 'purchase')`,
  }),
  plain('of sessions longer than ten minutes', PAGEVIEW, DAYS, {
    body: { properties: [{ key: '$session_duration', type: 'session', operator: 'gt', value: 600 }] },
    where: ({ div, time }) =>
      `session_id in (select session_id from TABLE group by session_id having ${div(`max(${time})`, 1_000)} - ${div(`min(${time})`, 1_000)} > 600)`,
  }),
  plain('searches before a day, of members with a referrer', { event: 'search' }, WEEKS, {
    body: {
      properties: [
        { key: 'timestamp', type: 'event_metadata', operator: 'is_date_before', value: '2025-11-15' },
        { key: 'is_member', value: ['true'] },
        { key: 'company', operator: 'is_not_set' },
      ],
    },
    where: `local < '2025-11-15 00:00:00' and is_member`,
  }),
  trend(
    'new, returning, resurrecting, dormant by week',
    PAGEVIEW,
    WEEKS,
    { insight: 'LIFECYCLE' },
    (
      setting,
    ) => `with seen as (select distinct person p, ${bucket(WEEKS, setting.dialect)} w, ${bucket(WEEKS, setting.dialect, 'created')} c
        from ${setting.table} where event = '$pageview' and local >= '2025-06-29 00:00:00' and local < '2025-12-28 00:00:00' and ${setting.filter}),
      near as (select p, w, c, ${setting.dialect.lag}(w, 1, -99) over (partition by p order by w rows between unbounded preceding and unbounded following) b,
        ${setting.dialect.lead}(w, 1, -99) over (partition by p order by w rows between unbounded preceding and unbounded following) n from seen)
      select w, s, count(*) from (select w, case when c = w and b = -99 then 'new' when b = w - 1 then 'returning' else 'resurrecting' end s from near where w >= 0
        union all select w + 1, 'dormant' from near where n <> w + 1 and w < 24) t group by w, s`,
    byStatus,
  ),
  trend(
    'in how many weeks people were active',
    PAGEVIEW,
    WEEKS,
    { insight: 'STICKINESS' },
    (setting) =>
      `select k, count(*) from (select count(distinct ${bucket(WEEKS, setting.dialect)}) k ${rowsOf(setting, '$pageview', WEEKS)} group by person) t group by k`,
    days(1),
  ),
];
