/** TrendBody -> TrendAsked: nothing is left to decide. What cannot be computed yet is refused by name. */
import { bucketEdges } from '../../base/time.ts';
import type { TrendEntityBody } from '../../model/body.ts';
import { invalid, notSupported } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import { ALL, every, type Predicate } from '../../model/predicate.ts';
import { type ActorKind, type Interval, narrowed, type TimeRange } from '../../model/query.ts';
import type { Display, TrendBody, TrendEntity, TrendMath, TrendQuery } from '../../model/trend.ts';
import type { ProjectContext } from '../context.ts';
import { resolveActor } from './actor.ts';
import { resolveBreakdown } from './breakdown.ts';
import { previousRange, type RangeInput, resolveRange } from './dates.ts';
import { type Line, resolveEntities } from './entities.ts';
import { type AskedFormula, resolveFormulas } from './formula.ts';
import { rangeInput, resolveCommonFilter } from './question.ts';
import { refuseOtherKind } from './refuse.ts';

const TOTAL_DISPLAYS: readonly Display[] = ['BoldNumber', 'ActionsPie', 'ActionsBarValue', 'ActionsTable', 'WorldMap'];

/** Known, not computed yet. */
const OTHER_MATHS = [
  ...['weekly_active', 'monthly_active', 'unique_session', 'first_time_for_user', 'first_matching_event_for_user'],
  ...['hogql', 'sum', 'avg', 'min', 'max', 'median', 'p75', 'p90', 'p95', 'p99'],
  ...['avg', 'min', 'max', 'median', 'p75', 'p90', 'p95', 'p99'].map((name) => `${name}_count_per_actor`),
];

/** A question as it is computed: the query, the same over the period before, and what is made of both. */
export interface TrendAsked {
  readonly query: TrendQuery;
  /** null where nothing is compared. */
  readonly previous: TrendQuery | null;
  /** Where there are any, their rows are shown instead of the lines'. */
  readonly formulas: readonly AskedFormula[];
  /** Points that are made one by their mean; 1 = as they are. */
  readonly smoothing_points: number;
  /** Share of persons that is looked at; 1 = everybody. */
  readonly sampled_share: number;
}

export function resolveTrend(context: ProjectContext, body: TrendBody): TrendAsked {
  refuseOtherKind(body, 'TRENDS');
  const lines = resolveEntities(context, body, 'trend');
  const display = body.display ?? 'ActionsLineGraph';
  const sampled_share = body.sampling_factor ?? 1;
  const where = every([resolveCommonFilter(context, body), sampleOf(sampled_share)]);
  const actor = resolveActor(context, body);
  const formulas = resolveFormulas(body, lines.length);
  const entities = lines.map((line) => narrowed(forDisplay(withMath(line, actor), display), where));
  const limit = display === 'WorldMap' ? LIMIT.breakdown_default_map : LIMIT.breakdown_default_trend;
  const breakdown = resolveBreakdown(context, body, limit);
  const interval = isTotalDisplay(display) ? 'day' : (body.interval ?? 'day');
  const exact = display === 'BoldNumber';
  const input: RangeInput = { ...rangeInput(context, body), interval, whole_first_day: true, exact };
  const over = (range: TimeRange): TrendQuery => {
    const edges_ms = isTotalDisplay(display)
      ? Float64Array.of(range.from_ms, range.until_ms)
      : resolveEdges(context, range, interval);
    const { timezone } = context.project;
    return { kind: 'trend', timezone, interval, range, edges_ms, entities, breakdown, display };
  };
  const query = over(resolveRange(input));
  const previous = isCompared(body) ? over(previousRange(input, body.compare_to ?? null)) : null;
  const smoothing_points = isTotalDisplay(display) ? 1 : (body.smoothing_intervals ?? 1);
  return { query, previous, formulas, smoothing_points, sampled_share };
}

/** Displays of one number per series, over the whole range. */
export function isTotalDisplay(display: Display): boolean {
  return TOTAL_DISPLAYS.includes(display);
}

/** Naming a period is asking for it, unless `compare` says no. */
function isCompared(body: TrendBody): boolean {
  return body.compare ?? body.compare_to !== undefined;
}

function sampleOf(share: number): Predicate {
  return share === 1 ? ALL : { kind: 'sampled', share };
}

/** Where numbers are summed up along time, an actor counts once. */
function forDisplay(entity: TrendEntity, display: Display): TrendEntity {
  if (display !== 'ActionsLineGraphCumulative' || entity.math.kind !== 'unique') return entity;
  return { ...entity, math: { ...entity.math, kind: 'unique_once' } };
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
