/** Random questions about what people do, over the histories of history.ts. */
import fc from 'fast-check';
import type { LifecycleQuery } from '../../src/model/question/lifecycle.ts';
import { ALL, type EventMatch } from '../../src/model/question/predicate.ts';
import type { ActorKind, Breakdown, Entity } from '../../src/model/question/query.ts';
import type { RetentionQuery } from '../../src/model/question/retention.ts';
import type { StickinessQuery } from '../../src/model/question/stickiness.ts';
import { AGGREGATES, type TrendEntity, type TrendMath, type TrendQuery } from '../../src/model/question/trend.ts';
import { EVENTS, entity } from './history.ts';

export const PERSON: ActorKind = { kind: 'person' };
export const GROUP: ActorKind = { kind: 'group', type_index: 0 };

// --- trends

const aggregate = fc.constantFrom(...AGGREGATES);

const bare: fc.Arbitrary<EventMatch[]> = fc
  .uniqueArray(fc.constantFrom(...EVENTS, null), { minLength: 1, maxLength: 3 })
  .map((events) => events.map((event) => ({ event, where: { kind: 'all' } })));

const filtered = entity.map(({ matches }) => [...matches]);

/** Of a line that counts something else than rows and people. */
const math: fc.Arbitrary<TrendMath> = fc.oneof(
  fc.record({
    kind: fc.constant('property'),
    aggregate,
    source: fc.constantFrom({ of: 'event', key: 'n' }, { of: 'event', key: 'm' }, { of: 'event', key: 'none' }),
    multiplier: fc.constantFrom(1, -2),
  }),
  fc.record({
    kind: fc.constant('property'),
    aggregate,
    source: fc.constant({ of: 'session', key: '$session_duration' }),
    multiplier: fc.constantFrom(1, 0.5),
  }),
  fc.record({ kind: fc.constant('per_actor'), aggregate, actor: fc.constant(PERSON) }),
  fc.record({ kind: fc.constant('active'), actor: fc.constant(PERSON), days: fc.constantFrom(7, 30) }),
  fc.record({ kind: fc.constant('first_ever'), of: fc.oneof(bare, filtered) }),
  fc.constant({ kind: 'unique_session' }),
) as fc.Arbitrary<TrendMath>;

/** `is_own`: first times are sought among the entity's own rows. */
export function withMath(base: Entity, of: TrendMath, is_own = false): TrendEntity {
  const math: TrendMath = of.kind === 'first_ever' && is_own ? { ...of, of: base.matches } : of;
  return { ...base, math, math_name: null, math_property: null, math_group_type_index: null };
}

/** So many windows that begin and end in order, some of them empty. */
function windows(count: number): fc.Arbitrary<{ from_ms: Float64Array; until_ms: Float64Array }> {
  const edges = fc.array(fc.integer({ min: -3, max: 34 }), { minLength: count, maxLength: count });
  const ascending = (times: number[]): Float64Array => Float64Array.from(times.sort((a, b) => a - b));
  return fc.tuple(edges, edges).map(([from, until]) => ({ from_ms: ascending(from), until_ms: ascending(until) }));
}

/** A question, and the property that splits its answer. */
export interface AskedTrend {
  readonly query: TrendQuery;
  readonly key: string | null;
}

/** Edges anywhere, of unequal lengths, and a range that may cut the first and last bucket. */
export const trendQuestion: fc.Arbitrary<AskedTrend> = fc
  .uniqueArray(fc.nat(32), { minLength: 2, maxLength: 6 })
  .chain((edges) =>
    fc.record({
      edges: fc.constant(edges),
      from_ms: fc.nat(12),
      until_ms: fc.integer({ min: 13, max: 40 }),
      base: entity,
      of: math,
      is_own: fc.boolean(),
      key: fc.constantFrom(null, 'p', 'n', 'none'),
      short: windows(edges.length - 1),
      long: windows(edges.length - 1),
    }),
  )
  .map(({ edges, from_ms, until_ms, base, of, is_own, key, short, long }) => ({
    key,
    query: {
      ...shape(key),
      range: { from_ms, until_ms },
      edges_ms: Float64Array.from(edges.sort((a, b) => a - b)),
      windows: [
        { days: 7, ...short },
        { days: 30, ...long },
      ],
      entities: [withMath(base, of, is_own)],
    },
  }));

export function shape(
  key: string | null,
): Pick<TrendQuery, 'kind' | 'timezone' | 'interval' | 'breakdown' | 'display' | 'told'> {
  const part = { source: { of: 'event', key: key ?? '' }, normalize_url: false, bins: null } as const;
  const breakdown: Breakdown | null = key === null ? null : { kind: 'values', dimensions: [part], limit: 25 };
  return { kind: 'trend', told: null, timezone: 'UTC', interval: 'day', breakdown, display: 'ActionsLineGraph' };
}

// --- lifecycle and stickiness

/** Few buckets, and more than a word of bits holds. */
const activityEdges: fc.Arbitrary<Float64Array> = fc
  .oneof(
    { weight: 5, arbitrary: fc.uniqueArray(fc.nat(32), { minLength: 3, maxLength: 9 }) },
    { weight: 1, arbitrary: fc.constant(Array.from({ length: 35 }, (_, edge) => edge)) },
  )
  .map((of) => Float64Array.from(of.sort((a, b) => a - b)));

export const COMMON = { timezone: 'UTC', interval: 'day' } as const;

export const lifecycleQuestion: fc.Arbitrary<LifecycleQuery> = fc
  .record({ edges_ms: activityEdges, actor: fc.constantFrom(PERSON, GROUP), entity })
  .map((asked) => ({
    ...{ ...COMMON, kind: 'lifecycle', ...asked },
    range: { from_ms: asked.edges_ms[1]!, until_ms: asked.edges_ms.at(-1)! },
  }));

const criteria = fc.constantFrom([1, Number.POSITIVE_INFINITY], [2, Number.POSITIVE_INFINITY], [1, 1], [2, 2], [0, 0]);

export const stickinessQuestion: fc.Arbitrary<StickinessQuery> = fc
  .record({
    edges_ms: activityEdges,
    entities: fc.array(entity, { minLength: 1, maxLength: 2 }),
    cut: fc.nat(2),
    criteria,
  })
  .map(({ edges_ms, entities, cut, criteria: [min_rows, max_rows] }) => ({
    ...{ ...COMMON, kind: 'stickiness', edges_ms, cumulative: false },
    range: { from_ms: edges_ms[0]!, until_ms: edges_ms.at(-1)! - cut / 2 },
    entities: entities.map((each) => ({ ...each, actor: PERSON, math_name: null })),
    ...{ min_rows: min_rows!, max_rows: max_rows! },
  }));

// --- retention

const retentionEdges: fc.Arbitrary<number[]> = fc.oneof(
  { weight: 5, arbitrary: fc.uniqueArray(fc.nat(32), { minLength: 2, maxLength: 8 }) },
  { weight: 1, arbitrary: fc.constant(Array.from({ length: 35 }, (_, edge) => edge)) },
);

const breakdown: fc.Arbitrary<Breakdown | null> = fc
  .constantFrom(null, null, 'p', 'n')
  .map((key) =>
    key === null
      ? null
      : { kind: 'values', dimensions: [{ source: { of: 'event', key }, normalize_url: false, bins: null }], limit: 25 },
  );

export const retentionQuestion: fc.Arbitrary<RetentionQuery> = fc
  .record({
    edges: retentionEdges,
    start: fc.constantFrom<RetentionQuery['start']>('every', 'every', 'first_time', 'first_ever'),
    target: entity,
    returning: fc.option(entity),
    minimum_occurrences: fc.constantFrom(1, 1, 2, 3),
    cumulative: fc.boolean(),
    breakdown,
    split_returns: fc.boolean(),
  })
  .map(({ edges: of, start, target, returning, ...rest }) => {
    const edges_ms = Float64Array.from(of.sort((a, b) => a - b));
    const bare = target.matches.map((match) => ({ ...match, where: ALL }));
    return {
      kind: 'retention',
      timezone: 'UTC',
      interval: 'day',
      range: { from_ms: edges_ms[0]!, until_ms: edges_ms[edges_ms.length - 1]! },
      edges_ms,
      actor: { kind: 'person' },
      start,
      target,
      first_among: start === 'first_ever' ? bare : target.matches,
      returning: returning ?? target,
      ...rest,
    };
  });
