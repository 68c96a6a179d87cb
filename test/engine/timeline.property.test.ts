/** Rows of several runs in one order, against sorting all of them. For cached timelines see dataset.test.ts. */
import fc from 'fast-check';
import { it } from 'vitest';
import { missingColumn } from '../../src/engine/frame/column.ts';
import { makeTimeline, positionsOf } from '../../src/engine/kernels/rows/timeline.ts';
import { expectTimeline } from '../oracle/timeline.ts';
import { runs } from '../support/runs.ts';
import { newRun } from './new_run.ts';

/** Of several slices, at their ends too; the first has most of the rows. */
const actor = fc.oneof(fc.constant(7), fc.constantFrom(0, 7, 4_095, 4_096, 9_000));
const row = fc.tuple(actor, fc.oneof(fc.nat(6), fc.nat(400)));
const rows = fc.oneof(fc.array(row), fc.array(row, { maxLength: 120 }));

it('a timeline has every row of all runs in order, and knows which share an instant', () => {
  fc.assert(
    fc.property(fc.array(rows, { maxLength: 9 }), (lists) => {
      const runs = lists.map((list, number) => {
        const sorted = [...list].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
        const times_ms = Float64Array.from(sorted, ([, time_ms]) => time_ms);
        return newRun(
          `e${number}`,
          Uint32Array.from(sorted, ([of]) => of),
          times_ms,
          () => missingColumn(list.length),
        );
      });
      expectTimeline({
        ...{ skip: null, events: runs.map(({ event }) => event), run: (event) => runs[Number(event.slice(1))] },
        timeline: (team) => makeTimeline(runs, team),
        positions: (event, team) => {
          const number = Number(event.slice(1));
          return positionsOf(makeTimeline(runs, team), number, runs[number]!.rows);
        },
      });
    }),
    { numRuns: runs(150) },
  );
});
