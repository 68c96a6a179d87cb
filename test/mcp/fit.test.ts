import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asObject, fitStructured, fitText, type Truncated } from '../../src/mcp/fit.ts';
import { LIMIT } from '../../src/model/limit.ts';
import { answered, connectHttp, served } from '../support/mcp.ts';
import { event, temporaryProduct } from '../support/product.ts';

describe('structured content', () => {
  test('that fits is left as it is', () => {
    const value = { results: [1, 2, 3], count: 3 };
    expect(fitStructured(value, 1_000)).toBe(value);
  });

  test('that is too long loses the end of its longest list, and says so', () => {
    const value = { small: [1, 2], rows: Array.from({ length: 500 }, (_, at) => ({ at, text: 'x'.repeat(20) })) };
    const cut = fitStructured(value, 5_000);
    expect(JSON.stringify(cut).length).toBeLessThanOrEqual(5_000);
    expect(cut['small']).toEqual([1, 2]);
    const rows = cut['rows'] as { at: number }[];
    expect(rows).toEqual(value.rows.slice(0, rows.length));
    expect(rows.length).toBeGreaterThan(90);
    expect(cut.truncated?.lists).toEqual([{ field: 'rows', kept: rows.length, of: 500 }]);
    expect(Object.keys(cut)[0]).toBe('truncated');
    expect(value.rows).toHaveLength(500);
    expect(cut.truncated?.how_to_narrow).toMatch(/limit/);
  });

  test('that is too long inside the only item of a list is cut there, lists of one length together', () => {
    const points = Array.from({ length: 2_000 }, (_, at) => at);
    const series = { label: 'a', data: points, days: points.map((at) => `day ${at}`), breakdown: [1] };
    const cut = fitStructured({ id: 1, result: [series, series, series] }, 3_000);
    expect(JSON.stringify(cut).length).toBeLessThanOrEqual(3_000);
    const [first, ...others] = cut['result'] as (typeof series)[];
    expect(others).toEqual([]);
    const kept = first!.data.length;
    expect(kept).toBeGreaterThan(100);
    expect(first).toEqual({ ...series, data: points.slice(0, kept), days: series.days.slice(0, kept) });
    expect(cut.truncated?.lists).toEqual([
      { field: 'result', kept: 1, of: 3 },
      { field: 'result.0.data', kept, of: 2_000 },
      { field: 'result.0.days', kept, of: 2_000 },
    ]);
  });

  test('that holds no list to be cut loses its largest members', () => {
    const filters = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`key ${at}`, 'value']));
    expect(fitStructured({ id: 1, name: 'kept', filters }, 1_000)).toMatchObject({ id: 1, name: 'kept', filters: {} });
  });

  test('always fits, and says so whenever it was cut', () => {
    const member = fc.string({ maxLength: 8 });
    fc.assert(
      fc.property(fc.dictionary(member, fc.jsonValue({ maxDepth: 4 }), { maxKeys: 8 }), (answer) => {
        const before = JSON.stringify(answer);
        const cut = fitStructured(answer, 2_000);
        expect(JSON.stringify(cut).length).toBeLessThanOrEqual(2_000);
        expect(cut !== answer).toBe(before.length > 2_000);
        if (cut !== answer) expect(cut.truncated).toBeDefined();
        expect(JSON.stringify(answer)).toBe(before);
      }),
      { numRuns: 150, endOnFailure: true },
    );
  });

  test('is an object', () => {
    expect(asObject([1])).toEqual({ results: [1] });
    expect(asObject({ a: 1 })).toEqual({ a: 1 });
  });
});

describe('text', () => {
  test('is cut at a line, and says so', () => {
    expect(fitText('short', 10)).toBe('short');
    expect(fitText('one line\nanother line\na third', 20)).toBe('one line\n[cut here: ask for fewer rows]');
    expect(fitText('x'.repeat(50), 20)).toBe(`${'x'.repeat(20)}\n[cut here: ask for fewer rows]`);
  });
});

test('an empty project is answered in words too', async () => {
  const product = temporaryProduct();
  const { client } = await connectHttp(await served(product), product.key(['*']), '2025');
  const asked: [string, Record<string, unknown>][] = [
    ['describe_project', {}],
    ['list_projects', {}],
    ['list_insights', {}],
    ['my_last_viewed', {}],
    ['get_activity', {}],
    ['list_group_types', {}],
    ['compute_trend', { events: [{ id: 'nothing' }] }],
    ['compute_trend', { events: [{ id: 'nothing' }], breakdown: 'nothing' }],
    ['compute_funnel', { events: [{ id: 'nothing' }, { id: 'nowhere' }] }],
  ];
  for (const [name, args] of asked) {
    const answer = await client.callTool({ name, arguments: args });
    const { text } = (answer.content as { text: string }[])[0]!;
    expect([answer.isError ?? false, text.trim() === ''], `${name}: ${text}`).toEqual([false, false]);
  }
});

test('an answer longer than a model can take comes cut, in both its forms', async () => {
  const product = temporaryProduct();
  const project = product.service.store.projects.list()[0]!;
  const noon = new Date().toISOString();
  product.service.ingest.importItems(
    project,
    Array.from({ length: 400 }, (_, at) => event('viewed', `user ${at}`, noon, { page: `/a/page/number/${at}` })),
  );
  const { client } = await connectHttp(await served(product), product.key(['*']), '2026');
  const question = { events: [{ id: 'viewed' }], breakdown: 'page', breakdown_limit: 400, date_from: '-90d' };
  const answer = await client.callTool({ name: 'compute_trend', arguments: question });
  const structured = answer.structuredContent as { result: unknown[]; truncated: Truncated };
  expect(JSON.stringify(structured).length).toBeLessThanOrEqual(LIMIT.mcp_text_chars);
  expect(structured.truncated.lists).toEqual([{ field: 'result', kept: structured.result.length, of: 400 }]);
  const { text } = (answer.content as { text: string }[])[0]!;
  expect(text.length).toBeLessThanOrEqual(LIMIT.mcp_text_chars + 100);

  const saved = await answered(client, 'create_insight', {
    name: 'Pages',
    filters: { insight: 'TRENDS', ...question },
  });
  const read = await client.callTool({ name: 'get_insight', arguments: { id: saved['id'] } });
  expect(JSON.stringify(read.structuredContent).length).toBeLessThanOrEqual(LIMIT.mcp_text_chars);
  expect(read.structuredContent).toMatchObject({ name: 'Pages', truncated: { lists: [{ field: 'result' }] } });

  const { contents } = await client.readResource({ uri: `insight://1/${saved['id']}` });
  const { text: body } = contents[0] as { text: string };
  expect(body.length).toBeLessThanOrEqual(LIMIT.mcp_text_chars);
  expect(JSON.parse(body)).toMatchObject({ name: 'Pages', truncated: { lists: [{ field: 'result' }] } });
});
