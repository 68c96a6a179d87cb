/** The JSON line scanner makes the same batches as parsing each line, whatever the lines hold. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseText } from '../../src/base/json.ts';
import { eventsOf } from '../../src/cli/files/events.ts';
import { LineBlocks } from '../../src/cli/files/line_blocks.ts';
import { NdjsonBlocks } from '../../src/cli/files/ndjson_blocks.ts';
import { parseFileOptions } from '../../src/cli/files/settings.ts';
import { FileTimes } from '../../src/cli/files/times.ts';
import type { Row } from '../../src/cli/formats/types.ts';
import { ServiceError } from '../../src/model/error.ts';
import { BatchBuilder } from '../../src/service/ingest/event_batch.ts';
import { FileBatch } from '../../src/service/ingest/file_batch.ts';
import { LineIds } from '../../src/service/ingest/line_ids.ts';
import { itemOfLine } from '../../src/service/ingest/lines.ts';
import type { EventBatch } from '../../src/service/ingest/types.ts';
import { anyText } from '../support/any_text.ts';
import { type Collected, chunksOf, collected, told, types } from '../support/batches.ts';
import { runs } from '../support/runs.ts';

const SETTINGS = parseFileOptions({});
const TIME = { form: 'ymd', said: false, sample: '2026-01-31T12:00:00Z' } as const;

/** @param by_bytes or each line as text */
function read(text: string, by_bytes: boolean, chunk_bytes: number): Promise<Collected> {
  const batch = new FileBatch();
  const blocks = new NdjsonBlocks(batch);
  const times = new FileTimes({ path: 'f', times: { timestamp: TIME }, settings: SETTINGS });
  const toEvent = eventsOf({ format: { kind: 'ndjson' }, columns: [], settings: SETTINGS });
  const setting = { path: 'f', ids: new LineIds('s'), times, toEvent, left_out: new Set<string>(), is_plain: by_bytes };
  async function* rows(): AsyncGenerator<Row | null> {
    const lines = new LineBlocks(chunksOf(text, chunk_bytes));
    blocks.begin();
    for (let block = await lines.next(); block !== null; block = await lines.next()) yield* blocks.rows(block, setting);
  }
  return collected(rows(), batch, setting);
}

/** As requests are taken: from objects. */
function built(text: string): EventBatch {
  const lines = text.split('\n');
  const builder = new BatchBuilder(lines.length);
  const ids = new LineIds('s');
  const times = new FileTimes({ path: 'f', times: { timestamp: TIME }, settings: SETTINGS });
  const toEvent = eventsOf({ format: { kind: 'ndjson' }, columns: [], settings: SETTINGS });
  for (const line of lines) {
    try {
      const row = toEvent({ line: 1, value: parseText(line.trim()) });
      if ('value' in row) builder.addLine(itemOfLine(row.value, times.timeOf), ids);
    } catch (error) {
      if (!(error instanceof ServiceError || error instanceof SyntaxError)) throw error;
    }
  }
  return builder.taken().events;
}

const plain = fc.constantFrom('"a"', '"Chrome"', '"2026-01-31"', '"2026"', '""', 'null', 'true', 'false', '7', '1.5');
/** What can be said in more than one way. */
const written = fc.constantFrom(
  ...[
    '-0',
    '0.10',
    '-12.50',
    '1e5',
    '1E-7',
    '12345678901234567890',
    '-1159478459203215361',
    '100000000000000000000',
    '0.1234567890123456',
    '-0.0',
    '100000000000000.5',
  ],
  ...['"\\u0041"', '"a\\/b"', '"\\ud800"', '"q\\"q"', '"\\n"', '"ä€😀"', '"\\u0000"', '"\u007f"', '"a/b"', '"A"'],
  ...[
    '[]',
    '{}',
    '["new"]',
    '[ "new" ]',
    '{"a":{"b":[1,2]}}',
    '[{"tag_name":"a"}]',
    '{"a":1,"a":2}',
    '[1e999]',
    '[-0]',
    '{"}":"]"}',
  ],
);
/** What makes a line odd, or no line at all. */
const odd = fc.constantFrom(
  ...[
    '1e400',
    '01',
    '.5',
    '1.',
    '1.e5',
    '+1',
    '--1',
    '"\t"',
    '"\\x"',
    'NaN',
    '-',
    'falsx',
    'nul',
    'truex',
    'nulll',
    '1 ',
  ],
  ...['[1', '{"a"}', '"open', '[[[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]]]'],
);
const number = fc
  .oneof(fc.integer({ min: -3, max: 400 }), fc.double({ noNaN: true, noDefaultInfinity: true }))
  .map(String);
const string = anyText({ maxLength: 12 }).map((text) => JSON.stringify(text));
const value = fc.oneof(
  { weight: 20, arbitrary: plain },
  { weight: 5, arbitrary: number },
  { weight: 3, arbitrary: string },
  { weight: 3, arbitrary: written },
  { weight: 2, arbitrary: odd },
);
const key = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.constantFrom('a', 'b', 'c', 'long_name_of_a_property', '$browser', '$set', 'utm_source'),
  },
  fc.constantFrom(
    '$groups',
    '$process_person_profile',
    '$insert_id',
    '$elements',
    '__proto__',
    '1',
    'ä',
    'distinct_id',
  ),
  fc.constantFrom('a\\u0062', '', 'event', '"'),
);
const member = fc.tuple(key, value).map(([name, text]) => [`"${name}"`, text] as const);
const times = fc.constantFrom(
  ...['"2026-01-31T12:00:00.123Z"', '"2026-01-31T12:00:00Z"', '"2026-02-28T23:59:59.999Z"', '"2026-02-30T12:00:00Z"'],
  ...[
    '"2026-01-31 12:00"',
    '"2026-01-31T12:00:00.12Z"',
    '"2026-01-31T12:00:00+02:00"',
    '"1969-12-31T12:00:00Z"',
    '7',
    'null',
  ],
);
const ids = fc.constantFrom(
  ...['"018cc379-cf8a-792d-8084-9b5f4e2b31ef"', '"018CC379-cf8a-792d-8084-9b5f4e2b31e0"', '"x"', '""', 'null', '7'],
  ...['"018cc379cf8a792d80849b5f4e2b31ef"', '"018cc379-cf8a-792d-8084-9b5f4e2b31eg"'],
);
/** Mostly as it should be: what is odd in several places says nothing about any of them. */
function mostly(usual: readonly string[], strange: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof({ weight: 12, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: strange });
}
const fields = fc.record({
  uuid: fc.option(fc.oneof({ weight: 9, arbitrary: fc.uuid().map((id) => `"${id}"`) }, ids)),
  event: mostly(
    ['"view"', '"view"', '"$identify"', '"$groupidentify"', '"$exception"'],
    fc.constantFrom('""', '7', `"${'e'.repeat(300)}"`),
  ),
  distinct_id: mostly(['"p"', '"q"'], fc.constantFrom('"p\\n"', '7', 'null', `"${'x'.repeat(250)}"`)),
  timestamp: mostly(['"2026-01-31T12:00:00.123Z"', '"2026-01-31T12:00:00Z"', '"2026-02-28T23:59:59.999Z"'], times),
  properties: fc.array(member, { maxLength: 8 }),
  more: fc.oneof(
    { weight: 12, arbitrary: fc.constant(null) },
    { weight: 1, arbitrary: fc.tuple(fc.constantFrom('$set', 'type', 'token', 'event', 'properties', 'x'), value) },
  ),
  blank: fc.constantFrom('', '', '', ' ', '  '),
  order: fc.boolean(),
  end: mostly(['', '\r'], fc.constantFrom(' ', '}')),
});
const event = fields.map(({ uuid, event: name, distinct_id, timestamp, properties, more, blank, order, end }) => {
  const pair = ([one, other]: readonly [string, string]): string => `${one}:${blank}${other}`;
  const inside = `{${properties.map(pair).join(`,${blank}`)}}`;
  const members = [
    ...(uuid === null ? [] : [['"uuid"', uuid] as const]),
    ...([
      ['"event"', name],
      ['"distinct_id"', distinct_id],
      ['"timestamp"', timestamp],
    ] as const),
    ['"properties"', inside] as const,
    ...(more === null ? [] : [[`"${more[0]}"`, more[1]] as const]),
  ];
  return `{${(order ? members : members.toReversed()).map(pair).join(`,${blank}`)}}${end}`;
});
const other = fc.constantFrom(
  ...[
    '',
    ' ',
    '5',
    'null',
    '[]',
    '{',
    '{}',
    '"x"',
    '\ufeff{}',
    '{"type":"person","distinct_ids":["p","r"],"properties":{"a":1}}',
  ],
);
/** A line that was damaged on its way. */
const damaged = fc
  .tuple(event, fc.nat(), fc.constantFrom('', '"', '\\', '{', ',', '\u0001', '9', 'é'))
  .map(([line, at, what]) => line.slice(0, at % line.length) + what + line.slice((at % line.length) + 1));
const line = fc.oneof(
  { weight: 12, arbitrary: event },
  { weight: 1, arbitrary: other },
  { weight: 1, arbitrary: damaged },
);

test('bytes and texts give the very same batch, and the one that objects give', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 30 }), fc.integer({ min: 1, max: 4_000 }), async (lines, size) => {
      // As a file holds it: half a pair of surrogates has no bytes.
      const text = lines.join('\n').toWellFormed();
      const bytes = await read(text, true, size);
      const texts = await read(text, false, size);
      expect(bytes.refused).toEqual(texts.refused);
      expect(bytes.batches.map(({ others }) => others)).toEqual(texts.batches.map(({ others }) => others));
      expect(bytes.batches.map(({ events }) => told(events))).toEqual(texts.batches.map(({ events }) => told(events)));
      expect(bytes.batches.map(({ events }) => types(events))).toEqual(
        texts.batches.map(({ events }) => types(events)),
      );
      expect(told(bytes.batches[0]!.events)).toEqual(told(built(text)));
    }),
    { numRuns: runs(50) },
  );
});

test('many numbers, and what ends them, over several batches', async () => {
  const lines = Array.from({ length: 23_000 }, (_, at) => {
    const amount = at % 9_000 === 8_000 ? (at > 15_000 ? '"text"' : 'null') : `${(at * 7) % 3_000}.${at % 10}`;
    const id = `018cc379-cf8a-792d-8084-${String(at).padStart(12, '0')}`;
    const properties = `{"amount":${amount},"few":${at % 200},"$current_url":"/page/${at % 700}","n":${at % 5 === 0 ? 'null' : at / 4}}`;
    return `{"uuid":"${id}","event":"view","distinct_id":"p${at % 50}","timestamp":"2026-01-31T12:00:00Z","properties":${properties}}`;
  });
  const bytes = await read(lines.join('\n'), true, 1 << 20);
  const texts = await read(lines.join('\n'), false, 1 << 20);
  expect(bytes.batches.length).toBeGreaterThan(2);
  expect(bytes.batches.map(({ events }) => told(events))).toEqual(texts.batches.map(({ events }) => told(events)));
  let from = 0;
  for (const { events } of bytes.batches) {
    expect(told(events)).toEqual(told(built(lines.slice(from, from + events.rows).join('\n'))));
    from += events.rows;
  }
  expect(from).toBe(lines.length);
});
