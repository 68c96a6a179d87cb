/** Operations through the gate, called like over MCP: tools, texts, and strictness. */
import { expect, test } from 'vitest';
import { seeded } from '../../src/base/random.ts';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { type CallOptions, call } from '../../src/service/gate/call.ts';
import { newShortId } from '../../src/service/insights/find.ts';
import { operationNamed } from '../../src/service/operations/index.ts';
import { event, type Product, temporaryProduct } from '../support/product.ts';

const random = seeded(1);

interface Said {
  readonly output: Record<string, unknown>;
  readonly text: string;
}

async function use(
  product: Product,
  name: string,
  input: Record<string, unknown>,
  options?: CallOptions,
): Promise<Said> {
  const operation = operationNamed(name);
  const output = await call(product.service, localOwner(product.service), operation, input, options);
  return { output: output as Record<string, unknown>, text: operation.text(output) };
}

function shop(): Product {
  const product = temporaryProduct({ now: () => Date.parse('2024-10-18T09:00:00Z') });
  product.service.ingest.importItems(product.service.store.projects.get(1)!, [
    event('sign up', 'a', '2024-10-17T10:00:00Z', { plan: 'free' }),
    event('sign up', 'b', '2024-10-18T08:00:00Z', { plan: 'pro' }),
    event('paid', 'b', '2024-10-18T08:30:00Z'),
  ]);
  return product;
}

const SIGN_UPS = { insight: 'TRENDS', events: [{ id: 'sign up' }], date_from: '-1d' };

test('an assistant saves, finds, reads, changes and removes an insight; the texts hold what matters', async () => {
  const product = shop();
  const made = await use(product, 'create_insight', { name: 'Sign-ups', filters: SIGN_UPS, tags: ['growth'] });
  expect(made.text).toMatch(/^1 [A-Za-z0-9]{8} "Sign-ups" \(TRENDS, tag "growth"\)/);
  const { short_id } = made.output;
  expect((await use(product, 'list_insights', { search: 'sign' })).text).toContain('1 insight.\n1 ');
  const read = await use(product, 'get_insight', { id: short_id });
  expect(read.text).toContain('2024-10-17 | 1\n2024-10-18 (so far) | 1\ntotal | 2');
  expect((await use(product, 'mark_insight_viewed', { id: 1 })).output).toMatchObject({ id: 1 });
  expect((await use(product, 'my_last_viewed', {})).text).toContain('"Sign-ups"');
  await use(product, 'update_insight', {
    id: '1',
    filters: { insight: 'FUNNELS', events: [{ id: 'sign up' }, { id: 'paid' }] },
  });
  expect((await use(product, 'get_insight', { id: 1 })).text).toMatch(/1\. "sign up": 2\n2\. "paid": 1 \(50%/);
  expect((await use(product, 'get_activity', { id: 1 })).text).toContain(
    '"Owner" updated insight 1 "Sign-ups" (filters:',
  );
  const removed = await use(product, 'soft_delete_insight', { id: 1 });
  expect(removed.output).toMatchObject({ id: 1, deleted: true });
  expect(removed.text).toContain('"deleted": false brings it back');
  await expect(use(product, 'get_insight', { id: 1 })).rejects.toMatchObject({ code: 'not_found' });
  await expect(use(product, 'soft_delete_insight', { id: 1 })).rejects.toMatchObject({ code: 'not_found' });
  expect((await use(product, 'list_insights', { deleted: true })).output).toMatchObject({
    count: 1,
    results: [{ id: 1 }],
  });
  expect((await use(product, 'list_insights', { deleted: false })).output).toMatchObject({ count: 0 });
  expect((await use(product, 'update_insight', { id: 1, deleted: false })).output).toMatchObject({ deleted: false });
  expect((await use(product, 'list_insights', {})).output).toMatchObject({ count: 1 });
  expect((await use(product, 'list_insights', { deleted: true })).output).toMatchObject({ count: 0 });
});

test('an insight that will have no answer says why when it is saved', async () => {
  const product = shop();
  const { text } = await use(product, 'create_insight', {
    name: 'x',
    filters: { insight: 'FUNNELS', events: [{ id: 'sign up' }], actions: [{ id: 9 }] },
  });
  expect(text).toContain('It has no result: ');
  expect((await use(product, 'create_insight', { name: 'empty' })).text).not.toContain('no result');
});

test('outside HTTP a page names the next one too', async () => {
  const product = temporaryProduct();
  for (let i = 0; i < 3; i++) await use(product, 'create_insight', { name: `n${i}` });
  const { output, text } = await use(product, 'list_insights', { limit: 2 });
  expect(output).toMatchObject({ count: 3, next: '?limit=2&offset=2', previous: null });
  expect(text).toContain('2 of 3 insights. More with `offset` 2.');
});

test('strict callers learn about names that do not exist; the others are passed over', async () => {
  const product = temporaryProduct();
  const input = { nmae: 'x' };
  await expect(use(product, 'create_insight', input, { face: 'mcp' })).rejects.toMatchObject({
    code: 'invalid_input',
    attr: 'nmae',
    message: expect.stringContaining('Did you mean "name"'),
  });
  expect((await use(product, 'create_insight', input)).output).toMatchObject({ name: null });
});

test('describing an empty project says how to fill it, a full one what is in it', async () => {
  expect((await use(temporaryProduct(), 'describe_project', {})).text).toContain('insights-mcp import events.ndjson\n');
  const { text } = await use(shop(), 'describe_project', { section: 'properties' });
  expect(text).toContain('"plan" (event, String): "free" 1, "pro" 1');
});

test('short ids favour no letter', () => {
  const { service } = temporaryProduct({ randomBytes: (bytes) => random.bytes(bytes) });
  const counts = new Map<string, number>();
  for (let i = 0; i < 4_000; i++) {
    for (const letter of newShortId(service, 1)) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  }
  expect(counts.size).toBe(62);
  // A plain remainder would give the first eight letters a quarter more than the others.
  const mean = (letters: string) => [...letters].reduce((sum, letter) => sum + counts.get(letter)!, 0) / letters.length;
  expect(mean('ABCDEFGH') / mean('IJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789')).toBeCloseTo(1, 1);
});

test('projects come page by page', async () => {
  const product = shop();
  for (const name of ['Second', 'Third']) await use(product, 'create_project', { name });
  const { output } = await use(product, 'list_projects', { limit: 1, offset: 1 });
  expect(output).toMatchObject({ count: 3, results: [{ name: 'Second' }] });
  expect(output['results']).toHaveLength(1);
});
