/** Conditions on an event's page elements: filters of type `element`, and conditions of actions. */

import { isOneOf } from '../../../base/known.ts';
import { invalid } from '../../../model/error.ts';
import {
  ALL,
  ELEMENT_PARTS,
  type ElementPart,
  either,
  not,
  type Predicate,
  type ValueSource,
  type ValueTest,
} from '../../../model/question/predicate.ts';
import { type Operator, resolveTest, type TestSetting } from './operators.ts';
import { parseSelector } from './selector.ts';

const CHAIN: ValueSource = { of: 'event', key: '$elements_chain' };
const KEYS = ['selector', ...ELEMENT_PARTS];
/** Tests of an element's text are of these types only. */
const TEXT_KINDS: readonly string[] = ['equal', 'contains', 'regex', 'set'];

/** Matches if any element of the chain does. A negative operator matches if none does. */
export function elementFilter(part: ElementPart, test: ValueTest): Predicate {
  return { kind: 'value', source: CHAIN, test: { op: 'element', part, test } };
}

/** Matches any of the selectors. An empty one matches everything. */
export function selectorFilter(texts: readonly string[], attr: string): Predicate {
  const selectors = texts.map((text) => parseSelector(text, attr));
  if (selectors.some((selector) => selector.length === 0)) return ALL;
  return { kind: 'value', source: CHAIN, test: { op: 'selector', selectors } };
}

/** A filter of type `element`. An empty list matches nothing here; other filters ignore it as unfinished. */
export function resolveElementFilter(
  key: string,
  operator: Operator,
  value: unknown,
  attr: string,
  setting: TestSetting,
): Predicate {
  checkOperator(key, operator, attr);
  if (operator.kind !== 'set' && (value === undefined || value === null)) return ALL;
  const found = Array.isArray(value) && value.length === 0 && operator.kind !== 'set' ? NOTHING : read();
  return operator.negative ? not(found) : found;

  function read(): Predicate {
    if (!isOneOf(ELEMENT_PARTS, key))
      return selectorFilter((Array.isArray(value) ? value : [value]).map(String), `${attr}__value`);
    const tests = resolveTest(operator, value, `${attr}__value`, setting) ?? [];
    return either(tests.map((test) => elementFilter(key, test)));
  }
}

const NOTHING: Predicate = { kind: 'none' };

function checkOperator(key: string, operator: Operator, attr: string): void {
  if (!KEYS.includes(key)) {
    throw invalid(`${attr}__key`, `Elements are filtered by one of ${KEYS.join(', ')}.`, 'invalid_choice');
  }
  const isNarrow = key === 'selector' || key === 'tag_name';
  if (isNarrow ? operator.kind === 'equal' : TEXT_KINDS.includes(operator.kind)) return;
  const known = isNarrow ? 'exact and is_not' : 'exact, icontains, regex, is_set and their opposites';
  throw invalid(`${attr}__operator`, `For an element's ${key} use ${known}.`, 'invalid_choice');
}
