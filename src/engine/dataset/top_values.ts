/**
 * Most frequent values of a property. Counts sealed values once, by dictionary code; values of several dictionaries get
 * one of their own. Newer rows are added per question.
 */
import { has } from '../../base/bitmap.ts';
import { largestItems } from '../../base/largest.ts';
import { folded } from '../../base/letters/caseless.ts';
import type { ValueCount } from '../../model/question/values.ts';
import {
  type Column,
  type DictionaryColumn,
  textAt,
  textOf,
  type Value,
  type Values,
  wideCodes,
} from '../frame/column.ts';
import type { WantedValues } from '../frame/dataset.ts';
import { Dictionary } from '../storage/dictionary.ts';
import { CodedValues, codedColumns } from './coded_values.ts';

/** Skips missing, null and empty values. `columns`: null = no row has the property. */
export function tableOf(columns: readonly (Column | null)[]): CodedValues {
  const coded = codedColumns(columns);
  return coded === null ? CodedValues.ofTexts(countedValues(columns)) : CodedValues.of(coded);
}

/** Whether any row has what `tableOf` does not skip. */
export function hasText(column: Column): boolean {
  const rows = column.kind === 'number' ? column.values.length : column.codes.length;
  for (let row = 0; row < rows; row++) if ((textAt(column, row) ?? '') !== '') return true;
  return false;
}

/** The column without the values of non-members. `members`: bitmap. */
export function ofMembers(column: Column, members: Uint32Array): Column {
  if (column.kind === 'dictionary') {
    return { ...column, codes: column.codes.map((code, index) => (has(members, index) ? code : 0)) };
  }
  return { kind: 'number', values: column.values.map((value, index) => (has(members, index) ? value : Number.NaN)) };
}

/** Most frequent first, then by text. `since`: columns of rows that are not in the table. */
export function topValues(
  table: CodedValues,
  since: Iterable<Column | null>,
  { search, limit }: WantedValues,
): ValueCount[] {
  const needle = folded(search);
  /** index -> newer rows. */
  const more = new Map<number, number>();
  const found: ValueCount[] = [];
  for (const [value, count] of countedValues(since)) {
    const index = table.indexOf(value);
    if (index !== undefined) more.set(index, count);
    else if (folded(value).includes(needle)) found.push({ value, count });
  }
  const indices = table.holding(needle);
  const counts = indices.map((index) => table.counts[index]! + (more.get(index) ?? 0));
  for (const at of largestItems(counts, limit, { of: (place) => table.textAt(indices[place]!) })) {
    found.push({ value: table.textAt(indices[at]!), count: counts[at]! });
  }
  return found.sort(byFrequency).slice(0, limit);
}

/** Like `topValues`, from texts that were not counted before. */
export function topTexts(texts: Iterable<string | null>, { search, limit }: WantedValues): ValueCount[] {
  const needle = folded(search);
  const counts = new Map<string, number>();
  for (const text of texts) if (text !== null && text !== '') counts.set(text, (counts.get(text) ?? 0) + 1);
  return Array.from(counts, ([value, count]) => ({ value, count }))
    .filter(({ value }) => folded(value).includes(needle))
    .sort(byFrequency)
    .slice(0, limit);
}

function byFrequency(a: ValueCount, b: ValueCount): number {
  return b.count - a.count || (a.value < b.value ? -1 : 1);
}

/** Text -> count; one lookup per distinct value. */
function countedValues(columns: Iterable<Column | null>): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (text: string, count: number): void => {
    if (text !== '') counts.set(text, (counts.get(text) ?? 0) + count);
  };
  /** values -> code -> rows */
  const coded = new Map<Values, Uint32Array>();
  for (const column of columns) {
    if (column?.kind === 'number') for (const [text, count] of countNumbers(column.values)) add(text, count);
    if (column?.kind === 'dictionary') coded.set(column.values, countCodes(column, coded.get(column.values)));
  }
  for (const [values, rows] of coded) eachMet(values, rows, (value, count) => add(textOf(value) ?? '', count));
  return counts;
}

/** code -> rows. `before`: counts of earlier columns with the same dictionary, which may have grown since. */
function countCodes({ codes, values }: DictionaryColumn, before: Uint32Array = new Uint32Array(0)): Uint32Array {
  const rows = before.length < values.length ? new Uint32Array(values.length) : before;
  if (rows !== before) rows.set(before);
  const wide = wideCodes(codes);
  for (let row = 0; row < wide.length; row++) rows[wide[row]!]!++;
  return rows;
}

/** How many values are read from the dictionary at a time. */
const READ_VALUES = 512;

function asIs(value: Value): Value {
  return value;
}

function eachMet(values: Values, rows: Uint32Array, visit: (value: Value, count: number) => void): void {
  for (let from = 1; from < rows.length; from += READ_VALUES) {
    const until = Math.min(from + READ_VALUES, rows.length);
    const read =
      values instanceof Dictionary ? values.reading(from, until, asIs, asIs) : (code: number) => values.at(code)!;
    for (let code = from; code < until; code++) if (rows[code]! > 0) visit(read(code), rows[code]!);
  }
}

function countNumbers(numbers: Float64Array): [string, number][] {
  const counts = new Map<number, number>();
  for (let row = 0; row < numbers.length; row++) {
    const number = numbers[row]!;
    if (!Number.isNaN(number)) counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  return Array.from(counts, ([number, count]) => [String(number), count]);
}
