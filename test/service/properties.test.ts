import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parseAbsolute } from '../../src/base/time.ts';
import type { Value } from '../../src/engine/frame/column.ts';
import { prepare } from '../../src/engine/select/values/value_test.ts';
import { ServiceError } from '../../src/model/error.ts';
import { LIMIT } from '../../src/model/limit.ts';
import { ALL, type Predicate } from '../../src/model/question/predicate.ts';
import { type FilterSetting, resolveFilters } from '../../src/service/resolve/filters/filters.ts';
import { decided } from '../oracle/predicate.ts';

interface PropertyCase {
  readonly operator: string;
  readonly filter_value: unknown;
  readonly property_value: unknown;
  readonly property_missing?: boolean;
  readonly match: boolean;
  readonly engine: 'sql' | 'flag';
  readonly now?: string;
}

const cases: PropertyCase[] = JSON.parse(readFileSync(join(import.meta.dirname, '../cases/properties.json'), 'utf8'));
const CLOCK: FilterSetting = {
  now_ms: 1_588_000_000_000,
  timezone: 'UTC',
  week_start: 0,
  groupTypes: () => [],
  spend: () => true,
  cohortNamed: () => '',
  behaviour: () => {
    throw new Error('these filters ask for no behaviour');
  },
  cohort: () => {
    throw new Error('these filters name no cohort');
  },
};

function asValue(sent: unknown): Value {
  return typeof sent === 'object' && sent !== null ? { json: JSON.stringify(sent) } : (sent as Value);
}

/** A row that has this one value for every property. */
function passes(predicate: Predicate, value: Value): boolean {
  return decided(predicate, ({ test }) => prepare(test)(value));
}

function filter(operator: string, value: unknown, clock: FilterSetting = CLOCK): Predicate {
  return resolveFilters([{ key: 'k', operator, value }], 'properties', clock);
}

describe('golden properties', () => {
  for (const [index, row] of cases.entries()) {
    const { operator, filter_value, property_value, match } = row;
    test(`${index} ${operator} ${JSON.stringify(filter_value)} on ${JSON.stringify(property_value)}`, () => {
      const now_ms = row.now === undefined ? CLOCK.now_ms : parseAbsolute(row.now, 'UTC')!.ms;
      const value = row.property_missing === true ? null : asValue(property_value);
      expect(passes(filter(operator, filter_value, { ...CLOCK, now_ms }), value)).toBe(match);
    });
  }
});

describe('operators', () => {
  test('wildcards of icontains stand for any run and any one character', () => {
    expect(passes(filter('icontains', 'A%d'), 'xabcdx')).toBe(true);
    expect(passes(filter('icontains', 'a_c'), 'ABC')).toBe(true);
    expect(passes(filter('icontains', 'a_c'), 'ac')).toBe(false);
    expect(passes(filter('icontains', 'a.%(c'), 'A.b\n(C')).toBe(true);
    expect(passes(filter('icontains', ['zzz', 'B']), 'abc')).toBe(true);
  });

  test('only decimals are numbers in a text, as ids and addresses begin with 0x', () => {
    for (const text of ['0x10', '0X10', '0b11', '0o17']) {
      expect([text, passes(filter('gt', 0), text)]).toEqual([text, false]);
      expect([text, passes(filter('not_between', [1, 2]), text)]).toEqual([text, false]);
      expect(() => filter('gt', text)).toThrow(expect.objectContaining({ code: 'invalid_input' }));
    }
    for (const text of ['16', ' 1.6e1 ', '+16.', '016'])
      expect([text, passes(filter('gt', 15), text)]).toEqual([text, true]);
  });

  test('a list is any of for positive operators, none of for negative ones', () => {
    expect(passes(filter('gt', [5]), 6)).toBe(true);
    expect(passes(filter('not_icontains', ['a', 'b']), 'xbx')).toBe(false);
    expect(passes(filter('not_regex', ['^a', '^b']), 'cab')).toBe(true);
    expect(passes(filter('exact', ['1', null, true]), true)).toBe(true);
    expect(passes(filter('exact', { a: [1, 'x'] }), { json: '{"a":[1,"x"]}' })).toBe(true);
  });

  test.each([
    ['in', 'exact'],
    ['not_in', 'is_not'],
    ['icontains_multi', 'icontains'],
    ['not_icontains_multi', 'not_icontains'],
  ])('%s is another name of %s', (name, plain) => {
    for (const value of ['a', 'ab', 'xyz', null]) {
      expect(passes(filter(name, ['a', 'y']), value)).toBe(passes(filter(plain, ['a', 'y']), value));
    }
  });

  describe('lists and objects are equal if they say the same', () => {
    const STORED = { json: '{"a":1,"b":{"y":[1,2],"x":null}}' };
    test.each([
      [{ a: 1, b: { y: [1, 2], x: null } }, true],
      [{ b: { x: null, y: [1, 2] }, a: 1 }, true],
      ['{ "b": {"x": null, "y": [1, 2]},\n "a": 1 }', true],
      [['no', '{"a": 1.0, "b": {"y": [1,2], "x": null}}'], true],
      [{ a: 1, b: { y: [2, 1], x: null } }, false],
      [{ a: '1', b: { y: [1, 2], x: null } }, false],
      [{ a: 1 }, false],
      ['{"a": 1, "b"', false],
    ])('%j', (value, is_equal) => {
      expect(passes(filter('exact', value), STORED)).toBe(is_equal);
      expect(passes(filter('is_not', value), STORED)).toBe(!is_equal);
    });

    test('a list is one of the values, or itself in a list', () => {
      expect(passes(filter('exact', [['x', { b: 1, a: 2 }]]), { json: '["x",{"a":2,"b":1}]' })).toBe(true);
      expect(passes(filter('exact', '["x", "y"]'), { json: '["x","y"]' })).toBe(true);
      expect(passes(filter('exact', '["y", "x"]'), { json: '["x","y"]' })).toBe(false);
    });

    test('plain texts are as they are', () => {
      expect(passes(filter('exact', ['x ', { a: 1 }]), 'x')).toBe(false);
      expect(passes(filter('exact', ['x ', { a: 1 }]), 'x ')).toBe(true);
      expect(passes(filter('exact', '{a: 1}'), '{a: 1}')).toBe(true);
      expect(passes(filter('exact', '{a: 1}'), '{a:1}')).toBe(false);
    });
  });

  test('min and max are gte and lte, between is inclusive', () => {
    expect([4, 5, 6].map((value) => passes(filter('min', 5), value))).toEqual([false, true, true]);
    expect([4, 5, 6].map((value) => passes(filter('max', '5'), value))).toEqual([true, true, false]);
    expect([4, 5, 6, '6 ', 7, null].map((value) => passes(filter('between', [5, '6']), value))).toEqual(
      [false, true, true, true, false, false], // numeric text counts
    );
    // What is no number is neither below nor above.
    expect([4, 5, 7, '7', 'x', null].map((value) => passes(filter('not_between', [5, 6]), value))).toEqual([
      true,
      false,
      true,
      true,
      false,
      false,
    ]);
  });

  test.each([
    ['semver_eq', '1.10', [0, 0, 0, 1, 0, 0]],
    ['semver_neq', '1.10', [1, 1, 1, 0, 1, 1]],
    ['semver_gt', '1.9.9', [0, 0, 0, 1, 1, 0]],
    ['semver_gte', '1.10.0', [0, 0, 0, 1, 1, 0]],
    ['semver_lt', '1.10.0', [1, 1, 1, 0, 0, 0]],
    ['semver_lte', '1.10.0', [1, 1, 1, 1, 0, 0]],
    ['semver_tilde', '1.9.1', [0, 0, 1, 0, 0, 0]],
    ['semver_tilde', '1', [0, 1, 1, 1, 0, 0]],
    ['semver_caret', '1.9', [0, 0, 1, 1, 0, 0]],
    ['semver_caret', '0.9.1', [1, 0, 0, 0, 0, 0]],
    ['semver_caret', '0.0.0', [0, 0, 0, 0, 0, 0]],
    ['semver_wildcard', '1.9.*', [0, 0, 1, 0, 0, 0]],
    ['semver_wildcard', '1.x', [0, 1, 1, 1, 0, 0]],
    ['semver_wildcard', '*', [1, 1, 1, 1, 1, 0]],
    ['semver_eq', ['1.2', 'v2.0.0'], [0, 1, 0, 0, 1, 0]],
  ])('%s %j compares versions number by number', (operator, value, expected) => {
    const values = ['0.9.9-beta', '1.2.0', 'app v1.9.1+7', '1.10', 2, 'new'];
    expect(values.map((one) => Number(passes(filter(operator, value), one)))).toEqual(expected);
  });

  test('text that is no number, booleans and lists fail every comparison', () => {
    for (const value of ['', ' ', 'abc', true, { json: '[5]' }, null])
      expect(passes(filter('gte', 0), value)).toBe(false);
  });

  test('dates without an offset are read in the project zone, those with one are instants', () => {
    const clock: FilterSetting = { ...CLOCK, timezone: 'US/Pacific' };
    const day = filter('is_date_exact', '2021-04-01', clock);
    expect(passes(day, '2021-04-01 23:30:00')).toBe(true);
    expect(passes(day, '2021-04-02T06:30:00Z')).toBe(true);
    expect(passes(day, '2021-04-01T06:30:00Z')).toBe(false);
    expect(passes(filter('is_date_after', '2021-04-01', clock), '2021-04-02')).toBe(true);
    expect(passes(filter('is_date_before', '2021-04-01', clock), '31.03.2021 23:59')).toBe(true);
    expect(passes(day, 42)).toBe(false);
    expect(passes(day, true)).toBe(false);
  });
});

describe('shapes', () => {
  const leaf = (key: string, values: string[]): Predicate => ({
    kind: 'value',
    source: { of: 'event', key },
    test: { op: 'in', values },
  });
  const read = (raw: unknown) => resolveFilters(raw, 'properties', CLOCK);

  test('nothing is true', () => {
    for (const raw of [undefined, null, '', [], {}, '[]', { type: 'AND', values: [] }, { type: 'OR', values: [] }]) {
      expect(read(raw)).toEqual(ALL);
    }
  });

  test('a filter without its value, or with an empty list, is true', () => {
    expect(read([{ key: 'a' }, { key: 'b', value: null }, { key: 'c', value: [] }])).toEqual(ALL);
    expect(read([{ key: 'c', value: [null], operator: 'is_not' }])).toEqual(ALL);
    expect(read({ type: 'OR', values: [{ key: 'a' }, { key: 'b', value: 'x' }] })).toEqual(ALL);
  });

  test('a list, one filter, the old form and JSON text say the same', () => {
    expect(read([{ key: 'a', value: 'x' }])).toEqual(leaf('a', ['x']));
    expect(read({ key: 'a', values: ['x'] })).toEqual(leaf('a', ['x']));
    expect(read({ a: 'x' })).toEqual(leaf('a', ['x']));
    expect(read('{"a":"x"}')).toEqual(leaf('a', ['x']));
    expect(read({ key: 'val' })).toEqual(leaf('key', ['val']));
    expect(read({ a__is_not: 'x' })).toEqual({ kind: 'not', of: leaf('a', ['x']) });
  });

  test('groups nest', () => {
    const raw = {
      type: 'AND',
      values: [
        {
          type: 'OR',
          values: [
            { key: 'a', value: 'x' },
            { key: 'b', value: 'y', type: 'events' },
          ],
        },
        { key: 'c', value: 1, type: 'person' },
        { key: 'd', value: true, type: 'group', group_type_index: '2' },
      ],
    };
    expect(read(raw)).toEqual({
      kind: 'and',
      of: [
        { kind: 'or', of: [leaf('a', ['x']), leaf('b', ['y'])] },
        { kind: 'value', source: { of: 'person', key: 'c' }, test: { op: 'in', values: ['1'] } },
        { kind: 'value', source: { of: 'group', type_index: 2, key: 'd' }, test: { op: 'in', values: ['true'] } },
      ],
    });
  });

  const one = (values: object) => [{ key: 'k', value: 'v', ...values }];
  test.each([
    [one({ type: 'cohort' }), 'invalid_input', 'properties__0__value', null],
    [one({ type: 'static-cohort', value: 1.5 }), 'invalid_input', 'properties__0__value', null],
    [one({ type: 'session' }), 'not_supported', 'properties__0__key', 'filter session k'],
    [one({ type: 'event_metadata' }), 'not_supported', 'properties__0__key', 'filter event_metadata k'],
    [one({ type: 'event_metadata', key: 'timestamp' }), 'invalid_choice', 'properties__0__operator', null],
    [one({ type: 'element' }), 'invalid_choice', 'properties__0__key', null],
    [one({ type: 'element', key: 'tag_name', operator: 'regex' }), 'invalid_choice', 'properties__0__operator', null],
    [one({ type: 'element', key: 'text', operator: 'gt' }), 'invalid_choice', 'properties__0__operator', null],
    [one({ type: 'element', key: 'selector', value: 'a + b' }), 'invalid_input', 'properties__0__value', null],
    [one({ type: 'people' }), 'invalid_choice', 'properties__0__type', null],
    [one({ operator: 'like' }), 'invalid_choice', 'properties__0__operator', null],
    [
      one({ operator: 'is_cleaned_path_exact' }),
      'not_supported',
      'properties__0__operator',
      'operator is_cleaned_path_exact',
    ],
    [one({ operator: 'semver_gt', value: 'new' }), 'invalid_input', 'properties__0__value', null],
    [one({ operator: 'toString' }), 'invalid_choice', 'properties__0__operator', null],
    [one({ type: 'group' }), 'required', 'properties__0__group_type_index', null],
    [one({ type: 'group', group_type_index: 5 }), 'invalid_input', 'properties__0__group_type_index', null],
    [[{ value: 'v' }], 'required', 'properties__0__key', null],
    [['x'], 'invalid_input', 'properties__0', null],
    [7, 'invalid_input', 'properties', null],
    ['{"a"', 'invalid_input', 'properties', null],
    [{ a__b: 'x' }, 'invalid_choice', 'properties__a__b__operator', null],
    [{ type: 'OR', values: 'x' }, 'not_a_list', 'properties__values', null],
    [{ type: 'XOR', values: [] }, 'invalid_choice', 'properties__type', null],
    [one({ operator: 'gt', value: 'abc' }), 'invalid_input', 'properties__0__value', null],
    [one({ operator: 'is_date_after', value: 'abc' }), 'invalid_input', 'properties__0__value', null],
    [one({ operator: 'regex', value: 'a'.repeat(LIMIT.regex_chars + 1) }), 'max_length', 'properties__0__value', null],
    [one({ operator: 'regex', value: '(a{40}){40}' }), 'invalid_input', 'properties__0__value', null],
    [one({ operator: 'regex', value: '(.{30}){30}(b{30}){40}' }), 'invalid_input', 'properties__0__value', null],
    [one({ operator: 'not_regex', value: '\\pL{1000}.{999}xy' }), 'invalid_input', 'properties__0__value', null],
    [one({ value: Array(LIMIT.filter_values + 1).fill('x') }), 'invalid_input', 'properties__0__value', null],
    [Array(LIMIT.filter_leaves + 1).fill({ key: 'k', value: 1 }), 'invalid_input', 'properties', null],
  ])('refuses %j', (raw, code, attr, needs) => {
    expect(() => read(raw)).toThrow(ServiceError);
    expect(() => read(raw)).toThrow(expect.objectContaining({ code, attr, needs }));
  });

  test('nesting and the number of filters over all groups are bounded', () => {
    const nested = (depth: number): unknown =>
      depth === 0 ? { key: 'k', value: 1 } : { type: 'AND', values: [nested(depth - 1)] };
    expect(read(nested(LIMIT.filter_depth))).not.toEqual(ALL);
    expect(() => read(nested(LIMIT.filter_depth + 1))).toThrow('nested');
    const half = { type: 'OR', values: Array(LIMIT.filter_leaves / 2).fill({ key: 'k', value: 1 }) };
    expect(read([half, half])).toMatchObject({ kind: 'and' });
    expect(() => read([half, half, { key: 'k', value: 1 }])).toThrow(`${LIMIT.filter_leaves}`);
  });

  test.each([
    ['between', [18], 'between operator requires a two-element array [min, max]'],
    ['between', 18, 'between operator requires a two-element array [min, max]'],
    ['not_between', [10, 1], 'not_between operator requires min value to be less than or equal to max value'],
    ['not_between', ['xyz', '123'], 'not_between operator requires numeric values'],
    ['between', [null, 10], 'between operator requires numeric values'],
    ['regex', '^abc\\', 'Invalid regular expression'],
    ['not_regex', '^foo(?!bar).+', 'Invalid regular expression'],
    ['regex', '(unclosed', 'Invalid regular expression'],
  ])('%s with %j is told what is wrong', (operator, value, message) => {
    expect(() => filter(operator, value)).toThrow(message);
  });
});
