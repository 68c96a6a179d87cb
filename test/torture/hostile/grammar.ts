/** Texts in the small languages that callers may write: expressions and statements of HogQL, formulas, dates, patterns. */
import { AGGREGATE_NAMES, EVENT_AGGREGATE_NAMES } from '../../../src/sql/expression/aggregates.ts';
import { FUNCTION_LIST } from '../../../src/sql/expression/resolver.ts';
import { type Chance, mangled, oddText, one, several, usual } from './chance.ts';
import { calmAggregate, calmSelect, truth } from './sound.ts';

export const EVENTS = ['$pageview', 'purchase', 'signed up', 'page viewed', 'x', ''] as const;
export const PROPERTIES = [
  '$browser',
  'plan',
  'amount',
  'country',
  '$current_url',
  'email',
  'odd',
  '__proto__',
  'a b',
] as const;
const COLUMNS = [
  ...[
    'event',
    'timestamp',
    'distinct_id',
    'uuid',
    'person_id',
    'person.created_at',
    'created_at',
    'elements_chain',
    'properties',
  ],
  ...['id', 'key', 'cohort_id', 'session_id', '$session_duration', 'number', 'a', 'b', 'n'],
] as const;
const TABLES = [
  'events',
  'persons',
  'groups',
  'sessions',
  'cohort_people',
  'numbers(5)',
  'static_cohort_people',
  'nothing',
] as const;
const INFIX = [
  '+',
  '-',
  '*',
  '/',
  '%',
  '=',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'and',
  'or',
  'like',
  'ilike',
  'not like',
  '=~',
  '!~',
  '||',
  '??',
  'in',
  'not in',
  'is',
] as const;

/** With probability a little wrong. */
function maybeWrong(random: Chance, text: string): string {
  return random.chance(random.is_wild ? 0.3 : 0.03) ? mangled(random, text) : text;
}

export function expression(random: Chance): string {
  return maybeWrong(random, random.is_wild ? term(random, 4) : truth(random, 3));
}

export function aggregate(random: Chance): string {
  if (!random.is_wild) return maybeWrong(random, calmAggregate(random));
  const name = one(random, [...EVENT_AGGREGATE_NAMES, ...AGGREGATE_NAMES]);
  const inner = several(random, 3, () => term(random, 2)).join(', ');
  return maybeWrong(random, `${name}(${inner})${random.chance(0.2) ? ` / ${term(random, 2)}` : ''}`);
}

function term(random: Chance, depth: number): string {
  const inner = () => term(random, depth - 1);
  const shapes: (() => string)[] = [
    () => property(random),
    () => one(random, COLUMNS),
    () => literal(random),
    () => `${inner()} ${one(random, INFIX)} ${inner()}`,
    () => `${inner()} ${one(random, INFIX)} ${inner()}`,
    () => `${one(random, FUNCTION_LIST)}(${several(random, 4, inner).join(', ')})`,
    () => `${one(random, FUNCTION_LIST)}(${[inner(), ...several(random, 2, inner)].join(', ')})`,
    () => `${one(random, AGGREGATE_NAMES)}(${several(random, 2, inner).join(', ')})`,
    () => `(${inner()})`,
    () => `not ${inner()}`,
    () => `-${inner()}`,
    () => `[${several(random, 3, inner).join(', ')}]`,
    () => `${inner()}[${inner()}]`,
    () => `${inner()} between ${inner()} and ${inner()}`,
    () => `${inner()} is ${one(random, ['', 'not '])}null`,
    () => `case when ${inner()} then ${inner()} ${one(random, ['', `else ${inner()}`])} end`,
    () => `${inner()} in (${[inner(), ...several(random, 3, inner)].join(', ')})`,
    () => `${inner()} in cohort ${one(random, ['1', '2', "'Buyers'", '99'])}`,
    () => `if(${inner()}, ${inner()}, ${inner()})`,
    () => `interval ${random.below(400)} ${one(random, ['day', 'hour', 'month', 'year', 'fortnight'])}`,
    () => `{${one(random, ['name', 'filters', 'variables.x'])}}`,
  ];
  return one(random, depth > 0 ? shapes : shapes.slice(0, 3))();
}

function property(random: Chance): string {
  const owner = one(random, [
    'properties',
    'person.properties',
    'group_0.properties',
    'events.properties',
    'pdi.person.properties',
    'session',
  ]);
  const name = one(random, PROPERTIES);
  return random.chance(0.4) ? `${owner}['${name}']` : `${owner}.${/^\w+$/.test(name) ? name : `\`${name}\``}`;
}

function literal(random: Chance): string {
  const quoted = `'${oddText(random).replaceAll("'", "''").replaceAll('\\', '\\\\').slice(0, 40)}'`;
  const times = [`'2026-01-01'`, `toDateTime('2026-02-30 25:00:00')`, `now() - interval 1 day`, `today()`];
  return one(random, [quoted, '0', '1', '-1', '1.5', '1e308', '9'.repeat(25), 'null', 'true', 'false', ...times]);
}

export function statement(random: Chance): string {
  return maybeWrong(random, random.is_wild ? select(random, 2) : calmSelect(random));
}

function select(random: Chance, depth: number): string {
  const from = table(random, depth);
  const columns = [0, ...several(random, 3, () => 0)].map(() => column(random));
  const parts = [
    depth > 0 && random.chance(0.1)
      ? `with ${one(random, ['a', 'b', 'events'])} as (${select(random, depth - 1)})`
      : '',
    `select ${random.chance(0.1) ? 'distinct ' : ''}${columns.join(', ')} from ${from}`,
    random.chance(0.2)
      ? `${one(random, ['join', 'left join', 'cross join', 'full join'])} ${table(random, depth - 1)} on ${term(random, 2)}`
      : '',
    random.chance(0.4) ? `where ${term(random, 3)}` : '',
    random.chance(0.3) ? `group by ${one(random, ['1', '2', 'event', 'all', term(random, 1)])}` : '',
    random.chance(0.1) ? `having ${term(random, 2)}` : '',
    random.chance(0.2)
      ? `order by ${one(random, ['1', 'n', term(random, 1)])} ${one(random, ['', 'desc', 'asc nulls last'])}`
      : '',
    random.chance(0.4) ? `limit ${one(random, ['0', '5', '1000000', '-1', 'all', '1 by event'])}` : '',
    random.chance(0.1) ? `offset ${one(random, ['1', '99999999999'])}` : '',
    depth > 0 && random.chance(0.1)
      ? `union ${one(random, ['all ', 'distinct ', ''])}${select(random, depth - 1)}`
      : '',
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function table(random: Chance, depth: number): string {
  if (depth > 0 && random.chance(0.2)) return `(${select(random, depth - 1)}) ${one(random, ['', 'as a', 'as b'])}`;
  return `${one(random, TABLES)} ${one(random, ['', '', 'as a', 'e', 'final', 'sample 0.1'])}`;
}

function column(random: Chance): string {
  if (random.chance(0.1)) return one(random, ['*', 'a.*', 'count()', 'count(distinct person_id)']);
  const window = random.chance(0.15)
    ? ` over (${one(random, ['', `partition by ${term(random, 1)}`, `order by ${term(random, 1)} rows between 1 preceding and current row`])})`
    : '';
  const value = random.chance(0.4) ? aggregate(random) : term(random, 2);
  return `${value}${window}${random.chance(0.3) ? ` as ${one(random, ['a', 'b', 'n', 'event', '`odd name`'])}` : ''}`;
}

export function formula(random: Chance): string {
  const part = (depth: number): string => {
    const inner = () => part(depth - 1);
    const shapes = [
      () => one(random, random.is_wild ? ['A', 'B', 'C', 'Z', 'a', 'AA'] : ['A', 'A', 'B']),
      () => one(random, random.is_wild ? ['0', '1', '1e400', '.5', '9'.repeat(40)] : ['0', '1', '100']),
      () =>
        `${inner()} ${one(random, random.is_wild ? ['+', '-', '*', '/', '^', '%', '**'] : ['+', '-', '*', '/'])} ${inner()}`,
      () => `(${inner()})`,
      () => `-${inner()}`,
    ];
    return one(random, depth > 0 ? shapes : shapes.slice(0, 2))();
  };
  return maybeWrong(random, part(5));
}

export function date(random: Chance): string {
  if (!random.is_wild)
    return one(random, ['-7d', '-30d', '-14d', '2026-01-01', '2026-03-01', 'all', 'mStart', '-24h', 'yStart']);
  const amount = one(random, ['0', '1', '7', '30', '999', '99999999', '-1', '1.5', '']);
  const whole = [
    '2026-01-01',
    '2026-02-30',
    '0001-01-01',
    '9999-12-31',
    '275760-09-13',
    '-7d',
    'all',
    'today',
    'dStart',
    'mStart',
    'yStart',
    '-1dEnd',
    'now',
  ];
  const made = `${one(random, ['-', '+', ''])}${amount}${one(random, ['d', 'h', 'w', 'm', 'y', 'q', 's', 'dStart', 'mEnd', 'x'])}`;
  const time = `2026-0${1 + random.below(3)}-1${random.below(10)}T${random.below(30)}:00:00${one(random, ['Z', '+14:00', '-99:00', '', '[Europe/Berlin]'])}`;
  return maybeWrong(random, one(random, [one(random, whole), made, time]));
}

export function pattern(random: Chance): string {
  return maybeWrong(
    random,
    usual(
      random,
      [
        '^/blog/\\d+$',
        '(a|b)*c',
        '.*'.repeat(20),
        '[[:alpha:]]+',
        '(?i)x{1,1000}',
        '\\p{L}+',
        '(x+x+)+y',
        'a{99999}',
        '(?<n>a)',
      ],
      4,
    ),
  );
}
