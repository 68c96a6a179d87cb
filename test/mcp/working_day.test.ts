/** What an assistant reads on a day of work: no more than was asked, nothing that misleads, and what to do next. */
import { expect, test } from 'vitest';
import { answered, connectHttp, refusal, served } from '../support/mcp.ts';
import { event, temporaryProduct } from '../support/product.ts';

const NOW = Date.parse('2026-03-15T12:00:00Z');
const LENT = { events: [{ id: 'lent' }], date_from: '2026-03-09', date_to: '2026-03-14' };

async function connected() {
  const product = temporaryProduct({ now: () => NOW });
  product.service.ingest.importItems(product.service.store.projects.list()[0]!, [
    ...['09', '10', '11', '12'].map((day) => event('lent', 'ana', `2026-03-${day}T10:00:00Z`, { currency: 'CHF' })),
    ...['13', '14'].map((day) =>
      event('lent', 'bob', `2026-03-${day}T10:00:00Z`, { currency: 'EUR', $groups: { house: 'h1' } }),
    ),
    event('billed', 'ana', '2026-03-10T11:00:00Z', { fee: 3 }),
  ]);
  const base = await served(product);
  const { client } = await connectHttp(base, product.key(['*']), '2026');
  const textOf = async (name: string, args: Record<string, unknown>) =>
    ((await client.callTool({ name, arguments: args })).content as { text: string }[])[0]!.text;
  return { product, base, client, textOf };
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
  const told = 'Its filters lie over its insights: {"date_from":"-2d"}';
  expect(await textOf('create_dashboard', body)).toContain(told);
  const { id: page } = await answered(client, 'create_dashboard', body);
  expect(await textOf('get_dashboard', { id: page })).toContain(told);
  expect(await textOf('update_dashboard', { id: page, name: 'Two days' })).toContain(told);
});

test('an alert says which of several lines it watches', async () => {
  const { client, textOf } = await connected();
  const filters = { ...LENT, breakdown: 'currency', formula: 'A * 1' };
  const { id } = await answered(client, 'create_insight', { name: 'Money', filters });
  const watching = async (series: number) =>
    await textOf('create_alert', { name: 'Few', insight: id, lower: 1, series });
  const moves = '; values of a breakdown change places, so save a trend with a filter to watch one of them';
  expect(await watching(0)).toContain(`"Formula (A * 1) - CHF" (the line with "series" 0, of 2${moves}) was 0 on`);
  expect(await watching(1)).toContain(`"Formula (A * 1) - EUR" (the line with "series" 1, of 2${moves}) was 1 on`);
  const two = { ...LENT, events: [...LENT.events, { id: 'returned' }] };
  const { id: both } = await answered(client, 'create_insight', { name: 'Both', filters: two });
  expect(await textOf('create_alert', { name: 'Few', insight: both, lower: 1 })).toContain(
    '"lent" (the line with "series" 0, of 2) was 1 on',
  );
  const { id: one } = await answered(client, 'create_insight', { name: 'Loans', filters: LENT });
  expect(await textOf('create_alert', { name: 'Few', insight: one, lower: 1 })).toContain(': "lent" was 1 on');
});

test('a table of nothing but zeros is one row, and points that are not yet stay', async () => {
  const { textOf } = await connected();
  const text = await textOf('compute_trend', { ...LENT, events: [{ id: 'lend' }], date_to: '2026-03-16' });
  expect(text).toContain('date | "lend"\n2026-03-09 to 2026-03-15 (so far) | 0\n2026-03-16 (not yet) | –\ntotal | 0');
  expect(await textOf('compute_trend', LENT)).toContain('2026-03-13 | 1\n2026-03-14 | 1\ntotal | 6');
});

test('a sum of a property that the event never has says so', async () => {
  const { client, textOf } = await connected();
  const sum = (id: string, math_property: string) => ({ ...LENT, events: [{ id, math: 'sum', math_property }] });
  expect(await textOf('compute_trend', sum('billed', 'fee'))).not.toContain('has "fee"');
  const text = await textOf('compute_trend', sum('lent', 'fee'));
  expect(text).toContain('No "lent" of the range has "fee". describe_project with');
  const { properties } = await answered(client, 'describe_project', { section: 'properties', event: 'lent' });
  expect(JSON.stringify(properties)).not.toContain('"fee"');
});

test('whoever splits by a property that groups do not have reads what tells groups apart', async () => {
  const { textOf } = await connected();
  const split = { ...LENT, breakdown: 'tower', breakdown_type: 'group', breakdown_group_type_index: 0 };
  expect(await textOf('compute_trend', split)).toContain('own keys are the event property "$group_0"');
  const text = await textOf('compute_trend', { ...split, breakdown: '$group_0', breakdown_type: 'event' });
  expect(text).toContain('date | "h1"');
});

test('a search that finds nobody says what it finds', async () => {
  const { textOf } = await connected();
  expect(await textOf('list_persons', { search: 'an' })).toMatch(/^Nobody\.\n"search" finds .* whole distinct id/);
  expect(await textOf('list_persons', { search: 'ana' })).toContain('1 person.');
});

test('periods that are compared although one is longer, or no calendar month, tell how to compare the others', async () => {
  const { textOf } = await connected();
  const compared = async (args: object) => await textOf('compute_trend', { ...LENT, compare: true, ...args });
  const february = { date_from: '2026-02-01', date_to: '2026-02-28' };
  expect(await compared(february)).toContain('for those ask for 2026-01-01 to 2026-01-31 by itself.');
  expect(await compared({ date_from: '2025-10-01', date_to: '2025-12-31' })).not.toContain('calendar months');
  const running = { date_from: 'mStart', date_to: null };
  expect(await compared(running)).toContain('"compare_to":"-1m" compares with as many days of it.');
  for (const args of [{ ...running, compare_to: '-1m' }, { date_from: '-7d', date_to: null }, LENT])
    expect(await compared(args)).not.toMatch(/still runs|calendar months/);
});

test('whoever lacks a scope is told to make a key with it and those there are', async () => {
  const { product, base } = await connected();
  const { client } = await connectHttp(base, product.key(['insight:read']), '2026');
  const { content } = await client.callTool({ name: 'list_persons', arguments: {} });
  expect(JSON.stringify(content)).toContain('key create --scopes insight:read,person:read');
});

test('a line of a formula that finds nothing is told, as the number would go unnoticed', async () => {
  const { textOf } = await connected();
  const billed = { id: 'billed', math: 'sum', math_property: 'fee' };
  const plus = async (line: object) =>
    await textOf('compute_trend', { ...LENT, events: [billed, line], formula: 'A + B', display: 'BoldNumber' });
  const text = await plus({ id: 'lent', properties: [{ key: 'currency', value: 'EURO' }] });
  expect(text).toContain('No "lent" of the range passes the filter "currency" = "EURO". Did you mean "EUR"?');
  expect(text).not.toContain('All numbers are 0');
  expect(await plus({ id: 'lent', math: 'sum', math_property: 'fee' })).toContain('No "lent" of the range has "fee".');
  expect(await plus({ id: 'lent' })).not.toContain('No "');
  const minus = { ...LENT, events: [{ id: 'lent' }, { id: 'lent' }], formula: 'A - B' };
  expect(await textOf('compute_trend', minus)).toContain('Events match, but the numbers made of them are 0.');
});

test.each<[string, object, string]>([
  ['compute_trend', { ...LENT, timezone: 'America/New_York' }, '"date_from":"2026-01-31T00:00:00+01:00"'],
  ['compute_funnel', { ...LENT, kind: 'funnel' }, 'The call says the kind of question'],
  ['explain_change', { question: { ...LENT, kind: 'funnel' } }, 'explain_change takes trends'],
  ['explain_change', { question: LENT, compare_to: '-1m' }, 'Did you mean "before_from"?'],
  ['list_persons', { filters: [{ key: 'a', value: 1 }] }, 'Filters are called "properties"'],
  ['list_persons', { cohort: 1 }, 'The people of a saved cohort: {"properties":'],
])('%s %j says where that is asked', async (name, args, said) => {
  const { client } = await connected();
  expect(await refusal(client, name, { ...args })).toContain(said);
});

test('the people of a cohort are listed as the refusal says', async () => {
  const { client } = await connected();
  await answered(client, 'create_cohort', { name: 'Ana', is_static: true, distinct_ids: ['ana'] });
  const [said] = /\{"properties":.*\}/.exec(await refusal(client, 'list_persons', { cohort: 1 })) ?? [];
  expect(await answered(client, 'list_persons', JSON.parse(said!))).toMatchObject({ count: 1 });
});
