/** The CSV byte scanner makes the same batches as a parser that makes cells, whatever the records hold. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Column } from '../../src/cli/files/columns.ts';
import { CsvBlocks } from '../../src/cli/files/csv_blocks.ts';
import { LineBlocks } from '../../src/cli/files/line_blocks.ts';
import { type RowSetting, rowSetting } from '../../src/cli/files/row_setting.ts';
import { parseFileOptions } from '../../src/cli/files/settings.ts';
import type { FileInfo } from '../../src/cli/files/types.ts';
import { csvRows } from '../../src/cli/formats/csv.ts';
import type { Row } from '../../src/cli/formats/types.ts';
import { FileBatch } from '../../src/service/ingest/file_batch.ts';
import { LineIds } from '../../src/service/ingest/line_ids.ts';
import { anyText } from '../support/any_text.ts';
import { type Collected, chunksOf, collected, told, types } from '../support/batches.ts';
import { runs } from '../support/runs.ts';

const NAMES = [
  'uuid',
  'event',
  'distinct_id',
  'timestamp',
  '$browser',
  'text',
  'mixed',
  'number',
  'comma',
  'json',
  'later',
  'left',
];
const TYPES = [
  'text',
  'text',
  'text',
  'text',
  'text',
  'text',
  'mixed',
  'number',
  'decimal_comma',
  'json',
  'empty',
  'mixed',
] as const;
const COLUMNS = NAMES.map((name, at): Column => {
  const role = at < 4 ? 'field' : name === 'left' ? 'unused' : 'property';
  return { name, as: name, role, type: TYPES[at]!, at, matched: 'name' };
});

function fileOf(delimiter: string): FileInfo {
  return {
    path: 'f',
    archive: null,
    origin: null,
    bytes: null,
    head: [],
    packing: null,
    encoding: 'utf-8',
    format: { kind: 'csv', delimiter, backslashes: false, line_end: '\n', skip_lines: 0 },
    columns: COLUMNS,
    times: { timestamp: { form: 'ymd', said: false, sample: '2026-01-31T12:00:00Z' } },
    settings: parseFileOptions({}),
  };
}

function read(text: string, delimiter: string, by_bytes: boolean, chunk_bytes: number): Promise<Collected> {
  const file = fileOf(delimiter);
  const setting = rowSetting(file, new LineIds('s'));
  expect(setting.is_plain).toBe(true);
  const batch = new FileBatch();
  const chunks = chunksOf(text, chunk_bytes);
  return collected(by_bytes ? fromBlocks(chunks, batch, file, setting) : parsed(chunks, file, setting), batch, setting);
}

async function* fromBlocks(
  chunks: AsyncGenerator<Buffer>,
  batch: FileBatch,
  file: FileInfo,
  setting: RowSetting,
): AsyncGenerator<Row | null> {
  const blocks = new LineBlocks(chunks);
  const records = new CsvBlocks(batch, file);
  for (let block = await blocks.next(); block !== null; block = await blocks.next(records.taken)) {
    yield* records.rows(block, setting);
    if (!records.is_odd) continue;
    for await (const rows of records.rest(blocks, setting)) yield* setting.times.decided(rows);
    return;
  }
}

async function* parsed(chunks: AsyncGenerator<Buffer>, file: FileInfo, setting: RowSetting): AsyncGenerator<Row> {
  const dialect = file.format as Extract<FileInfo['format'], { readonly kind: 'csv' }>;
  for await (const { rows } of csvRows(chunks, dialect)) for (const row of rows) yield setting.toEvent(row);
}

const usual = fc.constantFrom(
  '',
  'a',
  'Chrome',
  '7',
  '1.5',
  '-2',
  '2026-01-31',
  '018cc379',
  'two words',
  'Zoë',
  '0.25',
  '12e',
  'true',
);
const written = fc.constantFrom(
  ...[
    '1.50',
    '-0',
    '0.0',
    '01',
    '+1',
    '1e3',
    '1e-7',
    '0.0000001',
    '.5',
    '5.',
    '12345678901234567890',
    '0.1234567890123456',
    ' 42 ',
  ],
  ...[
    '1,5',
    '1.234,56',
    '1,234',
    '[1,2]',
    '{"a":1}',
    '[1',
    '\\N',
    'NULL',
    'NULLS',
    'aNULL',
    'a\\b',
    'tab\there',
    'a\rb',
    '5" pipe',
    'say "x"',
    '""',
    '"',
    '😀',
  ],
  ...['line\nbreak', 'line\r\nbreak', 'a,b', 'a;b', '\u0000', '-', '1-2', 'NaN', 'Infinity', '1e400', 'null', ' '],
);
const cell = fc.oneof(
  { weight: 10, arbitrary: usual },
  { weight: 2, arbitrary: fc.integer({ min: -4, max: 500 }).map(String) },
  { weight: 2, arbitrary: written },
  { weight: 1, arbitrary: anyText({ maxLength: 8 }) },
);
const quoting = fc.constantFrom('needed', 'needed', 'needed', 'needed', 'all', 'none');
function mostly(good: readonly string[], bad: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 20, arbitrary: fc.constantFrom(...good) },
    { weight: 1, arbitrary: fc.constantFrom(...bad) },
  );
}
const record = fc
  .tuple(
    fc.oneof(
      { weight: 9, arbitrary: fc.uuid() },
      { weight: 1, arbitrary: fc.constantFrom('', 'x', '018cc379cf8a792d80849b5f4e2b31ef') },
    ),
    mostly(['view', '$pageview', '$identify', 'two words'], ['', 'e'.repeat(300), 'a"b']),
    mostly(['p', 'q', '7'], ['', 'x'.repeat(250), 'a\nb']),
    mostly(
      ['2026-01-31T12:00:00.123Z', '2026-01-31T12:00:00Z'],
      ['', '2026-01-31 12:00', 'soon', '2026-02-30T12:00:00Z'],
    ),
    ...Array.from({ length: NAMES.length - 4 }, () => cell),
  )
  .chain((cells) =>
    fc.tuple(fc.constant(cells as string[]), quoting, fc.constantFrom('\n', '\n', '\n', '\r\n'), fc.nat(60)),
  );

function lineOf(
  [cells, how, end, luck]: readonly [readonly string[], string, string, number],
  delimiter: string,
): string {
  const quoted = cells.map((text) => {
    const needs = text.includes(delimiter) || /["\n\r]/.test(text);
    return how === 'all' || (how === 'needed' && needs) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  // Some have too few cells, or a blank line before them.
  const kept = luck === 0 ? quoted.slice(1) : luck === 1 ? [...quoted, 'more'] : quoted;
  return `${luck === 2 ? end : ''}${kept.join(delimiter)}${end}`;
}

test('bytes give the very same batch as a parser, whatever the cells hold', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(record, { maxLength: 25 }),
      fc.constantFrom(',', ';', '\t', '|'),
      fc.integer({ min: 1, max: 4_000 }),
      fc.boolean(),
      async (records, delimiter, size, is_ended) => {
        const lines = [`${NAMES.join(delimiter)}\n`, ...records.map((one) => lineOf(one, delimiter))];
        const text = (is_ended ? lines.join('') : lines.join('').trimEnd()).toWellFormed();
        const bytes = await read(text, delimiter, true, size);
        const texts = await read(text, delimiter, false, size);
        expect(bytes.failure).toBe(texts.failure);
        // The parser forgets some of what came just before.
        if (texts.failure !== null) return;
        // The parser takes a lone carriage return for a line's end, which it is not.
        const hasReturns = /\r(?!\n)/.test(text);
        const refused = ({ refused: all }: Collected): string[] =>
          all.map((one) => (hasReturns ? one.replace(/^\d+/, '') : one));
        expect(refused(bytes)).toEqual(refused(texts));
        expect(bytes.batches.map(({ events }) => told(events))).toEqual(
          texts.batches.map(({ events }) => told(events)),
        );
        expect(bytes.batches.map(({ events }) => types(events))).toEqual(
          texts.batches.map(({ events }) => types(events)),
        );
      },
    ),
    { numRuns: runs(50) },
  );
});
