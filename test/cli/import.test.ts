import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import { describeFile } from '../../src/cli/files/describe.ts';
import { readRows } from '../../src/cli/files/rows.ts';
import { parseFileOptions } from '../../src/cli/files/settings.ts';
import { happened, type ImportTest, importTest, ndjson, rejected } from '../support/importing.ts';

const NDJSON = 'events.ndjson';

let write: ImportTest['write'];
let take: ImportTest['take'];
let count: ImportTest['count'];
let folder: string;
let takeAll: ImportTest['takeAll'];
let product: ImportTest['product'];

beforeEach(() => {
  ({ write, take, takeAll, count, folder, product } = importTest());
});

describe('NDJSON', () => {
  test('events with and without uuid, persons and groups', async () => {
    const path = write(
      NDJSON,
      ndjson(
        happened('paid', 'ana', {
          uuid: '0190d6a4-0000-7000-8000-000000000001',
          properties: { amount: 5, $groups: { company: 'acme' } },
        }),
        happened('paid', 'ben', { properties: { amount: 7 } }),
        { type: 'person', distinct_ids: ['ana', 'ana@home'], properties: { plan: 'pro' } },
        { type: 'group', group_type: 'company', group_key: 'acme', properties: { size: 'large' } },
        '',
        happened('paid', 'ana@home', { properties: { amount: 9 } }),
      ),
    );
    expect(await take(path)).toEqual({
      file: path,
      source: NDJSON,
      taken: 5,
      known: 0,
      refused: 0,
      rejects: null,
      failure: null,
    });
    expect(await count('paid')).toBe(3);
    expect(await count('paid', [{ key: 'amount', value: 6, operator: 'gt' }])).toBe(2);
    expect(await count('paid', [{ key: 'plan', value: 'pro', type: 'person' }])).toBe(2);
    expect(await count('paid', [{ key: 'size', value: 'large', type: 'group', group_type_index: 0 }])).toBe(1);
  });

  test('long ids that are numbers keep their digits', async () => {
    const ids = ['1159478459203215361', '1159478459203215362', '1159478459203215363'];
    const lines = ids.map(
      (id) =>
        `{"event":"paid","distinct_id":${id},"timestamp":"2026-03-09T10:00:00Z","properties":{"order":${id},"$groups":{"firm":${id}}}}`,
    );
    const plain = ids.map(
      (id) => `{"event":"paid","distinct_id":"x","timestamp":"2026-03-09T10:00:00Z","properties":{"order":${id}}}`,
    );
    expect(await take(write(NDJSON, ndjson(...lines, ...plain)))).toMatchObject({ taken: 6, refused: 0 });
    expect(await take(write('again.csv', `event,distinct_id,timestamp\npaid,${ids[0]},2026-03-10\n`))).toMatchObject({
      taken: 1,
    });
    const { people } = product.service.store;
    expect([...people.distinctTextsFrom(1, 0)]).toEqual([...ids, 'x']);
    expect(await count('paid', [{ key: 'order', value: ids[1] }])).toBe(2);
    expect(await count('paid', [{ key: '$group_0', value: ids[1] }])).toBe(1);
  });

  test('groups of more types than a project has are told, though their events are taken', async () => {
    const events = Array.from({ length: 8 }, (_, at) =>
      happened('paid', 'ana', {
        properties:
          at < 6
            ? { $groups: { [`type ${at}`]: 'a' } }
            : { $group_type: `type ${at}`, $group_key: 'a', $group_set: {} },
        ...(at < 6 ? {} : { event: '$groupidentify' }),
      }),
    );
    const path = write(NDJSON, ndjson(...events));
    const { taken, notes } = await takeAll([path]);
    expect(taken).toBe(8);
    expect(notes).toEqual([expect.stringContaining('("type 5", "type 6", "type 7")')]);
    expect((await takeAll([path])).notes).toEqual([]);
  });

  test('what cannot be taken is set aside with its line and the reason', async () => {
    const path = write(
      NDJSON,
      ndjson(
        happened('paid', 'ana'),
        '{"event":"paid", broken',
        { event: 'paid', timestamp: '2026-03-09T10:00:00Z' },
        happened('paid', 'ana', { timestamp: 'yesterday-ish' }),
        { event: 'paid', distinct_id: 'ana' },
        [happened('paid', 'ana')],
        { type: 'person', properties: { plan: 'pro' } },
        happened('paid', 'ben'),
      ),
    );
    const counts = await take(path);
    expect(counts).toMatchObject({ taken: 2, refused: 6, rejects: join(folder, 'rejects', `${NDJSON}.reject.ndjson`) });
    const rows = rejected(counts.rejects!);
    expect(rows.map((row) => row.line)).toEqual([2, 3, 4, 5, 6, 7]);
    expect(rows.map((row) => row.reason)).toEqual([
      expect.stringContaining('not valid JSON'),
      expect.stringContaining('distinct_id'),
      expect.stringContaining('timestamp'),
      expect.stringContaining('no timestamp'),
      expect.stringContaining('JSON object'),
      expect.stringContaining('distinct_ids'),
    ]);
    expect(rows[0]).toMatchObject({ file: path, text: '{"event":"paid", broken' });
    expect(rows[1]?.text).toEqual({ event: 'paid', timestamp: '2026-03-09T10:00:00Z' });
    expect(await count('paid')).toBe(2);
  });

  test('is read over a byte order mark, Windows line ends and a missing last line end', async () => {
    const text = `\uFEFF${JSON.stringify(happened('paid', 'zoë'))}\r\n${JSON.stringify(happened('paid', 'ben'))}`;
    expect(await take(write(NDJSON, text))).toMatchObject({ taken: 2, refused: 0 });
  });

  test('more empty lines than a call takes arguments are passed over', async () => {
    const path = write(NDJSON, `${'\n'.repeat(2 ** 20)}${ndjson(happened('paid', 'ana'))}{\n`);
    const counts = await take(path);
    expect(counts).toMatchObject({ taken: 1, refused: 1 });
    expect(rejected(counts.rejects!).map(({ line }) => line)).toEqual([2 ** 20 + 2]);
  });

  test('a file of one endless line is refused before it fills the memory', async () => {
    const path = write(NDJSON, `${ndjson(happened('paid', 'ana'))}${'['.repeat(18_000_000)}`);
    await expect(take(path)).rejects.toThrow(/events\.ndjson: Line 2 has more than 16777216 characters/);
  });
});

describe('long rows', () => {
  // More than one batch takes.
  const ROWS = 20;
  const note = 'n'.repeat(2 ** 20);

  test.each([
    [NDJSON, ndjson(...Array.from({ length: ROWS }, () => happened('paid', 'ana', { properties: { note } })))],
    ['paid.csv', `event,distinct_id,timestamp,note\n${`paid,ana,2026-03-09,${note}\n`.repeat(ROWS)}`],
  ])('%s comes in batches that fit into the memory, each row once', async (name, content) => {
    const file = await describeFile(write(name, content), parseFileOptions({}));
    const batches: { last_line: number; rows: number }[] = [];
    for await (const { last_line, rows } of readRows(file, () => {})) {
      batches.push({ last_line, rows: [...rows].length });
    }
    // A batch is full with the row, or the piece of the file, that takes it past 16 MiB.
    expect(batches.length).toBeGreaterThan(1);
    for (const { rows } of batches) expect(rows).toBeLessThanOrEqual(17);
    expect(batches.reduce((sum, { rows }) => sum + rows, 0)).toBe(ROWS);
    expect(batches.at(-1)!.last_line).toBeGreaterThanOrEqual(ROWS);
  });
});

describe('compressed files', () => {
  test('are known by their bytes, not by their name', async () => {
    const lines = ndjson(happened('paid', 'ana'), happened('paid', 'ben'));
    expect(await take(write('plain-name.ndjson', gzipSync(lines)))).toMatchObject({ taken: 2, refused: 0 });
    const csv = 'event,distinct_id,timestamp\npaid,cleo,2026-03-09T10:00:00Z\n';
    expect(await take(write('people.csv.gz', gzipSync(csv)))).toMatchObject({ taken: 1, refused: 0 });
    expect(await take(write('not-compressed.ndjson.gz', ndjson(happened('paid', 'dan'))))).toMatchObject({ taken: 1 });
    expect(await count('paid')).toBe(4);
  });

  test('damage is told in one line', async () => {
    const whole = gzipSync(ndjson(...Array.from({ length: 2_000 }, (_, at) => happened('paid', `user ${at}`))));
    const path = write('damaged.gz', whole.subarray(0, whole.length - 500));
    await expect(take(path)).rejects.toThrow(/damaged\.gz: This is damaged, or no gzip file\.$/);
    const flipped = whole.slice();
    flipped[1_000]! ^= 0xff;
    await expect(take(write('damaged.gz', flipped))).rejects.toThrow(
      /no gzip file\. What was read before .* may be wrong/,
    );
  });
});

describe('CSV', () => {
  test('columns are mapped; the others are properties', async () => {
    const path = write(
      'orders.csv',
      [
        'what,who,when,amount,zip,note',
        'paid,ana,2026-03-09T10:00:00Z,12.5,01234,"says ""hi"", twice"',
        'paid,ben,2026-03-09 11:00:00,7,99999,',
        'paid,cleo,2026-03-09T12:00:00+02:00,8,10115,"two\nlines"',
        '',
      ].join('\n'),
    );
    const map = 'event=what, distinct_id=who, timestamp=when, price=amount';
    expect(await take(path, { map })).toMatchObject({ taken: 3, refused: 0 });
    expect(await count('paid', [{ key: 'price', value: 7.5, operator: 'gt' }])).toBe(2);
    expect(await count('paid', [{ key: 'zip', value: '01234' }])).toBe(1);
    expect(await count('paid', [{ key: 'note', value: 'says "hi", twice' }])).toBe(1);
    expect(await count('paid', [{ key: 'note', operator: 'is_set', value: 'is_set' }])).toBe(2);
    expect(await take(path, { map })).toMatchObject({ taken: 0, known: 3 });
  });

  test('rows of another width, or without a time, are set aside', async () => {
    const path = write(
      'orders.csv',
      'event,distinct_id,timestamp\npaid,ana,2026-03-09T10:00:00Z\npaid,ben\n\npaid,cleo,2026-03-09T10:00:00Z,x\npaid,dan,soon\n"paid"x,eve,2026-03-09T10:00:00Z\n',
    );
    const counts = await take(path);
    expect(counts).toMatchObject({ taken: 2, refused: 3 });
    expect(rejected(counts.rejects!)).toMatchObject([
      { line: 3, reason: '2 values for 3 columns', text: 'paid,ben' },
      { line: 5, reason: '4 values for 3 columns' },
      { line: 6, reason: expect.stringContaining('timestamp') },
    ]);
  });

  test('a quote that never closes is reported, not swallowed with the rest of the file', async () => {
    const path = write('orders.csv', 'event,distinct_id,timestamp\npaid,ana,2026-03-09\n"paid,ben,2026-03-09\n');
    await expect(take(path)).rejects.toThrow(`${path}: Row 3 opens a quote that never closes.`);
    expect(await count('paid')).toBe(1);
  });

  test('a column that is not there, or is needed and missing, is named', async () => {
    const path = write('orders.csv', 'what,distinct_id,timestamp\npaid,ana,2026-03-09\n');
    await expect(take(path, { map: 'event=wat' })).rejects.toThrow(
      'There is no column "wat". Columns: "what", "distinct_id", "timestamp".',
    );
    await expect(take(path)).rejects.toThrow('No column gives "event"');
    // What is said already is not asked for again.
    const bought = write('bought.csv', 'Customer,bought\nana,2026-03-09\n');
    await expect(take(bought, { event: 'paid' })).rejects.toThrow(
      'No column gives "distinct_id" or "timestamp". Columns: "Customer", "bought". Say which one it is: --map distinct_id=Customer,timestamp=<column>',
    );
    expect(() => parseFileOptions({ map: 'event' })).toThrow('"event" is none');
  });
});
