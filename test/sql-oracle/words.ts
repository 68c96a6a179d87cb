/** What is defined in terms of others, and words of other databases. */
import { type Choosing, condition, NUMBERS, put, TEXTS, type Text, TIME } from './expressions.ts';

/** What is written alike in PostgreSQL's words, which are DuckDB's, too; ClickHouse has its own. */
export function inOtherWords(choose: Choosing): Text {
  const { pick } = choose;
  const of = pick(TEXTS);
  const n = pick(NUMBERS);
  const t = TIME;
  const alike = (words: Text, clickhouse: Text): Text => put((d) => (d === 'clickhouse' ? clickhouse(d) : words(d)));
  return pick<Text>([
    alike(
      put((d) => `extract(hour from ${t(d)})`),
      put((d) => `toHour(${t(d)})`),
    ),
    alike(
      put((d) => `extract(dow from ${t(d)})`),
      put((d) => `toDayOfWeek(${t(d)}) % 7`),
    ),
    alike(
      put((d) => `date_part('isodow', ${t(d)})`),
      put((d) => `toDayOfWeek(${t(d)})`),
    ),
    alike(
      put((d) => `extract(week from ${t(d)})`),
      put((d) => `toISOWeek(${t(d)})`),
    ),
    alike(
      put((d) => `extract(doy from ${t(d)})`),
      put((d) => `toDayOfYear(${t(d)})`),
    ),
    alike(
      put((d) => `year(${t(d)}) * 12 + month(${t(d)})`),
      put((d) => `toYear(${t(d)}) * 12 + toMonth(${t(d)})`),
    ),
    alike(
      put((d) => `strftime('%Y-%m', ${t(d)})`),
      put((d) => `formatDateTime(${t(d)}, '%Y-%m')`),
    ),
    alike(
      put((d) => `strftime(${t(d)}, '%H:%M')`),
      put((d) => `formatDateTime(${t(d)}, '%H:%i')`),
    ),
    alike(
      put((d) => `date_diff('day', ${t(d)}, timestamp '2026-03-01 05:00:00')`),
      put((d) => `dateDiff('day', ${t(d)}, toDateTime64('2026-03-01 05:00:00', 3, 'UTC'))`),
    ),
    alike(
      put((d) => `monthname(${t(d)})`),
      put((d) => `formatDateTime(${t(d)}, '%M')`),
    ),
    alike(
      put((d) => `split_part(${of(d)}, 'r', 1)`),
      put((d) => `if(isNull(${of(d)}), NULL, splitByChar('r', ${of(d)})[1])`),
    ),
    alike(
      put((d) => `strpos(${of(d)}, 'r')`),
      put((d) => `position(${of(d)}, 'r')`),
    ),
    alike(
      put((d) => `regexp_matches(${of(d)}, '^[a-p]')`),
      put((d) => `match(${of(d)}, '^[a-p]')`),
    ),
    alike(
      put((d) => `(${of(d)} is distinct from 'a')`),
      put((d) => `(not (${of(d)} <=> 'a'))`),
    ),
    put((d) => (d === 'hogql' ? `safe_divide(${n(d)}, 3)` : `${n(d)} / 3`)),
    alike(
      put((d) => `ceiling(${n(d)}) + power(${n(d)}, 2)`),
      put((d) => `ceil(${n(d)}) + pow(${n(d)}, 2)`),
    ),
    alike(
      put((d) => `try_cast(${n(d)} as double precision)`),
      n,
    ),
  ]);
}

/** Aggregates in other words. */
export function ofOthers(choose: Choosing): Text {
  const { pick } = choose;
  const of = pick(NUMBERS);
  const when = condition(choose, 0);
  const sure = put((d) => (d === 'clickhouse' ? `ifNull(${when(d)}, false)` : when(d)));
  return pick<Text>([
    put((d) => (d === 'clickhouse' ? `countIf(${sure(d)}) > 0` : `coalesce(bool_or(${when(d)}), false)`)),
    put((d) => (d === 'clickhouse' ? `countIf(not ${sure(d)}) = 0` : `coalesce(bool_and(${when(d)}), true)`)),
    put((d) =>
      d === 'clickhouse'
        ? `if(count(${of(d)}) = 0, NULL, quantileExactInclusive(0.25)(${of(d)}))`
        : `percentile_cont(0.25) within group (order by ${of(d)})`,
    ),
    put((d) =>
      d === 'clickhouse'
        ? `arrayMap(e -> e.2, arraySort(e -> e.1, groupArray((t, event))))`
        : `array_agg(event order by ${TIME(d)})`,
    ),
    put((d) =>
      d === 'clickhouse'
        ? `arrayMap(e -> e.2, arrayReverseSort(e -> e.1, groupArray((t, event))))`
        : `array_agg(event order by ${TIME(d)} desc)`,
    ),
    put((d) => (d === 'clickhouse' ? `argMax(event, t)` : `max_by(event, ${TIME(d)})`)),
    put((d) => (d === 'clickhouse' ? `countIf(${sure(d)})` : `count(*) filter (where ${when(d)})`)),
  ]);
}

/** Lists made of lists, as defined in terms of others. */
export function moreLists(choose: Choosing): Text {
  const { pick } = choose;
  const of = pick(NUMBERS);
  const list: Text = put((d) =>
    d === 'duckdb'
      ? `coalesce(list_sort(list(${of(d)}) filter (${of(d)} is not null)), [])`
      : `arraySort(groupArray(${of(d)}))`,
  );
  const words = (own: (list: string) => string, duckdb: (list: string) => string): Text =>
    put((d) => (d === 'duckdb' ? duckdb(list(d)) : own(list(d))));
  return pick<Text>([
    words(
      (l) => `arrayPushBack(${l}, 5)`,
      (l) => `list_append(${l}, 5)`,
    ),
    words(
      (l) => `arrayPushFront(${l}, 5)`,
      (l) => `list_prepend(5, ${l})`,
    ),
    words(
      (l) => `arrayPopBack(${l})`,
      (l) => `array_pop_back(${l})`,
    ),
    words(
      (l) => `arrayPopFront(${l})`,
      (l) => `array_pop_front(${l})`,
    ),
    words(
      (l) => `countEqual(${l}, 2)`,
      (l) => `len(list_filter(${l}, x -> x = 2))`,
    ),
    words(
      (l) => `arrayCompact(${l})`,
      (l) => `list_filter(${l}, (x, i) -> i = 1 or x != (${l})[i - 1])`,
    ),
    words(
      (l) => `arrayDifference(${l})`,
      (l) => `list_transform(${l}, (x, i) -> case when i = 1 then 0 else x - (${l})[i - 1] end)`,
    ),
  ]);
}
