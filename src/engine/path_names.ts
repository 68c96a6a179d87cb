/**
 * What a step of a path is called, as numbers. Texts are cleaned, grouped and left out once per distinct text, whatever
 * the number of rows.
 */
import { RE2JS } from 're2js';
import { has } from '../base/bitmap.ts';
import { invalid } from '../model/error.ts';
import { LIMIT } from '../model/limit.ts';
import type { CleaningRule, PathQuery } from '../model/path.ts';
import { type Column, textOf } from './column.ts';

/** No step at all. */
export const NO_NAME = 0xffffffff;
const UNKNOWN = 0xfffffffe;

export interface PathNames {
  /** number -> text of the step. */
  readonly texts: string[];
  readonly of_text: Map<string, number>;
  /** text as it is in the events, ready but for the rules -> number, NO_NAME where it is left out. */
  readonly of_raw: Map<string, number>;
  readonly rewrite: (text: string) => string;
  readonly excluded: ReadonlySet<string>;
}

export function newNames({
  rules,
  groupings,
  excluded,
}: Pick<PathQuery, 'rules' | 'groupings' | 'excluded'>): PathNames {
  const cleaners = rules.map(cleanerOf);
  const patterns = groupings.map((text) => ({ text, parts: text.split('*') }));
  return {
    texts: [],
    of_text: new Map(),
    of_raw: new Map(),
    rewrite: (text) =>
      groupOf(
        patterns,
        cleaners.reduce((cleaned, clean) => clean(cleaned), text),
      ),
    excluded: new Set(excluded),
  };
}

/** A replacer runs per match; \0 to \9 in the alias stand for groups, and \\ for a backslash. */
function cleanerOf({ regex, alias }: CleaningRule): (text: string) => string {
  const pattern = RE2JS.compile(regex);
  const fill = (...found: unknown[]) =>
    alias.replace(/\\([0-9\\])/g, (_, sign: string) =>
      sign === '\\' ? sign : groupText(pattern, found, Number(sign)),
    );
  return (text) => pattern.matcher(text).replaceAll(fill);
}

function groupText(pattern: RE2JS, found: readonly unknown[], group: number): string {
  const text = group <= pattern.groupCount() ? found[group] : '';
  return typeof text === 'string' ? text : '';
}

interface Pattern {
  readonly text: string;
  /** What stands between its stars. */
  readonly parts: readonly string[];
}

/** Of the groupings found in the text, the one whose match ends first; the text itself where there is none. */
function groupOf(patterns: readonly Pattern[], text: string): string {
  let found = text;
  let found_end = Number.POSITIVE_INFINITY;
  for (const pattern of patterns) {
    const end = firstEnd(pattern.parts, text);
    if (end >= found_end) continue;
    found = pattern.text;
    found_end = end;
  }
  return found;
}

/** Where the match that ends first ends: each part as early as it can be. Infinite where there is no match. */
function firstEnd(parts: readonly string[], text: string): number {
  let end = 0;
  for (const part of parts) {
    const at = text.indexOf(part, end);
    if (at < 0) return Number.POSITIVE_INFINITY;
    end = at + part.length;
  }
  return end;
}

/** The number of a step by its finished text. */
export function numberOf(names: PathNames, text: string): number {
  let number = names.of_text.get(text);
  if (number === undefined) {
    number = names.texts.length;
    checkNames(number + 1);
    names.texts.push(text);
    names.of_text.set(text, number);
  }
  return number;
}

function checkNames(count: number): void {
  if (count <= LIMIT.path_names) return;
  throw invalid(
    'path_groupings',
    `These paths have more than ${LIMIT.path_names} different steps. Take steps together with path_groupings ` +
      '(["/users/*"]) or local_path_cleaning_filters, or ask for a shorter time.',
  );
}

/** The number of a step by its text in the events, NO_NAME where it is left out. */
function nameRaw(names: PathNames, raw: string): number {
  const known = names.of_raw.get(raw);
  if (known !== undefined) return known;
  const text = names.rewrite(raw);
  const number = names.excluded.has(text) ? NO_NAME : numberOf(names, text);
  names.of_raw.set(raw, number);
  return number;
}

/** row -> number of its step by the values of a column, NO_NAME where it is none; a missing value is the empty text. */
export function nameRows(
  names: PathNames,
  column: Column,
  is_url: boolean,
  select: Uint32Array | null,
  rows: number,
): Uint32Array {
  const out = new Uint32Array(rows);
  if (column.kind === 'number') {
    for (let row = 0; row < rows; row++) {
      out[row] = isIn(select, row) ? nameRaw(names, numberText(column.values[row]!)) : NO_NAME;
    }
    return out;
  }
  const { codes, values } = column;
  /** code -> number of its step, UNKNOWN until a row has it. */
  const of_code = new Uint32Array(values.length).fill(UNKNOWN);
  for (let row = 0; row < rows; row++) {
    if (!isIn(select, row)) {
      out[row] = NO_NAME;
      continue;
    }
    const code = codes[row]!;
    let number = of_code[code]!;
    if (number === UNKNOWN) {
      const text = textOf(values[code]!) ?? '';
      number = nameRaw(names, is_url ? withoutSlash(text) : text);
      of_code[code] = number;
    }
    out[row] = number;
  }
  return out;
}

/** The same where all rows have one name. */
export function nameAll(names: PathNames, raw: string, select: Uint32Array | null, rows: number): Uint32Array {
  const number = nameRaw(names, raw);
  const out = new Uint32Array(rows).fill(number);
  if (select !== null) for (let row = 0; row < rows; row++) if (!has(select, row)) out[row] = NO_NAME;
  return out;
}

function isIn(select: Uint32Array | null, row: number): boolean {
  return select === null || has(select, row);
}

function numberText(value: number): string {
  return Number.isNaN(value) ? '' : String(value);
}

/** One slash at the end is not part of a URL, save where it is all of it. */
export function withoutSlash(url: string): string {
  return url.length > 1 && url.endsWith('/') ? url.slice(0, -1) : url;
}
