import fc from 'fast-check';
import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { tokensOf } from '../../src/base/tokens.ts';
import { asObject, fitStructured, fitText, type Truncated } from '../../src/mcp/tools/fit.ts';
import { LIMIT } from '../../src/model/limit.ts';
import { answered, connectHttp, served } from '../support/mcp.ts';
import { event, temporaryProduct } from '../support/product.ts';
import { runs } from '../support/runs.ts';
import { atAndPast } from '../support/tried_limits.ts';

const HOW = 'Ask for less with `limit`.';

describe('structured content', () => {
  test('that fits is left as it is', () => {
    const value = { results: [1, 2, 3], count: 3 };
    expect(fitStructured(value, 1_000, HOW)).toBe(value);
  });

  test('that is too long loses the end of its longest list, and says so', () => {
    const value = { small: [1, 2], rows: Array.from({ length: 500 }, (_, at) => ({ at, text: 'x'.repeat(20) })) };
    const cut = fitStructured(value, 2_000, HOW);
    expect(tokensOf(JSON.stringify(cut))).toBeLessThanOrEqual(2_000);
    expect(cut['small']).toEqual([1, 2]);
    const rows = cut['rows'] as { at: number }[];
    expect(rows).toEqual(value.rows.slice(0, rows.length));
    expect(rows.length).toBeGreaterThan(60);
    expect(cut['rows_left_out']).toBe(500 - rows.length);
    expect(Object.keys(cut)).toEqual(['truncated', 'small', 'rows', 'rows_left_out']);
    expect(cut.truncated?.lists).toEqual([{ field: 'rows', kept: rows.length, of: 500, which: 'first' }]);
    expect(Object.keys(cut)[0]).toBe('truncated');
    expect(value.rows).toHaveLength(500);
    // Members that no item had are not said to be left out.
    expect(cut.truncated).toEqual({ lists: cut.truncated?.lists, how_to_narrow: HOW });
  });

  test('that fits without what is told elsewhere loses that alone', () => {
    const item = { label: 'a', filter: 'word '.repeat(200), labels: ['b'] };
    const cut = fitStructured({ result: [item, item, item] }, 600, HOW);
    const { filter: _, ...rest } = item;
    expect(cut).toEqual({
      truncated: { lists: [], members: ['filter'], how_to_narrow: HOW },
      result: [rest, rest, rest],
    });
  });

  const points = Array.from({ length: 2_000 }, (_, at) => at);
  const series = { label: 'a', data: points, days: points.map((at) => `day ${at}`), breakdown: [1] };

  test('that is too long inside items is cut there, lists of one length together, to their latest points', () => {
    const cut = fitStructured({ id: 1, result: [series, series, series] }, 1_500, HOW);
    expect(tokensOf(JSON.stringify(cut))).toBeLessThanOrEqual(1_500);
    const lines = cut['result'] as (typeof series)[];
    expect(lines).toHaveLength(3);
    const kept = lines[0]!.data.length;
    expect(kept).toBeGreaterThan(30);
    const missing = { data_left_out: 2_000 - kept, days_left_out: 2_000 - kept };
    const latest = { data: points.slice(-kept), days: series.days.slice(-kept) };
    for (const line of lines) expect(line).toEqual({ ...series, ...latest, ...missing });
    expect(Object.keys(lines[0]!)).toEqual(['label', 'data', 'data_left_out', 'days', 'days_left_out', 'breakdown']);
    expect(cut.truncated?.lists.slice(0, 2)).toEqual([
      { field: 'result.0.data', kept, of: 2_000, which: 'last' },
      { field: 'result.0.days', kept, of: 2_000, which: 'last' },
    ]);
  });

  test('of too many lines keeps some of them, and some points', () => {
    const cut = fitStructured({ result: Array.from({ length: 20 }, () => series) }, 1_500, HOW);
    const lines = cut['result'] as (typeof series)[];
    expect(lines).toHaveLength(1);
    expect(lines[0]!.days.at(-1)).toBe('day 1999');
    expect(cut.truncated?.lists[0]).toEqual({ field: 'result', kept: 1, of: 20, which: 'first' });
  });

  test('of counts instead of times keeps the first, of rows that begin at dates the last', () => {
    const counts = fitStructured({ data: points, days: points }, 1_000, HOW);
    expect((counts['days'] as number[])[0]).toBe(0);
    const rows = points.map((at) => ({ date: `day ${at}`, values: [at] }));
    const starts = fitStructured({ result: rows }, 1_000, HOW)['result'] as typeof rows;
    expect(starts.at(-1)!.date).toBe('day 1999');
    const split = rows.map((row) => ({ ...row, breakdown_value: 'x' }));
    expect((fitStructured({ result: split }, 1_000, HOW)['result'] as typeof split)[0]!.date).toBe('day 0');
  });

  test('that loses rows has more of them', () => {
    expect(fitStructured({ results: points, hasMore: false }, 500, HOW)['hasMore']).toBe(true);
    expect(fitStructured({ results: [1], hasMore: false, other: points }, 500, HOW)['hasMore']).toBe(false);
    expect(fitStructured({ results: [1], hasMore: false }, 500, HOW)['hasMore']).toBe(false);
  });

  test('that holds no list to be cut loses its largest members', () => {
    const filters = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`key ${at}`, 'value']));
    const cut = fitStructured({ id: 1, name: 'kept', filters }, 500, HOW);
    const { left_out, ...kept } = cut['filters'] as Record<string, unknown>;
    expect(cut).toMatchObject({ id: 1, name: 'kept' });
    expect(left_out).toBe(`${500 - Object.keys(kept).length} members`);
    expect(Object.entries(kept)).toEqual(Object.entries(filters).slice(0, Object.keys(kept).length));
  });

  test('always fits, and says so whenever it was cut', () => {
    const member = fc.string({ maxLength: 8 });
    const long = fc.array(fc.jsonValue({ maxDepth: 2 }), { minLength: 20, maxLength: 150 });
    const field = fc.oneof(fc.jsonValue({ maxDepth: 4 }), long);
    let cuts = 0;
    fc.assert(
      fc.property(fc.dictionary(member, field, { maxKeys: 8 }), (answer) => {
        const before = JSON.stringify(answer);
        const cut = fitStructured(answer, 700, HOW);
        expect(tokensOf(JSON.stringify(cut))).toBeLessThanOrEqual(700);
        if (tokensOf(before) > 700) expect(cut).not.toBe(answer);
        if (tokensOf(before) < 500) expect(cut).toBe(answer);
        if (cut !== answer) {
          expect(cut.truncated).toBeDefined();
          cuts++;
        }
        expect(JSON.stringify(answer)).toBe(before);
      }),
      { numRuns: runs(150), endOnFailure: true },
    );
    expect(cuts).toBeGreaterThan(runs(75));
  });

  test('that is very large takes no longer than what is kept of it', () => {
    const series = Array.from({ length: 400 }, (_, at) => ({
      label: `series ${at}`,
      filter: { events: [{ id: 'a' }] },
      data: Array.from({ length: 2_000 }, (_, point) => point),
    }));
    const began_ms = performance.now();
    const cut = fitStructured({ result: series }, 5_000, HOW);
    expect(performance.now() - began_ms).toBeLessThan(1_000);
    expect(cut.truncated?.members).toEqual(['filter']);
    expect(cut['result_left_out']).toBe(400 - (cut['result'] as unknown[]).length);
  });

  test('whose lists hold lists has its marks there too', () => {
    const cut = fitStructured({ bins: [Array.from({ length: 900 }, (_, at) => at), [1, 2]] }, 600, HOW);
    const [first] = cut['bins'] as unknown[][];
    expect(first!.at(-1)).toBe(`${901 - first!.length} left out`);
    expect(cut['bins_left_out']).toBe(1);
  });

  test('is an object', () => {
    expect(asObject([1])).toEqual({ results: [1] });
    expect(asObject({ a: 1 })).toEqual({ a: 1 });
  });
});

describe('text', () => {
  test('that is too long in spite of all is cut at a line, and says so first', () => {
    expect(fitText('short', 10)).toBe('short');
    const long = fitText('word word word\n'.repeat(1_000), 200);
    expect(tokensOf(long)).toBeLessThanOrEqual(200);
    expect(long).toMatch(/^Left out: .*\n(word word word\n)+… the rest is left out$/);
    expect(tokensOf(fitText('x'.repeat(50_000), 200))).toBeLessThanOrEqual(200);
  });
});

test('so many tokens are sent whole, in both forms, and one more is cut', async () => {
  const words = (count: number) => Array.from({ length: count }, () => 'a').join(' ');
  const whole = (tokens: number) => fitText(words(tokens), LIMIT.text_tokens) === words(tokens);
  await atAndPast('text_tokens', whole, { at: true, past: false });
  // The object, its member's name and the quotes.
  const around_tokens = 11;
  const complete = (tokens: number) => {
    const answer = { text: words(tokens - around_tokens) };
    return fitStructured(answer, LIMIT.structured_tokens, HOW) === answer;
  };
  await atAndPast('structured_tokens', complete, { at: true, past: false });
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
  expect(tokensOf(JSON.stringify(structured))).toBeLessThanOrEqual(LIMIT.structured_tokens);
  expect(structured.truncated.lists).toEqual([
    { field: 'result', kept: structured.result.length, of: 400, which: 'first' },
  ]);
  const { text } = (answer.content as { text: string }[])[0]!;
  expect(tokensOf(text)).toBeLessThanOrEqual(LIMIT.text_tokens);
  expect(encode(text).length).toBeLessThanOrEqual(LIMIT.text_tokens);

  const saved = await answered(client, 'create_insight', {
    name: 'Pages',
    filters: { insight: 'TRENDS', ...question },
  });
  const read = await client.callTool({ name: 'get_insight', arguments: { id: saved['id'] } });
  expect(tokensOf(JSON.stringify(read.structuredContent))).toBeLessThanOrEqual(LIMIT.structured_tokens);
  expect(read.structuredContent).toMatchObject({ name: 'Pages', truncated: { lists: [{ field: 'result' }] } });

  const { contents } = await client.readResource({ uri: `insight://1/${saved['id']}` });
  const { text: body } = contents[0] as { text: string };
  expect(tokensOf(body)).toBeLessThanOrEqual(LIMIT.structured_tokens);
  expect(JSON.parse(body)).toMatchObject({ name: 'Pages', truncated: { lists: [{ field: 'result' }] } });
});
