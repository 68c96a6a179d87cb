/**
 * Text -> statement, by recursive descent over the expressions of `parser.ts`:
 *
 *   statement = [WITH named, …] select [UNION [ALL] select …] [tail]
 *   select    = SELECT [DISTINCT] column, … [FROM from] [ARRAY JOIN list AS name, …] [WHERE e] [GROUP BY e, …] [HAVING e]
 *               [WINDOW name AS (…), …] [tail] | ( statement )
 *   tail      = [ORDER BY e [DESC], …] [LIMIT n BY e, …] [LIMIT n] [OFFSET n]
 *   from      = table [[AS] name] { [INNER | LEFT | RIGHT | FULL | CROSS] JOIN table [[AS] name] [ON e | USING (name, …)] }
 *   table     = name | numbers(n) | ( statement )
 */
import { LIMIT } from '../../model/limit.ts';
import { readBy, readExpression, readOrderItem, readWindow } from './parser.ts';
import { current, expect, isSign, nested, openReader, type Reader, take, unexpected, word } from './reader.ts';
import { nearestText, type Source, wrongAt } from './source.ts';
import {
  chained,
  type From,
  type Select,
  type SelectColumn,
  type Statement,
  type Syntax,
  type WindowSyntax,
} from './syntax.ts';

/** Words that end an item, so they cannot be its alias. */
const CLAUSES = [
  'from',
  'where',
  'group',
  'having',
  'window',
  'order',
  'limit',
  'offset',
  'union',
  'join',
  'on',
  'using',
];
const SETS = new Set(['union', 'except', 'intersect']);
const JOINS = ['inner', 'left', 'right', 'full', 'cross'] as const;
const STOP = new Set([
  ...CLAUSES,
  ...JOINS,
  'as',
  'by',
  'any',
  'all',
  'asof',
  'prewhere',
  'settings',
  'format',
  'array',
  'qualify',
  'except',
  'intersect',
]);
/** How other statements start. */
const WRITES = /^(insert|update|delete|drop|create|alter|truncate|attach|grant|set|use|pragma|optimize|rename|system)$/;

/** @throws ServiceError that names the position, what was expected there, and the nearest word */
export function parseStatement(source: Source): Statement {
  const reader = openReader(source, { chars: LIMIT.sql_chars, nodes: LIMIT.sql_nodes }, readStatement);
  const statement = readStatement(reader);
  while (take(reader, ';'));
  if (current(reader).kind !== 'end') throw misplaced(reader, 'an operator or the end');
  return statement;
}

function readStatement(reader: Reader): Statement {
  return nested(reader, () => {
    const { at } = current(reader);
    const named: Statement['named'][number][] = [];
    if (take(reader, 'with')) {
      do named.push(readNamed(reader));
      while (take(reader, ','));
    }
    let is_whole = isSign(reader, '(');
    let selects = [readPart(reader)];
    while (take(reader, 'union')) {
      const is_all = take(reader, 'all');
      if (!is_all) take(reader, 'distinct');
      is_whole = isSign(reader, '(');
      selects.push(readPart(reader));
      if (!is_all) selects = [{ ...together(selects, is_whole, at), distinct: true }];
    }
    const said = word(reader);
    if (said === 'except' || said === 'intersect')
      throw unexpected(reader, `write WHERE x ${said === 'except' ? 'NOT IN' : 'IN'} (SELECT x …) instead`);
    if (is_whole && TAIL.has(said)) selects = [{ ...together(selects, true, at), ...readTail(reader) }];
    else if (!is_whole && selects.length > 1) selects = unionOf(selects, at);
    return { named, selects, at };
  });
}

/** A select, or a statement in brackets. */
function readPart(reader: Reader): Select {
  const { at } = current(reader);
  if (!take(reader, '(')) return readSelect(reader);
  const statement = readStatement(reader);
  expect(reader, ')');
  const [only, ...others] = statement.selects;
  return others.length === 0 && statement.named.length === 0 ? only! : fromStatement(statement, at);
}

const NO_TAIL = { order_by: [], limit_by: null, limit: null, offset: null } as const;
const TAIL = new Set(['order', 'limit', 'offset']);

/** select * from ( … ) */
export function fromStatement(statement: Statement, at: number): Select {
  return {
    ...{ distinct: false, columns: [{ of: null, table: null, name: '*', alias: null, text: '*', at }], array_join: [] },
    ...{
      from: { kind: 'statement', statement, alias: null, at },
      where: null,
      where_text: '',
      group_by: [],
      having: null,
    },
    ...{ windows: new Map(), ...NO_TAIL, at },
  };
}

/** ORDER BY and LIMIT after a union apply to all its rows; those of the last select alone need brackets. */
function together(selects: readonly Select[], is_whole: boolean, at: number): Select {
  const last = selects.at(-1)!;
  const { order_by, limit_by, limit, offset } = is_whole ? NO_TAIL : last;
  const parts = is_whole ? selects : [...selects.slice(0, -1), { ...last, ...NO_TAIL }];
  return { ...fromStatement({ named: [], selects: parts, at }, at), order_by, limit_by, limit, offset };
}

function unionOf(selects: Select[], at: number): Select[] {
  const { order_by, limit_by, limit, offset } = selects.at(-1)!;
  const is_plain = order_by.length === 0 && limit_by === null && limit === null && offset === null;
  return is_plain ? selects : [together(selects, false, at)];
}

/** `name as (select …)`, or a value: `(select …) as name`, `7 as name` */
function readNamed(reader: Reader): Statement['named'][number] {
  const token = current(reader);
  if (token.kind === 'name' && word(reader, 1) === 'as') {
    reader.at += 2;
    expect(reader, '(');
    const of = readStatement(reader);
    expect(reader, ')');
    return { name: token.text, of };
  }
  const of = readExpression(reader);
  expect(reader, 'as');
  return { name: readName(reader), of };
}

function readSelect(reader: Reader): Select {
  const { at } = current(reader);
  beginSelect(reader);
  const distinct = take(reader, 'distinct');
  const columns = [readColumn(reader)];
  while (take(reader, ',')) columns.push(readColumn(reader));
  const from = take(reader, 'from') ? readFrom(reader) : null;
  const array_join = readArrayJoin(reader);
  const began = reader.at + 1;
  const where = take(reader, 'where') || take(reader, 'prewhere') ? readExpression(reader) : null;
  const where_text = where === null ? '' : textFrom(reader, began);
  const group_by = take(reader, 'group') ? readBy(reader, readExpression) : [];
  const having = take(reader, 'having') ? readExpression(reader) : null;
  const windows = readWindows(reader);
  if (word(reader) === 'qualify')
    throw unexpected(reader, 'choose rows by a window in a sub-query: SELECT … FROM (SELECT …) WHERE place = 1');
  const tail = readTail(reader);
  if (!isEnd(reader))
    throw misplaced(
      reader,
      'FROM, ARRAY JOIN, WHERE, GROUP BY, HAVING, WINDOW, ORDER BY, LIMIT, OFFSET or UNION, in this order, or the end',
    );
  return { distinct, columns, from, array_join, where, where_text, group_by, having, windows, ...tail, at };
}

function readTail(reader: Reader): Pick<Select, 'order_by' | 'limit_by' | 'limit' | 'offset'> {
  const order_by = take(reader, 'order') ? readBy(reader, readOrderItem) : [];
  return { order_by, ...readLimits(reader) };
}

function readArrayJoin(reader: Reader): SelectColumn[] {
  if (word(reader) !== 'array' || word(reader, 1) !== 'join') return [];
  reader.at += 2;
  const lists = [readColumn(reader)];
  while (take(reader, ',')) lists.push(readColumn(reader));
  return lists;
}

/** window w as (partition by person_id), … */
function readWindows(reader: Reader): Map<string, WindowSyntax> {
  const windows = new Map<string, WindowSyntax>();
  if (!take(reader, 'window')) return windows;
  do {
    const name = readName(reader);
    expect(reader, 'as');
    windows.set(name, readWindow(reader));
  } while (take(reader, ','));
  return windows;
}

function beginSelect(reader: Reader): void {
  if (take(reader, 'select')) return;
  const said = word(reader);
  if (WRITES.test(said)) {
    throw wrongAt(reader.source, current(reader).at, `statements only read here: SELECT …, not ${said.toUpperCase()}.`);
  }
  if (said === 'explain') throw unexpected(reader, 'send "explain": true beside the statement');
  if (said === 'show' || said === 'describe' || said === 'desc')
    throw unexpected(
      reader,
      'SELECT * FROM events LIMIT 1 shows columns; a table that does not exist names those that do',
    );
  throw unexpected(reader, `${nearestText(said, ['select', 'with'])}A statement begins with SELECT or WITH`);
}

function isEnd(reader: Reader): boolean {
  const { kind } = current(reader);
  return kind === 'end' || isSign(reader, ')') || isSign(reader, ';') || SETS.has(word(reader));
}

/** A misspelt clause is read as an alias of what precedes it, so it may be the current token or the one before. */
function misplaced(reader: Reader, wanted: string): Error {
  const said = [word(reader, -1), word(reader)];
  const near =
    said.map((name) => (name === '' || STOP.has(name) ? '' : nearestText(name, CLAUSES))).find(Boolean) ?? '';
  return unexpected(reader, `${near}expected ${wanted}`);
}

/** LIMIT 10, LIMIT 10 OFFSET 5, LIMIT 5, 10; LIMIT 1 BY a before any of them. */
function readLimits(reader: Reader): Pick<Select, 'limit_by' | 'limit' | 'offset'> {
  let limit_by: Select['limit_by'] = null;
  let limit: Syntax | null = null;
  let offset: Syntax | null = null;
  while (take(reader, 'limit')) {
    const count = readExpression(reader);
    if (word(reader) === 'by') {
      limit_by = { count, of: readBy(reader, readExpression) };
      continue;
    }
    limit = count;
    if (take(reader, ',')) [offset, limit] = [count, readExpression(reader)];
    break;
  }
  if (take(reader, 'offset')) offset = readExpression(reader);
  return { limit_by, limit, offset };
}

function readColumn(reader: Reader): SelectColumn {
  const { at } = current(reader);
  const star = readStar(reader);
  if (star !== null) return { of: null, table: star.table, name: '*', alias: null, text: '*', at };
  const began = reader.at;
  const of = readExpression(reader);
  const text = textFrom(reader, began);
  const alias = readAlias(reader);
  return { of, table: null, name: alias ?? text, alias, text, at };
}

/** What was read since that token; white space and comments are one blank. */
function textFrom({ source, tokens, at }: Reader, began: number): string {
  const read = tokens.slice(began, at);
  const texts = read.map((token, place) => {
    const is_apart = place > 0 && token.at > read[place - 1]!.end;
    return (is_apart ? ' ' : '') + source.text.slice(token.at, token.end);
  });
  return texts.join('');
}

/** `*` or `name.*` */
function readStar(reader: Reader): { table: string | null } | null {
  if (take(reader, '*')) return { table: null };
  const [name, dot, star] = reader.tokens.slice(reader.at, reader.at + 3);
  if (name?.kind !== 'name' || dot?.text !== '.' || star?.text !== '*') return null;
  reader.at += 3;
  return { table: name.text };
}

/** `as name`, or the name alone. */
function readAlias(reader: Reader): string | null {
  if (take(reader, 'as')) return readName(reader);
  const token = current(reader);
  if (token.kind !== 'name' || (!token.quoted && STOP.has(token.text.toLowerCase()))) return null;
  reader.at++;
  return token.text;
}

function readName(reader: Reader): string {
  const token = current(reader);
  if (token.kind !== 'name') throw unexpected(reader, 'expected a name');
  reader.at++;
  return token.text;
}

function readFrom(reader: Reader): From {
  let left = readTable(reader);
  for (;;) {
    const { at } = current(reader);
    if (take(reader, ',')) {
      left = { kind: 'join', how: 'cross', left, right: readTable(reader), on: null, at };
      continue;
    }
    const how = readJoin(reader);
    if (how === null) return left;
    const right = readTable(reader);
    left = { kind: 'join', how, left, right, on: how === 'cross' ? null : readOn(reader, left, right), at };
  }
}

function readJoin(reader: Reader): (typeof JOINS)[number] | null {
  const said = JOINS.find((name) => name === word(reader));
  const next = word(reader, 1);
  if (said === undefined) return take(reader, 'join') ? 'inner' : null;
  if (next !== 'join' && next !== 'outer') return null;
  reader.at++;
  take(reader, 'outer');
  expect(reader, 'join');
  return said;
}

function readOn(reader: Reader, left: From, right: From): Syntax {
  const { at } = current(reader);
  if (take(reader, 'on')) return readExpression(reader);
  if (!take(reader, 'using')) throw misplaced(reader, 'ON, and what has to be equal: ON a.person_id = b.person_id');
  const isBracketed = take(reader, '(');
  const names = [readName(reader)];
  while (take(reader, ',')) names.push(readName(reader));
  if (isBracketed) expect(reader, ')');
  const equal = names.map((name): Syntax => {
    const [of_left, of_right] = [left, right].map(
      (from): Syntax => ({ kind: 'path', parts: [aliasOf(from), name], at }),
    );
    return { kind: 'binary', operator: '=', left: of_left!, right: of_right!, at };
  });
  return chained('and', equal)!;
}

function aliasOf(from: From): string {
  return from.kind === 'join' ? aliasOf(from.left) : (from.alias ?? '');
}

function readTable(reader: Reader): From {
  const token = current(reader);
  if (take(reader, '(')) {
    const statement = readStatement(reader);
    expect(reader, ')');
    return { kind: 'statement', statement, alias: readAlias(reader), at: token.at };
  }
  if (token.kind !== 'name') throw unexpected(reader, 'expected a table, as events, or (SELECT …)');
  let name = readName(reader);
  while (take(reader, '.')) name += `.${readName(reader)}`;
  const args: Syntax[] = [];
  if (take(reader, '(')) {
    do args.push(readExpression(reader));
    while (take(reader, ','));
    expect(reader, ')');
  }
  take(reader, 'final');
  if (word(reader) === 'sample') throw unexpected(reader, 'SAMPLE is not supported: all rows are looked at');
  return { kind: 'table', name, args, alias: readAlias(reader) ?? name, at: token.at };
}
