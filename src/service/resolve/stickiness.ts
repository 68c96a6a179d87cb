/** The body of a trend that asks for stickiness -> StickinessAsked. */

import { invalid } from '../../model/error.ts';
import type { TrendEntityBody } from '../../model/question/body.ts';
import { every } from '../../model/question/predicate.ts';
import { type ActorKind, restricted, type TimeRange } from '../../model/question/query.ts';
import type { CriteriaBody, StickinessEntity, StickinessQuery } from '../../model/question/stickiness.ts';
import type { TrendBody } from '../../model/question/trend.ts';
import type { ProjectContext } from '../contract/context.ts';
import { previousRange, resolveRange } from './dates/dates.ts';
import { resolveEdges } from './dates/edges.ts';
import { isCompared, rangeInput, resolveCommonFilter, sampleOf } from './question.ts';
import { resolveActor } from './series/actor.ts';
import { type Line, resolveEntities } from './series/entities.ts';

export interface StickinessAsked {
  readonly query: StickinessQuery;
  /** null unless periods are compared. */
  readonly previous: StickinessQuery | null;
  /** Sampled share of persons; 1 means everybody. */
  readonly sampled_share: number;
  /** Warnings that name arguments which were sent but do not apply. */
  readonly warnings: readonly string[];
}

/** Counts from the start of the first point to date_to. */
export function resolveStickiness(context: ProjectContext, body: TrendBody): StickinessAsked {
  const lines = resolveEntities(context, body, 'trend');
  const where = every([resolveCommonFilter(context, body), sampleOf(body.sampling_factor)]);
  const entities = lines.map((line): StickinessEntity => {
    const { actor, math_name } = resolveMath(context, body, line);
    return { ...restricted(line.entity, where), actor, math_name };
  });
  const interval = body.interval ?? 'day';
  const input = { ...rangeInput(context, body), interval, whole_first_day: true };
  const over = (range: TimeRange): StickinessQuery => {
    const edges_ms = joined(resolveEdges(context, range, interval), body.interval_count ?? 1);
    return {
      kind: 'stickiness',
      timezone: context.project.timezone,
      interval,
      range: { from_ms: edges_ms[0]!, until_ms: range.until_ms },
      edges_ms,
      entities,
      ...rowsOf(body.stickiness_criteria),
      cumulative: body.computed_as === 'cumulative',
    };
  };
  const isSplit = body.breakdown !== undefined || body.breakdowns !== undefined;
  return {
    query: over(resolveRange(input)),
    previous: isCompared(body) ? over(previousRange(input, body.compare_to ?? null)) : null,
    sampled_share: body.sampling_factor ?? 1,
    warnings: isSplit ? ['Stickiness has no breakdown: it is ignored.'] : [],
  };
}

/** Joins `count` points into one, counting back from the last. The first may be shorter. */
function joined(edges_ms: Float64Array, count: number): Float64Array {
  const last = edges_ms.length - 1;
  return edges_ms.filter((_, edge) => edge === 0 || (last - edge) % count === 0);
}

function rowsOf(criteria: CriteriaBody | undefined): Pick<StickinessQuery, 'min_rows' | 'max_rows'> {
  const max_rows = Number.POSITIVE_INFINITY;
  if (criteria === undefined) return { min_rows: 1, max_rows };
  const { operator, value } = criteria;
  if (operator === 'gte') return { min_rows: value, max_rows };
  return { min_rows: operator === 'exact' ? value : 1, max_rows: value };
}

/** Counts groups if asked, else people, whichever math of people was sent. */
function resolveMath(
  context: ProjectContext,
  body: TrendBody,
  { body: line, attr }: Line<TrendEntityBody>,
): Pick<StickinessEntity, 'actor' | 'math_name'> {
  const math_name = line.math ?? null;
  if (math_name === null || math_name === 'total' || math_name === 'dau')
    return { actor: { kind: 'person' }, math_name };
  if (math_name !== 'unique_group') {
    throw invalid(
      `${attr}__math`,
      'Stickiness counts people (leave math out) or groups (unique_group with math_group_type_index).',
      'invalid_choice',
    );
  }
  const index = line.math_group_type_index;
  const actor: ActorKind = index === undefined ? resolveActor(context, body) : { kind: 'group', type_index: index };
  if (actor.kind === 'group') return { actor, math_name };
  throw invalid(`${attr}__math_group_type_index`, 'unique_group needs the number of the group type.', 'required');
}
