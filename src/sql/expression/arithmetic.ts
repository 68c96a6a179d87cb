/** + - * / % of numbers, times and intervals; plus(a, b) and the like are the same. */
import { SECOND_MS } from '../../base/time.ts';
import { shifted } from './time_functions.ts';
import { apply, asNumber, isTime, literal, type Scope, type Typed } from './typed.ts';

const CALCULATIONS = { '+': 'add', '-': 'subtract', '*': 'multiply', '/': 'divide', '%': 'modulo' } as const;

export type Calculation = keyof typeof CALCULATIONS;

export function calculate(scope: Scope, operator: Calculation, left: Typed, right: Typed, at: number): Typed {
  const of_times = ofTimes(scope, operator, left, right, at);
  if (of_times !== null) return of_times;
  return { type: 'number', node: apply(CALCULATIONS[operator], asNumber(scope, left), asNumber(scope, right)), at };
}

function ofTimes(scope: Scope, operator: Calculation, left: Typed, right: Typed, at: number): Typed | null {
  if (operator === '+') return movedTime(scope, '+', left, right, at) ?? movedTime(scope, '+', right, left, at);
  if (operator === '-') return movedTime(scope, '-', left, right, at) ?? between(left, right, at);
  return null;
}

/** A time and an interval, or a number: of days for dates, otherwise of seconds. null for anything else. */
function movedTime(scope: Scope, operator: '+' | '-', time: Typed, by: Typed, at: number): Typed | null {
  if (by.type === 'interval') {
    const shift = { count: by.node, unit: by.unit!, sign: operator === '+' ? 1 : -1 } as const;
    return time.type === 'any' || time.type === 'text' || isTime(time) ? shifted(scope, time, shift, at) : null;
  }
  // What is subtracted may be a property that holds a date: only an item of a list is surely meant as a number.
  const is_number = by.type === 'number' || (by.type === 'any' && (operator === '+' || by.node.kind !== 'source'));
  if (!isTime(time) || !is_number) return null;
  const count = asNumber(scope, by);
  const steps = time.type === 'date' ? count : apply('multiply', count, literal(SECOND_MS));
  return { type: time.type, node: apply(CALCULATIONS[operator], time.node, steps), at };
}

/** Days between two dates, seconds between two times. */
function between(left: Typed, right: Typed, at: number): Typed | null {
  if (!isTime(left) || !isTime(right) || (left.type === 'date') !== (right.type === 'date')) return null;
  const passed = apply('subtract', left.node, right.node);
  return { type: 'number', node: left.type === 'date' ? passed : apply('divide', passed, literal(SECOND_MS)), at };
}
