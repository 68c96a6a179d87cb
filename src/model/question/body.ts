/** Fields that the bodies of all kinds of insight share. */
import { z } from 'zod';
import { isObject } from '../../base/json.ts';
import {
  choiceField,
  flagField,
  listField,
  numberField,
  oneOrListField,
  openField,
  openJsonField,
  restOnly,
  textField,
  wholeField,
} from '../fields.ts';
import { LIMIT } from '../limit.ts';
import { explainField } from './explanation.ts';
import { INTERVALS } from './query.ts';
import { refreshField } from './refresh.ts';

const BREAKDOWN_TYPES = ['event', 'person', 'cohort', 'group', 'session', 'hogql', 'event_metadata'] as const;
export type BreakdownType = (typeof BREAKDOWN_TYPES)[number];

const FILTER_ITEM = {
  type: 'object',
  properties: {
    key: { type: 'string' },
    value: { type: 'array', items: { type: 'string' }, description: 'Any of them; one may stand alone' },
    operator: { type: 'string', description: 'exact unless said' },
    type: { type: 'string', description: 'event (default), person, group, cohort, hogql (key: an expression)' },
  },
};

const PROPERTIES_TEXT =
  'Filters, all must hold: [{"key":"$browser","value":["Chrome"],"operator":"exact","type":"event"}]. Operators: exact, is_not, icontains, not_icontains, regex, not_regex, gt, gte, lt, lte, between, not_between, is_set, is_not_set, is_date_before, is_date_after, is_date_exact';

/** A list of filters; also a group {type: AND|OR, values: […]}, {key: value}, or JSON text of any of them. */
function propertiesField(description: string) {
  return openJsonField({ type: 'array', items: FILTER_ITEM }, description);
}

/** One line of `events` or `actions`. */
export const EntityBody = z.looseObject({
  id: openField({ type: 'string' }, 'Name of the event ("" for every event); number of the action'),
  custom_name: textField('Name to show instead'),
  order: wholeField('Place among the lines, from 0'),
  properties: openJsonField(
    { type: 'array', items: { type: 'object' } },
    'Filters on this event only, in the form of `properties`',
  ),
});
export type EntityBody = z.output<typeof EntityBody>;

const TREND_MATHS =
  'total (default), dau (people), weekly_active, monthly_active, unique_group, unique_session, first_time_for_user, first_matching_event_for_user; sum, avg, min, max, median, p75, p90, p95, p99 of math_property; avg_count_per_actor (likewise min, max, median, p75 …); hogql: math_hogql';

export const TrendEntityBody = z.looseObject({
  ...EntityBody.shape,
  math: textField(`What is counted: ${TREND_MATHS}`),
  math_property: textField('Numeric property for sum, avg …; $session_duration and $time too'),
  math_property_type: textField('Whose property: event_properties (default), person_properties, groups_0'),
  math_hogql: textField('Aggregate expression: sum(properties.price) / count()'),
  math_multiplier: numberField('Of sum, avg …: every number times this'),
  math_group_type_index: wholeField('Count groups of this type', { min: 0, max: LIMIT.groups_per_project - 1 }),
});
export type TrendEntityBody = z.output<typeof TrendEntityBody>;

export const ExclusionBody = z.looseObject({
  ...EntityBody.shape,
  funnel_from_step: wholeField('After this step, from 0'),
  funnel_to_step: wholeField('Before this step'),
});
export type ExclusionBody = z.output<typeof ExclusionBody>;

/** Why an item of `events` is invalid, with the valid form; null if it is an object. */
function refuseItem(item: unknown): string | null {
  return isObject(item) ? null : `Each line is an object, not ${describeKind(item)}: ${eventForm(item)}.`;
}

/** Like `refuseItem`, for an event on its own. */
export function refuseEvent(value: unknown): string | null {
  return isObject(value) ? null : `An event is an object, not ${describeKind(value)}: ${eventForm(value)}.`;
}

function eventForm(sent: unknown): string {
  return JSON.stringify({ id: typeof sent === 'string' && sent !== '' ? sent : 'sign up' });
}

function describeKind(item: unknown): string {
  if (item === null) return 'null';
  return Array.isArray(item) ? 'a list' : `a ${typeof item}`;
}

export function entitiesField<T extends z.ZodType>(item: T, description: string) {
  return listField(item, description, refuseItem);
}

const breakdownTypeField = choiceField(BREAKDOWN_TYPES, 'Where the breakdown key lives (default event)', {
  events: 'event',
});
const breakdownGroupField = wholeField('Group type of the breakdown when its type is group', {
  min: 0,
  max: LIMIT.groups_per_project - 1,
});
const normalizeUrlField = flagField('Values are URLs: take those that differ by a final / ? # only as one');
const binCountField = wholeField('Put numbers into so many bins of one width', { min: 1, max: LIMIT.breakdown_bins });

function refuseBreakdown(item: unknown): string | null {
  if (isObject(item)) return null;
  const property = typeof item === 'string' && item !== '' ? item : '$browser';
  return `Each breakdown is an object, not ${describeKind(item)}: ${JSON.stringify({ property })}.`;
}

/** One item of `breakdowns`. */
export const BreakdownItem = z.looseObject({
  property: openField({ type: 'string' }, 'Property key'),
  type: breakdownTypeField,
  group_type_index: breakdownGroupField,
  normalize_url: normalizeUrlField,
  histogram_bin_count: binCountField,
});
export type BreakdownItem = z.output<typeof BreakdownItem>;

/** Documented once, for `events`: actions take the same fields. */
const ACTION_ITEM = { type: 'object', properties: { id: { type: 'integer' } } };

/** The published part of an exclusion. */
export const EXCLUSION_ITEM = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    funnel_from_step: { type: 'integer', description: 'After this step, from 0' },
    funnel_to_step: { type: 'integer', description: 'Before this step' },
  },
};

/** Saved actions; of an item's fields, only the action's id is published. */
export function actionsField<T extends z.ZodType>(item: T, description: string) {
  return entitiesField(item, description).meta({ items: ACTION_ITEM });
}

const DATE_TEXT = 'YYYY-MM-DD, or relative: -7d, -24h, -1m, dStart, mStart, yStart, today, all';

/** Fields of every body. */
export const QUESTION_FIELDS = {
  properties: propertiesField(PROPERTIES_TEXT),
  filter_test_accounts: flagField('Leave out internal and test accounts, as the project defines them'),
  date_from: textField(`Start (default -7d): ${DATE_TEXT}`),
  date_to: textField('End, same forms; now unless given'),
  explicit_date: restOnly(flagField('Take date_from and date_to to the second instead of whole days')),
  breakdown: oneOrListField({ type: 'string' }, 'Split by this property key; list of cohort ids for type cohort'),
  breakdown_type: breakdownTypeField,
  breakdown_group_type_index: breakdownGroupField,
  breakdown_normalize_url: normalizeUrlField,
  breakdown_histogram_bin_count: binCountField,
  breakdowns: listField(
    BreakdownItem,
    'Split by up to three at once: [{"property":"$browser","type":"event"}]; also group_type_index, normalize_url, histogram_bin_count',
    refuseBreakdown,
  ).meta({ items: { type: 'object' } }),
  breakdown_limit: wholeField('Most values shown; the rest is summed up as Other', {
    min: 1,
    max: LIMIT.breakdown_max,
  }),
  aggregation_group_type: textField('Count groups of this type (as "organization") instead of people'),
  // Tools use the type's name, because its number means something else in a query node.
  aggregation_group_type_index: restOnly(
    wholeField('0 or absent counts people, n > 0 groups of type n', { min: 0, max: LIMIT.groups_per_project - 1 }),
  ),
  refresh: refreshField('Compute again even if a cached answer is current'),
  explain: explainField,
  client_query_id: textField('Your own name for it, to cancel it'),
} as const;

export const intervalField = choiceField(INTERVALS, 'Length of a point in time (default day)');
