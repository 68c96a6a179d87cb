import { beforeEach, describe, expect, test } from 'vitest';
import type { IngestItem } from '../../src/service/ingest/types.ts';
import { computeTrend } from '../support/operations.ts';
import { event } from '../support/product.ts';
import { type Asked, askedProduct } from '../support/questions.ts';

let asked: Asked;

beforeEach(() => {
  asked = askedProduct();
});

type Filter = Record<string, unknown>;

async function count(...properties: Filter[]): Promise<number> {
  const { result } = await asked.trend({ events: [{ id: null }], properties, date_from: '-7d' });
  return result[0]!.count;
}

const DAY = '2026-01-14T';

function merged(distinct_id: string, other: string): IngestItem {
  return event('$identify', distinct_id, `${DAY}23:00:00Z`, { $anon_distinct_id: other });
}

describe('what every event has', () => {
  const metadata = (key: string, value: unknown, operator = 'exact'): Filter => ({
    key,
    value,
    operator,
    type: 'event_metadata',
  });

  beforeEach(() => {
    asked.add(
      event('buy', 'anna', `${DAY}10:00:00Z`, { $groups: { org: 'acme' } }),
      event('view', 'anna', `${DAY}11:00:00.500Z`),
      event('view', 'berta', `${DAY}12:00:00Z`, { distinct_id: 'a property' }),
    );
  });

  test('its name, its distinct id, its group', async () => {
    expect(await count(metadata('event', 'view'))).toBe(2);
    expect(await count(metadata('event', 'view', 'is_not'))).toBe(1);
    expect(await count(metadata('event', 'U', 'icontains'))).toBe(1);
    expect(await count(metadata('distinct_id', ['anna', 'nobody']))).toBe(2);
    expect(await count(metadata('distinct_id', '^b', 'regex'))).toBe(1);
    expect(await count(metadata('$group_0', 'acme'))).toBe(1);
    expect(await count(metadata('$group_0', 'acme', 'is_not'))).toBe(2);
  });

  test('its time, to the millisecond', async () => {
    expect(await count(metadata('timestamp', `${DAY}11:00:00.500Z`, 'is_date_exact'))).toBe(1);
    expect(await count(metadata('timestamp', `${DAY}11:00:00.500Z`, 'is_date_before'))).toBe(1);
    expect(await count(metadata('timestamp', `${DAY}11:00:00.500Z`, 'is_date_after'))).toBe(1);
    expect(await count(metadata('timestamp', '2026-01-14', 'is_date_exact'))).toBe(3);
    expect(await count(metadata('timestamp', '2026-01-14', 'is_date_after'))).toBe(0);
    expect(await count(metadata('timestamp', '', 'is_set'))).toBe(3);
  });

  test('an event with fresh ids is found at once', async () => {
    expect(await count(metadata('distinct_id', 'carla'))).toBe(0);
    asked.add(event('view', 'carla', `${DAY}13:00:00Z`));
    expect(await count(metadata('distinct_id', 'carla'))).toBe(1);
    expect(await count(metadata('distinct_id', 'anna'))).toBe(2);
  });
});

test('a person is found by any of their distinct ids, whichever the event came with', async () => {
  asked.add(
    event('view', 'anon', `${DAY}10:00:00Z`),
    event('view', 'anna', `${DAY}11:00:00Z`),
    event('view', 'berta', `${DAY}12:00:00Z`),
  );
  const person = (value: unknown, operator = 'exact'): Filter => ({
    key: 'distinct_id',
    value,
    operator,
    type: 'person',
  });
  expect(await count(person('anon'))).toBe(1);
  asked.add(merged('anna', 'anon'));
  expect(await count(person('anon'))).toBe(3);
  expect(await count(person('anna'))).toBe(3);
  expect(await count(person('anon', 'is_not'))).toBe(1);
  expect(await count(person('ann', 'icontains'))).toBe(3);
});

describe('sessions', () => {
  const lasting = (value: number, operator: string): Filter => ({
    key: '$session_duration',
    value,
    operator,
    type: 'session',
  });

  test('last from their first event to their last, whatever is counted', async () => {
    asked.add(
      event('view', 'anna', `${DAY}10:00:00Z`, { $session_id: 's' }),
      event('view', 'anna', `${DAY}10:02:00Z`, { $session_id: 's' }),
      event('view', 'berta', `${DAY}10:00:00Z`, { $session_id: 't' }),
      event('view', 'berta', `${DAY}10:00:00Z`),
    );
    expect(await count(lasting(90, 'gt'))).toBe(2);
    expect(await count(lasting(90, 'lt'))).toBe(1);
    expect(await count(lasting(120, 'exact'))).toBe(2);
    // Without a session there is nothing to compare; to be something else is true.
    expect(await count(lasting(120, 'is_not'))).toBe(2);
    asked.add(event('buy', 'berta', `${DAY}11:00:00Z`, { $session_id: 't' }));
    const { result } = await asked.trend({ events: [{ id: 'view' }], properties: [lasting(90, 'gt')] });
    expect(result[0]!.count).toBe(3);
  });

  test('other properties of sessions are told to be missing', async () => {
    const filter = { key: '$entry_current_url', value: 'x', type: 'session' };
    const refused = await asked.refusal(computeTrend, { events: [{ id: 'view' }], properties: [filter] });
    expect(refused).toMatchObject({ code: 'not_supported', attr: 'properties__0__key' });
  });
});

test('properties of feature flags are properties of the event', async () => {
  asked.add(event('view', 'anna', `${DAY}10:00:00Z`, { '$feature/new': 'test' }));
  expect(await count({ key: '$feature/new', value: 'test', type: 'feature' })).toBe(1);
});

describe('page elements', () => {
  const element = (key: string, value: unknown, operator = 'exact'): Filter => ({
    key,
    value,
    operator,
    type: 'element',
  });

  beforeEach(() => {
    asked.add(
      event('$autocapture', 'anna', `${DAY}10:00:00Z`, {
        // As older libraries send them.
        $elements: [
          { tag_name: 'a', $el_text: 'Buy', attr__href: '/buy', attr__class: 'btn big', nth_child: 2, nth_of_type: 1 },
          { tag_name: 'div', attr__id: 'main', nth_child: 1, nth_of_type: 1 },
        ],
      }),
      event('$autocapture', 'berta', `${DAY}11:00:00Z`, {
        $elements_chain: 'button.btn:nth-child="1"nth-of-type="1"text="Sell";body:nth-child="1"',
      }),
      event('view', 'carla', `${DAY}12:00:00Z`),
    );
  });

  test('are found whichever way they were sent', async () => {
    expect(await count(element('selector', '.btn'))).toBe(2);
    expect(await count(element('selector', '#main > a.btn.big:nth-child(2)'))).toBe(1);
    expect(await count(element('selector', ['button', '[href="/buy"]']))).toBe(2);
    expect(await count(element('selector', '.btn', 'is_not'))).toBe(1);
    expect(await count(element('tag_name', ['div', 'body']))).toBe(2);
    expect(await count(element('tag_name', 'a', 'is_not'))).toBe(2);
    expect(await count(element('href', '/B', 'icontains'))).toBe(1);
    expect(await count(element('text', '^(Buy|Sell)$', 'regex'))).toBe(2);
    expect(await count(element('text', '', 'is_not_set'))).toBe(1);
    expect(await count(element('href', null, 'is_set'))).toBe(1);
  });

  test('nothing is one of none, and everything is none of them', async () => {
    expect(await count(element('tag_name', []))).toBe(0);
    expect(await count(element('selector', [], 'is_not'))).toBe(3);
    // An empty selector, or none at all, asks nothing.
    expect(await count(element('selector', ''))).toBe(3);
    expect(await count({ key: 'text', type: 'element' })).toBe(3);
  });

  test('are kept as one text, which can be asked for like any property', async () => {
    const chain = { key: '$elements_chain', value: 'a.big.btn:', operator: 'icontains', type: 'event' };
    expect(await count(chain)).toBe(0);
    expect(await count({ ...chain, value: 'a.btn.big:attr__href="/buy"attr__id' })).toBe(0);
    expect(await count({ ...chain, value: 'a.btn.big:attr__href="/buy"href="/buy"' })).toBe(1);
    expect(await count({ key: '$elements', value: 'x', operator: 'is_set', type: 'event' })).toBe(0);
  });
});
