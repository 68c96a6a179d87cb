/** Lifecycles and stickiness through a trend's body, on a whole product. Golden cases check the numbers. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { TrendResult } from '../../src/model/question/trend.ts';
import { stickiness } from '../../src/service/kinds/stickiness.ts';
import { createInsightOperation } from '../../src/service/operations/insight_writes.ts';
import { getInsight } from '../../src/service/operations/insights.ts';
import { trendTable } from '../../src/service/text/trend_table.ts';
import { computeTrend } from '../support/operations.ts';
import { event } from '../support/product.ts';
import { type Asked, askedProduct, type Body } from '../support/questions.ts';

let asked: Asked;

beforeEach(() => {
  asked = askedProduct();
  asked.add(
    event('visit', 'ann', '2026-01-12T10:00:00Z'),
    event('visit', 'ann', '2026-01-13T10:00:00Z'),
    event('visit', 'ann', '2026-01-15T10:00:00Z'),
    event('visit', 'bob', '2026-01-13T10:00:00Z', { $groups: { company: 'acme' } }),
    event('visit', 'bob', '2026-01-13T11:00:00Z'),
  );
});

const LIFECYCLE = { insight: 'LIFECYCLE', events: [{ id: 'visit' }], date_from: '2026-01-12', date_to: '2026-01-15' };
const STICKINESS = { ...LIFECYCLE, insight: 'STICKINESS' };

async function lines(body: Body): Promise<unknown[][]> {
  const { result } = await asked.trend(body);
  return result.map((series) => [series.status ?? series.compare_label ?? series.label, ...series.data]);
}

const LIVES = [
  ['new', 1, 1, 0, 0],
  ['returning', 0, 1, 0, 0],
  ['resurrecting', 0, 0, 0, 1],
  ['dormant', 0, 0, -2, 0],
];

describe('a lifecycle', () => {
  test('is asked for by insight, by the older shown_as, and as a node', async () => {
    expect(await lines(LIFECYCLE)).toEqual(LIVES);
    expect(await lines({ ...LIFECYCLE, insight: 'TRENDS', shown_as: 'Lifecycle' })).toEqual(LIVES);
    const { date_from, date_to } = LIFECYCLE;
    const source = {
      ...{ kind: 'LifecycleQuery', series: [{ kind: 'EventsNode', event: 'visit' }] },
      ...{ dateRange: { date_from, date_to }, lifecycleFilter: { showLegend: true } },
    };
    expect(await lines({ query: { kind: 'InsightVizNode', source } })).toEqual(LIVES);
    const saved = await asked.ask<{ id: number }>(createInsightOperation, { name: 'kept', query: source });
    const read = await asked.ask<TrendResult>(getInsight, { id: String(saved.id) });
    expect(read.result.map((series) => [series.status, ...series.data])).toEqual(LIVES);
  });

  test('names its points by their start', async () => {
    const { result } = await asked.trend({ ...LIFECYCLE, date_to: '2026-01-12 01:00', interval: 'hour' });
    expect(result[0]).toMatchObject({
      label: 'visit - new',
      days: ['2026-01-12 00:00:00', '2026-01-12 01:00:00'],
      labels: ['12-Jan-2026 00:00', '12-Jan-2026 01:00'],
      action: { id: 'visit', type: 'events', order: 0, math: 'total' },
      filter: { insight: 'LIFECYCLE', interval: 'hour' },
    });
  });

  test('is of one line, whole, and says what of the body does not apply', async () => {
    const body = { ...LIFECYCLE, events: [{ id: 'visit' }, { id: 'visit' }], breakdown: 'plan' };
    const { resolved, result } = await asked.trend(body);
    expect(result).toHaveLength(4);
    expect(resolved.warnings).toHaveLength(2);
    expect(await lines({ insight: 'LIFECYCLE' })).toEqual([]);
  });

  test('takes a person for new on the day it was created, also when a merge brings the older one', async () => {
    asked.add(event('visit', 'old-ann', '2026-01-02T10:00:00Z'));
    expect(await lines(LIFECYCLE)).toEqual(LIVES);
    asked.add(event('$create_alias', 'ann', '2026-01-15T11:00:00Z', { alias: 'old-ann' }));
    expect(await lines(LIFECYCLE)).toEqual([
      ['new', 0, 1, 0, 0],
      ['returning', 0, 1, 0, 0],
      ['resurrecting', 1, 0, 0, 1],
      ['dormant', 0, 0, -2, 0],
    ]);
  });

  test('of groups goes by when the group was described', async () => {
    const groups = { ...LIFECYCLE, aggregation_group_type: 'company' };
    expect((await lines(groups))[0]).toEqual(['new', 0, 1, 0, 0]);
    asked.add({
      kind: 'group',
      group: { group_type: 'company', group_key: 'acme', properties: {}, created_at_ms: Date.parse('2026-01-01') },
    });
    expect((await lines(groups)).map(([, ...data]) => data[1])).toEqual([0, 0, 1, 0]);
  });
});

describe('stickiness', () => {
  test('is asked for by insight, by the older shown_as, and as a node', async () => {
    const wanted = [['visit', 1, 0, 1, 0]];
    expect(await lines(STICKINESS)).toEqual(wanted);
    expect(await lines({ ...STICKINESS, insight: undefined, shown_as: 'Stickiness' })).toEqual(wanted);
    const { date_from, date_to } = STICKINESS;
    const node = {
      ...{ kind: 'StickinessQuery', series: [{ kind: 'EventsNode', event: 'visit' }] },
      ...{ dateRange: { date_from, date_to }, intervalCount: 2 },
      stickinessFilter: { computedAs: 'cumulative', stickinessCriteria: { operator: 'gte', value: 1 } },
    };
    const { result } = await asked.trend({ query: node });
    expect(result[0]).toMatchObject({
      data: [2, 1],
      count: 2,
      labels: ['1 day or more', '2 days or more'],
      days: [1, 2],
    });
  });

  test('counts people or groups, in periods with so many events, beside the time before', async () => {
    const of = (line: Body, more: Body = {}) => lines({ ...STICKINESS, events: [{ id: 'visit', ...line }], ...more });
    expect(await of({ math: 'dau' })).toEqual([['visit', 1, 0, 1, 0]]);
    expect(await of({ math: 'unique_group', math_group_type_index: 0 })).toEqual([['visit', 1, 0, 0, 0]]);
    expect(await of({}, { stickiness_criteria: { operator: 'exact', value: 2 } })).toEqual([['visit', 1, 0, 0, 0]]);
    expect(await of({}, { stickiness_criteria: '{"operator":"lte","value":1}' })).toEqual([['visit', 0, 0, 1, 0]]);
    expect(await of({}, { compare_to: '-1d' })).toEqual([
      ['current', 1, 0, 1, 0],
      ['previous', 1, 1, 0, 0],
    ]);
  });

  test('is refused where it means nothing', async () => {
    const refusals: [Body, string][] = [
      [{ events: [{ id: 'visit', math: 'sum' }] }, 'events__0__math'],
      [{ stickiness_criteria: { operator: 'about', value: 1 } }, 'stickiness_criteria__operator'],
      [{ computed_as: 'both' }, 'computed_as'],
      [{ interval_count: 0 }, 'interval_count'],
    ];
    for (const [body, attr] of refusals) {
      const error = await asked.refusal(computeTrend, { ...STICKINESS, ...body });
      expect([error.status, error.attr], JSON.stringify(body)).toEqual([400, attr]);
    }
  });

  test('reads well as text and as a table', async () => {
    const answer = await asked.trend(STICKINESS);
    expect(trendTable(answer)).toEqual({
      columns: ['series', '1 day', '2 days', '3 days', '4 days'],
      rows: [['visit', 1, 0, 1, 0]],
    });
  });

  test('says that a compared period still runs, once it does', async () => {
    const told = async (date_to: string) => {
      const answer = await asked.trend({ ...STICKINESS, date_to, compare: true });
      return stickiness.text(answer, { tokens: 1000, via: null }).flat().join('\n');
    };
    const running = 'The current period still runs and the previous one is whole: people had more time';
    expect(await told('2026-01-15')).toContain(running);
    expect(await told('2026-01-14')).not.toContain(running);
  });
});
