/** Functions of many rows: count, sum and their kin, each also as …If with a condition as its last argument. */
import type { AggregateName } from '../../model/question/expression.ts';
import { wrongAt } from '../grammar/source.ts';
import type { CallSyntax } from '../grammar/syntax.ts';
import type { Tree } from './tree.ts';
import { asCondition, asNumber, isTime, type Scope, shown, type Type, type Typed } from './typed.ts';

/** An aggregation in terms of nodes; the zone comes later. */
export interface AggregateNode {
  readonly name: AggregateName;
  readonly value: Tree | null;
  readonly condition: Tree | null;
  readonly level: number;
}

interface Known {
  readonly name: AggregateName;
  /** Of quantile, where it is not said. */
  readonly level?: number;
}

const MEDIAN = 0.5;
const KNOWN: Readonly<Record<string, Known>> = {
  count: { name: 'count' },
  sum: { name: 'sum' },
  avg: { name: 'avg' },
  min: { name: 'min' },
  max: { name: 'max' },
  any: { name: 'any' },
  median: { name: 'quantile', level: MEDIAN },
  quantile: { name: 'quantile' },
  uniq: { name: 'unique' },
  uniqExact: { name: 'unique' },
  countDistinct: { name: 'unique' },
};

/** All names, those with a condition too. */
export const AGGREGATE_FUNCTIONS: readonly string[] = Object.keys(KNOWN).flatMap((name) => [name, `${name}If`]);

const BY_NAME = new Map(AGGREGATE_FUNCTIONS.map((name) => [name.toLowerCase(), name]));

export function isAggregate(name: string): boolean {
  return BY_NAME.has(name.toLowerCase());
}

/** `args` are resolved over rows. */
export function aggregateOf(
  scope: Scope,
  call: CallSyntax,
  args: readonly Typed[],
): { node: AggregateNode; type: Type } {
  const said = BY_NAME.get(call.name.toLowerCase())!;
  const isConditional = !Object.hasOwn(KNOWN, said);
  const known = KNOWN[isConditional ? said.slice(0, -2) : said]!;
  const values = isConditional ? args.slice(0, -1) : args;
  const last = args.at(-1);
  if (isConditional && last === undefined) throw wrongAt(scope.source, call.at, `${said} needs a condition.`);
  const condition = isConditional ? asCondition(scope, last!) : null;
  const name = known.name === 'count' && call.distinct ? 'unique' : known.name;
  if (call.distinct && known.name !== 'count') {
    throw wrongAt(scope.source, call.at, 'distinct belongs to count: count(distinct person_id).');
  }
  checkCount(scope, call, said, name, values.length);
  const [value] = values;
  const level = name === 'quantile' ? (known.level ?? readLevel(scope, call)) : 0;
  if (value === undefined) return { node: { name, value: null, condition, level }, type: 'number' };
  return { node: { name, value: aggregated(scope, name, value), condition, level }, type: typeOf(name, value) };
}

function checkCount(scope: Scope, call: CallSyntax, said: string, name: AggregateName, count: number): void {
  if (count === 1 || (count === 0 && name === 'count')) return;
  const form = name === 'count' ? `${said}() or ${said}(x)` : `${said}(x)`;
  throw wrongAt(
    scope.source,
    call.at,
    `${said} takes one value${said.endsWith('If') ? ' and a condition' : ''}, as ${form}.`,
  );
}

/** quantile(0.9)(x) */
function readLevel(scope: Scope, call: CallSyntax): number {
  const [said] = call.parameters ?? [];
  const value = said?.kind === 'literal' ? said.value : undefined;
  if (typeof value === 'number' && value >= 0 && value <= 1) return value;
  throw wrongAt(scope.source, call.at, 'write the level, from 0 to 1, in brackets of its own: quantile(0.9)(x).');
}

/** What is counted may be of any kind, what is calculated with is a number or a time. */
function aggregated(scope: Scope, name: AggregateName, value: Typed): Tree {
  shown(scope, value); // refuses lists and intervals
  if (name === 'count' || name === 'unique') return value.node;
  return isTime(value) && name !== 'sum' && name !== 'avg' ? value.node : asNumber(scope, value);
}

function typeOf(name: AggregateName, value: Typed): Type {
  return isTime(value) && (name === 'min' || name === 'max' || name === 'any') ? (value.type as Type) : 'number';
}
