import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeFunnel } from '../../src/engine/kinds/funnel/funnel.ts';
import { ofFunnel } from '../../src/engine/kinds/people/funnel.ts';
import type { FunnelQuery, FunnelTrendGroup } from '../../src/model/question/funnel.ts';
import { timesOracle } from '../oracle/funnel.ts';
import { entriesOracle, type OracleEntries } from '../oracle/funnel_trend.ts';
import type { Happening } from '../oracle/happening.ts';
import { runs } from '../support/runs.ts';
import { funnelQuery, plainQuery, plainStep, sequential } from './funnel_questions.ts';
import { fresh, history, viewOf } from './history.ts';

const trend = funnelQuery('trends');

function entriesOf(
  asked: FunnelQuery,
  rows: readonly Happening[],
  fresh_actors: readonly number[] = [],
): Record<string, OracleEntries> {
  return Object.fromEntries(
    entriesIn(asked, viewOf(rows, fresh_actors)).map(({ key, reached_from, reached_to }) => [
      JSON.stringify(key.map((text) => text ?? '')),
      { reached_from: [...reached_from], reached_to: [...reached_to] },
    ]),
  );
}

function entriesIn(asked: FunnelQuery, view: ReturnType<typeof viewOf>): readonly FunnelTrendGroup[] {
  const numbers = computeFunnel(asked, view);
  if (numbers.viz !== 'trends') throw new Error(`trends were asked for, not ${numbers.viz}`);
  return numbers.groups.filter(({ reached_from }) => reached_from.some((count) => count !== 0));
}

const sum = (counts: readonly number[] = []): number => counts.reduce((total, count) => total + count, 0);

describe('a funnel over time', () => {
  it('agrees with the slow twin on random histories', () => {
    fc.assert(
      fc.property(trend, history, fresh, (asked, rows, fresh_actors) => {
        expect(entriesOf(asked, rows, fresh_actors)).toEqual(entriesOracle(asked, rows));
      }),
      { numRuns: runs(850) },
    );
  });

  it('agrees with it on long plain funnels with exclusions between', () => {
    const deep = fc.record({
      names: fc.constantFrom('ab', 'ab', 'abc', 'abca', 'aab'),
      order: fc.constantFrom('ordered', 'ordered', 'strict', 'unordered'),
      window_ms: fc.constantFrom(3, 6, 15, 40),
      edges: fc.constantFrom([0, 40], [0, 4, 40], [0, 5, 10, 15, 20, 25, 30, 35, 40]),
      is_wide: fc.boolean(),
    });
    fc.assert(
      fc.property(deep, history, ({ names, order, window_ms, edges, is_wide }, rows) => {
        const to_step = is_wide ? names.length - 1 : 1;
        const exclusions = [{ ...plainStep('d'), from_step: 0, to_step }];
        const plain = plainQuery([...names].map(plainStep), order);
        const edges_ms = Float64Array.from(edges);
        const asked: FunnelQuery = { ...plain, viz: 'trends', window_ms, edges_ms, exclusions, from_step: to_step - 1 };
        expect(entriesOf(asked, rows)).toEqual(entriesOracle(asked, rows));
      }),
      { numRuns: runs(1600) },
    );
  });

  it.each<[string, number, number, number[]]>([
    // The way to the third step was barred before the second was taken past a bar: the whole actor drops out.
    ['a1 b2 d3 a4 d5 b6 d7 a25', 40, 0, [0, 0]],
    // The attempt that waited for the third step was over; the one that was met had done one step.
    ['a0 b5 a7 d8', 6, 1, [1, 0]],
  ])('%s: a bar is met by the attempt that waits there, once', (told, window_ms, from_step, reached_from) => {
    const rows = told.split(' ').map(([event = '', ...time]): Happening => {
      return { actor: 0, event, time_ms: Number(time.join('')), properties: {} };
    });
    const exclusions = [{ ...plainStep('d'), from_step: 0, to_step: 2 }];
    const plain = plainQuery([...'abc'].map(plainStep), 'ordered');
    const edges_ms = Float64Array.of(0, 20, 40);
    const asked: FunnelQuery = { ...plain, viz: 'trends', window_ms, edges_ms, exclusions, from_step };
    const found = entriesOf(asked, rows);
    expect(found).toEqual(entriesOracle(asked, rows));
    expect(found['[]']?.reached_from ?? [0, 0]).toEqual(reached_from);
  });

  it('lists who entered in a bucket, who got through from there, and who did not', () => {
    fc.assert(
      fc.property(trend, history, fresh, (asked, rows, fresh_actors) => {
        const view = viewOf(rows, fresh_actors);
        const [from, to, all] = [asked.from_step + 1, asked.to_step + 1, asked.steps.length];
        for (const { key, reached_from, reached_to } of entriesIn(asked, view)) {
          const listed = (bucket: number, least: number, most: number) => {
            const point = { kind: 'funnel', query: asked, key, bucket, least, most } as const;
            const { page, times } = ofFunnel(point, { offset: 0, limit: 100 }, view);
            const [begin, end] = [asked.edges_ms[bucket]!, asked.edges_ms[bucket + 1]!];
            for (const who of page.actors) {
              const entered = times(who, 100);
              expect(entered.length).toBeGreaterThan(0);
              expect(entered.every((time) => time >= begin && time < end)).toBe(true);
            }
            expect(page.actors).toHaveLength(page.count);
            return page.count;
          };
          for (const [bucket, entered] of reached_from.entries()) {
            const through = reached_to[bucket]!;
            expect(listed(bucket, from, all)).toBe(entered);
            expect(listed(bucket, to, all)).toBe(through);
            expect(listed(bucket, from, to - 1)).toBe(entered - through);
          }
        }
      }),
      { numRuns: runs(150) },
    );
  });

  it('of one bucket says the same as the table of steps', () => {
    // Steps know which events of one instant an attempt has used: here everybody does one thing at a time.
    const singly = history.map((rows) =>
      rows.filter((row, at) => rows.findIndex((other) => isAtOnce(row, other)) === at),
    );
    fc.assert(
      fc.property(trend, fc.constantFrom('ordered', 'strict', 'unordered'), singly, (asked, order, rows) => {
        const last = asked.steps.length - 1;
        const whole: FunnelQuery = {
          ...{ ...asked, order, exclusions: [], breakdown: null, edges_ms: Float64Array.of(0, 40) },
          ...{ from_step: 0, to_step: last },
        };
        const entries = entriesOf(whole, rows)['[]'];
        const table = computeFunnel({ ...whole, viz: 'steps' }, viewOf(rows));
        const counts = table.viz === 'steps' ? table.groups[0]!.counts : [];
        expect([sum(entries?.reached_from), sum(entries?.reached_to)]).toEqual([counts[0], counts[last]]);
      }),
      { numRuns: runs(300) },
    );
  });

  it('converts no more than entered, and from a later step nobody more', () => {
    fc.assert(
      fc.property(trend, history, (asked, rows) => {
        for (const { reached_from, reached_to } of Object.values(entriesOf(asked, rows))) {
          for (const [bucket, count] of reached_from.entries()) expect(reached_to[bucket]).toBeLessThanOrEqual(count);
        }
        const whole = { ...asked, breakdown: null };
        const from_first = sum(entriesOf({ ...whole, from_step: 0 }, rows)['[]']?.reached_from);
        expect(sum(entriesOf(whole, rows)['[]']?.reached_from)).toBeLessThanOrEqual(from_first);
      }),
    );
  });

  it('does not depend on the order in which events came', () => {
    fc.assert(
      fc.property(sequential(trend), history, (asked, rows) => {
        // One event at an instant may do steps that another does as well: which comes first is by chance.
        const singles = rows.filter((row, at) => rows.findIndex((other) => isTwin(row, other)) === at);
        const whole = { ...asked, breakdown: null };
        expect(entriesOf(whole, [...singles].reverse())).toEqual(entriesOf(whole, singles));
      }),
      { numRuns: runs(300) },
    );
  });
});

function isAtOnce(a: Happening, b: Happening): boolean {
  return a.actor === b.actor && a.time_ms === b.time_ms;
}

function isTwin(a: Happening, b: Happening): boolean {
  return isAtOnce(a, b) && a.event === b.event;
}

describe('times to convert', () => {
  it('agree with the slow twin on random histories', () => {
    fc.assert(
      fc.property(funnelQuery('time_to_convert'), history, fresh, (asked, rows, fresh_actors) => {
        const numbers = computeFunnel(asked, viewOf(rows, fresh_actors));
        const times = numbers.viz === 'time_to_convert' ? [...numbers.times_ms] : null;
        expect(times?.sort((a, b) => a - b)).toEqual(timesOracle(asked, rows));
      }),
      { numRuns: runs(850) },
    );
  });
});
