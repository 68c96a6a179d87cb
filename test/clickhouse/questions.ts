/** Random questions of each kind over the histories of `test/engine/history.ts`. */
import fc from 'fast-check';
import type { Asked } from '../../src/engine/answer.ts';
import type { CorrelationQuery } from '../../src/model/question/correlation.ts';
import type { FunnelQuery } from '../../src/model/question/funnel.ts';
import type { LifecycleQuery } from '../../src/model/question/lifecycle.ts';
import type { PathQuery } from '../../src/model/question/path.ts';
import { ALL, type Predicate } from '../../src/model/question/predicate.ts';
import { type ActorKind, type Breakdown, type Entity, restricted } from '../../src/model/question/query.ts';
import type { RetentionQuery } from '../../src/model/question/retention.ts';
import type { StickinessQuery } from '../../src/model/question/stickiness.ts';
import { AGGREGATES, type TrendEntity, type TrendMath, type TrendQuery } from '../../src/model/question/trend.ts';
import { funnelQuery } from '../engine/funnel_questions.ts';
import { entity as bareEntity, EVENTS } from '../engine/history.ts';

const PERSON: ActorKind = { kind: 'person' };
const GROUP: ActorKind = { kind: 'group', type_index: 0 };
const COMMON = { timezone: 'UTC', interval: 'day' } as const;
const ACTORS = fc.constantFrom(PERSON, PERSON, GROUP);

const value = (source: Extract<Predicate, { kind: 'value' }>['source'], ...values: string[]): Predicate => ({
  kind: 'value',
  source,
  test: { op: 'in', values },
});
const early = { matches: [{ event: 'a', where: ALL }], from_ms: 0, until_ms: 15 };
const late = { matches: [{ event: 'b', where: ALL }], from_ms: 5, until_ms: 40 };

/** On whoever did it, besides what history.ts asks of the rows. */
const conditions: readonly Predicate[] = [
  value({ of: 'person', key: 'who' }, 'one'),
  value({ of: 'group', type_index: 0, key: 'plan' }, 'free'),
  { kind: 'not', of: value({ of: 'person', key: 'who' }, 'two') },
  {
    kind: 'cohort',
    where: {
      kind: 'or',
      of: [
        value({ of: 'person', key: 'who' }, 'two'),
        { kind: 'behaviour', behaviour: { op: 'count', deeds: early, min: 2, max: 5 } },
      ],
    },
  },
  { kind: 'behaviour', behaviour: { op: 'sequence', deeds: early, later: late, within_ms: 6 } },
  {
    kind: 'behaviour',
    behaviour: {
      op: 'regular',
      matches: early.matches,
      edges_ms: [0, 4, 9, 20],
      min_periods: 2,
      min: 1,
      max: Number.POSITIVE_INFINITY,
    },
  },
  { kind: 'any_distinct_id', test: { op: 'contains', needles: ['actor 1', 'R 2'] } },
  {
    kind: 'value',
    source: { of: 'event', key: 'm' },
    test: { op: 'number', min: -2, max: 4, min_open: true, max_open: false },
  },
  { kind: 'value', source: { of: 'event', key: 'p' }, test: { op: 'matches', patterns: ['^[xy]$'] } },
  { kind: 'value', source: { of: 'event', key: 'm' }, test: { op: 'contains', needles: ['4_5'] } },
  {
    kind: 'value',
    source: { of: 'session', key: '$session_duration' },
    test: { op: 'number', min: 0, max: 3, min_open: false, max_open: false },
  },
];
const entity: fc.Arbitrary<Entity> = fc
  .tuple(bareEntity, fc.option(fc.constantFrom(...conditions), { freq: 2 }))
  .map(([base, where]) => (where === null ? base : restricted(base, where)));

const part = fc.constantFrom(
  { source: { of: 'event', key: 'p' }, normalize_url: false, bins: null } as const,
  { source: { of: 'event', key: 'n' }, normalize_url: false, bins: null } as const,
  { source: { of: 'event', key: 'm' }, normalize_url: false, bins: 3 } as const,
  { source: { of: 'person', key: 'who' }, normalize_url: false, bins: null } as const,
  { source: { of: 'group', type_index: 0, key: 'plan' }, normalize_url: true, bins: null } as const,
);
const breakdown: fc.Arbitrary<Breakdown | null> = fc.oneof(
  { weight: 3, arbitrary: fc.constant(null) },
  {
    weight: 2,
    arbitrary: fc
      .array(part, { minLength: 1, maxLength: 2 })
      .map((dimensions) => ({ kind: 'values', dimensions, limit: 25 }) as const),
  },
  {
    weight: 1,
    arbitrary: fc.constant<Breakdown>({
      ...{ kind: 'cohorts', apart: false, limit: 25 },
      cohorts: [
        { id: 'all', name: 'all', where: ALL },
        { id: 3, name: 'three', where: conditions[3]! },
      ],
    }),
  },
);

const edges = fc
  .uniqueArray(fc.nat(32), { minLength: 3, maxLength: 8 })
  .map((some) => Float64Array.from(some.sort((a, b) => a - b)));

const math: fc.Arbitrary<TrendMath> = fc.oneof(
  fc.constantFrom<TrendMath>({ kind: 'total' }, { kind: 'unique_session' }),
  fc.tuple(fc.constantFrom('unique', 'unique_once'), ACTORS).map(([kind, actor]) => ({ kind, actor }) as const),
  ACTORS.map((actor) => ({ kind: 'active', actor, days: 7 }) as const),
  bareEntity.map(({ matches }) => ({ kind: 'first_ever', of: matches }) as const),
  fc
    .tuple(
      fc.constantFrom(...AGGREGATES),
      fc.constantFrom(
        { of: 'event', key: 'n' } as const,
        { of: 'event', key: 'm' } as const,
        { of: 'session', key: '$session_duration' } as const,
      ),
      fc.constantFrom(1, 2.5),
    )
    .map(([aggregate, source, multiplier]) => ({ kind: 'property', aggregate, source, multiplier }) as const),
  fc
    .tuple(fc.constantFrom(...AGGREGATES), ACTORS)
    .map(([aggregate, actor]) => ({ kind: 'per_actor', aggregate, actor }) as const),
);
const trendEntity: fc.Arbitrary<TrendEntity> = fc
  .tuple(entity, math)
  .map(([base, of]) => ({ ...base, math: of, math_name: null, math_property: null, math_group_type_index: null }));

const trend: fc.Arbitrary<TrendQuery> = fc
  .record({
    edges,
    cut: fc.nat(2),
    back: fc.nat(9),
    entities: fc.array(trendEntity, { minLength: 1, maxLength: 2 }),
    breakdown,
  })
  .map(({ edges: edges_ms, cut, back, entities, breakdown: split }) => ({
    ...{ ...COMMON, kind: 'trend', entities, breakdown: split, told: null, display: 'ActionsLineGraph', edges_ms },
    range: { from_ms: edges_ms[0]!, until_ms: Math.max(edges_ms[0]! + 1, edges_ms.at(-1)! - cut) },
    windows: [{ days: 7, from_ms: edges_ms.slice(0, -1).map((edge) => edge - back), until_ms: edges_ms.slice(1) }],
  }));

const lifecycle: fc.Arbitrary<LifecycleQuery> = fc.record({ edges_ms: edges, actor: ACTORS, entity }).map((asked) => ({
  ...COMMON,
  kind: 'lifecycle',
  ...asked,
  range: { from_ms: asked.edges_ms[1]!, until_ms: asked.edges_ms.at(-1)! },
}));

const stickiness: fc.Arbitrary<StickinessQuery> = fc
  .record({ edges_ms: edges, entity, actor: ACTORS, rows: fc.constantFrom([1, Number.POSITIVE_INFINITY], [2, 3]) })
  .map(({ edges_ms, entity: each, actor, rows: [min_rows, max_rows] }) => ({
    ...{ ...COMMON, kind: 'stickiness', edges_ms, cumulative: false, min_rows: min_rows!, max_rows: max_rows! },
    range: { from_ms: edges_ms[0]!, until_ms: edges_ms.at(-1)! },
    entities: [{ ...each, actor, math_name: null }],
  }));

const retention: fc.Arbitrary<RetentionQuery> = fc
  .record({
    ...{ edges, target: entity, returning: entity, breakdown, actor: ACTORS },
    start: fc.constantFrom('every', 'first_time', 'first_ever'),
    minimum_occurrences: fc.constantFrom(1, 1, 2),
    cumulative: fc.boolean(),
    split_returns: fc.boolean(),
  })
  .map(({ edges: edges_ms, target, start, ...rest }) => ({
    ...{ ...COMMON, kind: 'retention', edges_ms, target, start, ...rest },
    range: { from_ms: edges_ms[0]!, until_ms: edges_ms.at(-1)! },
    first_among: start === 'first_ever' ? target.matches.map((match) => ({ ...match, where: ALL })) : target.matches,
  }));

const path: fc.Arbitrary<PathQuery> = fc
  .record({
    ...{ where: fc.constantFrom(ALL, ALL, ...conditions.slice(0, 3)), session_gap_ms: fc.constantFrom(3, 8, 100) },
    events: fc.constantFrom(
      { every: true, custom: false, names: [] },
      { every: false, custom: true, names: [] },
      { every: false, custom: false, names: ['a', 'c', 'nothing'] },
    ),
    named: fc.constantFrom([], [{ event: 'a', key: 'p', is_url: true }], [{ event: 'b', key: 'n', is_url: false }]),
    rules: fc.constantFrom(
      [],
      [{ regex: '[bc]', alias: 'bc' }],
      [
        { regex: '(x)|y', alias: '<\\1>\\2' },
        { regex: '^', alias: '/' },
      ],
    ),
    groupings: fc.constantFrom([], ['*b', '/*'], ['x*', '(c']),
    excluded: fc.constantFrom([], ['d'], ['']),
    start_point: fc.constantFrom(null, null, 'a', 'x'),
    end_point: fc.constantFrom(null, null, 'b', 'c'),
    step_limit: fc.constantFrom(2, 3, 5),
    edge_limit: fc.constantFrom(3, 50),
    min_weight: fc.constantFrom(0, 0, 2),
    max_weight: fc.constantFrom(Number.POSITIVE_INFINITY, 3),
  })
  .map((asked) => ({
    ...{ kind: 'path', timezone: 'UTC', expression: null, funnel: null, range: { from_ms: 0, until_ms: 40 } },
    ...asked,
  }));

/** Funnels as most people ask them: steps of different events, in order; rare among those of `funnelQuery`. */
const plainFunnel: fc.Arbitrary<FunnelQuery> = fc
  .record({
    asked: funnelQuery('steps'),
    events: fc.shuffledSubarray(EVENTS, { minLength: 2 }),
    where: fc.constantFrom(ALL, ALL, ...conditions.slice(0, 3)),
    split: breakdown,
    actor: ACTORS,
  })
  .map(({ asked, events, where, split, actor }) => ({
    ...asked,
    ...{ order: 'ordered', exclusions: [], actor, breakdown: split, where: ALL },
    steps: events.map((event) => ({ ...asked.steps[0]!, matches: [{ event, where }], first_of: null })),
    attribution: asked.attribution.kind === 'step' ? { kind: 'step', step: 0 } : asked.attribution,
  }));

const correlation: fc.Arbitrary<CorrelationQuery> = fc
  .record({ funnel: funnelQuery('steps'), type: fc.constantFrom('events', 'properties', 'event_with_properties') })
  .map(({ funnel, type }) => ({
    ...{ kind: 'correlation', type, properties: null, excluded_properties: [], events: ['a', 'b'] },
    ...{ excluded_events: ['c'], excluded_event_properties: ['m'], funnel: { ...funnel, breakdown: null } },
  }));

const compared = <Q>(query: Q): { current: Q; previous: null } => ({ current: query, previous: null });

export const question: fc.Arbitrary<Asked> = fc.oneof(
  { weight: 4, arbitrary: trend.map((query): Asked => ({ kind: 'trend', query: compared(query) })) },
  { weight: 1, arbitrary: lifecycle.map((query): Asked => ({ kind: 'lifecycle', query })) },
  { weight: 1, arbitrary: stickiness.map((query): Asked => ({ kind: 'stickiness', query: compared(query) })) },
  { weight: 2, arbitrary: retention.map((query): Asked => ({ kind: 'retention', query })) },
  { weight: 2, arbitrary: path.map((query): Asked => ({ kind: 'path', query })) },
  { weight: 1, arbitrary: correlation.map((query): Asked => ({ kind: 'correlation', query })) },
  { weight: 2, arbitrary: plainFunnel.map((query): Asked => ({ kind: 'funnel', query })) },
  ...(['steps', 'trends', 'time_to_convert'] as const).map((viz) => ({
    weight: 1,
    arbitrary: funnelQuery(viz).map((query): Asked => ({ kind: 'funnel', query })),
  })),
);
