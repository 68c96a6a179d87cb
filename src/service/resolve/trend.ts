/** TrendBody -> TrendQuery: nothing is left to decide. What cannot be computed yet is refused by name. */
import { bucketEdges } from '../../base/time.ts';
import type { TrendEntityBody } from '../../model/body.ts';
import { invalid, notSupported } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import type { ActorKind, Interval, TimeRange } from '../../model/query.ts';
import type { Display, TrendBody, TrendEntity, TrendMath, TrendQuery } from '../../model/trend.ts';
import type { ProjectContext } from '../context.ts';
import { resolveActor } from './actor.ts';
import { resolveBreakdown } from './breakdown.ts';
import { resolveRange } from './dates.ts';
import { type Line, resolveEntities } from './entities.ts';
import { narrowed, rangeInput, resolveCommonFilter } from './question.ts';
import { refuseOtherKind, refuseSampling, refuseTrendExtras } from './refuse.ts';

const BUILT_DISPLAYS: readonly Display[] = ['ActionsLineGraph', 'ActionsBar'];

/** Known, not computed yet. */
const OTHER_MATHS = [
  ...['weekly_active', 'monthly_active', 'unique_session', 'first_time_for_user', 'first_matching_event_for_user'],
  ...['hogql', 'sum', 'avg', 'min', 'max', 'median', 'p75', 'p90', 'p95', 'p99'],
  ...['avg', 'min', 'max', 'median', 'p75', 'p90', 'p95', 'p99'].map((name) => `${name}_count_per_actor`),
];

export function resolveTrend(context: ProjectContext, body: TrendBody): TrendQuery {
  refuseOtherKind(body, 'TRENDS');
  const lines = resolveEntities(context, body, 'trend');
  const where = resolveCommonFilter(context, body);
  const actor = resolveActor(context, body);
  const entities = lines.map((line) => narrowed(withMath(line, actor), where));
  const breakdown = resolveBreakdown(body, LIMIT.breakdown_default_trend);
  refuseTrendExtras(body);
  refuseSampling(body);
  const display = body.display ?? 'ActionsLineGraph';
  if (!BUILT_DISPLAYS.includes(display)) {
    throw notSupported(
      `display ${display}`,
      'display',
      `${display} cannot be computed yet; ${BUILT_DISPLAYS.join(' and ')} can.`,
    );
  }
  const interval = body.interval ?? 'day';
  const { timezone } = context.project;
  const range = resolveRange({ ...rangeInput(context, body), interval, whole_first_day: true });
  const edges_ms = resolveEdges(context, range, interval);
  return { kind: 'trend', timezone, interval, range, edges_ms, entities, breakdown, display };
}

function resolveEdges(context: ProjectContext, range: TimeRange, interval: Interval): Float64Array {
  const { timezone, week_start_day } = context.project;
  const edges_ms = bucketEdges(timezone, range.from_ms, range.until_ms, interval, week_start_day, LIMIT.buckets);
  if (edges_ms.length - 1 <= LIMIT.buckets) return edges_ms;
  throw invalid(
    'interval',
    `The range holds more than ${LIMIT.buckets} points by ${interval}. Take a longer interval.`,
  );
}

function withMath(line: Line<TrendEntityBody>, actor: ActorKind): TrendEntity {
  return { ...line.entity, math: resolveMath(line, actor), math_name: line.body.math ?? null };
}

function resolveMath(line: Line<TrendEntityBody>, actor: ActorKind): TrendMath {
  const { body, attr } = line;
  const math = body.math ?? 'total';
  const group = groupOf(body, actor);
  if (math === 'total') return { kind: 'total' };
  if (math === 'dau') return { kind: 'unique', actor: group ?? { kind: 'person' } };
  if (math === 'unique_group') {
    if (group) return { kind: 'unique', actor: group };
    throw invalid(
      `${attr}__math_group_type_index`,
      'unique_group needs a group type: math_group_type_index on this line, or aggregation_group_type.',
      'required',
    );
  }
  if (OTHER_MATHS.includes(math)) {
    throw notSupported(
      `math ${math}`,
      `${attr}__math`,
      `"${math}" cannot be computed yet; total, dau and unique_group can.`,
    );
  }
  throw invalid(
    `${attr}__math`,
    `Not one of the allowed values: total, dau, unique_group, ${OTHER_MATHS.join(', ')}.`,
    'invalid_choice',
  );
}

function groupOf(body: TrendEntityBody, actor: ActorKind): ActorKind | null {
  if (body.math_group_type_index !== undefined) return { kind: 'group', type_index: body.math_group_type_index };
  return actor.kind === 'group' ? actor : null;
}
