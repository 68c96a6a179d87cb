/**
 * Totals of a breakdown with very many values, of which few are shown: a first look counts each value over the whole
 * range, a second one tells only the largest by bucket and joins all others. What would be a table of value x bucket,
 * larger than any cache and looked at many times, is then a list and a small table.
 */
import type { GroupKey } from '../model/query.ts';
import { buildBuckets } from './buckets.ts';
import { allocateCodes, type Codes } from './column.ts';
import { type Counted, countMath, type MathFrame, type MathParts } from './math.ts';

/** With fewer cells than that one look at the rows costs less than two. */
const FEW_CELLS = 16_384;

export interface Largest {
  readonly keys: readonly GroupKey[];
  readonly counted: Counted;
  /** bucket -> rows of all other values. */
  readonly rest: Float64Array;
}

/** Whether it pays to tell so many values and join the rest. */
export function paysToJoin(groups: number, buckets: number, told: number | null): told is number {
  return told !== null && groups > told * 2 && groups * buckets > FEW_CELLS;
}

/** Of rows: the `told` largest of the ordinary values, all that are as large as the last one, and those with a missing part. */
export function countLargest(keys: readonly GroupKey[], told: number, parts: MathParts, frame: MathFrame): Largest {
  const { range } = frame.query;
  const { bounds_ms, count } = frame.buckets;
  const whole = buildBuckets(Float64Array.of(bounds_ms[1]!, bounds_ms[count + 1]!), range.from_ms, range.until_ms);
  const totals = countMath({ kind: 'total' }, parts, { ...frame, buckets: whole }).values;
  const is_ordinary = Uint8Array.from(keys, (key) => (key.includes(null) ? 0 : 1));
  const least = largestOf(
    totals.filter((_, group) => is_ordinary[group] === 1),
    told,
  );
  const isKept = (group: number): boolean =>
    totals[group]! > 0 && (totals[group]! >= least || is_ordinary[group] === 0);
  const kept = [...keys.keys()].filter(isKept);
  // group -> its place among those kept, behind them the one of all others
  const place_of = new Uint32Array(keys.length).fill(kept.length);
  for (const [place, group] of kept.entries()) place_of[group] = place;
  const groups = kept.length + 1;
  const joined = parts.map((runs) =>
    runs.map((rows) => ({ ...rows, group: rows.group && placed(rows.group, place_of, groups) })),
  );
  const { values, present } = countMath({ kind: 'total' }, joined, { ...frame, groups });
  const told_values = new Float64Array(count * kept.length);
  const rest = new Float64Array(count);
  for (let bucket = 0; bucket < count; bucket++) {
    const from = bucket * groups;
    told_values.set(values.subarray(from, from + kept.length), bucket * kept.length);
    rest[bucket] = values[from + kept.length]!;
  }
  return {
    keys: kept.map((group) => keys[group]!),
    counted: { values: told_values, present: present.subarray(0, kept.length) },
    rest,
  };
}

/** The least of so many of the largest. */
function largestOf(totals: Float64Array, count: number): number {
  return totals.length <= count ? 0 : totals.toSorted()[totals.length - count]!;
}

/** row -> place_of[group[row]]. */
function placed(group: Codes, place_of: Uint32Array, places: number): Codes {
  const codes = allocateCodes(group.length, places);
  for (let row = 0; row < group.length; row++) codes[row] = place_of[group[row]!]!;
  return codes;
}
