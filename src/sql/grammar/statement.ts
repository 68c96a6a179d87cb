/**
 * Text -> statement, by recursive descent over the expressions of `parser.ts`:
 *
 *   statement = [WITH named, …] part [(UNION [ALL] | EXCEPT) part …] [tail]
 *   part      = select [INTERSECT select …]
 *   select    = SELECT [DISTINCT [ON (e, …)]] column, … [FROM from] [ARRAY JOIN list AS name, …] [WHERE e] [GROUP BY e, …]
 *               [HAVING e] [WINDOW name AS (…), …] [QUALIFY e] [tail] | ( statement )
 *   tail      = [ORDER BY e [DESC], …] [LIMIT n BY e, …] [LIMIT n] [OFFSET n]
 *   from      = table [[AS] name] { [INNER | LEFT | RIGHT | FULL | CROSS] JOIN table [[AS] name] [ON e | USING (name, …)] }
 *   table     = name | numbers(n) | ( statement )
 */
import { LIMIT } from '../../model/limit.ts';
import { isEnd, misplaced, readAlias, readName } from './clauses.ts';
import { readFrom } from './from.ts';
import { read } from './parser.ts';
import {
  current,
  expect,
  isSign,
  nested,
  openReader,
  type Reader,
  readBracketed,
  readExpression,
  readList,
  take,
  unexpected,
  word,
} from './reader.ts';
import { nearestText, type Source, wrongAt } from './source.ts';
import type { From, Select, SelectColumn, Statement, Syntax, WindowSyntax } from './syntax.ts';
import { readBy, readOrderItem, readWindow } from './window.ts';

/** First words of statements that change something, which are refused. */
const WRITES = /^(insert|update|delete|drop|create|alter|truncate|attach|grant|set|use|pragma|optimize|rename|system)$/;

/** No tool removes for good, so whoever tries is told who can. */
const REMOVES = /^(delete|truncate)$/;
const REMOVED_BY =
  'What somebody sent is removed for good by the command person delete ID --with-events, or by DELETE /api/projects/:project_id/persons/:id/?delete_events=true with the scope person:write.';

/** @throws ServiceError that names the position, what was expected there, and the nearest word */
export function parseStatement(source: Source): Statement {
  const most = { chars: LIMIT.sql_chars, nodes: LIMIT.sql_nodes };
  const reader = openReader(source, most, { expression: read, statement: readStatement });
  const statement = readStatement(reader);
  while (take(reader, ';'));
  if (current(reader).kind !== 'end') throw misplaced(reader, 'an operator or the end');
  return statement;
}

function readStatement(reader: Reader): Statement {
  return nested(reader, () => {
    const { at } = current(reader);
    const named = take(reader, 'with') ? readList(reader, readNamed) : [];
    let last = readTerm(reader);
    let selects = [last.select];
    for (;;) {
      const is_except = take(reader, 'except');
      if (!is_except && !take(reader, 'union')) break;
      const is_all = readDistinct(reader, is_except);
      last = readTerm(reader);
      if (is_except) selects = [setOf('except', selects, last, at)];
      else selects = [...selects, last.select];
      if (!is_all && !is_except) selects = [{ ...together(selects, last.is_whole, at), distinct: true }];
    }
    if (last.is_whole && TAIL.has(word(reader))) selects = [{ ...together(selects, true, at), ...readTail(reader) }];
    else if (!last.is_whole && selects.length > 1) selects = unionOf(selects, at);
    return { named, selects, at };
  });
}

/** A select. `is_whole`: it stands in brackets, so the clauses after it are not its own. */
interface Term {
  readonly select: Select;
  readonly is_whole: boolean;
}

function readTerm(reader: Reader): Term {
  const { at } = current(reader);
  let term: Term = { is_whole: isSign(reader, '('), select: readPart(reader) };
  while (take(reader, 'intersect')) {
    readDistinct(reader, true);
    const right: Term = { is_whole: isSign(reader, '('), select: readPart(reader) };
    term = { is_whole: right.is_whole, select: setOf('intersect', [term.select], right, at) };
  }
  return term;
}

/** Reads ALL or DISTINCT. Returns whether rows may repeat; rows of INTERSECT and EXCEPT never do. */
function readDistinct(reader: Reader, is_set: boolean): boolean {
  if (is_set && word(reader) === 'all')
    throw unexpected(reader, 'rows of INTERSECT and EXCEPT are different ones: write them without ALL');
  const is_all = take(reader, 'all');
  if (!is_all) take(reader, 'distinct');
  return is_all;
}

/** INTERSECT or EXCEPT as a select. ORDER BY and LIMIT after its last select apply to all rows. */
function setOf(how: 'intersect' | 'except', left: Select[], { select, is_whole }: Term, at: number): Select {
  const right = is_whole ? select : { ...select, ...NO_TAIL };
  const of = (selects: Select[]): Statement => ({ named: [], selects, at });
  return {
    ...allFrom({ kind: 'set', how, left: of(left), right: of([right]), at }, at),
    ...(is_whole ? NO_TAIL : tailOf(select)),
  };
}

/** Reads a select, or a statement in brackets. */
function readPart(reader: Reader): Select {
  const { at } = current(reader);
  if (!take(reader, '(')) return readSelect(reader);
  const statement = readStatement(reader);
  expect(reader, ')');
  const [only, ...others] = statement.selects;
  return others.length === 0 && statement.named.length === 0 ? only! : fromStatement(statement, at);
}

type Tail = Pick<Select, 'order_by' | 'limit_by' | 'limit' | 'offset'>;
const NO_TAIL: Tail = { order_by: [], limit_by: null, limit: null, offset: null };
const TAIL = new Set(['order', 'limit', 'offset']);

function tailOf({ order_by, limit_by, limit, offset }: Select): Tail {
  return { order_by, limit_by, limit, offset };
}

/** Wraps a statement: select * from ( … ). */
export function fromStatement(statement: Statement, at: number): Select {
  return allFrom({ kind: 'statement', statement, alias: null, at }, at);
}

export function allFrom(from: From, at: number): Select {
  return {
    ...{ distinct: false, columns: [{ of: null, table: null, name: '*', alias: null, text: '*', at }], array_join: [] },
    ...{ from, where: null, where_text: '', group_by: [], having: null },
    ...{ windows: new Map(), qualify: null, ...NO_TAIL, at },
  };
}

/** A union as one select. ORDER BY and LIMIT after it apply to all rows; the last select alone needs brackets. */
function together(selects: readonly Select[], is_whole: boolean, at: number): Select {
  const last = selects.at(-1)!;
  const parts = is_whole ? selects : [...selects.slice(0, -1), { ...last, ...NO_TAIL }];
  return { ...fromStatement({ named: [], selects: parts, at }, at), ...(is_whole ? NO_TAIL : tailOf(last)) };
}

function unionOf(selects: Select[], at: number): Select[] {
  const { order_by, limit_by, limit, offset } = tailOf(selects.at(-1)!);
  const is_plain = order_by.length === 0 && limit_by === null && limit === null && offset === null;
  return is_plain ? selects : [together(selects, false, at)];
}

/** Reads `name as (select …)`, or a value: `(select …) as name`, `7 as name`. */
function readNamed(reader: Reader): Statement['named'][number] {
  const token = current(reader);
  if (word(reader) === 'recursive' && reader.tokens[reader.at + 1]?.kind === 'name')
    throw unexpected(reader, 'there is no recursive WITH; numbers(n) has rows to count by');
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
  const first_of = distinct && take(reader, 'on') ? readBracketed(reader, readExpression) : null;
  const most = readTop(reader);
  const columns = [readColumn(reader)];
  while (take(reader, ',') && word(reader) !== 'from') columns.push(readColumn(reader));
  const from = take(reader, 'from') ? readFrom(reader) : null;
  const array_join = readArrayJoin(reader);
  const began = reader.at + 1;
  const where = take(reader, 'where') || take(reader, 'prewhere') ? readExpression(reader) : null;
  const where_text = where === null ? '' : textFrom(reader, began);
  const group_by = take(reader, 'group') ? readBy(reader, readExpression) : [];
  const having = take(reader, 'having') ? readExpression(reader) : null;
  const windows = readWindows(reader);
  const qualify = take(reader, 'qualify') ? readExpression(reader) : null;
  const tail = readTail(reader);
  if (!isEnd(reader))
    throw misplaced(
      reader,
      'FROM, ARRAY JOIN, WHERE, GROUP BY, HAVING, WINDOW, QUALIFY, ORDER BY, LIMIT, OFFSET or UNION, in this order, or the end',
    );
  if (first_of !== null && tail.limit_by !== null)
    throw wrongAt(reader.source, at, 'DISTINCT ON (…) is LIMIT 1 BY …: write one of them, the other around it.');
  const said = { columns, from, array_join, where, where_text, group_by, having, windows, qualify, ...tail, at };
  const limit_by = first_of === null ? tail.limit_by : { count: numberOf(1, at), of: first_of };
  return { ...said, distinct: distinct && first_of === null, limit_by, limit: tail.limit ?? most };
}

/** Reads the limit of `select top 10 x`. */
function readTop(reader: Reader): Syntax | null {
  if (word(reader) !== 'top' || reader.tokens[reader.at + 1]?.kind !== 'number') return null;
  reader.at++;
  const { text, at } = current(reader);
  reader.at++;
  return numberOf(Number(text), at);
}

function numberOf(value: number, at: number): Syntax {
  return { kind: 'literal', value, at };
}

function readTail(reader: Reader): Tail {
  const order_by = take(reader, 'order') ? readBy(reader, readOrderItem) : [];
  return { order_by, ...readLimits(reader) };
}

function readArrayJoin(reader: Reader): SelectColumn[] {
  if (word(reader) !== 'array' || word(reader, 1) !== 'join') return [];
  reader.at += 2;
  return readList(reader, readColumn);
}

/** Reads `window w as (partition by person_id), …`. */
function readWindows(reader: Reader): Map<string, WindowSyntax> {
  return new Map(take(reader, 'window') ? readList(reader, readNamedWindow) : []);
}

function readNamedWindow(reader: Reader): [string, WindowSyntax] {
  const name = readName(reader);
  expect(reader, 'as');
  return [name, readWindow(reader)];
}

function beginSelect(reader: Reader): void {
  if (take(reader, 'select')) return;
  const said = word(reader);
  if (WRITES.test(said)) {
    const message = `statements only read here: SELECT …, not ${said.toUpperCase()}. ${REMOVES.test(said) ? REMOVED_BY : ''}`;
    throw wrongAt(reader.source, current(reader).at, message.trimEnd());
  }
  if (said === 'explain') throw unexpected(reader, 'send "explain": true beside the statement');
  if (said === 'show' || said === 'describe' || said === 'desc')
    throw unexpected(
      reader,
      'SELECT * FROM events LIMIT 1 shows columns; a table that does not exist names those that do',
    );
  throw unexpected(reader, `${nearestText(said, ['select', 'with'])}A statement begins with SELECT or WITH`);
}

/** Reads LIMIT 10, LIMIT 10 OFFSET 5, or LIMIT 5, 10; LIMIT 1 BY a may come before any of them. */
function readLimits(reader: Reader): Omit<Tail, 'order_by'> {
  let limit_by: Select['limit_by'] = null;
  let limit: Syntax | null = null;
  let offset: Syntax | null = null;
  while (take(reader, 'limit')) {
    const count = readExpression(reader);
    if (word(reader) === 'by') {
      if (limit_by !== null) throw unexpected(reader, 'LIMIT n BY stands once, with all its columns: LIMIT 1 BY a, b');
      limit_by = { count, of: readBy(reader, readExpression) };
      continue;
    }
    limit = count;
    if (take(reader, ',')) [offset, limit] = [count, readExpression(reader)];
    break;
  }
  if (take(reader, 'offset')) offset = readExpression(reader);
  return { limit_by, limit: readFetch(reader) ?? limit, offset };
}

/** Reads `fetch first 10 rows only`. */
function readFetch(reader: Reader): Syntax | null {
  if (!take(reader, 'fetch')) return null;
  if (!take(reader, 'next')) expect(reader, 'first');
  const count = readExpression(reader);
  if (!take(reader, 'row')) expect(reader, 'rows');
  expect(reader, 'only');
  return count;
}

function readColumn(reader: Reader): SelectColumn {
  const { at } = current(reader);
  const star = readStar(reader);
  if (star !== null) {
    const without = readWithout(reader);
    return { of: null, table: star.table, without, name: '*', alias: null, text: '*', at };
  }
  const began = reader.at;
  const of = readExpression(reader);
  const text = textFrom(reader, began);
  const alias = readAlias(reader);
  return { of, table: null, name: alias ?? text, alias, text, at };
}

/** The text from token `began` up to here; white space and comments become one blank. */
function textFrom({ source, tokens, at }: Reader, began: number): string {
  const read = tokens.slice(began, at);
  const texts = read.map((token, place) => {
    const is_apart = place > 0 && token.at > read[place - 1]!.end;
    return (is_apart ? ' ' : '') + source.text.slice(token.at, token.end);
  });
  return texts.join('');
}

/** Reads `*` or `name.*`. */
function readStar(reader: Reader): { table: string | null } | null {
  if (take(reader, '*')) return { table: null };
  const [name, dot, star] = reader.tokens.slice(reader.at, reader.at + 3);
  if (name?.kind !== 'name' || dot?.text !== '.' || star?.text !== '*') return null;
  reader.at += 3;
  return { table: name.text };
}

/** Reads the names in `* except (a, b)` or `* exclude a`. */
function readWithout(reader: Reader): string[] {
  const is_set = word(reader, 1) === 'select' || word(reader, 2) === 'select';
  if (is_set || (!take(reader, 'except') && !take(reader, 'exclude'))) return [];
  return isSign(reader, '(') ? readBracketed(reader, readName) : [readName(reader)];
}
