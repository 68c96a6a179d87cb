import { a as countsByValue, d as withTimes, h as START_MS, i as counts, n as byStatus, o as days, r as byValue, s as edges, t as byDay, u as triangle } from "./rows-xNaC-MEb.js";
// bench/old/clickhouse_sql.ts
/**
* The questions in ClickHouse's dialect. The funnels are the fastest of several formulations a prototype tried,
* the others the only one or the better of two; none was tuned since. Halves are rounded up, as everywhere else;
* round()
* would round them to even.
*/
const WINDOW_MS$1 = 12096e5;
/** Larger than any time between two steps, to pack two times into one number. */
const PACK$1 = 2 ** 31;
const NEVER = "9000000000000000";
const DAY$1 = `(toDate(timestamp) - toDate('2026-01-01'))`;
const WEEK$1 = `intDiv(${DAY$1} + 4, 7)`;
const WHOLE$2 = since$1("2026-01-01");
const PAGEVIEW$1 = `event = '$pageview'`;
/** Milliseconds into the period, from 1, so that 0 can mean "none". */
const TIME$1 = `toUInt64(toUnixTimestamp64Milli(timestamp) - ${START_MS} + 1)`;
const SO_FAR$1 = "(partition by p order by t rows between unbounded preceding and current row)";
const FROM_HERE$1 = "(partition by p order by t rows between current row and unbounded following)";
const SIGN_UP$2 = [
	"$pageview",
	"signup_started",
	"signup_completed"
];
const LONG_SIGN_UP$2 = [
	"signup_started",
	"signup_email_entered",
	"signup_verified",
	"signup_completed",
	"project_created"
];
const STRICT$1 = [
	"$pageview",
	"signup_started",
	"signup_email_entered"
];
const ANY_ORDER$1 = [
	"purchase",
	"feature_01",
	"feature_02"
];
function since$1(day) {
	return `timestamp >= toDateTime64('${day}', 3, 'UTC') and timestamp < toDateTime64('2026-03-02', 3, 'UTC')`;
}
/** Number of the event's step, from 1. */
function step(events) {
	return `multiIf(${events.slice(0, -1).map((event, at) => `event = '${event}', ${at + 1}`).join(", ")}, ${events.length})`;
}
function among(events) {
	return `event in (${events.map((event) => `'${event}'`).join(", ")})`;
}
/** Person, time and step of a funnel's events. */
function funnelEvents$1(table, events, also = "") {
	return `select person p, ${TIME$1} t, ${step(events)} s${also} from ${table} where ${among(events)} and ${WHOLE$2}`;
}
/**
* One row per person: the earliest attempt that gets furthest: m steps, their times r.1, r.2, r.3.
* Each event carries the latest start of an attempt that got this far.
*/
function attempts$1(table, also = "", more = "") {
	return `with e as (${funnelEvents$1(table, SIGN_UP$2, also)}),
  c1 as (select *, max(if(s = 1, t, 0)) over ${SO_FAR$1} f1 from e),
  c2 as (select *, max(if(s = 2 and f1 > 0 and t - f1 <= ${WINDOW_MS$1}, f1 * ${PACK$1} + toUInt64(${PACK$1 - 1} - (t - f1)), toUInt64(0)))
    over ${SO_FAR$1} k2 from c1),
  c3 as (select *, bitShiftRight(k2, 31) f2, toUInt64(f2 + ${PACK$1 - 1} - bitAnd(k2, ${PACK$1 - 1})) t2 from c2),
  c4 as (select *, multiIf(s = 1, 1, s = 2 and f1 > 0 and t - f1 <= ${WINDOW_MS$1}, 2, s = 3 and f2 > 0 and t - f2 <= ${WINDOW_MS$1}, 3, 0) lvl,
    if(s = 2, f1, f2) r1, if(s = 2, t, t2) r2 from c3),
  pp as (select p, max(lvl) m, argMax((r1, r2, t), (lvl, -toInt64(t))) r${more} from c4 where lvl > 0 group by p)`;
}
/** In this data each person does a step once, so an excluded start (step 6) excludes the person. */
function excluding$1(table) {
	const later = [
		3,
		4,
		5
	].map((at) => `c${at} as (select *, (s = ${at} and f${at - 1} > 0 and t - f${at - 1} <= ${WINDOW_MS$1}) v${at},
    max(if(v${at}, f${at - 1}, 0)) over ${SO_FAR$1} f${at} from c${at - 1})`);
	return `with e as (${funnelEvents$1(table, [...LONG_SIGN_UP$2, "error_shown"])}),
  c1 as (select *, max(if(s = 1, t, 0)) over ${SO_FAR$1} f1 from e),
  c2 as (select *, (s = 2 and f1 > 0 and t - f1 <= ${WINDOW_MS$1}) v2, max(if(v2, f1, 0)) over ${SO_FAR$1} f2,
    (s = 6 and f1 > 0 and t - f1 <= ${WINDOW_MS$1} and f2 < f1) spoilt from c1),
  ${later.join(",\n  ")},
  pp as (select p, max(multiIf(s = 1, 1, v2, 2, v3, 3, v4, 4, v5, 5, 0)) m from c5 group by p having m > 0 and max(spoilt) = 0)
  select countIf(m >= 1), countIf(m >= 2), countIf(m >= 3), countIf(m >= 4), countIf(m >= 5) from pp`;
}
/** A path: up to five pages of a session; of equal ones in a row the last. */
function paths$1(table) {
	return `with ev as (select arraySort(x -> x.1, groupArray((${TIME$1}, toString(url)))) ev from ${table} where ${PAGEVIEW$1} and ${WHOLE$2} group by person),
  sessions as (select arrayJoin(arraySplit((x, gap) -> gap >= 1800000, ev, arrayDifference(arrayMap(x -> toInt64(x.1), ev)))) q from ev),
  cut as (select arraySlice(arrayReverse(arrayCompact(x -> x.2, arrayReverse(q))), 1, 5) q from sessions),
  edges as (select arrayJoin(arrayMap((x, y, i) -> (i, x.2, y.2, y.1 - x.1), arraySlice(q, 1, length(q) - 1), arraySlice(q, 2),
    arrayEnumerate(arraySlice(q, 2)))) z from cut where length(q) > 1)
  select concat(toString(z.1), '_', z.2) s, concat(toString(z.1 + 1), '_', z.3) u, count() c, floor(avg(z.4) + 0.5) a
  from edges group by s, u order by c desc, s, u limit 50`;
}
const PERSON_DAYS = `select arraySort(groupUniqArray(${DAY$1})) days`;
function clickhouseSql(table) {
	const pageviews = `from ${table} where ${PAGEVIEW$1} and ${WHOLE$2}`;
	return {
		T1: `select ${DAY$1} d, count() from ${table} where ${PAGEVIEW$1} and ${since$1("2026-01-31")} group by d`,
		T2: `select ${DAY$1} d, uniqExact(person) ${pageviews} group by d`,
		T2f: `select ${DAY$1} d, uniqExact(person) ${pageviews} and plan = 'pro' group by d`,
		T3: `select day + o d, uniqExact(p) from (select distinct ${DAY$1} day, person p from ${table} where ${PAGEVIEW$1} and ${since$1("2026-01-25")})
      array join range(7) as o where d >= 30 and d < 60 group by d`,
		T4: `select ${DAY$1} d, browser, count() ${pageviews} and plan = 'pro' group by d, browser`,
		T5: `select ${DAY$1} d, country, sum(amount) from ${table} where event = 'purchase' and ${WHOLE$2} group by d, country`,
		T6: `select ${WEEK$1} w, quantileExactInclusive(0.9)(amount) from ${table} where event = 'purchase' and ${WHOLE$2} group by w`,
		T7: `select ${DAY$1} d, count() ${pageviews} and url like '%pricing%' group by d`,
		F1: `${attempts$1(table)} select countIf(m >= 1), countIf(m >= 2), countIf(m >= 3),
      floor(avgIf(toInt64(r.2 - r.1), m >= 2) + 0.5), floor(avgIf(toInt64(r.3 - r.2), m >= 3) + 0.5),
      floor(quantileExactInclusiveIf(0.5)(toInt64(r.2 - r.1), m >= 2) + 0.5),
      floor(quantileExactInclusiveIf(0.5)(toInt64(r.3 - r.2), m >= 3) + 0.5) from pp`,
		F2: excluding$1(table),
		F3: `${attempts$1(table, ", browser b", ", argMin(b, t) b")} select b, countIf(m >= 1), countIf(m >= 2), countIf(m >= 3) from pp group by b`,
		F4: `with e as (select person p, event ev, ${TIME$1} t, leadInFrame(event, 1) over z n1, leadInFrame(event, 2) over z n2,
        leadInFrame(${TIME$1}, 1) over z t1, leadInFrame(${TIME$1}, 2) over z t2 from ${table} where ${WHOLE$2}
        window z as (partition by person order by timestamp rows between unbounded preceding and unbounded following)),
      pp as (select p, max(multiIf(ev != '${STRICT$1[0]}', 0, not(n1 = '${STRICT$1[1]}' and t1 - t <= ${WINDOW_MS$1}), 1,
        not(n2 = '${STRICT$1[2]}' and t2 - t <= ${WINDOW_MS$1}), 2, 3)) m from e group by p)
      select countIf(m >= 1), countIf(m >= 2), countIf(m >= 3) from pp`,
		F5: `with e as (${funnelEvents$1(table, ANY_ORDER$1)}),
      c as (select p, t, max(if(s = 1, t, 0)) over w a, max(if(s = 2, t, 0)) over w b, max(if(s = 3, t, 0)) over w c from e window w as ${SO_FAR$1}),
      pp as (select p, max((a > 0 and t - a <= ${WINDOW_MS$1}) + (b > 0 and t - b <= ${WINDOW_MS$1}) + (c > 0 and t - c <= ${WINDOW_MS$1})) m from c group by p)
      select countIf(m >= 1), countIf(m >= 2), countIf(m >= 3) from pp`,
		F6: `with e as (${funnelEvents$1(table, SIGN_UP$2)}),
      c1 as (select *, min(if(s = 3, t, toUInt64(${NEVER}))) over ${FROM_HERE$1} third from e),
      c2 as (select *, min(if(s = 2, third, toUInt64(${NEVER}))) over ${FROM_HERE$1} done from c1),
      pp as (select p, intDiv(t - 1, 86400000) d, max(done < ${NEVER} and done - t <= ${WINDOW_MS$1}) ok from c2 where s = 1 group by p, d)
      select d, count(), sum(ok) from pp group by d`,
		R1: `select d0 - 49, d1 - d0 later, count() from (select arrayJoin(days) d0, arrayJoin(arrayFilter(x -> x >= d0, days)) d1 from
      (${PERSON_DAYS} from ${table} where ${PAGEVIEW$1} and ${since$1("2026-02-19")} group by person)) group by d0, later`,
		R2: `select w0, w1 - w0 later, count() from (select arrayMin(weeks) w0, arrayJoin(weeks) w1 from
      (select groupUniqArray(${WEEK$1}) weeks ${pageviews} group by person)) group by w0, later`,
		P1: paths$1(table),
		L1: `select d, st, count() from (select arrayJoin(arrayConcat(
        arrayMap((x, i) -> (x, if(i = 1, 'new', if(days[i - 1] = x - 1, 'returning', 'resurrecting'))), days, arrayEnumerate(days)),
        arrayMap(x -> (x + 1, 'dormant'), arrayFilter((x, i) -> i = length(days) or days[i + 1] != x + 1, days, arrayEnumerate(days))))) z,
        z.1 d, z.2 st from (${PERSON_DAYS} ${pageviews} group by person)) where d < 60 group by d, st`,
		S1: `select k, count() from (select uniqExact(${DAY$1}) k ${pageviews} group by person) group by k`
	};
}
// bench/old/duckdb_sql.ts
/**
* The questions in DuckDB's dialect. The funnels are the fastest of several formulations a prototype tried,
* the others the only one or the better of two; none was tuned since.
*/
const WINDOW_MS = 12096e5;
/** Larger than any time between two steps, to pack two times into one number. */
const PACK = 2 ** 31;
const DAY = `(timestamp::date - date '2026-01-01')`;
const WEEK = `(${DAY} + 4) // 7`;
const WHOLE$1 = since("2026-01-01");
const PAGEVIEW = `event = '$pageview'`;
/** Milliseconds into the period, from 1, so that 0 can mean "none". */
const TIME = `(epoch_ms(timestamp) - ${START_MS} + 1)`;
const SO_FAR = "(partition by p order by t rows between unbounded preceding and current row)";
const FROM_HERE = "(partition by p order by t rows between current row and unbounded following)";
const SIGN_UP$1 = [
	"$pageview",
	"signup_started",
	"signup_completed"
];
const LONG_SIGN_UP$1 = [
	"signup_started",
	"signup_email_entered",
	"signup_verified",
	"signup_completed",
	"project_created"
];
const STRICT = [
	"$pageview",
	"signup_started",
	"signup_email_entered"
];
const ANY_ORDER = [
	"purchase",
	"feature_01",
	"feature_02"
];
function since(day) {
	return `timestamp >= timestamp '${day}' and timestamp < timestamp '2026-03-02'`;
}
function funnelEvents(table, events, also = "") {
	const cases = events.map((event, at) => `when '${event}' then ${at + 1}`).join(" ");
	const among = events.map((event) => `'${event}'`).join(", ");
	return `select person p, ${TIME} t, case event ${cases} end s${also} from ${table} where event in (${among}) and ${WHOLE$1}`;
}
/** Persons who reached each step, from persons with m steps. */
function reached(count) {
	return Array.from({ length: count }, (_, at) => `count(*) filter (m >= ${at + 1})`).join(", ");
}
/** As in ClickHouse: m steps of the earliest attempt that gets furthest, with the times in between. */
function attempts(table, also = "", more = "") {
	return `with e as (${funnelEvents(table, SIGN_UP$1, also)}),
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
function excluding(table) {
	const later = [
		3,
		4,
		5
	].map((at) => `b${at} as (select *, (s = ${at} and f${at - 1} > 0 and t - f${at - 1} <= ${WINDOW_MS}) v${at} from c${at - 1}),
  c${at} as (select *, max(case when v${at} then f${at - 1} else 0 end) over ${SO_FAR} f${at} from b${at})`);
	return `with e as (${funnelEvents(table, [...LONG_SIGN_UP$1, "error_shown"])}),
  c1 as (select *, max(case when s = 1 then t else 0 end) over ${SO_FAR} f1 from e),
  b2 as (select *, (s = 2 and f1 > 0 and t - f1 <= ${WINDOW_MS}) v2 from c1),
  c2 as (select *, max(case when v2 then f1 else 0 end) over ${SO_FAR} f2 from b2),
  ${later.join(",\n  ")},
  pp as (select p, max(case when s = 1 then 1 when v2 then 2 when v3 then 3 when v4 then 4 when v5 then 5 else 0 end) m from c5 group by p
    having m > 0 and not bool_or(s = 6 and f1 > 0 and t - f1 <= ${WINDOW_MS} and f2 < f1))
  select ${reached(5)} from pp`;
}
function paths(table) {
	return `with e as (select person p, ${TIME} t, url u, lag(${TIME}) over z pt, lead(${TIME}) over z nt, lead(url) over z nu
    from ${table} where ${PAGEVIEW} and ${WHOLE$1} window z as (partition by person order by timestamp)),
  k as (select *, sum((pt is null or t - pt >= 1800000)::int) over ${SO_FAR} sid from e),
  d as (select p, sid, t, u from k where nt is null or nt - t >= 1800000 or u <> nu),
  r as (select p, sid, t, u, row_number() over y rn, lead(t) over y nt, lead(u) over y nu from d window y as (partition by p, sid order by t))
  select rn || '_' || u s, (rn + 1) || '_' || nu v, count(*) c, round(avg(nt - t)) from r where rn <= 4 and nt is not null
  group by s, v order by c desc, s, v limit 50`;
}
function duckdbSql(table) {
	const pageviews = `from ${table} where ${PAGEVIEW} and ${WHOLE$1}`;
	const personDays = `select distinct person p, ${DAY} d from ${table} where ${PAGEVIEW}`;
	return {
		T1: `select ${DAY} d, count(*) from ${table} where ${PAGEVIEW} and ${since("2026-01-31")} group by d`,
		T2: `select ${DAY} d, count(distinct person) ${pageviews} group by d`,
		T2f: `select ${DAY} d, count(distinct person) ${pageviews} and plan = 'pro' group by d`,
		T3: `select day + o d, count(distinct p) from (select distinct ${DAY} as day, person p from ${table} where ${PAGEVIEW} and ${since("2026-01-25")}),
      range(7) r(o) where day + o >= 30 and day + o < 60 group by d`,
		T4: `select ${DAY} d, browser, count(*) ${pageviews} and plan = 'pro' group by d, browser`,
		T5: `select ${DAY} d, country, sum(amount) from ${table} where event = 'purchase' and ${WHOLE$1} group by d, country`,
		T6: `select ${WEEK} w, quantile_cont(amount, 0.9) from ${table} where event = 'purchase' and ${WHOLE$1} group by w`,
		T7: `select ${DAY} d, count(*) ${pageviews} and url like '%pricing%' group by d`,
		F1: `${attempts(table)} select ${reached(3)}, round(avg(case when m = 3 then two_of_three when m = 2 then two end)),
      round(avg(case when m = 3 then three end)), round(quantile_cont(case when m = 3 then two_of_three when m = 2 then two end, 0.5)),
      round(quantile_cont(case when m = 3 then three end, 0.5)) from pp`,
		F2: excluding(table),
		F3: `${attempts(table, ", browser b", ", arg_min(b, t) b")} select b, ${reached(3)} from pp group by b`,
		F4: `with e as (select person p, event ev, ${TIME} t, lead(event, 1) over z n1, lead(event, 2) over z n2, lead(${TIME}, 1) over z t1,
        lead(${TIME}, 2) over z t2 from ${table} where ${WHOLE$1} window z as (partition by person order by timestamp)),
      pp as (select p, max(case when ev <> '${STRICT[0]}' then 0 when n1 is null or not (n1 = '${STRICT[1]}' and t1 - t <= ${WINDOW_MS}) then 1
        when n2 is null or not (n2 = '${STRICT[2]}' and t2 - t <= ${WINDOW_MS}) then 2 else 3 end) m from e group by p)
      select ${reached(3)} from pp`,
		F5: `with e as (${funnelEvents(table, ANY_ORDER)}),
      c as (select p, t, max(case when s = 1 then t else 0 end) over w a, max(case when s = 2 then t else 0 end) over w b,
        max(case when s = 3 then t else 0 end) over w c from e window w as ${SO_FAR}),
      pp as (select p, max((a > 0 and t - a <= ${WINDOW_MS})::int + (b > 0 and t - b <= ${WINDOW_MS})::int + (c > 0 and t - c <= ${WINDOW_MS})::int) m
        from c group by p)
      select ${reached(3)} from pp`,
		F6: `with e as (${funnelEvents(table, SIGN_UP$1)}),
      c1 as (select *, min(case when s = 3 then t end) over ${FROM_HERE} third from e),
      c2 as (select *, min(case when s = 2 then third end) over ${FROM_HERE} done from c1),
      pp as (select p, (t - 1) // 86400000 d, max(coalesce(done - t <= ${WINDOW_MS}, false)::int) ok from c2 where s = 1 group by p, d)
      select d, count(*), sum(ok)::bigint from pp group by d`,
		R1: `with u as (${personDays} and ${since("2026-02-19")})
      select a.d - 49, b.d - a.d, count(*) from u a join u b on a.p = b.p and b.d >= a.d group by 1, 2`,
		R2: `with u as (select distinct person p, ${WEEK} w ${pageviews}), f as (select p, min(w) w0 from u group by p)
      select w0, w - w0, count(*) from u join f using (p) group by 1, 2`,
		P1: paths(table),
		L1: `with u as (${personDays} and ${WHOLE$1}),
      k as (select p, d, lag(d) over z pd, lead(d) over z nd from u window z as (partition by p order by d))
      select d, st, count(*) from (select d, case when pd is null then 'new' when pd = d - 1 then 'returning' else 'resurrecting' end st from k
      union all select d + 1, 'dormant' from k where nd is null or nd <> d + 1) where d < 60 group by d, st`,
		S1: `select k, count(*) from (select count(distinct ${DAY}) k ${pageviews} group by person) group by k`
	};
}
// bench/old/statements.ts
/** Ours -> theirs; longer ones first. */
const COLUMNS = [
	["properties.$geoip_country_code", "country"],
	["properties.$current_url", "url"],
	["properties.$browser", "browser"],
	["properties.$os", "system"],
	["properties.amount", "amount"],
	["properties.plan", "plan"],
	["uniq(person_id)", "count(distinct person)"],
	["uniq(distinct_id)", "count(distinct distinct_id)"],
	["countIf(", "count_if("],
	["toHour(timestamp)", "extract(hour from timestamp)"],
	["from events", "from TABLE"],
	["count()", "count(*)"]
];
const PAGES = `from events where event = '$pageview'`;
const ORDERS = `from events where event = 'purchase'`;
const STATEMENTS = [
	statement("S01", "events by name", "select event, count() from events group by event"),
	statement("S02", "people by country and browser", `select properties.$geoip_country_code, properties.$browser, uniq(person_id) ${PAGES} group by 1, 2`),
	statement("S03", "ten addresses seen most", `select properties.$current_url as u, count() as n ${PAGES} group by u order by n desc, u limit 10`),
	statement("S04", "revenue by plan", `select properties.plan, count(), round(sum(properties.amount), 2), round(avg(properties.amount), 4) ${ORDERS} group by 1`),
	statement("S05", "a browser by system", `select properties.$os, countIf(properties.$browser = 'Chrome'), count() ${PAGES} group by 1`),
	statement("S06", "hours of the day", "select toHour(timestamp), count(), uniq(distinct_id) from events group by 1"),
	statement("S07", "the twenty most active people", "select distinct_id, count() as n from events group by distinct_id order by n desc, distinct_id limit 20"),
	statement("S08", "countries whose orders are largest", `select properties.$geoip_country_code as c, avg(properties.amount) as a ${ORDERS} and properties.amount > 10 group by c having count() > 20 order by a desc, c limit 50`),
	statement("S09", "addresses that contain a word", `select properties.$current_url as u, count() as n ${PAGES} and properties.$current_url ilike '%pricing%' group by u order by n desc, u limit 100`),
	statement("S10", "the largest orders", `select properties.amount as a, distinct_id ${ORDERS} order by a desc, distinct_id limit 100`)
];
function statement(name, title, query) {
	const theirs = COLUMNS.reduce((text, [own, other]) => text.replaceAll(own, other), query);
	return {
		name,
		title,
		operation: "run_sql",
		body: {
			query,
			limit: 5e4,
			refresh: true
		},
		rows: ({ results }) => results.map((row) => row.map((cell) => cell ?? "")),
		sql: (peer, table) => theirs.replace("TABLE", table).replaceAll("count_if(", peer === "clickhouse" ? "countIf(" : "count_if("),
		filtered: () => null
	};
}
// bench/old/questions.ts
const WHOLE = {
	date_from: dayOf(0),
	date_to: dayOf(59)
};
const LAST_30 = {
	date_from: dayOf(30),
	date_to: dayOf(59)
};
const PRO = filteredBy({
	key: "plan",
	value: "pro"
});
const PAGEVIEWS = { events: [{ id: "$pageview" }] };
const SIGN_UP = steps("$pageview", "signup_started", "signup_completed");
const LONG_SIGN_UP = steps("signup_started", "signup_email_entered", "signup_verified", "signup_completed", "project_created");
const ERRORS = [{
	id: "error_shown",
	funnel_from_step: 0,
	funnel_to_step: 1
}];
const QUESTIONS = [
	trend("T1", "page views a day, 30 days", {
		...PAGEVIEWS,
		...LAST_30
	}, days(30)),
	trend("T2", "active people a day, 60 days", {
		events: [{
			id: "$pageview",
			math: "dau"
		}],
		...WHOLE
	}, days(0)),
	trend("T2f", "the same, filtered", {
		events: [{
			id: "$pageview",
			math: "dau"
		}],
		...PRO,
		...WHOLE
	}, days(0), [
		"a",
		"b",
		"c"
	].map(proOr)),
	trend("T3", "people active in the last 7 days, for 30 days", {
		events: [{
			id: "$pageview",
			math: "weekly_active"
		}],
		...LAST_30
	}, days(30)),
	trend("T4", "page views by browser, filtered", {
		...PAGEVIEWS,
		...PRO,
		breakdown: "$browser",
		...WHOLE
	}, byValue, [
		"d",
		"e",
		"f"
	].map(proOr)),
	trend("T5", "revenue a day by country", {
		events: [{
			id: "purchase",
			math: "sum",
			math_property: "amount"
		}],
		breakdown: "$geoip_country_code",
		breakdown_limit: 100,
		...WHOLE
	}, byValue),
	trend("T6", "90th percentile of an amount, by week", {
		events: [{
			id: "purchase",
			math: "p90",
			math_property: "amount"
		}],
		interval: "week",
		...WHOLE
	}, days(0)),
	trend("T7", "page views whose address contains a text", {
		...PAGEVIEWS,
		...containing("pricing"),
		...WHOLE
	}, days(0), [
		"/pricing",
		"m/pricing",
		"om/pricing"
	].map(containing)),
	funnel("F1", "three steps, with times", SIGN_UP, {}, withTimes),
	funnel("F2", "five steps with an exclusion", LONG_SIGN_UP, { exclusions: ERRORS }, counts),
	funnel("F3", "three steps by browser", SIGN_UP, { breakdown: "$browser" }, countsByValue),
	funnel("F4", "three steps, strictly one after the other", steps("$pageview", "signup_started", "signup_email_entered"), { funnel_order_type: "strict" }, counts),
	funnel("F5", "three steps in any order", steps("purchase", "feature_01", "feature_02"), { funnel_order_type: "unordered" }, counts),
	funnel("F6", "conversion by the day of entry", SIGN_UP, { funnel_viz_type: "trends" }, byDay),
	question("R1", "who comes back, by day", "compute_retention", {
		total_intervals: 11,
		date_to: WHOLE.date_to
	}, triangle),
	question("R2", "weeks after the first visit", "compute_retention", {
		retention_type: "retention_first_time",
		period: "Week",
		total_intervals: 10,
		date_to: WHOLE.date_to
	}, triangle),
	question("P1", "the 50 most taken ways between pages", "compute_path", {
		include_event_types: ["$pageview"],
		...WHOLE
	}, edges),
	trend("L1", "new, returning, resurrecting, dormant", {
		insight: "LIFECYCLE",
		...PAGEVIEWS,
		...WHOLE
	}, byStatus),
	trend("S1", "on how many days people are active", {
		insight: "STICKINESS",
		...PAGEVIEWS,
		...WHOLE
	}, days(1)),
	...STATEMENTS
];
function dayOf(day) {
	return new Date(START_MS + day * 864e5).toISOString().slice(0, 10);
}
function steps(...events) {
	return events.map((id, order) => ({
		id,
		order
	}));
}
function trend(name, title, body, rows, filters = []) {
	return question(name, title, "compute_trend", body, rows, filters);
}
/** Each of `filters` leaves the same rows, and the peers have no use for having answered before: they are not asked again. */
function question(name, title, operation, body, rows, filters = []) {
	return {
		name,
		title,
		operation,
		body,
		rows: ({ result }) => rows(result),
		sql: (peer, table) => SQL[peer](table)[name],
		filtered: (round) => round < filters.length ? {
			body: {
				...body,
				...filters[round]
			},
			sql: null
		} : null
	};
}
const SQL = {
	clickhouse: clickhouseSql,
	duckdb: duckdbSql
};
function filteredBy(property) {
	return { properties: [property] };
}
/** The same rows as PRO, by another filter: nobody has that other plan. */
function proOr(other) {
	return filteredBy({
		key: "plan",
		value: ["pro", other]
	});
}
function containing(value) {
	return filteredBy({
		key: "$current_url",
		value,
		operator: "icontains"
	});
}
function funnel(name, title, events, body, rows) {
	return question(name, title, "compute_funnel", {
		events,
		...WHOLE,
		...body
	}, rows);
}
export { QUESTIONS as t };
