/** Words and signs of expressions: operators and their precedence, reserved words, types, units. */
import type { BinaryOperator, Syntax } from './syntax.ts';

/** Precedence; higher numbers bind more tightly. */
export const POWER = {
  ternary: 1,
  or: 2,
  and: 3,
  /** Operand precedence of prefix `not`. */
  coalesce: 4,
  compare: 5,
  add: 6,
  multiply: 7,
  negate: 8,
} as const;

export const SIGNS: Readonly<Record<string, readonly [BinaryOperator, number]>> = {
  '??': ['??', POWER.coalesce],
  '=': ['=', POWER.compare],
  '==': ['=', POWER.compare],
  '!=': ['!=', POWER.compare],
  '<>': ['!=', POWER.compare],
  '<': ['<', POWER.compare],
  '<=': ['<=', POWER.compare],
  '>': ['>', POWER.compare],
  '>=': ['>=', POWER.compare],
  '=~': ['=~', POWER.compare],
  '!~': ['!~', POWER.compare],
  '=~*': ['=~*', POWER.compare],
  '!~*': ['!~*', POWER.compare],
  '~': ['=~', POWER.compare],
  '~*': ['=~*', POWER.compare],
  '+': ['+', POWER.add],
  '-': ['-', POWER.add],
  '||': ['||', POWER.add],
  '*': ['*', POWER.multiply],
  '/': ['/', POWER.multiply],
  '%': ['%', POWER.multiply],
};
export const WORDS: Readonly<Record<string, readonly [BinaryOperator, number]>> = {
  or: ['or', POWER.or],
  and: ['and', POWER.and],
  in: ['in', POWER.compare],
  like: ['like', POWER.compare],
  ilike: ['ilike', POWER.compare],
  regexp: ['=~', POWER.compare],
  rlike: ['=~', POWER.compare],
};
export const NEGATED: Readonly<Record<string, BinaryOperator>> = {
  ...{ in: 'not in', like: 'not like', ilike: 'not ilike', regexp: '!~', rlike: '!~' },
};
/** Reserved words; in quotes they are names. Not END, which stands behind a value where it ends a CASE. */
export const KEYWORDS = new Set([
  ...['and', 'or', 'not', 'in', 'like', 'ilike', 'is', 'null', 'true', 'false', 'between', 'case', 'when', 'then'],
  ...['else', 'distinct', 'select', 'from', 'where', 'group', 'order', 'as'],
]);
export const LITERALS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };
/** Functions that are called without brackets, and functions of a quoted text: date '2026-01-31'. */
export const BARE: Readonly<Record<string, string>> = {
  ...{ current_date: 'today', current_timestamp: 'now', localtimestamp: 'now' },
};
export const OF_TEXT: Readonly<Record<string, string>> = {
  ...{ date: 'toDate', timestamp: 'toDateTime', datetime: 'toDateTime' },
};

/** Types by the beginning of their names: DateTime64 is a DateTime. */
export const CASTS: readonly (readonly [RegExp, string])[] = [
  [/^(string|varchar|char|text|uuid)/i, 'toString'],
  [/^(u?int(?!erval)|(big|small|tiny)int|signed|unsigned)/i, 'toInt'],
  [/^(float|double|decimal|numeric|number|real)/i, 'toFloat'],
  [/^(datetime|timestamp)/i, 'toDateTime'],
  [/^date$/i, 'toDate'],
  [/^bool/i, 'toBool'],
];

const UNIT =
  /^(second|minute|hour|day|week|month|quarter|year|isoweek|dow|isodow|doy|dayofweek|dayofyear|epoch|date)s?$/i;

/** Whether it names a unit or a part of a time. */
export function isUnit(arg: Syntax): boolean {
  return arg.kind === 'literal' && typeof arg.value === 'string' && UNIT.test(arg.value);
}
