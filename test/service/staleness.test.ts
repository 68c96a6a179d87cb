import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/base/time.ts';
import { isExpired, minimumAgeMs, nextRefreshMs } from '../../src/service/answers/staleness.ts';

const days = (count: number) => ({ from_ms: 0, until_ms: count * DAY_MS });

describe('how soon an insight is computed again', () => {
  test.each([
    ['the usual', 'day', 8, false, 15],
    ['seven days and less', 'day', 7, false, 3],
    ['a part of a day counts as one', 'day', 7.01, false, 15],
    ['hours', 'hour', 30, false, 3],
    ['minutes', 'minute', 8, false, 3],
    ['no interval', null, 30, false, 15],
    ['read through a link', 'hour', 1, true, 30],
  ] as const)('%s', (_about, interval, length, shared, minutes) => {
    expect(minimumAgeMs(interval, days(length), shared)).toBe(minutes * MINUTE_MS);
  });

  test('is counted from when it was computed', () => {
    fc.assert(
      fc.property(fc.integer(), fc.boolean(), (computed_at_ms, shared) => {
        const next = nextRefreshMs({ computed_at_ms, interval: 'day', range: days(8) }, shared);
        expect(next - computed_at_ms).toBe((shared ? 30 : 15) * MINUTE_MS);
      }),
    );
  });

  test('results are forgotten after a week', () => {
    expect(isExpired(7 * DAY_MS, 0)).toBe(false);
    expect(isExpired(7 * DAY_MS + 1, 0)).toBe(true);
  });

  test('results from the future are forgotten, unless requests merely overtook each other', () => {
    expect(isExpired(0, HOUR_MS)).toBe(false);
    expect(isExpired(0, HOUR_MS + 1)).toBe(true);
  });
});
