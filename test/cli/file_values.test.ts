/** Cells of unknown files as numbers and times, decided by column. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { saveMapping, settingsOf } from '../../src/cli/files/mapping.ts';
import { type FileOptions, parseFileOptions } from '../../src/cli/files/settings.ts';
import { tellFiles } from '../../src/cli/files/tell.ts';
import { temporaryFolder } from '../support/product.ts';
import { look, read } from '../support/reading.ts';

const T = '2026-03-09T10:00:00Z';

/** Times of a CSV file with this column, as ISO text; null for refused rows. */
async function times(values: readonly string[], options: FileOptions = {}): Promise<string[]> {
  const rows = values.map((value) => `paid,ana,"${value}"\n`);
  const { events } = await read(`event,distinct_id,timestamp\n${rows.join('')}`, options);
  return events.map((text) => text.split(' ')[2]!);
}

/** What a column of a CSV file becomes. */
async function cells(values: readonly string[], delimiter = ','): Promise<unknown[]> {
  const rows = values.map((value) => ['paid', 'ana', T, `"${value.replaceAll('"', '""')}"`].join(delimiter));
  const head = ['event', 'distinct_id', 'timestamp', 'x'].join(delimiter);
  const { properties } = await read(`${[head, ...rows].join('\n')}\n`);
  return properties.map((given) => (given as { x?: unknown }).x);
}

describe('numbers', () => {
  test.each<[string, readonly string[], readonly unknown[]]>([
    [
      'however they are written',
      ['4', '4.0', '4.50', '1e3', ' 42 ', '-.5', ''],
      [4, 4, 4.5, 1000, 42, -0.5, undefined],
    ],
    ['codes with leading zeros', ['01234', '99999'], ['01234', '99999']],
    ['phone numbers', ['+49 170 1', '491701'], ['+49 170 1', '491701']],
    ['more digits than a number has', ['12345678901234567890', '5'], ['12345678901234567890', '5']],
    ['numbers and words', ['536365', 'C536379', '4.50', '12e4', 'N/A'], [536365, 'C536379', '4.50', '12e4', 'N/A']],
    ['decimal commas', ['1,5', '2', '1.234,56', '-0,25'], [1.5, 2, 1234.56, -0.25]],
    ['a thousand, or one and a bit', ['1,234', '5,678'], ['1,234', '5,678']],
    ['nothing, as databases write it', ['4.50', 'NULL', '\\N', ''], [4.5, undefined, undefined, undefined]],
    ['dates', ['2026-01-01', '2026-01-02'], ['2026-01-01', '2026-01-02']],
    ['words', ['0x10', 'Infinity', 'NaN', 'true'], ['0x10', 'Infinity', 'NaN', 'true']],
  ])('%s', async (_, values, expected) => {
    expect(await cells(values)).toEqual(expected);
    expect(await cells(values, ';')).toEqual(expected);
  });

  test('numbers with commas between thousands stay text, which is said', async () => {
    const rows = ['999', '"1,234.50"', '"1,234,567"'].map((amount) => `paid,ana,${T},${amount}\n`).join('');
    const content = `event,distinct_id,timestamp,amount\n${rows}`;
    expect((await read(content)).properties).toEqual([
      { amount: 999 },
      { amount: '1,234.50' },
      { amount: '1,234,567' },
    ]);
    const said = 'text where commas stand in numbers (1,234), so no sum has them; write 1234 to change that: amount\n';
    expect(tellFiles([await look(content)])).toContain(said);
    expect(tellFiles([await look(content.replaceAll(/"[\d,.]+"/g, '12.50'))])).not.toContain('commas');
  });

  test.each([
    ['₺1.250,00', '₺12,50'],
    ['￥1,000', '￥20'],
    ['1\u00a0250,00 zł', '250,00 zł'],
    ['1\u202f250,00', '250,00'],
    ['R$ 1.250,00', '12'],
    ['₹1,25,000.50', '-₹5'],
    ['١٬٢٣٤٫٥٦', '١٢'],
    ['１２３', '４５６'],
    ['1.250,00 TL', 'EUR 5'],
  ])('amounts stay text, which is said: %s', async (...amounts) => {
    const rows = amounts.map((amount) => `paid;ana;${T};${amount}\n`).join('');
    const info = await look(`event;distinct_id;timestamp;amount\n${rows}`);
    expect(tellFiles([info])).toContain('so no sum has them; write 1250.00 to change that: amount\n');
  });

  test.each(['ABC 123', '600 123 456', '12 kg', 'A1', '１月'])('words with digits are none: %s', async (word) => {
    const info = await look(`event,distinct_id,timestamp,amount\npaid,ana,${T},${word}\n`);
    expect(tellFiles([info])).not.toContain('no sum has them');
  });

  test('ids that a spreadsheet shortened are not taken: they would be one', async () => {
    const ids = (field: string, id: string) =>
      look(`event,timestamp,customer,${field}\npaid,${T},ana,${id}\n`, { map: 'distinct_id=customer' });
    await expect(ids('uuid', '1.23E+15')).rejects.toThrow(
      '"uuid" holds ids that a spreadsheet has shortened: 1.23E+15',
    );
    await expect(look(`event,timestamp,user_id\npaid,${T},5E+11\n`)).rejects.toThrow('with that column as text');
    await ids('uuid', '1e5');
    await ids('order', '1.23E+15');
  });

  test('versions stay as they are written: 1.10 is not 1.1', async () => {
    const { properties } = await read(
      `event,distinct_id,timestamp,app_version,osVersion,conversion\npaid,ana,${T},1.10,17.0,1.10\npaid,ana,${T},1.1,17,1.1\n`,
    );
    expect(properties).toEqual([
      { app_version: '1.10', osVersion: '17.0', conversion: 1.1 },
      { app_version: 1.1, osVersion: 17, conversion: 1.1 },
    ]);
  });

  test('what comes after the first rows does not change what the column is', async () => {
    const late = await cells([...Array.from({ length: 6_000 }, (_, at) => String(at)), '007', 'n/a', '8.50']);
    expect(late.slice(-4)).toEqual([5_999, '007', 'n/a', 8.5]);
  });
});

describe('times', () => {
  test('what can be read in two ways is refused until it is said, with both readings', async () => {
    await expect(times(['12/1/2010 8:26', '12/2/2010 9:00'])).rejects.toThrow(
      '"timestamp" can be read in 2 ways: say what "12/1/2010 8:26" means with --date-format dmy (2010-01-12 08:26:00 in UTC) or --date-format mdy (2010-12-01 08:26:00 in UTC).',
    );
    expect(await times(['12/1/2010 8:26'], { dateFormat: 'MM/DD/YYYY HH:mm' })).toEqual(['2010-12-01T08:26:00Z']);
    expect(await times(['12/1/2010 8:26'], { dateFormat: '%d/%m/%Y %H:%M' })).toEqual(['2010-01-12T08:26:00Z']);
    expect(await times(['12/1/2010 8:26', '12/13/2010 9:00'])).toEqual([
      '2010-12-01T08:26:00Z',
      '2010-12-13T09:00:00Z',
    ]);
    expect(await times(['12.1.2010', '13.1.2010'])).toEqual(['2010-01-12T00:00:00Z', '2010-01-13T00:00:00Z']);
  });

  test('days first and months first in one file: nothing is read', async () => {
    await expect(times(['13/1/2010', '1/13/2010'])).rejects.toThrow('written in more than one way');
    await expect(times(['2010-12-01', '13/1/2010'])).rejects.toThrow('written in more than one way');
  });

  test('a later row that contradicts the first ones stops the file, unless the format was given', async () => {
    const values = [...Array.from({ length: 6_000 }, () => '1/13/2010'), '13/1/2010'];
    await expect(times(values)).rejects.toThrow(
      /taken for month\/day\/year, as in "1\/13\/2010", and then says "13\/1\/2010"/,
    );
    expect(await times(values, { dateFormat: 'mdy' })).toHaveLength(6_000);
  });

  test('a value of another form is refused, never read another way', async () => {
    const rows = [T, '2026-03-09 10:00:00 UTC', '1773050400', '20260309', 'soon', ''].map((at) => `paid,ana,${at}\n`);
    const { events, refused } = await read(`event,distinct_id,timestamp\n${rows.join('')}`);
    expect(events).toEqual([`paid ana ${T}`, `paid ana ${T}`]);
    const misfit = `"timestamp" is no time in the form of its column: year-month-day, as "${T}".`;
    expect(refused).toEqual([
      `4: ${misfit}`,
      `5: ${misfit}`,
      `6: ${misfit}`,
      expect.stringContaining('The event has no timestamp'),
    ]);
  });

  test('seconds, milliseconds and microseconds are decided over the whole column', async () => {
    expect(await times(['1773050400', '1773050400.5'])).toEqual([T, '2026-03-09T10:00:00.500Z']);
    expect(await times(['1773050400000'])).toEqual([T]);
    expect(await times(['1773050400000000', '1773050400'])).toEqual([T]);
    expect(await times(['1000'], { dateFormat: 'seconds' })).toEqual(['1970-01-01T00:16:40Z']);
    expect(await times(['20100112', '20100113'])).toEqual(['2010-01-12T00:00:00Z', '2010-01-13T00:00:00Z']);
  });

  test('a column without times, or a form that reads none of it, is refused at once', async () => {
    await expect(times(['44927.5', '44928'])).rejects.toThrow('"timestamp" holds no times: "44927.5" is none.');
    await expect(times(['2010-12-01'], { dateFormat: 'dmy' })).rejects.toThrow(
      '--date-format dmy (day.month.year) reads nothing',
    );
  });

  test('--timezone is for times without an offset, over the change of clocks too', async () => {
    const values = [
      '2026-03-29 01:59:59',
      '2026-03-29 03:00:00',
      '2026-10-25 02:30:00',
      '2026-10-25 03:00:00',
      '2026-07-01T00:00:00Z',
    ];
    expect(await times(values, { timezone: 'Europe/Berlin' })).toEqual([
      '2026-03-29T00:59:59Z',
      '2026-03-29T01:00:00Z',
      '2026-10-25T00:30:00Z',
      '2026-10-25T02:00:00Z',
      '2026-07-01T00:00:00Z',
    ]);
    expect(() => parseFileOptions({ timezone: 'Mars' })).toThrow('There is no time zone "Mars"');
  });

  test('JSON lines follow the same rules, also where events begin late', async () => {
    const line = (timestamp: unknown) => `${JSON.stringify({ event: 'paid', distinct_id: 'ana', timestamp })}\n`;
    await expect(look(line('12/1/2010'))).rejects.toThrow('can be read in 2 ways');
    expect((await read(line(1773050400000) + line(1773050400))).events).toEqual([`paid ana ${T}`]);
    const people = '{"type":"person","distinct_ids":["ana"],"created_at":"2020-01-01"}\n'.repeat(12_000);
    expect((await read(people + line('Mar 9, 2026 10:00 AM'))).events).toEqual([`paid ana ${T}`]);
    await expect(read(people + line('12/1/2010'))).rejects.toThrow('can be read in 2 ways');
  });

  test.each([
    ['dmy', 'dmy'],
    ['DD/MM/YYYY HH:mm', 'dmy'],
    ['%m/%d/%y %I:%M %p', 'mdy'],
    ['yyyy-MM-dd', 'ymd'],
    ['MMM D, YYYY', 'named'],
    ['%Y%m%d', 'compact'],
    ['YYYYMMDD', 'compact'],
    ['ms', 'milliseconds'],
    ['ISO', 'ymd'],
  ])('--date-format %s', (given, form) => {
    expect(parseFileOptions({ dateFormat: given }).date_format).toBe(form);
  });

  test('what is no form, delimiter or encoding is told', () => {
    expect(() => parseFileOptions({ dateFormat: 'soon' })).toThrow('--date-format takes dmy, mdy, ymd');
    expect(() => parseFileOptions({ delimiter: '::' })).toThrow('--delimiter takes one character');
    expect(() => parseFileOptions({ encoding: 'klingon' })).toThrow('There is no encoding "klingon"');
  });
});

describe('extended JSON, as MongoDB exports it', () => {
  const time = '2026-03-09T10:00:00Z';
  const mongo = (date: unknown) => ({
    _id: { $oid: '65e1a0f2c3d4e5f6a7b8c9d0' },
    amount: { $numberLong: '5' },
    price: { $numberDecimal: '9.99' },
    big: { $numberLong: '9007199254740993' },
    paid: [{ $numberInt: '2' }, { on: { $date: date } }],
    other: { $date: 1, more: 2 },
  });
  const plain = {
    amount: 5,
    price: 9.99,
    big: '9007199254740993',
    paid: [2, { on: time }],
    other: { $date: 1, more: 2 },
  };

  test.each([
    ['relaxed', time],
    ['canonical', { $numberLong: String(Date.parse(time)) }],
  ])('%s', async (_, date) => {
    // Columns of its own, and lines of ours, which are scanned as bytes.
    const row = { event: 'paid', user_id: 'ana', created_at: { $date: date }, ...mongo(date) };
    const line = { event: 'paid', distinct_id: 'ana', timestamp: time, properties: mongo(date) };
    for (const value of [row, line]) {
      const { events, properties } = await read(`${JSON.stringify(value)}\n`);
      expect(events).toEqual([`paid ana ${time}`]);
      expect(properties).toEqual([{ _id: '65e1a0f2c3d4e5f6a7b8c9d0', ...plain }]);
    }
  });
});

describe('a day and a time of day in two columns', () => {
  test.each<[string, string, FileOptions]>([
    ['in either order', 'time,event,user_id,date\n09:30,paid,ana,2026-03-13\n10:45:10,paid,bob,2026-03-13\n', {}],
    [
      'as Americans write them',
      'Date,Time,event,user_id\n3/13/2026,9:30 AM,paid,ana\n3/13/2026,10:45:10 am,paid,bob\n',
      {},
    ],
    [
      'of any names, if they are said',
      'Booked;At;event;user_id\n13.03.2026;09:30;paid;ana\n13.03.2026;10:45:10;paid;bob\n',
      { map: 'timestamp=Booked+At' },
    ],
  ])('%s', async (_, content, options) => {
    const { events, properties, refused } = await read(content, options);
    expect(events).toEqual(['paid ana 2026-03-13T09:30:00Z', 'paid bob 2026-03-13T10:45:10Z']);
    expect([properties, refused]).toEqual([[{}, {}], []]);
  });

  test('are saved in a mapping as one', async () => {
    const path = join(temporaryFolder(), 'm.json');
    saveMapping(path, await look('date,time,event,user_id\n2026-03-13,09:30,a,ana\n'));
    expect(settingsOf({ mapping: path }).map[0]).toEqual({ name: 'timestamp', column: 'date+time' });
  });

  test('are not joined where one of them is a whole time, and a row without its day is refused', async () => {
    const both = 'date,time,event,user_id\n2026-03-13,2026-03-13T09:30:00Z,paid,ana\n';
    await expect(read(both)).rejects.toThrow('"timestamp" could be "date" or "time"');
    const { events, refused } = await read('date,time,event,user_id\n2026-03-13,09:30,a,ana\n,09:30,a,ana\n');
    expect([events.length, refused.length]).toEqual([1, 1]);
  });
});
