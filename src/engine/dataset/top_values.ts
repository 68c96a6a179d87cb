/** The values a property has most often, counted over dictionaries: one look-up per distinct value and source. */
import type { ValueCount, ValuesQuery } from '../../model/values.ts';
import { type Column, textOf } from '../column.ts';

/** Which of the values, and how many. */
export type WantedValues = Pick<ValuesQuery, 'search' | 'limit'>;

/** Most frequent first, then by text. Missing, null and empty values are left out. */
export function topValues(columns: Iterable<Column | null>, { search, limit }: WantedValues): ValueCount[] {
  const isWanted = testOf(search);
  const counts = new Map<string, number>();
  for (const column of columns) {
    if (column === null) continue;
    for (const [value, count] of column.kind === 'number' ? countNumbers(column.values) : countCodes(column)) {
      if (isWanted(value)) counts.set(value, (counts.get(value) ?? 0) + count);
    }
  }
  return mostFrequent(counts).slice(0, limit);
}

/** The same of values that lie one by one. */
export function topTexts(texts: Iterable<string | null>, { search, limit }: WantedValues): ValueCount[] {
  const isWanted = testOf(search);
  const counts = new Map<string, number>();
  for (const text of texts) if (text !== null && isWanted(text)) counts.set(text, (counts.get(text) ?? 0) + 1);
  return mostFrequent(counts).slice(0, limit);
}

function testOf(search: string): (value: string) => boolean {
  const needle = search.toLowerCase();
  return needle === '' ? (value) => value !== '' : (value) => value.toLowerCase().includes(needle);
}

function mostFrequent(counts: ReadonlyMap<string, number>): ValueCount[] {
  return [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1));
}

function countCodes({ codes, values }: Extract<Column, { kind: 'dictionary' }>): [string, number][] {
  // code -> rows
  const rows = new Uint32Array(values.length);
  for (let row = 0; row < codes.length; row++) rows[codes[row]!]!++;
  const counted: [string, number][] = [];
  for (let code = 1; code < values.length; code++) {
    if (rows[code]! > 0) counted.push([textOf(values[code]!) ?? '', rows[code]!]);
  }
  return counted;
}

function countNumbers(numbers: Float64Array): [string, number][] {
  const counts = new Map<number, number>();
  for (let row = 0; row < numbers.length; row++) {
    const number = numbers[row]!;
    if (!Number.isNaN(number)) counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  return [...counts].map(([number, count]) => [String(number), count]);
}
