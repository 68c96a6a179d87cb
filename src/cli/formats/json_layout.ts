/** How the rows of a JSON file stand: one a line, one behind the other, or in a list of the one object that the file is. */
import { isObject } from '../../base/json.ts';
import { severalLists, type WithinObject, withoutNames } from './json_object.ts';
import type { TextFormat } from './types.ts';

/** What pages of an interface and bodies of requests call their rows. */
const LIST_NAMES = new Set(['batch', 'data', 'entries', 'events', 'records', 'results', 'rows']);
/** Room for white space between a name and its value. */
const SPACED_CHARS = 1_000;
/** An object with one of these is an event, whatever lists it has. */
const EVENT_NAMES = ['event', 'distinct_id', 'distinctId'];

/** @param text the beginning of the file, from `{` */
export function jsonLayoutOf(text: string, whole: boolean): TextFormat {
  const first = firstObject(text);
  const behind = first.end === null ? '' : text.slice(first.end);
  // Log collectors write objects without anything between them.
  if (/^[ \t]*\{/.test(behind)) return { kind: 'values', within: null };
  const is_alone = first.end === null || (whole && behind.trim() === '');
  const within = is_alone ? listOf(first) : null;
  return within === null && isNdjson(text) ? { kind: 'ndjson' } : { kind: 'values', within };
}

interface FirstObject {
  /** Position behind it; null if the text ends before. */
  readonly end: number | null;
  readonly names: readonly string[];
  /** Its members that are lists of objects. */
  readonly lists: readonly WithinObject[];
  /** A member that is a list of lists. */
  readonly table: string | null;
}

function firstObject(text: string): FirstObject {
  const names: string[] = [];
  const lists: WithinObject[] = [];
  let table: string | null = null;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') depth--;
    else if (char === '"') {
      const start = at;
      at = closingQuote(text, at);
      const value_at = depth === 1 ? valueAt(text, at + 1) : null;
      if (value_at === null) continue;
      const name = memberName(text.slice(start, at + 1));
      names.push(name);
      if (/^\[\s*\[/.test(text.slice(value_at, value_at + SPACED_CHARS))) table ??= name;
      if (isListOfObjects(text, value_at)) lists.push({ name, at_bytes: Buffer.byteLength(text.slice(0, value_at)) });
    }
    if (depth === 0) return { end: at + 1, names, lists, table };
  }
  return { end: null, names, lists, table };
}

/** Where the value of a member begins whose name ends before `at`; null if this was no name. */
function valueAt(text: string, at: number): number | null {
  const colon = /^\s*:\s*(?=\S)/.exec(text.slice(at, at + SPACED_CHARS));
  return colon === null ? null : at + colon[0].length;
}

function isListOfObjects(text: string, at: number): boolean {
  return /^\[\s*\{/.test(text.slice(at, at + SPACED_CHARS));
}

/** The end of the text if the string has none. */
function closingQuote(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

function memberName(quoted: string): string {
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}

/** The list whose items are the rows. @throws ServiceError if there are several, or rows without names */
function listOf({ names, lists, table }: FirstObject): WithinObject | null {
  const [list, other] = lists;
  if (table !== null && LIST_NAMES.has(table) && names.includes('columns')) throw withoutNames(table);
  if (list === undefined || names.some((name) => EVENT_NAMES.includes(name))) return null;
  if (names.length > 1 && !LIST_NAMES.has(list.name)) return null;
  if (other !== undefined) throw severalLists(list.name, other.name);
  return list;
}

/** Whether lines hold whole objects. Otherwise objects span lines. */
function isNdjson(start: string): boolean {
  const lines = start.split('\n');
  // A first line like this begins an object that spans lines; any other may be damaged, or longer than the sample.
  if (!/[{[,]\s*$/.test(lines[0]!)) return true;
  return lines.some((line) => {
    try {
      const value: unknown = line.trim().length > 2 ? JSON.parse(line) : null;
      return isObject(value);
    } catch {
      return false;
    }
  });
}
