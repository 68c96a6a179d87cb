/** Calls of functions: arguments, parameters, DISTINCT, ORDER BY, FILTER, OVER; and the syntax they are replaced by. */
import { LIMIT } from '../../model/limit.ts';
import { definedAs, type Form } from './definitions.ts';
import { translated } from './dialects.ts';
import { CASTS } from './operators.ts';
import {
  current,
  expect,
  isSign,
  node,
  openReader,
  type Reader,
  readExpression,
  readList,
  take,
  unexpected,
  word,
} from './reader.ts';
import { wrongAt } from './source.ts';
import { type CallSyntax, callOf, partsIn, type Syntax } from './syntax.ts';
import { readBy, readOrderItem, readWindow } from './window.ts';

/** Reads a list of expressions up to and including the closing sign. */
export function readItems(reader: Reader, closing: string): Syntax[] {
  if (take(reader, closing)) return [];
  const items = readList(reader, readExpression);
  expect(reader, closing);
  return items;
}

export function readCall(reader: Reader, name: string, at: number): Syntax {
  const meant = readMeant(reader, name, at);
  if (meant.kind !== 'call') return meant;
  const of = readFilter(reader, meant);
  if (/^quantiles(if)?$/i.test(of.name) && of.parameters !== null) return eachLevel(reader, of, of.parameters);
  if (reader.statement === null || !take(reader, 'over')) return node(reader, of);
  const token = current(reader);
  if (token.kind !== 'name') return node(reader, { kind: 'over', call: of, window: readWindow(reader), at });
  reader.at++;
  return node(reader, { kind: 'over', call: of, window: token.text, at });
}

/** Replaces quantiles(0.5, 0.9)(x) by [quantile(0.5)(x), quantile(0.9)(x)]. */
function eachLevel(reader: Reader, of: CallSyntax, levels: readonly Syntax[]): Syntax {
  const items = levels.map((level) => node(reader, { ...of, name: of.name.replace(/s/i, ''), parameters: [level] }));
  return node(reader, { kind: 'list', items, at: of.at });
}

/** Replaces count() filter (where c) by countIf(c). */
function readFilter(reader: Reader, of: CallSyntax): CallSyntax {
  if (reader.statement === null || word(reader) !== 'filter' || reader.tokens[reader.at + 1]?.text !== '(') return of;
  reader.at += 2;
  expect(reader, 'where');
  const condition = readExpression(reader);
  expect(reader, ')');
  return { ...of, name: `${of.name}If`, args: [...of.args, condition] };
}

/** A call of a HogQL function, or the syntax that it is short for. */
function readMeant(reader: Reader, name: string, at: number): Syntax {
  const { said, form } = readBareCall(reader, name, at);
  const own = form === '' || form === 'distinct' ? translated(said) : said;
  const meant = own.kind === 'call' ? definedAs(own, form, (text) => parsed(reader, text)) : own;
  // Nodes of the replacement are counted too, because arguments may occur in it several times.
  if (meant !== null && meant !== own) for (const part of partsIn(meant)) node(reader, part);
  if (meant === null && (form === 'ordered' || form === 'descending'))
    throw wrongAt(reader.source, at, `${name} takes no ORDER BY: write groupArray(x ORDER BY y), or argMax(x, y).`);
  return meant ?? own;
}

const MOST = { chars: LIMIT.expression_chars, nodes: LIMIT.expression_nodes };

function parsed({ expression }: Reader, text: string): Syntax {
  return readExpression(openReader({ text, attr: 'definition' }, MOST, { expression, statement: null }));
}

function readBareCall(reader: Reader, name: string, at: number): { said: CallSyntax; form: Form } {
  const distinct = take(reader, 'distinct');
  const said = { kind: 'call', name, parameters: null, distinct, at } as const;
  if (/^(try_?|safe_?)?cast$/i.test(name)) return { said: readCast(reader, at), form: '' };
  if (name.toLowerCase() === 'extract' && word(reader, 1) === 'from') return { said: readPart(reader, at), form: '' };
  if (
    name.toLowerCase() === 'trim' &&
    Object.hasOwn(TRIMMED, word(reader)) &&
    reader.tokens[reader.at + 1]?.kind === 'text'
  )
    return { said: readTrim(reader, at), form: '' };
  const { args, form } = readArguments(reader);
  if (form !== '' || distinct) return { said: { ...said, args }, form: form === '' ? 'distinct' : form };
  if (take(reader, 'within')) return { said: { ...said, ...readWithin(reader, name, args) }, form: '' };
  if (!take(reader, '(')) return { said: { ...said, args }, form: '' };
  const is_distinct = take(reader, 'distinct');
  const inner = readArguments(reader);
  return { said: { ...said, parameters: args, distinct: is_distinct, args: inner.args }, form: inner.form };
}

/** Reads `extract(year from timestamp)` from `year` on. */
function readPart(reader: Reader, at: number): CallSyntax {
  const unit: Syntax = { kind: 'literal', value: word(reader), at: current(reader).at };
  reader.at += 2;
  const of = readExpression(reader);
  expect(reader, ')');
  return callOf('date_part', [unit, of], at);
}

/** Where characters are trimmed, as a pattern of them. */
const TRIMMED: Readonly<Record<string, (one: string) => string>> = {
  both: (one) => `^${one}+|${one}+$`,
  leading: (one) => `^${one}+`,
  trailing: (one) => `${one}+$`,
};

/** Reads `trim(both '"' from x)` from `both` on. */
function readTrim(reader: Reader, at: number): CallSyntax {
  const pattern = TRIMMED[word(reader)]!;
  const { text, at: text_at } = reader.tokens[reader.at + 1]!;
  if (text === '') throw wrongAt(reader.source, text_at, 'name at least one character to trim.');
  reader.at += 2;
  expect(reader, 'from');
  const of = readExpression(reader);
  expect(reader, ')');
  const one = `[${text.replace(/[\\\]^[-]/g, '\\$&')}]`;
  const [said, nothing] = [pattern(one), ''].map((value): Syntax => ({ kind: 'literal', value, at: text_at }));
  return callOf('replaceRegexpAll', [of, said!, nothing!], at);
}

/** Reads `group (order by x)`, after `percentile_cont(0.5) within`. */
function readWithin(reader: Reader, name: string, parameters: readonly Syntax[]) {
  if (name.toLowerCase() !== 'percentile_cont')
    throw unexpected(reader, 'WITHIN GROUP stands behind percentile_cont(0.5); quantile(0.5)(x) says the same');
  expect(reader, 'group');
  expect(reader, '(');
  expect(reader, 'order');
  const [item] = readBy(reader, readOrderItem);
  expect(reader, ')');
  if (item!.is_descending)
    throw wrongAt(reader.source, item!.of.at, 'write quantile(0.1)(x) for the 90th from the end.');
  return { name: 'quantile', parameters, args: [item!.of] };
}

/** Reads `cast(x as String)`, or `cast(x, 'String')`, from `x` on. */
function readCast(reader: Reader, at: number): CallSyntax {
  const of = readExpression(reader);
  if (!take(reader, ',')) expect(reader, 'as');
  const name = readType(reader);
  expect(reader, ')');
  return callOf(name, [of], at);
}

/** Reads the name of a type. Returns the function that casts to it. */
export function readType(reader: Reader): string {
  const { text } = current(reader);
  const name = CASTS.find(([pattern]) => pattern.test(text))?.[1];
  if (name === undefined)
    throw unexpected(
      reader,
      'expected String, Int, Float, Bool, Date or DateTime; an interval is written INTERVAL 7 DAY',
    );
  reader.at++;
  take(reader, 'precision');
  // the arguments of a type like numeric(10, 2)
  if (take(reader, '(')) readItems(reader, ')');
  return name;
}

/** Reads arguments: none for `*`, a sub-query for `select …`. The expression after ORDER BY is one more argument. */
function readArguments(reader: Reader): { args: Syntax[]; form: Form } {
  const { at } = current(reader);
  if (word(reader) === 'select' || word(reader) === 'with') return { args: [readSubquery(reader, at)], form: '' };
  if (isSign(reader, '*') && reader.tokens[reader.at + 1]?.text === ')') {
    reader.at += 2;
    return { args: [], form: '' };
  }
  if (take(reader, ')')) return { args: [], form: '' };
  const args = readList(reader, readExpression);
  let form: Form = '';
  if (take(reader, 'order')) {
    const [item] = readBy(reader, readOrderItem);
    args.push(item!.of);
    form = item!.is_descending ? 'descending' : 'ordered';
  }
  if (take(reader, 'separator')) args.push(readExpression(reader));
  expect(reader, ')');
  return { args, form };
}

/** Reads a sub-query up to and including the closing bracket. */
export function readSubquery(reader: Reader, at: number): Syntax {
  if (reader.statement === null) throw unexpected(reader, 'a sub-query can stand in a statement of SQL only');
  const statement = reader.statement(reader);
  expect(reader, ')');
  return node(reader, { kind: 'subquery', statement, at });
}
