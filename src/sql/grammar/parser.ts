/**
 * Text -> syntax, by precedence climbing. From loosest to tightest:
 *
 *   c ? a : b    or    and    not    ??    = != < <= > >= in like =~ between, is null    + - ||    * / %    -x    x[1]
 */
import { LIMIT } from '../../model/limit.ts';
import type { Token } from './lexer.ts';
import { current, expect, isSign, nested, node, openReader, type Reader, take, unexpected, word } from './reader.ts';
import type { Source } from './source.ts';
import type { BinaryOperator, CallSyntax, OrderItem, Syntax } from './syntax.ts';

/** Of operators: how tight they bind. */
const TERNARY = 1;
const OR = 2;
const AND = 3;
/** `not` stands before what binds as tight as this. */
const COALESCE = 4;
const COMPARE = 5;
const ADD = 6;
const MULTIPLY = 7;
const NEGATE = 8;

const SIGNS: Readonly<Record<string, readonly [BinaryOperator, number]>> = {
  '??': ['??', COALESCE],
  '=': ['=', COMPARE],
  '==': ['=', COMPARE],
  '!=': ['!=', COMPARE],
  '<>': ['!=', COMPARE],
  '<': ['<', COMPARE],
  '<=': ['<=', COMPARE],
  '>': ['>', COMPARE],
  '>=': ['>=', COMPARE],
  '=~': ['=~', COMPARE],
  '!~': ['!~', COMPARE],
  '=~*': ['=~*', COMPARE],
  '!~*': ['!~*', COMPARE],
  '+': ['+', ADD],
  '-': ['-', ADD],
  '||': ['||', ADD],
  '*': ['*', MULTIPLY],
  '/': ['/', MULTIPLY],
  '%': ['%', MULTIPLY],
};
const WORDS: Readonly<Record<string, readonly [BinaryOperator, number]>> = {
  or: ['or', OR],
  and: ['and', AND],
  in: ['in', COMPARE],
  like: ['like', COMPARE],
  ilike: ['ilike', COMPARE],
};
const NEGATED: Readonly<Record<string, BinaryOperator>> = { in: 'not in', like: 'not like', ilike: 'not ilike' };
/** Cannot be names unless they are quoted. */
const KEYWORDS = new Set([
  ...['and', 'or', 'not', 'in', 'like', 'ilike', 'is', 'null', 'true', 'false', 'between', 'case', 'when', 'then'],
  ...['else', 'end', 'distinct', 'select', 'from', 'where', 'group', 'order', 'as'],
]);
const LITERALS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };

/** @throws ServiceError that tells the place */
export function parseExpression(source: Source): Syntax {
  const most = { chars: LIMIT.expression_chars, nodes: LIMIT.expression_nodes };
  const reader = openReader(source, most, null);
  const syntax = readExpression(reader);
  if (current(reader).kind !== 'end') throw unexpected(reader);
  return syntax;
}

export function readExpression(reader: Reader): Syntax {
  return read(reader, TERNARY);
}

/** Everything whose operators bind at least as tight as `least`. */
function read(reader: Reader, least: number): Syntax {
  return nested(reader, () => {
    let left = readPrefix(reader);
    for (;;) {
      const more = readInfix(reader, left, least);
      if (more === null) return left;
      left = more;
    }
  });
}

function readPrefix(reader: Reader): Syntax {
  const { at } = current(reader);
  if (take(reader, 'not')) return node(reader, { kind: 'unary', operator: 'not', of: read(reader, COALESCE), at });
  if (take(reader, '-')) return node(reader, { kind: 'unary', operator: '-', of: read(reader, NEGATE), at });
  return readElements(reader, readAtom(reader));
}

/** What follows `left` and takes it for its first operand; null where nothing does that binds tight enough. */
function readInfix(reader: Reader, left: Syntax, least: number): Syntax | null {
  const token = current(reader);
  const { at } = token;
  if (isSign(reader, '?')) return least > TERNARY ? null : readTernary(reader, left);
  if (word(reader) === 'is') return least > COMPARE ? null : readIsNull(reader, left);
  const isNegated = word(reader) === 'not';
  if ((isNegated ? word(reader, 1) : word(reader)) === 'between') {
    return least > COMPARE ? null : readBetween(reader, left, isNegated);
  }
  const negated = isNegated ? NEGATED[word(reader, 1)] : undefined;
  const found = negated ? ([negated, COMPARE] as const) : infixOf(token, word(reader));
  if (found === undefined || found[1] < least) return null;
  reader.at += negated ? 2 : 1;
  const [operator, power] = found;
  if (operator.endsWith('in') && take(reader, 'cohort')) return readCohort(reader, left, operator === 'in', at);
  return node(reader, { kind: 'binary', operator, left, right: read(reader, power + 1), at });
}

/** `person_id in cohort 3`, or by its name. */
function readCohort(reader: Reader, left: Syntax, is_in: boolean, at: number): Syntax {
  return call(reader, is_in ? 'inCohort' : 'notInCohort', [left, read(reader, NEGATE)], at);
}

function infixOf(token: Token, keyword: string): readonly [BinaryOperator, number] | undefined {
  const table = token.kind === 'sign' ? SIGNS : WORDS;
  const name = token.kind === 'sign' ? token.text : keyword;
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function readTernary(reader: Reader, condition: Syntax): Syntax {
  const { at } = current(reader);
  expect(reader, '?');
  const then = read(reader, OR);
  expect(reader, ':');
  return call(reader, 'if', [condition, then, read(reader, TERNARY)], at);
}

function readIsNull(reader: Reader, left: Syntax): Syntax {
  const { at } = current(reader);
  expect(reader, 'is');
  const name = take(reader, 'not') ? 'isNotNull' : 'isNull';
  expect(reader, 'null');
  return call(reader, name, [left], at);
}

/** Ends included. */
function readBetween(reader: Reader, left: Syntax, is_negated: boolean): Syntax {
  const { at } = current(reader);
  if (is_negated) expect(reader, 'not');
  expect(reader, 'between');
  const low = read(reader, ADD);
  expect(reader, 'and');
  const high = read(reader, ADD);
  const above = node(reader, { kind: 'binary', operator: '>=', left, right: low, at });
  const below = node(reader, { kind: 'binary', operator: '<=', left, right: high, at });
  const both = node(reader, { kind: 'binary', operator: 'and', left: above, right: below, at });
  return is_negated ? node(reader, { kind: 'unary', operator: 'not', of: both, at }) : both;
}

function call(reader: Reader, name: string, args: readonly Syntax[], at: number): Syntax {
  return node(reader, { kind: 'call', name, args, parameters: null, distinct: false, at });
}

/** `[1]` and `['name']` behind something; behind a path they are part of it. */
function readElements(reader: Reader, atom: Syntax): Syntax {
  let of = atom;
  while (isSign(reader, '[')) {
    const { at } = current(reader);
    reader.at++;
    const index = read(reader, TERNARY);
    expect(reader, ']');
    const isPart = of.kind === 'path' && index.kind === 'literal' && index.value !== null;
    if (isPart && of.kind === 'path') of = readParts(reader, { ...of, parts: [...of.parts, String(index.value)] });
    else of = node(reader, { kind: 'element', of, index, at });
  }
  return of;
}

function readAtom(reader: Reader): Syntax {
  const token = current(reader);
  const { at } = token;
  switch (token.kind) {
    case 'number':
      reader.at++;
      return node(reader, { kind: 'literal', value: Number(token.text), at });
    case 'text':
      reader.at++;
      return node(reader, { kind: 'literal', value: token.text, at });
    case 'name':
      return readName(reader, token.text, token.quoted);
    default:
      if (take(reader, '(')) return readBrackets(reader, at);
      if (take(reader, '[')) return node(reader, { kind: 'list', items: readItems(reader, ']'), at });
      if (reader.statement !== null && take(reader, '{')) return readPlaceholder(reader, at);
      throw unexpected(reader, 'expected a value, a name or a function');
  }
}

/** (a) is a; (a, b) is a list; (select …) is a sub-query. */
function readBrackets(reader: Reader, at: number): Syntax {
  if (word(reader) === 'select' || word(reader) === 'with') {
    if (reader.statement === null) throw unexpected(reader, 'a sub-query can stand in a statement of SQL only');
    const statement = reader.statement(reader);
    expect(reader, ')');
    return node(reader, { kind: 'subquery', statement, at });
  }
  const items = readItems(reader, ')');
  if (items.length === 1) return items[0]!;
  return node(reader, { kind: 'list', items, at });
}

/** {name} or {variables.name}: a value that is sent beside the text. */
function readPlaceholder(reader: Reader, at: number): Syntax {
  const path = readExpression(reader);
  if (path.kind !== 'path') throw unexpected(reader, 'expected the name of a value, as {country}');
  expect(reader, '}');
  return node(reader, { kind: 'placeholder', parts: path.parts, at });
}

/** Up to the closing sign, which is taken. */
function readItems(reader: Reader, closing: string): Syntax[] {
  const items: Syntax[] = [];
  if (take(reader, closing)) return items;
  do items.push(read(reader, TERNARY));
  while (take(reader, ','));
  expect(reader, closing);
  return items;
}

function readName(reader: Reader, text: string, quoted: boolean): Syntax {
  const { at } = current(reader);
  const keyword = word(reader);
  if (Object.hasOwn(LITERALS, keyword)) {
    reader.at++;
    return node(reader, { kind: 'literal', value: LITERALS[keyword]!, at });
  }
  if (keyword === 'case') return readCase(reader);
  if (keyword === 'interval' && reader.tokens[reader.at + 1]?.kind !== 'sign') return readInterval(reader);
  // Some operators are functions as well: and(a, b).
  const isCall = reader.tokens[reader.at + 1]?.text === '(';
  if (!quoted && KEYWORDS.has(keyword) && !isCall) throw unexpected(reader, 'expected a value, a name or a function');
  reader.at++;
  if (take(reader, '(')) return readCall(reader, text, at);
  return readParts(reader, { kind: 'path', parts: [text], at });
}

function readCall(reader: Reader, name: string, at: number): Syntax {
  const of = readBareCall(reader, name, at);
  if (reader.statement === null || !take(reader, 'over')) return node(reader, of);
  expect(reader, '(');
  const partition = take(reader, 'partition') ? readBy(reader, readExpression) : [];
  const order = take(reader, 'order') ? readBy(reader, readOrderItem) : [];
  if (word(reader) === 'rows' || word(reader) === 'range') {
    throw unexpected(
      reader,
      'frames are not supported: with ORDER BY a window reaches to the current row, without it over all of the partition',
    );
  }
  expect(reader, ')');
  return node(reader, { kind: 'over', call: of, partition, order, at });
}

function readBareCall(reader: Reader, name: string, at: number): CallSyntax {
  const distinct = take(reader, 'distinct');
  if (name.toLowerCase() === 'cast') return readCast(reader, at);
  const args = readArguments(reader);
  if (!take(reader, '(')) return { kind: 'call', name, args, parameters: null, distinct, at };
  return { kind: 'call', name, parameters: args, distinct: take(reader, 'distinct'), args: readArguments(reader), at };
}

/** Of types by their first letters: DateTime64 is a DateTime. */
const CASTS: readonly (readonly [RegExp, string])[] = [
  [/^(string|varchar|text|uuid)/i, 'toString'],
  [/^u?int/i, 'toInt'],
  [/^(float|double|decimal|numeric)/i, 'toFloat'],
  [/^(datetime|timestamp)/i, 'toDateTime'],
  [/^date$/i, 'toDate'],
  [/^bool/i, 'toBool'],
];

/** cast(x as String) */
function readCast(reader: Reader, at: number): CallSyntax {
  const of = readExpression(reader);
  expect(reader, 'as');
  const type = current(reader).text;
  const name = CASTS.find(([pattern]) => pattern.test(type))?.[1];
  if (name === undefined) throw unexpected(reader, 'expected String, Int, Float, Bool, Date or DateTime');
  reader.at++;
  expect(reader, ')');
  return { kind: 'call', name, args: [of], parameters: null, distinct: false, at };
}

/** `by` and what follows, one or more. */
export function readBy<T>(reader: Reader, item: (reader: Reader) => T): T[] {
  expect(reader, 'by');
  const items: T[] = [];
  do items.push(item(reader));
  while (take(reader, ','));
  return items;
}

export function readOrderItem(reader: Reader): OrderItem {
  const of = readExpression(reader);
  const is_descending = take(reader, 'desc') || take(reader, 'descending');
  if (!is_descending && !take(reader, 'asc')) take(reader, 'ascending');
  if (!take(reader, 'nulls')) return { of, is_descending, nulls_first: false };
  const nulls_first = take(reader, 'first');
  if (!nulls_first) expect(reader, 'last');
  return { of, is_descending, nulls_first };
}

/** count(*) is count(). */
function readArguments(reader: Reader): Syntax[] {
  if (isSign(reader, '*') && reader.tokens[reader.at + 1]?.text === ')') {
    reader.at += 2;
    return [];
  }
  return readItems(reader, ')');
}

/** `.name`, again and again. The lexer takes `.1` for a number. */
function readParts(reader: Reader, path: Extract<Syntax, { kind: 'path' }>): Syntax {
  const parts = [...path.parts];
  for (;;) {
    const token = current(reader);
    if (token.kind === 'number' && /^\.\d+$/.test(token.text)) {
      parts.push(token.text.slice(1));
      reader.at++;
      continue;
    }
    if (!take(reader, '.')) return node(reader, { ...path, parts });
    const next = current(reader);
    if (next.kind !== 'name' && next.kind !== 'number') throw unexpected(reader, "expected a name (or ['any name'])");
    parts.push(next.text);
    reader.at++;
  }
}

/** `case when c then v … else w end`, or `case x when y then v …`. */
function readCase(reader: Reader): Syntax {
  const { at } = current(reader);
  expect(reader, 'case');
  const subject = word(reader) === 'when' ? null : read(reader, TERNARY);
  const args: Syntax[] = [];
  while (word(reader) === 'when') {
    const when_at = current(reader).at;
    expect(reader, 'when');
    const said = read(reader, TERNARY);
    args.push(
      subject === null
        ? said
        : node(reader, { kind: 'binary', operator: '=', left: subject, right: said, at: when_at }),
    );
    expect(reader, 'then');
    args.push(read(reader, TERNARY));
  }
  if (args.length === 0) throw unexpected(reader, 'expected when');
  args.push(take(reader, 'else') ? read(reader, TERNARY) : { kind: 'literal', value: null, at });
  expect(reader, 'end');
  return call(reader, 'multiIf', args, at);
}

function readInterval(reader: Reader): Syntax {
  const { at } = current(reader);
  expect(reader, 'interval');
  const said = current(reader);
  if (said.kind === 'text') {
    const match = /^\s*(\d+)\s+([a-z]+)\s*$/i.exec(said.text);
    if (match === null) throw unexpected(reader, "expected an interval, as interval 7 day or interval '7 day'");
    reader.at++;
    const count: Syntax = { kind: 'literal', value: Number(match[1]), at: said.at };
    return node(reader, { kind: 'interval', count, unit: match[2]!, at });
  }
  const count = read(reader, NEGATE);
  const unit = word(reader);
  if (unit === '') throw unexpected(reader, 'expected a unit, as interval 7 day');
  reader.at++;
  return node(reader, { kind: 'interval', count, unit, at });
}
