/**
 * The questions in ClickHouse's dialect. The funnels are the fastest of several formulations a prototype tried,
 * the others the only one or the better of two; none was tuned since. Halves are rounded up, as everywhere else;
 * round() would round them to even.
 */
import { START_MS } from './generate.ts';

const WINDOW_MS = 14 * 86_400_000;
/** Larger than any time between two steps, to pack two times into one number. */
const PACK = 2 ** 31;
const NEVER = '9000000000000000';
const DAY = `(toDate(timestamp) - toDate('2026-01-01'))`;
const WEEK = `intDiv(${DAY} + 4, 7)`;
const WHOLE = since('2026-01-01');
const PAGEVIEW = `event = '$pageview'`;
/** Milliseconds into the period, from 1, so that 0 can mean "none". */
const TIME = `toUInt64(toUnixTimestamp64Milli(timestamp) - ${START_MS} + 1)`;
const SO_FAR = '(partition by p order by t rows between unbounded preceding and current row)';
const FROM_HERE = '(partition by p order by t rows between current row and unbounded following)';
const SIGN_UP = ['$pageview', 'signup_started', 'signup_completed'];
const LONG_SIGN_UP = [
  'signup_started',
  'signup_email_entered',
  'signup_verified',
  'signup_completed',
  'project_created',
];
const STRICT = ['$pageview', 'signup_started', 'signup_email_entered'];
const ANY_ORDER = ['purchase', 'feature_01', 'feature_02'];

function since(day: string): string {
  return `timestamp >= toDateTime64('${day}', 3, 'UTC') and timestamp < toDateTime64('2026-03-02', 3, 'UTC')`;
}

/** Number of the event's step, from 1. */
function step(events: readonly string[]): string {
  const cases = events.slice(0, -1).map((event, at) => `event = '${event}', ${at + 1}`);
  return `multiIf(${cases.join(', ')}, ${events.length})`;
}

function among(events: readonly string[]): string {
  return `event in (${events.map((event) => `'${event}'`).join(', ')})`;
}

/** Person, time and step of a funnel's events. */
function funnelEvents(table: string, events: readonly string[], also = ''): string {
  return `select person p, ${TIME} t, ${step(events)} s${also} from ${table} where ${among(events)} and ${WHOLE}`;
}

/**
 * One row per person: the earliest attempt that gets furthest: m steps, their times r.1, r.2, r.3.
 * Each event carries the latest start of an attempt that got this far.
 */
function attempts(table: string, also = '', more = ''): string {
  return `with e as (${funnelEvents(table, SIGN_UP, also)}),
  c1 as (select *, max(if(s = 1, t, 0)) over ${SO_FAR} f1 from e),
  c2 as (select *, max(if(s = 2 and f1 > 0 and t - f1 <= ${WINDOW_MS}, f1 * ${PACK} + toUInt64(${PACK - 1} - (t - f1)), toUInt64(0)))
    over ${SO_FAR} k2 from c1),
  c3 as (select *, bitShiftRight(k2, 31) f2, toUInt64(f2 + ${PACK - 1} - bitAnd(k2, ${PACK - 1})) t2 from c2),
  c4 as (select *, multiIf(s = 1, 1, s = 2 and f1 > 0 and t - f1 <= ${WINDOW_MS}, 2, s = 3 and f2 > 0 and t - f2 <= ${WINDOW_MS}, 3, 0) lvl,
    if(s = 2, f1, f2) r1, if(s = 2, t, t2) r2 from c3),
  pp as (select p, max(lvl) m, argMax((r1, r2, t), (lvl, -toInt64(t))) r${more} from c4 where lvl > 0 group by p)`;
}

/** In this data each person does a step once, so an excluded start (step 6) excludes the person. */
function excluding(table: string): string {
  const later = [3, 4, 5].map(
    (at) => `c${at} as (select *, (s = ${at} and f${at - 1} > 0 and t - f${at - 1} <= ${WINDOW_MS}) v${at},
    max(if(v${at}, f${at - 1}, 0)) over ${SO_FAR} f${at} from c${at - 1})`,
  );
  return `with e as (${funnelEvents(table, [...LONG_SIGN_UP, 'error_shown'])}),
  c1 as (select *, max(if(s = 1, t, 0)) over ${SO_FAR} f1 from e),
  c2 as (select *, (s = 2 and f1 > 0 and t - f1 <= ${WINDOW_MS}) v2, max(if(v2, f1, 0)) over ${SO_FAR} f2,
    (s = 6 and f1 > 0 and t - f1 <= ${WINDOW_MS} and f2 < f1) spoilt from c1),
  ${later.join(',\n  ')},
  pp as (select p, max(multiIf(s = 1, 1, v2, 2, v3, 3, v4, 4, v5, 5, 0)) m from c5 group by p having m > 0 and max(spoilt) = 0)
  select countIf(m >= 1), countIf(m >= 2), countIf(m >= 3), countIf(m >= 4), countIf(m >= 5) from pp`;
}

/** A path: up to five pages of a session; of equal ones in a row the last. */
function paths(table: string): string {
  return `with ev as (select arraySort(x -> x.1, groupArray((${TIME}, toString(url)))) ev from ${table} where ${PAGEVIEW} and ${WHOLE} group by person),
  sessions as (select arrayJoin(arraySplit((x, gap) -> gap >= 1800000, ev, arrayDifference(arrayMap(x -> toInt64(x.1), ev)))) q from ev),
  cut as (select arraySlice(arrayReverse(arrayCompact(x -> x.2, arrayReverse(q))), 1, 5) q from sessions),
  edges as (select arrayJoin(arrayMap((x, y, i) -> (i, x.2, y.2, y.1 - x.1), arraySlice(q, 1, length(q) - 1), arraySlice(q, 2),
    arrayEnumerate(arraySlice(q, 2)))) z from cut where length(q) > 1)
  select concat(toString(z.1), '_', z.2) s, concat(toString(z.1 + 1), '_', z.3) u, count() c, floor(avg(z.4) + 0.5) a
  from edges group by s, u order by c desc, s, u limit 50`;
}

const PERSON_DAYS = `select arraySort(groupUniqArray(${DAY})) days`;

export function clickhouseSql(table: string): Record<string, string> {
  const pageviews = `from ${table} where ${PAGEVIEW} and ${WHOLE}`;
  return {
    T1: `select ${DAY} d, count() from ${table} where ${PAGEVIEW} and ${since('2026-01-31')} group by d`,
    T2: `select ${DAY} d, uniqExact(person) ${pageviews} group by d`,
    T2f: `select ${DAY} d, uniqExact(person) ${pageviews} and plan = 'pro' group by d`,
    T3: `select day + o d, uniqExact(p) from (select distinct ${DAY} day, person p from ${table} where ${PAGEVIEW} and ${since('2026-01-25')})
      array join range(7) as o where d >= 30 and d < 60 group by d`,
    T4: `select ${DAY} d, browser, count() ${pageviews} and plan = 'pro' group by d, browser`,
    T5: `select ${DAY} d, country, sum(amount) from ${table} where event = 'purchase' and ${WHOLE} group by d, country`,
    T6: `select ${WEEK} w, quantileExactInclusive(0.9)(amount) from ${table} where event = 'purchase' and ${WHOLE} group by w`,
    T7: `select ${DAY} d, count() ${pageviews} and url like '%pricing%' group by d`,
    F1: `${attempts(table)} select countIf(m >= 1), countIf(m >= 2), countIf(m >= 3),
      floor(avgIf(toInt64(r.2 - r.1), m >= 2) + 0.5), floor(avgIf(toInt64(r.3 - r.2), m >= 3) + 0.5),
      floor(quantileExactInclusiveIf(0.5)(toInt64(r.2 - r.1), m >= 2) + 0.5),
      floor(quantileExactInclusiveIf(0.5)(toInt64(r.3 - r.2), m >= 3) + 0.5) from pp`,
    F2: excluding(table),
    F3: `${attempts(table, ', browser b', ', argMin(b, t) b')} select b, countIf(m >= 1), countIf(m >= 2), countIf(m >= 3) from pp group by b`,
    F4: `with e as (select person p, event ev, ${TIME} t, leadInFrame(event, 1) over z n1, leadInFrame(event, 2) over z n2,
        leadInFrame(${TIME}, 1) over z t1, leadInFrame(${TIME}, 2) over z t2 from ${table} where ${WHOLE}
        window z as (partition by person order by timestamp rows between unbounded preceding and unbounded following)),
      pp as (select p, max(multiIf(ev != '${STRICT[0]}', 0, not(n1 = '${STRICT[1]}' and t1 - t <= ${WINDOW_MS}), 1,
        not(n2 = '${STRICT[2]}' and t2 - t <= ${WINDOW_MS}), 2, 3)) m from e group by p)
      select countIf(m >= 1), countIf(m >= 2), countIf(m >= 3) from pp`,
    F5: `with e as (${funnelEvents(table, ANY_ORDER)}),
      c as (select p, t, max(if(s = 1, t, 0)) over w a, max(if(s = 2, t, 0)) over w b, max(if(s = 3, t, 0)) over w c from e window w as ${SO_FAR}),
      pp as (select p, max((a > 0 and t - a <= ${WINDOW_MS}) + (b > 0 and t - b <= ${WINDOW_MS}) + (c > 0 and t - c <= ${WINDOW_MS})) m from c group by p)
      select countIf(m >= 1), countIf(m >= 2), countIf(m >= 3) from pp`,
    F6: `with e as (${funnelEvents(table, SIGN_UP)}),
      c1 as (select *, min(if(s = 3, t, toUInt64(${NEVER}))) over ${FROM_HERE} third from e),
      c2 as (select *, min(if(s = 2, third, toUInt64(${NEVER}))) over ${FROM_HERE} done from c1),
      pp as (select p, intDiv(t - 1, 86400000) d, max(done < ${NEVER} and done - t <= ${WINDOW_MS}) ok from c2 where s = 1 group by p, d)
      select d, count(), sum(ok) from pp group by d`,
    R1: `select d0 - 49, d1 - d0 later, count() from (select arrayJoin(days) d0, arrayJoin(arrayFilter(x -> x >= d0, days)) d1 from
      (${PERSON_DAYS} from ${table} where ${PAGEVIEW} and ${since('2026-02-19')} group by person)) group by d0, later`,
    R2: `select w0, w1 - w0 later, count() from (select arrayMin(weeks) w0, arrayJoin(weeks) w1 from
      (select groupUniqArray(${WEEK}) weeks ${pageviews} group by person)) group by w0, later`,
    P1: paths(table),
    L1: `select d, st, count() from (select arrayJoin(arrayConcat(
        arrayMap((x, i) -> (x, if(i = 1, 'new', if(days[i - 1] = x - 1, 'returning', 'resurrecting'))), days, arrayEnumerate(days)),
        arrayMap(x -> (x + 1, 'dormant'), arrayFilter((x, i) -> i = length(days) or days[i + 1] != x + 1, days, arrayEnumerate(days))))) z,
        z.1 d, z.2 st from (${PERSON_DAYS} ${pageviews} group by person)) where d < 60 group by d, st`,
    S1: `select k, count() from (select uniqExact(${DAY}) k ${pageviews} group by person) group by k`,
  };
}
