/** How retention resolves its body, on a whole product. Golden cases check the numbers. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { PeopleResult } from '../../src/model/question/people.ts';
import type { RetentionResult, RetentionRow } from '../../src/model/question/retention.ts';
import { createAction } from '../../src/service/operations/actions.ts';
import { createInsightOperation } from '../../src/service/operations/insight_writes.ts';
import { getInsight } from '../../src/service/operations/insights.ts';
import { listPersons } from '../../src/service/operations/persons.ts';
import { computeRetention, readRetention } from '../support/operations.ts';
import { event } from '../support/product.ts';
import { type Asked, askedProduct, type Body } from '../support/questions.ts';

let asked: Asked;

beforeEach(() => {
  asked = askedProduct();
  asked.add(
    event('visit', 'ann', '2026-01-12T10:00:00Z', { plan: 'pro', os: 'mac' }),
    event('visit', 'ann', '2026-01-13T10:00:00Z', { plan: 'pro' }),
    event('visit', 'ann', '2026-01-14T10:00:00Z', { plan: 'free', os: 'mac' }),
    event('visit', 'bob', '2026-01-13T10:00:00Z', { plan: 'all' }),
    event('visit', 'bob', '2026-01-15T10:00:00Z', { plan: 'all' }),
    event('paid', 'bob', '2026-01-14T10:00:00Z', { plan: 'all' }),
  );
});

const VISIT = { id: 'visit', type: 'events' };
const BASE = { target_entity: VISIT, returning_entity: VISIT, total_intervals: 4 };

async function rows(body: Body): Promise<readonly RetentionRow[]> {
  const { result } = await asked.ask<RetentionResult>(computeRetention, body);
  return result;
}

async function table(body: Body): Promise<number[][]> {
  return (await rows({ ...BASE, ...body })).map((row) => row.values.map(({ count }) => count));
}

const PLAIN = [[1, 1, 1, 0], [2, 1, 1], [1, 0], [1]];

describe('the body', () => {
  test('has a default for everything: page views by day, eleven of them', async () => {
    const found = await rows({});
    expect(found.map((row) => row.values.length)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(found[10]).toEqual({
      values: [{ count: 0, label: 'Day 0', people: [], people_url: null }],
      ...{ label: 'Day 10', date: '2026-01-15T00:00:00Z', people_url: null },
    });
  });

  test('may say its entities as JSON text, actions among them, and its words in any case', async () => {
    expect(await table({})).toEqual(PLAIN);
    expect(await table({ target_entity: JSON.stringify(VISIT), period: 'day', total_intervals: '4' })).toEqual(PLAIN);
    const { id } = await asked.ask<{ id: number }>(createAction, { name: 'came', steps: [{ event: 'visit' }] });
    expect(await table({ target_entity: { id, type: 'actions' } })).toEqual(PLAIN);
  });

  test('is answered in the shape of an insight, by POST and GET alike', async () => {
    const answer = await asked.ask<Body>(computeRetention, BASE);
    expect(answer).toMatchObject({ id: null, short_id: null, is_cached: false, timezone: 'UTC', saved: false });
    expect(answer['filters']).toMatchObject({ insight: 'RETENTION', ...BASE });
    expect(answer['resolved']).toMatchObject({ interval: 'day', date_from: '2026-01-12T00:00:00+00:00', warnings: [] });
    expect(await asked.ask<Body>(readRetention, BASE)).toEqual({ ...answer, is_cached: true });
  });

  test('is refused where it means nothing', async () => {
    const refusals: [Body, string][] = [
      [{ period: 'Year' }, 'period'],
      [{ total_intervals: 0 }, 'total_intervals'],
      [{ total_intervals: 201 }, 'total_intervals'],
      [{ retention_type: 'sometimes' }, 'retention_type'],
      [{ properties: '{"a"' }, 'properties'],
      [{ date_to: 'soon' }, 'date_to'],
      [{ target_entity: {} }, 'target_entity__id'],
      [{ target_entity: 'visit' }, 'target_entity'],
      [{ returning_entity: { id: 7, type: 'actions' } }, 'returning_entity__id'],
      [{ minimum_occurrences: 0 }, 'minimum_occurrences'],
      [{ insight: 'FUNNELS' }, 'insight'],
    ];
    for (const [body, attr] of refusals) {
      const error = await asked.refusal(computeRetention, body);
      expect([error.status, error.attr], JSON.stringify(body)).toEqual([400, attr]);
    }
  });

  test('counts back from the period of date_to, wherever the zone has its days', async () => {
    asked.product.service.store.projects.update(1, { timezone: 'Europe/Berlin' });
    const found = await rows({ ...BASE, period: 'Month', total_intervals: 2, date_to: '2025-11-30' });
    expect(found.map((row) => row.date)).toEqual(['2025-10-01T00:00:00+02:00', '2025-11-01T00:00:00+01:00']);
    const weeks = await rows({ ...BASE, period: 'Week', total_intervals: 2, date_to: '-1d' });
    expect(weeks.map((row) => row.date)).toEqual(['2026-01-04T00:00:00+01:00', '2026-01-11T00:00:00+01:00']);
    // The hour that the clock goes back is two.
    const hours = await rows({ ...BASE, period: 'Hour', total_intervals: 3, date_to: '2025-10-26T03:10:00' });
    expect(hours.map((row) => row.date)).toEqual([
      '2025-10-26T02:00:00+02:00',
      '2025-10-26T02:00:00+01:00',
      '2025-10-26T03:00:00+01:00',
    ]);
  });
});

describe('who starts', () => {
  test('for the first time: whoever did it before all periods does not', async () => {
    expect(await table({ retention_type: 'retention_first_time', total_intervals: 3 })).toEqual([
      [1, 0, 1],
      [0, 0],
      [0],
    ]);
  });

  test('for the first time ever: only if that very event passes the filter', async () => {
    const free = { ...VISIT, properties: [{ key: 'plan', value: 'free' }] };
    const first = (retention_type: string) => table({ target_entity: free, retention_type });
    expect(await first('retention_first_time')).toEqual([[0, 0, 0, 0], [0, 0, 0], [1, 0], [0]]);
    expect(await first('retention_first_ever_occurrence')).toEqual([[0, 0, 0, 0], [0, 0, 0], [0, 0], [0]]);
  });
});

describe('a breakdown', () => {
  test('makes a table per value, the largest first; a value that reads "all" is a value', async () => {
    const found = await rows({ ...BASE, breakdowns: [{ property: 'plan' }] });
    expect(found.filter((row) => row.label === 'Day 0').map((row) => row.breakdown_value)).toEqual([
      'all',
      'pro',
      'free',
    ]);
    expect(found.slice(0, 4).map((row) => row.values.map(({ count }) => count))).toEqual([
      [0, 0, 0, 0],
      [1, 0, 1],
      [0, 0],
      [1],
    ]);
    const two = await rows({ ...BASE, breakdown: ['plan', 'os'], breakdown_limit: 1 });
    expect([two[0]!.breakdown_value, two[4]!.breakdown_value]).toEqual([['all', ''], '$$_posthog_breakdown_other_$$']);
  });

  test('whose type older clients say beside the list is a row per value', async () => {
    const found = await rows({ ...BASE, breakdowns: [{ property: 'plan', type: 'event' }], breakdown_type: 'event' });
    expect(found.map((row) => [row.label, ...row.values.map(({ count }) => count)])).toEqual([
      ['all', 2, 0, 1, 0],
      ['pro', 2, 2, 1, 0],
      ['free', 1, 0, 0, 0],
    ]);
  });
});

test('a query node says the same, and means seven periods unless it says how many', async () => {
  const source = {
    kind: 'RetentionQuery',
    retentionFilter: {
      ...{ targetEntity: VISIT, returningEntity: VISIT, period: 'Day', totalIntervals: 4, cumulative: true },
      ...{ retentionType: 'retention_recurring', minimumOccurrences: 1 },
    },
    dateRange: { date_to: '2026-01-15' },
  };
  const cumulative = await table({ cumulative: true });
  expect(cumulative).toEqual([[1, 1, 1, 0], [2, 2, 1], [1, 0], [1]]);
  expect(
    (await rows({ query: { kind: 'InsightVizNode', source } })).map((row) => row.values.map((v) => v.count)),
  ).toEqual(cumulative);
  expect(await rows({ query: { kind: 'RetentionQuery', retentionFilter: {} } })).toHaveLength(7);
  const saved = await asked.ask<{ id: number }>(createInsightOperation, { name: 'kept', query: source });
  const read = await asked.ask<RetentionResult>(getInsight, { id: String(saved.id) });
  expect(read.result.map((row) => row.values.map((v) => v.count))).toEqual(cumulative);
});

test('the people behind a return tell when they came back, and not when they came before or later', async () => {
  asked.add(...[10, 11, 12, 13].map((day) => event('a', 'p', `2026-01-${day}T01:00:00Z`)));
  const daysOf = async (later: number, more: Body = {}) => {
    const entities = { target_entity: { id: 'a' }, returning_entity: { id: 'a' } };
    const question = {
      kind: 'retention',
      ...entities,
      period: 'Day',
      total_intervals: 6,
      date_to: '2026-01-15',
      ...more,
    };
    const { results } = await asked.ask<PeopleResult>(listPersons, { question, cohort: 0, later });
    return results.flatMap(({ matched_at }) => matched_at.map((text) => text.slice(8, 10)));
  };
  expect(await daysOf(0)).toEqual(['10']);
  expect(await daysOf(2)).toEqual(['12']);
  expect(await daysOf(2, { cumulative: true })).toEqual(['12', '13']);
});
