import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { tellFiles } from '../../src/cli/files/tell.ts';
import { csvRows } from '../../src/cli/formats/csv.ts';
import { LIMIT } from '../../src/model/limit.ts';
import { look, read } from '../support/reading.ts';

const T = '2026-03-09T10:00:00Z';
const DIALECT = { kind: 'csv', delimiter: ',', backslashes: false, line_end: '\n', skip_lines: 0 } as const;

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

/** Byte by byte, as chunks may be cut anywhere. */
async function* bytes(text: string): AsyncGenerator<Buffer> {
  for (const byte of Buffer.from(text)) yield Buffer.of(byte);
}

test('a record without end is told where the rows are read, behind those before it', async () => {
  const found: unknown[] = [];
  const all = async () => {
    for await (const { rows } of csvRows(endless(), DIALECT)) {
      for (const row of rows) found.push('value' in row && row.value);
    }
  };
  await expect(all()).rejects.toThrow(`Row 3 has more than ${LIMIT.import_row_chars} bytes.`);
  expect(found).toEqual([['1', '2']]);
});

describe('CSV rows', () => {
  test('quotes, line ends and delimiters in cells; another width and zero characters are refused', async () => {
    const { properties, refused } = await read(
      `event,distinct_id,timestamp,x\r\npaid,ana,${T},"a ""b"", c\r\nd;e"\r\npaid,ana,${T}\r\npaid,ana,${T},a\0b\r\npaid,ana,${T},\\N\r\n`,
    );
    expect(properties).toEqual([{ x: 'a "b", c\r\nd;e' }, {}]);
    expect(refused).toEqual(['4: 3 values for 4 columns', '5: holds a zero character, which no text has']);
  });

  test('backslashes before quotes, as MySQL writes them', async () => {
    const told = String.raw`"event","distinct_id","timestamp","x"
"paid","ana","${T}","she said \"yes, twice\""
"paid","ana","${T}","C:\\"
"paid","ana","${T}","\"yes\" \d ""no""\
end"
"paid",\N,"${T}",""
`;
    expect(tellFiles([await look(told)])).toContain('CSV separated by ",", with backslashes before quotes\n');
    const { properties, refused } = await read(told);
    expect(properties).toEqual([
      { x: 'she said "yes, twice"' },
      { x: 'C:\\' },
      { x: String.raw`"yes" \d "no"`.concat('\nend') },
    ]);
    expect(refused).toEqual([expect.stringMatching('^6: .*no distinct_id')]);
    const { rows } = (await csvRows(bytes(told), { ...DIALECT, backslashes: true }).next()).value;
    expect([...rows]).toHaveLength(4);
  });

  test('backslashes that are only part of the text', async () => {
    const { properties } = await read(String.raw`event,distinct_id,timestamp,x,y
paid,ana,${T},"C:\",5\" pipe
paid,ana,${T},"a \""b\"" c",\"q\" r
`);
    expect(properties).toEqual([
      { x: 'C:\\', y: '5\\" pipe' },
      { x: String.raw`a \"b\" c`, y: String.raw`\"q\" r` },
    ]);
  });

  test('no value of a database is nobody, not somebody of that name', async () => {
    const { events, refused } = await read(
      `event,distinct_id,timestamp\npaid,NULL,${T}\npaid,\\N,${T}\npaid,"NULL",${T}\npaid,NULLA,${T}\n`,
    );
    expect(events).toEqual([expect.stringContaining('NULLA')]);
    expect(refused).toEqual([2, 3, 4].map((line) => expect.stringMatching(`^${line}: .*no distinct_id`)));
  });

  test('the delimiter is the one that makes all rows as wide as the header', async () => {
    const rows = ['a;b', '"x,y";1,5', 'z;2,75', '"u;v";3,25'].join('\n');
    await expect(look(rows)).rejects.toThrow('Columns: "a", "b".');
  });

  test('names come twice, with blanks, or not at all', async () => {
    const { properties } = await read(`,Event , DISTINCT_ID,timestamp,x,x,__proto__\n1,paid,ana,${T},a,b,c\n`);
    expect(properties).toEqual([JSON.parse('{"x":"a","x_2":"b","__proto__":"c"}')]);
  });
});
