import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ServiceError } from '../../src/model/error.ts';
import { LIMIT } from '../../src/model/limit.ts';
import { evaluate, parseFormula } from '../../src/service/present/formula.ts';

const value = (text: string, ...values: number[]) => evaluate(parseFormula(text, values.length), values);

describe('a formula', () => {
  test.each([
    ['A', 7],
    ['a + b', 9],
    ['A+2*B', 11],
    ['(A+2)*B', 18],
    ['A - B - 1', 4],
    ['A / B / 7', 0.5],
    ['7.5 % B', 1.5],
    ['-A % B', 1],
    ['2 ** 3 ** 2', 512],
    ['-2 ** 2', -4],
    ['2 ** -1', 0.5],
    ['--A', 7],
    ['+A', 7],
    ['.5 * B', 1],
    ['A / 0', 0],
    ['0 / 0', 0],
    ['A % 0', 0],
    ['10 ** 400', 0],
    ['1', 1],
  ])('%s', (text, expected) => {
    expect(value(text, 7, 2)).toBe(expected);
  });

  test.each([
    ['', 'ends too early'],
    ['A +', 'ends too early'],
    ['A B', '"B"'],
    ['(A', 'ends too early'],
    ['A)', '")"'],
    ['AVG(A+B)', '"AVG"'],
    ['A + SUM(B)', '"SUM"'],
    ['A ^ B', '"^"'],
    ['1..2', '"."'],
    ['C', 'Formula references series C, but only 2 series are defined (A to B).'],
    ['A; B', '";"'],
    [`${'('.repeat(LIMIT.formula_depth)}A`, 'deep'],
    ['A'.padEnd(LIMIT.formula_chars + 1), String(LIMIT.formula_chars)],
  ])('%s is refused', (text, part) => {
    const parse = () => parseFormula(text, 2);
    expect(parse).toThrow(ServiceError);
    expect(parse).toThrow(part);
  });

  test('too long a formula is told by the code that every text has', () => {
    const parse = () => parseFormula('A'.padEnd(LIMIT.formula_chars + 1), 2);
    expect(parse).toThrow(expect.objectContaining({ code: 'max_length' }));
  });

  test('says when there is one series', () => {
    expect(() => parseFormula('A/B', 1)).toThrow('Formula references series B, but only 1 series is defined (A).');
  });

  /** An expression with all its parentheses, and what it comes to. */
  interface Known {
    readonly text: string;
    readonly result: number;
  }

  const { known } = fc.letrec<{ known: Known; leaf: Known; pair: Known }>((tie) => ({
    known: fc.oneof({ maxDepth: 4, withCrossShrink: true }, tie('leaf'), tie('pair')),
    leaf: fc.oneof(
      fc.constantFrom<Known>({ text: 'A', result: 7 }, { text: 'b', result: 2 }),
      fc.nat(99).map((number): Known => ({ text: String(number), result: number })),
    ),
    pair: fc
      .tuple(tie('known'), fc.constantFrom('+', '-', '*', '/'), tie('known'))
      .map(([left, sign, right]): Known => {
        const sums = {
          '+': left.result + right.result,
          '-': left.result - right.result,
          '*': left.result * right.result,
        };
        const result = sign === '/' ? left.result / right.result : sums[sign as '+' | '-' | '*'];
        return { text: `(${left.text} ${sign} ${right.text})`, result: Number.isFinite(result) ? result : 0 };
      }),
  }));

  test('is what it says', () => {
    fc.assert(
      fc.property(known, (expression) => {
        fc.pre(expression.text.length <= LIMIT.formula_chars);
        expect(value(expression.text, 7, 2)).toBeCloseTo(expression.result, 6);
      }),
    );
  });
});
