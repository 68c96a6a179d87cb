/** Who does something most, and filters on what people did or never did. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { call } from '../../src/service/gate/call.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { event, type Product, temporaryProduct } from '../support/product.ts';

const NOW = Date.parse('2026-03-10T12:00:00Z');
const DAYS = ['2026-03-01', '2026-03-05', '2026-03-09'] as const;
const NEVER_BOUGHT = { type: 'behavioral', key: 'bought', negation: true };

interface Deed {
  readonly who: string;
  readonly name: 'viewed' | 'bought';
  readonly day: (typeof DAYS)[number];
}

function storing(deeds: readonly Deed[]): Product {
  const product = temporaryProduct({ now: () => NOW });
  const project = product.service.store.projects.list()[0]!;
  const known = ['viewed', 'bought'].map((name) => event(name, 'known', '2025-01-01T00:00:00Z'));
  const items = deeds.map(({ who, name, day }) => event(name, who, `${day}T10:00:00Z`));
  product.service.ingest.importItems(project, [...known, ...items]);
  return product;
}

async function use({ service }: Product, name: string, input: Record<string, unknown>) {
  const operation = operationNamed(name);
  const output = await call(service, localOwner(service), operation, input, { face: 'mcp' });
  return { output: output as Record<string, unknown>, text: operation.text(output) };
}

function question(properties: readonly object[] = []) {
  return { kind: 'trend', events: [{ id: 'viewed' }], date_from: '2026-03-03', properties };
}

/** The rule in plain words: views since the 3rd of those who never bought, most first. */
function mostActive(deeds: readonly Deed[]): [string, number][] {
  const buyers = new Set(deeds.filter(({ name }) => name === 'bought').map(({ who }) => who));
  const views = deeds.filter(({ who, name, day }) => name === 'viewed' && day > '2026-03-03' && !buyers.has(who));
  const counts = Map.groupBy(views, ({ who }) => who);
  return [...counts].map(([who, of]): [string, number] => [who, of.length]).toSorted(compare);
}

function compare(a: [string, number], b: [string, number]): number {
  return b[1] - a[1] || (a[0] < b[0] ? -1 : 1);
}

test('the most active who never bought are those a plain count finds, page by page', async () => {
  const deed = fc.record({
    who: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
    name: fc.constantFrom('viewed', 'viewed', 'viewed', 'bought'),
    day: fc.constantFrom(...DAYS),
  });
  const property = fc.asyncProperty(fc.array(deed, { maxLength: 60 }), fc.nat(3), async (deeds, offset) => {
    const product = storing(deeds as Deed[]);
    const asked = { question: question([NEVER_BOUGHT]), order: '-count', limit: 3, offset };
    const { output } = await use(product, 'list_persons', asked);
    const results = output['results'] as { distinct_ids: string[]; matched_count: number; matched_at: string[] }[];
    const expected = mostActive(deeds as Deed[]);
    expect(output['count']).toBe(expected.length);
    // Equal ones come in the order in which they were first seen.
    const counts = results.map(({ matched_count }) => matched_count);
    expect(counts).toEqual(expected.slice(offset, offset + 3).map(([, count]) => count));
    for (const { distinct_ids, matched_count, matched_at } of results) {
      expect(expected).toContainEqual([distinct_ids[0], matched_count]);
      expect(matched_at.length).toBe(Math.min(10, matched_count));
    }
    await product.close();
  });
  await fc.assert(property, { numRuns: 25 });
});

const DEEDS: readonly Deed[] = [
  { who: 'ana', name: 'viewed', day: '2026-03-09' },
  { who: 'ana', name: 'bought', day: '2026-03-01' },
  { who: 'ben', name: 'viewed', day: '2026-03-09' },
  { who: 'ben', name: 'viewed', day: '2026-03-05' },
  { who: 'cleo', name: 'viewed', day: '2026-03-09' },
];

test('a text says how often; a behaviour is said in words, and narrows any question', async () => {
  const product = storing(DEEDS);
  const { text } = await use(product, 'list_persons', { question: question([NEVER_BOUGHT]), order: '-count' });
  expect(text).toBe(
    [
      '2 people.',
      'name | ids | times | did it at (UTC)',
      '– | "ben" | 2 | 2026-03-05T10:00:00Z, 2026-03-09T10:00:00Z',
      '– | "cleo" | 1 | 2026-03-09T10:00:00Z',
    ].join('\n'),
  );
  const lately = { type: 'behavioral', key: 'bought', time_value: 5, time_interval: 'day' };
  const count = async (filter: object) => {
    const { kind: _, ...body } = question([filter]);
    const said = await use(product, 'compute_trend', body);
    return { count: (said.output['result'] as { count: number }[])[0]!.count, text: said.text };
  };
  expect(await count(NEVER_BOUGHT)).toMatchObject({
    count: 3,
    text: expect.stringContaining('people who did not do "bought"'),
  });
  expect((await count({ type: 'behavioral', key: 'bought' })).count).toBe(1);
  expect(await count(lately)).toMatchObject({ count: 0, text: expect.stringContaining('in the last 5 day') });
});

test('a misspelt event of a behaviour, and an order where there is none, are refused', async () => {
  const product = storing(DEEDS);
  const asked = (more: object, filter: object = NEVER_BOUGHT) =>
    use(product, 'list_persons', { question: { ...question([filter]), ...more }, order: '-count' });
  await expect(asked({}, { ...NEVER_BOUGHT, key: 'bougth' })).rejects.toMatchObject({
    code: 'does_not_exist',
    message: expect.stringContaining('Did you mean "bought"?'),
  });
  await expect(asked({ kind: 'funnel' })).rejects.toMatchObject({ attr: 'order' });
});
