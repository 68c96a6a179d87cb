/**
 * Whether a text has a part that a pattern matches, by the rules of RE2. The platform's own expressions are some twenty
 * times as fast, and mean the same where a pattern is simple; but they go back and try again, so that only patterns are
 * left to them, and texts so short, with which that cannot take long.
 */
import { RE2JS } from 're2js';

/** Longer texts are left to RE2. */
const SHORT_CHARS = 256;
/** Of other letters the platform thinks otherwise now and then: /[^a]$/u finds nothing in an emoji. */
const ASCII = /^[\0-\x7f]*$/;
/** What may be repeated without end, where a match begins with the text; elsewhere it begins anywhere, which is one more. */
const UNBOUNDED_MOST = 2;
/** What may be left out: each may double the ways to match. */
const OPTIONAL_MOST = 4;
/** Groups multiply the ways by their alternatives. */
const GROUPS_MOST = 2;
const ALTERNATIVES_MOST = 16;

/** Of simple patterns: a class, an escape, a sign of its own meaning, or a letter. Classes have no classes within. */
const TOKEN =
  /\[\^?(?:\\[\\\]^.\-/dw]|[^\\[\]])+\]|\\[\\.+*?()|[\]{}^$/dw]|\{\d{1,2}\}|\((?!\?)|[\^$.|)*+?]|[^\\^$.|()[\]{}*+?]/uy;
const REPEATS = /^(?:[*+?]|\{\d+\})$/;
/** Nothing that could be repeated: repeated groups could match in too many ways. */
const NO_ATOM = new Set(['^', '$', '(', ')', '|']);

/** @throws what RE2JS.compile throws */
export function patternTest(pattern: string): (text: string) => boolean {
  const re2 = RE2JS.compile(pattern);
  const own = ownPattern(pattern);
  if (own === null) return (text) => re2.test(text);
  return (text) => (text.length <= SHORT_CHARS && ASCII.test(text) ? own.test(text) : re2.test(text));
}

/** null where it is not simple. */
function ownPattern(pattern: string): RegExp | null {
  const tokens = tokensOf(pattern);
  if (tokens === null || !isQuick(tokens)) return null;
  try {
    // There a point matches no other end of a line either.
    return new RegExp(tokens.map((token) => (token === '.' ? '[^\\n]' : token)).join(''), 'u');
  } catch {
    // What one of the two takes for a letter.
    return null;
  }
}

/** null where there is something else. */
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

/** Whether all alternatives are within groups, so that what begins the pattern begins all of it. */
function isWithinGroups(tokens: readonly string[]): boolean {
  let depth = 0;
  for (const token of tokens) {
    if (token === '(') depth++;
    else if (token === ')') depth--;
    else if (token === '|' && depth === 0) return false;
  }
  return true;
}
