/** Formulas over the finished rows of all lines. */
import { sum } from '../../base/exact_sum.ts';
import { evaluate, type Formula, linesIn } from './formula.ts';
import { compareText } from './ranking.ts';
import { keyText, rankOf } from './trend_ranking.ts';
import type { Row } from './trend_rows.ts';

/**
 * One row per value that any line has; a line without that value adds zeros. The largest come first, the missing value
 * and the rest stay behind. Ties are by the value backwards, or, where periods are compared, in the order of the lines:
 * so the reference does it.
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

/** Different values that any line has. */
export function valuesIn(lines: readonly (readonly Row[])[]): number {
  return keysOf(lines).size;
}

/** name -> value, of all that any line has. */
function keysOf(lines: readonly (readonly Row[])[]): Map<string, Row['key']> {
  return new Map(lines.flatMap((rows) => rows.map((row) => [keyOf(row), row.key])));
}

/** Unlike the text that is shown, never the same for two values. */
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
