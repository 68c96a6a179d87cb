/** Compares two engines: questions to ask both, and a normal form that is equal for equivalent numbers. */
import { DAY_MS } from '../../base/time.ts';
import type { Asked, Kind, NumbersOf } from '../../engine/answer.ts';
import type { Computed } from '../../model/question/computed.ts';
import type { FunnelQuery, FunnelStep } from '../../model/question/funnel.ts';
import { ALL } from '../../model/question/predicate.ts';
import type { ActorKind, Entity, Sample } from '../../model/question/query.ts';
import type { TrendMath, TrendNumbers } from '../../model/question/trend.ts';

type Question = Asked<keyof Computed>;

/** Float sums depend on the order of additions, so only this many digits are compared. */
const DIGITS = 11;

/** Text that is equal for equivalent numbers. Ignores the order of groups and times, and groups of zeros only. */
export function agreed<K extends Kind>(kind: K, numbers: NumbersOf<K>): string {
  return JSON.stringify(comparable(kind, numbers), (_, value: unknown) =>
    typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(DIGITS)) : value,
  );
}

/** Kinds with more than one form for the same numbers. */
const COMPARABLE: { readonly [K in Kind]?: (numbers: NumbersOf<K>) => unknown } = {
  trend: ({ current, previous }) => [current, previous ?? []].map((entities) => Array.from(entities, trendOf)),
  stickiness: ({ current, previous }) =>
    [current, previous ?? []].map((entities) => entities.map((actors) => [...actors])),
  lifecycle: (numbers) => numbers.map((actors) => [...actors]),
  retention: ({ groups }) => byKey(groups, ({ counts }) => [...counts]),
  funnel: funnelOf,
};

function comparable<K extends Kind>(kind: K, numbers: NumbersOf<K>): unknown {
  const compare: ((numbers: NumbersOf<K>) => unknown) | undefined = COMPARABLE[kind];
  return compare === undefined ? numbers : compare(numbers);
}

function trendOf({ groups, values, buckets }: TrendNumbers): unknown {
  const rows = groups.map((key, group) => ({
    key,
    values: Array.from({ length: buckets }, (_, bucket) => values[bucket * groups.length + group]!),
  }));
  return byKey(
    rows.filter((row) => row.values.some((value) => value !== 0)),
    (row) => row.values,
  );
}

function funnelOf(numbers: NumbersOf<'funnel'>): unknown {
  if (numbers.viz === 'time_to_convert') return [...numbers.times_ms].sort((a, b) => a - b);
  if (numbers.viz === 'trends') {
    return byKey(numbers.groups, ({ reached_from, reached_to }) => [[...reached_from], [...reached_to]]);
  }
  return byKey(numbers.groups, ({ counts, times_ms }) => [counts, times_ms.map(timesOf)]);
}

function timesOf(sample: Sample): number[] {
  return sample.flatMap((list) => [...list]).sort((a, b) => a - b);
}

function byKey<T extends { readonly key: readonly (string | null)[] }>(
  groups: readonly T[],
  of: (group: T) => unknown,
): unknown {
  return groups.map((group) => [JSON.stringify(group.key), of(group)] as const).sort(([a], [b]) => (a < b ? -1 : 1));
}

/** Most frequent events, each with its own questions; about a hundred questions in all. */
const EVENTS_ASKED = 13;
const PERIODS = 12;
const PERSON: ActorKind = { kind: 'person' };
const COMMON = { timezone: 'UTC', interval: 'day' } as const;

/** `names`: events, most frequent first. All their rows are in `from_ms` to `until_ms`. */
export function sampleQuestions(names: readonly string[], from_ms: number, until_ms: number): Question[] {
  // No period is empty, even if everything happened at once.
  const took_ms = Math.max(PERIODS, until_ms + 1 - from_ms);
  const edges_ms = Float64Array.from({ length: PERIODS + 1 }, (_, at) =>
    Math.floor(from_ms + (took_ms * at) / PERIODS),
  );
  return names.slice(0, EVENTS_ASKED).flatMap((name, at) => {
    const next = names[(at + 1) % names.length]!;
    return [...trends(name, edges_ms), ...activities(name, edges_ms), ...orders(name, next, edges_ms)];
  });
}

function entityOf(name: string): Entity {
  return {
    ...{ type: 'events', id: name, name, custom_name: null, order: 0 },
    matches: [{ event: name, where: ALL }],
  };
}

function rangeOf(edges_ms: Float64Array): { from_ms: number; until_ms: number } {
  return { from_ms: edges_ms[0]!, until_ms: edges_ms[edges_ms.length - 1]! };
}

function trends(name: string, edges_ms: Float64Array): Question[] {
  const maths: TrendMath[] = [
    { kind: 'total' },
    { kind: 'unique', actor: PERSON },
    { kind: 'first_ever', of: [{ event: name, where: ALL }] },
    { kind: 'per_actor', aggregate: 'p90', actor: PERSON },
  ];
  const unsaid = { math_name: null, math_property: null, math_group_type_index: null };
  return maths.map((math) => ({
    kind: 'trend',
    query: {
      current: {
        ...{ ...COMMON, kind: 'trend', edges_ms, range: rangeOf(edges_ms), windows: [] },
        ...{ breakdown: null, told: null, display: 'ActionsLineGraph' },
        entities: [{ ...entityOf(name), ...unsaid, math }],
      },
      previous: null,
    },
  }));
}

function activities(name: string, edges_ms: Float64Array): Question[] {
  const entity = entityOf(name);
  const range = rangeOf(edges_ms);
  const many = { min_rows: 1, max_rows: Number.POSITIVE_INFINITY, cumulative: false };
  const entities = [{ ...entity, actor: PERSON, math_name: null }];
  return [
    { kind: 'lifecycle', query: { ...COMMON, kind: 'lifecycle', edges_ms, range, actor: PERSON, entity } },
    {
      kind: 'stickiness',
      query: { current: { ...COMMON, kind: 'stickiness', edges_ms, range, ...many, entities }, previous: null },
    },
  ];
}

function orders(name: string, next: string, edges_ms: Float64Array): Question[] {
  const range = rangeOf(edges_ms);
  const [target, returning] = [entityOf(name), entityOf(next)];
  const steps: FunnelStep[] = [target, returning].map((entity) => ({ ...entity, first_of: null }));
  const funnel: FunnelQuery = {
    ...{ ...COMMON, kind: 'funnel', range, actor: PERSON, order: 'ordered', viz: 'steps', where: ALL },
    ...{ window_ms: 14 * DAY_MS, steps, exclusions: [], breakdown: null, attribution: { kind: 'first_touch' } },
    ...{ from_step: 0, to_step: 1, edges_ms: new Float64Array(0), bin_count: null },
  };
  return [
    ...(name === next ? [] : [{ kind: 'funnel', query: funnel } as const]),
    {
      kind: 'retention',
      query: {
        ...{ ...COMMON, kind: 'retention', range, edges_ms, actor: PERSON, start: 'first_time', target, returning },
        ...{ first_among: target.matches, minimum_occurrences: 1, cumulative: false, breakdown: null },
        split_returns: false,
      },
    },
  ];
}
