import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { asObject, fitStructured, fitText } from '../../src/mcp/fit.ts';
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
    expect(cut.truncated).toMatchObject({ field: 'rows', kept: rows.length, of: 500 });
    expect(cut.truncated?.how_to_narrow).toMatch(/limit/);
  });

  test('that is too long elsewhere than in a list of its own fits all the same', () => {
    const deep = { id: 1, name: 'kept', insight: { result: Array.from({ length: 5_000 }, (_, at) => at) } };
    const cut = fitStructured(deep, 2_000);
    expect(JSON.stringify(cut).length).toBeLessThanOrEqual(2_000);
    expect(cut).toMatchObject({ id: 1, name: 'kept', truncated: { field: 'insight.result', of: 5_000 } });
    const wide = { id: 1, result: [{ label: 'a', data: Array.from({ length: 5_000 }, (_, at) => at) }] };
    expect(fitStructured(wide, 2_000)).toMatchObject({ id: 1, result: [{ label: 'a' }] });
    expect(JSON.stringify(fitStructured(wide, 2_000)).length).toBeLessThanOrEqual(2_000);
  });

  test('always fits, whatever it is', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ maxLength: 8 }), fc.jsonValue({ maxDepth: 4 }), { maxKeys: 8 }),
        (value) => {
          const size = JSON.stringify(value).length;
          const cut = fitStructured(value, 600);
          expect('truncated' in cut && !('truncated' in value)).toBe(size > 600 && !('truncated' in value));
          expect(JSON.stringify(cut).length).toBeLessThanOrEqual(Math.max(600, 1_000));
        },
      ),
      { numRuns: 200 },
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
  const structured = answer.structuredContent as { result: unknown[]; truncated: { kept: number; of: number } };
  expect(JSON.stringify(structured).length).toBeLessThanOrEqual(LIMIT.mcp_text_chars);
  expect(structured.truncated).toMatchObject({ field: 'result', kept: structured.result.length, of: 400 });
  const [{ text }] = answer.content as [{ text: string }];
  expect(text.length).toBeLessThanOrEqual(LIMIT.mcp_text_chars + 100);

  const saved = await answered(client, 'create_insight', {
    name: 'Pages',
    filters: { insight: 'TRENDS', ...question },
  });
  const read = await client.callTool({ name: 'get_insight', arguments: { id: saved['id'] } });
  expect(JSON.stringify(read.structuredContent).length).toBeLessThanOrEqual(LIMIT.mcp_text_chars);
  expect(read.structuredContent).toMatchObject({ name: 'Pages', truncated: { field: 'result' } });
});
