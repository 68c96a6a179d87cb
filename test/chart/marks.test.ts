/** Annotations are shown in the charts that cover them, and long answers are described quickly. */
import { expect, test } from 'vitest';
import { draw } from '../../src/chart/draw.ts';
import type { ChartOf } from '../../src/model/question/chart.ts';
import type { TrendResult } from '../../src/model/question/trend.ts';
import { unsaved } from '../../src/service/chart/frame.ts';
import { trendChart } from '../../src/service/chart/trend.ts';
import { event } from '../support/product.ts';
import { askedProduct } from '../support/questions.ts';
import { labelsOf } from './pictures.ts';

const HOUR_MS = 3_600_000;

test('an annotation is a line at its point, with its words', async () => {
  const asked = askedProduct();
  asked.add(event('sign up', 'a', '2026-01-10T10:00:00Z'), event('sign up', 'b', '2026-01-14T10:00:00Z'));
  const { operationNamed } = await import('../../src/service/operations/index.ts');
  const annotate = operationNamed('create_annotation');
  await asked.ask(annotate, { content: 'Release <2.0>', date_marker: '2026-01-12T15:00:00' });
  const body = { events: [{ id: 'sign up' }], date_from: '-7d' };
  const chart = trendChart(await asked.trend(body), unsaved('trend', body)) as ChartOf<'series'>;
  expect(chart.marks).toEqual([{ at: 4, text: 'Release <2.0>' }]);
  const { svg, hits } = draw(chart, { width: 760, theme: 'light', hits: 'numbers' });
  expect(labelsOf(svg).map(({ text }) => text)).toContain('Release <2.0>');
  expect(hits[4]!.lines).toContain('Marked: Release <2.0>');
});

test('an annotation of the very minute in which an hour begins is at that hour', async () => {
  const asked = askedProduct();
  asked.add(event('sign up', 'a', '2026-01-14T10:00:00Z'));
  const { operationNamed } = await import('../../src/service/operations/index.ts');
  const annotate = operationNamed('create_annotation');
  for (const time of ['09:59:59', '10:00:00', '10:00:59']) {
    await asked.ask(annotate, { content: time, date_marker: `2026-01-14T${time}` });
  }
  const body = {
    events: [{ id: 'sign up' }],
    interval: 'hour',
    date_from: '2026-01-14',
    date_to: '2026-01-14T23:59:59',
  };
  const chart = trendChart(await asked.trend(body), unsaved('trend', body)) as ChartOf<'series'>;
  expect(chart.marks).toEqual([
    { at: 9, text: '09:59:59' },
    { at: 10, text: '10:00:00' },
    { at: 10, text: '10:00:59' },
  ]);
});

test('fourteen lines of ten thousand hours become a small chart in a moment', () => {
  const days = Array.from({ length: 10_000 }, (_, at) =>
    new Date(Date.UTC(2025, 9, 1) + at * HOUR_MS).toISOString().slice(0, 19).replace('T', ' '),
  );
  const result = Array.from({ length: 14 }, (_, line) => ({
    ...{
      action: { id: 'e', name: 'e', order: line, math: 'total' },
      label: `line ${line}`,
      count: 1,
      days,
      labels: days,
    },
    data: days.map((_, at) => (at * (line + 3)) % 977),
  }));
  const resolved = {
    ...{ date_from: `${days[0]}+00:00`.replace(' ', 'T'), date_to: `${days.at(-1)}+00:00`.replace(' ', 'T') },
    ...{ kind: 'trend', interval: 'hour', timezone: 'UTC', entities: [], warnings: [] },
  };
  const answer = { result, resolved, last_refresh: '2026-12-30T00:00:00Z', timezone: 'UTC', next: null };
  const times = [1, 2, 3].map(() => {
    const begin = process.cpuUsage().user;
    const chart = trendChart(answer as unknown as TrendResult, unsaved('trend', {})) as ChartOf<'series'>;
    expect(chart.series.map(({ values }) => values.length)).toEqual(Array(8).fill(1_000));
    expect(chart.table.rows_left_out + chart.table.rows.length).toBe(10_000);
    expect(JSON.stringify(chart).length).toBeLessThan(100_000);
    return process.cpuUsage().user - begin;
  });
  expect(Math.min(...times)).toBeLessThan(50_000);
});
