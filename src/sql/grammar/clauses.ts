/** Words that begin clauses, names between them, and errors for misplaced words. */
import { current, isSign, type Reader, take, unexpected, word } from './reader.ts';
import { nearestText } from './source.ts';

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
  'qualify',
  'join',
  'on',
  'using',
];

const SETS = new Set(['union', 'except', 'intersect']);

export const JOINS = ['inner', 'left', 'right', 'full', 'cross'] as const;

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
  'fetch',
  'with',
  'except',
  'intersect',
]);

export function isEnd(reader: Reader): boolean {
  const { kind } = current(reader);
  return kind === 'end' || isSign(reader, ')') || isSign(reader, ';') || SETS.has(word(reader));
}

/** Clauses of other databases, and what to write here instead. */
const INSTEAD: readonly (readonly [RegExp, string])[] = [
  [/^at time$/, 'times are in the zone of the project, so there is no AT TIME ZONE'],
  [/^with fill$/, 'there is no WITH FILL: write FROM numbers(30) LEFT JOIN …, one row for each day'],
  [/^with$/, "there is no WITH TOTALS and no ROLLUP: add UNION ALL SELECT 'total', count() … without the GROUP BY"],
  [/^grouping sets$/, 'there are no GROUPING SETS: write a UNION ALL of one GROUP BY for each set'],
  [/tablesample/, 'all rows are looked at: leave the sample out'],
  [/^similar/, 'write LIKE, or =~ for a regular expression'],
];

/** A misspelt clause is read as an alias of what precedes it. So it may be the current token or the one before. */
export function misplaced(reader: Reader, wanted: string): Error {
  const said = [word(reader, -1), word(reader)];
  const phrases = [said.join(' '), said[1]!, `${said[1]} ${word(reader, 1)}`];
  const instead = INSTEAD.find(([pattern]) => phrases.some((phrase) => pattern.test(phrase)))?.[1];
  if (instead !== undefined) return unexpected(reader, instead);
  if (isSign(reader, '(') && said[0] !== '' && !STOP.has(said[0]!))
    return unexpected(reader, `a comma may be missing before ${said[0]}. Else expected ${wanted}`);
  const near =
    said.map((name) => (name === '' || STOP.has(name) ? '' : nearestText(name, CLAUSES))).find(Boolean) ?? '';
  return unexpected(reader, `${near}expected ${wanted}`);
}

/** `as name`, or the name alone. */
export function readAlias(reader: Reader): string | null {
  if (take(reader, 'as')) return readName(reader);
  const token = current(reader);
  if (token.kind !== 'name' || (!token.quoted && STOP.has(token.text.toLowerCase()))) return null;
  reader.at++;
  return token.text;
}

export function readName(reader: Reader): string {
  const token = current(reader);
  if (token.kind !== 'name') throw unexpected(reader, 'expected a name');
  reader.at++;
  return token.text;
}
