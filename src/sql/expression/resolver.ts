/** Syntax -> typed nodes: resolves names and functions, determines types. */

import { isOneOf } from '../../base/known.ts';
import { fromWall, isZone, parseLooseDate } from '../../base/time.ts';
import { DEFINED_NAMES, plainName } from '../grammar/definitions.ts';
import { nearestText, wrongAt } from '../grammar/source.ts';
import { type CallSyntax, type ComparisonOperator, partsIn, type Syntax } from '../grammar/syntax.ts';
import { type AggregateNode, EVENT_AGGREGATE_NAMES, eventAggregateOf, isAggregateName } from './aggregates.ts';
import { calculate } from './arithmetic.ts';
import { compare, isIn, matching, settled } from './comparison.ts';
import { LIST } from './list_functions.ts';
import { LOGIC } from './logic_functions.ts';
import { resolvePath } from './names.ts';
import { NUMBER } from './number_functions.ts';
import type { Signature } from './signature.ts';
import { TEXT } from './text_functions.ts';
import { TIME, unitNamed } from './time_functions.ts';
import type { Tree } from './tree.ts';
import {
  apply,
  asCondition,
  asList,
  asNumber,
  literal,
  literalOf,
  type Scope,
  shown,
  type Typed,
  within,
} from './typed.ts';

/** State while an expression over rows, or over aggregates of rows, is resolved. */
export interface Resolving extends Scope {
  /** Aggregates found so far; null if only rows are allowed. */
  readonly aggregates: AggregateNode[] | null;
  /** Whether the current syntax is an argument of an aggregate, where expressions are over rows again. */
  inside: boolean;
  /** Sampled share of the aggregated rows; 1 = all. */
  readonly share: number;
  /** Meanings that only statements add, tried first; null if there are none. */
  readonly special: ((syntax: Syntax) => Typed | null) | null;
  /** Syntax that occurs in two places (the subject of `between` and `case`) is resolved once. */
  readonly done: Map<Syntax, Typed>;
}

const FUNCTIONS: Readonly<Record<string, Signature>> = { ...LOGIC, ...NUMBER, ...TEXT, ...TIME, ...LIST };
/** Names of all functions of values, for messages and documentation. */
export const FUNCTION_LIST: readonly string[] = [...Object.keys(FUNCTIONS), ...DEFINED_NAMES];

/** Whether there is a function of this name, regardless of case. */
export function isFunction(name: string): boolean {
  return functionNamed(name) !== undefined;
}

const BY_NAME = new Map(Object.keys(FUNCTIONS).map((name) => [name.toLowerCase(), name]));

/** Finds a function regardless of case and _. Casts to sized number types, like toUInt8, are toInt or toFloat. */
function functionNamed(name: string): string | undefined {
  const plain = plainName(name);
  const sized = /^to(u?int|float)(8|16|32|64|128|256)?(ornull|orzero|ordefault)?$/.exec(plain);
  return (
    BY_NAME.get(name.toLowerCase()) ??
    BY_NAME.get(plain) ??
    (sized
      ? `to${sized[1] === 'float' ? 'Float' : 'Int'}${sized[3] === undefined || sized[3] === 'ornull' ? '' : 'OrZero'}`
      : undefined)
  );
}

const TYPES_SHOWN = 'GROUP BY properties.x: its texts stand in quotes, its numbers do not';

/** Functions of other dialects, and what to write instead. */
export const INSTEAD: Readonly<Record<string, string>> = {
  sequencematch: 'windowFunnel(86400)(timestamp, a, b) = 2',
  sequencecount: 'windowFunnel(86400)(timestamp, a, b)',
  retention: 'a question of retention, or min(timestamp) OVER (PARTITION BY person_id)',
  arrayjoin: 'a statement of SQL: SELECT arrayJoin(list) AS item, count() FROM events GROUP BY item',
  arrayreduce: 'arraySum, arrayAvg, arrayMin, arrayMax or arrayCount',
  rand: 'ORDER BY uuid, which is a stable sample',
  rollup: 'a UNION ALL of one GROUP BY for each level',
  cube: 'a UNION ALL of one GROUP BY for each combination',
  cityhash64: 'ORDER BY uuid or person_id for a stable sample',
  jsonextract: 'JSONExtractString, JSONExtractInt, JSONExtractFloat, JSONExtractBool or properties.a.b',
  quantileexact: 'quantile(0.9)(x), which is exact',
  quantileexactinclusive: 'quantile(0.9)(x), which is exact and inclusive',
  approxquantiles: 'quantiles(0.25, 0.5, 0.75)(x)',
  percentiledisc: 'quantile(0.5)(x)',
  stddev: 'stddevSamp(x), or stddevPop(x) for all there are',
  variance: 'varSamp(x), or varPop(x) for all there are',
  week: 'toISOWeek(timestamp), or toStartOfWeek(timestamp)',
  toweek: 'toISOWeek(timestamp), or toStartOfWeek(timestamp)',
  weekday: 'toDayOfWeek(timestamp), where 1 is Monday',
  dayofweek: 'toDayOfWeek(timestamp), where 1 is Monday',
  totimestamp: 'fromUnixTimestamp(seconds), or toDateTime(text)',
  parsedate: 'toDate(text)',
  datebin: 'toStartOfInterval(timestamp, INTERVAL 15 MINUTE)',
  timebucket: 'toStartOfInterval(timestamp, INTERVAL 15 MINUTE)',
  age: "dateDiff('day', a, b), which counts midnights, or intDiv(dateDiff('second', a, b), 86400)",
  summap: 'GROUP BY: SELECT key, sum(value) … GROUP BY key',
  map: '(key, value) for each pair, or columns',
  sparkline: 'the list itself; a saved statement with a time and a number is drawn as a line',
  bar: 'the number itself; a saved statement with a name and a number is drawn as bars',
  medianexact: 'median(x), which is exact',
  generateseries: 'FROM numbers(10), or range(1, 10)',
  ratiotoreport: 'count() / sum(count()) OVER ()',
  typeof: TYPES_SHOWN,
  totypename: TYPES_SHOWN,
  jsontype: TYPES_SHOWN,
  corr: 'a question of correlation, or avg(x * y) and stddevPop',
};

export function resolveSyntax(scope: Resolving, syntax: Syntax): Typed {
  const typed = scope.done.get(syntax) ?? resolveNew(scope, syntax);
  scope.done.set(syntax, typed);
  return typed;
}

function resolveNew(scope: Resolving, syntax: Syntax): Typed {
  const { at } = syntax;
  const special = scope.special?.(syntax) ?? null;
  if (special !== null) return special;
  switch (syntax.kind) {
    case 'placeholder':
    case 'subquery':
    case 'over':
      throw wrongAt(scope.source, at, 'this can stand in a statement of SQL only.');
    case 'literal':
      return { type: typeOfLiteral(syntax.value), node: literal(syntax.value), at };
    case 'path':
      return resolveName(scope, syntax);
    case 'list':
      return { type: 'list', node: literal(null), items: syntax.items.map((item) => resolveSyntax(scope, item)), at };
    case 'lambda':
      return { type: 'lambda', node: literal(null), body: (lists) => resolveLambda(scope, syntax, lists), at };
    case 'unary':
      return resolveUnary(scope, syntax);
    case 'binary':
      return resolveBinary(scope, syntax);
    case 'call':
      return resolveCall(scope, syntax);
    case 'element':
      return resolveElement(scope, syntax);
    default:
      return {
        type: 'interval',
        node: asNumber(scope, resolveSyntax(scope, syntax.count)),
        unit: unitNamed(scope, syntax.unit, at),
        at,
      };
  }
}

function typeOfLiteral(value: string | number | boolean | null): Typed['type'] {
  if (value === null) return 'null';
  if (typeof value === 'string') return 'text';
  return typeof value === 'number' ? 'number' : 'boolean';
}

function resolveName(scope: Resolving, path: Extract<Syntax, { kind: 'path' }>): Typed {
  const found = resolvePath(scope, path);
  if (scope.aggregates === null || scope.inside) return found;
  const name = path.parts.join('.');
  throw wrongAt(
    scope.source,
    path.at,
    `${name} has a value for each event; here one number is needed for many events. Write sum(${name}), avg(${name}), uniq(${name}) or another of ${EVENT_AGGREGATE_NAMES.join(', ')}.`,
  );
}

/** Captures the parts that do not depend on items, which are computed once outside the lambda. */
function resolveLambda(scope: Resolving, { names, of }: Extract<Syntax, { kind: 'lambda' }>, lists: number) {
  const captured: Tree[] = [];
  const captureOf = (typed: Typed): Typed => {
    if (typed.items !== undefined) return { ...typed, items: typed.items.map(captureOf) };
    if (typed.node.kind === 'literal') return typed;
    const whole = typed.type === 'parts' ? { ...typed, type: 'array' as const, node: asList(scope, typed) } : typed;
    return { ...whole, node: { kind: 'column', index: lists + captured.push(whole.node) - 1 } };
  };
  const special = (syntax: Syntax): Typed | null => {
    const index = syntax.kind === 'path' ? names.indexOf(syntax.parts[0]!) : -1;
    if (syntax.kind === 'path' && index >= 0) {
      const node = within({ kind: 'column', index }, syntax.parts.slice(1));
      return { type: 'any', node, at: syntax.at };
    }
    const speaks = [...partsIn(syntax)].some((part) => part.kind === 'path' && names.includes(part.parts[0]!));
    return speaks || syntax.kind === 'lambda' || syntax.kind === 'literal'
      ? null
      : captureOf(resolveSyntax(scope, syntax));
  };
  const own: Resolving = { ...scope, special, done: new Map() };
  const typed = resolveSyntax(own, of);
  scope.usesZone ||= own.usesZone;
  return { of: typed, captured, names: names.length };
}

function resolveUnary(scope: Resolving, { operator, of, at }: Extract<Syntax, { kind: 'unary' }>): Typed {
  const typed = resolveSyntax(scope, of);
  if (operator === 'not') return { type: 'boolean', node: apply('not', asCondition(scope, typed)), at };
  const value = literalOf(typed);
  if (typeof value === 'number') return { type: 'number', node: literal(-value), at };
  return { type: 'number', node: apply('negate', asNumber(scope, typed)), at };
}

const COMPARISONS: readonly ComparisonOperator[] = ['=', '!=', '<', '<=', '>', '>='];

function resolveBinary(scope: Resolving, syntax: Extract<Syntax, { kind: 'binary' }>): Typed {
  const { operator, at } = syntax;
  const left = resolveSyntax(scope, syntax.left);
  const right = resolveSyntax(scope, syntax.right);
  if (isOneOf(COMPARISONS, operator)) return compare(scope, operator, left, right, at);
  switch (operator) {
    case 'and':
    case 'or':
      return { type: 'boolean', node: apply(operator, asCondition(scope, left), asCondition(scope, right)), at };
    case 'in':
      return isIn(scope, left, right, at);
    case 'not in':
      return { type: 'boolean', node: apply('not', isIn(scope, left, right, at).node), at };
    case '||':
      return { type: 'text', node: apply('concat', shown(scope, left), shown(scope, right)), at };
    case '??':
      return LOGIC['ifNull']!.make(scope, [left, right], at);
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
      return calculate(scope, operator, left, right, at);
    default:
      return match(scope, operator, left, right, at);
  }
}

type MatchOperator = 'like' | 'ilike' | 'not like' | 'not ilike' | '=~' | '!~' | '=~*' | '!~*';

function match(scope: Scope, operator: MatchOperator, text: Typed, pattern: Typed, at: number): Typed {
  const isNegated = operator.startsWith('not') || operator.startsWith('!');
  if (operator.endsWith('like')) {
    const name = operator.endsWith('ilike') ? 'ilike' : 'like';
    return settled(matching(scope, name, text, pattern, at), isNegated);
  }
  const value = literalOf(pattern);
  const isLoose = operator.endsWith('*') && typeof value === 'string';
  const said = isLoose ? { ...pattern, node: literal(`(?i)${value}`) } : pattern;
  return settled(matching(scope, 'matches', text, said, at), isNegated);
}

function resolveElement(scope: Resolving, { of, index, at }: Extract<Syntax, { kind: 'element' }>): Typed {
  const parts = resolveSyntax(scope, of);
  if (parts.type === 'array' || parts.type === 'any' || parts.type === 'list') {
    const member = resolveSyntax(scope, index);
    return {
      type: 'any',
      node: apply('json_get', asList(scope, parts), member.type === 'text' ? member.node : asNumber(scope, member)),
      at,
    };
  }
  if (parts.type !== 'parts' || parts.node.kind !== 'call') {
    throw wrongAt(scope.source, at, "[…] stands behind a property or behind splitByChar('/', text).");
  }
  const place: Tree = asNumber(scope, resolveSyntax(scope, index));
  return { type: 'text', node: apply('split_part', ...parts.node.args, place), at };
}

function resolveCall(scope: Resolving, call: CallSyntax): Typed {
  if (isAggregateName(call.name)) return resolveAggregate(scope, call);
  const name = functionNamed(call.name);
  if (name === undefined) throw unknownFunction(scope, call);
  const { min, max, make } = FUNCTIONS[name]!;
  if (call.parameters !== null) throw wrongAt(scope.source, call.at, `${name} has one pair of brackets.`);
  if (call.distinct) throw wrongAt(scope.source, call.at, 'distinct belongs to count: count(distinct person_id).');
  const zoneless = Object.hasOwn(TIME, name) && call.args.length === max + 1 ? withoutZone(scope, call) : null;
  if (zoneless !== null) return resolveCall(scope, zoneless);
  const { length } = call.args;
  if (length < min || length > max) {
    const wanted = min === max ? `${min}` : `${min} to ${max}`;
    throw wrongAt(
      scope.source,
      call.at,
      `${name} takes ${wanted} argument${wanted === '1' ? '' : 's'}, not ${length}.`,
    );
  }
  return make(
    scope,
    memberArgs(name, call.args).map((arg) => resolveSyntax(scope, arg)),
    call.at,
  );
}

/** Functions whose result is the instant that a text says. */
const AN_INSTANT = /^(todatetime(64)?|tounixtimestamp|parsedatetimebesteffort(ornull)?)$/;

/** The call without the zone behind its arguments, if there is one: it is the project's, or that of a text that is written out. */
function withoutZone(scope: Resolving, call: CallSyntax): CallSyntax | null {
  const last = call.args.at(-1)!;
  const zone = literalOf(resolveSyntax(scope, last));
  if (typeof zone !== 'string') return null;
  const args = call.args.slice(0, -1);
  if (zone === scope.clock.timezone) return { ...call, args };
  const [of, ...others] = args;
  const is_text = of?.kind === 'literal' && typeof of.value === 'string' && AN_INSTANT.test(plainName(call.name));
  const date = is_text && isZone(zone) ? parseLooseDate(String(of.value)) : null;
  if (date === null)
    throw wrongAt(
      scope.source,
      last.at,
      `times are in the zone of the project, ${scope.clock.timezone}: leave '${zone}' out.`,
    );
  const value = new Date(date.zoned ? date.ms : fromWall(zone, date.ms)).toISOString();
  return { ...call, args: [{ ...of!, kind: 'literal', value }, ...others] };
}

/** Turns the arguments of JSONExtractString(properties, 'plan') into one property, so that only that one is read. */
function memberArgs(name: string, args: readonly Syntax[]): readonly Syntax[] {
  const [of, key, ...rest] = args;
  const is_one =
    name.startsWith('JSON') && of?.kind === 'path' && of.parts.at(-1) === 'properties' && key?.kind === 'literal';
  return is_one ? [{ ...of, parts: [...of.parts, String(key.value)] }, ...rest] : args;
}

function resolveAggregate(scope: Resolving, call: CallSyntax): Typed {
  const { aggregates } = scope;
  if (aggregates === null) {
    throw wrongAt(
      scope.source,
      call.at,
      `${call.name} makes one number of many events; here a value of each event is needed. Aggregates belong into math_hogql.`,
    );
  }
  if (scope.inside) throw wrongAt(scope.source, call.at, 'an aggregate cannot stand inside another one.');
  scope.inside = true;
  const made = eventAggregateOf(scope, call, (arg) => resolveSyntax(scope, arg));
  scope.inside = false;
  if (made === null)
    throw wrongAt(
      scope.source,
      call.at,
      `${call.name} stands in SQL; here there are ${EVENT_AGGREGATE_NAMES.join(', ')}.`,
    );
  const { node, type } = made;
  const number: Tree = { kind: 'column', index: aggregates.push(node) - 1 };
  const grows = node.name === 'count' || node.name === 'sum' || node.name === 'unique';
  const scaled = grows && scope.share !== 1 ? apply('divide', number, literal(scope.share)) : number;
  return { type, node: scaled, at: call.at };
}

function unknownFunction(scope: Resolving, call: CallSyntax): Error {
  const known = scope.aggregates === null ? FUNCTION_LIST : [...EVENT_AGGREGATE_NAMES, ...FUNCTION_LIST];
  const instead = INSTEAD[plainName(call.name)];
  if (instead !== undefined)
    return wrongAt(scope.source, call.at, `there is no function ${call.name}. Use ${instead}.`);
  const near = nearestText(call.name, known);
  const list = [...known].sort((a, b) => a.localeCompare(b)).join(', ');
  return wrongAt(
    scope.source,
    call.at,
    `there is no function ${call.name}. ${scope.source.what === 'SQL' && near !== '' ? near : `${near}Functions are: ${list}.`}`.trim(),
  );
}
