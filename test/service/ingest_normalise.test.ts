/** One event of a client library, and one line of a file: names, ids, times. */
import { describe, expect, test } from 'vitest';
import { formatUuid, parseUuid } from '../../src/base/uuid.ts';
import { ServiceError } from '../../src/model/error.ts';
import { LIMIT } from '../../src/model/limit.ts';
import { itemOfLine } from '../../src/service/ingest/lines.ts';
import { type Arrival, normaliseEvent, type RawEvent, readTime } from '../../src/service/ingest/normalise.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const HOUR = 3_600_000;
const arrival: Arrival = {
  now_ms: NOW,
  sent_at_ms: null,
  ip: null,
  randomBytes: (bytes) => new Uint8Array(bytes).fill(0xab),
};
const normalise = (raw: RawEvent, more: Partial<Arrival> = {}) => normaliseEvent(raw, { ...arrival, ...more });

function refusal(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof ServiceError) return `${error.status} ${error.attr}`;
    throw error;
  }
  return 'taken';
}

describe('names and ids', () => {
  test('the top level wins over the properties; anything but nothing becomes text', () => {
    const id = (raw: RawEvent) => normalise({ event: 'e', ...raw }).distinct_id;
    expect(id({ distinct_id: 'a', properties: { distinct_id: 'b' } })).toBe('a');
    expect(id({ $distinct_id: 'a' })).toBe('a');
    expect(id({ properties: { distinct_id: 17 } })).toBe('17');
    expect(id({ distinct_id: { a: [1] } })).toBe('{"a":[1]}');
    expect(id({ distinct_id: false })).toBe('false');
    expect(id({ distinct_id: 'x'.repeat(300) })).toHaveLength(LIMIT.distinct_id_chars);
    expect(normalise({ event: 'n'.repeat(300), distinct_id: 'a' }).event).toHaveLength(LIMIT.event_name_chars);
  });

  test.each([
    [{}, '400 event'],
    [{ event: '', distinct_id: 'a' }, '400 event'],
    [{ event: 5, distinct_id: 'a' }, '400 event'],
    [{ event: 'e' }, '400 distinct_id'],
    [{ event: 'e', distinct_id: '' }, '400 distinct_id'],
    [{ event: 'e', distinct_id: null, properties: null }, '400 distinct_id'],
    [{ event: 'e', distinct_id: 'a', properties: [1] }, '400 properties'],
    [{ event: 'e', distinct_id: 'a', properties: { x: 'y'.repeat(LIMIT.event_bytes) } }, '413 properties'],
    [{ event: 'e', distinct_id: 'a', $set: { x: 'y'.repeat(LIMIT.event_bytes) } }, '413 properties'],
  ])('%# refused', (raw: RawEvent, expected) => {
    expect(refusal(() => normalise(raw))).toBe(expected);
  });

  test('an id from the client makes sending again harmless', () => {
    const uuid = '01a1f999-6754-7559-b337-034951d39dd3';
    expect(normalise({ event: 'e', distinct_id: 'a', uuid }).uuid).toEqual(parseUuid(uuid));
    const inserted = (insert_id: string, event = 'e') =>
      formatUuid(normalise({ event, distinct_id: 'a', properties: { $insert_id: insert_id } }).uuid);
    expect(inserted('jay2e6mtyzr53noy')).toBe(inserted('jay2e6mtyzr53noy'));
    expect(inserted('jay2e6mtyzr53noy')).not.toBe(inserted('another'));
    expect(inserted('jay2e6mtyzr53noy')).not.toBe(inserted('jay2e6mtyzr53noy', 'f'));
    expect(normalise({ event: 'e', distinct_id: 'a', uuid: 'my-own-17' }).uuid).toEqual(
      normalise({ event: 'e', distinct_id: 'a', uuid: 'my-own-17' }).uuid,
    );
  });

  test('an id of the message does so, too, once for each of its events', () => {
    const sent = (raw: RawEvent, event = 'e') => formatUuid(normalise({ event, distinct_id: 'a', ...raw }).uuid);
    const message = { message_id: 'F1A6D5B2-4B0E-4A4F-8D56-5B1D5D0F3A77' };
    expect(sent(message)).toBe(sent(message));
    expect(sent({ messageId: 'auto-7' })).toBe(sent({ messageId: 'auto-7' }));
    expect(sent({ messageId: 'auto-7' })).not.toBe(sent({ messageId: 'auto-8' }));
    expect(sent({ messageId: 'auto-7' })).not.toBe(sent({ messageId: 'auto-7' }, '$identify'));
    const uuid = '01a1f999-6754-7559-b337-034951d39dd3';
    expect(sent({ ...message, uuid })).toBe(uuid);
  });

  test('no properties may be an empty list, as PHP writes them', () => {
    expect(normalise({ event: 'e', distinct_id: 'a', properties: [] }).properties).toEqual({});
    const person = itemOfLine({ type: 'person', distinct_id: 'a', properties: [] }, () => null);
    expect(person).toMatchObject({ person: { properties: {} } });
  });

  test('without one it is made of the time and chance', () => {
    const uuid = formatUuid(normalise({ event: 'e', distinct_id: 'a' }).uuid);
    expect(uuid).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7bab-abab-ab/);
    expect(Number.parseInt(uuid.replaceAll('-', '').slice(0, 12), 16)).toBe(NOW);
  });
});

describe('time', () => {
  const at = (raw: RawEvent, more: Partial<Arrival> = {}) =>
    (normalise({ event: 'e', distinct_id: 'a', ...raw }, more).timestamp_ms - NOW) / HOUR;

  test('as it stands, or by the difference to the clock that sent it', () => {
    expect(at({ timestamp: '2026-11-20T10:00:00Z' })).toBe(-2);
    expect(at({ timestamp: '2026-11-20T10:00:00+02:00' })).toBe(-4);
    const sent_at_ms = NOW - 10 * 365 * 24 * HOUR;
    const timestamp = new Date(sent_at_ms - HOUR).toISOString();
    expect(at({ timestamp }, { sent_at_ms })).toBe(-1);
    expect(at({ timestamp: '2026-11-20T10:00:00Z', properties: { $ignore_sent_at: true } }, { sent_at_ms })).toBe(-2);
  });

  test('an offset counts back from now; nothing and nonsense are now', () => {
    expect(at({ offset: HOUR / 2 })).toBe(-0.5);
    expect(at({})).toBe(0);
    for (const timestamp of ['yesterday', '', '2026-13-45', {}, true, -5, Number.NaN])
      expect(at({ timestamp })).toBe(0);
    expect(at({ timestamp: '0001-01-01T00:00:00Z' })).toBe(0);
    expect(at({ offset: -1e300 })).toBe(0);
  });

  test('counts since 1970, in the unit that their size tells', () => {
    const then = NOW - HOUR;
    const counts = [then / 1e3, then, then * 1e3, then * 1e6, `${then}000`, `${then}000000`];
    for (const timestamp of counts) expect(at({ timestamp })).toBe(-1);
  });

  test('up to 23 hours ahead is taken, beyond is now', () => {
    const ahead = (hours: number) => at({ timestamp: new Date(NOW + hours * HOUR).toISOString() });
    expect(ahead(23)).toBe(23);
    expect(at({ timestamp: new Date(NOW + LIMIT.future_ms + 1).toISOString() })).toBe(0);
  });
});

describe('properties', () => {
  const properties = (raw: RawEvent, more: Partial<Arrival> = {}) =>
    normalise({ event: 'e', distinct_id: 'a', ...raw }, more).properties;

  test('what stands beside them goes in; nothing else is touched', () => {
    const given = { plan: 'pro', $set: { a: 1, b: 1 } };
    expect(properties({ properties: given })).toBe(given);
    expect(properties({ properties: given, $set: { b: 2 }, $set_once: { c: 3 } })).toEqual({
      plan: 'pro',
      $set: { a: 1, b: 2 },
      $set_once: { c: 3 },
    });
  });

  test('the address is noted unless the event has one', () => {
    expect(properties({}, { ip: '10.0.0.1' })).toEqual({ $ip: '10.0.0.1' });
    expect(properties({ properties: { $ip: '' } }, { ip: '10.0.0.1' })).toEqual({ $ip: '' });
  });

  test('__proto__ is data, also beside a change', () => {
    const raw = JSON.parse('{"properties":{"__proto__":{"x":1},"n":1e999},"$set":{"__proto__":2}}');
    const settled = properties(raw);
    expect(Object.getOwnPropertyDescriptor(settled, '__proto__')?.value).toEqual({ x: 1 });
    expect(settled['n']).toBeNull();
    expect(settled['x']).toBeUndefined();
  });
});

describe('lines of files', () => {
  const take = (value: unknown) => itemOfLine(value, (_, given) => readTime(given));
  const EVENT = { event: 'e', distinct_id: 'a', timestamp: '2030-01-01T00:00:00Z' };

  test('an event keeps its time, even ahead, and an id only if it has one', () => {
    const uuid = '01a1f999-6754-7559-b337-034951d39dd3';
    const timestamp_ms = Date.parse(EVENT.timestamp);
    expect(take(EVENT)).toMatchObject({ kind: 'event', event: { timestamp_ms, uuid: null } });
    expect(take({ ...EVENT, uuid })).toMatchObject({ kind: 'event', event: { uuid: parseUuid(uuid) } });
  });

  test('events as libraries send them carry a type too', () => {
    expect(take({ ...EVENT, type: 'capture' }).kind).toBe('event');
    expect(take({ ...EVENT, type: 'group' }).kind).toBe('event');
  });

  test('persons and groups', () => {
    expect(
      take({ type: 'person', distinct_ids: ['a', 7, 'a'], properties: { x: 1 }, created_at: '2020-01-01' }),
    ).toEqual({
      kind: 'person',
      person: { distinct_ids: ['a', '7'], properties: { x: 1 }, created_at_ms: Date.parse('2020-01-01') },
    });
    expect(take({ type: 'person', distinct_id: 'a' })).toMatchObject({
      person: { distinct_ids: ['a'], properties: {} },
    });
    expect(take({ type: 'group', group_type: 'company', group_key: 7 })).toEqual({
      kind: 'group',
      group: { group_type: 'company', group_key: '7', properties: {}, created_at_ms: null },
    });
  });

  test.each([
    [17, 'line'],
    [[EVENT], 'line'],
    [{ distinct_id: 'a' }, 'event'],
    [{ ...EVENT, distinct_id: null }, 'distinct_id'],
    [{ ...EVENT, timestamp: undefined }, 'timestamp'],
    [{ ...EVENT, timestamp: 'soon' }, 'timestamp'],
    [{ ...EVENT, timestamp: '1066-10-14' }, 'timestamp'],
    [{ ...EVENT, properties: 'x' }, 'properties'],
    [{ type: 'person', properties: {} }, 'distinct_ids'],
    [{ type: 'person', distinct_ids: ['a', ''] }, 'distinct_ids'],
    [{ type: 'person', distinct_ids: ['a'], created_at: 'x' }, 'created_at'],
    [{ type: 'group', group_key: 'a' }, 'group_type'],
    [{ type: 'group', group_type: 'a' }, 'group_key'],
  ])('%# refused by name', (value, attr) => {
    expect(refusal(() => take(value))).toBe(`400 ${attr}`);
  });
});
