/** Compares paths and correlations with what a case names. */
import { isObject } from '../../src/base/json.ts';
import type { Expect } from './case.ts';
import { asSet, different, rowsOf } from './compare.ts';

type Found = Record<string, unknown>;

/** Where a case names fewer edges than there are, they are the first ones. */
export function comparePath(expect: Expect, answer: Readonly<Found>): string[] {
  const edges = rowsOf(answer['result']);
  const wanted = rowsOf(expect['edges']);
  const counted = different('edge_count', expect['edge_count'] ?? wanted.length, edges.length);
  return [...counted, ...compareRows(expect, wanted, edges)];
}

export function compareCorrelation(expect: Expect, answer: Readonly<Found>): string[] {
  const result = isObject(answer['result']) ? answer['result'] : {};
  const found = rowsOf(result['events']).map((row) => ({
    ...row,
    event: isObject(row['event']) ? row['event']['event'] : row['event'],
  }));
  const wanted = rowsOf(expect['events']);
  const skewed = expect['skewed'] === undefined ? [] : different('skewed', expect['skewed'], result['skewed']);
  return [...skewed, ...different('events', wanted.length, found.length), ...compareRows(expect, wanted, found)];
}

function compareRows(expect: Expect, wanted: readonly Found[], found: readonly Found[]): string[] {
  if (expect['unordered'] === true) return asSet(wanted, found, compareRow);
  return wanted.flatMap((row, place) =>
    compareRow(row, found[place] ?? {}).map((difference) => `row ${place} ${difference}`),
  );
}

function compareRow(wanted: Found, found: Found): string[] {
  return Object.keys(wanted).flatMap((key) => different(key, wanted[key], found[key]));
}
