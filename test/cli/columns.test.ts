/** Tables in a terminal. */
import { expect, test } from 'vitest';
import { runHere } from '../support/cli.ts';
import { temporaryProduct } from '../support/product.ts';

test('columns begin below each other in every script, and cells are cut between letters', async () => {
  const product = temporaryProduct();
  await product.close();
  const sql = async (statement: string) => (await runHere(['sql', statement, '--db', product.path])).stdout;
  const cells = ['東京', 'ภาษาไทยนำ', '👩‍💻', 'e\u0301', 'नमस्ते', '\u202eb', '家'.repeat(40), '👩‍👩‍👧‍👦'.repeat(40)];
  const list = await sql(`select arrayJoin([${cells.map((cell) => `'${cell}'`).join()}]) as 名前, 5 as n`);
  expect(list.split('\n')).toEqual([
    `名前${' '.repeat(55)}  n`,
    `${'-'.repeat(59)}  -`,
    `東京${' '.repeat(55)}  5`,
    `ภาษาไทยนำ${' '.repeat(50)}  5`,
    `👩‍💻${' '.repeat(57)}  5`,
    `e\u0301${' '.repeat(58)}  5`,
    `नमस्ते${' '.repeat(55)}  5`,
    `\\u202eb${' '.repeat(52)}  5`,
    `${'家'.repeat(29)}…  5`,
    `${'👩‍👩‍👧‍👦'.repeat(29)}…  5`,
    '',
  ]);
});
