/** What a line counts: `math` and its companions -> TrendMath. `test/oracle/math.ts` has each rule in plain words. */

import { meantText, nearestNames } from '../../../base/nearest.ts';
import { addUnits, HOUR_MS, MINUTE_MS } from '../../../base/time.ts';
import { invalid, notOneOf, notSupported } from '../../../model/error.ts';
import { LIMIT } from '../../../model/limit.ts';
import type { TrendEntityBody } from '../../../model/question/body.ts';
import type { AggregateExpression } from '../../../model/question/expression.ts';
import type { Predicate, ValueSource } from '../../../model/question/predicate.ts';
import {
  type ActorKind,
  type Entity,
  type Interval,
  restricted,
  type TimeRange,
} from '../../../model/question/query.ts';
import {
  ACTIVE_DAYS,
  type ActiveDays,
  type ActiveWindows,
  AGGREGATES,
  type Aggregate,
  type TrendEntity,
  type TrendMath,
} from '../../../model/question/trend.ts';
import type { ProjectContext } from '../../contract/context.ts';
import { expressionSetting, resolveAggregateExpression } from '../dates/expression.ts';
import { onlyGroups } from './actor.ts';
import { bareMatches, type Line } from './entities.ts';

const PERSON: ActorKind = { kind: 'person' };
const PER_ACTOR = '_count_per_actor';
/** Ends in the index of the group type that has the property. */
const GROUP_PROPERTY_TYPE = /^groups?_(\d+)$/;
const PROPERTY_TYPES = [
  ...['event_properties', 'person_properties', 'session_properties'],
  'groups_0 (and so on for other group types)',
];

/** All maths, the most common first. */
export const MATHS: readonly string[] = [
  ...['total', 'dau', 'weekly_active', 'monthly_active', 'unique_group', 'unique_session'],
  ...['first_time_for_user', 'first_matching_event_for_user', 'hogql'],
  ...AGGREGATES,
  ...AGGREGATES.filter((name) => name !== 'sum').map((name) => `${name}${PER_ACTOR}`),
];

/** What a math depends on besides its line. */
export interface MathSetting {
  /** The question's actor. */
  readonly actor: ActorKind;
  /** Filters over all lines. */
  readonly where: Predicate;
  readonly interval: Interval;
  /** Sampled share of persons; 1 means everybody. */
  readonly sampled_share: number;
}

type MathLine = Line<TrendEntityBody>;

export function withMath(context: ProjectContext, line: MathLine, setting: MathSetting): TrendEntity {
  const { body } = line;
  const entity = restricted(line.entity, setting.where);
  return {
    ...entity,
    math: resolveMath(context, line, entity, setting),
    math_name: body.math ?? null,
    math_property: body.math_property ?? null,
    math_group_type_index: body.math_group_type_index ?? null,
  };
}

function resolveMath(context: ProjectContext, line: MathLine, entity: Entity, setting: MathSetting): TrendMath {
  const math = line.body.math ?? 'total';
  const group = groupOf(line.body, setting.actor);
  const actor = group ?? PERSON;
  switch (math) {
    case 'total':
      return { kind: 'total' };
    case 'dau':
      return { kind: 'unique', actor };
    case 'unique_group':
      return { kind: 'unique', actor: group ?? onlyGroups(context, line.attr) };
    case 'weekly_active':
      return activeMath(actor, 7, setting.interval);
    case 'monthly_active':
      return activeMath(actor, 30, setting.interval);
    case 'unique_session':
      return { kind: 'unique_session' };
    case 'first_time_for_user':
      return { kind: 'first_ever', of: bareMatches(context, line) };
    case 'first_matching_event_for_user':
      return { kind: 'first_ever', of: entity.matches };
    case 'hogql':
      return {
        kind: 'expression',
        expression: expressionOf(context, line, setting.sampled_share),
        text: line.body.math_hogql ?? '',
      };
    default:
      return aggregateMath(line, math, actor);
  }
}

/** `math_hogql`: one number over the rows. */
function expressionOf(context: ProjectContext, { body, attr }: MathLine, share: number): AggregateExpression {
  return resolveAggregateExpression(expressionSetting(context), body.math_hogql, `${attr}__math_hogql`, share);
}

/** The group type of the line, or else of the whole question. */
function groupOf(body: TrendEntityBody, actor: ActorKind): ActorKind | null {
  if (body.math_group_type_index !== undefined) return { kind: 'group', type_index: body.math_group_type_index };
  return actor.kind === 'group' ? actor : null;
}

/** If a point is at least as long as the window, looking back would only blur it. */
function activeMath(actor: ActorKind, days: ActiveDays, interval: Interval): TrendMath {
  const isLong = interval === 'month' || (interval === 'week' && days === 7);
  return isLong ? { kind: 'unique', actor } : { kind: 'active', actor, days };
}

/** Names that other products use for counting people. */
const PEOPLE_MATH = /^(count_)?(unique|distinct)(_?(users?|people|persons?|count|actors?))?$|^(users|people|persons)$/i;

const AVERAGE = /^(average|mean)$/i;

function aggregateMath(line: MathLine, math: string, actor: ActorKind): TrendMath {
  const { body, attr } = line;
  const per_actor = math.endsWith(PER_ACTOR);
  const aggregate = AGGREGATES.find((name) => name === (per_actor ? math.slice(0, -PER_ACTOR.length) : math));
  if (aggregate === undefined || !MATHS.includes(math)) throw unknownMath(attr, math, MATHS);
  return per_actor ? { kind: 'per_actor', aggregate, actor } : propertyMath(body, attr, aggregate);
}

/** @param names all that the line takes */
export function unknownMath(attr: string, math: string, names: readonly string[]): Error {
  const usual = PEOPLE_MATH.test(math) ? 'dau' : AVERAGE.test(math) ? 'avg' : null;
  const meant = meantText(usual === null ? nearestNames(math, names).slice(0, 1) : [usual]);
  return notOneOf(`${attr}__math`, names, meant);
}

function propertyMath(body: TrendEntityBody, attr: string, aggregate: Aggregate): TrendMath {
  if (body['math_property_revenue_currency'] !== undefined && body['math_property_revenue_currency'] !== null) {
    throw notSupported(
      'currencies',
      `${attr}__math_property_revenue_currency`,
      'Amounts cannot be converted to another currency. Leave it out to use the numbers as they are.',
    );
  }
  if (body.math_property === undefined) {
    throw invalid(
      `${attr}__math_property`,
      `"${aggregate}" needs a property: {"math":"${aggregate}","math_property":"price"}. To count events leave math out.`,
      'required',
    );
  }
  const source = sourceOf(body, body.math_property, attr);
  return { kind: 'property', aggregate, source, multiplier: body.math_multiplier ?? 1 };
}

function sourceOf(body: TrendEntityBody, key: string, attr: string): ValueSource {
  if (key === '$session_duration') return { of: 'session', key };
  if (key === '$time') return { of: 'metadata', key: 'timestamp' };
  const type = body.math_property_type ?? 'event_properties';
  const group = GROUP_PROPERTY_TYPE.exec(type);
  if (group !== null && Number(group[1]) < LIMIT.groups_per_project) {
    return { of: 'group', type_index: Number(group[1]), key };
  }
  switch (type) {
    case 'event_properties':
    case 'numerical_event_properties':
      return { of: 'event', key };
    case 'person_properties':
      return { of: 'person', key };
    case 'session_properties':
      throw invalid(`${attr}__math_property`, 'Of sessions only "$session_duration" is known.', 'does_not_exist');
    default:
      throw notOneOf(`${attr}__math_property_type`, PROPERTY_TYPES);
  }
}

/** The windows that these lines need, by their days: one per bucket, or a single one for a single number. */
export function activeWindows(
  timezone: string,
  entities: readonly Pick<TrendEntity, 'math'>[],
  range: TimeRange,
  edges_ms: Float64Array,
  interval: Interval | null,
): ActiveWindows[] {
  const wanted = entities.map(({ math }) => (math.kind === 'active' ? math.days : null));
  return ACTIVE_DAYS.filter((days) => wanted.includes(days)).map((days) => {
    if (interval === null) return wholeWindow(timezone, range, days);
    return { days, ...windowsOfBuckets(timezone, range, edges_ms, interval, days) };
  });
}

/** The last `days` before the end of the range, however long the range is. */
function wholeWindow(timezone: string, { until_ms }: TimeRange, days: ActiveDays): ActiveWindows {
  const from_ms = addUnits(timezone, until_ms, -days, 'day');
  return { days, from_ms: Float64Array.of(from_ms), until_ms: Float64Array.of(until_ms) };
}

/**
 * Windows consist of whole days (of hours or minutes if points are that short). A point's window starts one unit after
 * the instant `days` before the point, and ends with the point's first unit.
 */
function windowsOfBuckets(
  timezone: string,
  range: TimeRange,
  edges_ms: Float64Array,
  interval: Interval,
  days: ActiveDays,
): Pick<ActiveWindows, 'from_ms' | 'until_ms'> {
  const unit = interval === 'hour' || interval === 'minute' ? interval : 'day';
  const starts = edges_ms.subarray(0, -1);
  const earliest_ms = addUnits(timezone, range.from_ms, -days, 'day');
  const from_ms = starts.map((start) => {
    const back_ms =
      unit === 'day'
        ? addUnits(timezone, start, 1 - days, 'day')
        : addUnits(timezone, start, -days, 'day') + (unit === 'hour' ? HOUR_MS : MINUTE_MS);
    return Math.max(back_ms, earliest_ms);
  });
  const until_ms = starts.map((start, bucket) => {
    const end_ms = unit === 'day' ? addUnits(timezone, start, 1, 'day') : edges_ms[bucket + 1]!;
    return Math.min(end_ms, range.until_ms);
  });
  return { from_ms, until_ms };
}
