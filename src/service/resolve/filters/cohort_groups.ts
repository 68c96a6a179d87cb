/**
 * Translates `groups`, the older form of a cohort, into the newer one. At least one group must match: either all of its
 * properties (a list, or {key: value}), or something done within some days. All conditions are about persons.
 */
import { isObject } from '../../../base/json.ts';
import { invalid, notOneOf } from '../../../model/error.ts';
import { pairFilter } from './filters.ts';

const SHAPE = '[{"properties":{"plan":"pro"}}]';
const DEFAULT_DAYS = 365;
const COUNT_OPERATORS: readonly string[] = ['gte', 'lte', 'eq'];

/** @throws ServiceError naming the group at fault */
export function filtersOfGroups(groups: unknown, attr: string): { properties: unknown } {
  if (!Array.isArray(groups)) throw invalid(attr, `Expected a list of groups: ${SHAPE}.`, 'not_a_list');
  const values = groups.map((group, at) => valuesOfGroup(group, `${attr}__${at}`));
  return { properties: { type: 'OR', values: values.map((of) => ({ type: 'AND', values: of })) } };
}

function valuesOfGroup(group: unknown, attr: string): unknown[] {
  if (!isObject(group)) throw invalid(attr, `Expected a group: ${SHAPE.slice(1, -1)}.`);
  const { properties, action_id, event_id } = group;
  if (Array.isArray(properties))
    return properties.map((property, at) => ofPerson(property, `${attr}__properties__${at}`));
  if (isObject(properties)) {
    return Object.entries(properties).map(([name, value]) => ({ ...pairFilter(name, value), type: 'person' }));
  }
  if ((action_id ?? event_id ?? null) === null) {
    throw invalid(attr, 'A group says what people are ("properties") or what they did ("event_id" or "action_id").');
  }
  return [behaviourOf(group, attr)];
}

/** A missing type means person; even `event` does. */
function ofPerson(property: unknown, attr: string): unknown {
  if (!isObject(property)) throw invalid(attr, 'Expected a property: {"key":"plan","value":"pro"}.');
  const type = property['type'] ?? 'person';
  return { ...property, type: type === 'event' || type === 'events' ? 'person' : type };
}

function behaviourOf(group: Record<string, unknown>, attr: string): unknown {
  const { action_id = null, event_id = null, days = null, count = null, count_operator = null } = group;
  const leaf = {
    type: 'behavioral',
    key: action_id ?? event_id,
    event_type: action_id === null ? 'events' : 'actions',
    time_value: days ?? DEFAULT_DAYS,
    time_interval: 'day',
  };
  if (count === null || Number(count) === 0) return { ...leaf, value: 'performed_event' };
  const operator = String(count_operator ?? 'eq');
  if (!COUNT_OPERATORS.includes(operator)) throw notOneOf(`${attr}__count_operator`, COUNT_OPERATORS);
  return { ...leaf, value: 'performed_event_multiple', operator, operator_value: count };
}
