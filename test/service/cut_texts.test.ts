/** Texts that are too long keep what matters most: the latest points and starts, and what sums them up. */
import { beforeEach, describe, expect, test } from 'vitest';
import { fitStructured } from '../../src/mcp/tools/fit.ts';
import { LIMIT } from '../../src/model/limit.ts';
import type { TrendResult } from '../../src/model/question/trend.ts';
import { computeRetention, computeTrend } from '../support/operations.ts';
import { event } from '../support/product.ts';
import { type Asked, askedProduct, type Body } from '../support/questions.ts';

let asked: Asked;

beforeEach(() => {
  asked = askedProduct();
  for (let day = 1; day <= 14; day++) {
    const time = `2026-01-${String(day).padStart(2, '0')}T10:00:00Z`;
    asked.add(...['p', 'q', `r${day}`].map((who) => event('a', who, time, { plan: who })));
  }
});

test('an hourly trend tells how many points there are, its latest, and its total; so does its structured form', async () => {
  const hours = Array.from({ length: 61 * 24 }, (_, at) => Date.parse('2026-01-15T11:00:00Z') - at * 3_600_000);
  asked.add(...hours.map((ms) => event('b', 'p', new Date(ms).toISOString())));
  const answer = await asked.ask<TrendResult>(computeTrend, {
    events: [{ id: 'b' }],
    interval: 'hour',
    date_from: '-60d',
  });
  const points = answer.result[0]!.data.length;
  const lines = computeTrend.text(answer).split('\n');
  expect(lines[0]).toMatch(new RegExp(`^Left out: \\d+ of ${points} points\\.`));
  expect(lines.at(-1)).toBe(`total | ${answer.result[0]!.count}`);
  expect(lines.at(-2)).toMatch(/^2026-01-15 12:00 \(so far\)/);
  const cut = fitStructured({ ...answer }, 6_000, '');
  const [line] = cut['result'] as TrendResult['result'];
  expect(line!.days.length).toBeLessThan(points);
  expect(line!.days.at(-1)).toBe(answer.result[0]!.days.at(-1));
});

test('many zeros in a row are one row, so that they do not push out the other numbers; few stay', async () => {
  const text = async (more: Body) =>
    computeTrend.text(await asked.ask<TrendResult>(computeTrend, { events: [{ id: 'a' }], ...more }));
  asked.add(event('a', 'p', '2020-03-01T10:00:00Z'), event('a', 'p', '2020-03-06T10:00:00Z', { plan: 'q' }));
  const told = await text({ date_from: 'all' });
  expect(told).not.toContain('Left out');
  expect(told).toContain(
    ['2020-03-01 (partial) | 1', '2020-03-02 | 0', '2020-03-03 | 0', '2020-03-04 | 0', '2020-03-05 | 0', ''].join('\n'),
  );
  expect(told).toContain('\n2020-03-06 | 1\n2020-03-07 to 2025-12-31 | 0\n2026-01-01 | 3\n');
  // Of many lines, too, whose numbers would otherwise be bounds only.
  const split = await text({ date_from: 'all', breakdown: 'plan' });
  expect(split).toMatch(/\n2020-03-07 to 2025-12-31( \| 0)+\n2026-01-01 \| /);
  expect(split).not.toContain('least');
});

describe('retention', () => {
  const ask = async (more: Body) => {
    const entity = { id: 'a' };
    const body = { target_entity: entity, returning_entity: entity, ...more };
    const answer = await asked.ask<Record<string, unknown>>(computeRetention, body);
    return { answer, lines: computeRetention.text(answer).split('\n') };
  };

  test('of starts before the data tells them in one row, and the rest in full', async () => {
    const { lines } = await ask({ total_intervals: 100 });
    expect(lines.join('\n')).not.toContain('Left out');
    const head = lines.findIndex((line) => line.startsWith('start | people'));
    expect(lines[head + 1]).toMatch(/^2025-10-\d\d to 2025-12-31 \| 0 \| –/);
    expect(lines[head + 2]).toMatch(/^2026-01-01 \| 3 \| 2 \(66\.7%\)/);
    expect(lines.at(-1)).toMatch(/^all starts \| 42 \| /);
    // The first and the last row have as many cells.
    const cells = lines.slice(head).map((line) => line.split(' | ').length);
    expect(new Set(cells).size).toBe(1);
  });

  test('that is cut counts the starts before the data as one row', async () => {
    const old = Array.from({ length: 100 }, (_, at) => new Date(Date.UTC(2025, 8, 24 + at, 10)).toISOString());
    asked.add(...old.map((time) => event('a', 'p', time)));
    const { lines } = await ask({ total_intervals: 120 });
    // Of 120 starts the first six are idle.
    expect(lines[0]).toMatch(/^Left out: \d+ of 115 rows\./);
  });

  test('that is cut keeps the latest starts and the summary, in text and structure', async () => {
    const old = Array.from({ length: 120 }, (_, at) => new Date(Date.UTC(2025, 8, 1 + at, 10)).toISOString());
    asked.add(...old.map((time) => event('a', 'p', time)));
    const { answer, lines } = await ask({ total_intervals: 120 });
    expect(lines[0]).toMatch(/^Left out: \d+ of 120 rows\./);
    expect(lines.at(-1)).toMatch(/^all starts \| /);
    expect(lines.at(-2)).toMatch(/^2026-01-15 \(so far\)/);
    const { result } = fitStructured(answer, LIMIT.structured_tokens, '') as unknown as { result: { date: string }[] };
    expect(result.length).toBeLessThan(120);
    expect(result.at(-1)!.date).toContain('2026-01-15');
  });

  test('with a breakdown keeps the largest values', async () => {
    const { lines } = await ask({ total_intervals: 30, breakdown: 'plan', breakdown_limit: 30 });
    expect(lines[0]).toMatch(/^Left out: /);
    const head = lines.findIndex((line) => line.startsWith('value | start'));
    expect(lines[head + 1]).toMatch(/^"p" \| /);
  });
});
