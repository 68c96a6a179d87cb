/** Words and signs of expressions: operators and their precedence, reserved words, types, units. */
import type { BinaryOperator, Syntax } from './syntax.ts';

/** Precedence. */
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
};
export const NEGATED: Readonly<Record<string, BinaryOperator>> = { in: 'not in', like: 'not like', ilike: 'not ilike' };
/** Reserved unless quoted. */
export const KEYWORDS = new Set([
  ...['and', 'or', 'not', 'in', 'like', 'ilike', 'is', 'null', 'true', 'false', 'between', 'case', 'when', 'then'],
  ...['else', 'end', 'distinct', 'select', 'from', 'where', 'group', 'order', 'as'],
]);
export const LITERALS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };

/** Types by prefix: DateTime64 is a DateTime. */
export const CASTS: readonly (readonly [RegExp, string])[] = [
  [/^(string|varchar|text|uuid)/i, 'toString'],
  [/^u?int/i, 'toInt'],
  [/^(float|double|decimal|numeric)/i, 'toFloat'],
  [/^(datetime|timestamp)/i, 'toDateTime'],
  [/^date$/i, 'toDate'],
  [/^bool/i, 'toBool'],
];

/** dateDiff(day, a, b) means dateDiff('day', a, b). */
export const OF_UNITS = /^date_?(add|sub|diff|trunc)$/i;

export function unitOf(arg: Syntax): Syntax {
  const is_word = arg.kind === 'path' && /^(second|minute|hour|day|week|month|quarter|year)s?$/i.test(arg.parts.join());
  return is_word ? { kind: 'literal', value: arg.parts.join(), at: arg.at } : arg;
}
