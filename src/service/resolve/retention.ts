/** RetentionBody -> RetentionAsked, with nothing left to decide. The last period is the one that contains date_to. */
import { addUnits, bucketEdges, floorTo } from '../../base/time.ts';
import { LIMIT } from '../../model/limit.ts';
import type { EntityBody } from '../../model/question/body.ts';
import { every, type Predicate } from '../../model/question/predicate.ts';
import { type Interval, restricted } from '../../model/question/query.ts';
import type { Period, RetentionBody, RetentionQuery, TargetBody } from '../../model/question/retention.ts';
import type { ProjectContext } from '../contract/context.ts';
import type { RetentionShowing } from '../present/retention.ts';
import { clockOf } from './dates/clock.ts';
import { endText, readDate } from './dates/dates.ts';
import { settingOf } from './filters/setting.ts';
import { resolveCommonFilter, sampleOf } from './question.ts';
import { refuseOtherKind } from './refuse.ts';
import { resolveActor } from './series/actor.ts';
import { isListBreakdown, resolveBreakdown } from './series/breakdown.ts';
import { bareMatches, type Line, resolveEntity } from './series/entities.ts';

const DEFAULT_EVENT = '$pageview';
const DEFAULT_INTERVALS = 11;

const INTERVAL_OF: Readonly<Record<Period, Interval>> = { Hour: 'hour', Day: 'day', Week: 'week', Month: 'month' };

/** The query, and how to present its numbers. */
export interface RetentionAsked extends RetentionShowing {
  readonly query: RetentionQuery;
}

export function resolveRetention(context: ProjectContext, body: RetentionBody): RetentionAsked {
  refuseOtherKind(body, 'retention');
  const where = every([resolveCommonFilter(context, body), sampleOf(body.sampling_factor)]);
  const target = resolveLine(context, body.target_entity, 'target_entity', 0);
  const returning = resolveLine(context, body.returning_entity, 'returning_entity', 1);
  const breakdown = resolveBreakdown(context, body, LIMIT.breakdown_default_retention);
  const period = body.period ?? 'Day';
  const intervals = body.total_intervals ?? DEFAULT_INTERVALS;
  const is_row_per_value = isRowPerValue(body);
  const edges_ms = resolvePeriods(context, body, INTERVAL_OF[period], intervals, is_row_per_value);
  const query: RetentionQuery = {
    kind: 'retention',
    timezone: context.project.timezone,
    interval: INTERVAL_OF[period],
    range: { from_ms: edges_ms[0]!, until_ms: edges_ms[edges_ms.length - 1]! },
    edges_ms,
    actor: resolveActor(context, body),
    ...startOf(context, body, target, where),
    returning: restricted(returning.entity, where),
    minimum_occurrences: body.minimum_occurrences ?? 1,
    cumulative: body.cumulative ?? false,
    breakdown,
    split_returns: !is_row_per_value,
  };
  return { query, period, intervals, is_row_per_value, sampled_share: body.sampling_factor ?? 1 };
}

/** Older clients, which send a type beside the list `breakdowns`, expect one row per breakdown value. */
function isRowPerValue(body: RetentionBody): boolean {
  return isListBreakdown(body) && body.breakdown_type !== undefined && body.breakdown_type !== 'cohort';
}

function resolveLine(
  context: ProjectContext,
  sent: TargetBody | undefined,
  attr: string,
  order: number,
): Line<EntityBody> {
  const body: EntityBody = sent ?? { id: DEFAULT_EVENT };
  const line = { body, attr, type: sent?.type ?? 'events' } as const;
  return { ...line, entity: resolveEntity(context, settingOf(context), line, order) };
}

function startOf(
  context: ProjectContext,
  body: RetentionBody,
  line: Line<EntityBody>,
  where: Predicate,
): Pick<RetentionQuery, 'start' | 'target' | 'first_among'> {
  const target = restricted(line.entity, where);
  switch (body.retention_type ?? 'retention_recurring') {
    case 'retention_recurring':
      return { start: 'every', target, first_among: target.matches };
    case 'retention_first_time':
      return { start: 'first_time', target, first_among: target.matches };
    case 'retention_first_ever_occurrence': {
      const bare = restricted({ ...line.entity, matches: bareMatches(context, line) }, where);
      return { start: 'first_ever', target, first_among: bare.matches };
    }
  }
}

/** Ignores date_from. `is_end_included`: the end of the last period becomes a period of its own (one instant). */
function resolvePeriods(
  context: ProjectContext,
  body: RetentionBody,
  interval: Interval,
  intervals: number,
  is_end_included: boolean,
): Float64Array {
  const clock = clockOf(context);
  const { timezone, week_start } = clock;
  const end = endText(body.date_to);
  const to_ms = end === null ? clock.now_ms : readDate('date_to', end, clock).ms;
  const last_ms = floorTo(timezone, to_ms, interval, week_start);
  // Starts one period early, because a zone may have skipped a day.
  const from_ms = addUnits(timezone, last_ms, -intervals, interval);
  const all_ms = bucketEdges(clock, { from_ms, until_ms: last_ms + 1 }, interval, LIMIT.buckets);
  const edges_ms = all_ms.slice(-intervals - 1);
  return is_end_included ? Float64Array.of(...edges_ms, edges_ms[intervals]! + 1) : edges_ms;
}
