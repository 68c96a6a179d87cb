/**
 * The nineteen questions, as the product is asked them, and each answer as canonical rows: what every engine must agree
 * on, whatever the shape it answers in. Texts and numbers only; rows in any order.
 */
import { DAYS, START_MS } from './generate.ts';

export type Cell = string | number;
export type Rows = Cell[][];

export interface Question {
  readonly name: string;
  readonly title: string;
  readonly operation: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** The same with filters that nobody has asked for before; none where it has no filter. */
  readonly unasked: readonly Readonly<Record<string, unknown>>[];
  /** From the `result` of the answer. */
  readonly rows: (result: never) => Rows;
}

interface Series {
  readonly data: readonly number[];
  readonly breakdown_value?: string;
  readonly status?: string;
}

interface Step {
  readonly count: number;
  readonly breakdown_value?: readonly string[];
  readonly average_conversion_time: number | null;
  readonly median_conversion_time: number | null;
}

interface FunnelSeries {
  readonly reached_from_counts: readonly number[];
  readonly reached_to_counts: readonly number[];
}

interface RetentionRow {
  readonly values: readonly { readonly count: number }[];
}

interface Edge {
  readonly source: string;
  readonly target: string;
  readonly value: number;
  readonly average_conversion_time: number;
}

export const WHOLE = { date_from: dayOf(0), date_to: dayOf(DAYS - 1) };
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
  {
    name: 'R1',
    title: 'who comes back, by day',
    operation: 'compute_retention',
    unasked: [],
    body: { total_intervals: 11, date_to: WHOLE.date_to },
    rows: triangle,
  },
  {
    name: 'R2',
    title: 'weeks after the first visit',
    operation: 'compute_retention',
    unasked: [],
    body: {
      retention_type: 'retention_first_time',
      period: 'Week',
      total_intervals: 10,
      date_to: WHOLE.date_to,
    },
    rows: triangle,
  },
  {
    name: 'P1',
    title: 'the 50 most taken ways between pages',
    operation: 'compute_path',
    unasked: [],
    body: { include_event_types: ['$pageview'], ...WHOLE },
    rows: edges,
  },
  trend('L1', 'new, returning, resurrecting, dormant', { insight: 'LIFECYCLE', ...PAGEVIEWS, ...WHOLE }, byStatus),
  trend('S1', 'on how many days people are active', { insight: 'STICKINESS', ...PAGEVIEWS, ...WHOLE }, days(1)),
];

/** The same of the last seven days there are. */
export function lastWeek(question: Question): Question {
  const range = { date_from: dayOf(DAYS - 7), date_to: dayOf(DAYS - 1) };
  return { ...question, body: { ...question.body, ...range } };
}

export function questionNamed(name: string): Question {
  const found = QUESTIONS.find((question) => question.name === name);
  if (!found) throw new Error(`There is no question ${name}: ${QUESTIONS.map((question) => question.name).join(', ')}`);
  return found;
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
  const unasked = filters.map((filter) => ({ ...body, ...filter }));
  return { name, title, operation: 'compute_trend', body, unasked, rows };
}

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
  return { name, title, operation: 'compute_funnel', body: { events, ...WHOLE, ...body }, unasked: [], rows };
}

/** SQL has no rows for what is not there, and so have these. */
function present(rows: Rows): Rows {
  return rows.filter((row) => row[row.length - 1] !== 0);
}

function days(first: number): (result: readonly Series[]) => Rows {
  return ([series]) => present((series?.data ?? []).map((value, at) => [first + at, value]));
}

function byValue(result: readonly Series[]): Rows {
  return present(
    result.flatMap(({ data, breakdown_value }) => data.map((value, day) => [day, breakdown_value ?? '', value])),
  );
}

function byStatus(result: readonly Series[]): Rows {
  return present(result.flatMap(({ data, status }) => data.map((value, day) => [day, status ?? '', Math.abs(value)])));
}

function counts(result: readonly Step[]): Rows {
  return [result.map(({ count }) => count)];
}

/** Counts, then the mean and the median of the times between steps, in milliseconds. */
function withTimes(result: readonly Step[]): Rows {
  const later = result.slice(1);
  const ms = (seconds: number | null): number => Math.round((seconds ?? 0) * 1_000);
  return [
    [
      ...result.map(({ count }) => count),
      ...later.map((step) => ms(step.average_conversion_time)),
      ...later.map((step) => ms(step.median_conversion_time)),
    ],
  ];
}

function countsByValue(result: readonly (readonly Step[])[]): Rows {
  return result.map((table) => [String(table[0]?.breakdown_value), ...table.map(({ count }) => count)]);
}

function byDay([series]: readonly FunnelSeries[]): Rows {
  if (series === undefined) return [];
  return series.reached_from_counts.flatMap((entered, day): Rows => {
    return entered === 0 ? [] : [[day, entered, series.reached_to_counts[day] as number]];
  });
}

function triangle(result: readonly RetentionRow[]): Rows {
  return present(result.flatMap(({ values }, start) => values.map(({ count }, later) => [start, later, count])));
}

function edges(result: readonly Edge[]): Rows {
  return result.map(({ source, target, value, average_conversion_time }) => [
    source,
    target,
    value,
    Math.round(average_conversion_time),
  ]);
}
