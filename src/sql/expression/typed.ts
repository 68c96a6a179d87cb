/** Typed expressions, and the casts between types for the engine. */

import type { Clock } from '../../base/time.ts';
import { DAY_MS, fromWall, parseLooseDate, toWall } from '../../base/time.ts';
import type { FunctionName, Literal } from '../../model/question/expression.ts';
import { type Source, wrongAt } from '../grammar/source.ts';
import type { Tree } from './tree.ts';
import { keepsGrain } from './zone_table.ts';

/**
 * `any` is a property's value of any JSON type. `time` is milliseconds, shown with fractions; `second` is shown without
 * them; `date` is a day number.
 */
export type Type = 'any' | 'text' | 'number' | 'boolean' | 'time' | 'second' | 'date' | 'array' | 'null';

export interface Typed {
  readonly type: Type | 'list' | 'interval' | 'parts' | 'lambda';
  readonly node: Tree;
  /** Position in the text. */
  readonly at: number;
  /** For lists. */
  readonly items?: readonly Typed[];
  /** For lambdas: the result for items of that many lists. */
  readonly body?: (lists: number) => { readonly of: Typed; readonly captured: readonly Tree[]; readonly names: number };
  /** For intervals, whose node is the number of units. */
  readonly unit?: Unit;
}

/** A single value, not a list of several. */
export type Single = Typed & { readonly type: Type };

export type Unit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';

/** Where names and functions are looked up. */
export interface Scope {
  readonly source: Source;
  readonly clock: Clock;
  /** Names of group types, by index. */
  readonly groupTypes: () => readonly { readonly group_type: string; readonly group_type_index: number }[];
  /** Set once anything depends on the project's zone. */
  usesZone: boolean;
}

const TYPE_TEXT: Readonly<Record<Typed['type'], string>> = {
  any: 'a property',
  text: 'text',
  number: 'a number',
  boolean: 'a condition',
  time: 'a time',
  second: 'a time',
  date: 'a date',
  array: 'a list of values',
  null: 'null',
  list: 'a list',
  interval: 'an interval',
  parts: 'a list of parts',
  lambda: 'a lambda',
};

export function literal(value: Literal): Tree {
  return { kind: 'literal', value };
}

export function apply(name: FunctionName, ...args: readonly Tree[]): Tree {
  return { kind: 'call', name, args };
}

/** Reads a member inside of an object or list. */
export function within(root: Tree, names: readonly string[]): Tree {
  return names.reduce((of, name) => apply('json_get', of, literal(/^\d+$/.test(name) ? Number(name) : name)), root);
}

export function literalOf(typed: Typed): Literal | undefined {
  return typed.node.kind === 'literal' ? typed.node.value : undefined;
}

export function mismatch(scope: Scope, typed: Typed, wanted: string, help: string): Error {
  return wrongAt(scope.source, typed.at, `expected ${wanted}, found ${TYPE_TEXT[typed.type]}. ${help}`);
}

export function asNumber(scope: Scope, typed: Typed): Tree {
  switch (typed.type) {
    case 'number':
    case 'null':
      return typed.node;
    case 'any':
    case 'boolean':
      return apply('to_number', typed.node);
    case 'time':
    case 'second':
    case 'date':
      throw mismatch(
        scope,
        typed,
        'a number',
        'Use toUnixTimestamp(…), or dateDiff(…) for what lies between two times.',
      );
    default:
      throw mismatch(scope, typed, 'a number', 'Use toFloat(…) where text holds a number.');
  }
}

export function asText(scope: Scope, typed: Typed): Tree {
  if (typed.type === 'text' || typed.type === 'null') return typed.node;
  if (typed.type === 'any') return apply('to_text', typed.node);
  throw mismatch(scope, typed, 'text', 'Use toString(…).');
}

/** Any value as the text that is shown for it. */
export function shown(scope: Scope, typed: Typed): Tree {
  switch (typed.type) {
    case 'time':
      return apply('format_time', wallOf(scope, typed.node));
    case 'second':
      return apply('format_seconds', wallOf(scope, typed.node));
    case 'date':
      return apply('format_date', typed.node);
    case 'text':
    case 'null':
      return typed.node;
    case 'list':
    case 'interval':
    case 'parts':
    case 'lambda':
      throw mismatch(scope, typed, 'a single value', 'A list can stand behind in, an interval behind + and -.');
    default:
      return apply('to_text', typed.node);
  }
}

/** Whether it is a single value, of any type. */
export function isSingle(typed: Typed): typed is Single {
  return typed.type !== 'list' && typed.type !== 'interval' && typed.type !== 'parts' && typed.type !== 'lambda';
}

/** The value as a member of a list: times become text; lists may be nested. */
export function itemNode(scope: Scope, typed: Typed): Tree {
  if (typed.type === 'list' || typed.type === 'parts') return asList(scope, typed);
  return isTime(typed) || typed.type === 'interval' || typed.type === 'lambda' ? shown(scope, typed) : typed.node;
}

/** JSON of a list. */
export function asList(scope: Scope, typed: Typed): Tree {
  switch (typed.type) {
    case 'array':
    case 'any':
    case 'null':
      return typed.node;
    case 'list':
      return apply('list_of', ...(typed.items ?? []).map((item) => itemNode(scope, item)));
    case 'parts':
      return typed.node.kind === 'call' ? apply('list_split', ...typed.node.args) : typed.node;
    default:
      throw mismatch(scope, typed, 'a list', 'Write [1, 2], groupArray(…), or a property that is a list.');
  }
}

/** The list of a lambda's results for each item of the lists. */
export function eachItem(
  scope: Scope,
  lambda: Typed,
  lists: readonly Typed[],
  cast: (scope: Scope, typed: Typed) => Tree,
): Tree {
  if (lambda.body === undefined || lists.length === 0)
    throw mismatch(scope, lambda, 'a lambda first, then lists', 'As arrayMap(x -> x * 2, list).');
  const { of, captured, names } = lambda.body(lists.length);
  if (names !== lists.length)
    throw wrongAt(scope.source, lambda.at, `a lambda of ${names} names needs ${names} lists, not ${lists.length}.`);
  const args = [...lists.map((list) => asList(scope, list)), ...captured];
  return { kind: 'each', args, lists: lists.length, body: cast(scope, of) };
}

export function asCondition(scope: Scope, typed: Typed): Tree {
  switch (typed.type) {
    case 'boolean':
    case 'null':
      return typed.node;
    case 'any':
      return apply('to_boolean', typed.node);
    case 'number':
      return apply('not_equal', apply('coalesce', typed.node, literal(0)), literal(0));
    default:
      throw mismatch(scope, typed, 'a condition', "Compare it with something, as properties.plan = 'pro'.");
  }
}

export function isTime(typed: Typed): boolean {
  return typed.type === 'time' || typed.type === 'second' || typed.type === 'date';
}

/** Epoch milliseconds. */
export function asTime(scope: Scope, typed: Typed): Tree {
  switch (typed.type) {
    case 'time':
    case 'second':
    case 'null':
      return typed.node;
    case 'date':
      return instantOf(scope, apply('multiply', typed.node, literal(DAY_MS)));
    case 'any':
      scope.usesZone = true;
      return apply('to_time', typed.node);
    case 'text': {
      const value = literalOf(typed);
      scope.usesZone = true;
      return value === undefined ? apply('to_time', typed.node) : literal(readTime(scope, typed, String(value)));
    }
    default:
      throw mismatch(scope, typed, 'a time', "Write it as '2026-01-31 13:00:00', or use toDateTime(…).");
  }
}

/** A day number. */
export function asDate(scope: Scope, typed: Typed): Tree {
  switch (typed.type) {
    case 'date':
    case 'null':
      return typed.node;
    case 'time':
    case 'second':
      return dayOf(wallOf(scope, typed.node, DAY_MS));
    case 'any':
      scope.usesZone = true;
      return apply('to_date', typed.node);
    case 'text': {
      const value = literalOf(typed);
      scope.usesZone = true;
      if (value === undefined) return apply('to_date', typed.node);
      return literal(Math.floor(toWall(scope.clock.timezone, readTime(scope, typed, String(value))) / DAY_MS));
    }
    default:
      throw mismatch(scope, typed, 'a date', "Write it as '2026-01-31', or use toDate(…).");
  }
}

function readTime(scope: Scope, typed: Typed, text: string): number {
  const date = parseLooseDate(text);
  if (date === null) {
    throw wrongAt(
      scope.source,
      typed.at,
      `"${text}" is no date. Write '2026-01-31', '2026-01-31 13:00:00' or '2026-01-31T13:00:00Z'.`,
    );
  }
  return date.zoned ? date.ms : fromWall(scope.clock.timezone, date.ms);
}

/** Granularities to try, coarsest first: today's zones have offsets of whole quarter hours. */
const GRAINS_MS = [900_000, 60_000, 1000];

/**
 * The wall-clock reading. `needs_ms`: later steps only look at multiples of this, so the event's time may be rounded to
 * coarser grains, which have fewer distinct values.
 */
export function wallOf(scope: Scope, time: Tree, needs_ms = 1): Tree {
  scope.usesZone = true;
  return apply('to_wall', coarse(scope, time, needs_ms));
}

export function coarse(scope: Scope, time: Tree, needs_ms: number): Tree {
  if (time.kind !== 'source' || time.source.of !== 'metadata') return time;
  const grain_ms = GRAINS_MS.find((grain) => needs_ms % grain === 0 && keepsGrain(scope.clock.timezone, grain));
  return grain_ms === undefined ? time : { kind: 'moment', grain_ms };
}

/** The instant of a wall-clock reading. */
export function instantOf(scope: Scope, wall: Tree): Tree {
  scope.usesZone = true;
  return apply('from_wall', wall);
}

/** Day number of a reading. */
function dayOf(wall: Tree): Tree {
  return floorTo(wall, DAY_MS);
}

/** Number of whole steps. */
export function floorTo(value: Tree, step: number): Tree {
  return apply('floor', apply('divide', value, literal(step)));
}

/** Alternatives (e.g. the branches of a choice), cast to one type if possible. */
export function unified(scope: Scope, values: readonly Typed[]): { nodes: Tree[]; type: Type } {
  const types = new Set(values.filter(isSingle).flatMap(({ type }) => (type === 'null' ? [] : [type])));
  const [first = 'null'] = types;
  for (const value of values) shown(scope, value); // Refuses lists and intervals.
  if (types.size <= 1) return { nodes: values.map((value) => value.node), type: first };
  if (!values.some(isTime)) return { nodes: values.map((value) => value.node), type: 'any' };
  const others = values.filter((value) => value.type !== 'null' && !isTime(value));
  if (others.length === 0) return { nodes: values.map((value) => asTime(scope, value)), type: 'time' };
  return { nodes: values.map((value) => shown(scope, value)), type: 'text' };
}
