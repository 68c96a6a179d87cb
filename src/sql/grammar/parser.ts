/**
 * Text -> syntax, by precedence climbing. From loosest to tightest:
 *
 *   c ? a : b    or    and    not    ??    = != < <= > >= in like =~ between, is null    + - ||    * / %    -x    x[1]
 */
import { LIMIT } from '../../model/limit.ts';
import { type Token, tokensOf } from './lexer.ts';
import { type Source, wrongAt } from './source.ts';
import type { BinaryOperator, Syntax } from './syntax.ts';

interface Reader {
  readonly source: Source;
  readonly tokens: readonly Token[];
  at: number;
  depth: number;
  nodes: number;
}

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
  if (source.text.length > LIMIT.expression_chars) {
    throw wrongAt(source, LIMIT.expression_chars, `an expression has at most ${LIMIT.expression_chars} characters.`);
  }
  const reader: Reader = { source, tokens: tokensOf(source), at: 0, depth: 0, nodes: 0 };
  const syntax = read(reader, TERNARY);
  if (current(reader).kind !== 'end') throw unexpected(reader);
  return syntax;
}

function current(reader: Reader): Token {
  return reader.tokens[reader.at]!;
}

/** The keyword that stands here (or further on), in lower case; '' for anything else. */
function word(reader: Reader, ahead = 0): string {
  const token = reader.tokens[reader.at + ahead];
  return token?.kind === 'name' && !token.quoted ? token.text.toLowerCase() : '';
}

function isSign(reader: Reader, text: string): boolean {
  const token = current(reader);
  return token.kind === 'sign' && token.text === text;
}

/** Takes the sign or the keyword if it stands here. */
function take(reader: Reader, text: string): boolean {
  if (!isSign(reader, text) && word(reader) !== text) return false;
  reader.at++;
  return true;
}

function expect(reader: Reader, text: string): void {
  if (!take(reader, text)) throw unexpected(reader, `expected ${text}`);
}

function unexpected(reader: Reader, wanted = 'expected an operator or the end'): Error {
  const token = current(reader);
  const found = token.kind === 'end' ? 'it ends too early' : `"${token.text}" does not fit here`;
  return wrongAt(reader.source, token.at, `${found}: ${wanted}.`);
}

/** Everything whose operators bind at least as tight as `least`. */
function read(reader: Reader, least: number): Syntax {
  reader.depth++;
  if (reader.depth > LIMIT.expression_depth) {
    throw wrongAt(reader.source, current(reader).at, `nested deeper than ${LIMIT.expression_depth} levels.`);
  }
  let left = readPrefix(reader);
  for (;;) {
    const more = readInfix(reader, left, least);
    if (more === null) break;
    left = more;
  }
  reader.depth--;
  return left;
}

/** Counts what is made, so that no expression costs more than it may. */
function node(reader: Reader, syntax: Syntax): Syntax {
  reader.nodes++;
  if (reader.nodes > LIMIT.expression_nodes) {
    throw wrongAt(reader.source, syntax.at, `more than ${LIMIT.expression_nodes} parts.`);
  }
  return syntax;
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
  return node(reader, { kind: 'binary', operator, left, right: read(reader, power + 1), at });
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
      throw unexpected(reader, 'expected a value, a name or a function');
  }
}

/** (a) is a; (a, b) is a list. */
function readBrackets(reader: Reader, at: number): Syntax {
  const items = readItems(reader, ')');
  if (items.length === 1) return items[0]!;
  return node(reader, { kind: 'list', items, at });
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
  let distinct = take(reader, 'distinct');
  const first = readArguments(reader);
  if (!take(reader, '(')) return node(reader, { kind: 'call', name, args: first, parameters: null, distinct, at });
  distinct = take(reader, 'distinct');
  return node(reader, { kind: 'call', name, args: readArguments(reader), parameters: first, distinct, at });
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
