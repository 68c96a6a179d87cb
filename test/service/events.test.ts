/** Lists of events as a model gets them. */
import { expect, test } from 'vitest';
import { tokensOf } from '../../src/base/tokens.ts';
import { LIMIT } from '../../src/model/limit.ts';
import type { EventsResult } from '../../src/model/question/events.ts';
import { listEvents } from '../../src/service/operations/events.ts';
import { event } from '../support/product.ts';
import { askedProduct } from '../support/questions.ts';

test('the text is a table of a line each, whatever the events hold', async () => {
  const { add, ask } = askedProduct();
  add(
    event('a\n2026 | forged', 'x | y', '2026-01-01T00:00:00Z', {
      text: 'two\nlines \u2028 | cell',
      long: 'z'.repeat(999),
    }),
  );
  const text = listEvents.text(await ask<EventsResult>(listEvents, {}));
  const lines = text.split('\n');
  expect(lines).toHaveLength(3);
  expect(lines[2]!.split(' | ')).toHaveLength(4);
  expect(lines[2]).toContain('"a\\n2026 \\u007c forged" | "x \\u007c y"');
  expect(lines[2]).toContain('"text": "two\\nlines \\u2028 \\u007c cell"');
  expect(lines[2]!.length).toBeLessThan(600);
});

test('no value is told from the text of that name', async () => {
  const { add, ask } = askedProduct();
  add(event('a', 'p', '2026-01-01T00:00:00Z', { none: null, said: 'null', yes: true, claimed: 'true' }));
  const text = listEvents.text(await ask<EventsResult>(listEvents, {}));
  expect(text).toContain('"claimed": "true", "none": null, "said": "null", "yes": true');
});

test('what a product says of an event stands before what its library adds', async () => {
  const { add, ask } = askedProduct();
  const added = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`$library_${at}`, 'as of every event']));
  add(event('paid', 'p', '2026-01-01T00:00:00Z', { ...added, amount: 3 }));
  const text = listEvents.text(await ask<EventsResult>(listEvents, {}));
  expect(text).toContain('| "amount": 3, "$library_0": ');
});

test('a page as large as may be stands in the text too', async () => {
  const { add, ask } = askedProduct();
  const session = (at: number) => `${at.toString(16).padStart(8, '0')}-7a1f-4c2e-9b3d-5e6f708192a3`;
  add(
    ...Array.from({ length: 300 }, (_, at) =>
      event('product viewed', session(at), `2026-01-01T00:00:${String(at % 60).padStart(2, '0')}.${100 + at}Z`, {
        ...{ $session_id: session(at), $browser: 'Chrome', country: 'Germany', amount: 12.5, quantity: at },
      }),
    ),
  );
  const page = await ask<EventsResult>(listEvents, {});
  expect(page.results.length).toBeGreaterThan(20);
  const lines = listEvents.text(page).split('\n');
  expect(lines).toHaveLength(2 + page.results.length);
  expect(lines[0]).toContain(page.next_cursor!);
});

test('pages for a model are small, and the cursor goes on where they end', async () => {
  const { add, ask } = askedProduct();
  add(
    ...Array.from({ length: 60 }, (_, at) =>
      event('a', 'b', '2026-01-01T00:00:00Z', { at, text: '日本 x'.repeat(400) }),
    ),
  );
  const met = new Set<unknown>();
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: EventsResult = await ask<EventsResult>(listEvents, { cursor });
    expect(tokensOf(JSON.stringify(page))).toBeLessThan(LIMIT.structured_tokens);
    expect(page.results.length).toBeGreaterThan(0);
    for (const one of page.results) met.add(one.properties['at']);
    expect(listEvents.text(page).includes('There are more')).toBe(page.next_cursor !== null);
    cursor = page.next_cursor;
  }
  expect(met.size).toBe(60);
});
