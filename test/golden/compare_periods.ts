/** Compares retention, lifecycles and stickiness with what a case names. null means "not asserted". */
import type { Expect } from './case.ts';
import { asSet, different, rowsOf } from './compare.ts';

type Found = Readonly<Record<string, unknown>>;

/** Rows are triangles; numbers past what a case names must be zero. */
export function compareRetention(expect: Expect, answer: Found): string[] {
  const result = rowsOf(answer['result']).map((row) => ({
    ...row,
    values: rowsOf(row['values']).map((value) => value['count']),
  }));
  const wanted = rowsOf(expect['cohorts']);
  if (expect['breakdown_values'] !== undefined) {
    const values = [...new Set(result.map((row) => (row as Found)['breakdown_value'] as string))].sort();
    const differences = different('breakdown values', expect['breakdown_values'], values);
    return [...differences, ...asSet(wanted, result, compareRow)];
  }
  const counted = different('number of rows', wanted.length, result.length);
  if (expect['unordered'] === true) return [...counted, ...asSet(wanted, result, compareRow)];
  return [
    ...counted,
    ...wanted.flatMap((row, place) => compareRow(row, result[place] ?? {}).map((text) => `row ${place} ${text}`)),
  ];
}

function compareRow(wanted: Found, found: Found): string[] {
  return Object.keys(wanted).flatMap((key) => {
    if (key === 'values') return compareValues(wanted['values'] as number[], found['values'] as number[] | undefined);
    if (key !== 'date') return different(key, wanted[key], found[key]);
    return different(key, Date.parse(String(wanted['date'])), Date.parse(String(found['date'])));
  });
}

function compareValues(wanted: readonly number[], found: readonly number[] | undefined): string[] {
  const padded = (found ?? []).map((_, place) => wanted[place] ?? 0);
  return different('values', padded.length < wanted.length ? wanted : padded, found);
}

export function compareActivity(expect: Expect, answer: Found): string[] {
  const result = rowsOf(answer['result']);
  const wanted = rowsOf(expect['series']);
  return wanted.flatMap((series, place) => {
    // Statuses name their series; others stand where they are.
    const found = result.find((each) => each['status'] === series['status'] && series['status'] !== undefined);
    const at = found ?? result[place] ?? {};
    return Object.keys(series).flatMap((key) => compareMember(`series ${place} ${key}`, series[key], at[key]));
  });
}

/** Lists may be longer than what is named of them only where some of it is not asserted. */
function compareMember(where: string, wanted: unknown, found: unknown): string[] {
  if (wanted === null) return [];
  if (!Array.isArray(wanted) || !Array.isArray(found)) return different(where, wanted, found);
  const isPartial = wanted.includes(null) || where.endsWith('labels');
  const length = isPartial ? [] : different(`${where} length`, wanted.length, found.length);
  return [
    ...length,
    ...wanted.flatMap((value, place) => (value === null ? [] : different(`${where} ${place}`, value, found[place]))),
  ];
}
