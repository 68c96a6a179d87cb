/** Aggregate functions, each also as …If, with a condition as its last argument. */
import { SECOND_MS } from '../../base/time.ts';
import { LIMIT } from '../../model/limit.ts';
import { type AggregateName, EVENT_AGGREGATES } from '../../model/question/expression.ts';
import type { SqlAggregate, SqlAggregateName } from '../../model/sql/plan.ts';
import { plainName } from '../grammar/definitions.ts';
import { wrongAt } from '../grammar/source.ts';
import type { CallSyntax, Syntax } from '../grammar/syntax.ts';
import type { Tree } from './tree.ts';
import {
  apply,
  asCondition,
  asNumber,
  asTime,
  isSingle,
  isTime,
  itemNode,
  type Scope,
  shown,
  type Type,
  type Typed,
} from './typed.ts';

/** Which values an aggregate takes: all, numbers, or those with an order. */
type Takes = 'any' | 'number' | 'order';

interface Known {
  readonly name: SqlAggregateName;
  readonly takes: Takes;
  /** How many arguments it takes, besides the condition. */
  readonly args: number;
  readonly type: 'number' | 'array' | 'same';
  /** Default of the parameter in its own brackets; undefined if it takes none. */
  readonly parameter?: number;
}

const MEDIAN = 0.5;
/** One more than a list may have, so that longer lists are refused. They are cut only where the statement asks for it. */
const ALL_ITEMS = LIMIT.sql_list_items + 1;
const TOP_ITEMS = 10;

const UNIQUE: Known = { name: 'unique', takes: 'any', args: 1, type: 'number' };
const ANY: Known = { name: 'any', takes: 'any', args: 1, type: 'same' };
const numeric = (name: SqlAggregateName): Known => ({ name, takes: 'number', args: 1, type: 'number' });

const KNOWN: Readonly<Record<string, Known>> = {
  count: { name: 'count', takes: 'any', args: 1, type: 'number' },
  sum: numeric('sum'),
  avg: numeric('avg'),
  min: { name: 'min', takes: 'order', args: 1, type: 'same' },
  max: { name: 'max', takes: 'order', args: 1, type: 'same' },
  any: ANY,
  anyLast: { ...ANY, name: 'last' },
  median: { ...numeric('quantile'), parameter: MEDIAN },
  quantile: { ...numeric('quantile'), parameter: Number.NaN },
  uniq: UNIQUE,
  uniqExact: UNIQUE,
  uniqCombined: UNIQUE,
  uniqHLL12: UNIQUE,
  countDistinct: UNIQUE,
  stddevPop: numeric('stddev_pop'),
  stddevSamp: numeric('stddev_samp'),
  varPop: numeric('var_pop'),
  varSamp: numeric('var_samp'),
  argMin: { name: 'arg_min', takes: 'any', args: 2, type: 'same' },
  argMax: { name: 'arg_max', takes: 'any', args: 2, type: 'same' },
  groupArray: { name: 'list', takes: 'any', args: 1, type: 'array', parameter: ALL_ITEMS },
  groupUniqArray: { name: 'unique_list', takes: 'any', args: 1, type: 'array', parameter: ALL_ITEMS },
  topK: { name: 'top', takes: 'any', args: 1, type: 'array', parameter: TOP_ITEMS },
  windowFunnel: {
    name: 'window_funnel',
    takes: 'any',
    args: Number.POSITIVE_INFINITY,
    type: 'number',
    parameter: Number.NaN,
  },
};

/** All names, including those with a condition. */
export const AGGREGATE_NAMES: readonly string[] = Object.keys(KNOWN).flatMap((name) => [name, `${name}If`]);

/** Aggregates of events that any expression may use; the others need a statement. */
export const EVENT_AGGREGATE_NAMES = AGGREGATE_NAMES.filter((name) => isOfEvents(KNOWN[name.replace(/If$/, '')]!.name));

function isOfEvents(name: SqlAggregateName): name is AggregateName {
  return EVENT_AGGREGATES.some((known) => known === name);
}

const BY_NAME = new Map(AGGREGATE_NAMES.map((name) => [plainName(name), name]));

export function isAggregateName(name: string): boolean {
  return BY_NAME.has(plainName(name));
}

/** An aggregate whose arguments are expression trees. */
export type AggregateTree = Pick<SqlAggregate, 'name' | 'parameter'> & {
  readonly args: readonly Tree[];
  readonly condition: Tree | null;
  readonly type: Type;
};

/** An aggregate of events whose arguments are expression trees. The time zone is added later. */
export interface AggregateNode {
  readonly name: AggregateName;
  readonly value: Tree | null;
  readonly condition: Tree | null;
  readonly level: number;
}

/** null if the aggregate needs a statement. Counts take values of any type, calculations take numbers or times. */
export function eventAggregateOf(
  scope: Scope,
  call: CallSyntax,
  read: (syntax: Syntax) => Typed,
): { node: AggregateNode; type: Type } | null {
  if (!isOfEvents(knownOf(call).known.name)) return null;
  const asked = (syntax: Syntax): Typed => {
    const typed = read(syntax);
    const stays = isTime(typed) || syntax !== call.args[0] || COUNTING.test(call.name);
    return stays ? typed : { type: 'number', node: asNumber(scope, typed), at: typed.at };
  };
  const { name, args, condition, parameter, type } = aggregateOf(scope, call, asked);
  return isOfEvents(name) ? { node: { name, value: args[0] ?? null, condition, level: parameter }, type } : null;
}

const COUNTING = /^(count|uniq)/i;

function knownOf({ name }: CallSyntax): { said: string; known: Known; isConditional: boolean } {
  const said = BY_NAME.get(plainName(name))!;
  const isConditional = !Object.hasOwn(KNOWN, said);
  return { said, known: KNOWN[isConditional ? said.slice(0, -2) : said]!, isConditional };
}

/** @param read resolves an argument, over rows */
export function aggregateOf(scope: Scope, call: CallSyntax, read: (syntax: Syntax) => Typed): AggregateTree {
  const { said, known, isConditional } = knownOf(call);
  const args = call.args.map(read);
  const condition = isConditional ? args.pop() : undefined;
  if (isConditional && condition === undefined)
    throw wrongAt(scope.source, call.at, `${said} needs a condition as its last argument.`);
  if (call.distinct && known.name !== 'count')
    throw wrongAt(
      scope.source,
      call.at,
      'distinct belongs to count: count(distinct person_id). In SQL, arraySum(groupUniqArray(x)) and arrayAvg(groupUniqArray(x)) are of different values.',
    );
  const of = call.distinct ? UNIQUE : known;
  if (of === UNIQUE && args.length > 1) {
    const node = apply('list_of', ...args.map((arg) => itemNode(scope, arg)));
    args.splice(0, args.length, { type: 'array', node, at: call.at });
  }
  checkCount(scope, call, said, of, args.length);
  const [first] = args;
  return {
    name: of.name,
    args: of.name === 'window_funnel' ? funnelArgs(scope, args) : args.map((arg) => argumentOf(scope, of, arg)),
    condition: condition === undefined ? null : asCondition(scope, condition),
    parameter: parameterOf(scope, call, of),
    type: of.type === 'same' ? typeOf(first) : of.type,
  };
}

function typeOf(first: Typed | undefined): Type {
  if (first === undefined) return 'null';
  return isSingle(first) ? first.type : 'array';
}

function checkCount(scope: Scope, call: CallSyntax, said: string, known: Known, count: number): void {
  if (known.name === 'count' && count <= 1) return;
  if (known.name === 'window_funnel' && count >= 2 && count <= LIMIT.funnel_steps + 1) return;
  if (count === known.args) return;
  const forms: Partial<Record<SqlAggregateName, string>> = {
    count: `${said}() or ${said}(x)`,
    window_funnel: 'windowFunnel(86400)(timestamp, step, step, …), the window in seconds',
    arg_min: `${said}(x, least_by)`,
    arg_max: `${said}(x, greatest_by)`,
  };
  const form = forms[known.name];
  throw wrongAt(
    scope.source,
    call.at,
    `${said} is written ${form ?? `${said}(x)`}${said.endsWith('If') ? ', with a condition last' : ''}.`,
  );
}

function argumentOf(scope: Scope, { takes, type }: Known, arg: Typed): Tree {
  if (takes === 'number') return asNumber(scope, arg);
  if (type === 'array') return itemNode(scope, arg);
  shown(scope, arg); // Refuses lists and intervals.
  return arg.node;
}

function funnelArgs(scope: Scope, [time, ...steps]: readonly Typed[]): Tree[] {
  return [asTime(scope, time!), ...steps.map((step) => asCondition(scope, step))];
}

function parameterOf(scope: Scope, call: CallSyntax, { name, parameter }: Known): number {
  if (parameter === undefined) {
    if (call.parameters !== null) throw wrongAt(scope.source, call.at, `${call.name} has one pair of brackets.`);
    return 0;
  }
  const [said, other] = call.parameters ?? [];
  if (other !== undefined)
    throw wrongAt(scope.source, other.at, `${call.name} takes one value in brackets of its own, and no modes.`);
  if (said === undefined && !Number.isNaN(parameter)) return parameter;
  const value = said?.kind === 'literal' && typeof said.value === 'number' ? said.value : Number.NaN;
  if (name === 'quantile') {
    if (value >= 0 && value <= 1) return value;
    throw wrongAt(scope.source, call.at, 'write the level, from 0 to 1, in brackets of its own: quantile(0.9)(x).');
  }
  if (name === 'window_funnel') {
    if (value > 0) return value * SECOND_MS;
    throw wrongAt(
      scope.source,
      call.at,
      'write the window in seconds in brackets of its own: windowFunnel(86400)(timestamp, …).',
    );
  }
  if (Number.isInteger(value) && value >= 1 && value <= LIMIT.sql_list_items) return value;
  throw wrongAt(
    scope.source,
    call.at,
    `write a number from 1 to ${LIMIT.sql_list_items} in brackets of its own: ${call.name}(5)(x).`,
  );
}
