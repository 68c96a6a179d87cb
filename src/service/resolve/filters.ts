/**
 * Property filters as sent -> one Predicate. Accepted: a list (AND), a group {type: AND|OR, values: [...]} to any depth,
 * one filter, the old form {"key__operator": value}, and any of these as JSON text. A filter without its value is
 * unfinished and true; a value list is "any of" for positive operators and "none of" for negative ones.
 */
import { isObject } from '../../base/json.ts';
import { invalid, notSupported } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import { ALL, every, not, type Predicate, type ValueSource } from '../../model/predicate.ts';
import type { Clock } from './dates.ts';
import { readOperator, resolveTest } from './operators.ts';

/** What is carried through one set of filters. */
interface Reading {
  readonly clock: Clock;
  /** Filters read so far, over all nesting. */
  leaves: number;
}

const TYPES = ['event', 'person', 'group'] as const;
type SourceType = (typeof TYPES)[number];
/** Known to mean something that is not computed here. */
const OTHER_TYPES = [
  ...['cohort', 'element', 'session', 'hogql', 'feature', 'recording', 'behavioral', 'data_warehouse'],
  ...['event_metadata', 'person_metadata', 'data_warehouse_person_property', 'log_entry', 'flag'],
];
const TYPE_NAMES: Readonly<Record<string, string>> = {
  events: 'event',
  'precalculated-cohort': 'cohort',
  'static-cohort': 'cohort',
};
const SHAPE = '[{"key":"plan","operator":"exact","value":"pro","type":"event"}]';
const GROUP_TYPES_MAX = LIMIT.groups_per_project;

/** @throws ServiceError naming the filter at fault by its place below `attr` */
export function resolveFilters(raw: unknown, attr: string, clock: Clock): Predicate {
  const sent = typeof raw === 'string' ? parseJson(raw, attr) : raw;
  if (sent === undefined || sent === null) return ALL;
  const reading: Reading = { clock, leaves: 0 };
  if (Array.isArray(sent)) return readList(reading, sent, attr, 1);
  if (!isObject(sent)) throw invalid(attr, `Expected a list of property filters: ${SHAPE}.`);
  if (isGroup(sent) || isFilter(sent)) return readNode(reading, sent, attr, 1);
  return readPairs(reading, sent, attr);
}

function parseJson(text: string, attr: string): unknown {
  if (text.trim() === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    throw invalid(attr, `Could not read the JSON text. Send a list of property filters: ${SHAPE}.`);
  }
}

/** Groups say AND or OR where filters say where the value is. */
function isGroup(sent: Record<string, unknown>): boolean {
  const type = typeof sent['type'] === 'string' ? sent['type'].toUpperCase() : '';
  return type === 'AND' || type === 'OR' || (Array.isArray(sent['values']) && sent['key'] === undefined);
}

/** {"key": "a"} alone is the old form: the property "key" is "a". */
function isFilter(sent: Record<string, unknown>): boolean {
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
  if (type === 'AND') return readList(reading, values, `${attr}__values`, depth);
  const of = readNodes(reading, values, `${attr}__values`, depth);
  // An empty group is true, and so is one with a member that is.
  if (of.length === 0 || of.some((predicate) => predicate.kind === 'all')) return ALL;
  return of.length === 1 ? of[0]! : { kind: 'or', of };
}

function readList(reading: Reading, sent: readonly unknown[], attr: string, depth: number): Predicate {
  return every(readNodes(reading, sent, attr, depth));
}

function readNodes(reading: Reading, sent: readonly unknown[], attr: string, depth: number): Predicate[] {
  if (depth > LIMIT.filter_depth) throw invalid(attr, `Groups may be nested ${LIMIT.filter_depth} deep, not deeper.`);
  // Counted before they are read: a list of a million groups is refused at once.
  if (sent.length > LIMIT.filter_leaves) throw tooMany(attr);
  return sent.map((item, at) => readNode(reading, item, `${attr}__${at}`, depth + 1));
}

/** The old form: keys are property names with an operator after the last double underscore. */
function readPairs(reading: Reading, sent: Record<string, unknown>, attr: string): Predicate {
  const filters = Object.entries(sent).map(([name, value]) => {
    const cut = name.lastIndexOf('__');
    const [key, operator] = cut > 0 ? [name.slice(0, cut), name.slice(cut + 2)] : [name, 'exact'];
    return readFilter(reading, { key, operator, value }, `${attr}__${name}`);
  });
  return every(filters);
}

function readFilter(reading: Reading, sent: Record<string, unknown>, attr: string): Predicate {
  reading.leaves += 1;
  if (reading.leaves > LIMIT.filter_leaves) throw tooMany(attr);
  const type = readType(sent['type'], `${attr}__type`);
  const operator = readOperator(sent['operator'], `${attr}__operator`);
  const source = readSource(sent, type, attr);
  const tests = resolveTest(operator, sent['value'] ?? sent['values'], `${attr}__value`, reading.clock);
  if (tests === null) return ALL;
  const of = tests.map((test): Predicate => ({ kind: 'value', source, test }));
  const found: Predicate = of.length === 1 ? of[0]! : { kind: 'or', of };
  return operator.negative ? not(found) : found;
}

function readType(sent: unknown, attr: string): SourceType {
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

function readSource(sent: Record<string, unknown>, type: SourceType, attr: string): ValueSource {
  const key = readKey(sent['key'], `${attr}__key`);
  if (type === 'event') return { of: 'event', key };
  if (type === 'group') {
    return { of: 'group', type_index: readGroupType(sent['group_type_index'], `${attr}__group_type_index`), key };
  }
  if (key !== 'distinct_id') return { of: 'person', key };
  throw notSupported(
    'filter person distinct_id',
    `${attr}__key`,
    'Persons cannot be filtered by distinct_id yet. Filter by one of their properties.',
  );
}

function readKey(sent: unknown, attr: string): string {
  if (typeof sent === 'number') return String(sent);
  if (typeof sent === 'string' && sent !== '') return sent;
  throw invalid(attr, "This field is required: the property's name.", 'required');
}

function readGroupType(sent: unknown, attr: string): number {
  if (sent === undefined || sent === null) {
    throw invalid(
      attr,
      'This field is required: the index of the group type (list_group_types names them).',
      'required',
    );
  }
  const index = typeof sent === 'string' && /^\d$/.test(sent) ? Number(sent) : sent;
  if (typeof index === 'number' && Number.isInteger(index) && index >= 0 && index < GROUP_TYPES_MAX) return index;
  throw invalid(attr, `The index of a group type is a number from 0 to ${GROUP_TYPES_MAX - 1}.`);
}

function tooMany(attr: string): Error {
  return invalid(attr, `A question may have ${LIMIT.filter_leaves} property filters, not more.`);
}

function notOneOf(attr: string, allowed: readonly string[]): Error {
  return invalid(attr, `Not one of the allowed values: ${allowed.join(', ')}.`, 'invalid_choice');
}
