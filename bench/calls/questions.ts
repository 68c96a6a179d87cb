/** Questions about calls: ids, long texts, sparse properties. */
import type { Cell, Question, Rows } from '../question.ts';
import { byValue, days } from '../rows.ts';
import { asked, type Draft } from '../web/draft.ts';
import type { Filter } from '../web/filters.ts';
import { numbered } from '../web/numbered.ts';
import { bucket, DAYS, MONTHS, type Range, rowsOf, type Setting, WEEKS, within } from '../web/sql.ts';
import { idOf, pathOf } from './generate.ts';

const OTHER = '$$_posthog_breakdown_other_$$';
const NULL = '$$_posthog_breakdown_null_$$';

interface Line {
  /** null = all events. */
  readonly event: string | null;
  readonly math?: Readonly<Record<string, unknown>>;
  /** In SQL; rows by default. */
  readonly count?: string | ((setting: Setting) => string);
}

const CALLS: Line = { event: 'call' };

/** A number per bucket. */
function trend(title: string, line: Line, range: Range, body: Record<string, unknown> = {}, where = 'true'): Draft {
  const sql = (setting: Setting): string =>
    `select ${bucket(range, setting.dialect)} b, ${countOf(line, setting)} n ${rowsOf(setting, line.event, range)} and ${where} group by b`;
  return asked(title, 'compute_trend', { ...bodyOf(line, range), ...body }, sql, days(0));
}

/** The 25 largest values, and all others together where numbers add up. */
function breakdown(title: string, line: Line, range: Range, key: string, has_rest: boolean): Draft {
  const column = `coalesce("${key}", '${NULL}')`;
  const sql = (setting: Setting): string => {
    const rows = rowsOf(setting, line.event, range);
    const totals = `select ${column} v, count(*) n ${rows} group by v`;
    const top = `select v from totals order by v = '${NULL}', n desc, v limit 25`;
    const named = `case when ${column} in (select v from top) then ${column} else '${OTHER}' end`;
    const kept = has_rest ? '' : `where v <> '${OTHER}'`;
    return `with totals as (${totals}), top as (${top}), cells as (select ${bucket(range, setting.dialect)} b, ${named} v, ${countOf(line, setting)} n ${rows} group by b, v) select b, v, n from cells ${kept}`;
  };
  const body = { ...bodyOf(line, range), breakdown: key, breakdown_hide_other_aggregation: !has_rest };
  return asked(title, 'compute_trend', body, sql, byValue);
}

function bodyOf({ event, math }: Line, { from, to, interval }: Range): Record<string, unknown> {
  return { events: [{ id: event ?? '', ...math }], date_from: from, date_to: to, interval };
}

function countOf({ count = 'count(*)' }: Line, setting: Setting): string {
  return typeof count === 'string' ? count : count(setting);
}

const P95: Line = {
  event: 'call',
  math: { math: 'p95', math_property: 'duration_ms' },
  count: ({ dialect }) => dialect.quantile(0.95, 'duration_ms'),
};

function values(text: string): Draft {
  const condition = `request_id ilike '%${text}%'`;
  return {
    title: 'ids that hold a text',
    operation: 'list_property_values',
    body: { key: 'request_id', search: text, limit: 100 },
    sql: ({ table }) =>
      `select request_id from ${table} where ${condition} group by request_id order by count(*) desc, request_id limit 100`,
    rows: ({ results }: { results: readonly { readonly name: string }[] }) => results.map(({ name }): Cell[] => [name]),
    another: (number) => values(number.toString(16).padStart(4, '0')),
  };
}

function statement(title: string, own: string, theirs: (setting: Setting) => string): Draft {
  return {
    title,
    operation: 'run_sql',
    body: { query: own, limit: 50_000, refresh: true },
    sql: theirs,
    rows: ({ results }: { results: Rows }) => results.map((row) => row.map((cell): Cell => cell ?? '')),
  };
}

const QUARTER = "timestamp >= '2025-09-30' and timestamp < '2025-12-31'";

const DRAFTS: readonly Draft[] = [
  trend('calls a day', CALLS, DAYS),
  trend('people a week, all events', { event: null, math: { math: 'dau' }, count: 'count(distinct person)' }, WEEKS),
  breakdown('calls by their own id', CALLS, MONTHS, 'request_id', true),
  breakdown('calls by path', CALLS, MONTHS, 'path', true),
  breakdown('95th percentile of duration by status', P95, WEEKS, 'status', false),
  trend(
    'errors with a text in their message',
    { event: 'error' },
    DAYS,
    { properties: [{ key: 'message', operator: 'icontains', value: 'TIMEOUT AFTER 77' }] },
    "message ilike '%timeout after 77%'",
  ),
  trend(
    'one request',
    { event: null },
    MONTHS,
    { properties: [{ key: 'request_id', value: idOf('request', 4_321) }] },
    `request_id = '${idOf('request', 4_321)}'`,
  ),
  breakdown('all events by a rare property', { event: null }, MONTHS, 'attr_7', true),
  trend(
    'sessions a week, all events',
    { event: null, math: { math: 'unique_session' }, count: `count(distinct coalesce("$session_id", ''))` },
    WEEKS,
  ),
  trend(
    'different requests a week',
    {
      event: 'call',
      math: { math: 'hogql', math_hogql: 'count(distinct properties.request_id)' },
      count: 'count(distinct request_id)',
    },
    WEEKS,
  ),
  values('abc'),
  statement(
    'different requests',
    `select uniq(properties.request_id) from events where {filters} and ${QUARTER}`,
    ({ table, filter }) => `select count(distinct request_id) from ${table} where ${filter} and ${within(DAYS)}`,
  ),
  statement(
    'ten slowest paths',
    `select properties.path p, avg(properties.duration_ms) d from events where {filters} and event = 'call' and ${QUARTER} group by p having count() > 20 order by d desc, p limit 10`,
    ({ table, filter }) =>
      `select path p, avg(duration_ms) d from ${table} where ${filter} and event = 'call' and ${within(DAYS)} group by p having count(*) > 20 order by d desc, p limit 10`,
  ),
];

/** Four kinds in turn, with other values each time. */
function filterOf(question: number, round: number): Filter {
  const number = question + 61 * Math.floor(round / 4);
  const kinds: readonly (() => Filter)[] = [
    () => ({
      properties: [{ key: 'build', operator: 'gt', value: 1_100 + (number % 250) }],
      sql: () => `build > ${1_100 + (number % 250)}`,
    }),
    () => ({
      properties: [{ key: 'request_id', operator: 'icontains', value: (number % 256).toString(16).padStart(2, '0') }],
      sql: () => `request_id ilike '%${(number % 256).toString(16).padStart(2, '0')}%'`,
    }),
    () => ({
      properties: [{ key: 'platform', operator: 'is_not', value: ['ios', 'tv'].slice(number % 2) }],
      sql: () => `platform not in (${number % 2 === 0 ? "'ios', 'tv'" : "'tv'"}) and build <> ${number}`,
    }),
    () => ({
      properties: [{ key: 'path', operator: 'not_icontains', value: pathOf(number) }],
      sql: () => `(path is null or path not ilike '%${pathOf(number)}%')`,
    }),
  ];
  return kinds[round % kinds.length]!();
}

export const QUESTIONS: readonly Question[] = numbered({ C: DRAFTS }, filterOf);
