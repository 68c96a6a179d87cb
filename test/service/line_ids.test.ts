/** Ids of lines without one, against a slow twin: canonical JSON and a map. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HashCounts } from '../../src/base/hash64.ts';
import { canonical } from '../../src/base/json.ts';
import { formatUuid } from '../../src/base/uuid.ts';
import { contentHashes } from '../../src/service/ingest/content_hash.ts';
import { BatchBuilder } from '../../src/service/ingest/event_batch.ts';
import { LineIds } from '../../src/service/ingest/line_ids.ts';
import type { LineEvent } from '../../src/service/ingest/types.ts';

function line(properties: Record<string, unknown>, more: Partial<LineEvent> = {}): LineEvent {
  return { event: 'paid', distinct_id: 'ana', timestamp_ms: 1_760_000_000_000, uuid: null, properties, ...more };
}

/** Ids of lines, each array of them a batch. */
function idsOf(batches: readonly (readonly LineEvent[])[], source = 'events'): string[] {
  const ids = new LineIds(source);
  return batches.flatMap((events) => {
    const builder = new BatchBuilder(events.length);
    for (const event of events) builder.addLine({ kind: 'event', event }, ids);
    const { uuids, rows } = builder.taken().events;
    return Array.from({ length: rows }, (_, row) => formatUuid(uuids, row * 16));
  });
}

const value = fc.oneof(
  fc.constantFrom(1, 2, 'a', 'b', 'ab', '', true, false, null, 1.5, -1),
  fc.array(fc.constantFrom(1, 'a'), { maxLength: 2 }),
  fc.dictionary(fc.constantFrom('x', 'y'), fc.constantFrom(1, 'a'), { maxKeys: 2 }),
);
const event = fc
  .record({
    properties: fc.dictionary(fc.constantFrom('a', 'b', 'ab', 'c'), value, { maxKeys: 3 }),
    event: fc.constantFrom('paid', 'left'),
    distinct_id: fc.constantFrom('ana', 'ben', 'paid'),
    timestamp_ms: fc.constantFrom(0, 1, 1_760_000_000_000),
  })
  .map(({ properties, ...more }) => line(properties, more));

/** What has a value, as texts where numbers and texts are told apart by nothing else. */
function saidBy({ event: name, distinct_id, timestamp_ms, properties }: LineEvent): string {
  const said = Object.entries(properties).filter(([, given]) => given !== null && given !== '');
  const texts = said.map(([key, given]) => [key, typeof given === 'object' ? given : String(given)]);
  return canonical([name, distinct_id, timestamp_ms, Object.fromEntries(texts)]);
}

describe('ids of lines', () => {
  test('are equal where what is said, and how often it was said before, is equal', () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), fc.integer({ min: 1, max: 10 }), (events, size) => {
        const seen = new Map<string, number>();
        const wanted = events.map((given) => {
          const said = saidBy(given);
          seen.set(said, (seen.get(said) ?? 0) + 1);
          return `${said} ${seen.get(said)}`;
        });
        const batches = Array.from({ length: Math.ceil(events.length / size) }, (_, at) =>
          events.slice(at * size, (at + 1) * size),
        );
        const ids = idsOf(batches);
        expect(new Set(ids).size).toBe(new Set(wanted).size);
        // Whatever the order: as many of each.
        expect(idsOf([events.toReversed()]).sort()).toEqual(ids.sort());
      }),
    );
  });

  test('do not depend on how a value is written', () => {
    const [given] = idsOf([[line({ price: 4, note: 'x', more: { a: 1, b: 2 } })]]);
    for (const properties of [
      { more: { b: 2, a: 1 }, note: 'x', price: 4 },
      { price: '4', note: 'x', more: { a: 1, b: 2 } },
      { price: '4.00', note: 'x', more: { a: 1, b: 2 }, added: '' },
      { price: 4, note: 'x', more: { a: 1, b: 2 }, added: null },
    ]) {
      expect(idsOf([[line(properties)]])).toEqual([given]);
    }
    for (const properties of [
      { price: 4, note: 'x', more: { a: 1, b: 3 } },
      { price: 4, note: 'X', more: { a: 1, b: 2 } },
      { note: 4, price: 'x', more: { a: 1, b: 2 } },
      { price: 4, note: 'x' },
    ]) {
      expect(idsOf([[line(properties)]])).not.toEqual([given]);
    }
  });

  test('do not depend on what else is in the batch', () => {
    // Many different numbers, and texts among them, are kept in another way than a few.
    const events = Array.from({ length: 600 }, (_, at) => line({ price: at / 4, code: at % 9 === 0 ? `${at}` : at }));
    const one = idsOf([events]);
    expect(new Set(one).size).toBe(600);
    expect(idsOf(events.map((given) => [given]))).toEqual(one);
  });

  test('are others in another source, and begin with the time', () => {
    const [one] = idsOf([[line({})]], 'one');
    const [two] = idsOf([[line({})]], 'two');
    expect(one).not.toBe(two);
    expect(one?.replaceAll('-', '').slice(0, 12)).toBe((1_760_000_000_000).toString(16).padStart(12, '0'));
    expect(one?.slice(14, 20)).toBe('8000-8');
  });

  test('lines with an id keep it and count for nothing', () => {
    const uuid = new Uint8Array(16).fill(7);
    const [own, next] = idsOf([[line({}, { uuid }), line({})]]);
    expect(own).toBe(formatUuid(uuid));
    expect([next]).toEqual(idsOf([[line({})]]));
  });
});

test('what differs in little has different hashes', () => {
  const events = Array.from({ length: 60_000 }, (_, at) =>
    line({ order: `A-${at % 300}`, item: Math.floor(at / 300), left: `${at}`, right: `${60_000 - at}` }),
  );
  const builder = new BatchBuilder(events.length);
  for (const given of events) builder.addEvent({ ...given, uuid: new Uint8Array(16) });
  const { hashes } = contentHashes(builder.taken().events);
  const halves = [0, 1].map((half) => new Set(events.map((_, row) => hashes[row * 2 + half])));
  // By chance alone, 32 bits of 60,000 differ but for less than one pair.
  for (const half of halves) expect(half.size).toBeGreaterThan(events.length - 10);
});

test('counts of hashes are those of a map, in 32 bytes a hash at most', () => {
  const counts = new HashCounts();
  const twin = new Map<number, number>();
  for (let at = 0; at < 200_000; at++) {
    // Spread like hashes.
    const key = Math.imul(Math.imul(at % 70_001, at % 3), 0x9e37_79b1);
    const wanted = (twin.get(key) ?? 0) + 1;
    twin.set(key, wanted);
    if (counts.count(key, key >>> 3) !== wanted) expect.fail(`${key} was counted wrong`);
  }
  expect(counts.bytes() / twin.size).toBeLessThanOrEqual(32);
});
