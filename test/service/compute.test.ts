import { beforeEach, describe, expect, test } from 'vitest';
import { must } from '../../src/base/assert.ts';
import { MINUTE_MS } from '../../src/base/time.ts';
import type { Refresh } from '../../src/model/question/refresh.ts';
import { TUNING } from '../../src/model/tuning.ts';
import { localOwner } from '../../src/service/access/authenticate.ts';
import { compute } from '../../src/service/answers/compute.ts';
import { computeInsight, type InsightAnswer } from '../../src/service/answers/insight_answers.ts';
import { admittedNow, type ProjectContext } from '../../src/service/contract/context.ts';
import { questionOfKind } from '../../src/service/questions/question.ts';
import { event, type Product, temporaryProduct } from '../support/product.ts';

const NOW = Date.parse('2026-01-15T12:00:00Z');
const FILTERS = { insight: 'TRENDS', events: [{ id: 'a' }] };
let now_ms = NOW;
let product: Product;

beforeEach(() => {
  now_ms = NOW;
  product = temporaryProduct({ now: () => now_ms });
  add();
});

function add(): void {
  const { service } = product;
  service.ingest.importItems(service.store.projects.list()[0]!, [event('a', 'p', '2026-01-15T01:00:00Z')]);
}

function context(): ProjectContext {
  const { service } = product;
  const project = service.store.projects.list()[0]!;
  return {
    service,
    caller: localOwner(service),
    now_ms,
    admitted: admittedNow(),
    signal: new AbortController().signal,
    url: null,
    origin: null,

    face: 'rest',
    wording: (text) => text,
    project,
  };
}

async function trend(
  body: Record<string, unknown> = {},
): Promise<{ count: number; is_cached: boolean; at_ms: number }> {
  const { answer, is_cached, computed_at_ms } = await compute(
    context(),
    questionOfKind(context(), 'trend', { ...FILTERS, ...body }),
  );
  return { count: (await answer.result.read())[0]!.count, is_cached, at_ms: computed_at_ms };
}

describe('a direct question', () => {
  test('is served again while nothing has changed', async () => {
    expect(await trend()).toEqual({ count: 1, is_cached: false, at_ms: NOW });
    now_ms += 1;
    expect(await trend()).toEqual({ count: 1, is_cached: true, at_ms: NOW });
    expect(await trend({ client_query_id: 'x' })).toMatchObject({ is_cached: true });
  });

  test('sees every acknowledged event', async () => {
    await trend();
    add();
    expect(await trend()).toMatchObject({ count: 2, is_cached: false });
    const { service } = product;
    const later = event('a', 'q', '2026-01-15T02:00:00Z');
    if (later.kind === 'event') await service.ingest.capture(context().project, [later.event]);
    expect(await trend()).toMatchObject({ count: 3, is_cached: false });
  });

  test('is computed again when asked to, and on another day', async () => {
    await trend();
    now_ms += 1;
    expect(await trend({ refresh: true })).toMatchObject({ is_cached: false, at_ms: NOW + 1 });
    expect(await trend()).toMatchObject({ is_cached: true, at_ms: NOW + 1 });
    now_ms = NOW + 24 * 60 * MINUTE_MS;
    expect(await trend()).toMatchObject({ is_cached: false });
  });

  test('makes room for others where it was not asked for longest', async () => {
    const nth = (at: number) => trend({ events: [{ id: 'a', custom_name: `A ${at}` }] });
    for (let at = 0; at < TUNING.results_kept; at++) expect(await nth(at)).toMatchObject({ is_cached: false });
    expect(await nth(0)).toMatchObject({ is_cached: true });
    expect(await nth(TUNING.results_kept)).toMatchObject({ is_cached: false });
    expect(await nth(0)).toMatchObject({ is_cached: true });
    expect(await nth(2)).toMatchObject({ is_cached: true });
    expect(await nth(1)).toMatchObject({ is_cached: false });
  });

  test('is told apart from others', async () => {
    await trend();
    expect(await trend({ interval: 'hour' })).toMatchObject({ is_cached: false });
    expect(await trend({ events: [{ id: 'a', custom_name: 'A' }] })).toMatchObject({ is_cached: false });
    const { service } = product;
    service.store.transaction(() => service.store.projects.update(1, { timezone: 'Asia/Tokyo' }));
    expect(await trend()).toMatchObject({ is_cached: false });
  });

  test('that was given up is not computed', async () => {
    const gone = { ...context(), signal: AbortSignal.abort() };
    await expect(compute(gone, questionOfKind(gone, 'trend', FILTERS))).rejects.toMatchObject({ code: 'cancelled' });
  });

  test('asked twice at once runs once', async () => {
    const asked = context();
    let runs = 0;
    const question = questionOfKind(asked, 'trend', FILTERS);
    const counted: typeof question = {
      ...question,
      resolved() {
        runs += 1;
        return question.resolved();
      },
    };
    const answers = await Promise.all([compute(asked, counted), compute(asked, counted)]);
    const results = await Promise.all(answers.map(({ answer }) => answer.result.read()));
    expect(results.map(([series]) => series!.count)).toEqual([1, 1]);
    expect(runs).toBe(1);
  });
});

describe('a saved insight', () => {
  const get = (
    refresh: Refresh,
    more: { from_dashboard?: number; shared?: boolean } = {},
    filters: unknown = FILTERS,
  ) => computeInsight(context(), filters, null, { refresh, ...more });
  const count = (answer: InsightAnswer | null) =>
    (must((answer?.result?.toJSON() as readonly unknown[] | null | undefined)?.[0], 'a series') as { count: number })
      .count;

  test('is computed when nothing is kept, then served whatever its age', async () => {
    const first = await get('false');
    expect(first).toMatchObject({
      is_cached: false,
      last_refresh: '2026-01-15T12:00:00Z',
      next_allowed_client_refresh: '2026-01-15T12:15:00Z',
      timezone: 'UTC',
      error: null,
    });
    add();
    now_ms += 3 * 24 * 60 * MINUTE_MS;
    const again = await get('false');
    expect(again).toMatchObject({ is_cached: true, last_refresh: '2026-01-15T12:00:00Z' });
    expect(count(again)).toBe(1);
  });

  test('is computed again when a refresh is due, not before', async () => {
    await get('true');
    add();
    now_ms += 15 * MINUTE_MS - 1;
    expect(await get('true')).toMatchObject({ is_cached: true, last_refresh: '2026-01-15T12:00:00Z' });
    now_ms += 1;
    const fresh = await get('true');
    expect(fresh).toMatchObject({ is_cached: false, last_refresh: '2026-01-15T12:15:00Z' });
    expect(count(fresh)).toBe(2);
    now_ms += 15 * MINUTE_MS;
    expect(await get('true', { shared: true })).toMatchObject({ is_cached: true });
  });

  test('is computed whatever its age, or never, where that is asked for', async () => {
    expect(await get('force_cache')).toMatchObject({ result: null, is_cached: false, timezone: null, error: null });
    expect(await get('false')).toMatchObject({ is_cached: false });
    expect(await get('force_blocking')).toMatchObject({ is_cached: false });
    expect(await get('force_cache')).toMatchObject({ is_cached: true, timezone: 'UTC' });
    for (const [refresh, hours] of [
      ['blocking', 6],
      ['lazy_async', 12],
    ] as const) {
      now_ms += hours * 60 * MINUTE_MS - 1;
      expect(await get(refresh)).toMatchObject({ is_cached: true });
      now_ms += 1;
      expect(await get(refresh)).toMatchObject({ is_cached: false });
    }
    now_ms += 10 * MINUTE_MS;
    for (const refresh of ['force_blocking', 'blocking', 'true'] as const) {
      expect(await get(refresh, { shared: true }), refresh).toMatchObject({ is_cached: true });
    }
    now_ms += 30 * MINUTE_MS;
    expect(await get('false', { shared: true })).toMatchObject({ is_cached: true });
    expect(await get('blocking', { shared: true })).toMatchObject({ is_cached: false });
  });

  test('over days that are past is never stale', async () => {
    const past = { ...FILTERS, date_from: '2026-01-01', date_to: '2026-01-10' };
    await get('false', {}, past);
    now_ms += 48 * 60 * MINUTE_MS;
    expect(await get('blocking', {}, past)).toMatchObject({ is_cached: true });
    expect(await get('force_blocking', {}, past)).toMatchObject({ is_cached: false });
  });

  test('is forgotten after a week', async () => {
    await get('false');
    now_ms += 8 * 24 * 60 * MINUTE_MS;
    expect(await get('false')).toMatchObject({ is_cached: false });
  });

  test('has a result of its own on each dashboard', async () => {
    await get('false');
    expect(await get('false', { from_dashboard: 1 })).toMatchObject({ is_cached: false });
    expect(await get('false', { from_dashboard: 1 })).toMatchObject({ is_cached: true });
  });

  test('survives a restart', async () => {
    await get('false');
    const { path } = product;
    await product.close();
    product = temporaryProduct({ path, now: () => now_ms });
    expect(await get('false')).toMatchObject({ is_cached: true, last_refresh: '2026-01-15T12:00:00Z' });
  });

  test('may be a query node', async () => {
    const node = {
      kind: 'InsightVizNode',
      source: { kind: 'TrendsQuery', series: [{ kind: 'EventsNode', event: 'a' }] },
    };
    expect(count(await computeInsight(context(), {}, node, { refresh: 'false' }))).toBe(1);
  });

  test.each([
    ['empty', {}, null],
    ['of another kind', { insight: 'HEATMAP' }, null],
    ['code', null, { kind: 'HogQuery' }],
    ['nothing', null, null],
  ])('that is %s is not computed', async (_about, filters, query) => {
    expect(await computeInsight(context(), filters, query, { refresh: 'force_blocking' })).toBeNull();
  });

  test('that asks for something impossible says why, and can still be read', async () => {
    const answer = await get('true', {}, { events: ['a'] });
    expect(answer).toMatchObject({
      result: null,
      last_refresh: null,
      error: { attr: 'events__0', code: 'invalid_input' },
    });
  });
});
