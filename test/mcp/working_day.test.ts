/** What an assistant reads on a day of work: no more than was asked, nothing that misleads, and what to do next. */
import { expect, test } from 'vitest';
import { answered, connectHttp, served } from '../support/mcp.ts';
import { event, temporaryProduct } from '../support/product.ts';

const NOW = Date.parse('2026-03-15T12:00:00Z');
const LENT = { events: [{ id: 'lent' }], date_from: '2026-03-09', date_to: '2026-03-14' };

async function connected() {
  const product = temporaryProduct({ now: () => NOW });
  product.service.ingest.importItems(product.service.store.projects.list()[0]!, [
    ...['09', '10', '11', '12'].map((day) => event('lent', 'ana', `2026-03-${day}T10:00:00Z`, { currency: 'CHF' })),
    ...['13', '14'].map((day) => event('lent', 'bob', `2026-03-${day}T10:00:00Z`, { currency: 'EUR' })),
  ]);
  const { client } = await connectHttp(await served(product), product.key(['*']), '2026');
  const textOf = async (name: string, args: Record<string, unknown>) =>
    ((await client.callTool({ name, arguments: args })).content as { text: string }[])[0]!.text;
  return { client, textOf };
}

test('writes tell what was written, and no results that happen to be stored', async () => {
  const { client, textOf } = await connected();
  const { id } = await answered(client, 'create_insight', { name: 'Loans', filters: LENT });
  const { id: page } = await answered(client, 'create_dashboard', { name: 'Week', tiles: [{ insight: id }] });
  expect(await textOf('get_insight', { id })).toContain('date | "lent"');
  expect(await textOf('get_dashboard', { id: page })).toContain('date | "lent"');
  const writes: [string, Record<string, unknown>][] = [
    ['update_dashboard', { id: page }],
    ['update_insight', { id }],
    ['soft_delete_insight', { id }],
    ['update_insight', { id, deleted: false }],
  ];
  for (const [name, args] of writes) {
    const text = await textOf(name, args);
    expect(text).toContain('"Loans"');
    expect(text).not.toContain('date |');
  }
});

test('a dashboard tells the filters that lie over its insights', async () => {
  const { client, textOf } = await connected();
  const { id } = await answered(client, 'create_insight', { name: 'Loans', filters: LENT });
  const body = { name: 'Week', tiles: [{ insight: id }], filters: { date_from: '-2d' } };
  const { id: page } = await answered(client, 'create_dashboard', body);
  expect(await textOf('get_dashboard', { id: page })).toContain(
    'Its filters lie over its insights: {"date_from":"-2d"}',
  );
});

test('an alert says which of several lines it watches', async () => {
  const { client, textOf } = await connected();
  const filters = { ...LENT, breakdown: 'currency', formula: 'A * 1' };
  const { id } = await answered(client, 'create_insight', { name: 'Money', filters });
  const watching = async (series: number) =>
    await textOf('create_alert', { name: 'Few', insight: id, lower: 1, series });
  expect(await watching(0)).toContain('"Formula (A * 1) - CHF" (the line with "series" 0, of 2) was 0 on 2026-03-14');
  expect(await watching(1)).toContain('"Formula (A * 1) - EUR" (the line with "series" 1, of 2) was 1 on 2026-03-14');
  const { id: one } = await answered(client, 'create_insight', { name: 'Loans', filters: LENT });
  expect(await textOf('create_alert', { name: 'Few', insight: one, lower: 1 })).toContain(': "lent" was 1 on');
});
