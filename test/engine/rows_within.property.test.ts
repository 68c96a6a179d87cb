/** Which rows a question reads, against each row tested by itself. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fromFlags, has } from '../../src/base/bitmap.ts';
import { MAX_MS, MIN_MS } from '../../src/base/time.ts';
import { missingColumn } from '../../src/engine/frame/column.ts';
import { rowsWithin } from '../../src/engine/select/rows_within.ts';
import { runs } from '../support/runs.ts';
import { newRun } from './new_run.ts';

const QUARTER_MS = 15 * 60_000;
const ACTORS = 40;

/** In quarter hours. */
const bound = fc.oneof(fc.integer({ min: -3, max: 43 }), fc.double({ min: -2, max: 42, noNaN: true }));
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
      from: fc.oneof(bound, fc.constant(Number.NEGATIVE_INFINITY)),
      until: fc.oneof(bound, fc.constant(Number.POSITIVE_INFINITY)),
      // Two years have half hours for grains.
      factor: fc.constantFrom(1, 2_000),
    }),
  );

test('rows are selected, in time, and of no skipped actor', () => {
  const met = { all: 0, some: 0 };
  fc.assert(
    fc.property(asked, ({ rows, select, skip, from, until, factor }) => {
      const from_ms = Math.max(MIN_MS, Math.round(from * QUARTER_MS * factor));
      const until_ms = Math.min(MAX_MS, Math.round(until * QUARTER_MS * factor));
      const actors = Uint32Array.from(rows, ([actor]) => actor);
      const times_ms = Float64Array.from(rows, ([, time_ms]) => time_ms * factor);
      const run = newRun('page', actors, times_ms, () => missingColumn(rows.length));
      const bitmap = rowsWithin(run, { select, skip, from_ms, until_ms });
      met[bitmap === null ? 'all' : 'some']++;
      const wanted = rows.map(([actor], row) => {
        const time_ms = times_ms[row]!;
        const is_chosen = (select === null || has(select, row)) && (skip === null || !has(skip, actor));
        return is_chosen && time_ms >= from_ms && time_ms < until_ms;
      });
      expect(rows.map((_, row) => bitmap === null || has(bitmap, row))).toEqual(wanted);
    }),
    { numRuns: runs(500) },
  );
  expect(met.all).toBeGreaterThan(runs(10));
  expect(met.some).toBeGreaterThan(runs(200));
});
