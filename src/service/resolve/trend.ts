/** TrendBody -> TrendAsked: nothing is left to decide. Unsupported arguments are refused by name. */
import { LIMIT } from '../../model/limit.ts';
import { every } from '../../model/question/predicate.ts';
import type { TimeRange } from '../../model/question/query.ts';
import type { Display, TrendBody, TrendEntity, TrendQuery } from '../../model/question/trend.ts';
import type { ProjectContext } from '../contract/context.ts';
import type { TrendShowing } from '../present/trend.ts';
import { previousRange, type RangeInput, resolveRange } from './dates/dates.ts';
import { resolveEdges } from './dates/edges.ts';
import { isCompared, rangeInput, resolveCommonFilter, sampleOf } from './question.ts';
import { refuseOtherKind } from './refuse.ts';
import { resolveActor } from './series/actor.ts';
import { resolveBreakdown } from './series/breakdown.ts';
import { resolveEntities } from './series/entities.ts';
import { resolveFormulas } from './series/formula.ts';
import { activeWindows, withMath } from './series/math.ts';

/** Displays with one number per line for the whole range. */
export const TOTAL_DISPLAYS: readonly Display[] = [
  'BoldNumber',
  'ActionsPie',
  'ActionsBarValue',
  'ActionsTable',
  'WorldMap',
];

/** The query, the same query for the previous period, and how to present both. */
export interface TrendAsked extends Pick<TrendShowing, 'formulas' | 'smoothing_points' | 'sampled_share' | 'totals'> {
  readonly query: TrendQuery;
  /** null unless periods are compared. */
  readonly previous: TrendQuery | null;
}

export function resolveTrend(context: ProjectContext, body: TrendBody): TrendAsked {
  refuseOtherKind(body, 'trend');
  const lines = resolveEntities(context, body, 'trend');
  const display = body.display ?? 'ActionsLineGraph';
  const sampled_share = body.sampling_factor ?? 1;
  const where = every([resolveCommonFilter(context, body), sampleOf(sampled_share)]);
  const actor = resolveActor(context, body);
  const formulas = resolveFormulas(body, lines.length);
  const interval = isTotalDisplay(display) ? 'day' : (body.interval ?? 'day');
  const setting = { actor, where, interval, sampled_share };
  const entities = lines.map((line) => forDisplay(withMath(context, line, setting), display));
  const limit = display === 'WorldMap' ? LIMIT.breakdown_default_map : LIMIT.breakdown_default_trend;
  const smoothing_points = isTotalDisplay(display) ? 1 : (body.smoothing_intervals ?? 1);
  // If points are transformed before ranking, all values are needed one by one.
  const is_as_counted = smoothing_points === 1 && sampled_share === 1 && display !== 'ActionsLineGraphCumulative';
  const breakdown = resolveBreakdown(context, body, limit);
  const told = is_as_counted && breakdown?.kind === 'values' ? pageOffset(body) + breakdown.limit : null;
  const exact = display === 'BoldNumber';
  const input: RangeInput = { ...rangeInput(context, body), interval, whole_first_day: true, exact };
  const over = (range: TimeRange): TrendQuery => {
    const edges_ms = isTotalDisplay(display)
      ? Float64Array.of(range.from_ms, range.until_ms)
      : resolveEdges(context, range, interval);
    const { timezone } = context.project;
    const windows = activeWindows(timezone, entities, range, edges_ms, isTotalDisplay(display) ? null : interval);
    return { kind: 'trend', timezone, interval, range, edges_ms, windows, entities, breakdown, told, display };
  };
  const query = over(resolveRange(input));
  const previous = isCompared(body) ? over(previousRange(input, body.compare_to ?? null)) : null;
  return { query, previous, formulas, smoothing_points, sampled_share, totals: isTotalDisplay(display) };
}

/** How many ranked breakdown values are on earlier pages. */
export function pageOffset(body: TrendBody): number {
  const offset = Number(body['offset'] ?? 0);
  return Number.isSafeInteger(offset) && offset > 0 ? offset : 0;
}

/** Whether the display has one number per series for the whole range. */
export function isTotalDisplay(display: Display): boolean {
  return TOTAL_DISPLAYS.includes(display);
}

/** In a cumulative display, an actor counts once. */
function forDisplay(entity: TrendEntity, display: Display): TrendEntity {
  if (display !== 'ActionsLineGraphCumulative' || entity.math.kind !== 'unique') return entity;
  return { ...entity, math: { ...entity.math, kind: 'unique_once' } };
}
