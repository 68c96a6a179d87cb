/** Finds names in a body that no schema knows, at any depth, and the nearest known ones. */
import { z } from 'zod';
import { isObject, type Path, pathText } from '../../base/json.ts';
import { meantText, nearestNames } from '../../base/nearest.ts';
import { quoted } from '../../base/visible.ts';
import { invalid, type ServiceError } from '../../model/error.ts';
import { REST_ONLY, readJson } from '../../model/fields.ts';
import { LIMIT } from '../../model/limit.ts';
import { see } from '../words/operation_names.ts';
import { BODIES, FILTER, registerBodies } from './bodies.ts';
import { knownOf } from './registry.ts';

/** A schema of any zod flavour, because types do not say which one is inside another. */
type Schema = z.core.$ZodType;

/** Longer names are cut in messages. */
const NAME_CHARS = 100;

export interface UnknownName {
  /** Path of the object with the name; [] is the top level. */
  readonly path: Path;
  readonly name: string;
  readonly value: unknown;
  /** Names published at that place. */
  readonly known: readonly string[];
  /** Whether these are filters to be saved that do not say of which kind they are. */
  readonly lacks_kind: boolean;
}

/** Unknown names in the order of the body; at most LIMIT.unknown_names. */
function unknownNames(schema: z.ZodType, value: unknown): UnknownName[] {
  registerBodies();
  const found: UnknownName[] = [];
  const is_saved = schema instanceof z.ZodObject && 'favorited' in schema.shape;
  walk(schema, value, [], (object, members, path) => {
    const { passed_over = [], open = false } = knownOf(object);
    const lacks_kind = is_saved && path.at(-1) === 'filters' && members['insight'] === undefined;
    for (const [name, member] of Object.entries(members)) {
      if (open || member === null || member === undefined || passed_over.includes(name)) continue;
      if (fieldOf(object, name) !== undefined || found.length >= LIMIT.unknown_names) continue;
      found.push({ path, name, value: member, known: published(object), lacks_kind });
    }
  });
  return found;
}

type Visit = (schema: z.ZodObject, value: Record<string, unknown>, path: Path) => void;

/** Visits every object in the value that has a schema. */
function walk(schema: Schema, sent: unknown, path: Path, visit: Visit): void {
  if (path.length > LIMIT.json_depth) return;
  const value = readJson(sent);
  if (typeof value !== 'object' || value === null) return;
  const { holds } = knownOf(schema);
  if (holds) {
    const inner = holds(value);
    if (inner !== null) walk(inner, value, path, visit);
  } else if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    walk(schema.def.innerType, value, path, visit);
  } else if (schema instanceof z.ZodPipe) {
    walk(schema.def.out, value, path, visit);
  } else if (schema instanceof z.ZodArray) {
    if (!Array.isArray(value)) return;
    for (const [at, item] of value.entries()) walk(schema.def.element, item, [...path, at], visit);
  } else if (schema instanceof z.ZodObject && isObject(value)) {
    visit(schema, value, path);
    for (const [name, member] of Object.entries(value)) {
      const field = fieldOf(schema, name);
      if (field !== undefined) walk(field, member, [...path, name], visit);
    }
  }
}

function fieldOf(schema: z.ZodObject, name: string): Schema | undefined {
  return own(schema.shape, name) ?? own(knownOf(schema).also ?? {}, name);
}

function own(shape: Readonly<Record<string, Schema>>, name: string): Schema | undefined {
  return Object.hasOwn(shape, name) ? shape[name] : undefined;
}

function published({ shape }: z.ZodObject): string[] {
  return Object.keys(shape).filter((name) => z.globalRegistry.get(shape[name]!)?.[REST_ONLY] !== true);
}

/** Default values of a flag, a text and the interval. Empty lists and objects are tested by size. */
const AT_REST: readonly unknown[] = [false, '', 'day'];

/** Whether the name surely has no effect: another tool has such an argument, and the value is its default. */
function isIdle({ name, value }: UnknownName): boolean {
  const isAtRest = AT_REST.includes(value) || (typeof value === 'object' && Object.keys(value ?? {}).length === 0);
  return isAtRest && takers(name).length > 0;
}

type Taker = (typeof BODIES)[number];

/** Kinds with an argument of this name. */
function takers(name: string): Taker[] {
  return BODIES.filter(({ body }) => own(body.shape, name) !== undefined);
}

/** Unknown names that may change what the question means. */
export function tellingNames(schema: z.ZodType, value: unknown): UnknownName[] {
  return unknownNames(schema, value).filter((unknown) => !isIdle(unknown));
}

export function unknownText(unknown: UnknownName): string {
  const { path, name } = unknown;
  const where = path.length === 0 ? '' : ` in ${pathText(path)}`;
  return `There is no argument ${JSON.stringify(name.slice(0, NAME_CHARS))}${where}. ${helpText(unknown)}`;
}

/** What other products call these arguments, or what people often guess. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  date_from: ['start_date', 'start', 'from', 'since', 'after', 'start_time'],
  date_to: ['end_date', 'end', 'to', 'until', 'before', 'end_time'],
  events: ['steps', 'series', 'metrics', 'event_name'],
  properties: ['filter', 'where', 'conditions'],
  breakdown: ['group_by', 'segment_by', 'split_by', 'dimension'],
  interval: ['granularity', 'unit'],
  id: ['event', 'event_name'],
  name: ['title', 'label'],
  tiles: ['insights'],
  person: ['user', 'user_id', 'who'],
  lower: ['below', 'less_than', 'threshold'],
  upper: ['above', 'more_than', 'threshold'],
  before_from: ['compare_to', 'compare_from'],
};

interface Hint {
  readonly names: readonly string[];
  /** An argument of those places that the hint is for. */
  readonly beside: string;
  readonly text: string;
}

const ZONE = '"date_from":"2026-01-31T00:00:00+01:00"';

/** What has no argument by another name either. */
const HINTS: readonly Hint[] = [
  {
    names: ['timezone', 'time_zone', 'tz'],
    beside: 'date_from',
    text: `Days are those of the project, whose time zone is set for all; a time may have an offset: ${ZONE}.`,
  },
  {
    names: ['kind'],
    beside: 'date_from',
    text: `The call says the kind of question, and in saved filters "insight" does; ${see('explain_change')} takes trends.`,
  },
  {
    names: ['filters'],
    beside: 'funnel_step',
    text: 'Filters are called "properties": those of the question, or without one those of people.',
  },
];

function helpText({ path, name, known, lacks_kind }: UnknownName): string {
  const hint = HINTS.find(({ names, beside }) => names.includes(name) && known.includes(beside));
  if (hint !== undefined) return hint.text;
  const usual = Object.entries(ELSEWHERE).filter(([ours, theirs]) => known.includes(ours) && theirs.includes(name));
  const is_whole = path.length === 0 || path.at(-1) === 'filters';
  const others = is_whole && usual.length === 0 ? takers(name) : [];
  // The very name says more than a similar one.
  if (others.length > 0) return takenText(others, lacks_kind, known);
  const meant = new Set([...nearestNames(name, known), ...usual.map(([ours]) => ours)]);
  return meantText([...meant]) || `Known there: ${known.join(', ')}.`;
}

function takenText(others: readonly Taker[], lacks_kind: boolean, known: readonly string[]): string {
  const kinds = others.flatMap(({ insight }) => (insight === null ? [] : [`"insight":"${insight}"`]));
  if (lacks_kind && kinds.length > 0) return `It goes with another kind: send ${kinds.join(' or ')} beside it.`;
  const tools = [...new Set(others.map(({ tool }) => see(tool)))];
  // Operations that save a question take it as one member.
  return `It is an argument of ${tools.join(', ')}${known.includes('favorited') ? ': put it into "filters"' : ''}.`;
}

/** An error for the first of these names; null if there are none. */
export function unknownError([first]: readonly UnknownName[]): ServiceError | null {
  if (first === undefined) return null;
  return invalid([...first.path, first.name].join('__'), unknownText(first));
}

/** Warns of names and filters that were sent but have no effect. */
export function unknownWarnings(schema: z.ZodType, value: unknown): string[] {
  const unknown = tellingNames(schema, value).map((one) => `${unknownText(one)} It is passed over.`);
  return [...unknown, ...unfinishedWarnings(schema, value)];
}

/** A filter without a value is unfinished, so everything passes it. */
function unfinishedWarnings(schema: z.ZodType, value: unknown): string[] {
  const found: string[] = [];
  walk(schema, value, [], (object, filter, path) => {
    if (object !== FILTER || !isUnfinished(filter) || found.length >= LIMIT.unknown_names) return;
    const key = quoted(String(filter['key']));
    found.push(`The filter on ${key} in ${pathText(path)} has no value, so it is passed over. Send "value" with it.`);
  });
  return found;
}

const WITHOUT_VALUE: readonly unknown[] = ['is_set', 'is_not_set'];

function isUnfinished({ type, operator, value, values }: Record<string, unknown>): boolean {
  const wanted = value ?? values ?? [];
  return type !== 'hogql' && !WITHOUT_VALUE.includes(operator) && Array.isArray(wanted) && wanted.length === 0;
}
