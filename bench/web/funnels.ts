/** Funnels over the web shape. Events of one person, and nearly all of one company, have distinct times. */
import { byDay, counts, countsByValue, type Step } from '../rows.ts';
import { asked, type Draft } from './draft.ts';
import { bucket, DAYS, type Range, type Setting, WEEKS, within } from './sql.ts';

const DAY_MS = 86_400_000;
const SO_FAR = '(partition by p order by t rows between unbounded preceding and current row)';
const FROM_HERE = '(partition by p order by t rows between current row and unbounded following)';
const ALL_OF_IT = '(partition by p order by t rows between unbounded preceding and unbounded following)';
const NEVER = 9_000_000_000_000;
const BUYING = ['$pageview', 'product viewed', 'added to cart'];
const SIGN_UP = ['$pageview', 'signup started', 'signup completed'];

interface Way {
  readonly steps: readonly string[];
  readonly window_ms: number;
  readonly range: Range;
  /** Column of the actor. */
  readonly actor?: string;
  /** Excluded between the first and the second step; here each actor has one attempt at most. */
  readonly excluded?: string;
  /** Another column of each event. */
  readonly also?: string;
}

/** Actor p, time t, step number s from 1; the exclusion comes after the last step. */
function eventsOf({ table, filter, dialect }: Setting, way: Way): string {
  const { steps, range, actor = 'person', also, excluded } = way;
  const names = excluded === undefined ? steps : [...steps, excluded];
  const cases = names.map((name, at) => `when event = '${name}' then ${at + 1}`).join(' ');
  const among = names.map((name) => `'${name}'`).join(', ');
  return `select ${actor} p, ${dialect.time} t, case ${cases} end s${also === undefined ? '' : `, ${also} v`}
    from ${table} where event in (${among}) and ${within(range)} and ${actor} is not null and ${filter}`;
}

/** Each event carries the latest start of an attempt that got this far: f1 for the first step, f2 for the second. */
function attempts(setting: Setting, way: Way, more = ''): string {
  const { steps, window_ms } = way;
  const later = steps.slice(1).map((_, index) => {
    const at = index + 2;
    const does = `s = ${at} and f${at - 1} > 0 and t - f${at - 1} <= ${window_ms}`;
    return `c${at} as (select *, case when ${does} then ${at} else 0 end l${at},
      max(case when ${does} then f${at - 1} else 0 end) over ${SO_FAR} f${at} from c${at - 1})`;
  });
  const levels = steps.slice(1).map((_, index) => `l${index + 2}`);
  const spoilt = `max(case when s = ${steps.length + 1} and f1 > 0 and t - f1 <= ${window_ms} and f2 < f1 then 1 else 0 end)`;
  return `with e as (${eventsOf(setting, way)}),
    c1 as (select *, max(case when s = 1 then t else 0 end) over ${SO_FAR} f1 from e),
    ${later.join(',\n    ')},
    pp as (select p, max(greatest(case when s = 1 then 1 else 0 end, ${levels.join(', ')})) m${more} from c${steps.length} group by p
      having m > 0${way.excluded === undefined ? '' : ` and ${spoilt} = 0`})`;
}

/** How many reached each step. */
function reached(steps: readonly unknown[]): string {
  return steps.map((_, at) => `sum(case when m >= ${at + 1} then 1 else 0 end)`).join(', ');
}

function funnel(
  title: string,
  way: Way,
  body: Record<string, unknown>,
  sql: Draft['sql'],
  rows: (result: never) => (string | number)[][],
): Draft {
  const events = way.steps.map((id, order) => ({ id, order }));
  const { from: date_from, to: date_to } = way.range;
  const seconds = { funnel_window_interval: way.window_ms / 1_000, funnel_window_interval_type: 'second' };
  return asked(title, 'compute_funnel', { events, date_from, date_to, ...seconds, ...body }, sql, rows);
}

function ordered(title: string, way: Way, body: Record<string, unknown> = {}): Draft {
  const sql = (setting: Setting): string =>
    `${attempts(setting, way)} select ${reached(way.steps)} from pp having count(*) > 0`;
  return funnel(title, way, body, sql, some);
}

/** No rows if nobody entered. */
function some(result: readonly Step[]): (string | number)[][] {
  return counts(result).filter(([first]) => first !== 0);
}

/** `touch`: which event with a value gives the breakdown value. */
function byTouch(title: string, way: Way, touch: 'arg_min' | 'arg_max', body: Record<string, unknown>): Draft {
  const sql = (setting: Setting): string => {
    const value = `${setting.dialect[touch]}(v, t)`;
    return `${attempts(setting, way, `, ${value} v`)} select coalesce(v, ''), ${reached(way.steps)} from pp group by 1`;
  };
  return funnel(title, way, body, sql, countsByValue);
}

const WEEK: Way = { steps: BUYING, window_ms: 7 * DAY_MS, range: DAYS };

/**
 * Nothing may come in between, so all events that pass the filter count. A repeated second step is not another event:
 * the first in a row counts.
 */
const STRICT: Draft['sql'] = (setting) => {
  const { dialect, table, filter } = setting;
  const [first, second, third] = ['$pageview', '$autocapture', '$pageleave'];
  const later = (column: string, rows: number, none: string): string =>
    `${dialect.lead}(${column}, ${rows}, ${none}) over ${ALL_OF_IT}`;
  return `with a as (select person p, ${dialect.time} t, event ev from ${table} where ${within(DAYS)} and ${filter}),
    b as (select p, t, ev, ${dialect.lag}(ev, 1, '') over ${ALL_OF_IT} as previous from a),
    r as (select p, t, ev from b where not (ev = '${second}' and previous = '${second}')),
    e as (select p, t, ev, ${later('ev', 1, `''`)} n1, ${later('ev', 2, `''`)} n2, ${later('t', 1, '0')} t1, ${later('t', 2, '0')} t2 from r),
    pp as (select p, max(case when ev <> '${first}' then 0 when not (n1 = '${second}' and t1 - t <= ${DAY_MS}) then 1
      when not (n2 = '${third}' and t2 - t <= ${DAY_MS}) then 2 else 3 end) m from e group by p having m > 0)
    select ${reached([1, 2, 3])} from pp having count(*) > 0`;
};

const UNORDERED: Way = { steps: ['search', 'product viewed', 'added to cart'], window_ms: 3 * DAY_MS, range: DAYS };

const IN_ANY_ORDER: Draft['sql'] = (setting) => {
  const { window_ms } = UNORDERED;
  const last = [1, 2, 3].map((at) => `max(case when s = ${at} then t else 0 end) over ${SO_FAR} f${at}`);
  const there = [1, 2, 3].map((at) => `case when f${at} > 0 and t - f${at} <= ${window_ms} then 1 else 0 end`);
  return `with e as (${eventsOf(setting, UNORDERED)}), c as (select p, t, ${last.join(', ')} from e),
    pp as (select p, max(${there.join(' + ')}) m from c group by p) select ${reached([1, 2, 3])} from pp having count(*) > 0`;
};

const BY_WEEK: Way = { steps: BUYING, window_ms: 2 * DAY_MS, range: WEEKS, also: 'local' };

const OVER_TIME: Draft['sql'] = (setting) => `with e as (${eventsOf(setting, BY_WEEK)}),
    c1 as (select *, min(case when s = 3 then t else ${NEVER} end) over ${FROM_HERE} third from e),
    c2 as (select *, min(case when s = 2 then third else ${NEVER} end) over ${FROM_HERE} done from c1),
    pp as (select p, ${bucket(WEEKS, setting.dialect, 'v')} b, max(case when done - t <= ${BY_WEEK.window_ms} then 1 else 0 end) ok from c2 where s = 1 group by p, b)
    select b, count(*), sum(ok) from pp group by b`;

const CART: Way = { steps: ['product viewed', 'purchase'], window_ms: 14 * DAY_MS, range: DAYS };

const TIMES: Draft['sql'] = (
  setting,
) => `${attempts(setting, CART, `, ${setting.dialect.arg_min}(case when l2 = 2 then t - f1 end, t) took`)}
    select count(*), avg(took) / 1000.0 from pp where m = 2 having count(*) > 0`;

function times(result: {
  readonly bins: readonly (readonly [number, number])[];
  readonly average_conversion_time: number | null;
}): (string | number)[][] {
  const all = result.bins.reduce((sum, [, count]) => sum + count, 0);
  return all === 0 ? [] : [[all, result.average_conversion_time ?? 0]];
}

export const FUNNELS: readonly Draft[] = [
  ordered('three steps within a week', WEEK),
  ordered('five steps within an hour, 25 weeks', {
    steps: ['$pageview', 'search', 'product viewed', 'added to cart', 'purchase'],
    window_ms: 3_600_000,
    range: WEEKS,
  }),
  funnel(
    'one right after the other',
    { steps: ['$pageview', '$autocapture', '$pageleave'], window_ms: DAY_MS, range: DAYS },
    { funnel_order_type: 'strict' },
    STRICT,
    some,
  ),
  funnel('in any order', UNORDERED, { funnel_order_type: 'unordered' }, IN_ANY_ORDER, some),
  ordered(
    'a purchase after signing up, no chat between',
    { steps: ['signup completed', 'purchase'], window_ms: 30 * DAY_MS, range: WEEKS, excluded: 'chat opened' },
    { exclusions: [{ id: 'chat opened', funnel_from_step: 0, funnel_to_step: 1 }] },
  ),
  byTouch('by the plan at first', { ...WEEK, also: 'plan' }, 'arg_min', { breakdown: 'plan' }),
  byTouch('by the campaign at last', { ...WEEK, steps: SIGN_UP, also: 'campaign' }, 'arg_max', {
    breakdown: 'utm_campaign',
    breakdown_attribution_type: 'last_touch',
  }),
  funnel('conversion by week of entry', BY_WEEK, { funnel_viz_type: 'trends', interval: 'week' }, OVER_TIME, byDay),
  funnel('how long a purchase takes', CART, { funnel_viz_type: 'time_to_convert' }, TIMES, times),
  ordered('companies, three steps', { ...WEEK, actor: 'company' }, { aggregation_group_type: 'company' }),
];
