/**
 * Arithmetic over the lines of a trend. Letters are lines; operators and precedence are Python's (`**` binds tighter
 * than a sign before it and is right-associative, `%` has the sign of the divisor). Division by zero gives zero.
 *
 *   sum     = product (('+' | '-') product)*
 *   product = signed (('*' | '/' | '%') signed)*
 *   signed  = ('+' | '-') signed | power
 *   power   = atom ('**' signed)?
 *   atom    = number | letter | '(' sum ')'
 */
import { invalid, tooLong } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';

type Operator = '+' | '-' | '*' | '/' | '%' | '**';

export type Formula =
  | { readonly kind: 'number'; readonly value: number }
  /** Index 0 is A. */
  | { readonly kind: 'line'; readonly index: number }
  | { readonly kind: 'negative'; readonly of: Formula }
  | { readonly kind: 'operation'; readonly operator: Operator; readonly left: Formula; readonly right: Formula };

interface Reader {
  /** Field that the formula was sent in; errors name it. */
  readonly attr: string;
  readonly tokens: readonly string[];
  /** How many lines there are for letters to name. */
  readonly lines: number;
  at: number;
  depth: number;
}

const TOKEN = /\s*(\d+(?:\.\d+)?|\.\d+|[A-Za-z_]\w*|\*\*|[-+*/%()]|\S)/gy;
const ARITHMETIC =
  'Formulas only support arithmetic: letters for the lines (A, B, …), numbers, + - * / % **, and parentheses. Example: (A - B) / B * 100';

/** A formula as requested, and parsed. */
export interface AskedFormula {
  readonly text: string;
  readonly custom_name: string | null;
  readonly expression: Formula;
}

/** @throws ServiceError that says what a formula may contain */
export function parseFormula(text: string, lines: number, attr = 'formula'): Formula {
  if (text.length > LIMIT.formula_chars) throw tooLong(attr, LIMIT.formula_chars, 'characters');
  const tokens = [...text.matchAll(TOKEN)].map((match) => match[1]!);
  const reader: Reader = { attr, tokens, lines, at: 0, depth: 0 };
  const formula = readSum(reader);
  if (reader.at < tokens.length) throw unexpected(reader);
  return formula;
}

function wrong(reader: Reader, detail: string): Error {
  return invalid(reader.attr, detail);
}

function unexpected(reader: Reader): Error {
  const token = reader.tokens[reader.at];
  return wrong(reader, `${ARITHMETIC}. ${token === undefined ? 'It ends too early' : `"${token}" does not fit here`}.`);
}

/** Consumes the next token if it is one of `wanted`. */
function take<T extends string>(reader: Reader, ...wanted: T[]): T | undefined {
  const found = wanted.find((token) => token === reader.tokens[reader.at]);
  if (found !== undefined) reader.at += 1;
  return found;
}

function readSum(reader: Reader): Formula {
  let left = readProduct(reader);
  for (;;) {
    const operator = take(reader, '+', '-');
    if (operator === undefined) return left;
    left = { kind: 'operation', operator, left, right: readProduct(reader) };
  }
}

function readProduct(reader: Reader): Formula {
  let left = readSigned(reader);
  for (;;) {
    const operator = take(reader, '*', '/', '%');
    if (operator === undefined) return left;
    left = { kind: 'operation', operator, left, right: readSigned(reader) };
  }
}

/** Every recursion passes through here, so this counts the depth. */
function readSigned(reader: Reader): Formula {
  reader.depth += 1;
  if (reader.depth > LIMIT.formula_depth)
    throw wrong(reader, `A formula may be nested ${LIMIT.formula_depth} deep, not deeper.`);
  const sign = take(reader, '+', '-');
  const formula = sign === undefined ? readPower(reader) : readSigned(reader);
  reader.depth -= 1;
  return sign === '-' ? { kind: 'negative', of: formula } : formula;
}

function readPower(reader: Reader): Formula {
  const left = readAtom(reader);
  const operator = take(reader, '**');
  return operator === undefined ? left : { kind: 'operation', operator, left, right: readSigned(reader) };
}

function readAtom(reader: Reader): Formula {
  if (take(reader, '(')) {
    const inner = readSum(reader);
    if (!take(reader, ')')) throw unexpected(reader);
    return inner;
  }
  const token = reader.tokens[reader.at];
  if (token === undefined) throw unexpected(reader);
  if (/^[\d.]/.test(token) && !Number.isNaN(Number(token))) {
    reader.at += 1;
    return { kind: 'number', value: Number(token) };
  }
  if (!/^[A-Za-z]$/.test(token)) throw unexpected(reader);
  reader.at += 1;
  return lineOf(reader, token.toUpperCase());
}

function lineOf(reader: Reader, letter: string): Formula {
  const index = letter.charCodeAt(0) - 65;
  if (index < reader.lines) return { kind: 'line', index };
  const last = String.fromCharCode(64 + reader.lines);
  const known =
    reader.lines === 1 ? 'only 1 series is defined (A)' : `only ${reader.lines} series are defined (A to ${last})`;
  throw wrong(reader, `Formula references series ${letter}, but ${known}.`);
}

/** Indices of the lines the formula uses. */
export function* linesIn(formula: Formula): Generator<number> {
  switch (formula.kind) {
    case 'number':
      return;
    case 'line':
      yield formula.index;
      return;
    case 'negative':
      yield* linesIn(formula.of);
      return;
    case 'operation':
      yield* linesIn(formula.left);
      yield* linesIn(formula.right);
  }
}

/** `values`: line -> number. Results that are not finite become 0, as for division by zero. */
export function evaluate(formula: Formula, values: readonly number[]): number {
  switch (formula.kind) {
    case 'number':
      return formula.value;
    case 'line':
      return values[formula.index] ?? 0;
    case 'negative':
      return 0 - evaluate(formula.of, values);
    case 'operation': {
      const result = operate(formula.operator, evaluate(formula.left, values), evaluate(formula.right, values));
      return Number.isFinite(result) ? result : 0;
    }
  }
}

function operate(operator: Operator, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    case '%':
      return left - right * Math.floor(left / right);
    case '**':
      return left ** right;
  }
}
