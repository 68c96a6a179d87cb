import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeFunnel } from '../../src/engine/kinds/funnel/funnel.ts';
import type { FunnelGroup, FunnelQuery } from '../../src/model/question/funnel.ts';
import type { Predicate } from '../../src/model/question/predicate.ts';
import { funnelOracle, type OracleTable } from '../oracle/funnel.ts';
import type { Happening } from '../oracle/happening.ts';
import { runs } from '../support/runs.ts';
import { funnelQuery, plainQuery, plainStep, sequential, timesOf } from './funnel_questions.ts';
import { fresh, history, viewOf } from './history.ts';

const query = funnelQuery('steps');

function groupsOf(
  asked: FunnelQuery,
  rows: readonly Happening[],
  fresh_actors: readonly number[] = [],
): readonly FunnelGroup[] {
  const numbers = computeFunnel(asked, viewOf(rows, fresh_actors));
  if (numbers.viz !== 'steps') throw new Error(`steps were asked for, not ${numbers.viz}`);
  return numbers.groups;
}

function tablesOf(
  asked: FunnelQuery,
  rows: readonly Happening[],
  fresh_actors: readonly number[] = [],
): Record<string, OracleTable> {
  const met = groupsOf(asked, rows, fresh_actors).filter((group) => group.counts[0] !== 0);
  return Object.fromEntries(
    met.map(({ key, counts, times_ms }) => [
      JSON.stringify(key.map((text) => text ?? '')),
      { counts: [...counts], times_ms: times_ms.map(timesOf) },
    ]),
  );
}

/** Counts of the one table of a question that splits nothing. */
function countsOf(asked: FunnelQuery, rows: readonly Happening[]): readonly number[] {
  return groupsOf({ ...asked, breakdown: null }, rows)[0]!.counts;
}

describe('a table of steps', () => {
  it('agrees with the slow twin on random histories', () => {
    fc.assert(
      fc.property(query, history, fresh, (asked, rows, fresh_actors) => {
        expect(tablesOf(asked, rows, fresh_actors)).toEqual(funnelOracle(asked, rows));
      }),
      { numRuns: runs(950) },
    );
  });

  it('agrees with it on long plain funnels, where attempts get deep and exclusions come between', () => {
    const deep = fc.record({
      names: fc.constantFrom('abc', 'abca', 'aab', 'abab'),
      order: fc.constantFrom('ordered', 'strict', 'unordered'),
      window_ms: fc.constantFrom(6, 15, 40),
      span: fc.constantFrom<[number, number]>([0, 1], [1, 2], [0, 2]),
    });
    fc.assert(
      fc.property(deep, history, ({ names, order, window_ms, span: [from_step, to_step] }, rows) => {
        const exclusions = [{ ...plainStep('d'), from_step, to_step }];
        const asked = { ...plainQuery([...names].map(plainStep), order), window_ms, exclusions };
        expect(tablesOf(asked, rows)).toEqual(funnelOracle(asked, rows));
      }),
      { numRuns: runs(650) },
    );
  });

  it('agrees with it for every attribution of plain steps', () => {
    const kinds = fc.constantFrom<FunnelQuery['attribution']>(
      ...([{ kind: 'last_touch' }, { kind: 'all_events' }] as const),
      ...[0, 1, 2].map((step) => ({ kind: 'step', step }) as const),
    );
    fc.assert(
      fc.property(kinds, fc.constantFrom('ordered', 'strict'), history, (attribution, order, rows) => {
        const parts = [{ source: { of: 'event', key: 'p' } as const, normalize_url: false, bins: null }];
        const asked: FunnelQuery = {
          ...plainQuery(['a', 'b', 'c'].map(plainStep), order),
          ...{ attribution, breakdown: { kind: 'values', dimensions: parts, limit: 10 } },
        };
        expect(tablesOf(asked, rows)).toEqual(funnelOracle(asked, rows));
      }),
      { numRuns: runs(850) },
    );
  });

  it('does not depend on the order in which events came', () => {
    fc.assert(
      // Queues, and values of one instant, are taken in some order; first rows of one instant are chosen.
      fc.property(sequential(query), history, (asked, rows) => {
        const whole = { ...asked, breakdown: null };
        expect(tablesOf(whole, [...rows].reverse())).toEqual(tablesOf(whole, rows));
      }),
      { numRuns: runs(300) },
    );
  });

  it('counts no more in strict order than in order, where each event is one step', () => {
    const events = fc.shuffledSubarray(['a', 'b', 'c', 'd'], { minLength: 1 });
    fc.assert(
      fc.property(events, fc.constantFrom(0, 2, 5, 40), history, (names, window_ms, rows) => {
        const asked = { ...plainQuery(names.map(plainStep), 'ordered'), window_ms };
        const ordered = countsOf(asked, rows);
        for (const [step, count] of countsOf({ ...asked, order: 'strict' }, rows).entries())
          expect(count).toBeLessThanOrEqual(ordered[step]!);
      }),
      { numRuns: runs(300) },
    );
  });

  it('counts no more in order than in any order, where each event is one step', () => {
    const events = fc.shuffledSubarray(['a', 'b', 'c', 'd'], { minLength: 1 });
    fc.assert(
      fc.property(events, fc.constantFrom(0, 2, 5, 40), history, (names, window_ms, rows) => {
        const asked = { ...plainQuery(names.map(plainStep), 'ordered'), window_ms };
        const unordered = countsOf({ ...asked, order: 'unordered' }, rows);
        for (const [step, count] of countsOf(asked, rows).entries())
          expect(count).toBeLessThanOrEqual(unordered[step]!);
      }),
      { numRuns: runs(300) },
    );
  });

  it('never grows from one step to the next, and each step has at most as many times as actors', () => {
    fc.assert(
      fc.property(query, history, (asked, rows) => {
        for (const { counts, times_ms } of groupsOf(asked, rows)) {
          for (let step = 1; step < counts.length; step++) {
            expect(counts[step]).toBeLessThanOrEqual(counts[step - 1]!);
            expect(timesOf(times_ms[step]!).length).toBeLessThanOrEqual(counts[step]!);
          }
        }
      }),
    );
  });

  it('is the same with a filter that everything passes', () => {
    const anything: Predicate = {
      kind: 'not',
      of: { kind: 'value', source: { of: 'event', key: 'p' }, test: { op: 'in', values: ['never said'] } },
    };
    fc.assert(
      fc.property(query, history, (asked, rows) => {
        const filtered: FunnelQuery = {
          ...asked,
          where: { kind: 'and', of: [asked.where, anything] },
          steps: asked.steps.map((step) => ({
            ...step,
            matches: step.matches.map(({ event, where }) => ({
              ...{ event, where: { kind: 'and', of: [where, anything] } as const },
            })),
          })),
        };
        expect(tablesOf(filtered, rows)).toEqual(tablesOf(asked, rows));
      }),
    );
  });

  it('splits actors by first or last touch: values add up to the whole', () => {
    fc.assert(
      fc.property(query, fc.constantFrom('first_touch', 'last_touch'), history, (asked, kind, rows) => {
        const parts = groupsOf({ ...asked, attribution: { kind } }, rows);
        const sums = asked.steps.map((_, step) => parts.reduce((sum, { counts }) => sum + counts[step]!, 0));
        expect(sums).toEqual([...countsOf(asked, rows)]);
      }),
    );
  });
});
