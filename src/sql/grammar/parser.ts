/**
 * Text -> syntax, by precedence climbing. From loosest to tightest:
 *
 *   c ? a : b    or    and    not    ??    = != < <= > >= in like =~ between, is null    + - ||    * / %    -x    x[1] x::Int
 *   x -> e may be an argument.
 */
import { LIMIT } from '../../model/limit.ts';
import { readCall, readItems, readSubquery, readType } from './calls.ts';
import { memberOf } from './dialects.ts';
import type { Token } from './lexer.ts';
import { BARE, KEYWORDS, LITERALS, NEGATED, OF_TEXT, POWER, SIGNS, WORDS } from './operators.ts';
import {
  current,
  expect,
  isSign,
  nested,
  node,
  openReader,
  type Reader,
  readExpression,
  take,
  unexpected,
  word,
} from './reader.ts';
import { type Source, wrongAt } from './source.ts';
import { type BinaryOperator, callOf, type Syntax } from './syntax.ts';

/** @throws ServiceError that names the position */
export function parseExpression(source: Source): Syntax {
  const most = { chars: LIMIT.expression_chars, nodes: LIMIT.expression_nodes };
  const reader = openReader(source, most, { expression: read, statement: null });
  const syntax = readExpression(reader);
  if (current(reader).kind !== 'end') throw unexpected(reader);
  return syntax;
}

/** Reads everything whose operators bind at least as tightly as `least`. */
export function read(reader: Reader, least: number): Syntax {
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
  if (word(reader) === 'is') return least > POWER.compare ? null : readIs(reader, left);
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

/** `person_id in cohort 3`, or the cohort's name instead of its id. */
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

/** is null, is true, is distinct from x. The last needs nothing special: missing equals missing here. */
function readIs(reader: Reader, left: Syntax): Syntax {
  const { at } = current(reader);
  expect(reader, 'is');
  const is_not = take(reader, 'not');
  if (take(reader, 'distinct')) {
    expect(reader, 'from');
    const right = read(reader, POWER.add);
    return node(reader, { kind: 'binary', operator: is_not ? '=' : '!=', left, right, at });
  }
  const flag = LITERALS[word(reader)];
  if (typeof flag !== 'boolean') {
    expect(reader, 'null');
    return call(reader, is_not ? 'isNotNull' : 'isNull', [left], at);
  }
  reader.at++;
  const right: Syntax = { kind: 'literal', value: flag, at };
  return node(reader, { kind: 'binary', operator: is_not ? '!=' : '=', left, right, at });
}

/** Both bounds are included. */
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

/** Suffixes `[1]`, `['name']`, `->>'name'`, `.1` and `::Int`. After a path, the first ones are part of it. */
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
    if (take(reader, '->>') || take(reader, '->')) {
      const key = readAtom(reader);
      if (key.kind !== 'literal') throw wrongAt(reader.source, key.at, "behind -> stands a name in quotes: ->>'plan'.");
      of = node(reader, memberOf(of, typeof key.value === 'number' ? key.value + 1 : String(key.value), at));
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
  if (word(reader) === 'select' || word(reader) === 'with') return readSubquery(reader, at);
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

function readName(reader: Reader, text: string, quoted: boolean): Syntax {
  const { at } = current(reader);
  const keyword = word(reader);
  if (Object.hasOwn(LITERALS, keyword)) {
    reader.at++;
    return node(reader, { kind: 'literal', value: LITERALS[keyword]!, at });
  }
  if (keyword === 'case') return readCase(reader);
  const next = reader.tokens[reader.at + 1];
  if (keyword === 'interval' && next?.kind !== 'sign') return readInterval(reader);
  if (keyword === 'array' && next?.text === '[') {
    reader.at += 2;
    return node(reader, { kind: 'list', items: readItems(reader, ']'), at });
  }
  if (next?.kind === 'text' && Object.hasOwn(OF_TEXT, keyword)) {
    reader.at += 2;
    return call(reader, OF_TEXT[keyword]!, [{ kind: 'literal', value: next.text, at: next.at }], at);
  }
  // Some operators are functions, too: and(a, b).
  const isCall = next?.text === '(';
  if (!isCall && Object.hasOwn(BARE, keyword)) {
    reader.at++;
    return call(reader, BARE[keyword]!, [], at);
  }
  if (!quoted && KEYWORDS.has(keyword) && !isCall) throw unexpected(reader, 'expected a value, a name or a function');
  reader.at++;
  if (take(reader, '(')) return readCall(reader, text, at);
  const path: Syntax = { kind: 'path', parts: [text], at };
  const isMember = text === 'properties' && reader.tokens[reader.at + 1]?.kind === 'text';
  return isSign(reader, '->') && !isMember ? readLambda(reader, [path], at) : readParts(reader, path);
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
