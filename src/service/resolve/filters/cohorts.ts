/**
 * A cohort's definition -> its persons. `{"properties": {"type": "OR", "values": […]}}`, with groups nested to any
 * depth; leaves are person properties, other cohorts, and behaviour (behaviour.ts). `negation: true` negates a leaf. An
 * empty definition matches nobody.
 *
 * Breakdowns get the predicate of a saved cohort from `settingOf(context).cohort(id, attr)`. The engine selects rows or
 * persons with it.
 */
import { isObject } from '../../../base/json.ts';
import { isOneOf } from '../../../base/known.ts';
import { quoted } from '../../../base/visible.ts';
import { invalid, notOneOf } from '../../../model/error.ts';
import { LIMIT } from '../../../model/limit.ts';
import { either, every, not, type Predicate } from '../../../model/question/predicate.ts';
import { type BehaviourSetting, resolveBehaviour } from './behaviour.ts';
import { isNegated, resolveFilter } from './filters.ts';

/** State while reading one definition. */
interface Reading {
  readonly setting: BehaviourSetting;
  leaves: number;
  /** How many leaves are not negated. */
  positive: number;
}

/** How a condition says that its value is a cohort. */
export const COHORT_TYPES = ['cohort', 'precalculated-cohort', 'static-cohort'];
const NOBODY: Predicate = { kind: 'none' };
const SHAPE = '{"properties":{"type":"OR","values":[{"key":"plan","value":"pro","type":"person"}]}}';

/** @throws ServiceError naming the field below `attr` */
export function resolveCohort(filters: unknown, attr: string, setting: BehaviourSetting): Predicate {
  return { kind: 'cohort', where: resolveDefinition(filters, attr, setting) };
}

function resolveDefinition(filters: unknown, attr: string, setting: BehaviourSetting): Predicate {
  if (filters === undefined || filters === null) return NOBODY;
  if (!isObject(filters)) throw invalid(attr, `Expected an object: ${SHAPE}.`);
  const properties = filters['properties'];
  if (properties === undefined || properties === null) return NOBODY;
  const reading: Reading = { setting, leaves: 0, positive: 0 };
  const root = Array.isArray(properties) ? { type: 'AND', values: properties } : properties;
  if (!isObject(root)) throw invalid(`${attr}__properties`, `Expected a group of conditions: ${SHAPE}.`);
  const found = readNode(reading, root, `${attr}__properties`, 1);
  if (reading.leaves > 0 && reading.positive === 0) {
    throw invalid(
      `${attr}__properties`,
      'A cohort of negations only would be nearly everybody: add a condition without "negation".',
    );
  }
  return found ?? NOBODY;
}

/** Returns null for an empty group. */
function readNode(reading: Reading, sent: unknown, attr: string, depth: number): Predicate | null {
  if (!isObject(sent)) throw invalid(attr, 'Expected a condition: {"key":"plan","value":"pro","type":"person"}.');
  if (!Array.isArray(sent['values']) || 'key' in sent) return readLeaf(reading, sent, attr);
  if (depth > LIMIT.filter_depth) throw invalid(attr, `Groups may be nested ${LIMIT.filter_depth} deep, not deeper.`);
  const type = String(sent['type'] ?? 'AND').toUpperCase();
  if (type !== 'AND' && type !== 'OR') throw notOneOf(`${attr}__type`, ['AND', 'OR']);
  const values: readonly unknown[] = sent['values'];
  // Checked first, so that a list of a million conditions is refused at once.
  if (values.length > LIMIT.filter_leaves) throw tooMany(attr);
  const of = values
    .map((value, at) => readNode(reading, value, `${attr}__values__${at}`, depth + 1))
    .filter((predicate) => predicate !== null);
  if (of.length === 0) return null;
  return type === 'AND' ? every(of) : either(of);
}

function readLeaf(reading: Reading, sent: Record<string, unknown>, attr: string): Predicate {
  reading.leaves += 1;
  if (reading.leaves > LIMIT.filter_leaves) throw tooMany(attr);
  const { negation, ...leaf } = sent;
  const is_negated = isNegated({ negation });
  if (!is_negated) reading.positive += 1;
  const found = readCondition(reading.setting, leaf, attr);
  return is_negated ? not(found) : found;
}

function readCondition(setting: BehaviourSetting, leaf: Record<string, unknown>, attr: string): Predicate {
  const type = leaf['type'] ?? 'person';
  if (type === 'behavioral') return resolveBehaviour(leaf, attr, setting);
  if (type !== 'person' && !isOneOf(COHORT_TYPES, type)) {
    const help =
      type === 'event'
        ? `For whoever did an event with that property: {"type":"behavioral","key":"sign up","event_type":"events","value":"performed_event","time_value":30,"time_interval":"day","event_filters":[{"key":${quoted(String(leaf['key']))},"value":…}]}, with the name of the event.`
        : '';
    throw notOneOf(`${attr}__type`, ['person', 'cohort', 'behavioral'], help);
  }
  const found = resolveFilter({ ...leaf, type }, attr, setting);
  if (found.kind !== 'all') return found;
  // Elsewhere unfinished filters are ignored. Here that would match everybody.
  throw invalid(`${attr}__value`, 'This field is required: what the property must be.', 'required');
}

function tooMany(attr: string): Error {
  return invalid(attr, `A cohort may have ${LIMIT.filter_leaves} conditions, not more.`);
}
