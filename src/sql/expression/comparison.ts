/** Comparisons: both sides are cast to one type; missing values are neither less nor greater. */
import { patternProblem } from '../../engine/select/values/pattern.ts';
import { LIMIT } from '../../model/limit.ts';
import type { FunctionName } from '../../model/question/expression.ts';
import { wrongAt } from '../grammar/source.ts';
import type { ComparisonOperator } from '../grammar/syntax.ts';
import { orBlank } from './names.ts';
import type { Tree } from './tree.ts';
import {
  apply,
  asDate,
  asNumber,
  asText,
  asTime,
  isTime,
  itemNode,
  literal,
  literalOf,
  mismatch,
  type Scope,
  shown,
  type Typed,
} from './typed.ts';

const NAMES: Readonly<Record<ComparisonOperator, FunctionName>> = {
  '=': 'equal',
  '!=': 'not_equal',
  '<': 'less',
  '<=': 'less_equal',
  '>': 'greater',
  '>=': 'greater_equal',
};

export function compare(scope: Scope, operator: ComparisonOperator, left: Typed, right: Typed, at: number): Typed {
  const isBlank = [left, right].some((side) => literalOf(side) === '');
  const sides = isBlank ? ([orBlank(left), orBlank(right)] as const) : ([left, right] as const);
  const [a, b] = comparable(scope, operator, ...sides);
  return { type: 'boolean', node: apply(NAMES[operator], a, b), at };
}

/** Both sides as values of one type. */
function comparable(scope: Scope, operator: ComparisonOperator, left: Typed, right: Typed): [Tree, Tree] {
  const sides = [left, right] as const;
  for (const side of sides) shown(scope, side); // Refuses lists and intervals.
  const both = (cast: (scope: Scope, typed: Typed) => Tree): [Tree, Tree] => [cast(scope, left), cast(scope, right)];
  if (left.type === 'null' || right.type === 'null') return [left.node, right.node];
  if (sides.some(isTime)) return both(sides.some(({ type }) => type === 'time' || type === 'second') ? asTime : asDate);
  if (sides.some(({ type }) => type === 'number')) return both(asComparedNumber);
  if (sides.some(({ type }) => type === 'boolean')) return both(asComparedFlag);
  if (sides.some((side) => side.type !== 'any' && side.type !== 'text')) return both(asText);
  // Values of properties are compared by what they are. As text it is the same here, and there are dictionaries of texts.
  const isSame = (operator === '=' || operator === '!=') && sides.some(isOwnText);
  return isSame ? both(asText) : [left.node, right.node];
}

/** Whether it is literal text that equals as text whatever it equals: no other form of a number, such as '5.0'. */
function isOwnText(typed: Typed): boolean {
  const value = literalOf(typed);
  const held = heldNumber(typed);
  return typeof value === 'string' && (held === null || String(held) === value);
}

/** The number that literal text holds; null if it holds none. */
function heldNumber(typed: Typed): number | null {
  const value = literalOf(typed);
  const isNumeric = typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value));
  return isNumeric ? Number(value) : null;
}

/** Casts for a comparison of numbers. Literal text may hold a number. */
export function asComparedNumber(scope: Scope, typed: Typed): Tree {
  const held = heldNumber(typed);
  return held === null ? asNumber(scope, typed) : literal(held);
}

/** Of the numbers 1 is true and 0 is false; as conditions all others are true, but they equal neither. */
function asComparedFlag(scope: Scope, typed: Typed): Tree {
  if (typed.type === 'boolean') return typed.node;
  if (typed.type === 'any') {
    const other = apply(
      'not',
      apply('in', apply('coalesce', apply('to_number', typed.node), literal(0)), literal(0), literal(1)),
    );
    return apply('choose', other, literal(null), apply('to_boolean', typed.node));
  }
  const value = String(literalOf(typed)).toLowerCase();
  if (value === 'true' || value === 'false') return literal(value === 'true');
  throw mismatch(scope, typed, 'true or false', 'A condition can be compared with true and false only.');
}

/** Whether the value is in the list: the same as a comparison by = with each item. */
export function isIn(scope: Scope, value: Typed, list: Typed, at: number): Typed {
  if (list.type === 'array') {
    shown(scope, value); // Refuses lists and intervals.
    return { type: 'boolean', node: apply('has_item', itemNode(scope, value), list.node), at };
  }
  const said = list.type === 'list' ? (list.items ?? []) : [list];
  const items = said.filter((item) => item.type !== 'null');
  const open = items.find((item) => literalOf(item) === undefined);
  if (open !== undefined || said.some((item) => item.type === 'list')) {
    throw wrongAt(scope.source, (open ?? list).at, "in needs a list of plain values: ('a', 'b').");
  }
  const cast = castOfMembers(value, items);
  const node = apply('in', cast(scope, value), ...items.map((item) => cast(scope, item)));
  return { type: 'boolean', node, at };
}

function castOfMembers(value: Typed, items: readonly Typed[]): (scope: Scope, typed: Typed) => Tree {
  if (value.type === 'time' || value.type === 'second') return asTime;
  if (value.type === 'date') return asDate;
  if (value.type === 'number') return asComparedNumber;
  if (value.type === 'boolean') return asComparedFlag;
  if (value.type === 'null') return shown;
  if (value.type !== 'any' || items.length === 0) return asText;
  if (items.every((item) => item.type === 'number')) return asNumber;
  if (items.every((item) => item.type === 'boolean')) return asComparedFlag;
  if (items.every(isOwnText)) return asText;
  return (scope, typed) => (isTime(typed) ? shown(scope, typed) : typed.node);
}

/** LIKE and regular expressions: `name` of text and pattern. */
export function matching(
  scope: Scope,
  name: 'like' | 'ilike' | 'matches',
  text: Typed,
  pattern: Typed,
  at: number,
): Typed {
  const node = apply(name, shown(scope, text), literal(patternOf(scope, pattern, name === 'matches')));
  return { type: 'boolean', node, at };
}

/** Patterns must be literals, so that they are compiled once and errors are reported here. */
export function patternOf(scope: Scope, pattern: Typed, is_regex: boolean): string {
  const value = literalOf(pattern);
  if (typeof value !== 'string') throw mismatch(scope, pattern, 'a pattern in quotes', "Write it out: 'abc'.");
  if (value.length > LIMIT.regex_chars) {
    throw wrongAt(scope.source, pattern.at, `a pattern has at most ${LIMIT.regex_chars} characters.`);
  }
  const problem = is_regex ? patternProblem(value) : null;
  if (problem === null) return value;
  throw wrongAt(scope.source, pattern.at, `this is no regular expression that can be used. ${problem}`);
}

/** A comparison with a missing value is false, and true if negated. */
export function settled(condition: Typed, negated: boolean): Typed {
  const node = negated ? apply('not', condition.node) : condition.node;
  return { ...condition, node: apply('coalesce', node, literal(negated)) };
}
