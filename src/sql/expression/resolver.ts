/** Syntax -> typed nodes: names and functions are looked up, kinds of values settled. */

import { nearestText, wrongAt } from '../grammar/source.ts';
import type { BinaryOperator, CallSyntax, ComparisonOperator, Syntax } from '../grammar/syntax.ts';
import { AGGREGATE_FUNCTIONS, type AggregateNode, aggregateOf, isAggregate } from './aggregate_functions.ts';
import { compare, isIn, matching, settled } from './comparison.ts';
import { LOGIC } from './logic_functions.ts';
import { resolvePath } from './names.ts';
import { NUMBER } from './number_functions.ts';
import type { Signature } from './signature.ts';
import { TEXT } from './text_functions.ts';
import { shifted, TIME, unitNamed } from './time_functions.ts';
import type { Tree } from './tree.ts';
import { apply, asCondition, asNumber, isTime, literal, literalOf, type Scope, shown, type Typed } from './typed.ts';

/** What is resolved: over rows, or over aggregates of rows. */
export interface Resolving extends Scope {
  /** Aggregates met so far; null where only rows are spoken of. */
  readonly aggregates: AggregateNode[] | null;
  /** Inside the brackets of an aggregate, where rows are spoken of again. */
  inside: boolean;
  /** Of the rows that are aggregated; 1 = all. */
  readonly share: number;
  /** What a statement has besides, asked first; null = as everywhere. */
  readonly special: ((syntax: Syntax) => Typed | null) | null;
  /** What stands in two places (the subject of `between` and `case`) is resolved once. */
  readonly done: Map<Syntax, Typed>;
}

const FUNCTIONS: Readonly<Record<string, Signature>> = { ...LOGIC, ...NUMBER, ...TEXT, ...TIME };
/** Every function of values by its name, for messages and documentation. */
export const FUNCTION_LIST: readonly string[] = Object.keys(FUNCTIONS);

/** Whether it is one of them, in whatever case. */
export function isFunction(name: string): boolean {
  return BY_NAME.has(name.toLowerCase());
}

const BY_NAME = new Map(FUNCTION_LIST.map((name) => [name.toLowerCase(), name]));

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
    `${name} has a value for each event; here one number is needed for many events. Write sum(${name}), avg(${name}), uniq(${name}) or another of ${AGGREGATE_FUNCTIONS.join(', ')}.`,
  );
}

function resolveUnary(scope: Resolving, { operator, of, at }: Extract<Syntax, { kind: 'unary' }>): Typed {
  const typed = resolveSyntax(scope, of);
  if (operator === 'not') return { type: 'boolean', node: apply('not', asCondition(scope, typed)), at };
  const value = literalOf(typed);
  if (typeof value === 'number') return { type: 'number', node: literal(-value), at };
  return { type: 'number', node: apply('negate', asNumber(scope, typed)), at };
}

const CALCULATIONS = { '+': 'add', '-': 'subtract', '*': 'multiply', '/': 'divide', '%': 'modulo' } as const;
const COMPARISONS: readonly BinaryOperator[] = ['=', '!=', '<', '<=', '>', '>='];

function resolveBinary(scope: Resolving, syntax: Extract<Syntax, { kind: 'binary' }>): Typed {
  const { operator, at } = syntax;
  const left = resolveSyntax(scope, syntax.left);
  const right = resolveSyntax(scope, syntax.right);
  if (COMPARISONS.includes(operator)) return compare(scope, operator as ComparisonOperator, left, right, at);
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
      return match(scope, operator as MatchOperator, left, right, at);
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

function calculate(scope: Scope, operator: keyof typeof CALCULATIONS, left: Typed, right: Typed, at: number): Typed {
  const isSum = operator === '+' || operator === '-';
  if (isSum && right.type === 'interval' && right.unit !== undefined) {
    const start = left.type === 'any' || left.type === 'text' || isTime(left) ? left : null;
    if (start !== null) return shifted(scope, start, right.node, right.unit, operator === '+' ? 1 : -1, at);
  }
  if (left.type === 'date' && right.type === 'number' && isSum) {
    return { type: 'date', node: apply(CALCULATIONS[operator], left.node, right.node), at };
  }
  const node = apply(CALCULATIONS[operator], asNumber(scope, left), asNumber(scope, right));
  return { type: 'number', node, at };
}

function resolveElement(scope: Resolving, { of, index, at }: Extract<Syntax, { kind: 'element' }>): Typed {
  const parts = resolveSyntax(scope, of);
  if (parts.type === 'array' || parts.type === 'any') {
    const member = resolveSyntax(scope, index);
    return {
      type: 'any',
      node: apply('json_get', parts.node, member.type === 'text' ? member.node : asNumber(scope, member)),
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
  if (isAggregate(call.name)) return resolveAggregate(scope, call);
  const name = BY_NAME.get(call.name.toLowerCase());
  if (name === undefined) throw unknownFunction(scope, call);
  const { min, max, make } = FUNCTIONS[name]!;
  if (call.parameters !== null) throw wrongAt(scope.source, call.at, `${name} has one pair of brackets.`);
  if (call.distinct) throw wrongAt(scope.source, call.at, 'distinct belongs to count: count(distinct person_id).');
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
    call.args.map((arg) => resolveSyntax(scope, arg)),
    call.at,
  );
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
  const args = call.args.map((arg) => resolveSyntax(scope, arg));
  scope.inside = false;
  const { node, type } = aggregateOf(scope, call, args);
  const number: Tree = { kind: 'column', index: aggregates.push(node) - 1 };
  const grows = node.name === 'count' || node.name === 'sum' || node.name === 'unique';
  const scaled = grows && scope.share !== 1 ? apply('divide', number, literal(scope.share)) : number;
  return { type, node: scaled, at: call.at };
}

function unknownFunction(scope: Resolving, call: CallSyntax): Error {
  const known = scope.aggregates === null ? FUNCTION_LIST : [...AGGREGATE_FUNCTIONS, ...FUNCTION_LIST];
  const list = [...known].sort((a, b) => a.localeCompare(b)).join(', ');
  return wrongAt(
    scope.source,
    call.at,
    `there is no function ${call.name}. ${nearestText(call.name, known)}Functions are: ${list}.`,
  );
}
