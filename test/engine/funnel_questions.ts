/** Random questions about funnels over the histories of history.ts. */
import fc from 'fast-check';
import type { Attribution, Exclusion, FunnelQuery, FunnelStep } from '../../src/model/question/funnel.ts';
import { ALL } from '../../src/model/question/predicate.ts';
import type { Breakdown, Sample } from '../../src/model/question/query.ts';
import { entity, predicate } from './history.ts';

/** Now and then only the first row of what it finds, or of what it finds of an event, can be the step. */
const step: fc.Arbitrary<FunnelStep> = fc
  .tuple(entity, fc.constantFrom(null, null, null, null, null, 'bare', 'filtered'))
  .map(([base, first]) => {
    const bare = base.matches.map(({ event }) => ({ event, where: ALL }));
    return { ...base, first_of: first === null ? null : first === 'bare' ? bare : base.matches };
  });

function stepsOf(least: number): fc.Arbitrary<FunnelStep[]> {
  return fc.array(step, { minLength: least, maxLength: 4 });
}

function exclusionsOf(steps: number): fc.Arbitrary<Exclusion[]> {
  if (steps < 2) return fc.constant<Exclusion[]>([]);
  const pair = fc.uniqueArray(fc.nat(steps - 1), { minLength: 2, maxLength: 2 });
  const exclusion = fc.tuple(entity, pair).map(([base, [from, to]]) => ({
    ...{ ...base, from_step: Math.min(from!, to!), to_step: Math.max(from!, to!) },
  }));
  return fc.oneof(
    { weight: 1, arbitrary: fc.constant<Exclusion[]>([]) },
    { weight: 1, arbitrary: fc.array(exclusion, { minLength: 1, maxLength: 2 }) },
  );
}

const breakdown: fc.Arbitrary<Breakdown | null> = fc
  .constantFrom<readonly string[]>([], [], ['p'], ['n'], ['p', 'n'])
  .map((keys) => {
    if (keys.length === 0) return null;
    const dimensions = keys.map((key) => ({ source: { of: 'event', key } as const, normalize_url: false, bins: null }));
    return { kind: 'values', dimensions, limit: 10 };
  });

function attributionOf(steps: number, order: FunnelQuery['order']): fc.Arbitrary<Attribution> {
  const at = order === 'unordered' ? fc.constant(0) : fc.nat(steps - 1);
  return fc.oneof(
    fc.constantFrom<Attribution>({ kind: 'first_touch' }, { kind: 'last_touch' }, { kind: 'all_events' }),
    at.map((chosen) => ({ kind: 'step', step: chosen }) as const),
  );
}

const EDGES = [
  [0, 40],
  [0, 10, 20, 30, 40],
  [0, 3, 4, 5, 9, 17, 40],
];

/** With at least so many steps; of trends and times the part looked at is at random. */
export function funnelQuery(viz: FunnelQuery['viz']): fc.Arbitrary<FunnelQuery> {
  return fc
    .tuple(stepsOf(viz === 'steps' ? 1 : 2), fc.constantFrom('ordered', 'strict', 'unordered'))
    .chain(([steps, order]) =>
      fc
        .record({
          exclusions: exclusionsOf(steps.length),
          attribution: attributionOf(steps.length, order),
          window_ms: fc.constantFrom(0, 2, 5, 40),
          from_ms: fc.constantFrom(0, 3),
          until_ms: fc.constantFrom(20, 40),
          edges: fc.constantFrom(...EDGES),
          breakdown,
          where: predicate,
          part: fc.tuple(fc.nat(steps.length - 1), fc.nat(steps.length - 1)),
        })
        .map(({ from_ms, until_ms, edges, where, part: [one, other], ...rest }): FunnelQuery => {
          const from_step = Math.min(one, other, Math.max(0, steps.length - 2));
          return {
            ...{ ...plainQuery(steps, order), ...rest, viz },
            range: { from_ms, until_ms },
            // As after resolving: steps and exclusions hold the filter that all events have to pass.
            where,
            steps: steps.map((each) => ({ ...each, matches: each.matches.map((match) => narrow(match, where)) })),
            exclusions: rest.exclusions.map((each) => ({
              ...{ ...each, matches: each.matches.map((match) => narrow(match, where)) },
            })),
            from_step,
            to_step: Math.max(one, other, Math.min(steps.length - 1, from_step + 1)),
            edges_ms: viz === 'trends' ? Float64Array.from(edges) : new Float64Array(0),
          };
        }),
    );
}

function narrow<T extends FunnelStep['matches'][number]>(match: T, where: FunnelQuery['where']): T {
  return { ...match, where: { kind: 'and', of: [match.where, where] } };
}

/** Everything at its simplest. */
export function plainQuery(steps: readonly FunnelStep[], order: FunnelQuery['order']): FunnelQuery {
  return {
    ...{ kind: 'funnel', timezone: 'UTC', viz: 'steps', actor: { kind: 'person' }, order, steps },
    ...{ range: { from_ms: 0, until_ms: 40 }, window_ms: 40, where: ALL, exclusions: [], breakdown: null },
    ...{ attribution: { kind: 'first_touch' }, from_step: 0, to_step: Math.max(0, steps.length - 1) },
    ...{ interval: 'day', edges_ms: new Float64Array(0), bin_count: null },
  };
}

export function plainStep(event: string): FunnelStep {
  const matches = [{ event, where: ALL }];
  return { type: 'events', id: event, name: event, custom_name: null, order: 0, matches, first_of: null };
}

/** All of them, ascending. */
export function timesOf(sample: Sample): number[] {
  return sample.flatMap((list) => [...list]).sort((a, b) => a - b);
}

/** Steps one after the other, none of which only a first row can do: of these the order of arrival means nothing. */
export function sequential(query: fc.Arbitrary<FunnelQuery>): fc.Arbitrary<FunnelQuery> {
  return query.map((asked) => ({
    ...asked,
    order: asked.order === 'unordered' ? 'ordered' : asked.order,
    steps: asked.steps.map((each) => ({ ...each, first_of: null })),
  }));
}
