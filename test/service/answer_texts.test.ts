/** Texts of answers: markers, totals, and notes in words. */
import { describe, expect, test } from 'vitest';
import type { RetentionResult } from '../../src/model/question/retention.ts';
import { numberText, percentText } from '../../src/service/words/numbers.ts';
import { computeFunnel, computeRetention, computeTrend } from '../support/operations.ts';
import { event } from '../support/product.ts';
import { type Asked, askedProduct, type Body } from '../support/questions.ts';

const DAYS = ['2026-01-10', '2026-01-12', '2026-01-14', '2026-01-15'];

function shop(): Asked {
  const asked = askedProduct();
  asked.add(
    ...DAYS.flatMap((day, at) => [
      event('paid', 'a', `${day}T01:00:00Z`, { amount: 10.25 + at, plan: 'pro' }),
      event('paid', `b${at}`, `${day}T02:00:00Z`, { amount: 0.1 }),
    ]),
  );
  return asked;
}

const PAID = { id: 'paid' };

async function trendText(body: Body): Promise<string> {
  return computeTrend.text(await shop().trend(body));
}

describe('a total row', () => {
  test.each<[string, Body, string | null]>([
    ['events', {}, '8'],
    ['sums', { math: 'sum', math_property: 'amount' }, '47.4'],
    ['first times', { math: 'first_time_for_user' }, '5'],
    ['people', { math: 'dau' }, null],
    ['averages', { math: 'avg', math_property: 'amount' }, null],
    ['percentiles', { math: 'p90', math_property: 'amount' }, null],
    ['events per person', { math: 'avg_count_per_actor' }, null],
  ])('of %s', async (_, math, total) => {
    const text = await trendText({ events: [{ ...PAID, ...math }] });
    expect(/^total \| (.*)$/m.exec(text)?.[1] ?? null).toBe(total);
  });

  test.each<[string, Body]>([
    ['what is summed up already', { events: [PAID], display: 'ActionsLineGraphCumulative' }],
    ['means of several points', { events: [PAID], smoothing_intervals: 3 }],
    ['shares', { events: [PAID, PAID], formula: 'A/B' }],
    ['a lifecycle', { events: [PAID], insight: 'LIFECYCLE' }],
  ])('not of %s', async (_, body) => {
    expect(await trendText(body)).not.toMatch(/^total/m);
  });

  test('only of the columns that add up', async () => {
    expect(await trendText({ events: [PAID, { ...PAID, math: 'dau' }] })).toMatch(/^total \| 8 \| –$/m);
  });
});

describe('a point that is not whole is marked', () => {
  test('today, so far', async () => {
    expect(await trendText({ events: [PAID], date_from: '-1d' })).toContain('2026-01-14 | 2\n2026-01-15 (so far) | 2');
  });

  test('the first and the last week of a range', async () => {
    const text = await trendText({ events: [PAID], interval: 'week', date_from: '2026-01-06', date_to: '2026-01-13' });
    expect(text).toContain('2026-01-04 (partial) | 2\n2026-01-11 (partial) | 2');
  });

  test('days to come have no number', async () => {
    const text = await trendText({ events: [PAID], date_from: '2026-01-14', date_to: '2026-01-16' });
    expect(text).toContain('2026-01-15 (so far) | 2\n2026-01-16 (not yet) | –');
  });

  test('by the wall clock of the project', async () => {
    const asked = shop();
    const { store } = asked.product.service;
    store.projects.update(1, { timezone: 'Pacific/Auckland' });
    // It is 01:00 of the 16th there.
    const text = computeTrend.text(await asked.trend({ events: [PAID], date_from: '-1d' }));
    expect(text).toContain('2026-01-15 | 2\n2026-01-16 (so far) | 0');
    expect(text).toContain('2026-01-15 to 2026-01-16 (2 days, up to now: 2026-01-16 01:00), Pacific/Auckland.');
  });
});

describe('a comparison', () => {
  test('has both periods with their lengths, and says which day they share', async () => {
    const text = await trendText({ events: [PAID], date_from: '-7d', compare: true });
    expect(text).toContain(
      [
        'Current: 2026-01-08 to 2026-01-15 (8 days, up to now: 2026-01-15 12:00), UTC.',
        'Previous: 2026-01-01 to 2026-01-08 (8 days).',
        'Both periods hold 2026-01-08.',
      ].join('\n'),
    );
  });

  test('of periods that share nothing says nothing of it', async () => {
    expect(await trendText({ events: [PAID], date_from: '-3d', compare: true })).not.toContain('Both periods');
  });

  const months = 'Previous is as many days, not the calendar months before: for those ask for';
  const runs = (unit: string) =>
    `The current period still runs and the previous one is whole: "compare_to":"${unit}" compares with as many days of it.`;
  test.each<[string, string | null, string | null]>([
    ['2025-12-01', '2025-12-31', `${months} 2025-11-01 to 2025-11-30 by itself.`],
    ['2026-01-01', '2026-03-31', `${months} 2025-10-01 to 2025-12-31 by itself.`],
    // As long as what came before.
    ['2025-10-01', '2025-12-31', null],
    ['2026-01-01', '2026-01-31', null],
    ['2025-12-15', '2026-01-14', null],
    ['2025-12-01', '2025-12-30', null],
    ['mStart', null, runs('-1m')],
    ['qStart', null, runs('-1q')],
    ['yStart', null, runs('-1y')],
    ['2026-01-01', null, null],
  ])('of %s to %s is advised on whole months: %s', async (date_from, date_to, said) => {
    const text = await trendText({ events: [PAID], date_from, date_to, interval: 'month', compare: true });
    const lines = text.split('\n').filter((line) => /^Previous is|^The current period/.test(line));
    expect(lines).toEqual(said === null ? [] : [said]);
  });

  test('with the year before needs no advice', async () => {
    const december = { date_from: '2025-12-01', date_to: '2025-12-31', interval: 'month', compare_to: '-1y' };
    expect(await trendText({ events: [PAID], ...december, compare: true })).not.toContain('by itself');
  });
});

test('the rest and the missing value are Other and None, which no value can pretend to be', async () => {
  const asked = askedProduct();
  const at = '2026-01-14T01:00:00Z';
  asked.add(
    ...['Other', 'Other', 'Other', 'None', 'None', 'x', 'y'].map((plan, who) => event('a', `p${who}`, at, { plan })),
    event('a', 'q', at),
    event('a', 'r', at),
  );
  const body = {
    events: [{ id: 'a' }],
    breakdown: 'plan',
    breakdown_limit: 3,
    date_from: '2026-01-14',
    date_to: '2026-01-14',
  };
  expect(computeTrend.text(await asked.trend(body))).toContain('date | "Other" | "None" | "x" | Other\n');
  const all = await asked.trend({ ...body, breakdown_limit: 9 });
  expect(computeTrend.text(all)).toContain('date | "Other" | "None" | "x" | "y" | None\n');
  const funnel = await asked.funnel({ ...body, events: [{ id: 'a' }, { id: 'b' }] });
  expect(computeFunnel.text(funnel)).toMatch(/\n"Other" \| 3 \|(.|\n)*\nOther \| \d+ \| 0 \(0%\)$/);
});

test('numbers have four significant digits after the point at most', () => {
  const numbers = [12, 1 / 3, 82.81018518518519, 748_957.020_000_039_6, 0.000_012_345_67, -2.5, 1e21, 0.1 + 0.2];
  expect(numbers.map(numberText)).toEqual([
    '12',
    '0.3333',
    '82.8102',
    '748957.02',
    '0.00001235',
    '-2.5',
    '1e+21',
    '0.3',
  ]);
  expect([percentText(1, 3), percentText(0, 0)]).toEqual(['33.3%', '–']);
});

describe('retention', () => {
  test('has a header, shares, and marks for what has not happened', async () => {
    const answer = await shop().ask<RetentionResult>(computeRetention, {
      target_entity: PAID,
      returning_entity: PAID,
      total_intervals: 4,
    });
    expect(computeRetention.text(answer).split('\n')).toEqual([
      'Retention by day: people who did "paid" and came back with "paid".',
      '2026-01-12 to 2026-01-15 (4 days, up to now: 2026-01-15 12:00), UTC.',
      'Shares are of those who started; – has not happened yet; * this day still runs.',
      'start | people | Day 1 | Day 2 | Day 3',
      '2026-01-12 | 2 | 0 (0%) | 1 (50%) | 1 (50%)*',
      '2026-01-13 | 0 | 0 (–) | 0 (–)* | –',
      '2026-01-14 | 2 | 1 (50%)* | – | –',
      '2026-01-15 (so far) | 2 | – | – | –',
      'all starts | 6 | 0% | 50% | –',
    ]);
  });

  test('names days as days where midnight was skipped, and hours by the hour', async () => {
    const asked = askedProduct();
    asked.product.service.store.projects.update(1, { timezone: 'America/Sao_Paulo' });
    asked.add(...['2018-11-04T04:30:00Z', '2018-11-06T02:30:00Z'].map((time) => event('paid', 'a', time)));
    const ask = async (period: string, date_to: string) => {
      const body = { target_entity: PAID, returning_entity: PAID, total_intervals: 2, period, date_to };
      const lines = computeRetention.text(await asked.ask<RetentionResult>(computeRetention, body)).split('\n');
      return [lines[1], ...lines.filter((line) => /^20.* \| 1 \|/.test(line))];
    };
    expect(await ask('Day', '2018-11-05')).toEqual([
      '2018-11-04 to 2018-11-05 (2 days), America/Sao_Paulo.',
      '2018-11-04 | 1 | 0 (0%)',
    ]);
    expect((await ask('Hour', '2018-11-06T00:00:00')).slice(1)).toEqual(['2018-11-06 00:00 | 1 | –']);
  });

  test('of a range that is over knows that', async () => {
    const answer = await shop().ask<RetentionResult>(computeRetention, {
      target_entity: PAID,
      returning_entity: PAID,
      total_intervals: 2,
      date_to: '2026-01-13',
    });
    expect(computeRetention.text(answer)).toContain('– is after the range.');
  });
});

test('a funnel says who still has time to convert', async () => {
  const funnel = await shop().funnel({ events: [PAID, PAID], funnel_window_interval: 2, date_from: '2026-01-10' });
  expect(computeFunnel.text(funnel)).toContain('Whoever entered since 2026-01-13 12:00 still has time to convert.');
  const old = await shop().funnel({
    events: [PAID, PAID],
    funnel_window_interval: 2,
    date_from: '2026-01-01',
    date_to: '2026-01-11',
  });
  expect(computeFunnel.text(old)).not.toContain('still has time');
  expect(computeFunnel.text(old)).toContain('whoever entered since 2026-01-10 00:00 had less than the window');
  // What comes after the range does not count, though the window itself still runs.
  const yesterday = await shop().funnel({ events: [PAID, PAID], date_from: '2026-01-14', date_to: '2026-01-14' });
  expect(computeFunnel.text(yesterday)).not.toContain('still has time');
  expect(computeFunnel.text(yesterday)).toContain(
    'Steps after the range do not count: whoever entered since 2026-01-14 00:00 had less than the window to convert.',
  );
});

test('a funnel whose people all have one value of the breakdown is split by it', async () => {
  const paid = [{ key: 'plan', value: 'pro' }];
  const funnel = await shop().funnel({ events: [PAID, PAID], breakdown: 'plan', properties: paid });
  expect(computeFunnel.text(funnel)).toMatch(/^"pro" \| 1 \| 1 /m);
});

test('steps in any order are named by how many were done; an event may be called so, too', async () => {
  const asked = askedProduct();
  asked.add(event('Completed order', 'a', '2026-01-14T01:00:00Z'), event('paid', 'a', '2026-01-14T02:00:00Z'));
  const body = { events: [{ id: 'Completed order' }, PAID], date_from: '-7d' };
  const lines = async (more: Body) => computeFunnel.text(await asked.funnel({ ...body, ...more }));
  expect(await lines({})).toMatch(/^1\. "Completed order": 1$/m);
  expect(await lines({ funnel_order_type: 'unordered' })).toMatch(/^1\. Completed 1 step: 1$/m);
});
