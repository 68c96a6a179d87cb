/**
 * Property filters as sent -> one Predicate. Accepted are a list (AND), a group {type: AND|OR, values: [...]} of any
 * depth, one filter, the old form {"key__operator": value}, and any of these as JSON text. A filter without a value is
 * unfinished and matches everything. A list of values means "any of" for positive operators and "none of" for negative
 * ones.
 */
import { unreachable } from '../../../base/assert.ts';
import { isObject, parseText } from '../../../base/json.ts';
import { invalid, notOneOf, notSupported } from '../../../model/error.ts';
import { idOf } from '../../../model/fields.ts';
import { LIMIT } from '../../../model/limit.ts';
import {
  ALL,
  either,
  every,
  METADATA_KEYS,
  not,
  type Predicate,
  SESSION_KEYS,
  type ValueSource,
  type ValueTest,
} from '../../../model/question/predicate.ts';
import { onlyGroupType } from '../../words/group_types.ts';
import { type ExpressionSetting, resolveCondition } from '../dates/expression.ts';
import { resolveElementFilter } from './element_filters.ts';
import { type Operator, readOperator, resolveTest, type TestSetting } from './operators.ts';

/** What filters depend on: time, zone, and the saved things they may name. */
export interface FilterSetting extends ExpressionSetting, TestSetting {
  /** Persons of a cohort. @throws ServiceError if it does not exist or is circular */
  readonly cohort: (id: number, attr: string) => Predicate;
  /** Persons who did something. @throws ServiceError naming the field at fault */
  readonly behaviour: (leaf: Readonly<Record<string, unknown>>, attr: string) => Predicate;
  /** If a name was sent instead of a cohort's number: a sentence with candidates. */
  readonly cohortNamed: (sent: unknown) => string;
}

/** State while reading one set of filters. */
interface Reading {
  readonly setting: FilterSetting;
  /** How many filters were read so far, at all depths. */
  leaves: number;
}

const TYPES = [
  'event',
  'person',
  'group',
  'cohort',
  'behavioral',
  'element',
  'session',
  'event_metadata',
  'hogql',
] as const;
type FilterType = (typeof TYPES)[number];
type PropertyFilterType = Exclude<FilterType, 'cohort' | 'behavioral' | 'element' | 'hogql'>;
/** A filter by a property, as far as it is read before its value. */
interface PropertyFilter {
  readonly sent: Record<string, unknown>;
  readonly type: PropertyFilterType;
  readonly key: string;
  readonly attr: string;
}
/** Filter types of the interface we follow that are not supported here. */
const OTHER_TYPES = [
  ...['recording', 'data_warehouse', 'person_metadata', 'data_warehouse_person_property'],
  ...['log_entry', 'flag'],
];
const TYPE_NAMES: Readonly<Record<string, string>> = {
  events: 'event',
  feature: 'event',
  'precalculated-cohort': 'cohort',
  'static-cohort': 'cohort',
};
const SHAPE = '[{"key":"plan","operator":"exact","value":"pro","type":"event"}]';

/** @throws ServiceError naming the filter's path below `attr` */
export function resolveFilters(raw: unknown, attr: string, setting: FilterSetting): Predicate {
  const sent = typeof raw === 'string' ? parseJson(raw, attr) : raw;
  if (sent === undefined || sent === null) return ALL;
  const reading: Reading = { setting, leaves: 0 };
  if (Array.isArray(sent)) return every(readNodes(reading, sent, attr, 1));
  if (!isObject(sent)) throw invalid(attr, `Expected a list of property filters: ${SHAPE}.`);
  if (isGroup(sent) || isFilter(sent)) return readNode(reading, sent, attr, 1);
  return readPairs(reading, sent, attr);
}

/** One filter that has a key, so neither a group nor the old form. @throws ServiceError as resolveFilters does */
export function resolveFilter(sent: Record<string, unknown>, attr: string, setting: FilterSetting): Predicate {
  return readFilter({ setting, leaves: 0 }, sent, attr);
}

function parseJson(text: string, attr: string): unknown {
  if (text.trim() === '') return null;
  try {
    return parseText(text);
  } catch {
    throw invalid(attr, `Could not read the JSON text. Send a list of property filters: ${SHAPE}.`);
  }
}

/** A group's type is AND or OR. A filter's type says who owns the property. */
export function isGroup(sent: Readonly<Record<string, unknown>>): boolean {
  const type = typeof sent['type'] === 'string' ? sent['type'].toUpperCase() : '';
  return type === 'AND' || type === 'OR' || (Array.isArray(sent['values']) && sent['key'] === undefined);
}

/** Requires another member besides `key`: {"key": "a"} alone is the old form, in which the property "key" is "a". */
export function isFilter(sent: Readonly<Record<string, unknown>>): boolean {
  return 'key' in sent && ['value', 'values', 'operator', 'type'].some((name) => name in sent);
}

function readNode(reading: Reading, sent: unknown, attr: string, depth: number): Predicate {
  if (!isObject(sent)) throw invalid(attr, `Expected a property filter: ${SHAPE.slice(1, -1)}.`);
  return isGroup(sent) ? readGroup(reading, sent, attr, depth) : readFilter(reading, sent, attr);
}

function readGroup(reading: Reading, sent: Record<string, unknown>, attr: string, depth: number): Predicate {
  const type = String(sent['type'] ?? 'AND').toUpperCase();
  if (type !== 'AND' && type !== 'OR') throw notOneOf(`${attr}__type`, ['AND', 'OR']);
  const values = sent['values'] ?? [];
  if (!Array.isArray(values)) throw invalid(`${attr}__values`, 'Expected a list of items.', 'not_a_list');
  const nodes = readNodes(reading, values, `${attr}__values`, depth);
  return type === 'AND' ? every(nodes) : either(nodes);
}

function readNodes(reading: Reading, sent: readonly unknown[], attr: string, depth: number): Predicate[] {
  if (depth > LIMIT.filter_depth) throw invalid(attr, `Groups may be nested ${LIMIT.filter_depth} deep, not deeper.`);
  // The length is checked first, so that a list of a million groups is refused at once.
  if (sent.length > LIMIT.filter_leaves) throw tooMany(attr);
  return sent.map((item, at) => readNode(reading, item, `${attr}__${at}`, depth + 1));
}

/** The old form: keys are property names. */
function readPairs(reading: Reading, sent: Record<string, unknown>, attr: string): Predicate {
  return every(
    Object.entries(sent).map(([name, value]) => readFilter(reading, pairFilter(name, value), `${attr}__${name}`)),
  );
}

/** A member of the old form. An operator may follow the last double underscore: {"plan__icontains": "pro"}. */
export function pairFilter(name: string, value: unknown): { key: string; operator: string; value: unknown } {
  const cut = name.lastIndexOf('__');
  const [key, operator] = cut > 0 ? [name.slice(0, cut), name.slice(cut + 2)] : [name, 'exact'];
  return { key, operator, value };
}

function readFilter(reading: Reading, sent: Record<string, unknown>, attr: string): Predicate {
  reading.leaves += 1;
  if (reading.leaves > LIMIT.filter_leaves) throw tooMany(attr);
  const found = readLeaf(reading, sent, attr);
  // An unfinished filter lets everything pass, negated or not.
  return isNegated(sent) && found.kind !== 'all' ? not(found) : found;
}

/** What cohorts say of their conditions holds for any filter. */
export function isNegated({ negation }: Readonly<Record<string, unknown>>): boolean {
  return negation === true || negation === 'true';
}

/** A filter, whether it is negated or not. */
function readLeaf(reading: Reading, sent: Record<string, unknown>, attr: string): Predicate {
  const type = readType(sent['type'], `${attr}__type`);
  if (type === 'behavioral') return reading.setting.behaviour(sent, attr);
  if (type === 'hogql') return resolveCondition(reading.setting, sent['key'], `${attr}__key`);
  const key = readKey(sent['key'], `${attr}__key`, type);
  if (type === 'cohort') return readCohort(reading, sent, attr);
  const operator = readOperator(sent['operator'], `${attr}__operator`);
  const value = sent['value'] ?? sent['values'];
  if (type === 'element') return resolveElementFilter(key, operator, value, attr, reading.setting);
  const toCondition = conditionOf(reading.setting, { sent, type, key, attr }, operator);
  const tests = resolveTest(operator, value, `${attr}__value`, reading.setting);
  if (tests === null) return ALL;
  const found = either(tests.map(toCondition));
  return operator.negative ? not(found) : found;
}

/** `value` is a cohort's number, or a list of numbers (any of them). */
function readCohort(reading: Reading, sent: Record<string, unknown>, attr: string): Predicate {
  const value = sent['value'] ?? sent['values'] ?? [];
  if (Array.isArray(value) && value.length === 0) return ALL;
  const ids = (Array.isArray(value) ? value : [value]).map((id) => readCohortId(reading.setting, id, `${attr}__value`));
  const found = either(ids.map((id) => reading.setting.cohort(id, `${attr}__value`)));
  const operator = sent['operator'] ?? 'in';
  if (typeof operator !== 'string' || !Object.hasOwn(COHORT_OPERATORS, operator)) {
    throw notOneOf(`${attr}__operator`, ['in', 'not_in']);
  }
  return COHORT_OPERATORS[operator] === true ? found : not(found);
}

/** Operator -> whether it means membership. */
const COHORT_OPERATORS: Readonly<Record<string, boolean>> = { in: true, exact: true, not_in: false, is_not: false };

function readCohortId(setting: FilterSetting, sent: unknown, attr: string): number {
  const id = idOf(sent);
  if (id !== null) return id;
  throw invalid(
    attr,
    `Expected the number of a cohort: {"key":"id","type":"cohort","value":1}. ${setting.cohortNamed(sent)}`,
  );
}

function readType(sent: unknown, attr: string): FilterType {
  const name = sent === undefined || sent === null || sent === '' ? 'event' : String(sent);
  const type = TYPE_NAMES[name] ?? name;
  const known = TYPES.find((candidate) => candidate === type);
  if (known !== undefined) return known;
  if (!OTHER_TYPES.includes(type)) throw notOneOf(attr, [...TYPES, ...OTHER_TYPES]);
  throw notSupported(
    `filter type ${type}`,
    attr,
    `Filters of type "${type}" cannot be computed yet. Use ${TYPES.join(', ')}.`,
  );
}

/** Returns what makes a condition on rows from a test of the filter's value. */
function conditionOf(
  setting: FilterSetting,
  filter: PropertyFilter,
  operator: Operator,
): (test: ValueTest) => Predicate {
  const { type, key, attr } = filter;
  if (type === 'person' && key === 'distinct_id') return (test) => ({ kind: 'any_distinct_id', test });
  if (type === 'event_metadata' && key === 'timestamp') return timeCondition(operator, attr);
  const source = readSource(setting, filter);
  return (test) => ({ kind: 'value', source, test });
}

function readSource(setting: FilterSetting, { sent, type, key, attr }: PropertyFilter): ValueSource {
  switch (type) {
    case 'event':
    case 'person':
      return { of: type, key };
    case 'group':
      return { of: 'group', type_index: readGroupType(setting, sent, `${attr}__group_type_index`), key };
    case 'event_metadata': {
      if (/^\$group_\d$/.test(key)) return { of: 'event', key };
      const known = METADATA_KEYS.find((name) => name === key);
      if (known !== undefined) return { of: 'metadata', key: known };
      throw unknownKey(type, key, attr, [...METADATA_KEYS, '$group_0']);
    }
    case 'session': {
      const known = SESSION_KEYS.find((name) => name === key);
      if (known !== undefined) return { of: 'session', key: known };
      throw unknownKey(type, key, attr, SESSION_KEYS);
    }
    default:
      return unreachable(type);
  }
}

function unknownKey(type: string, key: string, attr: string, known: readonly string[]): Error {
  return notSupported(
    `filter ${type} ${key}`,
    `${attr}__key`,
    `Filters of type "${type}" know ${known.join(', ')}; "${key}" cannot be computed yet.`,
  );
}

/** Event times are instants, so they are compared with the bounds' instants, as numbers. */
function timeCondition(operator: Operator, attr: string): (test: ValueTest) => Predicate {
  if (operator.kind !== 'date' && operator.kind !== 'set') {
    throw notOneOf(`${attr}__operator`, ['is_date_before', 'is_date_after', 'is_date_exact']);
  }
  const source: ValueSource = { of: 'metadata', key: 'timestamp' };
  return (test) => {
    if (test.op !== 'time') return { kind: 'value', source, test };
    const { from_ms: min, until_ms: max } = test;
    return { kind: 'value', source, test: { op: 'number', min, max, min_open: false, max_open: true } };
  };
}

function readKey(sent: unknown, attr: string, type: string): string {
  if (typeof sent === 'number') return String(sent);
  if (typeof sent === 'string' && sent !== '') return sent;
  const what = type === 'cohort' ? '"key":"id", with the number of the cohort as "value"' : "the property's name";
  throw invalid(attr, `This field is required: ${what}.`, 'required');
}

/** The group type that a filter is about. @throws ServiceError if it names none, and there is not just one */
export function readGroupType(
  setting: ExpressionSetting,
  { group_type_index: sent }: Readonly<Record<string, unknown>>,
  attr: string,
): number {
  if (sent === undefined || sent === null) return onlyGroupType(setting.groupTypes(), attr);
  const index = typeof sent === 'string' && /^\d$/.test(sent) ? Number(sent) : sent;
  if (typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < LIMIT.groups_per_project)
    return index;
  throw invalid(attr, `The index of a group type is a number from 0 to ${LIMIT.groups_per_project - 1}.`);
}

function tooMany(attr: string): Error {
  return invalid(attr, `A question may have ${LIMIT.filter_leaves} property filters, not more.`);
}
