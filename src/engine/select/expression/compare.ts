/** Comparisons of two values of any type. */
import { textOf, type Value } from '../../frame/column.ts';
import { toNumber } from './casts.ts';

/** What the two are compared by: by value if one is a number and the other is one or a text that holds one, else by text. */
function compared(left: Value, right: Value): readonly [number | string | null, number | string | null] {
  if (typeof left === 'number' && typeof right === 'string') return withNumber(left, right);
  if (typeof left === 'string' && typeof right === 'number') {
    const [number, text] = withNumber(right, left);
    return [text, number];
  }
  return [textOf(left), textOf(right)];
}

function withNumber(number: number, text: string): readonly [number | string | null, number | string] {
  const held = toNumber(text);
  return held === null ? [textOf(number), text] : [number, held];
}

/** Missing equals missing. */
export function isEqual(left: Value, right: Value): boolean {
  if (typeof left === 'number' && typeof right === 'number') return left === right;
  if (typeof left === 'string' && typeof right === 'string') return left === right;
  const [a, b] = compared(left, right);
  return a === b;
}

/** false if either is missing. */
export function isLess(left: Value, right: Value): boolean {
  if (typeof left === 'number' && typeof right === 'number') return left < right;
  if (typeof left === 'string' && typeof right === 'string') return left < right;
  const [a, b] = compared(left, right);
  return a !== null && b !== null && a < b;
}

/** Not `!isLess`, because of missing values. */
export function isAtMost(left: Value, right: Value): boolean {
  return left !== null && right !== null && (isLess(left, right) || isEqual(left, right));
}

/** As `isEqual` with each item. Equal numbers have equal texts; other texts of a number are looked up by what they hold. */
export function member(constants: readonly (Value | undefined)[]): (args: readonly Value[]) => Value {
  const list = constants.slice(1);
  if (list.includes(undefined)) return ([value, ...of]) => value !== null && of.some((item) => isEqual(value!, item));
  const members = new Set(list.map((item) => textOf(item!)));
  const of_texts = new Set(list.filter((item) => typeof item === 'string').map(toNumber));
  const numbers = new Set<Value>(list.filter((item) => typeof item === 'number'));
  return ([value]) => {
    if (value === null || members.has(textOf(value!))) return value !== null;
    if (typeof value === 'number') return of_texts.has(value);
    return typeof value === 'string' && numbers.size > 0 && numbers.has(toNumber(value));
  };
}
