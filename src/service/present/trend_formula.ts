/** Formulas over the finished rows of all lines. */
import { sum } from '../../base/exact_sum.ts';
import { keyText } from '../../model/question/query.ts';
import { evaluate, type Formula, linesIn } from './formula.ts';
import { compareText, OTHER_VALUE } from './ranking.ts';
import { rankOf } from './trend_ranking.ts';
import type { Row } from './trend_rows.ts';

/**
 * One row per value of any line; a line without that value contributes zeros. Largest first, then the missing value,
 * then the rest. Ties go by value in reverse. If periods are compared, ties keep the order of the lines, as
 * in the reference implementation.
 */
export function applyFormula(
  formula: Formula,
  lines: readonly (readonly Row[])[],
  buckets: number,
  compared: boolean,
): Row[] {
  const used = new Set(linesIn(formula));
  const data_of = lines.map((rows, at) => new Map(used.has(at) ? rows.map((row) => [keyOf(row), row.data]) : []));
  const rows = [...keysOf(lines)].map(([name, key]): Row => {
    const data_of_key = data_of.map((line) => line.get(name));
    const values = new Array<number>(lines.length).fill(0);
    const data = Array.from({ length: buckets }, (_, bucket) => {
      for (const line of used) values[line] = data_of_key[line]?.[bucket] ?? 0;
      return evaluate(formula, values);
    });
    return { key, data };
  });
  return rows.sort(compared ? byPlaceThenTotal : byResult);
}

/** Number of distinct values over all lines. */
export function valuesIn(lines: readonly (readonly Row[])[]): number {
  return keysOf(lines).size;
}

/** Values that one of these lines shows, and another that is cut does not. */
export function valuesApart(
  lines: readonly (readonly Row[])[],
  is_cut: readonly boolean[],
  used: readonly number[],
): string[] {
  const shown = lines.map((rows) => new Set(rows.map(keyOf)));
  const isApart = (name: string): boolean => used.some((at) => is_cut[at] === true && !shown[at]!.has(name));
  const keys = keysOf(used.map((at) => lines[at] ?? []));
  return [...keys].filter(([name, key]) => !key.includes(OTHER_VALUE) && isApart(name)).map(([, key]) => keyText(key));
}

/** Name -> value, over all lines. */
function keysOf(lines: readonly (readonly Row[])[]): Map<string, Row['key']> {
  return new Map(lines.flatMap((rows) => rows.map((row) => [keyOf(row), row.key])));
}

/** Unlike the text shown, this is unique per value. */
function keyOf(row: Row): string {
  return JSON.stringify(row.key);
}

function byResult(a: Row, b: Row): number {
  return byPlaceThenTotal(a, b) || byData(a, b) || compareText(keyText(b.key), keyText(a.key));
}

function byPlaceThenTotal(a: Row, b: Row): number {
  return rankOf(a) - rankOf(b) || sum(b.data) - sum(a.data);
}

function byData(a: Row, b: Row): number {
  for (const [bucket, value] of a.data.entries()) {
    const difference = b.data[bucket]! - value;
    if (difference !== 0) return difference;
  }
  return 0;
}
