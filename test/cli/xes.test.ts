/** XES logs that would not fit into memory. */
import { expect, test } from 'vitest';
import { xesRows } from '../../src/cli/formats/xes.ts';
import { LIMIT } from '../../src/model/limit.ts';

const NAMED = '<string key="concept:name" value="paid"/>';

async function* log(...parts: readonly string[]): AsyncGenerator<Buffer> {
  yield Buffer.from('<log><trace>');
  for (const part of parts) yield Buffer.from(part);
}

async function read(chunks: AsyncGenerator<Buffer>): Promise<number> {
  let rows = 0;
  for await (const batch of xesRows(chunks)) rows += [...batch.rows].length;
  return rows;
}

test('an event without end is refused, also behind others', async () => {
  const part = 'x'.repeat(1024 * 1024);
  const endless = Array.from({ length: LIMIT.import_row_chars / part.length + 1 }, () => part);
  for (const before of ['', `<event>${NAMED}</event>`]) {
    const chunks = log(before, '<event><string key="a" value="', ...endless);
    await expect(read(chunks)).rejects.toThrow('there is no event for long');
  }
  const event = `<event>${NAMED}<string key="a" value="${part}"/></event>`;
  expect(await read(log(...endless.map(() => event), '</trace></log>'))).toBe(endless.length);
});
