/** Names of path steps, as numbers. Cleaning, grouping and exclusion run once per distinct text, not per row. */
import { RE2JS } from 're2js';
import { has } from '../../../base/bitmap.ts';
import { sharedBytes, sharedWords } from '../../../base/shared.ts';
import { invalid } from '../../../model/error.ts';
import { LIMIT } from '../../../model/limit.ts';
import type { CleaningRule, PathQuery } from '../../../model/question/path.ts';
import { type Codes, type Column, type NumberColumn, textOf, type Value } from '../../frame/column.ts';
import { NO_STEP_NAME } from '../../kernels/path/sessions.ts';
import type { RowNames } from '../../kernels/path/walk.ts';
import type { Dictionary } from '../../storage/dictionary.ts';
import { SomeValues } from '../../storage/some_values.ts';
import { StepTexts } from './step_texts.ts';

export interface PathNames {
  /** number -> text of the step. */
  readonly texts: StepTexts;
  /** Whether names are used as they are in the events. */
  readonly are_raw: boolean;
  /** raw text -> number, NO_STEP_NAME = excluded. */
  readonly of_raw: Map<string, number>;
  readonly cleaner: Cleaner;
  readonly rewrite: (text: string) => string;
  readonly excluded: ReadonlySet<string>;
}

/** `checkpoint` runs before each rule and may throw. */
export function newNames(
  { rules, groupings, excluded }: Pick<PathQuery, 'rules' | 'groupings' | 'excluded'>,
  checkpoint: () => void,
): PathNames {
  const cleaner = cleanerOf(rules, checkpoint);
  const patterns = groupings.map((text) => ({ text, literals: text.split('*') }));
  return {
    texts: new StepTexts(),
    are_raw: rules.length + groupings.length + excluded.length === 0,
    of_raw: new Map(),
    cleaner,
    rewrite: (text) => groupOf(patterns, cleaner.clean(text)),
    excluded: new Set(excluded),
  };
}

/** Applies all rules in order. Cost depends on rules and texts, so it is bounded. */
interface Cleaner {
  /** Announces characters to be cleaned. @throws ServiceError if that would be too many */
  expect(chars: number): void;
  clean(text: string): string;
}

function cleanerOf(rules: readonly CleaningRule[], checkpoint: () => void): Cleaner {
  const cleaners = rules.map(({ regex, alias }) => {
    const pattern = RE2JS.compile(regex);
    // The regex engine tracks each capture group too.
    return { pattern, template: templateOf(alias, pattern.groupCount()), weight: 1 + pattern.groupCount() };
  });
  const weight = cleaners.reduce((sum, cleaner) => sum + cleaner.weight, 0);
  let expected = 0;
  return {
    expect(chars) {
      expected += chars * weight;
      if (expected > LIMIT.path_cleaning_chars) throw tooMuchCleaning(rules.length, expected);
    },
    clean: (raw) =>
      cleaners.reduce((text, { pattern, template }) => {
        checkpoint();
        // Most rules match few texts, and testing is much cheaper than replacing.
        if (!pattern.test(text)) return text;
        if (text.length * template.length > LIMIT.path_cleaned_chars) throw tooLongPaths();
        return withoutExcess(pattern.matcher(text).replaceAll(template, true));
      }, raw),
  };
}

/** Rules can make a text grow without bound. */
function withoutExcess(text: string): string {
  if (text.length > LIMIT.event_bytes) throw tooLongPaths();
  return text;
}

/** Translates an alias (\0 to \9 = groups, \\ = backslash) into the regex library's syntax ($). */
function templateOf(alias: string, groups: number): string {
  return alias.replace(/\\([0-9\\])|[$\\0-9]/g, (found, sign: string | undefined) => {
    if (sign === undefined || sign === '\\') return `\\${found.at(-1)}`;
    return Number(sign) <= groups ? `$${sign}` : '';
  });
}

function tooMuchCleaning(rules: number, chars: number): Error {
  return invalid(
    'local_path_cleaning_filters',
    `Cleaning these paths by ${rules} rules would look at ${chars} characters: those of each different path, by each rule and ` +
      `each group in it; at most ${LIMIT.path_cleaning_chars} are allowed. Use fewer rules, rules without groups ("(?:a|b)" is ` +
      'none), path_groupings, or a shorter range of dates.',
  );
}

function tooLongPaths(): Error {
  return invalid('local_path_cleaning_filters', 'These rules make paths too long: give them shorter aliases.');
}

interface Pattern {
  readonly text: string;
  /** The text between its stars. */
  readonly literals: readonly string[];
}

/** The grouping whose match ends first; the text itself if none matches. */
function groupOf(patterns: readonly Pattern[], text: string): string {
  let found = text;
  let found_end = Number.POSITIVE_INFINITY;
  for (const pattern of patterns) {
    const end = firstEnd(pattern.literals, text);
    if (end >= found_end) continue;
    found = pattern.text;
    found_end = end;
  }
  return found;
}

/** End of the earliest-ending match, each literal as early as possible; infinite = no match. */
function firstEnd(literals: readonly string[], text: string): number {
  let end = 0;
  for (const literal of literals) {
    const at = text.indexOf(literal, end);
    if (at < 0) return Number.POSITIVE_INFINITY;
    end = at + literal.length;
  }
  return end;
}

/** Number of a text that is already cleaned and grouped. */
export function numberOf(names: PathNames, text: string): number {
  const number = names.texts.numberOf(text);
  checkNames(names.texts.length);
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

/** Number of a raw text, NO_STEP_NAME = excluded. */
function nameRaw(names: PathNames, raw: string): number {
  const known = names.of_raw.get(raw);
  if (known !== undefined) return known;
  const text = names.rewrite(raw);
  const number = names.excluded.has(text) ? NO_STEP_NAME : numberOf(names, text);
  names.of_raw.set(raw, number);
  return number;
}

/** Names rows by a column's values; missing is the empty text. `select`: rows that may be steps; null = all. */
export function nameValues(names: PathNames, column: Column, is_url: boolean, select: Uint32Array | null): RowNames {
  if (column.kind === 'number') return nameNumbers(names, column, select);
  const { codes, values } = column;
  // Names are limited, so only values that occur get one.
  const used = select === null ? null : usedCodes(codes, values.length, select);
  if (names.are_raw && values instanceof SomeValues) {
    return namedBy(codes, nameCodes(names, values, is_url, used), select);
  }
  const texts = Array.from(values, (value, code) => {
    if (used?.[code] === 0) return null;
    return stepText(value, is_url);
  });
  names.cleaner.expect(charsOf(texts, names.of_raw));
  const numbers = Uint32Array.from(texts, (text) => (text === null ? NO_STEP_NAME : nameRaw(names, text)));
  return namedBy(codes, numbers, select);
}

/** code -> number. Decodes a text only if it has to be changed. */
function nameCodes(names: PathNames, values: SomeValues, is_url: boolean, used: Uint8Array | null): Uint32Array {
  const { all, codes } = values;
  const numbers = new Uint32Array(codes.length).fill(NO_STEP_NAME);
  const slashed = is_url ? endsInSlash(all) : null;
  for (let code = 0; code < numbers.length; code++) {
    if (used?.[code] === 0) continue;
    const known = slashed?.[codes[code]!] === 1 ? null : names.texts.numberOfCode(all, codes[code]!);
    numbers[code] = known ?? nameRaw(names, stepText(values.at(code)!, is_url));
  }
  checkNames(names.texts.length);
  return numbers;
}

/** code -> 1 if its text ends in a slash. Kept by the dictionary: the ends of its texts are far apart in memory. */
function endsInSlash(all: Dictionary): Uint8Array {
  return all.tested('ends in a slash', (before) => {
    const slashed = new Uint8Array(all.length);
    slashed.set(before);
    for (let code = Math.max(1, before.length); code < slashed.length; code++) {
      if (all.endsWith(code, '/')) slashed[code] = 1;
    }
    return slashed;
  });
}

function stepText(value: Value, is_url: boolean): string {
  const text = textOf(value) ?? '';
  return is_url ? withoutSlash(text) : text;
}

/** Characters of texts without a name yet. */
function charsOf(texts: readonly (string | null)[], known: ReadonlyMap<string, number>): number {
  let chars = 0;
  for (const text of texts) if (text !== null && !known.has(text)) chars += text.length;
  return chars;
}

function namedBy(codes: Codes, numbers: Uint32Array, select: Uint32Array | null): RowNames {
  return { codes, numbers, select, is_every: select === null && !numbers.includes(NO_STEP_NAME) };
}

/** code -> 1: a selected row has it. */
function usedCodes(codes: Codes, distinct: number, select: Uint32Array): Uint8Array {
  const used = new Uint8Array(distinct);
  for (let row = 0; row < codes.length; row++) if (has(select, row)) used[codes[row]!] = 1;
  return used;
}

function nameNumbers(names: PathNames, { values }: NumberColumn, select: Uint32Array | null): RowNames {
  const codes = sharedWords(values.length);
  /** value -> its code */
  const code_of = new Map<number, number>();
  const numbers: number[] = [];
  for (let row = 0; row < values.length; row++) {
    if (select !== null && !has(select, row)) continue;
    const value = values[row]!;
    let code = code_of.get(value);
    if (code === undefined) {
      code = numbers.length;
      code_of.set(value, code);
      numbers.push(nameRaw(names, numberText(value)));
    }
    codes[row] = code;
  }
  return namedBy(codes, Uint32Array.from(numbers), select);
}

/** Like `nameValues`, for rows that all have the same name. */
export function nameAll(names: PathNames, raw: string, select: Uint32Array | null, rows: number): RowNames {
  return namedBy(sharedBytes(rows), Uint32Array.of(nameRaw(names, raw)), select);
}

function numberText(value: number): string {
  return Number.isNaN(value) ? '' : String(value);
}

/** Strips one trailing slash, unless the URL is just that. */
export function withoutSlash(url: string): string {
  return url.length > 1 && url.endsWith('/') ? url.slice(0, -1) : url;
}
