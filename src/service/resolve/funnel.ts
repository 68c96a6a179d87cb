/** FunnelBody -> FunnelQuery: nothing is left to decide. Unsupported arguments are refused by name. */

import { isOneOf } from '../../base/known.ts';
import { invalid, notSupported } from '../../model/error.ts';
import { isSent } from '../../model/fields.ts';
import { LIMIT } from '../../model/limit.ts';
import type { EntityBody } from '../../model/question/body.ts';
import type { FunnelBody, FunnelQuery, FunnelStep, FunnelViz } from '../../model/question/funnel.ts';
import { type EventMatch, every, type Predicate } from '../../model/question/predicate.ts';
import { type Breakdown, restricted, type ValueActorKind } from '../../model/question/query.ts';
import type { ProjectContext } from '../contract/context.ts';
import { resolveAttribution } from './attribution.ts';
import { resolveRange } from './dates/dates.ts';
import { resolveEdges } from './dates/edges.ts';
import { expressionSetting, resolveValue } from './dates/expression.ts';
import { resolveExclusions } from './exclusions.ts';
import { rangeInput, resolveCommonFilter, sampleOf } from './question.ts';
import { refuseOtherKind } from './refuse.ts';
import { resolveActor } from './series/actor.ts';
import { resolveBreakdown } from './series/breakdown.ts';
import { bareMatches, type Line, resolveEntities } from './series/entities.ts';
import { MATHS, unknownMath } from './series/math.ts';
import { resolveStepRange } from './step_range.ts';
import { resolveWindowMs } from './window.ts';

export function resolveFunnel(context: ProjectContext, body: FunnelBody): FunnelQuery {
  refuseOtherKind(body, 'funnel');
  const order = body.funnel_order_type ?? 'ordered';
  const viz = vizOf(body);
  const lines = resolveEntities(context, body, 'funnel');
  const steps = lines.map((line) => line.entity);
  const exclusions = resolveExclusions(context, body.exclusions ?? [], steps, order);
  // Days are whole at both ends for every interval. Only hours (in a view over time) are finer.
  const interval = viz === 'trends' ? (body.interval ?? 'day') : 'day';
  const range = resolveRange({ ...rangeInput(context, body), interval, whole_first_day: false });
  const where = every([resolveCommonFilter(context, body), sampleOf(body.sampling_factor)]);
  return {
    kind: 'funnel',
    timezone: context.project.timezone,
    range,
    actor: actorOf(context, body),
    order,
    viz,
    window_ms: resolveWindowMs(body),
    where,
    steps: lines.map((line) => stepOf(context, line, where)),
    exclusions: exclusions.map((exclusion) => restricted(exclusion, where)),
    breakdown: breakdownOf(context, body, viz),
    attribution: resolveAttribution(body, order, steps.length),
    ...resolveStepRange(body, viz, steps.length),
    interval,
    edges_ms: viz === 'trends' ? resolveEdges(context, range, interval) : new Float64Array(0),
    bin_count: body.bin_count ?? null,
  };
}

/** The view that is asked for; older clients say it by `display`. */
export function vizOf(body: Pick<FunnelBody, 'funnel_viz_type' | 'display'>): FunnelViz {
  return body.funnel_viz_type ?? (body.display === 'ActionsLineGraph' ? 'trends' : 'steps');
}

function stepOf(context: ProjectContext, line: Line<EntityBody>, where: Predicate): FunnelStep {
  if (line.body['optionalInFunnel'] === true) {
    throw notSupported(
      'funnel optional step',
      `${line.attr}__optionalInFunnel`,
      'Steps that may be left out cannot be computed; drop the step, or ask for a funnel with it and one without.',
    );
  }
  return { ...restricted(line.entity, where), first_of: firstOf(context, line) };
}

/** Maths that change which events are a step. Those of trends mean nothing here. */
export const FIRST_STEP_MATHS = ['first_time_for_user', 'first_time_for_user_with_filters'] as const;

/** Rows to search for a person's first. A math that nobody knows may be a misspelt first one. */
function firstOf(context: ProjectContext, line: Line<EntityBody>): readonly EventMatch[] | null {
  const math = isSent(line.body['math']) ? line.body['math'] : 'total';
  if (math === FIRST_STEP_MATHS[0]) return bareMatches(context, line);
  if (math === FIRST_STEP_MATHS[1]) return line.entity.matches;
  if (isOneOf(MATHS, math)) return null;
  throw unknownMath(line.attr, String(math), [...MATHS, FIRST_STEP_MATHS[1]]);
}

/** Times to convert are not split, so breakdowns are ignored. */
function breakdownOf(context: ProjectContext, body: FunnelBody, viz: FunnelViz): Breakdown | null {
  if (viz === 'time_to_convert') return null;
  const breakdown = resolveBreakdown(context, body, LIMIT.breakdown_default_funnel);
  if (breakdown?.kind !== 'values' || breakdown.dimensions.every((dimension) => dimension.bins === null))
    return breakdown;
  throw invalid(
    body.breakdowns === undefined ? 'breakdown_histogram_bin_count' : 'breakdowns',
    'Funnels are split by values, not by bins: leave histogram_bin_count out.',
  );
}

/** A group type wins over an expression. The expression "person_id" means persons. */
function actorOf(context: ProjectContext, body: FunnelBody): ValueActorKind {
  const actor = resolveActor(context, body);
  const aggregate = body.funnel_aggregate_by_hogql?.trim() ?? '';
  if (actor.kind === 'group' || aggregate === '' || aggregate === 'person_id') return actor;
  const expression = resolveValue(expressionSetting(context), aggregate, 'funnel_aggregate_by_hogql');
  return { kind: 'expression', expression };
}
