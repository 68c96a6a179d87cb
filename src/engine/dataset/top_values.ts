/** The values a property has most often, counted over dictionaries: one look-up per distinct value and source. */
import { type Column, textOf } from '../column.ts';

export interface ValueCount {
  readonly value: string;
  readonly count: number;
}

/** Most frequent first, then by text. Missing, null and empty values are left out. */
export function topValues(columns: Iterable<Column | null>, limit: number): ValueCount[] {
  const counts = new Map<string, number>();
  for (const column of columns) {
    if (column === null) continue;
    for (const [value, count] of column.kind === 'number' ? countNumbers(column.values) : countCodes(column)) {
      if (value !== '') counts.set(value, (counts.get(value) ?? 0) + count);
    }
  }
  return mostFrequent(counts).slice(0, limit);
}

/** The same of values that lie one by one. */
export function topTexts(texts: Iterable<string | null>): ValueCount[] {
  const counts = new Map<string, number>();
  for (const text of texts) if (text !== null && text !== '') counts.set(text, (counts.get(text) ?? 0) + 1);
  return mostFrequent(counts);
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
  return values
    .map((value, code): [string, number] => [textOf(value) ?? '', rows[code]!])
    .filter(([, count]) => count > 0);
}

function countNumbers(numbers: Float64Array): [string, number][] {
  const counts = new Map<number, number>();
  for (let row = 0; row < numbers.length; row++) {
    const number = numbers[row]!;
    if (!Number.isNaN(number)) counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  return [...counts].map(([number, count]) => [String(number), count]);
}
