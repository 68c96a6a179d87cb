/**
 * Text -> statement, by recursive descent over the expressions of `parser.ts`:
 *
 *   statement = [WITH named, …] select [UNION ALL select …]
 *   select    = SELECT [DISTINCT] column, … [FROM from] [WHERE e] [GROUP BY e, …] [HAVING e]
 *               [ORDER BY e [DESC], …] [LIMIT n BY e, …] [LIMIT n] [OFFSET n]
 *   from      = table [[AS] name] { [INNER | LEFT | RIGHT | FULL | CROSS] JOIN table [[AS] name] [ON e | USING (name, …)] }
 *   table     = name | numbers(n) | ( statement )
 */
import { LIMIT } from '../../model/limit.ts';
import { readBy, readExpression, readOrderItem } from './parser.ts';
import { current, expect, isSign, nested, openReader, type Reader, take, unexpected, word } from './reader.ts';
import { nearestText, type Source, wrongAt } from './source.ts';
import type { From, Select, SelectColumn, Statement, Syntax } from './syntax.ts';

/** Words that end what stands before them, so that they are no names that it is given. */
const CLAUSES = ['from', 'where', 'group', 'having', 'order', 'limit', 'offset', 'union', 'join', 'on', 'using'];
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
  'window',
]);
/** What begins other statements. */
const WRITES = /^(insert|update|delete|drop|create|alter|truncate|attach|grant|set|use|pragma|optimize|rename|system)$/;

/** @throws ServiceError that tells the place, what was expected there, and the nearest word */
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
    const selects = [readPart(reader)];
    while (take(reader, 'union')) {
      if (!take(reader, 'all'))
        throw unexpected(
          reader,
          'expected ALL: UNION ALL keeps all rows, SELECT DISTINCT … FROM (…) drops repeated ones',
        );
      selects.push(readPart(reader));
    }
    return { named, selects, at };
  });
}

/** A select may stand in brackets of its own. */
function readPart(reader: Reader): Select {
  const isBracketed = isSign(reader, '(');
  if (isBracketed) reader.at++;
  const select = readSelect(reader);
  if (isBracketed) expect(reader, ')');
  return select;
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
  const where = take(reader, 'where') || take(reader, 'prewhere') ? readExpression(reader) : null;
  const group_by = take(reader, 'group') ? readBy(reader, readExpression) : [];
  const having = take(reader, 'having') ? readExpression(reader) : null;
  const order_by = take(reader, 'order') ? readBy(reader, readOrderItem) : [];
  const limits = readLimits(reader);
  if (!isEnd(reader))
    throw misplaced(
      reader,
      'FROM, WHERE, GROUP BY, HAVING, ORDER BY, LIMIT, OFFSET or UNION ALL, in this order, or the end',
    );
  return { distinct, columns, from, where, group_by, having, order_by, ...limits, at };
}

function beginSelect(reader: Reader): void {
  if (take(reader, 'select')) return;
  const said = word(reader);
  if (WRITES.test(said)) {
    throw wrongAt(reader.source, current(reader).at, `statements only read here: SELECT …, not ${said.toUpperCase()}.`);
  }
  throw unexpected(reader, `${nearestText(said, ['select', 'with'])}A statement begins with SELECT or WITH`);
}

function isEnd(reader: Reader): boolean {
  const { kind } = current(reader);
  return kind === 'end' || isSign(reader, ')') || isSign(reader, ';') || word(reader) === 'union';
}

/** A misspelt clause is read as a name that what stands before it is given: it may be the token here or the one before. */
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
  if (star !== null) return { of: null, table: star.table, name: '*', alias: null, at };
  const of = readExpression(reader);
  const { end } = reader.tokens[reader.at - 1]!;
  const alias = readAlias(reader);
  const text = reader.source.text.slice(at, end).replace(/\s+/g, ' ');
  return { of, table: null, name: alias ?? text, alias, at };
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
  return names
    .map((name): Syntax => {
      const [of_left, of_right] = [left, right].map(
        (from): Syntax => ({ kind: 'path', parts: [aliasOf(from), name], at }),
      );
      return { kind: 'binary', operator: '=', left: of_left!, right: of_right!, at };
    })
    .reduce((all, each): Syntax => ({ kind: 'binary', operator: 'and', left: all, right: each, at }));
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
  const name = readName(reader);
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
