/** Random statements: of rows, groups, joins, windows and their frames, sub-queries, lists. */
import {
  aggregate,
  bucket,
  type Chance,
  type Choosing,
  choosing,
  column,
  compared,
  condition,
  type Dialect,
  KEYS,
  NUMBERS,
  number,
  put,
  same,
  TEXTS,
  type Text,
  TIME,
  text,
} from './expressions.ts';
import { inOtherWords, moreLists, ofOthers } from './words.ts';

const list = (texts: readonly Text[], d: Dialect): string => texts.map((each) => each(d)).join(', ');
const named = (texts: readonly Text[], d: Dialect): string =>
  texts.map((each, at) => `${each(d)} as c${at}`).join(', ');

function where(choose: Choosing): Text {
  const of = condition(choose);
  return choose.is(0.3) ? same('') : put((d) => ` where ${of(d)}`);
}

const KINDS = [
  'rows',
  'groups',
  'groups',
  'nested',
  'join',
  'union',
  'window',
  'frame',
  'exists',
  'scalar',
  'lists',
  'items',
  'tuples',
  'set',
  'qualify',
  'words',
  'more lists',
] as const;

/** Its bounds, the second not before the first. */
function frame(choose: Choosing): string {
  const { pick } = choose;
  const edges = [
    'unbounded preceding',
    '3 preceding',
    '1 preceding',
    'current row',
    '2 following',
    'unbounded following',
  ];
  const first = pick([0, 1, 2, 3, 4]);
  const last = pick([1, 2, 3, 4, 5].filter((at) => at >= first));
  return `between ${edges[first]} and ${edges[last]}`;
}

/** A number made of the list of a group's numbers, which each database makes in its own words. */
function ofList(choose: Choosing): Text {
  const { pick } = choose;
  const of = pick(NUMBERS);
  const list: Text = put((d) =>
    d === 'duckdb' ? `coalesce(list(${of(d)}) filter (${of(d)} is not null), [])` : `groupArray(${of(d)})`,
  );
  const body = pick(['x * 2', 'x + 1', 'abs(x)', 'x - 0.5']);
  const test = pick(['x > 1', 'x <= 2', 'x != 7', 'x > 0 and x < 9']);
  const mapped: Text = put((d) =>
    d === 'duckdb' ? `list_transform(${list(d)}, x -> ${body})` : `arrayMap(x -> ${body}, ${list(d)})`,
  );
  const kept: Text = put((d) =>
    d === 'duckdb' ? `list_filter(${mapped(d)}, x -> ${test})` : `arrayFilter(x -> ${test}, ${mapped(d)})`,
  );
  const texts: Text = put((d) =>
    d === 'duckdb'
      ? `coalesce(list(distinct ${TEXTS[2]!(d)}) filter (${TEXTS[2]!(d)} is not null), [])`
      : `groupUniqArray(${TEXTS[2]!(d)})`,
  );
  return pick<Text>([
    put((d) => (d === 'duckdb' ? `coalesce(list_sum(${kept(d)}), 0)` : `arraySum(${kept(d)})`)),
    put((d) => `length(${kept(d)})`),
    put((d) =>
      d === 'duckdb' ? `len(list_filter(${list(d)}, x -> ${test})) > 0` : `arrayExists(x -> ${test}, ${list(d)})`,
    ),
    put((d) =>
      d === 'duckdb' ? `len(list_filter(${list(d)}, x -> not (${test}))) = 0` : `arrayAll(x -> ${test}, ${list(d)})`,
    ),
    put((d) =>
      d === 'duckdb' ? `len(list_filter(${list(d)}, x -> ${test}))` : `arrayCount(x -> ${test}, ${list(d)})`,
    ),
    put((d) => (d === 'duckdb' ? `len(list_distinct(${mapped(d)}))` : `arrayUniq(${mapped(d)})`)),
    put((d) => (d === 'duckdb' ? `list_sort(${kept(d)})` : `arraySort(${kept(d)})`)),
    put((d) => (d === 'duckdb' ? `list_reverse_sort(${kept(d)})` : `arraySort(x -> -x, ${kept(d)})`)),
    put((d) =>
      d === 'duckdb'
        ? `array_to_string(list_sort(${texts(d)}), ';')`
        : `arrayStringConcat(arraySort(${texts(d)}), ';')`,
    ),
    put((d) => (d === 'duckdb' ? `list_sort(${list(d)})[2:3]` : `arraySlice(arraySort(${list(d)}), 2, 2)`)),
    put((d) =>
      d === 'duckdb'
        ? `coalesce(quantile_cont(${of(d)}, [0.25, 0.9]), [null, null])`
        : d === 'hogql'
          ? `quantiles(0.25, 0.9)(${of(d)})`
          : `quantilesExactInclusive(0.25, 0.9)(${of(d)})`,
    ),
  ]);
}

export function statement(chance: Chance): Text {
  const choose = choosing(chance);
  const { pick } = choose;
  const when = where(choose);
  switch (pick([...KINDS])) {
    case 'rows': {
      const columns = Array.from({ length: 1 + Math.floor(chance() * 3) }, () =>
        choose.is(0.5) ? text(choose) : number(choose),
      );
      const distinct = choose.is(0.4) ? 'distinct ' : '';
      return put((d) => `select ${distinct}${named(columns, d)} from events${when(d)}`);
    }
    case 'groups': {
      const keys = choose.some(KEYS, 0, 3);
      const aggregates = Array.from({ length: 1 + Math.floor(chance() * 3) }, () => aggregate(choose));
      const having = keys.length > 0 && choose.is(0.3) ? ' having count() > 2' : '';
      return put(
        (d) =>
          `select ${named([...keys, ...aggregates], d)} from events${when(d)}${keys.length === 0 ? '' : ` group by ${list(keys, d)}`}${having}`,
      );
    }
    case 'nested': {
      const key = pick(TEXTS);
      const of = aggregate(choose);
      const outer = pick<Text>([
        same('v0 > 1'),
        compared(column('k0'), pick(['=', '!=', '>=']), same(pick(["'a'", "'pro'", "'u3'"]))),
        put((d) => `(v0 > 1 or ${compared(column('k0'), '=', same("'u1'"))(d)})`),
        same('k0 is not null and v0 > 2'),
      ]);
      return put(
        (d) =>
          `select k0 as c0, count() as c1, max(v0) as c2 from (select ${key(d)} as k0, distinct_id as k1, count() as v0, ${of(d)} as v1 from events${when(d)} group by ${key(d)}, distinct_id) s where ${outer(d)} group by k0`,
      );
    }
    case 'join': {
      const how = pick(['join', 'left join', 'full join']);
      const key = pick(TEXTS.slice(0, 2));
      const inner = condition(choose, 1);
      const nothing = put((d) => (d === 'clickhouse' ? ' settings join_use_nulls = 1' : ''));
      return put(
        (d) =>
          `select a.k as c0, a.v as c1, b.v as c2 from (select ${key(d)} as k, count() as v from events${when(d)} group by ${key(d)}) a ${how} (select ${key(d)} as k, count() as v from events where ${inner(d)} group by ${key(d)}) b on a.k = b.k${nothing(d)}`,
      );
    }
    case 'union': {
      const [a, b] = [text(choose), text(choose)];
      const by = choose.is(0.5) ? ` order by c0 limit ${pick([3, 10, 400])}` : '';
      const how = pick(['all', 'distinct']);
      return put((d) => {
        const both = `select ${a(d)} as c0 from events${when(d)} union ${how} select ${b(d)} as c0 from events`;
        return d === 'clickhouse' ? `select c0 from (${both})${by}` : `${both}${by}`;
      });
    }
    case 'frame': {
      const key = pick(TEXTS.slice(0, 2));
      const of = pick(NUMBERS);
      const is_range = choose.is(0.3);
      const bounds = frame(choose);
      const call = pick<Text>([
        put((d) => (d === 'clickhouse' ? 'if(count(OF) over W = 0, NULL, sum(OF) over W)' : 'sum(OF) over W')),
        put((d) => (d === 'clickhouse' ? 'if(count(OF) over W = 0, NULL, max(OF) over W)' : 'max(OF) over W')),
        same('count() over W'),
        ...(is_range ? [] : [same('first_value(OF) over W'), same('last_value(OF) over W')]),
      ]);
      const order = is_range ? bucket('toHour(timestamp)', 'hour(t)', 'toHour(t)') : TIME;
      const window = put(
        (d) => `(partition by ${key(d)} order by ${order(d)} ${is_range ? 'range' : 'rows'} ${bounds})`,
      );
      return put((d) => {
        const number =
          d === 'clickhouse'
            ? call(d)
                .replaceAll('first_value(OF)', 'first_value_respect_nulls(OF)')
                .replaceAll('last_value(OF)', 'last_value_respect_nulls(OF)')
            : call(d);
        return `select event as c0, ${TIME(d)} is null as c1, ${number.replaceAll('OF', of(d)).replaceAll('W', window(d))} as c2 from events${when(d)}`;
      });
    }
    case 'exists': {
      const key = pick([column('distinct_id'), column('event'), column('properties.p', 'p')]);
      const inner = condition(choose, 1);
      const not = choose.is(0.4) ? 'not ' : '';
      return put((d) => {
        const own = (table: string) => `${table}.${key(d)}`;
        if (d === 'clickhouse')
          return `select event as c0, count() as c1 from events where ${not}coalesce(${key(d)} in (select ${key(d)} from events where ${inner(d)}), false) group by event`;
        return `select event as c0, count(*) as c1 from events e where ${not}exists (select 1 from events f where ${own('f')} = ${own('e')} and ${inner(d)}) group by event`;
      });
    }
    case 'scalar': {
      const key = pick([column('distinct_id'), column('event')]);
      const of = pick<Text>([
        same('count()'),
        same('count() + 1'),
        put((d) => `max(f.${NUMBERS[0]!(d)})`),
        put((d) => `min(f.${TEXTS[2]!(d)})`),
      ]);
      const inner = condition(choose, 0);
      // ClickHouse has no number for a count of nothing there.
      const nothing: Readonly<Record<string, string>> = { 'count()': '0', 'count() + 1': '1' };
      return put((d) => {
        const value = `(select ${of(d)} from events f where f.${key(d)} = e.${key(d)} and ${inner(d)})`;
        if (d !== 'clickhouse') return `select e.event as c0, ${value} as c1 from events e`;
        const settings = 'settings allow_experimental_correlated_subqueries = 1';
        return `select e.event as c0, coalesce(${value}, ${nothing[of(d)] ?? 'NULL'}) as c1 from events e ${settings}`;
      });
    }
    case 'lists': {
      const keys = choose.some(TEXTS, 0, 2);
      const of = Array.from({ length: 1 + Math.floor(chance() * 2) }, () => ofList(choose));
      return put(
        (d) =>
          `select ${named([...keys, ...of], d)} from events${when(d)}${keys.length === 0 ? '' : ` group by ${list(keys, d)}`}`,
      );
    }
    case 'items': {
      const [a, b] = [pick(TEXTS.slice(0, 2)), pick(TEXTS.slice(0, 2))];
      return put((d) =>
        d === 'duckdb'
          ? `select k as c0, count(*) as c1 from (select unnest([${a(d)}, ${b(d)}]) as k from events${when(d)}) s group by k`
          : `select k as c0, count() as c1 from events array join [${a(d)}, ${b(d)}] as k${when(d)} group by k`,
      );
    }
    case 'set': {
      const [a, b, c] = [text(choose), text(choose, 0), text(choose, 0)];
      const [how, then] = [pick(['intersect', 'except']), pick(['intersect', 'except', 'union'])];
      const inner = condition(choose, 1);
      const by = choose.is(0.5) ? ' order by c0, c1 limit 3' : '';
      const is_long = choose.is(0.4);
      const key = pick(TEXTS);
      return put((d) => {
        const word = (said: string) => (d === 'clickhouse' ? `${said} distinct` : said);
        const part = (of: string, where: string) => `select ${of} as c0, ${key(d)} as c1 from events${where}`;
        const two = `${part(a(d), when(d))} ${word(how)} ${part(b(d), ` where ${inner(d)}`)}`;
        const all = is_long ? `${two} ${word(then)} ${part(c(d), '')}` : two;
        return d === 'clickhouse' ? `select c0, c1 from (${all})${by}` : `${all}${by}`;
      });
    }
    case 'qualify': {
      const key = pick(TEXTS.slice(0, 2));
      const least = pick(['1', '2', '3']);
      const is_grouped = choose.is(0.4);
      return put((d) =>
        is_grouped
          ? `select ${key(d)} as c0, count(*) as c1 from events${when(d)} group by ${key(d)} qualify rank() over (order by count(*) desc) <= ${least}`
          : `select event as c0, ${TIME(d)} is null as c1 from events${when(d)} qualify row_number() over (partition by ${key(d)} order by ${TIME(d)}) <= ${least}`,
      );
    }
    case 'words': {
      const is_grouped = choose.is(0.5);
      const key = pick(TEXTS);
      const of = Array.from({ length: 1 + Math.floor(chance() * 2) }, () =>
        (is_grouped ? ofOthers : inOtherWords)(choose),
      );
      return put((d) =>
        is_grouped
          ? `select ${named([key, ...of], d)} from events${when(d)} group by ${key(d)}`
          : `select ${named(of, d)} from events${when(d)}`,
      );
    }
    case 'more lists': {
      const key = pick(TEXTS);
      const of = moreLists(choose);
      return put((d) => `select ${named([key, of], d)} from events${when(d)} group by ${key(d)}`);
    }
    case 'tuples': {
      const inner = condition(choose, 1);
      const not = choose.is(0.4) ? 'not ' : '';
      const members = choose.is(0.5)
        ? same("('a', 'u1'), ('paid', 'u3'), ('b', 'u2')")
        : put((d) => `select event, distinct_id from events where ${inner(d)}`);
      return put(
        (d) =>
          `select event as c0, distinct_id as c1 from events where ${not}((event, distinct_id) in (${members(d)}))`,
      );
    }
    default: {
      const key = pick(TEXTS.slice(0, 2));
      const of = pick(NUMBERS);
      const call = pick<Text>([
        same('row_number() over (partition by KEY order by t0)'),
        put(
          (d) =>
            `${d === 'clickhouse' ? 'lagInFrame' : 'lag'}(OF) over (partition by KEY order by t0${d === 'clickhouse' ? ' rows between unbounded preceding and unbounded following' : ''})`,
        ),
        put(
          (d) =>
            `${d === 'clickhouse' ? 'leadInFrame' : 'lead'}(OF) over (partition by KEY order by t0${d === 'clickhouse' ? ' rows between unbounded preceding and unbounded following' : ''})`,
        ),
        same('sum(OF) over (partition by KEY order by t0)'),
        same('count() over (partition by KEY)'),
        same('max(OF) over (partition by KEY order by t0)'),
      ]);
      return put(
        (d) =>
          `select event as c0, ${call(d).replaceAll('KEY', key(d)).replaceAll('OF', of(d)).replaceAll('t0', TIME(d))} as c1 from events${when(d)}`,
      );
    }
  }
}
