import fc from 'fast-check';
import { expect, it } from 'vitest';
import { stepTimeMs } from '../../src/engine/kernels/funnel/outcomes.ts';
import { computeCorrelation } from '../../src/engine/kinds/funnel/correlation.ts';
import { funnelOutcomes } from '../../src/engine/kinds/funnel/outcomes.ts';
import type { CorrelationQuery } from '../../src/model/question/correlation.ts';
import { ALL } from '../../src/model/question/predicate.ts';
import { correlationOracle, type OracleOutcome } from '../oracle/correlation.ts';
import { runs } from '../support/runs.ts';
import { fresh, history, viewOf } from './history.ts';

function step(event: string): CorrelationQuery['funnel']['steps'][number] {
  return {
    ...{ type: 'events', id: event, name: event, custom_name: null, order: 0, first_of: null },
    matches: [{ event, where: ALL }],
  };
}

const query: fc.Arbitrary<CorrelationQuery> = fc
  .record({
    type: fc.constantFrom('events', 'properties', 'event_with_properties'),
    steps: fc.constantFrom([step('a'), step('b')], [step('a')], [step('c'), step('a'), step('b')]),
    window_ms: fc.constantFrom(4, 10, 40),
    properties: fc.constantFrom(null, ['who'], ['who', 'other', 'who']),
    excluded_properties: fc.constantFrom([], ['other'], ['who']),
    events: fc.constantFrom(['c', 'd'], ['b', 'd', 'nothing']),
    excluded_events: fc.constantFrom(['a', 'b'], [], ['d']),
    excluded_event_properties: fc.constantFrom([], [], ['p']),
  })
  .map(({ steps, window_ms, ...rest }) => ({
    kind: 'correlation',
    funnel: {
      ...{ kind: 'funnel', timezone: 'UTC', viz: 'steps', actor: { kind: 'person' }, where: ALL, exclusions: [] },
      ...{ range: { from_ms: 0, until_ms: 28 }, breakdown: null, attribution: { kind: 'first_touch' } },
      ...{ from_step: 0, to_step: 1, interval: 'day', edges_ms: new Float64Array(0), bin_count: null },
      ...{ order: 'ordered', window_ms, steps },
    },
    ...rest,
  }));

it('agrees with the slow twin on random histories', () => {
  fc.assert(
    fc.property(query, history, fresh, (asked, rows, fresh_actors) => {
      const view = viewOf(rows, fresh_actors);
      const outcomes = outcomesOf(asked, rows, fresh_actors);
      const numbers = computeCorrelation(asked, view);
      const through = outcomes.filter(({ level }) => level === asked.funnel.steps.length).length;
      expect([numbers.success, numbers.failure]).toEqual([through, outcomes.length - through]);
      const is_comparable = through > 0 && through < outcomes.length;
      const person = (name: string, actor: number) => (name === 'who' ? `person ${actor % 2}` : '');
      expect(
        Object.fromEntries(numbers.rows.map(({ key, success, failure }) => [key.join('::'), [success, failure]])),
      ).toEqual(is_comparable ? correlationOracle(asked, rows, outcomes, person) : {});
    }),
    { numRuns: runs(1100) },
  );
});

function outcomesOf(
  { funnel }: CorrelationQuery,
  rows: Parameters<typeof viewOf>[0],
  fresh_actors: readonly number[],
): OracleOutcome[] {
  const outcomes = funnelOutcomes(funnel, viewOf(rows, fresh_actors));
  return [...outcomes.level].flatMap((level, actor) => {
    const times_ms = Array.from({ length: level }, (_, at) => stepTimeMs(outcomes, actor, at));
    return level === 0 ? [] : [{ actor, level, times_ms }];
  });
}
