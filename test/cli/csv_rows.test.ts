import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { csvRows } from '../../src/cli/formats/csv.ts';
import { LIMIT } from '../../src/model/limit.ts';

const PIECE = Buffer.alloc(2 ** 20, 'x\n');

/** A record that is too long, in pieces that come one by one, and one more. */
async function* endless(): AsyncGenerator<Buffer> {
  yield Buffer.from('a,b\n1,2\n3,"');
  for (let bytes = 0; bytes <= LIMIT.import_row_chars + PIECE.length; bytes += PIECE.length) {
    yield PIECE;
    await sleep(1);
  }
  yield Buffer.from('"\n4,5\n');
}

test('a record without end is told where the rows are read, behind those before it', async () => {
  const found: unknown[] = [];
  const read = async () => {
    for await (const { rows } of csvRows(endless(), { kind: 'csv', delimiter: ',', line_end: '\n', skip_lines: 0 })) {
      for (const row of rows) found.push('value' in row && row.value);
    }
  };
  await expect(read()).rejects.toThrow(`Row 3 has more than ${LIMIT.import_row_chars} bytes.`);
  expect(found).toEqual([['1', '2']]);
});
