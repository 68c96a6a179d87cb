/** Questions that share some of their filters: what was found for some conditions must not answer for others. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { call } from '../../src/service/gate/call.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { event, type Product, temporaryProduct } from '../support/product.ts';
import { runs } from '../support/runs.ts';

const NOW = Date.parse('2026-03-20T12:00:00Z');
const PLANS = ['free', 'pro', 'team'];

interface Visit {
  readonly plan: string;
  readonly price: number;
}

const CONDITIONS = [
  { filter: { key: 'plan', value: 'pro' }, holds: ({ plan }: Visit) => plan === 'pro' },
  { filter: { key: 'plan', operator: 'is_not', value: 'free' }, holds: ({ plan }: Visit) => plan !== 'free' },
  { filter: { key: 'price', operator: 'lt', value: 7 }, holds: ({ price }: Visit) => price < 7 },
  { filter: { key: 'price', operator: 'gte', value: 2 }, holds: ({ price }: Visit) => price >= 2 },
  { filter: { type: 'hogql', key: 'properties.price * 2 > 6' }, holds: ({ price }: Visit) => price * 2 > 6 },
  // Holds for every row, so its selection is no bitmap.
  { filter: { key: 'plan', operator: 'is_set' }, holds: () => true },
];

type Step = { readonly add: readonly Visit[] } | { readonly ask: readonly number[] };

const visit = fc.record({ plan: fc.constantFrom(...PLANS), price: fc.nat(9) });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: fc.record({ add: fc.array(visit, { minLength: 1, maxLength: 5 }) }) },
  { weight: 6, arbitrary: fc.record({ ask: fc.shuffledSubarray([...CONDITIONS.keys()], { minLength: 1 }) }) },
);

function add({ service }: Product, visits: readonly Visit[], number: number): void {
  const items = visits.map((properties, at) =>
    event('visited', `person ${(number + at) % 7}`, '2026-03-19', { ...properties }),
  );
  service.ingest.importItems(service.store.projects.list()[0]!, items);
}

async function count({ service }: Product, asked: readonly number[]): Promise<number> {
  const properties = asked.map((number) => CONDITIONS[number]!.filter);
  const body = { events: [{ id: 'visited' }], properties, date_from: '-7d', refresh: true };
  const answer = (await call(service, localOwner(service), operationNamed('compute_trend'), body)) as {
    readonly result: readonly { readonly count: number }[];
  };
  return answer.result[0]!.count;
}

test('what is kept for some conditions answers only for them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(visit, { minLength: 1, maxLength: 60 }),
      fc.array(step, { maxLength: 12 }),
      async (first, steps) => {
        const product = temporaryProduct({ now: () => NOW, computing: { thread: 'never' } });
        const visits = [...first];
        add(product, first, 0);
        for (const each of steps) {
          if ('add' in each) {
            add(product, each.add, visits.length);
            visits.push(...each.add);
            continue;
          }
          const expected = visits.filter((one) => each.ask.every((number) => CONDITIONS[number]!.holds(one)));
          expect(await count(product, each.ask)).toBe(expected.length);
        }
        await product.service.close();
      },
    ),
    { numRuns: runs(40) },
  );
});
