/**
 * Text -> syntax, by precedence climbing. From loosest to tightest:
 *
 *   c ? a : b    or    and    not    ??    = != < <= > >= in like =~ between, is null    + - ||    * / %    -x    x[1] x::Int
 *   x -> e may be an argument.
 */
import { LIMIT } from '../../model/limit.ts';
import type { Token } from './lexer.ts';
import { CASTS, KEYWORDS, LITERALS, NEGATED, OF_UNITS, POWER, SIGNS, unitOf, WORDS } from './operators.ts';
import { current, expect, isSign, nested, node, openReader, type Reader, take, unexpected, word } from './reader.ts';
import { type Source, wrongAt } from './source.ts';
import {
  type BinaryOperator,
  type CallSyntax,
  callOf,
  type EdgeSyntax,
  type FrameSyntax,
  type OrderItem,
  type Syntax,
  type WindowSyntax,
} from './syntax.ts';

/** @throws ServiceError that names the position */
export function parseExpression(source: Source): Syntax {
  const most = { chars: LIMIT.expression_chars, nodes: LIMIT.expression_nodes };
  const reader = openReader(source, most, null);
  const syntax = readExpression(reader);
  if (current(reader).kind !== 'end') throw unexpected(reader);
  return syntax;
}

export function readExpression(reader: Reader): Syntax {
  return read(reader, POWER.ternary);
}

/** Reads everything whose operators bind at least as tightly as `least`. */
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
  if (take(reader, 'not'))
    return node(reader, { kind: 'unary', operator: 'not', of: read(reader, POWER.coalesce), at });
  if (take(reader, '-')) return node(reader, { kind: 'unary', operator: '-', of: read(reader, POWER.negate), at });
  return readElements(reader, readAtom(reader));
}

/** Reads an operator with `left` as first operand; null if none follows that binds tightly enough. */
function readInfix(reader: Reader, left: Syntax, least: number): Syntax | null {
  const token = current(reader);
  const { at } = token;
  if (isSign(reader, '?')) return least > POWER.ternary ? null : readTernary(reader, left);
  if (word(reader) === 'is') return least > POWER.compare ? null : readIsNull(reader, left);
  const isNegated = word(reader) === 'not';
  if ((isNegated ? word(reader, 1) : word(reader)) === 'between') {
    return least > POWER.compare ? null : readBetween(reader, left, isNegated);
  }
  const negated = isNegated ? NEGATED[word(reader, 1)] : undefined;
  const found = negated ? ([negated, POWER.compare] as const) : infixOf(token, word(reader));
  if (found === undefined || found[1] < least) return null;
  reader.at += negated ? 2 : 1;
  const [operator, power] = found;
  if (operator.endsWith('in') && take(reader, 'cohort')) return readCohort(reader, left, operator === 'in', at);
  return node(reader, { kind: 'binary', operator, left, right: read(reader, power + 1), at });
}

/** `person_id in cohort 3`, or by its name. */
function readCohort(reader: Reader, left: Syntax, is_in: boolean, at: number): Syntax {
  return call(reader, is_in ? 'inCohort' : 'notInCohort', [left, read(reader, POWER.negate)], at);
}

function infixOf(token: Token, keyword: string): readonly [BinaryOperator, number] | undefined {
  const table = token.kind === 'sign' ? SIGNS : WORDS;
  const name = token.kind === 'sign' ? token.text : keyword;
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

function readTernary(reader: Reader, condition: Syntax): Syntax {
  const { at } = current(reader);
  expect(reader, '?');
  const then = read(reader, POWER.or);
  expect(reader, ':');
  return call(reader, 'if', [condition, then, read(reader, POWER.ternary)], at);
}

function readIsNull(reader: Reader, left: Syntax): Syntax {
  const { at } = current(reader);
  expect(reader, 'is');
  const name = take(reader, 'not') ? 'isNotNull' : 'isNull';
  expect(reader, 'null');
  return call(reader, name, [left], at);
}

/** Bounds are inclusive. */
function readBetween(reader: Reader, left: Syntax, is_negated: boolean): Syntax {
  const { at } = current(reader);
  if (is_negated) expect(reader, 'not');
  expect(reader, 'between');
  const low = read(reader, POWER.add);
  expect(reader, 'and');
  const high = read(reader, POWER.add);
  const above = node(reader, { kind: 'binary', operator: '>=', left, right: low, at });
  const below = node(reader, { kind: 'binary', operator: '<=', left, right: high, at });
  const both = node(reader, { kind: 'binary', operator: 'and', left: above, right: below, at });
  return is_negated ? node(reader, { kind: 'unary', operator: 'not', of: both, at }) : both;
}

function call(reader: Reader, name: string, args: readonly Syntax[], at: number): Syntax {
  return node(reader, callOf(name, args, at));
}

/** Suffixes `[1]`, `['name']`, `.1` and `::Int`. After a path, the first ones are part of it. */
function readElements(reader: Reader, atom: Syntax): Syntax {
  let of = atom;
  for (;;) {
    const { at, kind, text } = current(reader);
    if (kind === 'number' && /^\.\d+$/.test(text)) {
      reader.at++;
      of = node(reader, { kind: 'element', of, index: { kind: 'literal', value: Number(text.slice(1)), at }, at });
      continue;
    }
    if (take(reader, '::')) {
      of = call(reader, readType(reader), [of], at);
      continue;
    }
    if (!take(reader, '[')) return of;
    const index = read(reader, POWER.ternary);
    expect(reader, ']');
    const isPart = of.kind === 'path' && index.kind === 'literal' && index.value !== null;
    if (isPart && of.kind === 'path') of = readParts(reader, { ...of, parts: [...of.parts, String(index.value)] });
    else of = node(reader, { kind: 'element', of, index, at });
  }
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
  if (isSign(reader, '->')) return readLambda(reader, items, at);
  if (items.length === 1) return items[0]!;
  return node(reader, { kind: 'list', items, at });
}

function readLambda(reader: Reader, params: readonly Syntax[], at: number): Syntax {
  expect(reader, '->');
  const names = params.map((param) => {
    if (param.kind === 'path' && param.parts.length === 1) return param.parts[0]!;
    throw wrongAt(reader.source, param.at, 'before -> stands a name, or names in brackets: (x, y) -> x + y.');
  });
  return node(reader, { kind: 'lambda', names, of: readExpression(reader), at });
}

/** {name} or {variables.name}: a value sent beside the text. */
function readPlaceholder(reader: Reader, at: number): Syntax {
  const path = readExpression(reader);
  if (path.kind !== 'path') throw unexpected(reader, 'expected the name of a value, as {country}');
  expect(reader, '}');
  return node(reader, { kind: 'placeholder', parts: path.parts, at });
}

/** Up to and including the closing sign. */
function readItems(reader: Reader, closing: string): Syntax[] {
  const items: Syntax[] = [];
  if (take(reader, closing)) return items;
  do items.push(read(reader, POWER.ternary));
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
  // Some operators are functions, too: and(a, b).
  const isCall = reader.tokens[reader.at + 1]?.text === '(';
  if (!quoted && KEYWORDS.has(keyword) && !isCall) throw unexpected(reader, 'expected a value, a name or a function');
  reader.at++;
  if (take(reader, '(')) return readCall(reader, text, at);
  const path: Syntax = { kind: 'path', parts: [text], at };
  return isSign(reader, '->') ? readLambda(reader, [path], at) : readParts(reader, path);
}

function readCall(reader: Reader, name: string, at: number): Syntax {
  const of = readFilter(reader, readBareCall(reader, name, at));
  if (/^quantiles(if)?$/i.test(of.name) && of.parameters !== null) return eachLevel(reader, of, of.parameters);
  if (reader.statement === null || !take(reader, 'over')) return node(reader, of);
  const token = current(reader);
  if (token.kind !== 'name') return node(reader, { kind: 'over', call: of, window: readWindow(reader), at });
  reader.at++;
  return node(reader, { kind: 'over', call: of, window: token.text, at });
}

/** quantiles(0.5, 0.9)(x) is [quantile(0.5)(x), quantile(0.9)(x)]. */
function eachLevel(reader: Reader, of: CallSyntax, levels: readonly Syntax[]): Syntax {
  const items = levels.map((level) => node(reader, { ...of, name: of.name.replace(/s/i, ''), parameters: [level] }));
  return node(reader, { kind: 'list', items, at: of.at });
}

/** count() filter (where c) is countIf(c). */
function readFilter(reader: Reader, of: CallSyntax): CallSyntax {
  if (reader.statement === null || word(reader) !== 'filter' || reader.tokens[reader.at + 1]?.text !== '(') return of;
  reader.at += 2;
  expect(reader, 'where');
  const condition = readExpression(reader);
  expect(reader, ')');
  return { ...of, name: `${of.name}If`, args: [...of.args, condition] };
}

/** (partition by a order by b rows between 6 preceding and current row) */
export function readWindow(reader: Reader): WindowSyntax {
  expect(reader, '(');
  const partition = take(reader, 'partition') ? readBy(reader, readExpression) : [];
  const order = take(reader, 'order') ? readBy(reader, readOrderItem) : [];
  const frame = word(reader) === 'rows' || word(reader) === 'range' ? readFrame(reader) : null;
  expect(reader, ')');
  return { partition, order, frame };
}

function readFrame(reader: Reader): FrameSyntax {
  const { at } = current(reader);
  const unit = take(reader, 'rows') ? 'rows' : 'range';
  if (unit === 'range') expect(reader, 'range');
  const is_between = take(reader, 'between');
  const from = readEdge(reader);
  if (!is_between) return { unit, from, until: HERE(at), at };
  expect(reader, 'and');
  return { unit, from, until: readEdge(reader), at };
}

const HERE = (at: number): EdgeSyntax => ({ count: { kind: 'literal', value: 0, at }, side: 'following' });

function readEdge(reader: Reader): EdgeSyntax {
  const { at } = current(reader);
  if (take(reader, 'current')) {
    expect(reader, 'row');
    return HERE(at);
  }
  const count = take(reader, 'unbounded') ? null : read(reader, POWER.add);
  if (take(reader, 'preceding')) return { count, side: 'preceding' };
  expect(reader, 'following');
  return { count, side: 'following' };
}

function readBareCall(reader: Reader, name: string, at: number): CallSyntax {
  const distinct = take(reader, 'distinct');
  if (name.toLowerCase() === 'cast') return readCast(reader, at);
  const args = readArguments(reader).map((arg, place) => (place === 0 && OF_UNITS.test(name) ? unitOf(arg) : arg));
  if (!take(reader, '(')) return { kind: 'call', name, args, parameters: null, distinct, at };
  return { kind: 'call', name, parameters: args, distinct: take(reader, 'distinct'), args: readArguments(reader), at };
}

/** cast(x as String) */
function readCast(reader: Reader, at: number): CallSyntax {
  const of = readExpression(reader);
  expect(reader, 'as');
  const name = readType(reader);
  expect(reader, ')');
  return callOf(name, [of], at);
}

/** Returns the function that casts to the type. */
function readType(reader: Reader): string {
  const { text } = current(reader);
  const name = CASTS.find(([pattern]) => pattern.test(text))?.[1];
  if (name === undefined) throw unexpected(reader, 'expected String, Int, Float, Bool, Date or DateTime');
  reader.at++;
  return name;
}

/** `by` and one or more items. */
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

/** count(*) is count(); exists(select …) has a sub-query. */
function readArguments(reader: Reader): Syntax[] {
  const { at } = current(reader);
  if (word(reader) === 'select' || word(reader) === 'with') return [readBrackets(reader, at)];
  if (isSign(reader, '*') && reader.tokens[reader.at + 1]?.text === ')') {
    reader.at += 2;
    return [];
  }
  return readItems(reader, ')');
}

/** Repeated `.name`. The lexer takes `.1` for a number. */
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
  const subject = word(reader) === 'when' ? null : read(reader, POWER.ternary);
  const args: Syntax[] = [];
  while (word(reader) === 'when') {
    const when_at = current(reader).at;
    expect(reader, 'when');
    const said = read(reader, POWER.ternary);
    args.push(
      subject === null
        ? said
        : node(reader, { kind: 'binary', operator: '=', left: subject, right: said, at: when_at }),
    );
    expect(reader, 'then');
    args.push(read(reader, POWER.ternary));
  }
  if (args.length === 0) throw unexpected(reader, 'expected when');
  args.push(take(reader, 'else') ? read(reader, POWER.ternary) : { kind: 'literal', value: null, at });
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
  const count = read(reader, POWER.negate);
  const unit = word(reader);
  if (unit === '') throw unexpected(reader, 'expected a unit, as interval 7 day');
  reader.at++;
  return node(reader, { kind: 'interval', count, unit, at });
}
