/**
 * The questions in DuckDB's dialect. The funnels are the fastest of several formulations a prototype tried,
 * the others the only one or the better of two; none was tuned since.
 */
import { START_MS } from './generate.ts';

const WINDOW_MS = 14 * 86_400_000;
/** Larger than any time between two steps, to pack two times into one number. */
const PACK = 2 ** 31;
const DAY = `(timestamp::date - date '2026-01-01')`;
const WEEK = `(${DAY} + 4) // 7`;
const WHOLE = since('2026-01-01');
const PAGEVIEW = `event = '$pageview'`;
/** Milliseconds into the period, from 1, so that 0 can mean "none". */
const TIME = `(epoch_ms(timestamp) - ${START_MS} + 1)`;
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
  return `timestamp >= timestamp '${day}' and timestamp < timestamp '2026-03-02'`;
}

function funnelEvents(table: string, events: readonly string[], also = ''): string {
  const cases = events.map((event, at) => `when '${event}' then ${at + 1}`).join(' ');
  const among = events.map((event) => `'${event}'`).join(', ');
  return `select person p, ${TIME} t, case event ${cases} end s${also} from ${table} where event in (${among}) and ${WHOLE}`;
}

/** Persons who reached each step, from persons with m steps. */
function reached(count: number): string {
  return Array.from({ length: count }, (_, at) => `count(*) filter (m >= ${at + 1})`).join(', ');
}

/** As in ClickHouse: m steps of the earliest attempt that gets furthest, with the times in between. */
function attempts(table: string, also = '', more = ''): string {
  return `with e as (${funnelEvents(table, SIGN_UP, also)}),
  c1 as (select *, max(case when s = 1 then t else 0 end) over ${SO_FAR} f1 from e),
  c2 as (select *, max(case when s = 2 and f1 > 0 and t - f1 <= ${WINDOW_MS} then f1::ubigint * ${PACK} + (${PACK - 1} - (t - f1))::ubigint
    else 0::ubigint end) over ${SO_FAR} k2 from c1),
  c3 as (select *, (k2 >> 31)::bigint f2, (k2 >> 31)::bigint + ${PACK - 1} - (k2 & ${PACK - 1})::bigint t2 from c2),
  c4 as (select *, case when s = 1 then 1 when s = 2 and f1 > 0 and t - f1 <= ${WINDOW_MS} then 2
    when s = 3 and f2 > 0 and t - f2 <= ${WINDOW_MS} then 3 else 0 end lvl,
    case when s = 2 then f1 else f2 end r1, case when s = 2 then t else t2 end r2 from c3),
  pp as (select p, max(lvl) m, arg_min(r2 - r1, t) filter (lvl = 2) two, arg_min(r2 - r1, t) filter (lvl = 3) two_of_three,
    arg_min(t - r2, t) filter (lvl = 3) three${more} from c4 where lvl > 0 group by p)`;
}

function excluding(table: string): string {
  const later = [3, 4, 5].map(
    (
      at,
    ) => `b${at} as (select *, (s = ${at} and f${at - 1} > 0 and t - f${at - 1} <= ${WINDOW_MS}) v${at} from c${at - 1}),
  c${at} as (select *, max(case when v${at} then f${at - 1} else 0 end) over ${SO_FAR} f${at} from b${at})`,
  );
  return `with e as (${funnelEvents(table, [...LONG_SIGN_UP, 'error_shown'])}),
  c1 as (select *, max(case when s = 1 then t else 0 end) over ${SO_FAR} f1 from e),
  b2 as (select *, (s = 2 and f1 > 0 and t - f1 <= ${WINDOW_MS}) v2 from c1),
  c2 as (select *, max(case when v2 then f1 else 0 end) over ${SO_FAR} f2 from b2),
  ${later.join(',\n  ')},
  pp as (select p, max(case when s = 1 then 1 when v2 then 2 when v3 then 3 when v4 then 4 when v5 then 5 else 0 end) m from c5 group by p
    having m > 0 and not bool_or(s = 6 and f1 > 0 and t - f1 <= ${WINDOW_MS} and f2 < f1))
  select ${reached(5)} from pp`;
}

function paths(table: string): string {
  return `with e as (select person p, ${TIME} t, url u, lag(${TIME}) over z pt, lead(${TIME}) over z nt, lead(url) over z nu
    from ${table} where ${PAGEVIEW} and ${WHOLE} window z as (partition by person order by timestamp)),
  k as (select *, sum((pt is null or t - pt >= 1800000)::int) over ${SO_FAR} sid from e),
  d as (select p, sid, t, u from k where nt is null or nt - t >= 1800000 or u <> nu),
  r as (select p, sid, t, u, row_number() over y rn, lead(t) over y nt, lead(u) over y nu from d window y as (partition by p, sid order by t))
  select rn || '_' || u s, (rn + 1) || '_' || nu v, count(*) c, round(avg(nt - t)) from r where rn <= 4 and nt is not null
  group by s, v order by c desc, s, v limit 50`;
}

export function duckdbSql(table: string): Record<string, string> {
  const pageviews = `from ${table} where ${PAGEVIEW} and ${WHOLE}`;
  const personDays = `select distinct person p, ${DAY} d from ${table} where ${PAGEVIEW}`;
  return {
    T1: `select ${DAY} d, count(*) from ${table} where ${PAGEVIEW} and ${since('2026-01-31')} group by d`,
    T2: `select ${DAY} d, count(distinct person) ${pageviews} group by d`,
    T2f: `select ${DAY} d, count(distinct person) ${pageviews} and plan = 'pro' group by d`,
    T3: `select day + o d, count(distinct p) from (select distinct ${DAY} as day, person p from ${table} where ${PAGEVIEW} and ${since('2026-01-25')}),
      range(7) r(o) where day + o >= 30 and day + o < 60 group by d`,
    T4: `select ${DAY} d, browser, count(*) ${pageviews} and plan = 'pro' group by d, browser`,
    T5: `select ${DAY} d, country, sum(amount) from ${table} where event = 'purchase' and ${WHOLE} group by d, country`,
    T6: `select ${WEEK} w, quantile_cont(amount, 0.9) from ${table} where event = 'purchase' and ${WHOLE} group by w`,
    T7: `select ${DAY} d, count(*) ${pageviews} and url like '%pricing%' group by d`,
    F1: `${attempts(table)} select ${reached(3)}, round(avg(case when m = 3 then two_of_three when m = 2 then two end)),
      round(avg(case when m = 3 then three end)), round(quantile_cont(case when m = 3 then two_of_three when m = 2 then two end, 0.5)),
      round(quantile_cont(case when m = 3 then three end, 0.5)) from pp`,
    F2: excluding(table),
    F3: `${attempts(table, ', browser b', ', arg_min(b, t) b')} select b, ${reached(3)} from pp group by b`,
    F4: `with e as (select person p, event ev, ${TIME} t, lead(event, 1) over z n1, lead(event, 2) over z n2, lead(${TIME}, 1) over z t1,
        lead(${TIME}, 2) over z t2 from ${table} where ${WHOLE} window z as (partition by person order by timestamp)),
      pp as (select p, max(case when ev <> '${STRICT[0]}' then 0 when n1 is null or not (n1 = '${STRICT[1]}' and t1 - t <= ${WINDOW_MS}) then 1
        when n2 is null or not (n2 = '${STRICT[2]}' and t2 - t <= ${WINDOW_MS}) then 2 else 3 end) m from e group by p)
      select ${reached(3)} from pp`,
    F5: `with e as (${funnelEvents(table, ANY_ORDER)}),
      c as (select p, t, max(case when s = 1 then t else 0 end) over w a, max(case when s = 2 then t else 0 end) over w b,
        max(case when s = 3 then t else 0 end) over w c from e window w as ${SO_FAR}),
      pp as (select p, max((a > 0 and t - a <= ${WINDOW_MS})::int + (b > 0 and t - b <= ${WINDOW_MS})::int + (c > 0 and t - c <= ${WINDOW_MS})::int) m
        from c group by p)
      select ${reached(3)} from pp`,
    F6: `with e as (${funnelEvents(table, SIGN_UP)}),
      c1 as (select *, min(case when s = 3 then t end) over ${FROM_HERE} third from e),
      c2 as (select *, min(case when s = 2 then third end) over ${FROM_HERE} done from c1),
      pp as (select p, (t - 1) // 86400000 d, max(coalesce(done - t <= ${WINDOW_MS}, false)::int) ok from c2 where s = 1 group by p, d)
      select d, count(*), sum(ok)::bigint from pp group by d`,
    R1: `with u as (${personDays} and ${since('2026-02-19')})
      select a.d - 49, b.d - a.d, count(*) from u a join u b on a.p = b.p and b.d >= a.d group by 1, 2`,
    R2: `with u as (select distinct person p, ${WEEK} w ${pageviews}), f as (select p, min(w) w0 from u group by p)
      select w0, w - w0, count(*) from u join f using (p) group by 1, 2`,
    P1: paths(table),
    L1: `with u as (${personDays} and ${WHOLE}),
      k as (select p, d, lag(d) over z pd, lead(d) over z nd from u window z as (partition by p order by d))
      select d, st, count(*) from (select d, case when pd is null then 'new' when pd = d - 1 then 'returning' else 'resurrecting' end st from k
      union all select d + 1, 'dormant' from k where nd is null or nd <> d + 1) where d < 60 group by d, st`,
    S1: `select k, count(*) from (select count(distinct ${DAY}) k ${pageviews} group by person) group by k`,
  };
}
