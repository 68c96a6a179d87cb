/** Unknown files: format, and which column is which. Needs no database. */
import { gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatUuid } from '../../src/base/uuid.ts';
import { dryRun } from '../../src/cli/files/dry_run.ts';
import { readRows } from '../../src/cli/files/rows.ts';
import type { FileOptions } from '../../src/cli/files/settings.ts';
import { tellFiles } from '../../src/cli/files/tell.ts';
import { readBatches } from '../../src/cli/importing/read_batches.ts';
import { eventAt } from '../../src/service/ingest/event_batch.ts';
import { openFileBatch } from '../../src/service/ingest/packed_batch.ts';
import { look, read } from '../support/reading.ts';

const T = '2026-03-09T10:00:00Z';
const EVENT = { event: 'paid', distinct_id: 'zoë', timestamp: T, properties: { city: 'Köln', amount: 4 } };
const CSV = `event,distinct_id,timestamp,city,amount\npaid,zoë,${T},Köln,4\n`;

describe('what a file is, by its bytes', () => {
  const ndjson = `${JSON.stringify(EVENT)}\n`;
  const utf32 = (text: string) => Buffer.from(Uint32Array.from(text, (letter) => letter.codePointAt(0)!).buffer);
  const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le');

  test.each<[string, string | Uint8Array, FileOptions?]>([
    ['NDJSON', ndjson],
    ['without a last line end, with blank lines', `\n\n${ndjson.trimEnd()}`],
    ['a JSON list', JSON.stringify([EVENT])],
    ['a JSON list over many lines', JSON.stringify([EVENT], null, 2)],
    ['JSON objects over many lines', JSON.stringify(EVENT, null, 2)],
    ['CSV', CSV],
    ['CSV with Windows line ends', CSV.replaceAll('\n', '\r\n')],
    ["CSV with an old Mac's line ends", CSV.replaceAll('\n', '\r')],
    ['CSV with semicolons', CSV.replaceAll(',', ';')],
    ['CSV with tabs', CSV.replaceAll(',', '\t')],
    ['CSV with pipes', CSV.replaceAll(',', '|')],
    ['CSV with a delimiter that was said', CSV.replaceAll(',', '^'), { delimiter: '^' }],
    ['CSV as Excel says its separator', `sep=;\r\n${CSV.replaceAll(',', ';')}`],
    ['gzip', gzipSync(CSV)],
    ['two gzip files in one', Buffer.concat([gzipSync(CSV.slice(0, 20)), gzipSync(CSV.slice(20))])],
    ['zstd', zstdCompressSync(ndjson)],
    ['UTF-8 with a mark', `\uFEFF${CSV}`],
    ['UTF-16, little end first', utf16(CSV)],
    ['UTF-16, big end first', utf16(ndjson).swap16()],
    ['UTF-16 without a mark', utf16(ndjson).subarray(2)],
    ['Latin-1, as said', Buffer.from(CSV, 'latin1'), { encoding: 'latin1' }],
    ['gzip of UTF-16', gzipSync(utf16(CSV))],
  ])('%s', async (_, content, options) => {
    const { events, properties, refused } = await read(content, options);
    expect(events).toEqual([`paid zoë ${T}`]);
    expect(properties).toEqual([EVENT.properties]);
    expect(refused).toEqual([]);
  });

  test.each<[string | Uint8Array, RegExp]>([
    ['PAR1\x15\x04\x15', /Parquet file is damaged/],
    [Buffer.from('PK\x03\x04abc'), /a zip archive inside another file/],
    ['SQLite format 3\0abc', /SQLite database/],
    [gzipSync(gzipSync(CSV)), /gzip file inside another/],
    [gzipSync(Buffer.concat([Buffer.from('a.csv'.padEnd(257, '\0')), Buffer.from('ustar\0')])), /a tar archive/],
    ['<?xml version="1.0"?>\n<log xes.version="1.0">', /Line 2 of the XES log/],
    ['<?xml version="1.0"?>\n<events>', /XML/],
    ['<!DOCTYPE html><html>', /a web page/],
    [utf32(`\uFEFF${CSV}`), /UTF-32.*Save it as UTF-8/],
    [utf32(CSV), /UTF-32/],
    [utf32(`\uFEFF${CSV}`).swap32(), /UTF-32/],
    [utf32(ndjson).swap32(), /UTF-32/],
    ["-- MySQL dump 10.13\nINSERT INTO events VALUES ('a');", /SQL/],
    ['CREATE TABLE events (id int);', /SQL/],
    ['83.149.9.216 - - [17/May/2015:10:05:03 +0000] "GET', /neither JSON nor CSV/],
    ['just a few words\nand more of them\n', /neither JSON nor CSV.*"just a few words"/],
    [Uint8Array.from({ length: 4_000 }, (_, at) => (at * 7_919) % 251), /no text/],
    [Buffer.from(CSV, 'latin1'), /Byte \d+ is not valid UTF-8 \(read as windows-1252: ".*zoë.*--encoding windows-1252/],
    [
      Uint8Array.from(Buffer.from(`${CSV}\nx`, 'latin1'), (byte) => (byte === 0xeb ? 0xfe : byte)),
      /as windows-1254: ".*zoş/,
    ],
    [
      Buffer.concat([Buffer.from('9377976e', 'hex'), Buffer.from(`,${CSV}`)]),
      /read as shift_jis: "都葉|read as shift_jis: ".*--encoding shift_jis/,
    ],
    [gzipSync(CSV).subarray(0, 30), /This is damaged, or no gzip file/],
    [zstdCompressSync(ndjson).subarray(0, 30), /This is damaged, or no zstd file/],
    [`a,b;c\n1,2;3\n`, /separated by "," or by ";".*--delimiter/],
  ])('refused and named: %#', async (content, reason) => {
    await expect(look(content)).rejects.toThrow(reason);
  });

  test.each(['ORCID', 'BZh', 'begin', 'set a=1', 'pragma x', 'create type', 'insert into'])(
    'a column may be named as other files begin: %s',
    async (name) => {
      const { refused, events } = await read(`${name};event;distinct_id;timestamp\n1;paid;zoë;${T}\n`);
      expect({ refused, events }).toEqual({ refused: [], events: [`paid zoë ${T}`] });
    },
  );

  test.each([
    ['BEGIN;\nINSERT INTO t VALUES (1);', /SQL/],
    ['SET names = 1;\n', /SQL/],
    ['PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;', /SQL/],
    [Buffer.from('ORC\x11\0\0\n\x05'), /ORC/],
  ])('but statements and other formats are refused: %#', async (content, reason) => {
    await expect(look(content)).rejects.toThrow(reason);
  });

  test('an empty file, and one of a header only, hold nothing', async () => {
    for (const content of ['', '\n\n', CSV.split('\n')[0]!, gzipSync('')]) {
      expect(await read(content)).toEqual({ events: [], properties: [], refused: [] });
    }
  });

  test('invalid UTF-8 deep in a file is reported with its position', async () => {
    const rows = Buffer.from(`${CSV}${`paid,ana,${T},x,1\n`.repeat(80_000)}`);
    const damaged = Buffer.concat([rows, Buffer.from('paid,Ren\xe9,x,y,1\n', 'latin1')]);
    await expect(read(damaged)).rejects.toThrow(`Byte ${rows.length + 9} is not valid UTF-8`);
  });

  test('characters that chunks cut are whole again', async () => {
    const note = '€ß😀'.repeat(200_000);
    const { properties } = await read(`${JSON.stringify({ ...EVENT, properties: { note } })}\n`);
    expect(properties).toEqual([{ note }]);
  });

  test('a list is read on over items that are no events', async () => {
    const { events, refused } = await read(
      `[${JSON.stringify(EVENT)}, 5, "x,]", null, {"a": tru}, [1],\n${JSON.stringify(EVENT)}]`,
    );
    expect(events).toHaveLength(2);
    expect(refused.map((text) => text.split(':')[0])).toEqual(['2', '3', '4', '5', '6']);
  });

  test('what is nested without end is refused, not walked', async () => {
    const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
    const lines = [100_000, 100, 10].map((levels) => `${JSON.stringify(EVENT).slice(0, -1)},"x":${deep(levels)}}\n`);
    const flat = [100_000, 100, 10].map(
      (levels) => `{"event":"paid","distinct_id":"zoë","timestamp":"${T}","x":${deep(levels)}}\n`,
    );
    expect((await read(lines.join(''))).refused).toEqual(['1: nested deeper than 64 levels']);
    const { events, refused } = await read(flat.join(''));
    expect(events).toHaveLength(1);
    expect(refused).toEqual(['1: nested deeper than 64 levels', expect.stringMatching(/^2: .*64 levels of nesting/)]);
    const { events: taken } = await read(`[${deep(100_000)},${JSON.stringify(EVENT)}]`);
    expect(taken).toHaveLength(1);
  });

  test('a list that is cut off gives what it holds, and says so', async () => {
    const file = await look(`[${JSON.stringify(EVENT)},${JSON.stringify(EVENT).slice(0, 20)}`);
    const rows: unknown[] = [];
    const reading = async (): Promise<void> => {
      for await (const batch of readRows(file, () => {})) rows.push(...batch.rows);
    };
    await expect(reading()).rejects.toThrow('The file ends within item 2. Was it cut off?');
    expect(rows).toHaveLength(1);
  });

  test('values in any JSON text are found as JSON.parse finds them, however it is cut', async () => {
    const { jsonValueRows } = await import('../../src/cli/formats/json_values.ts');
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.jsonValue(), { maxLength: 6 }),
        fc.integer({ min: 1, max: 40 }),
        async (values, size) => {
          const bytes = Buffer.from(JSON.stringify(values, null, size % 3));
          async function* chunks(): AsyncGenerator<Buffer> {
            for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
          }
          const found: unknown[] = [];
          for await (const { rows } of jsonValueRows(chunks(), null)) {
            for (const row of rows) found.push('value' in row ? row.value : row.reason);
          }
          expect(found).toEqual(JSON.parse(JSON.stringify(values)));
        },
      ),
    );
  });
});

describe('which column is which', () => {
  test('case, separators and common names are matched and said', async () => {
    const file = await look(`Event-Name;distinctId;Event Time;Props\npaid;ana;${T};{}\n`, {});
    expect(tellFiles([file]).split('\n').slice(1, 6)).toEqual([
      '  event: column "Event-Name" (another one: --map event=<column>)',
      '  distinct_id: column "distinctId" (another one: --map distinct_id=<column>)',
      '  timestamp: column "Event Time" (another one: --map timestamp=<column>)',
      '  properties: column "Props" (another one: --map properties=<column>)',
      `  timestamp: year-month-day; "${T}" is 2026-03-09 10:00:00 UTC`,
    ]);
  });

  test('an exact name goes before others; two that fit are asked about', async () => {
    const { events } = await read(`action,event,distinct_id,date,timestamp\nx,paid,ana,2020-01-01,${T}\n`);
    expect(events).toEqual([`paid ana ${T}`]);
    await expect(look(`event,distinct_id,date,created_at\npaid,ana,${T},${T}\n`)).rejects.toThrow(
      '"timestamp" could be "date" or "created_at". Say which one it is: --map timestamp=date',
    );
    await expect(look(`Customer,when,date\nana,x,${T}\n`)).rejects.toThrow(
      'No column gives "event" or "distinct_id". Columns: "Customer", "when", "date". Say which one it is: --map event=<column>,distinct_id=Customer. One name for all events: --event <name>',
    );
  });

  test('times are known and suggested by the short names that tables give them', async () => {
    const { events } = await read(`event_name,distinct_id,event_dt\npaid,ana,${T}\n`);
    expect(events).toEqual([`paid ana ${T}`]);
    await expect(look(`event,user,shipped_on\npaid,ana,${T}\n`)).rejects.toThrow('timestamp=shipped_on');
  });

  test('what is suggested is no id, no end of waiting and no update; values in the first line are no names', async () => {
    const type = 'event=type,distinct_id=user,timestamp=created';
    await expect(look(`event_id,type,user,timed_out,updated,created\n1,paid,ana,0,${T},${T}\n`)).rejects.toThrow(type);
    const suggested = look(`event_id,user,sku\n1,ana,1\n`);
    await expect(suggested).rejects.toThrow('event=<column>,distinct_id=user,timestamp=<column>. One name');
    for (const line of [`ana,paid,1772355600`, `ana,paid,${T}`, 'ana,paid,13.25']) {
      await expect(look(`${line}\n${line}\n`)).rejects.toThrow('The first line looks like values: if no line names');
    }
  });

  test('--event names events of CSV and of JSON lines without a name', async () => {
    const csv = await read(`distinct_id,timestamp\nana,${T}\n`, { event: 'visit' });
    expect(csv.events).toEqual([`visit ana ${T}`]);
    const json = await read(`{"distinct_id":"ana","timestamp":"${T}"}\n{"type":"person","distinct_ids":["ana"]}\n`, {
      event: 'visit',
    });
    expect(json).toMatchObject({ events: [`visit ana ${T}`], refused: [] });
    await expect(look(CSV, { event: 'visit' })).rejects.toThrow('There is a column "event" and --event as well.');
  });

  test('flat JSON lines: what is no field is a property, under the names that --map gives', async () => {
    const line = { name: 'paid', user: { id: 'ana' }, Time: T, amount: 4, token: 'phc_x' };
    const { events, properties } = await read(`${JSON.stringify(line)}\n`, { map: 'event=name,distinct_id=user.id' });
    expect(events).toEqual([`paid ana ${T}`]);
    expect(properties).toEqual([{ user: { id: 'ana' }, amount: 4 }]);
  });

  test('members beside the properties are left out, which is said', async () => {
    const line = `${JSON.stringify({ ...EVENT, team_id: 1, site: 'a' })}\n`;
    expect(tellFiles([await look(line)])).toContain('  left out, as they stand beside "properties": team_id, site\n');
    expect((await read(line)).properties).toEqual([EVENT.properties]);
    const marked = `événement,distinct_id,timestamp\npaid,zoë,${T}\n`.normalize('NFD');
    expect((await read(marked, { map: 'event=événement'.normalize('NFC') })).refused).toEqual([]);
    expect((await read(line, { map: 'team=team_id' })).properties).toEqual([{ ...EVENT.properties, team: 1 }]);
  });

  test('one column may be two things', async () => {
    const { events, properties } = await read(`event,mail,timestamp\npaid,a@b.c,${T}\n`, {
      map: 'distinct_id=mail,email=MAIL',
    });
    expect([events, properties]).toEqual([[`paid a@b.c ${T}`], [{ email: 'a@b.c' }]]);
  });

  test('JSON in a properties column is opened, and in others parsed', async () => {
    const { properties, refused } = await read(
      [
        'event;distinct_id;timestamp;properties;items',
        `paid;ana;${T};"{""a"":1,""b"":[2]}";"[{""sku"":7}]"`,
        `paid;ana;${T};;`,
        `paid;ana;${T};"{""a"":";"[{""sku"":8}]"`,
        '',
      ].join('\n'),
    );
    expect(properties).toEqual([{ a: 1, b: [2], items: [{ sku: 7 }] }, {}]);
    expect(refused).toEqual(['4: "properties" must hold a JSON object']);
  });
});

test('a dry run tells what would be taken, the columns, and five events', async () => {
  const rows = Array.from({ length: 7 }, (_, at) => `paid,ana,0${at + 1}.02.2026,${at},1${at},"1,${at}5"\n`).join('');
  const { text, failure } = await dryRun(
    await look(`event,user_id,day,amount,zip,price\n${rows}paid,ana,30.02.2026,1,1,1\n`, {
      map: 'distinct_id=user_id,timestamp=DAY,euro=price',
      dateFormat: 'dmy',
    }),
  );
  expect(failure).toBeNull();
  expect(text.split('\n').slice(1)).toEqual([
    '  timestamp: day.month.year (as said); "01.02.2026" is 2026-02-01 00:00:00 in UTC',
    '  numbers with a decimal comma: euro',
    '  columns:',
    '    event: event',
    '    user_id: distinct_id',
    '    day: timestamp',
    '    amount: property, number',
    '    zip: property, number',
    '    price: property euro, number with a decimal comma',
    '  would be taken: 7 events; refused: 1',
    '    1: "timestamp" is no time in the form of its column: day.month.year, as --date-format says. (first in line 9)',
    '  the first of them:',
    ...Array.from(
      { length: 5 },
      (_, at) =>
        `    {"event":"paid","distinct_id":"ana","timestamp":"2026-02-0${at + 1}T00:00:00Z","properties":{"amount":${at},"zip":1${at},"euro":1.${at}5}}`,
    ),
    '  nothing was stored',
    '',
  ]);
});

test('columns without a name are told by their place', async () => {
  const told = async (head: string) => tellFiles([await look(`event,distinct_id,timestamp,${head}\ne,a,${T},1,2\n`)]);
  expect(await told(',x')).toContain('left out, as they have no name: column 4\n');
  expect(await told(',')).toContain('left out, as they have no name: column 4, 5\n');
});

test('what is shown of a file does not act on the terminal', async () => {
  const file = await look(`event,distinct_id,timestamp,x\u001b[2J\u202e\npaid,ana,${T},"1,5"\n`);
  expect(tellFiles([file])).toContain('decimal comma: x?[2J?\n');
  await expect(look('hello \u001b[2J there\nagain\n')).rejects.toThrow('It begins with "hello \\u001b[2J there"');
});

describe('what a mapping would lose', () => {
  const rows = (...of: object[]) => of.map((one) => `${JSON.stringify(one)}\n`).join('');
  const who = { event: 'e', distinct_id: 'a', timestamp: T };

  test.each<[string, string, string]>([
    [`event,distinct_id,timestamp,p,q\ne,a,${T},1,2\n`, 'q=p', '--map q=p,q_2=q'],
    [rows({ ...who, p: 1, q: 2 }), 'q=p', '--map q=p,q_2=q'],
    [rows({ ...who, properties: { q: 2 }, p: 1 }), 'q=p', '--map q=p,q_2=q'],
    [`event,distinct_id,timestamp,p,q\ne,a,${T},1,2\n`, 'z=p,z=q', '--map z=p,z_2=q'],
    [rows({ ...who, p: 1, q: 2 }), 'event=p,event=q', '--map event=p,event_2=q'],
  ])('is refused, and said: %#', async (content, map, instead) => {
    await expect(async () => look(content, { map })).rejects.toThrow(instead);
  });

  test('names may change places', async () => {
    for (const content of [
      `event,distinct_id,timestamp,p,q\ne,a,${T},1,2\n`,
      rows({ ...who, p: 1, q: 2 }),
      rows({ ...who, properties: { p: 1, q: 2 } }),
    ]) {
      const inner = content.includes('properties') ? 'properties.' : '';
      const { properties } = await read(content, { map: `q=${inner}p,p=${inner}q` });
      expect(properties).toEqual([{ q: 1, p: 2 }]);
    }
    const { properties } = await read(`event,distinct_id,time,p\ne,a,${T},1\n`, { map: 'time=p' });
    expect(properties).toEqual([{ time: 1 }]);
  });
});

test('ids that are numbers are ids', async () => {
  const lines = [1, 2].map((v) => JSON.stringify({ event: 'e', distinct_id: 'a', timestamp: T, id: 1, v }));
  const csv = `event,distinct_id,timestamp,id,v\n${[1, 2].map((v) => `e,a,${T},1,${v}\n`).join('')}`;
  const ids = await Promise.all([`${lines.join('\n')}\n`, csv].map((text) => uuidsOf(text, { map: 'uuid=id' })));
  expect(new Set(ids.flat()).size).toBe(1);
  const own = [{ uuid: 5 }, { uuid: '5' }].map((id) => JSON.stringify({ ...EVENT, ...id }));
  expect(new Set(await uuidsOf(`${own.join('\n')}\n`)).size).toBe(1);
});

describe('persons and groups', () => {
  const PERSON = { type: 'person', distinct_id: 'w' };
  const GROUP = { type: 'group', group_type: 'c', group_key: 'k' };

  test('may be flat, as events may', async () => {
    const text = [
      { ...PERSON, country: 'DE', none: null },
      { ...GROUP, size: 5 },
      { ...PERSON, created_at: T },
    ];
    expect(await othersOf(text)).toMatchObject([
      { person: { properties: { country: 'DE' } } },
      { group: { properties: { size: 5 } } },
      { person: { properties: {}, created_at_ms: Date.parse(T) } },
    ]);
  });

  test('what stands beside their properties is told', async () => {
    const text = [
      { ...PERSON, properties: { a: 1 }, country: 'DE' },
      { ...GROUP, properties: {}, size: 5 },
    ];
    const file = await look(text.map((one) => `${JSON.stringify(one)}\n`).join(''));
    expect(tellFiles([file])).toContain('left out, as they stand beside "properties": country, size');
  });
});

test('what only later rows have beside their properties is told at the end', async () => {
  const more = { ...EVENT, team_id: 7 };
  const text = `${`${JSON.stringify(EVENT)}\n`.repeat(6_000)}${JSON.stringify(more)}\n`;
  const file = await look(text);
  expect(tellFiles([file])).not.toContain('team_id');
  const told: string[] = [];
  for await (const { chunks } of readBatches([{ file, source: 's' }]))
    told.push(...chunks.flatMap((one) => one.left_out));
  expect(told).toEqual(['team_id']);
  expect((await dryRun(file)).text).toContain('left out, as they stand beside "properties": team_id (in later rows)');
});

async function othersOf(lines: readonly object[]): Promise<unknown[]> {
  const file = await look(lines.map((one) => `${JSON.stringify(one)}\n`).join(''));
  const others: unknown[] = [];
  for await (const batch of readBatches([{ file, source: 's' }])) others.push(...batch.others.map(({ item }) => item));
  return others;
}

async function uuidsOf(text: string, options: FileOptions = {}): Promise<string[]> {
  const uuids: string[] = [];
  for await (const { events } of readBatches([{ file: await look(text, options), source: 's' }])) {
    const opened = openFileBatch(events);
    for (let row = 0; row < opened.rows; row++) uuids.push(formatUuid(eventAt(opened, row).uuid));
  }
  return uuids;
}
