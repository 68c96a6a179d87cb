/** Tables, and how they are joined. */
import { JOINS, misplaced, readAlias, readName } from './clauses.ts';
import {
  current,
  expect,
  isSign,
  type Reader,
  readBracketed,
  readExpression,
  readList,
  take,
  unexpected,
  word,
} from './reader.ts';
import { chained, type From, type Syntax } from './syntax.ts';

export function readFrom(reader: Reader): From {
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
  const names = isSign(reader, '(') ? readBracketed(reader, readName) : readList(reader, readName);
  const equal = names.map((name): Syntax => {
    const [of_left, of_right] = [left, right].map(
      (from): Syntax => ({ kind: 'path', parts: [aliasOf(from), name], at }),
    );
    return { kind: 'binary', operator: '=', left: of_left!, right: of_right!, at };
  });
  return chained('and', equal)!;
}

function aliasOf(from: From): string {
  return from.kind === 'join' ? aliasOf(from.left) : from.kind === 'set' ? '' : (from.alias ?? '');
}

function readTable(reader: Reader): From {
  const token = current(reader);
  if (take(reader, '(')) {
    const statement = reader.statement!(reader);
    expect(reader, ')');
    return { kind: 'statement', statement, alias: readAlias(reader), at: token.at };
  }
  if (/^(unnest|lateral|generate_series|generate_date_array|flatten)$/.test(word(reader)))
    throw unexpected(
      reader,
      'items of a list become rows by ARRAY JOIN: FROM events ARRAY JOIN properties.tags AS tag. numbers(n) has rows to count by',
    );
  if (token.kind !== 'name') throw unexpected(reader, 'expected a table, as events, or (SELECT …)');
  let name = readName(reader);
  while (take(reader, '.')) name += `.${readName(reader)}`;
  const args = isSign(reader, '(') ? readBracketed(reader, readExpression) : [];
  take(reader, 'final');
  if (word(reader) === 'sample') throw unexpected(reader, 'SAMPLE is not supported: all rows are looked at');
  return { kind: 'table', name, args, alias: readAlias(reader) ?? name, at: token.at };
}
