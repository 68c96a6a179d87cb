/** JSON values: types, depth, canonical text. */
import { assert } from './assert.ts';

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value if it is a list, else an empty one. */
export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The numbers of a text like "3,14,15". */
export function numbersIn(list: string): number[] {
  return JSON.parse(`[${list}]`);
}

const LONG = /\d{16}/;
const LONG_NUMBER = /(?:^|[[:,\s])-?\d{16}/;
const WHOLE = /^-?\d{16,}$/;

/**
 * Parses JSON from outside. Whole numbers with more digits than a number holds become text, because as numbers different
 * ids would be the same.
 * @throws SyntaxError
 */
export function parseText(text: string): unknown {
  // Almost no text gets past the first test, which looks at every 16th character only.
  return LONG.test(text) && LONG_NUMBER.test(text) ? JSON.parse(text, withAllDigits) : JSON.parse(text);
}

function withAllDigits(_name: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' && losesDigits(context?.source ?? '') ? context?.source : value;
}

/** Whether the text is a whole number that would lose digits. */
export function losesDigits(text: string): boolean {
  return WHOLE.test(text) && String(Number(text)) !== text;
}

/** Escapes of half a character, after whatever else a backslash begins, which may look like one. */
const HALVES = /\\u(d[89ab]..\\ud[c-f]..|d[89a-f]..)|\\./g;

/** Halves of characters become U+FFFD. JSON has them, but most programs refuse the whole text, or find nothing in it. */
export function wholeCharacters(json: string): string {
  if (!json.includes('\\ud')) return json;
  return json.replace(HALVES, (whole, code?: string) => (code?.length === 'dxxx'.length ? '\\ufffd' : whole));
}

/** @throws Error if the text is no JSON object */
export function objectIn(text: string): Record<string, unknown> {
  const value: unknown = JSON.parse(text);
  assert(isObject(value), 'a JSON object');
  return value;
}

/**
 * Canonical JSON: equal for equal values, keys sorted, no spaces. Used for cache keys and snapshots. Drops `undefined`
 * members, as JSON does.
 */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item ?? null)).join(',')}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? 'null';
  const members = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonical(value[key])}`);
  return `{${members.join(',')}}`;
}

/** Member names and list indices, outermost first. */
export type Path = readonly (string | number)[];

/** The path as text: `events[0].math`. */
export function pathText(path: Path): string {
  return path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');
}

/** Drops `undefined` members. */
export function definedOnly<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}

/** Sets a member by any name, including `__proto__`, as plain data. */
export function put(target: Record<string, unknown>, name: string, value: unknown): void {
  if (name === '__proto__') {
    Object.defineProperty(target, name, { value, enumerable: true, writable: true, configurable: true });
  } else {
    target[name] = value;
  }
}

/** Size of a value as JSON in UTF-8, in which a character may take up to three bytes. */
export function jsonBytes(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

/** Whether nesting is at most this deep. */
export function isWithinDepth(value: unknown, max_depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return max_depth > 0 && Object.values(value).every((member) => isWithinDepth(member, max_depth - 1));
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPENING: readonly number[] = [0x5b, 0x7b];
const CLOSING: readonly number[] = [0x5d, 0x7d];

/** As isWithinDepth, for JSON text before parsing: deep nesting costs a parser seconds, and recursion its stack. */
export function isTextWithinDepth(text: string, max_depth: number): boolean {
  let depth = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (quoted) {
      if (code === BACKSLASH) i++;
      else if (code === QUOTE) quoted = false;
    } else if (code === QUOTE) quoted = true;
    else if (OPENING.includes(code)) {
      if (++depth > max_depth) return false;
    } else if (CLOSING.includes(code)) depth--;
  }
  return true;
}

/** Parses the text of a list or object; undefined for anything else, or if nested deeper. */
export function parseNested(text: string, max_depth: number): unknown {
  if (!/^\s*[[{]/.test(text) || !isTextWithinDepth(text, max_depth)) return undefined;
  try {
    return parseText(text);
  } catch {
    return undefined;
  }
}

const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const OPEN_BRACE = 0x7b;

/**
 * Tells whether JSON text exceeds one of these limits. Checked before parsing: the parser survives millions of levels,
 * but code that walks the result does not, and millions of small values take it seconds and gigabytes.
 */
export function excessOf(text: Uint8Array, most: { levels: number; values: number }): 'levels' | 'values' | null {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at++) {
    const byte = text[at]!;
    if (byte === QUOTE) {
      at = endOfString(text, at);
    } else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
      if (++depth > most.levels) return 'levels';
      if (++values > most.values) return 'values';
    } else if (byte === COMMA) {
      if (++values > most.values) return 'values';
    } else if (byte === OPEN_BRACKET + 2 || byte === OPEN_BRACE + 2) {
      depth--;
    }
  }
  return null;
}

/** Index of the closing quote of the string that opens at `at`. */
function endOfString(text: Uint8Array, at: number): number {
  for (;;) {
    const quote = text.indexOf(QUOTE, at + 1);
    if (quote < 0) return text.length;
    let slashes = 0;
    while (text[quote - 1 - slashes] === BACKSLASH) slashes++;
    if (slashes % 2 === 0) return quote;
    at = quote;
  }
}

/** A text as it stands in JSON, without the quotes. */
export function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}
