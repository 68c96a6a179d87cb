/** The tables of docs/scaling.md, from made-up measurements. */
import { expect, test } from 'vitest';
import { ASSUMED, paperOf } from './scale_paper.ts';
import { type Measured, slopeOf, tablesOf } from './scale_report.ts';

test('how times grow', () => {
  const sizes = [{ events: 1e6 }, { events: 1e7 }, { events: 3e7 }];
  expect(slopeOf(sizes, [20, 200, 600])).toBe('1.0');
  expect(slopeOf(sizes, [20, 2_000, 18_000])).toBe('2.0');
  expect(slopeOf(sizes, [20, 20, 'over 30 s'])).toBe('0.0');
  expect(slopeOf(sizes, [20, 'over 30 s', 'too many rows'])).toBe('');
});

test('a row a question, and what is held of each size', () => {
  const size = (events: number, ms: number): Measured => ({
    ...{ size: events, events, persons: 40, machine: '2 cores', import_s: 2, copy_s: 4 },
    ...{ file_bytes: events * 50, stored_bytes: events * 60, parts: 3 },
    questions: [
      {
        ...{ title: 'a trend', first_ms: ms, again_ms: 1, copied: ms * 9, merged: ms * 4 },
        ...{ fetched_bytes: 0, fetched_rows: 0, named_rows: events / 2, equal: true },
      },
      {
        ...{ title: 'a correlation', first_ms: ms, again_ms: 2, copied: 'over 30 s', merged: 5 },
        ...{ fetched_bytes: 8_200, fetched_rows: 200, named_rows: events, equal: null },
      },
    ],
  });
  expect(tablesOf([size(1e6, 20), size(1e7, 200)])).toBe(
    [
      '| question | 1M | ClickHouse | merged | 10M | ClickHouse | merged | grows | ClickHouse | fetched | µs a row |',
      '|---|---|---|---|---|---|---|---|---|---|---|',
      '| a trend | 20, 1 | 180 | 80 | 200, 1 | 1,800 | 800 | 1.0 | 1.0 |  | 0.16 |',
      '| a correlation | 20, 2 | over 30 s | 5 | 200, 2 | over 30 s | 5 | 1.0 | 0.0 | 200 × 41 | 0.00 |',
      '',
      '|  | people | import, events/s | file, bytes/event | copied, events/s | ClickHouse, bytes/event | parts |',
      '|---|---|---|---|---|---|---|',
      '| 1M | 40 | 500,000 | 50.0 | 250,000 | 60.0 | 3 |',
      '| 10M | 40 | 5,000,000 | 50.0 | 2,500,000 | 60.0 | 3 |',
      '',
      '2 cores. 2 answers compared, 0 of them different.',
    ].join('\n'),
  );
});

test('what larger numbers need, from the largest that was measured', () => {
  const question = (title: string, merged: number | string) => ({
    ...{ title, first_ms: 1, again_ms: 1, copied: 1, merged, equal: true },
    ...{ fetched_bytes: 0, fetched_rows: 0, named_rows: 5e5 },
  });
  const one: Measured = {
    ...{ size: 1e6, events: 1e6, persons: 40, machine: '2 cores', import_s: 2, copy_s: 4 },
    ...{ file_bytes: 5e7, stored_bytes: 6e7, parts: 3 },
    questions: [question('active people a day, 60 days', 100), question('three steps, with times', 'over 30 s')],
  };
  const assumed = { ...ASSUMED, events: [1e9, 1e11], cores: 10, wanted_s: 2 };
  // 0.2 µs a row: 0.1 and 10 billion rows take 20 and 2,000 s of one core, 2 and 67 s of those that hold them.
  // Took too long for the largest: 2 µs a row are known from a smaller one.
  const small = { ...one, events: 1e5, questions: [question('three steps, with times', 1_000)] };
  expect(paperOf([small, one], assumed).split('\n')).toContain('| three steps, with times, on those | 20 s | 667 s |');
  expect(paperOf([one], assumed).split('\n').slice(2, -2)).toEqual([
    '| stored, all copies | 120 GB | 12,000 GB |',
    '| rows a question reads | 100,000,000 | 10,000,000,000 |',
    '| shards to hold them | 1 | 3 |',
    '| active people a day, 60 days, on those | 2.0 s | 67 s |',
    '| shards for all of these in 2 s | 1 | 100 |',
    '| nodes, 2 a shard | 2 | 200 |',
    '| a month, EUR | 1,000 | 100,000 |',
    '| of that each of 10,000 questions, EUR | 0.10 | 10.00 |',
  ]);
  expect(paperOf([])).toBe('');
});
