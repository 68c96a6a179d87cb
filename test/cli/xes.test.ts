/** Files whose rows would not fit into memory. */
import { expect, test } from 'vitest';
import { ndjsonRows } from '../../src/cli/formats/ndjson.ts';
import { xesRows } from '../../src/cli/formats/xes.ts';
import { LIMIT } from '../../src/model/limit.ts';
import { atAndPast } from '../support/tried_limits.ts';

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

test('a line has so many characters, whether its end has come or not', async () => {
  const lines = async function* (chars: number): AsyncGenerator<Buffer> {
    yield Buffer.from('{"a":"'.padEnd(chars - 2, 'x').concat('"}'));
    yield Buffer.from('\n');
  };
  const rows = async (chars: number) => {
    let count = 0;
    for await (const batch of ndjsonRows(lines(chars))) count += [...batch.rows].length;
    return count;
  };
  const past = new RegExp(`^413 too_large of null: Line 1 has more than ${LIMIT.import_row_chars} characters`);
  await atAndPast('import_row_chars', rows, { at: 1, past });
});
