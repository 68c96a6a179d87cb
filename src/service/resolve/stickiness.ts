/** The body of a trend that asks for stickiness -> StickinessAsked. */

import { invalid } from '../../model/error.ts';
import type { TrendEntityBody } from '../../model/question/body.ts';
import { every } from '../../model/question/predicate.ts';
import { restricted, type TimeRange } from '../../model/question/query.ts';
import type { CriteriaBody, StickinessEntity, StickinessQuery } from '../../model/question/stickiness.ts';
import type { TrendBody } from '../../model/question/trend.ts';
import type { ProjectContext } from '../contract/context.ts';
import { previousRange, resolveRange } from './dates/dates.ts';
import { resolveEdges } from './dates/edges.ts';
import { isCompared, rangeInput, resolveCommonFilter, sampleOf } from './question.ts';
import { lineActor } from './series/actor.ts';
import { type Line, resolveEntities } from './series/entities.ts';

export interface StickinessAsked {
  readonly query: StickinessQuery;
  /** null unless periods are compared. */
  readonly previous: StickinessQuery | null;
  /** Sampled share of persons; 1 means everybody. */
  readonly sampled_share: number;
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
  return {
    query: over(resolveRange(input)),
    previous: isCompared(body) ? over(previousRange(input, body.compare_to ?? null)) : null,
    sampled_share: body.sampling_factor ?? 1,
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

/** Only who was active matters, so maths of events and of their properties are refused. */
function resolveMath(
  context: ProjectContext,
  body: TrendBody,
  line: Line<TrendEntityBody>,
): Pick<StickinessEntity, 'actor' | 'math_name'> {
  const math_name = line.body.math ?? null;
  if (math_name === null || ACTOR_MATHS.includes(math_name))
    return { actor: lineActor(context, body, line), math_name };
  throw invalid(
    `${line.attr}__math`,
    'Stickiness counts people (leave math out) or groups (unique_group with math_group_type_index).',
    'invalid_choice',
  );
}

/** Maths that count actors, and the default. */
export const ACTOR_MATHS: readonly string[] = ['total', 'dau', 'unique_group'];
