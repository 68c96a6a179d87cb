/** Tests values. A test is prepared once (patterns compiled, case folded) and then run over distinct values. */
import { RE2JS } from 're2js';
import { unreachable } from '../../../base/assert.ts';
import { numberInText } from '../../../base/decimal.ts';
import { canonical, parseNested } from '../../../base/json.ts';
import { folded } from '../../../base/letters/caseless.ts';
import { parseLooseDate } from '../../../base/time.ts';
import { compareVersions, parseVersion } from '../../../base/version_text.ts';
import { LIMIT } from '../../../model/limit.ts';
import { parseChain } from '../../../model/question/elements.ts';
import type { ValueTest } from '../../../model/question/predicate.ts';
import { textOf, type Value } from '../../frame/column.ts';
import { findsElement, partOf } from './element_match.ts';
import { patternTest } from './pattern.ts';

/** Whether the value passes; null is "missing" and never passes. */
export type Tester = (value: Value) => boolean;

/** The tests that have bounds. */
type NumberTest = Extract<ValueTest, { op: 'number' }>;
type TimeTest = Extract<ValueTest, { op: 'time' }>;
type VersionTest = Extract<ValueTest, { op: 'version' }>;

export function prepare(test: ValueTest): Tester {
  switch (test.op) {
    case 'set':
      return (value) => value !== null;
    case 'in':
      return onText(oneOf(test.values));
    case 'contains': {
      const finders = test.needles.map(finderOf);
      return onText((text) => finders.some((find) => find(text)));
    }
    case 'matches': {
      const tests = test.patterns.map(patternTest);
      return onText((text) => tests.some((matches) => matches(text)));
    }
    case 'number':
      return (value) => {
        const number = numberOf(value);
        return number !== null && inBounds(test, number);
      };
    case 'version':
      return onText((text) => inVersions(test, text));
    case 'time':
      return (value) => inTime(test, value);
    case 'selector':
      return onText((text) => {
        const chain = parseChain(text);
        return test.selectors.some((selector) => findsElement(selector, chain));
      });
    case 'element': {
      const tester = prepare(test.test);
      return onText((text) => parseChain(text).some((element) => tester(partOf(element, test.part))));
    }
    default:
      return unreachable(test);
  }
}

/** The value as a number: a number itself, or text that reads as one; null for anything else. */
export function numberOf(value: Value): number | null {
  if (typeof value === 'number') return Number.isNaN(value) ? null : value;
  return typeof value === 'string' ? numberInText(value) : null;
}

function inBounds(test: NumberTest, value: number): boolean {
  return (
    (test.min_open ? value > test.min : value >= test.min) && (test.max_open ? value < test.max : value <= test.max)
  );
}

function inVersions({ min, max, min_open, max_open }: VersionTest, text: string): boolean {
  const version = parseVersion(text);
  if (version === null) return false;
  const above = min === null ? 1 : compareVersions(version, min);
  const below = max === null ? 1 : compareVersions(max, version);
  return (min_open ? above > 0 : above >= 0) && (max_open ? below > 0 : below >= 0);
}

function onText(test: (text: string) => boolean): Tester {
  return (value) => {
    const text = textOf(value);
    return text !== null && test(text);
  };
}

/** Tests for equal text. Texts of lists and objects are equal regardless of blanks and key order. */
function oneOf(values: readonly string[]): (text: string) => boolean {
  const wanted = new Set(values);
  const nested = new Set(values.map(canonicalText).filter((text) => text !== null));
  if (nested.size === 0) return (text) => wanted.has(text);
  return (text) => {
    if (wanted.has(text)) return true;
    const said = canonicalText(text);
    return said !== null && nested.has(said);
  };
}

/** The text in canonical form; null unless it is the text of a list or object. */
function canonicalText(text: string): string | null {
  const said = parseNested(text, LIMIT.json_depth);
  return said === undefined ? null : canonical(said);
}

/** Searches regardless of case. A needle with wildcards becomes a pattern of RE2, which takes linear time. */
function finderOf(needle: string): (text: string) => boolean {
  if (!/[%_]/.test(needle)) {
    const wanted = folded(needle);
    return (text) => folded(text).includes(wanted);
  }
  const source = needle.replace(/[^%_]+/g, (literal) => RE2JS.quote(literal));
  const pattern = RE2JS.compile(source.replaceAll('%', '.*').replace(/_/g, '.'), RE2JS.CASE_INSENSITIVE | RE2JS.DOTALL);
  return (text) => pattern.test(text);
}

function inTime(test: TimeTest, value: Value): boolean {
  if (typeof value !== 'string' && typeof value !== 'number') return false;
  const date = parseLooseDate(value);
  if (date === null) return false;
  if (date.zoned) return date.ms >= test.from_ms && date.ms < test.until_ms;
  return date.ms >= test.from_wall_ms && date.ms < test.until_wall_ms;
}
