/** Compares only what a case names. A difference is a line of text that says where and what. */
import { isObject } from '../../src/base/json.ts';
import type { Expect } from './case.ts';

const TOLERANCE = 1e-6;

type Rows = readonly Record<string, unknown>[];

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 300 ? `${text.slice(0, 300)}…` : text;
}

/** Deep equality with a tolerance for numbers; `[x]` and `x` are told apart here. */
function same(expected: unknown, actual: unknown, tolerance: number): boolean {
  if (typeof expected === 'number' && typeof actual === 'number') return Math.abs(expected - actual) <= tolerance;
  if (Array.isArray(expected)) {
    return (
      Array.isArray(actual) &&
      actual.length === expected.length &&
      expected.every((item, at) => same(item, actual[at], tolerance))
    );
  }
  if (isObject(expected)) {
    return isObject(actual) && Object.keys(expected).every((key) => same(expected[key], actual[key], tolerance));
  }
  return expected === actual || (expected === null && actual === undefined);
}

export function different(where: string, expected: unknown, actual: unknown, tolerance = TOLERANCE): string[] {
  return same(expected, actual, tolerance) ? [] : [`${where}: expected ${show(expected)}, got ${show(actual)}`];
}

export function rowsOf(value: unknown): Rows {
  return Array.isArray(value) ? (value as Rows) : [];
}

/** Matches each expected row with one of the actual rows, any order; says which found none. */
export function asSet(
  expected: Rows,
  actual: Rows,
  compare: (wanted: Record<string, unknown>, got: Record<string, unknown>) => string[],
): string[] {
  const left = [...actual];
  const differences: string[] = [];
  for (const wanted of expected) {
    const at = left.findIndex((got) => compare(wanted, got).length === 0);
    if (at < 0) differences.push(`no row like ${show(wanted)} among ${show(left)}`);
    else left.splice(at, 1);
  }
  return differences;
}

/** An element; negative places count from the end. */
function at(list: unknown, place: string): unknown {
  return Array.isArray(list) ? list.at(Number(place)) : undefined;
}

export function compareTrend(expect: Expect, answer: Readonly<Record<string, unknown>>): string[] {
  const result = rowsOf(answer['result']);
  const tolerance = typeof expect['tolerance'] === 'number' ? expect['tolerance'] : TOLERANCE;
  const compare = (wanted: Record<string, unknown>, got: Record<string, unknown>) =>
    compareSeries(wanted, got, tolerance);
  const count = expect['series_count'];
  const differences = count === undefined ? [] : different('series_count', count, result.length);
  const series = rowsOf(expect['series']);
  if (expect['unordered'] === true) return [...differences, ...asSet(series, result, compare)];
  for (const [place, wanted] of series.entries()) {
    const got = result[place];
    if (!got) differences.push(`series ${place}: missing, wanted ${show(wanted)}`);
    else differences.push(...compare(wanted, got).map((text) => `series ${place} ${text}`));
  }
  return differences;
}

function compareSeries(wanted: Record<string, unknown>, got: Record<string, unknown>, tolerance: number): string[] {
  return Object.entries(wanted).flatMap(([key, value]) => {
    if (key.endsWith('_at')) return comparePoints(key.slice(0, -3), value, got, tolerance);
    if (key.endsWith('_length')) {
      const list = got[key.slice(0, -7)];
      return different(key, value, Array.isArray(list) ? list.length : undefined);
    }
    if (key === 'breakdown_value') return sameValue(value, got[key]) ? [] : different(key, value, got[key]);
    return different(key, value, got[key], tolerance);
  });
}

function comparePoints(name: string, points: unknown, got: Record<string, unknown>, tolerance: number): string[] {
  if (!isObject(points)) return [`${name}_at is no object`];
  return Object.entries(points).flatMap(([place, value]) =>
    different(`${name}[${place}]`, value, at(got[name], place), tolerance),
  );
}

/** `[x]` and `x` are equal as a breakdown value; so are numbers and their text. */
function sameValue(expected: unknown, actual: unknown): boolean {
  const plain = (value: unknown): unknown => (Array.isArray(value) && value.length === 1 ? value[0] : value);
  const [left, right] = [plain(expected), plain(actual)];
  return JSON.stringify(left) === JSON.stringify(right) || String(left) === String(right);
}

export function compareFunnel(expect: Expect, answer: Readonly<Record<string, unknown>>): string[] {
  const result = answer['result'];
  if (Array.isArray(expect['breakdowns'])) return compareBreakdowns(expect, result);
  if (expect['trend'] !== undefined) return compareFunnelTrend(rowsOf(expect['trend']), rowsOf(result)[0]);
  if (expect['bins'] !== undefined) return compareBins(expect, result);
  return compareSteps(rowsOf(expect['steps']), rowsOf(result));
}

/** A case may name some of the steps only; none means that there are none. */
function compareSteps(expected: Rows, actual: Rows): string[] {
  const differences = expected.length === 0 ? different('number of steps', 0, actual.length) : [];
  for (const [place, wanted] of expected.entries()) {
    const got = actual.find((step) => step['order'] === (wanted['order'] ?? place));
    if (!got) differences.push(`step ${place}: missing`);
    else
      differences.push(
        ...Object.keys(wanted).flatMap((key) => different(`step ${place} ${key}`, wanted[key], got[key])),
      );
  }
  return differences;
}

function compareBreakdowns(expect: Expect, result: unknown): string[] {
  const expected = rowsOf(expect['breakdowns']);
  const actual = (Array.isArray(result) ? result : []).map(breakdownRow);
  const differences = different('number of breakdown values', expected.length, actual.length);
  const compare = (wanted: Record<string, unknown>, got: Record<string, unknown>): string[] => [
    ...(sameValue(wanted['value'], got['value']) ? [] : different('value', wanted['value'], got['value'])),
    ...(wanted['steps'] === undefined ? [] : compareSteps(rowsOf(wanted['steps']), rowsOf(got['steps']))),
    ...(wanted['trend'] === undefined
      ? []
      : compareFunnelTrend(rowsOf(wanted['trend']), got['series'] as Record<string, unknown>)),
  ];
  if (expect['unordered'] === true) return [...differences, ...asSet(expected, actual, compare)];
  for (const [place, wanted] of expected.entries()) {
    const got = actual[place];
    if (got) differences.push(...compare(wanted, got).map((text) => `breakdown ${place} ${text}`));
  }
  return differences;
}

/** A table of steps carries its value on each step (of a cohort the name, beside its number); a series carries it itself. */
function breakdownRow(item: unknown): Record<string, unknown> {
  if (Array.isArray(item)) {
    const { breakdown_value, breakdown = breakdown_value } = rowsOf(item)[0] ?? {};
    return { value: breakdown, steps: item };
  }
  return { value: isObject(item) ? item['breakdown_value'] : undefined, series: item };
}

function compareFunnelTrend(expected: Rows, series: Record<string, unknown> | undefined): string[] {
  const days = Array.isArray(series?.['days']) ? (series['days'] as string[]) : [];
  return expected.flatMap((wanted) => {
    const date = String(wanted['date']);
    const place = days.findIndex((day) => day === date || (day.startsWith(date.slice(0, 10)) && date.length === 10));
    if (place < 0) return [`no point on ${date} among ${show(days)}`];
    const names = { conversion_rate: 'data', reached_from: 'reached_from_counts', reached_to: 'reached_to_counts' };
    return Object.entries(names).flatMap(([key, name]) =>
      wanted[key] === undefined || wanted[key] === null
        ? []
        : different(`${date} ${key}`, wanted[key], at(series?.[name], String(place)), 0.01),
    );
  });
}

function compareBins(expect: Expect, result: unknown): string[] {
  const got = isObject(result) ? result : {};
  return [
    ...different('bins', expect['bins'], got['bins']),
    ...different('average_conversion_time', expect['average_conversion_time'], got['average_conversion_time'], 0.01),
  ];
}
