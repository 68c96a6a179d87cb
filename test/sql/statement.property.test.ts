/** Any text is run or refused with a position; it never crashes. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ServiceError } from '../../src/model/error.ts';
import { parseStatement } from '../../src/sql/grammar/statement.ts';
import { anyText } from '../support/any_text.ts';
import { runs } from '../support/runs.ts';
import { sqlProduct } from '../support/sql.ts';

const WORDS = [
  ...[
    'select',
    'from',
    'where',
    'group by',
    'order by',
    'having',
    'limit',
    'offset',
    'union all',
    'with',
    'as',
    'in',
    'not',
    'and',
    'or',
  ],
  ...[
    'join',
    'left join',
    'on',
    'using',
    'over',
    'partition by',
    'distinct',
    'case',
    'when',
    'then',
    'end',
    'between',
    'is null',
    'interval 1 day',
  ],
  ...[
    'events',
    'persons',
    'sessions',
    'numbers(3)',
    'event',
    'timestamp',
    'person_id',
    'properties.a',
    'person.properties.b',
    'a',
    'b',
  ],
  ...[
    'count()',
    'sum(',
    'uniq(',
    'row_number()',
    'lag(',
    'quantile(0.5)(',
    'topK(3)(',
    'windowFunnel(5)(',
    'exists (select',
    'arrayMap(x ->',
    'arrayJoin(',
    'array join',
    'rows between 1 preceding and current row',
    'window w as (',
    'over w',
    '::Int',
    'quantiles(0.5, 0.9)(',
    'filter (where',
    'toStartOfInterval(',
    'toDate(',
    'if(',
  ],
  ...[
    '1',
    '0.5',
    "'x'",
    '*',
    '(',
    ')',
    ',',
    '.',
    '[',
    ']',
    '{',
    '}',
    '{a}',
    '=',
    '<',
    '+',
    '-',
    '/',
    ';',
    '--',
    '/*',
    "'",
    '"',
  ],
];
const soup = fc.array(fc.constantFrom(...WORDS), { maxLength: 10 }).map((words) => words.join(' '));
const begun = soup.map((rest) => `select ${rest}`);
const sane = fc
  .tuple(
    fc.constantFrom('event', '*', 'count()', 'a', 'properties.a as b'),
    fc.constantFrom('events', 'persons', 'numbers(3) a', '(select 1 as a) b'),
    soup,
  )
  .map(([columns, from, rest]) => `select ${columns} from ${from} ${rest}`);

test('of any text', async () => {
  const { run } = sqlProduct({ events: [['e', 'ann', '2026-01-10T00:00:00Z', { a: 1 }]] });
  const outcomes = { answered: 0, refused: 0 };
  await fc.assert(
    fc.asyncProperty(fc.oneof(soup, begun, sane, anyText()), async (text) => {
      const error = await run(text).then(
        () => outcomes.answered++,
        (thrown: unknown) => thrown,
      );
      if (typeof error === 'number') return;
      outcomes.refused++;
      expect(error).toBeInstanceOf(ServiceError);
      expect((error as ServiceError).status, text).toBe(400);
      expect((error as ServiceError).message).not.toMatch(/undefined|\[object|node_modules/);
    }),
    { numRuns: runs(1_500) },
  );
  expect(outcomes.answered).toBeGreaterThan(runs(20));
});

test('white space, comments and letters of keywords mean nothing', () => {
  const plain =
    "select event, count() from events where event = 'a' group by event having count() > 1 order by 2 desc limit 3";
  const parsed = (text: string) =>
    JSON.stringify(parseStatement({ text, attr: 'q', what: 'SQL' }), (key, value: unknown) =>
      key === 'at' ? 0 : value,
    );
  const keywords = /\b(select|from|where|group by|having|order by|desc|limit)\b/g;
  fc.assert(
    fc.property(fc.constantFrom(' ', '\n', '\t ', ' /* x */ ', ' -- y\n'), fc.boolean(), (blank, upper) => {
      const said = upper ? plain.replace(keywords, (word) => word.toUpperCase()) : plain;
      expect(parsed(said.replaceAll(' ', blank))).toBe(parsed(plain));
    }),
    { numRuns: 20 },
  );
});
