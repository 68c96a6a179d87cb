import { describe, expect, test } from 'vitest';
import { bucketEdges, parseAbsolute } from '../../src/base/time.ts';
import type { Interval } from '../../src/model/question/query.ts';
import { updateProject } from '../../src/service/operations/project.ts';
import { funnelTable } from '../../src/service/text/funnel_table.ts';
import { trendTable } from '../../src/service/text/trend_table.ts';
import { axisOf, isoWithOffset } from '../../src/service/words/labels.ts';
import { askedProduct, stepsOf } from '../support/questions.ts';

function axis(from: string, until: string, interval: Interval, zone = 'UTC') {
  const range = { from_ms: parseAbsolute(from, zone)!.ms, until_ms: parseAbsolute(until, zone)!.ms };
  return axisOf(zone, interval, range, bucketEdges({ timezone: zone, week_start: 0 }, range, interval, 1000));
}

describe('labels of points in time', () => {
  test('days are unpadded and short', () => {
    expect(axis('2020-01-01', '2020-01-03', 'day')).toEqual({
      days: ['2020-01-01', '2020-01-02'],
      labels: ['1-Jan-2020', '2-Jan-2020'],
    });
  });

  test('hours and minutes show the time, without the year', () => {
    expect(axis('2020-01-02 23:00', '2020-01-03 00:00', 'hour')).toEqual({
      days: ['2020-01-02 23:00:00'],
      labels: ['2-Jan 23:00'],
    });
    expect(axis('2020-01-02 23:07', '2020-01-02 23:08', 'minute').labels).toEqual(['2-Jan 23:07']);
  });

  test('weeks are cut to the range', () => {
    expect(axis('2020-10-29', '2020-11-25', 'week')).toEqual({
      days: ['2020-10-25', '2020-11-01', '2020-11-08', '2020-11-15', '2020-11-22'],
      labels: ['29–31 Oct', '1–7 Nov', '8–14 Nov', '15–21 Nov', '22–24 Nov'],
    });
    expect(axis('2020-11-28', '2020-12-07', 'week').labels).toEqual(['28-Nov-2020', '29-Nov – 5-Dec', '6-Dec-2020']);
    expect(axis('2019-12-29', '2020-01-05', 'week').labels).toEqual(['29-Dec-2019 – 4-Jan-2020']);
  });

  test('months', () => {
    expect(axis('2020-10-29', '2020-11-25', 'month').labels).toEqual(['Oct 2020', 'Nov 2020']);
  });

  test('are those of the wall clock where the clock changes', () => {
    const berlin = axis('2020-10-25 00:00', '2020-10-26 00:00', 'hour', 'Europe/Berlin');
    expect(berlin.labels).toHaveLength(25);
    expect(berlin.labels.slice(1, 4)).toEqual(['25-Oct 01:00', '25-Oct 02:00', '25-Oct 02:00']);
  });
});

test('instants carry the offset of their zone', () => {
  const at_ms = parseAbsolute('2020-01-31T12:00:00Z', 'UTC')!.ms;
  expect(isoWithOffset('UTC', at_ms)).toBe('2020-01-31T12:00:00+00:00');
  expect(isoWithOffset('Asia/Kolkata', at_ms)).toBe('2020-01-31T17:30:00+05:30');
  expect(isoWithOffset('America/New_York', at_ms)).toBe('2020-01-31T07:00:00-05:00');
});

test('where the clock is set back, a table names both hours apart', async () => {
  const { ask, trend, funnel } = askedProduct();
  await ask(updateProject, { timezone: 'Europe/Berlin' });
  const hours = { interval: 'hour', date_from: '2025-10-26', date_to: '2025-10-26 04:00:00' };
  const { columns } = trendTable(await trend({ ...hours, events: [{ id: 'e' }] }));
  expect(columns.slice(2, 5)).toEqual(['26-Oct 01:00', '26-Oct 02:00', '26-Oct 02:00 (2)']);
  const answer = await funnel({ ...hours, events: stepsOf('e', 'f'), funnel_viz_type: 'trends' });
  const dates = funnelTable(answer).rows.map(([date]) => date);
  expect(dates.slice(1, 4)).toEqual(['2025-10-26 01:00:00', '2025-10-26 02:00:00', '2025-10-26 02:00:00 (2)']);
});
