/** The lines of a question for which nothing was found. */
import type { Asked, NumbersOf, QueryOf } from '../../engine/answer.ts';
import type { FunnelNumbers, FunnelQuery } from '../../model/funnel.ts';
import type { PathQuery } from '../../model/path.ts';
import type { EventMatch } from '../../model/predicate.ts';
import type { Entity, TimeRange } from '../../model/query.ts';
import type { RetentionGroup, RetentionQuery } from '../../model/retention.ts';
import type { Series } from '../../model/trend.ts';
import type { ResultOf } from '../present/present.ts';
import type { ShownKind } from '../present/showing.ts';

export interface Line {
  /** null where the question is about all events alike. */
  readonly name: string | null;
  readonly matches: readonly EventMatch[];
  readonly range: TimeRange;
  /** Of a funnel's later steps: its place, from 1, the step before it, and the window. */
  /** Of paths: steps that they have to come by. */
  readonly points?: readonly string[];
  readonly step?: { readonly place: number; readonly before: string; readonly window_ms: number };
}

/** Of trends the result is looked at: their numbers are made one line at a time, and gone once they are shown. */
const EMPTY: {
  readonly [K in ShownKind]: (query: QueryOf<K>, numbers: NumbersOf<K>, result: ResultOf<K>) => Line[];
} = {
  trend: ({ current }, _, series) =>
    current.entities
      .filter(({ order }) => series.filter((one) => isOfLine(one, order)).every(isZero))
      .map((line) => asLine(line, current.range)),
  lifecycle: ({ entity, range }, numbers) =>
    entity !== null && numbers.every(isNothing) ? [asLine(entity, range)] : [],
  stickiness: ({ current }, numbers) =>
    current.entities.filter((_, at) => isNothing(numbers.current[at])).map((line) => asLine(line, current.range)),
  funnel: ofFunnel,
  retention: (query, { groups }) => ofRetention(query, groups),
  path: (query, { edges }) => (edges.length === 0 ? [ofPath(query)] : []),
  correlation: ({ funnel }, { success, failure }) =>
    success + failure === 0 ? funnel.steps.slice(0, 1).map((step) => asLine(step, funnel.range)) : [],
};

const LINES: { readonly [K in ShownKind]: (query: QueryOf<K>) => readonly Line[] } = {
  trend: ({ current }) => current.entities.map((line) => asLine(line, current.range)),
  lifecycle: ({ entity, range }) => (entity === null ? [] : [asLine(entity, range)]),
  stickiness: ({ current }) => current.entities.map((line) => asLine(line, current.range)),
  funnel: ({ steps, range }) => steps.map((step) => asLine(step, range)),
  retention: ({ target, returning, range }) => [target, returning].map((line) => asLine(line, range)),
  path: (query) => [ofPath(query)],
  correlation: ({ funnel }) => funnel.steps.map((step) => asLine(step, funnel.range)),
};

/** Whether or not anything was found for them. */
export function linesOf<K extends ShownKind>(asked: Asked<K>): readonly Line[] {
  const { kind, query }: { kind: K; query: QueryOf<K> } = asked;
  return LINES[kind](query);
}

export function emptyLines<K extends ShownKind>(asked: Asked<K>, numbers: NumbersOf<K>, result: ResultOf<K>): Line[] {
  const { kind, query }: { kind: K; query: QueryOf<K> } = asked;
  return EMPTY[kind](query, numbers, result);
}

/** A formula is of all lines: where it comes to nothing, each may be why. */
function isOfLine({ action, compare_label }: Series, order: number): boolean {
  if (compare_label === 'previous') return false;
  return action === null || action === undefined || action['order'] === order;
}

function isZero({ data, aggregated_value = 0 }: Series): boolean {
  return aggregated_value === 0 && data.every((value) => value === 0);
}

function isNothing(values: Float64Array | undefined): boolean {
  return values === undefined || values.every((value) => value === 0 || Number.isNaN(value));
}

function asLine({ name, matches }: Entity, range: TimeRange): Line {
  return { name, matches, range };
}

/** The first step that nobody got to. */
function ofFunnel(query: FunnelQuery, numbers: FunnelNumbers): Line[] {
  const at = firstMissed(query, numbers);
  const step = at === null ? undefined : query.steps[at];
  if (at === null || step === undefined) return [];
  const before = query.steps[at - 1];
  if (before === undefined) return [asLine(step, query.range)];
  const { window_ms } = query;
  return [{ ...asLine(step, query.range), step: { place: at + 1, before: before.name, window_ms } }];
}

function firstMissed({ steps, from_step, to_step }: FunnelQuery, numbers: FunnelNumbers): number | null {
  if (numbers.viz === 'time_to_convert') return numbers.times_ms.length === 0 ? to_step : null;
  if (numbers.viz === 'trends') {
    if (numbers.groups.every(({ reached_from }) => isNothing(reached_from))) return from_step;
    return numbers.groups.every(({ reached_to }) => isNothing(reached_to)) ? to_step : null;
  }
  const missed = steps.findIndex((_, at) => numbers.groups.every(({ counts }) => (counts[at] ?? 0) === 0));
  return missed < 0 ? null : missed;
}

/** Nobody started; or of those who did, nobody came back. */
function ofRetention({ target, returning, range }: RetentionQuery, groups: readonly RetentionGroup[]): Line[] {
  if (groups.every(({ counts }) => counts.every((count) => count === 0))) return [asLine(target, range)];
  const periods = Math.sqrt(groups[0]?.counts.length ?? 0);
  const nobodyBack = groups.every(({ counts }) => counts.every((count, at) => count === 0 || at % periods === 0));
  return nobodyBack ? [asLine(returning, range)] : [];
}

function ofPath({ events, where, range, start_point, end_point }: PathQuery): Line {
  const names = events.every || events.custom ? [null] : events.names;
  const points = [start_point, end_point].filter((point) => point !== null);
  return { name: null, matches: names.map((event) => ({ event, where })), range, points };
}
