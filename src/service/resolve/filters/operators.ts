/** Operators of property filters: the test that each one means, and the value it needs. */

import { numberInText } from '../../../base/decimal.ts';
import { meantText, nearestNames } from '../../../base/nearest.ts';
import { patternSteps } from '../../../base/pattern_text.ts';
import type { Clock } from '../../../base/time.ts';
import { addUnits, floorTo, fromWall, MAX_MS, MIN_MS, parseLooseDate, toWallEdge } from '../../../base/time.ts';
import { patternProblem } from '../../../engine/select/values/pattern.ts';
import { invalid, notOneOf, notSupported } from '../../../model/error.ts';
import { LIMIT } from '../../../model/limit.ts';
import type { ValueTest } from '../../../model/question/predicate.ts';
import { parseDate } from '../dates/dates.ts';
import { versionTest } from './versions.ts';

type Kind = 'equal' | 'contains' | 'regex' | 'set' | 'bound' | 'between' | 'date' | 'version';

export interface Operator {
  readonly name: string;
  readonly kind: Kind;
  /** Whether the test is negated afterwards. Then a missing value passes. */
  readonly negative: boolean;
}

const POSITIVE: Readonly<Record<string, Kind>> = {
  exact: 'equal',
  icontains: 'contains',
  regex: 'regex',
  gt: 'bound',
  gte: 'bound',
  lt: 'bound',
  lte: 'bound',
  min: 'bound',
  max: 'bound',
  is_set: 'set',
  is_date_exact: 'date',
  is_date_before: 'date',
  is_date_after: 'date',
  between: 'between',
  not_between: 'between',
  in: 'equal',
  icontains_multi: 'contains',
  semver_eq: 'version',
  semver_gt: 'version',
  semver_gte: 'version',
  semver_lt: 'version',
  semver_lte: 'version',
  semver_tilde: 'version',
  semver_caret: 'version',
  semver_wildcard: 'version',
};
const NEGATIVE: Readonly<Record<string, Kind>> = {
  is_not: 'equal',
  not_icontains: 'contains',
  not_regex: 'regex',
  is_not_set: 'set',
  not_in: 'equal',
  not_icontains_multi: 'contains',
  semver_neq: 'version',
};
const OPERATORS = [...Object.keys(POSITIVE), ...Object.keys(NEGATIVE)];
const OTHER_OPERATORS = ['is_cleaned_path_exact'];

/** Names of the same operators in other products. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  ...{ '=': 'exact', '==': 'exact', eq: 'exact', equals: 'exact', equal: 'exact', is: 'exact' },
  ...{ '!=': 'is_not', neq: 'is_not', ne: 'is_not', not_equals: 'is_not', does_not_equal: 'is_not' },
  ...{ contains: 'icontains', like: 'icontains', not_contains: 'not_icontains', does_not_contain: 'not_icontains' },
  ...{ '>': 'gt', '>=': 'gte', '<': 'lt', '<=': 'lte', greater_than: 'gt', less_than: 'lt' },
  ...{ exists: 'is_set', not_exists: 'is_not_set', before: 'is_date_before', after: 'is_date_after' },
};

/** The default is exact. */
export function readOperator(sent: unknown, attr: string): Operator {
  const name = sent === undefined || sent === null || sent === '' ? 'exact' : String(sent);
  if (Object.hasOwn(POSITIVE, name)) return { name, kind: POSITIVE[name]!, negative: false };
  if (Object.hasOwn(NEGATIVE, name)) return { name, kind: NEGATIVE[name]!, negative: true };
  if (OTHER_OPERATORS.includes(name)) {
    throw notSupported(`operator ${name}`, attr, `"${name}" cannot be computed yet. Use ${OPERATORS.join(', ')}.`);
  }
  const usual = ELSEWHERE[name.toLowerCase()];
  const meant = meantText(usual === undefined ? nearestNames(name, OPERATORS).slice(0, 1) : [usual]);
  throw notOneOf(attr, OPERATORS, meant);
}

export interface TestSetting extends Clock {
  /** Counts steps of patterns. Returns false once those of the question are too many. */
  readonly spend: (steps: number) => boolean;
}

/** Tests, at least one of which must pass; null for an unfinished filter without a value. */
export function resolveTest(
  operator: Operator,
  value: unknown,
  attr: string,
  setting: TestSetting,
): ValueTest[] | null {
  if (operator.kind === 'set') return [{ op: 'set' }];
  if (value === undefined || value === null) return null;
  if (operator.kind === 'between') return between(operator.name, value, attr);
  const values = (Array.isArray(value) ? value : [value]).filter((item) => item !== null && item !== undefined);
  if (values.length === 0) return null;
  if (values.length > LIMIT.filter_values) {
    throw invalid(attr, `A filter may list ${LIMIT.filter_values} values, not more.`);
  }
  switch (operator.kind) {
    case 'equal':
      return [{ op: 'in', values: values.map((item) => exactText(item, attr)) }];
    case 'contains':
      return [{ op: 'contains', needles: values.map(textOf) }];
    case 'regex':
      return [{ op: 'matches', patterns: values.map((item) => readPattern(textOf(item), attr, setting)) }];
    case 'bound':
      return values.map((item) => bound(operator.name, readNumber(item, attr)));
    case 'version':
      return values.map((item) => versionTest(operator.name, textOf(item), attr));
    case 'date':
      return values.map((item) => dateTest(operator.name, item, attr, setting));
  }
}

/** Larger numbers are written with an exponent and are no ids. */
const DIGITS_END = 1e21;

/** @throws ServiceError for a number that may have lost digits before it came here: it would find another id, or none */
export function refuseRounded(value: unknown, attr: string): void {
  if (!Number.isInteger(value) || Number.isSafeInteger(value) || Math.abs(Number(value)) >= DIGITS_END) return;
  throw invalid(
    attr,
    'A number of so many digits is rounded on its way. Send it as text, in quotes: "12345678901234567890".',
  );
}

function exactText(value: unknown, attr: string): string {
  refuseRounded(value, attr);
  return textOf(value);
}

/** Values are compared as text: 5 is "5", true is "true", an object is its JSON. */
function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** @throws ServiceError if RE2 cannot parse the pattern, or it or all of the question's need too much work */
export function readPattern(pattern: string, attr: string, { spend }: TestSetting): string {
  if (pattern.length > LIMIT.regex_chars) {
    throw invalid(attr, `A regular expression may have ${LIMIT.regex_chars} characters, not more.`, 'max_length');
  }
  // Before the pattern is compiled, which is what takes long.
  if (!spend(patternSteps(pattern))) {
    throw invalid(
      attr,
      `The regular expressions of a question may have ${LIMIT.regex_steps_asked} parts together, with all that they repeat written out. Send fewer, or repeat less.`,
    );
  }
  const problem = patternProblem(pattern);
  if (problem === null) return pattern;
  throw invalid(attr, `Invalid regular expression. ${problem}`);
}

function bound(name: string, limit: number): ValueTest {
  const below = name === 'lt' || name === 'lte' || name === 'max';
  return {
    op: 'number',
    min: below ? Number.NEGATIVE_INFINITY : limit,
    max: below ? limit : Number.POSITIVE_INFINITY,
    min_open: name === 'gt',
    max_open: name === 'lt',
  };
}

/** Not between is below or above: what is missing or no number is neither. */
function between(name: string, value: unknown, attr: string): ValueTest[] {
  if (!Array.isArray(value) || value.length !== 2) {
    throw invalid(attr, `The ${name} operator requires a two-element array [min, max].`);
  }
  const [min, max] = value.map(toNumber);
  if (min === undefined || max === undefined || Number.isNaN(min) || Number.isNaN(max)) {
    throw invalid(attr, `The ${name} operator requires numeric values: [18, 65].`);
  }
  if (min > max) throw invalid(attr, `The ${name} operator requires min value to be less than or equal to max value.`);
  return name === 'between'
    ? [{ op: 'number', min, max, min_open: false, max_open: false }]
    : [bound('lt', min), bound('gt', max)];
}

function readNumber(value: unknown, attr: string): number {
  const number = toNumber(value);
  if (Number.isNaN(number)) {
    throw invalid(attr, 'A number is required here. To compare dates, use is_date_before or is_date_after.');
  }
  return number;
}

/** NaN for anything but a number or numeric text. */
function toNumber(value: unknown): number {
  if (typeof value === 'string') return numberInText(value) ?? Number.NaN;
  return typeof value === 'number' && Number.isFinite(value) ? value : Number.NaN;
}

/** A bare day means the whole day: before its start, after its end, or within it. */
function dateTest(name: string, value: unknown, attr: string, clock: Clock): ValueTest {
  const date = readDate(value, clock);
  if (date === null) {
    throw invalid(
      attr,
      'Could not read the date. Send 2026-01-31, 2026-01-31 13:00:00, 2026-01-31T13:00:00Z, seconds since 1970, or a relative date as -7d or -6h.',
    );
  }
  const { timezone } = clock;
  const first_ms = date.whole_day ? floorTo(timezone, date.ms, 'day', clock.week_start) : date.ms;
  const next_ms = date.whole_day ? addUnits(timezone, first_ms, 1, 'day') : date.ms + 1;
  const from_ms = name === 'is_date_before' ? MIN_MS : name === 'is_date_after' ? next_ms : first_ms;
  const until_ms = name === 'is_date_before' ? first_ms : name === 'is_date_after' ? MAX_MS : next_ms;
  return {
    op: 'time',
    from_ms,
    until_ms,
    from_wall_ms: toWallEdge(timezone, from_ms),
    until_wall_ms: toWallEdge(timezone, until_ms),
  };
}

function readDate(value: unknown, clock: Clock): { ms: number; whole_day: boolean } | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const loose = parseLooseDate(value);
  if (loose !== null) {
    return { ms: loose.zoned ? loose.ms : fromWall(clock.timezone, loose.ms), whole_day: !loose.has_time };
  }
  const relative = parseDate(String(value), clock);
  return relative && { ms: relative.ms, whole_day: false };
}
