/** docs/sql.md: its statements run, its tables and functions are those there are. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { LIMIT } from '../../src/model/limit.ts';
import { AGGREGATE_NAMES } from '../../src/sql/expression/aggregates.ts';
import { FUNCTION_LIST } from '../../src/sql/expression/resolver.ts';
import { WINDOW_NAMES } from '../../src/sql/plan/windows.ts';
import { sqlProduct } from '../support/sql.ts';

const page = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'sql.md'), 'utf8');
const product = () =>
  sqlProduct({
    events: [
      ['$pageview', 'ana', '2026-01-10T08:00:00Z', { $pathname: '/', load_ms: 90, $session_id: 's' }],
      ['purchase', 'ana', '2026-01-10T08:05:00Z', { amount: 5, $session_id: 's' }],
      ['purchase', 'ana', '2026-01-12T08:00:00Z', { amount: 7 }],
      ['$pageview', 'ben', '2026-01-12T09:00:00Z', { $pathname: '/a', load_ms: 40 }],
    ],
    persons: { ana: { email: 'ana@x.example' }, ben: { email: 'ben@x.example' } },
  });

test('every statement of the page answers', async () => {
  const { run } = product();
  const statements = [...page.matchAll(/```sql\n(.*?)```/gs)].map(([, sql]) => sql!);
  expect(statements).toHaveLength(5);
  const answers = [];
  for (const sql of statements) answers.push((await run(sql)).results.map((row) => row.slice(-2)));
  expect(answers).toEqual([
    [
      [90, 1],
      [40, 1],
    ],
    [[expect.any(String), '2026-01-10T08:05:00+00:00']],
    [
      [5, 5],
      [7, 6],
    ],
    [['ben@x.example', 1]],
    [['$pageview > purchase', 1]],
  ]);
});

test('every column of the page is there', async () => {
  const { run } = product();
  for (const [, table, columns] of page.matchAll(/^\| `(\w+)(?:\(n\))?` \| [^|]* \| (.*) \|$/gm)) {
    const names = columns!.replaceAll('`', '');
    await run(`select ${names} from ${table === 'numbers' ? 'numbers(1)' : table}`);
  }
});

test('it names every function, and the limits that hold', () => {
  const plain = AGGREGATE_NAMES.filter((name) => !name.endsWith('If'));
  const lists = [
    `Of many rows, each also with \`If\` and a condition last: ${plain.join(', ')}, quantiles.`,
    `With \`OVER\`: ${WINDOW_NAMES.join(', ')}, and those of many rows.`,
    `Of values: ${[...FUNCTION_LIST].sort((a, b) => a.localeCompare(b)).join(', ')}, arrayJoin.`,
  ];
  expect(page.slice(page.indexOf('## Functions\n\n') + 14).trimEnd()).toBe(lists.join('\n\n'));
  const said = [
    LIMIT.sql_chars,
    LIMIT.sql_nodes,
    LIMIT.sql_rows,
    LIMIT.sql_rows_held,
    LIMIT.sql_values_held,
    LIMIT.sql_list_items,
    LIMIT.sql_window_chars,
  ];
  for (const limit of said) expect(page).toContain(limit.toLocaleString('en'));
});
