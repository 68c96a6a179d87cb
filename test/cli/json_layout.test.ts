/** Files that are one JSON object, as pages of interfaces and bodies of requests are, and objects without lines. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonLayoutOf } from '../../src/cli/formats/json_layout.ts';
import { jsonValueRows } from '../../src/cli/formats/json_values.ts';
import { look, read } from '../support/reading.ts';

const T = '2026-03-09T10:00:00Z';
const EVENTS = [1, 2, 3].map((number) => ({ event: `e${number}`, distinct_id: 'ana', timestamp: T }));
const NAMES = EVENTS.map(({ event }) => `${event} ana ${T}`);

async function* cut(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** What is read of the file, or why it is not. */
async function readCut(text: string, size: number): Promise<unknown[] | string> {
  const format = jsonLayoutOf(text, true);
  if (format.kind !== 'values') return format.kind;
  const found: unknown[] = [];
  try {
    for await (const { rows } of jsonValueRows(cut(Buffer.from(text), size), format.within)) {
      for (const row of rows) found.push('value' in row ? row.value : row.reason);
    }
  } catch (error) {
    return (error as Error).message;
  }
  return found;
}

describe('the rows are a list within the object', () => {
  test.each<[string, unknown]>([
    ['a page of results', { count: 3, next: null, previous: null, results: EVENTS }],
    ['a body of events', { api_key: 'é"[{', sent: { at: [{ x: 1 }] }, batch: EVENTS, historical: true }],
    ['a list by any name, if it is all there is', { 'my purchases': EVENTS }],
    ['lists of other things beside it', { ids: [1, 2], results: EVENTS, tags: ['a'], more: [] }],
  ])('%s', async (_, file) => {
    for (const indent of [undefined, 2, '\t']) {
      const { events, refused } = await read(JSON.stringify(file, null, indent));
      expect(events).toEqual(NAMES);
      expect(refused).toEqual([]);
    }
    expect((await look(`\uFEFF\n ${JSON.stringify(file)}\n`)).format).toMatchObject({ kind: 'values' });
  });

  test('however the file is cut, and whatever is around the list', async () => {
    const member = fc.tuple(fc.string({ maxLength: 5 }), fc.jsonValue({ maxDepth: 1 }));
    const around = fc.array(member, { maxLength: 3 }).map((members) => Object.fromEntries(members));
    await fc.assert(
      fc.asyncProperty(around, around, fc.integer({ min: 1, max: 60 }), async (before, after, size) => {
        const file = { ...before, results: EVENTS, ...after };
        const lists = Object.entries(file).filter(([, value]) => isListOfObjects(value));
        fc.pre(lists.length === 1 && Object.keys(file).every((name) => !/^(event|distinct_?[iI]d)$/.test(name)));
        expect(await readCut(JSON.stringify(file, null, size % 3), size)).toEqual(EVENTS);
      }),
    );
  });

  test('a file larger than what is looked at before', async () => {
    const many = Array.from({ length: 40_000 }, (_, number) => ({ ...EVENTS[0], event: `e${number}` }));
    const { events, refused } = await read(JSON.stringify({ results: many, next: null }));
    expect(events).toHaveLength(many.length);
    expect(events.at(-1)).toBe(`e39999 ana ${T}`);
    expect(refused).toEqual([]);
  });
});

test('rows without names are refused with how they get some, and their properties may be text', async () => {
  const columns = ['event', 'distinct_id', 'timestamp', 'properties'];
  const row = ['paid', 'ana', T, '{"plan":"pro"}'];
  for (const answer of [
    { columns, results: [row], types: [['event', 'String']] },
    { results: [row], hasMore: false, columns },
  ]) {
    await expect(look(JSON.stringify(answer))).rejects.toThrow(`jq -c '.columns as $names | .["results"][]`);
  }
  const named = Object.fromEntries(columns.map((name, at) => [name, row[at]]));
  const { events, properties } = await read(`${JSON.stringify(named)}\n`);
  expect([events, properties]).toEqual([[`paid ana ${T}`], [{ plan: 'pro' }]]);
  const odd = { ...named, properties: '{"plan":' };
  expect((await read(`${JSON.stringify(odd)}\n`)).refused).toEqual([expect.stringContaining('must be an object')]);
});

describe('other objects are rows themselves', () => {
  const order = { event: 'paid', distinct_id: 'ana', timestamp: T, items: [{ id: 1 }], results: [{ id: 2 }] };

  test('an event with lists', async () => {
    for (const text of [
      JSON.stringify(order),
      JSON.stringify(order, null, 2),
      `${JSON.stringify(order)}\n`.repeat(2),
    ]) {
      expect((await read(text)).events).toContain(`paid ana ${T}`);
    }
    const unnamed = { name: 'paid', user: 'ana', at: T, lines: [{ id: 1 }] };
    const columns = 'event=name,distinct_id=user,timestamp=at';
    expect((await read(JSON.stringify(unnamed), { map: columns })).events).toEqual([`paid ana ${T}`]);
    const rows = `${JSON.stringify({ ...unnamed, rows: [{ id: 1 }] })}\n`.repeat(3);
    expect((await read(rows, { map: columns })).events).toHaveLength(3);
  });

  test('without anything between them', async () => {
    const { events, refused } = await read(EVENTS.map((event) => JSON.stringify(event)).join(''));
    expect(events).toEqual(NAMES);
    expect(refused).toEqual([]);
  });
});

test('what is not read is told', async () => {
  const people = [{ id: 1 }];
  const several = /several lists, "events" and "people"\. .* jq -c '\.\["events"\]\[\]'/;
  expect(() => jsonLayoutOf(JSON.stringify({ events: EVENTS, people }), true)).toThrow(several);
  const large = JSON.stringify({ events: EVENTS, people });
  const format = jsonLayoutOf(large.slice(0, 40), false);
  expect(format).toMatchObject({ kind: 'values', within: { name: 'events' } });
  if (format.kind !== 'values') return;
  const all = async (text: string) => {
    for await (const { rows } of jsonValueRows(cut(Buffer.from(text), 16), format.within))
      expect([...rows]).toBeDefined();
  };
  await expect(all(large)).rejects.toThrow(several);
  const list = JSON.stringify({ events: EVENTS });
  await expect(all(list.slice(0, -1))).rejects.toThrow('Was it cut off?');
  await expect(all(list.slice(0, -2))).rejects.toThrow('Was it cut off?');
  await expect(all(list.slice(0, -6))).rejects.toThrow('Was it cut off?');
  await expect(all(`${list} trailing`)).rejects.toThrow('not valid JSON');
});

function isListOfObjects(value: unknown): boolean {
  return (
    Array.isArray(value) && value.some((item) => typeof item === 'object' && item !== null && !Array.isArray(item))
  );
}
