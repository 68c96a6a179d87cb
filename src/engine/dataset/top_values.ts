/**
 * Most frequent values of a property. Counts sealed values once, by dictionary code; values of several dictionaries get
 * one of their own. Newer rows are added per question.
 */
import { has } from '../../base/bitmap.ts';
import { largestItems } from '../../base/largest.ts';
import { folded } from '../../base/letters/caseless.ts';
import type { ValueCount } from '../../model/question/values.ts';
import { type Column, textAt } from '../frame/column.ts';
import type { WantedValues } from '../frame/dataset.ts';
import { CodedValues, codedColumns } from './coded_values.ts';
import { countedTexts } from './counted_texts.ts';

/** Skips missing, null and empty values. `columns`: null = no row has the property. */
export function tableOf(columns: readonly (Column | null)[]): CodedValues {
  const coded = codedColumns(columns);
  return coded === null ? CodedValues.ofTexts(countedTexts(columns)) : CodedValues.of(coded);
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
  for (const [value, count] of countedTexts(since)) {
    const index = table.indexOf(value);
    if (index !== undefined) more.set(index, count);
    else if (folded(value).includes(needle)) found.push({ value, count });
  }
  const indices = table.holding(needle);
  const counts = indices.map((index) => table.counts[index]! + (more.get(index) ?? 0));
  const texts = {
    of: (place: number) => table.textAt(indices[place]!),
    beginningOf: (place: number) => table.beginningAt(indices[place]!),
  };
  for (const at of largestItems(counts, limit, texts)) {
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
