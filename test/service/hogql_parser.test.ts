/** The grammar of expressions: precedence, and the position and text of refusals. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../src/model/error.ts';
import { LIMIT } from '../../src/model/limit.ts';
import {
  type ExpressionSetting,
  resolveAggregateExpression,
  resolveCondition,
  resolveValue,
} from '../../src/service/resolve/dates/expression.ts';
import { FUNCTION_LIST } from '../../src/sql/expression/resolver.ts';
import { parseExpression } from '../../src/sql/grammar/parser.ts';
import type { Syntax } from '../../src/sql/grammar/syntax.ts';
import { anyText } from '../support/any_text.ts';
import { refusal } from '../support/refusal.ts';
import { runs } from '../support/runs.ts';

const SETTING: ExpressionSetting = {
  now_ms: Date.parse('2026-01-15T12:00:00Z'),
  timezone: 'Europe/Berlin',
  week_start: 0,
  groupTypes: () => [{ group_type: 'company', group_type_index: 1 }],
};

/** As nested brackets. */
function shown(syntax: Syntax): string {
  switch (syntax.kind) {
    case 'literal':
      return typeof syntax.value === 'string' ? JSON.stringify(syntax.value) : String(syntax.value);
    case 'path':
      return syntax.parts.join('.');
    case 'list':
      return `[${syntax.items.map(shown).join(' ')}]`;
    case 'unary':
      return `(${syntax.operator} ${shown(syntax.of)})`;
    case 'binary':
      return `(${shown(syntax.left)} ${syntax.operator} ${shown(syntax.right)})`;
    case 'element':
      return `${shown(syntax.of)}[${shown(syntax.index)}]`;
    case 'interval':
      return `${shown(syntax.count)}-${syntax.unit}`;
    case 'call': {
      const parameters = syntax.parameters === null ? '' : `(${syntax.parameters.map(shown).join(' ')})`;
      const distinct = syntax.distinct ? 'distinct ' : '';
      return `${syntax.name}${parameters}(${distinct}${syntax.args.map(shown).join(' ')})`;
    }
    default:
      return syntax.kind;
  }
}

function parsed(text: string): string {
  return shown(parseExpression({ text, attr: 'x' }));
}

describe('the grammar', () => {
  test.each<[string, string]>([
    ['a or b and c', '(a or (b and c))'],
    ['a AND b Or c', '((a and b) or c)'],
    ['not a = b and c', '((not (a = b)) and c)'],
    ['not not a', '(not (not a))'],
    ['a = b + c * d', '(a = (b + (c * d)))'],
    ['a - b - c', '((a - b) - c)'],
    ['a / b % c * d', '(((a / b) % c) * d)'],
    ['-a * b', '((- a) * b)'],
    ['a - -1', '(a - (- 1))'],
    ['(a + b) * c', '((a + b) * c)'],
    ['a == b', '(a = b)'],
    ['a <> b', '(a != b)'],
    ["a || 'x' || b", '((a || "x") || b)'],
    ['a ?? b = c', '(a ?? (b = c))'],
    ['a ? b : c ? d : e', 'if(a b if(c d e))'],
    ['a and b ? c or d : e', 'if((a and b) (c or d) e)'],
    ['a is null or b is not null', '(isNull(a) or isNotNull(b))'],
    ['a + 1 is null', 'isNull((a + 1))'],
    ['a between 1 and 2 and b', '(((a >= 1) and (a <= 2)) and b)'],
    ['a not between 1 and 1 + 1', '(not ((a >= 1) and (a <= (1 + 1))))'],
    ["a in ('x', 'y')", '(a in ["x" "y"])'],
    ["a not in ['x']", '(a not in ["x"])'],
    ['a in (1)', '(a in 1)'],
    ["a not like 'x%' and b ilike 'y'", '((a not like "x%") and (b ilike "y"))'],
    [
      "a =~ 'x' and b !~ 'y' and c =~* 'z' and d !~* 'w'",
      '((((a =~ "x") and (b !~ "y")) and (c =~* "z")) and (d !~* "w"))',
    ],
    ["'it''s' = 'it\\'s'", '("it\'s" = "it\'s")'],
    ["'a\\n\\\\d\\.'", JSON.stringify('a\n\\d\\.')],
    ['properties.$browser', 'properties.$browser'],
    ["properties['a b'].c", 'properties.a b.c'],
    ['properties."a b"', 'properties.a b'],
    ['properties.`or`.and.1.x', 'properties.or.and.1.x'],
    ['properties.list[1]', 'properties.list.1'],
    ['properties.größe', 'properties.größe'],
    ["splitByChar('/', a)[2]", 'splitByChar("/" a)[2]'],
    ['quantile(0.9)(a)', 'quantile(0.9)(a)'],
    ['count(distinct a)', 'count(distinct a)'],
    ['count(*)', 'count()'],
    ['count()', 'count()'],
    ['and(a, or(b, c))', 'and(a or(b c))'],
    ['case when a then b else c end', 'multiIf(a b c)'],
    ["case a when 1 then 'x' when 2 then 'y' end", 'multiIf((a = 1) "x" (a = 2) "y" null)'],
    ['now() - interval 7 day', '(now() - 7-day)'],
    ["now() - interval '7 days'", '(now() - 7-days)'],
    ['1.5e2 + .5', '(150 + 0.5)'],
    ['TRUE = true', '(true = true)'],
    ['  a\n\t+ b ', '(a + b)'],
  ])('reads %s', (text, expected) => {
    expect(parsed(text)).toBe(expected);
  });

  test.each<[string, number, string]>([
    ['', 1, 'ends too early'],
    ['a +', 4, 'ends too early'],
    ['(a', 3, 'expected )'],
    ['a)', 2, '")" does not fit'],
    ['a b', 3, '"b" does not fit'],
    ['lower(a', 8, 'expected )'],
    ['lower(a,)', 9, '")" does not fit'],
    ["a = 'x", 5, 'no closing'],
    ['a = "x', 5, 'no closing'],
    ['a # b', 3, '"#"'],
    ['a 😀', 3, '"😀"'],
    ['a between 1', 12, 'expected and'],
    ['a is 5', 6, 'expected null'],
    ['a ? b', 6, 'expected :'],
    ['case a end', 8, 'expected when'],
    ['case when a then b', 19, 'expected end'],
    ['properties.', 12, 'expected a name'],
    ['and', 1, '"and" does not fit'],
    ['select a from b', 1, '"select" does not fit'],
    ["interval 'week'", 10, 'interval 7 day'],
    ['interval 7', 11, 'expected a unit'],
    [`${'('.repeat(LIMIT.expression_depth)}1`, LIMIT.expression_depth + 1, 'nested deeper'],
    [`${'-'.repeat(LIMIT.expression_depth)}1`, LIMIT.expression_depth + 1, 'nested deeper'],
    [`1${'+1'.repeat(LIMIT.expression_nodes)}`, LIMIT.expression_nodes, 'parts'],
    [' '.repeat(LIMIT.expression_chars + 1), LIMIT.expression_chars + 1, 'characters'],
  ])('refuses %s', (text, character, part) => {
    const error = refusal(() => parsed(text));
    expect(error.message).toContain(part);
    expect(error.message).toMatch(new RegExp(`at character ${character}:`));
    expect(error).toMatchObject({ code: 'invalid_input', attr: 'x', status: 400 });
  });
});

describe('meanings', () => {
  test.each<[string, number, string]>([
    ['plan', 1, 'A property is written properties.plan'],
    ['propertis.plan', 1, 'Did you mean properties'],
    ['properties', 1, 'which property? Write properties.NAME'],
    ['person.name', 1, 'person.properties.NAME'],
    ['group_7.properties.x', 1, 'there is no group_7'],
    ['companies.properties.x', 1, 'company.properties.NAME'],
    ['properties.plan = pro', 19, "'pro'"],
    ['lowercase(event)', 1, 'there is no function lowercase'],
    ['arrayJoin(properties.tags)', 1, 'there is no function arrayJoin. Use a statement of SQL: SELECT arrayJoin'],
    ['uper(event)', 1, 'Did you mean upper'],
    ['lower()', 1, 'lower takes 1 argument, not 0'],
    ['substring(event)', 1, '2 to 3 arguments'],
    ['if(true, 1)', 1, 'if takes 3'],
    ['multiIf(true, 1, 2, 3)', 1, 'pairs'],
    ['event + 1', 1, 'toFloat'],
    ['lower(1)', 7, 'toString'],
    ['timestamp > 5', 13, "'2026-01-31 13:00:00'"],
    ["timestamp > 'soon'", 13, '"soon" is no date'],
    ['timestamp - toDate(timestamp)', 1, 'dateDiff'],
    ['timestamp * timestamp', 1, 'dateDiff'],
    ["1 = 'x'", 5, 'found text'],
    ["(1 = 1) = 'x'", 11, 'true or false'],
    ['event', 1, "properties.plan = 'pro'"],
    ['timestamp', 1, 'expected a condition'],
    ['event in (event)', 11, 'list of plain values'],
    ["event = ('a', 'b')", 9, 'a list'],
    ['event =~ event', 10, 'a pattern in quotes'],
    ["event =~ '('", 10, 'RE2'],
    [`event like '${'x'.repeat(LIMIT.regex_chars + 1)}'`, 12, 'characters'],
    ["event =~ '(a{40}){40}'", 10, 'RE2'],
    ["event =~ '.{1000}.{1001}'", 10, 'parts'],
    ['lower(event)[1]', 13, 'splitByChar'],
    ["dateDiff('eon', timestamp, now())", 10, 'Units are second'],
    ["dateDiff('days', timestamp) > 1", 1, 'takes 3'],
    ['count() > 1', 1, 'math_hogql'],
    ['has(event, 1)', 5, 'expected a list'],
    ['lower(distinct event) = 1', 1, 'distinct belongs to count'],
    ['round(0.5)(event) = 1', 1, 'one pair of brackets'],
    ['interval 7 day = 1', 1, 'an interval'],
  ])('a filter %s is refused', (text, character, part) => {
    const error = refusal(() => resolveCondition(SETTING, text, 'x'));
    expect(error.message).toContain(part);
    expect(error.message).toMatch(new RegExp(`at character ${character}:`));
    expect(error).toMatchObject({ code: 'invalid_input', attr: 'x' });
  });

  test.each<[string, number, string]>([
    ['properties.price', 1, 'Write sum(properties.price)'],
    ['5', 1, 'an aggregate is needed'],
    ['sum(properties.a) + timestamp', 21, 'sum(timestamp)'],
    ['sum(sum(properties.a))', 5, 'inside another'],
    ['sum()', 1, 'sum(x)'],
    ['sum(1, 2)', 1, 'is written sum(x)'],
    ['groupArray(event)', 1, 'stands in SQL'],
    ['countIf()', 1, 'needs a condition'],
    ['sum(distinct properties.a)', 1, 'count(distinct'],
    ['quantile(properties.a)', 1, 'quantile(0.9)(x)'],
    ['quantile(2)(properties.a)', 1, 'from 0 to 1'],
    ['avg(event)', 5, 'toFloat'],
    ['min(timestamp)', 1, 'dateDiff'],
    ["concat('a', count())", 1, 'toFloat'],
    ['total(properties.a)', 1, 'Functions are'],
  ])('a math %s is refused', (text, character, part) => {
    const error = refusal(() => resolveAggregateExpression(SETTING, text, 'x'));
    expect(error.message).toContain(part);
    expect(error.message).toMatch(new RegExp(`at character ${character}:`));
  });

  test('functions are found in any case, and an unknown one lists all there are', () => {
    expect(resolveValue(SETTING, 'LOWER(event)', 'x')).toEqual(resolveValue(SETTING, 'lower(event)', 'x'));
    const { message } = refusal(() => resolveValue(SETTING, 'f(1)', 'x'));
    for (const name of FUNCTION_LIST) expect(message).toContain(name);
  });

  test('names lead where they say', () => {
    const source = (text: string) => resolveValue(SETTING, text, 'x').nodes;
    expect(source('company.properties.size')).toEqual(source('group_1.properties.size'));
    expect(source('events.properties.a')).toEqual(source("properties['a']"));
    expect(source('person.id')).toEqual(source('person_id'));
    expect(source('session.$session_duration')).toEqual(source('$session_duration'));
    expect(source('$group_0')).toEqual(source('properties.$group_0'));
    expect(source('group_0.key')).toEqual(source('$group_0'));
  });

  test('what is nested stays small, though each level speaks of the one inside several times', () => {
    const nested = (before: string, after: string) => `${before.repeat(40)}timestamp${after.repeat(40)}`;
    for (const text of [
      nested('toStartOfHour(', ')'),
      nested('addMonths(', ', 1)'),
      nested('(', " between '2026-01-01' and '2027-01-01' ? now() : now())"),
    ]) {
      expect(resolveValue(SETTING, text, 'x').nodes.length).toBeLessThan(600);
    }
  });

  test('nothing that is written breaks it: it is computed or refused with a place', () => {
    const word = fc.constantFrom(
      ...[
        'properties.a',
        'event',
        'timestamp',
        'person_id',
        '(',
        ')',
        '[',
        ']',
        ',',
        '.',
        '?',
        ':',
        '+',
        '-',
        '*',
        '/',
      ],
      ...[
        '=',
        '<',
        '||',
        '??',
        '=~',
        'and',
        'or',
        'not',
        'in',
        'like',
        'is',
        'null',
        'between',
        'case',
        'when',
        'then',
      ],
      ...['end', 'interval', 'day', 'distinct', "'x'", "'2026-01-01'", '5', '0.5', 'true', 'count(', 'sum('],
      ...FUNCTION_LIST.map((name) => `${name}(`),
    );
    // Of what is put together at random hardly anything means something, so all of it is well formed here.
    const { sane } = fc.letrec<{ sane: string; leaf: string; pair: string; call: string }>((tie) => ({
      sane: fc.oneof({ maxDepth: 3, withCrossShrink: true }, tie('leaf'), tie('pair'), tie('call')),
      leaf: fc.constantFrom('properties.a', 'event', 'timestamp', "'x'", "'2026-01-01'", '5', '0.5', 'true', 'null'),
      pair: fc
        .tuple(tie('sane'), fc.constantFrom('+', '-', '*', '/', '=', '<', '||', '??', 'and', 'or', 'like'), tie('sane'))
        .map(([left, sign, right]) => `(${left} ${sign} ${right})`),
      call: fc
        .tuple(fc.constantFrom(...FUNCTION_LIST, 'not', 'sum', 'count'), fc.array(tie('sane'), { maxLength: 3 }))
        .map(([name, args]) => `${name}(${args.join()})`),
    }));
    let resolved = 0;
    const texts = fc.oneof(
      { weight: 2, arbitrary: sane },
      fc.array(word, { maxLength: 12 }).map((words) => words.join(' ')),
      fc
        .tuple(fc.constantFrom(...FUNCTION_LIST), fc.array(word, { maxLength: 3 }))
        .map(([name, args]) => `${name}(${args.join()})`),
      anyText(),
    );
    fc.assert(
      fc.property(texts, (text) => {
        for (const resolve of [resolveCondition, resolveValue, resolveAggregateExpression]) {
          try {
            resolve(SETTING, text, 'x');
            resolved++;
          } catch (error) {
            if (!(error instanceof ServiceError)) throw error;
            expect(error).toMatchObject({ attr: 'x', status: 400 });
            expect(error.message).toMatch(/at character \d+:|required/);
          }
        }
      }),
      { numRuns: runs(1500) },
    );
    expect(resolved).toBeGreaterThan(runs(200));
  });
});
