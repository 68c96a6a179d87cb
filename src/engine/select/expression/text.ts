/** Functions of text. Characters are code points, so surrogate pairs are never split. */
import { RE2JS } from 're2js';
import { isObject, parseNested } from '../../../base/json.ts';
import { folded } from '../../../base/letters/caseless.ts';
import { LIMIT } from '../../../model/limit.ts';
import { textOf, type Value } from '../../frame/column.ts';
import { listOf, plainValue } from './lists.ts';

/** Only texts with surrogates differ in length. */
const PAIRS = /[\ud800-\udfff]/;

export function lengthOf(text: string): number {
  return PAIRS.test(text) ? [...text].length : text.length;
}

/**
 * Bounds of a part of so many characters or items, for `slice`. It starts at `start`, counted from 1, or from the end if
 * negative, which may be before the first. A negative length leaves out as many at the end.
 */
export function spanOf(
  count: number,
  start: number,
  length = Number.POSITIVE_INFINITY,
): readonly [from: number, until: number] {
  if (start === 0) return [0, 0];
  const from = start > 0 ? start - 1 : count + start;
  const until = length < 0 ? count + length : from + length;
  return [Math.max(0, from), Math.max(0, until)];
}

/** Substring from character `start`, counted from 1, or from the end if negative. */
export function substring(text: string, start: number, length?: number): string {
  const characters = PAIRS.test(text) ? [...text] : text;
  const part = characters.slice(...spanOf(characters.length, start, length));
  return typeof part === 'string' ? part : part.join('');
}

/** Trims spaces only. */
export function trim(text: string, from_start: boolean, from_end: boolean): string {
  let begin = 0;
  let end = text.length;
  if (from_start) while (begin < end && text[begin] === ' ') begin++;
  if (from_end) while (end > begin && text[end - 1] === ' ') end--;
  return text.slice(begin, end);
}

/** 1-based index of the first `needle`, 0 = none. */
export function position(text: string, needle: string): number {
  const at = text.indexOf(needle);
  return at < 0 ? 0 : lengthOf(text.slice(0, at)) + 1;
}

/** The `index`th part between separators, from 1, or from the end if negative; '' = none. */
export function splitPart(text: string, separator: string, index: number): string {
  if (separator !== '' && index > 0) return partFromStart(text, separator, index - 1);
  const parts = separator === '' ? [...text] : text.split(separator);
  return parts.at(index > 0 ? index - 1 : index === 0 ? parts.length : index) ?? '';
}

/** Part after `before` separators. Splitting the whole text takes V8 six times as long, as it makes each part unique. */
function partFromStart(text: string, separator: string, before: number): string {
  let begin = 0;
  for (let passed = 1; passed <= before; passed++) {
    const at = text.indexOf(separator, begin);
    if (at < 0) return '';
    begin = at + separator.length;
  }
  const end = text.indexOf(separator, begin);
  return text.slice(begin, end < 0 ? text.length : end);
}

/** Compiles a LIKE pattern. */
export function likeTester(pattern: string, ignore_case: boolean): (text: string) => boolean {
  const simple = simpleLike(ignore_case ? folded(pattern) : pattern);
  if (simple !== null) return ignore_case ? (text) => simple(folded(text)) : simple;
  const source = pattern.replace(/\\([\\%_])|[^%_\\]+|\\|%|_/g, (part, escaped: string | undefined) => {
    if (escaped !== undefined) return RE2JS.quote(escaped);
    if (part === '%') return '.*';
    return part === '_' ? '.' : RE2JS.quote(part);
  });
  const compiled = RE2JS.compile(source, RE2JS.DOTALL | (ignore_case ? RE2JS.CASE_INSENSITIVE : 0));
  return (text) => compiled.matches(text);
}

/** Wildcards only at the ends need no regex. */
function simpleLike(pattern: string): ((text: string) => boolean) | null {
  const match = /^(%*)([^%_\\]*)(%*)$/.exec(pattern);
  if (match === null) return null;
  const middle = match[2]!;
  if (match[1] !== '' && match[3] !== '') return (text) => text.includes(middle);
  if (match[1] !== '') return (text) => text.endsWith(middle);
  return match[3] === '' ? (text) => text === middle : (text) => text.startsWith(middle);
}

/** First group of the first match, or the whole match; '' = none. */
export function extractor(pattern: string): (text: string) => string {
  const matches = matchesOf(pattern);
  return (text) => {
    const [first = ''] = matches(text);
    return first;
  };
}

/** First group of each match, or the whole matches, as a list. */
export function extractorOfAll(pattern: string): (text: string) => Value {
  const matches = matchesOf(pattern);
  return (text) => listOf([...matches(text)]);
}

function matchesOf(pattern: string): (text: string) => Iterable<string> {
  const compiled = RE2JS.compile(pattern);
  const group = Math.min(compiled.groupCount(), 1);
  return function* (text) {
    const matcher = compiled.matcher(text);
    while (matcher.find()) yield matcher.group(group) ?? '';
  };
}

/** The object or list that it is, or that a text holds; undefined if there is none. */
export function jsonIn(value: Value): unknown {
  const text = textOf(value);
  return text === null ? undefined : parseNested(text, LIMIT.json_depth);
}

/** Member of an object, or list item counted from 1, or from the end if negative; null = none. */
export function jsonMember(value: Value): (key: Value) => Value {
  const inner = jsonIn(value);
  if (Array.isArray(inner))
    return (key) => (typeof key === 'number' && key !== 0 ? plainValue(inner.at(key > 0 ? key - 1 : key)) : null);
  if (!isObject(inner)) return () => null;
  return (key) => {
    const name = textOf(key);
    return name !== null && Object.hasOwn(inner, name) ? plainValue(inner[name]) : null;
  };
}
