/** Well-typed HogQL, so that it is evaluated instead of refused. */
import { type Chance, one, several } from './chance.ts';

type Make = (random: Chance, depth: number) => string;

function pick(random: Chance, depth: number, leaves: readonly string[], inner: readonly (() => string)[]): string {
  return depth <= 0 || random.chance(0.25) ? one(random, leaves) : one(random, inner)();
}

/** What stands one level further in: numbers, texts, times, conditions. */
function inside(random: Chance, depth: number) {
  const of = (make: Make) => () => make(random, depth - 1);
  return { n: of(number), s: of(text), t: of(time), b: of(truth) };
}

const number: Make = (random, depth) => {
  const { n, s, t, b } = inside(random, depth);
  return pick(
    random,
    depth,
    ['properties.amount', '0', '1', '-2.5', '1e300', 'toFloat(properties.amount)', 'length(event)'],
    [
      () => `(${n()} ${one(random, ['+', '-', '*', '/', '%'])} ${n()})`,
      () => `${one(random, ['abs', 'round', 'floor', 'ceil', 'sqrt', 'exp', 'log'])}(${n()})`,
      () => `length(${s()})`,
      () => `${one(random, ['toFloat', 'toInt'])}(${s()})`,
      () => `${one(random, ['toHour', 'toMonth', 'toYear', 'toDayOfWeek', 'toUnixTimestamp'])}(${t()})`,
      () => `dateDiff('${one(random, ['day', 'hour', 'month'])}', ${t()}, ${t()})`,
      () => `if(${b()}, ${n()}, ${n()})`,
      () => `coalesce(${n()}, ${n()})`,
    ],
  );
};

const text: Make = (random, depth) => {
  const { n, s, t, b } = inside(random, depth);
  return pick(
    random,
    depth,
    [
      'event',
      'distinct_id',
      'properties.$browser',
      'person.properties.plan',
      "'Chrome'",
      "''",
      "'😀'",
      'properties.odd',
    ],
    [
      () => `concat(${s()}, ${s()})`,
      () => `${one(random, ['lower', 'upper', 'trim', 'reverse'])}(${s()})`,
      () => `substring(${s()}, ${n()}, ${n()})`,
      () => `toString(${one(random, [n, t, s])()})`,
      () => `if(${b()}, ${s()}, ${s()})`,
      () => `replaceAll(${s()}, ${s()}, ${s()})`,
      () => `splitByChar('a', ${s()})[1]`,
      () => `JSONExtractString(${s()}, 'a')`,
      () => `coalesce(${s()}, ${s()})`,
    ],
  );
};

const time: Make = (random, depth) => {
  const { t, s } = inside(random, depth);
  return pick(
    random,
    depth,
    ['timestamp', 'now()', "toDateTime('2026-02-01')", 'today()'],
    [
      () => `${one(random, ['toStartOfDay', 'toStartOfHour', 'toStartOfWeek', 'toStartOfMonth', 'toDate'])}(${t()})`,
      () =>
        `(${t()} ${one(random, ['-', '+'])} interval ${random.below(1_000)} ${one(random, ['day', 'hour', 'month', 'year'])})`,
      () => `toDateTime(${s()})`,
    ],
  );
};

export const truth: Make = (random, depth) => {
  const { n, s, t, b } = inside(random, depth);
  return pick(
    random,
    depth,
    ["event = 'purchase'", 'properties.amount > 20', 'true', "person.properties.plan = 'pro'"],
    [
      () => `${n()} ${one(random, ['<', '<=', '>', '>=', '=', '!='])} ${n()}`,
      () => `${s()} ${one(random, ['=', '!=', '<'])} ${s()}`,
      () => `${s()} ${one(random, ['like', 'ilike', 'not like'])} '%${one(random, ['a', '_', '%', '\\\\'])}%'`,
      () => `${t()} ${one(random, ['<', '>='])} ${t()}`,
      () => `(${b()} ${one(random, ['and', 'or'])} ${b()})`,
      () => `not ${b()}`,
      () => `${one(random, [n, s, t])()} is ${one(random, ['', 'not '])}null`,
      () => `match(${s()}, '${one(random, ['^a', '(a|b)+', '.*'])}')`,
      () => `${s()} in (${[s(), ...several(random, 2, s)].join(', ')})`,
      () => `${n()} between ${n()} and ${n()}`,
      () => `person_id in cohort 1`,
    ],
  );
};

export function calmAggregate(random: Chance): string {
  const n = () => number(random, 2);
  const b = () => truth(random, 1);
  const inner = [
    () => 'count()',
    () => `${one(random, ['sum', 'avg', 'min', 'max', 'median', 'any'])}(${n()})`,
    () => `countIf(${b()})`,
    () => `sumIf(${n()}, ${b()})`,
    () => `uniq(${text(random, 1)})`,
    () => 'count(distinct person_id)',
    () => `quantile(0.${1 + random.below(9)})(${n()})`,
  ];
  return `${one(random, inner)()}${random.chance(0.3) ? ` / ${one(random, inner)()}` : ''}`;
}

/** What only statements have. */
function statementAggregate(random: Chance): string {
  const s = () => text(random, 1);
  return one(random, [
    () => calmAggregate(random),
    () => `groupArray(${random.below(20)})(${s()})`,
    () => `topK(3)(${s()})`,
    () => `argMax(${s()}, timestamp)`,
    () => `windowFunnel(86400)(timestamp, ${truth(random, 1)}, ${truth(random, 1)})`,
    () => `groupUniqArray(${s()})`,
  ])();
}

export function calmSelect(random: Chance): string {
  const value = () => one(random, [number, text, time, truth])(random, 2);
  const where = random.chance(0.5) ? ` where ${truth(random, 2)}` : '';
  const limit = one(random, ['', ' limit 5', ' limit 3 offset 2', ' limit 2 by k']);
  return one(random, [
    () => `select ${value()} as k, ${value()} from events${where} order by k${limit}`,
    () =>
      `select ${value()} as k, ${statementAggregate(random)} as n from events${where} group by k order by n desc${limit}`,
    () => `select ${statementAggregate(random)}, ${statementAggregate(random)} from events${where}`,
    () => `select distinct ${text(random, 2)} as k from events${where}${limit}`,
    () =>
      `select k, n, ${one(random, ['row_number', 'rank', 'sum', 'lag'])}(${one(random, ['', 'n'])}) over (partition by k order by n) from (select event as k, ${number(random, 2)} as n from events${where} limit 500)`,
    () =>
      `with a as (select person_id, count() as n from events${where} group by person_id) select n, count() from a group by n order by n`,
    () =>
      `select p.properties.plan as k, count() from events e join persons p on e.person_id = p.id${where} group by k`,
    () => `select event as k from events${where} union all select distinct_id from events limit 5`,
    () => `select properties.plan as k, count() from persons group by k order by k`,
    () =>
      `select * from ${one(random, ['events', 'persons', 'sessions', 'groups', 'cohort_people', 'numbers(3)'])} limit ${random.below(5)}`,
  ])();
}
