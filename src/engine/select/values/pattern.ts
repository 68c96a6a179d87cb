/**
 * Regular expressions with RE2 semantics. The platform's engine is some twenty times faster and agrees on simple
 * patterns, but backtracks; so it gets only patterns and texts for which that is harmless.
 */
import { RE2JS } from 're2js';

/** Longer texts go to RE2. */
const SHORT_CHARS = 256;
/** The platform differs outside ASCII: /[^a]$/u finds nothing in an emoji. */
const ASCII = /^[\0-\x7f]*$/;
/** Unbounded repetitions allowed if the match is anchored; unanchored, one fewer. */
const UNBOUNDED_MOST = 2;
/** Optional parts: each may double the ways to match. */
const OPTIONAL_MOST = 4;
/** Alternatives multiply the ways to match. */
const GROUPS_MOST = 2;
const ALTERNATIVES_MOST = 16;

/** Items of a simple pattern: class, escape, special character or letter. No nested classes. */
const TOKEN =
  /\[\^?(?:\\[\\\]^.\-/dw]|[^\\[\]])+\]|\\[\\.+*?()|[\]{}^$/dw]|\{\d{1,2}\}|\((?!\?)|[\^$.|)*+?]|[^\\^$.|()[\]{}*+?]/uy;
const REPEATS = /^(?:[*+?]|\{\d+\})$/;
/** Repeated groups could match in too many ways. */
const NO_ATOM = new Set(['^', '$', '(', ')', '|']);

/** @throws what RE2JS.compile throws */
export function checkPattern(pattern: string): void {
  if (ownPattern(pattern) === null) RE2JS.compile(pattern);
}

/** `is_ascii`: whether all texts are. @throws what RE2JS.compile throws */
export function patternTest(pattern: string, is_ascii = false): (text: string) => boolean {
  const own = ownPattern(pattern);
  // Compiling takes as long as matching thousands of texts, and next to the platform's own it is rarely needed.
  let re2 = own === null ? RE2JS.compile(pattern) : null;
  const others = (text: string): boolean => {
    re2 ??= RE2JS.compile(pattern);
    return re2.test(text);
  };
  if (own === null) return others;
  return (text) => (text.length <= SHORT_CHARS && (is_ascii || ASCII.test(text)) ? own.test(text) : others(text));
}

/** null if it is not simple. */
function ownPattern(pattern: string): RegExp | null {
  const tokens = tokensOf(pattern);
  if (tokens === null || !isQuick(tokens)) return null;
  try {
    // With this flag a dot matches the same line ends.
    return new RegExp(tokens.map((token) => (token === '.' ? '[^\\n]' : token)).join(''), 'u');
  } catch {
    // Letters that only one engine folds.
    return null;
  }
}

/** null if there is anything else. */
function tokensOf(pattern: string): string[] | null {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  for (let at = 0; at < pattern.length; at = TOKEN.lastIndex) {
    const [token] = TOKEN.exec(pattern) ?? [];
    if (token === undefined) return null;
    const before = tokens.at(-1);
    const isRepeat = REPEATS.test(token);
    if (isRepeat && (before === undefined || NO_ATOM.has(before) || REPEATS.test(before))) return null;
    tokens.push(token);
  }
  return tokens;
}

function isQuick(tokens: readonly string[]): boolean {
  const count = (...wanted: readonly string[]): number => tokens.filter((token) => wanted.includes(token)).length;
  const isAnchored = tokens[0] === '^' && isWithinGroups(tokens);
  return (
    count('*', '+') + (isAnchored ? 0 : 1) <= UNBOUNDED_MOST &&
    count('?') <= OPTIONAL_MOST &&
    count('(') <= GROUPS_MOST &&
    count('|') <= ALTERNATIVES_MOST
  );
}

/** Whether all alternatives are inside groups, so that the pattern's start is the start of every alternative. */
function isWithinGroups(tokens: readonly string[]): boolean {
  let depth = 0;
  for (const token of tokens) {
    if (token === '(') depth++;
    else if (token === ')') depth--;
    else if (token === '|' && depth === 0) return false;
  }
  return true;
}
