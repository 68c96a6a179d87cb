/**
 * Random expressions, each written for the product and for both databases. Where HogQL differs, it is spelled out for
 * those: missing equals missing, and is neither less nor greater; division by zero gives null; texts are ordered by
 * code unit.
 */
export type Dialect = 'hogql' | 'duckdb' | 'clickhouse';

/** A statement or a part of it, as each dialect has it. */
export type Text = (dialect: Dialect) => string;

export type Chance = () => number;

export interface Choosing {
  pick<T>(from: readonly T[]): T;
  some<T>(from: readonly T[], least: number, most: number): T[];
  is(share: number): boolean;
}

export function choosing(chance: Chance): Choosing {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(chance() * from.length)]!;
  return {
    pick,
    is: (share) => chance() < share,
    some(from, least, most) {
      const left = [...from];
      const count = Math.min(left.length, least + Math.floor(chance() * (most - least + 1)));
      return Array.from({ length: count }, () => left.splice(Math.floor(chance() * left.length), 1)[0]!);
    },
  };
}

export const same =
  (text: string): Text =>
  () =>
    text;
export const put = (build: (dialect: Dialect) => string): Text => build;

/** Columns of the table: a name for the product, and one for the databases. */
export const column = (own: string, theirs = own): Text => put((dialect) => (dialect === 'hogql' ? own : theirs));
export const TEXTS: readonly Text[] = [
  column('event'),
  column('distinct_id'),
  column('properties.p', 'p'),
  column('properties.q', 'q'),
];
export const NUMBERS: readonly Text[] = [column('properties.n', 'n'), column('properties.m', 'm')];
export const TIME = column('timestamp', 't');

export function number(choose: Choosing, depth = 1): Text {
  const { pick } = choose;
  if (depth === 0 || choose.is(0.5)) return choose.is(0.8) ? pick(NUMBERS) : same(pick(['0', '1', '2.5', '-3', '10']));
  const [a, b] = [number(choose, depth - 1), number(choose, depth - 1)];
  switch (pick(['+', '-', '*', '/', 'abs', 'floor', 'if', 'length', 'coalesce', 'least'])) {
    case '/':
      return put((d) =>
        d === 'hogql' ? `(${a(d)} / ${b(d)})` : `(${a(d)} / nullif(${b(d)}, 0)${d === 'clickhouse' ? ' + 0' : ''})`,
      );
    case 'abs':
      return put((d) => `abs(${a(d)})`);
    case 'floor':
      return put((d) => `floor(${a(d)})`);
    case 'if': {
      const when = condition(choose, 0);
      return put((d) =>
        d === 'duckdb'
          ? `case when ${when(d)} then ${a(d)} else ${b(d)} end`
          : `if(${d === 'clickhouse' ? `ifNull(${when(d)}, false)` : when(d)}, ${a(d)}, ${b(d)})`,
      );
    }
    case 'length': {
      const of = text(choose, 0);
      return put((d) => (d === 'clickhouse' ? `toFloat64(lengthUTF8(${of(d)}))` : `length(${of(d)})`));
    }
    case 'coalesce':
      return put((d) => `coalesce(${a(d)}, ${b(d)})`);
    case 'least':
      return put((d) =>
        d === 'hogql'
          ? `least(${a(d)}, ${b(d)})`
          : d === 'duckdb'
            ? `case when ${a(d)} is null or ${b(d)} is null then null else least(${a(d)}, ${b(d)}) end`
            : `if(isNull(${a(d)}) or isNull(${b(d)}), NULL, least(${a(d)}, ${b(d)}))`,
      );
    default: {
      const sign = pick(['+', '-', '*']);
      // ClickHouse tells -0 from 0 where values are distinct.
      const zero = sign === '*' ? ' + 0' : '';
      return put((d) => `(${a(d)} ${sign} ${b(d)}${d === 'clickhouse' ? zero : ''})`);
    }
  }
}

export function text(choose: Choosing, depth = 1): Text {
  const { pick } = choose;
  if (depth === 0 || choose.is(0.5))
    return choose.is(0.85) ? pick(TEXTS) : same(pick(["'a'", "'B'", "'pro'", "''", "'ü'"]));
  const of = text(choose, depth - 1);
  switch (pick(['lower', 'upper', 'substring', 'replace', 'trim', 'if', 'coalesce', 'concat'])) {
    case 'lower':
      return put((d) => `${d === 'clickhouse' ? 'lowerUTF8' : 'lower'}(${of(d)})`);
    case 'upper':
      return put((d) => `${d === 'clickhouse' ? 'upperUTF8' : 'upper'}(${of(d)})`);
    case 'substring':
      return put((d) => `${d === 'clickhouse' ? 'substringUTF8' : 'substring'}(${of(d)}, 2, 2)`);
    case 'replace':
      return put((d) => (d === 'duckdb' ? `replace(${of(d)}, 'a', 'x')` : `replaceAll(${of(d)}, 'a', 'x')`));
    case 'trim':
      return put((d) => (d === 'clickhouse' ? `trimBoth(${of(d)})` : `trim(${of(d)})`));
    case 'coalesce':
      return put((d) => `coalesce(${of(d)}, 'none')`);
    case 'concat':
      // Here what is missing is nothing in a text.
      return put((d) => (d === 'hogql' ? `concat(${of(d)}, '-')` : `concat(coalesce(${of(d)}, ''), '-')`));
    default: {
      const when = condition(choose, 0);
      return put((d) =>
        d === 'duckdb'
          ? `case when ${when(d)} then ${of(d)} else 'other' end`
          : `if(${d === 'clickhouse' ? `ifNull(${when(d)}, false)` : when(d)}, ${of(d)}, 'other')`,
      );
    }
  }
}

const SAME: Readonly<Record<Dialect, string>> = { hogql: '=', duckdb: 'is not distinct from', clickhouse: '<=>' };

export function compared(a: Text, sign: string, b: Text): Text {
  if (sign === '=') return put((d) => `(${a(d)} ${SAME[d]} ${b(d)})`);
  if (sign === '!=') return put((d) => (d === 'hogql' ? `(${a(d)} != ${b(d)})` : `(not (${a(d)} ${SAME[d]} ${b(d)}))`));
  return put((d) => (d === 'hogql' ? `(${a(d)} ${sign} ${b(d)})` : `coalesce(${a(d)} ${sign} ${b(d)}, false)`));
}

export function condition(choose: Choosing, depth = 2): Text {
  const { pick } = choose;
  if (depth > 0 && choose.is(0.5)) {
    const [a, b] = [condition(choose, depth - 1), condition(choose, depth - 1)];
    const by = pick(['and', 'or', 'not']);
    return by === 'not' ? put((d) => `(not ${a(d)})`) : put((d) => `(${a(d)} ${by} ${b(d)})`);
  }
  const sign = pick(['=', '!=', '<', '<=', '>', '>=']);
  switch (pick(['text', 'number', 'null', 'in', 'like', 'time', 'subquery'])) {
    case 'text':
      return compared(
        text(choose, 0),
        sign,
        choose.is(0.3) ? text(choose, 0) : same(pick(["'a'", "'pro'", "'free'", "'b'"])),
      );
    case 'number':
      return compared(number(choose, 1), sign, number(choose, 0));
    case 'null': {
      const of = choose.is(0.5) ? text(choose, 0) : number(choose, 0);
      const is = pick(['is null', 'is not null']);
      return put((d) => `(${of(d)} ${is})`);
    }
    case 'in': {
      const of = text(choose, 0);
      const list = choose.some(["'a'", "'pro'", "'free'", "'u1'", "'u2'", "'u3'", "'b'"], 1, 4).join(', ');
      const is_not = choose.is(0.3);
      return put((d) =>
        d === 'hogql'
          ? `(${of(d)} ${is_not ? 'not in' : 'in'} (${list}))`
          : `(${is_not ? 'not ' : ''}coalesce(${of(d)} in (${list}), false))`,
      );
    }
    case 'like': {
      const of = text(choose, 0);
      const pattern = pick(["'%r%'", "'p%'", "'_re%'", "'u1'"]);
      const is_loose = choose.is(0.3);
      return put((d) =>
        d === 'hogql'
          ? `(${of(d)} ${is_loose ? 'ilike' : 'like'} ${pattern})`
          : `coalesce(${of(d)} ${is_loose ? 'ilike' : 'like'} ${pattern}, false)`,
      );
    }
    case 'time': {
      const bound = pick(["'2026-01-10 00:00:00'", "'2026-02-01 12:30:00'", "'2026-01-20 06:00:00'"]);
      return compared(
        TIME,
        pick(['<', '>=']),
        put((d) =>
          d === 'duckdb' ? `timestamp ${bound}` : d === 'clickhouse' ? `toDateTime64(${bound}, 3, 'UTC')` : bound,
        ),
      );
    }
    default: {
      const is_not = choose.is(0.4);
      const inner = condition(choose, 0);
      const theirs = put(
        (d) => `distinct_id in (select distinct_id from ${d === 'hogql' ? 'events' : 'events'} where ${inner(d)})`,
      );
      return put((d) => `(${is_not ? 'not ' : ''}${theirs(d)})`);
    }
  }
}

export const bucket = (own: string, duck: string, click: string): Text =>
  put((d) => ({ hogql: own, duckdb: duck, clickhouse: click })[d]);
export const KEYS: readonly Text[] = [
  ...TEXTS,
  bucket('toStartOfMonth(timestamp)', "strftime(t, '%Y-%m-01')", "formatDateTime(toStartOfMonth(t), '%Y-%m-%d')"),
  bucket('toDate(timestamp)', "strftime(t, '%Y-%m-%d')", "formatDateTime(t, '%Y-%m-%d')"),
  bucket('toHour(timestamp)', 'hour(t)', 'toHour(t)'),
  bucket('toDayOfWeek(timestamp)', 'isodow(t)', 'toDayOfWeek(t)'),
  bucket('toYYYYMM(timestamp)', 'year(t) * 100 + month(t)', 'toYYYYMM(t)'),
];

export function aggregate(choose: Choosing): Text {
  const { pick } = choose;
  const of = number(choose, 1);
  const label = text(choose, 1);
  const when = condition(choose, 0);
  const level = pick(['0.5', '0.9', '0.25']);
  return pick<Text>([
    same('count()'),
    put((d) => `count(${label(d)})`),
    put((d) => (d === 'clickhouse' ? `if(count(${of(d)}) = 0, NULL, sum(${of(d)}))` : `sum(${of(d)})`)),
    put((d) => (d === 'clickhouse' ? `if(count(${of(d)}) = 0, NULL, avg(${of(d)}))` : `avg(${of(d)})`)),
    put((d) => (d === 'clickhouse' ? `if(count(${of(d)}) = 0, NULL, min(${of(d)}))` : `min(${of(d)})`)),
    put((d) => (d === 'clickhouse' ? `if(count(${label(d)}) = 0, NULL, max(${label(d)}))` : `max(${label(d)})`)),
    put((d) =>
      d === 'hogql' ? `uniq(${label(d)})` : d === 'duckdb' ? `count(distinct ${label(d)})` : `uniqExact(${label(d)})`,
    ),
    put((d) => (d === 'duckdb' ? `count(*) filter (${when(d)})` : `countIf(${when(d)})`)),
    put((d) =>
      d === 'duckdb'
        ? `sum(${of(d)}) filter (${when(d)})`
        : d === 'hogql'
          ? `sumIf(${of(d)}, ${when(d)})`
          : `if(countIf(${of(d)}, ifNull(${when(d)}, false)) = 0, NULL, sumIf(${of(d)}, ifNull(${when(d)}, false)))`,
    ),
    put((d) =>
      d === 'duckdb'
        ? `quantile_cont(${of(d)}, ${level})`
        : d === 'hogql'
          ? `quantile(${level})(${of(d)})`
          : `if(count(${of(d)}) = 0, NULL, quantileExactInclusive(${level})(${of(d)}))`,
    ),
  ]);
}
