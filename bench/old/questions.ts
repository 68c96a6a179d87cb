/** The nineteen questions of the old shape, each with the SQL for the peers. */
import { type PeerName, type Question, questionOf, type Rows } from '../question.ts';
import {
  byDay,
  byStatus,
  byValue,
  counts,
  countsByValue,
  days,
  edges,
  type Series,
  triangle,
  withTimes,
} from '../rows.ts';
import { clickhouseSql } from './clickhouse_sql.ts';
import { duckdbSql } from './duckdb_sql.ts';
import { DAYS, START_MS } from './generate.ts';
import { STATEMENTS } from './statements.ts';

const WHOLE = { date_from: dayOf(0), date_to: dayOf(DAYS - 1) };
const LAST_30 = { date_from: dayOf(DAYS - 30), date_to: dayOf(DAYS - 1) };
const PRO = filteredBy({ key: 'plan', value: 'pro' });
const PAGEVIEWS = { events: [{ id: '$pageview' }] };
const SIGN_UP = steps('$pageview', 'signup_started', 'signup_completed');
const LONG_SIGN_UP = steps(
  'signup_started',
  'signup_email_entered',
  'signup_verified',
  'signup_completed',
  'project_created',
);
const ERRORS = [{ id: 'error_shown', funnel_from_step: 0, funnel_to_step: 1 }];

export const QUESTIONS: readonly Question[] = [
  trend('T1', 'page views a day, 30 days', { ...PAGEVIEWS, ...LAST_30 }, days(DAYS - 30)),
  trend('T2', 'active people a day, 60 days', { events: [{ id: '$pageview', math: 'dau' }], ...WHOLE }, days(0)),
  trend(
    'T2f',
    'the same, filtered',
    { events: [{ id: '$pageview', math: 'dau' }], ...PRO, ...WHOLE },
    days(0),
    ['a', 'b', 'c'].map(proOr),
  ),
  trend(
    'T3',
    'people active in the last 7 days, for 30 days',
    { events: [{ id: '$pageview', math: 'weekly_active' }], ...LAST_30 },
    days(DAYS - 30),
  ),
  trend(
    'T4',
    'page views by browser, filtered',
    { ...PAGEVIEWS, ...PRO, breakdown: '$browser', ...WHOLE },
    byValue,
    ['d', 'e', 'f'].map(proOr),
  ),
  trend(
    'T5',
    'revenue a day by country',
    {
      events: [{ id: 'purchase', math: 'sum', math_property: 'amount' }],
      breakdown: '$geoip_country_code',
      breakdown_limit: 100,
      ...WHOLE,
    },
    byValue,
  ),
  trend(
    'T6',
    '90th percentile of an amount, by week',
    { events: [{ id: 'purchase', math: 'p90', math_property: 'amount' }], interval: 'week', ...WHOLE },
    days(0),
  ),
  trend(
    'T7',
    'page views whose address contains a text',
    { ...PAGEVIEWS, ...containing('pricing'), ...WHOLE },
    days(0),
    ['/pricing', 'm/pricing', 'om/pricing'].map(containing),
  ),
  funnel('F1', 'three steps, with times', SIGN_UP, {}, withTimes),
  funnel('F2', 'five steps with an exclusion', LONG_SIGN_UP, { exclusions: ERRORS }, counts),
  funnel('F3', 'three steps by browser', SIGN_UP, { breakdown: '$browser' }, countsByValue),
  funnel(
    'F4',
    'three steps, strictly one after the other',
    steps('$pageview', 'signup_started', 'signup_email_entered'),
    { funnel_order_type: 'strict' },
    counts,
  ),
  funnel(
    'F5',
    'three steps in any order',
    steps('purchase', 'feature_01', 'feature_02'),
    { funnel_order_type: 'unordered' },
    counts,
  ),
  funnel('F6', 'conversion by the day of entry', SIGN_UP, { funnel_viz_type: 'trends' }, byDay),
  question(
    'R1',
    'who comes back, by day',
    'compute_retention',
    { total_intervals: 11, date_to: WHOLE.date_to },
    triangle,
  ),
  question(
    'R2',
    'weeks after the first visit',
    'compute_retention',
    {
      retention_type: 'retention_first_time',
      period: 'Week',
      total_intervals: 10,
      date_to: WHOLE.date_to,
    },
    triangle,
  ),
  question(
    'P1',
    'the 50 most taken ways between pages',
    'compute_path',
    { include_event_types: ['$pageview'], ...WHOLE },
    edges,
  ),
  trend('L1', 'new, returning, resurrecting, dormant', { insight: 'LIFECYCLE', ...PAGEVIEWS, ...WHOLE }, byStatus),
  trend('S1', 'on how many days people are active', { insight: 'STICKINESS', ...PAGEVIEWS, ...WHOLE }, days(1)),
  ...STATEMENTS,
];

/** The same of the last seven days there are. */
export function lastWeek(question: Question): Question {
  const range = { date_from: dayOf(DAYS - 7), date_to: dayOf(DAYS - 1) };
  return { ...question, body: { ...question.body, ...range } };
}

export function questionNamed(name: string): Question {
  return questionOf(QUESTIONS, name);
}

function dayOf(day: number): string {
  return new Date(START_MS + day * 86_400_000).toISOString().slice(0, 10);
}

function steps(...events: readonly string[]): Record<string, unknown>[] {
  return events.map((id, order) => ({ id, order }));
}

function trend(
  name: string,
  title: string,
  body: Record<string, unknown>,
  rows: (result: readonly Series[]) => Rows,
  filters: readonly Record<string, unknown>[] = [],
): Question {
  return question(name, title, 'compute_trend', body, rows, filters);
}

/** Each of `filters` leaves the same rows, and the peers have no use for having answered before: they are not asked again. */
function question(
  name: string,
  title: string,
  operation: string,
  body: Record<string, unknown>,
  rows: (result: never) => Rows,
  filters: readonly Record<string, unknown>[] = [],
): Question {
  return {
    ...{ name, title, operation, body },
    rows: ({ result }: { result: never }) => rows(result),
    sql: (peer, table) => SQL[peer](table)[name] as string,
    filtered: (round) => (round < filters.length ? { body: { ...body, ...filters[round] }, sql: null } : null),
  };
}

const SQL: Readonly<Record<PeerName, (table: string) => Record<string, string>>> = {
  clickhouse: clickhouseSql,
  duckdb: duckdbSql,
};

function filteredBy(property: Record<string, unknown>): Record<string, unknown> {
  return { properties: [property] };
}

/** The same rows as PRO, by another filter: nobody has that other plan. */
function proOr(other: string): Record<string, unknown> {
  return filteredBy({ key: 'plan', value: ['pro', other] });
}

function containing(value: string): Record<string, unknown> {
  return filteredBy({ key: '$current_url', value, operator: 'icontains' });
}

function funnel(
  name: string,
  title: string,
  events: readonly Record<string, unknown>[],
  body: Record<string, unknown>,
  rows: (result: never) => Rows,
): Question {
  return question(name, title, 'compute_funnel', { events, ...WHOLE, ...body }, rows);
}
