/** Which rows a question reads, against each row tested by itself. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromFlags, has } from '../../src/base/bitmap.ts';
import { MAX_MS, MIN_MS } from '../../src/base/time.ts';
import { missingColumn } from '../../src/engine/frame/column.ts';
import { rowsWithin } from '../../src/engine/select/rows_within.ts';
import { newRun } from './new_run.ts';

const QUARTER_MS = 15 * 60_000;
const ACTORS = 40;

const bound = fc.oneof(
  fc.integer({ min: -3, max: 43 }).map((quarter) => quarter * QUARTER_MS),
  fc.integer({ min: -2 * QUARTER_MS, max: 42 * QUARTER_MS }),
);
const flags = (length: number): fc.Arbitrary<Uint32Array | null> =>
  fc.option(
    fc.array(fc.nat(1), { minLength: length, maxLength: length }).map((list) => fromFlags(Uint8Array.from(list))),
    { freq: 1 },
  );

const asked = fc
  .array(fc.tuple(fc.nat(ACTORS - 1), fc.nat(40 * QUARTER_MS)), { minLength: 1, maxLength: 200 })
  .chain((rows) =>
    fc.record({
      rows: fc.constant(rows.toSorted((a, b) => a[0] - b[0] || a[1] - b[1])),
      select: flags(rows.length),
      skip: flags(ACTORS),
      from_ms: fc.oneof(bound, fc.constant(MIN_MS)),
      until_ms: fc.oneof(bound, fc.constant(MAX_MS)),
    }),
  );

test('rows are selected, in time, and of no skipped actor', () => {
  const met = { all: 0, some: 0 };
  fc.assert(
    fc.property(asked, ({ rows, select, skip, from_ms, until_ms }) => {
      const actors = Uint32Array.from(rows, ([actor]) => actor);
      const times_ms = Float64Array.from(rows, ([, time_ms]) => time_ms);
      const run = newRun('page', actors, times_ms, () => missingColumn(rows.length));
      const bitmap = rowsWithin(run, { select, skip, from_ms, until_ms });
      met[bitmap === null ? 'all' : 'some']++;
      for (const [row, [actor, time_ms]] of rows.entries()) {
        const is_asked =
          (select === null || has(select, row)) &&
          (skip === null || !has(skip, actor)) &&
          time_ms >= from_ms &&
          time_ms < until_ms;
        expect(bitmap === null || has(bitmap, row)).toBe(is_asked);
      }
    }),
    { numRuns: 500 },
  );
  expect(met.all).toBeGreaterThan(10);
  expect(met.some).toBeGreaterThan(300);
});
