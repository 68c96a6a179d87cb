/**
 * Breakdowns with very many values of which few are shown.
 * A first pass counts each value over the whole range; a second one counts the largest by bucket and merges all others.
 * So a value x bucket table, larger than any cache, becomes a list and a small table. Unique actors work too: the first
 * row of each (actor, bucket, value) is selected, and those rows are counted.
 */
import { allocate } from '../../../base/bitmap.ts';
import { largestItems } from '../../../base/largest.ts';
import { type GroupKey, keyText } from '../../../model/question/query.ts';
import type { TrendMath } from '../../../model/question/trend.ts';
import { buildBuckets } from '../../frame/buckets.ts';
import { allocateCodes, type Codes } from '../../frame/column.ts';
import type { RowsRequest } from '../../frame/dataset.ts';
import { wholeActorCuts } from '../../frame/slices.ts';
import { shareAll } from '../../frame/team.ts';
import { DISTINCT_ROWS } from '../../kernels/rows/distinct_rows.ts';
import { type Groups, keyBeginning, keyOf, wholeGroups } from '../../select/breakdown.ts';
import { trendRowsOf } from '../../select/selected_runs.ts';
import { type Counted, countMath, type MathFrame, type MathParts } from './math.ts';

/** With fewer cells, one pass is cheaper than two. */
const FEW_CELLS = 16_384;

export interface Largest {
  readonly keys: readonly GroupKey[];
  readonly counted: Counted;
  /** bucket -> sum of all other values. */
  readonly rest: Float64Array;
}

/** Whether merging small values pays. */
export function paysToJoin(groups: number, buckets: number, told: number | null): told is number {
  return told !== null && groups > told * 2 && groups * buckets > FEW_CELLS;
}

/** Whether the math counts rows, or a selection of rows. */
export function isCountable(math: TrendMath, { events, as_one }: Pick<RowsRequest, 'events' | 'as_one'>): boolean {
  return math.kind === 'total' || (math.kind === 'unique' && (as_one === true || events?.length === 1));
}

/** The rows to count, independent of how buckets and groups are merged. If rows are selected, each part has one run. */
export function countableRows(math: TrendMath, parts: MathParts, { buckets, groups, view }: MathFrame): MathParts {
  if (math.kind === 'total') return parts;
  const selected = parts.map((runs) => runs.map((rows) => ({ ...rows, select: allocate(rows.run.rows) })));
  const jobs = parts.flat().map((each, at) => {
    const rows = trendRowsOf(each);
    const args = { rows, buckets, groups, distinct: selected.flat()[at]!.select };
    return { args, cuts: wholeActorCuts(rows.actor) };
  });
  shareAll(view, DISTINCT_ROWS, jobs);
  return selected;
}

/**
 * Keeps the `told` largest ordinary values, ties ordered by text, and values with a missing dimension. Rows outside the
 * range may have been counted.
 */
export function countLargest(named: Groups, told: number, parts: MathParts, frame: MathFrame): Largest {
  const { range } = frame.query;
  const { bounds_ms, count } = frame.buckets;
  const whole = buildBuckets(Float64Array.of(bounds_ms[1]!, bounds_ms[count + 1]!), range.from_ms, range.until_ms);
  const totals = countMath({ kind: 'total' }, parts, { ...frame, buckets: whole }).values;
  const kept = keptGroups(named, totals, told);
  // group -> its index among those kept; all others share the last index
  const index_of = new Uint32Array(totals.length).fill(kept.length);
  for (const [index, group] of kept.entries()) index_of[group] = index;
  const groups = kept.length + 1;
  const joined = parts.map((runs) =>
    runs.map((rows) => ({ ...rows, group: rows.group && renumbered(rows.group, index_of, groups) })),
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
    keys: Array.from(kept, (group) => keyOf(named, group)),
    counted: { values: told_values, present: present.subarray(0, kept.length) },
    rest,
  };
}

/** Ascending. */
function keptGroups(named: Groups, totals: Float64Array, told: number): Uint32Array {
  const is_ordinary = wholeGroups(named);
  const ordinary = new Uint32Array(totals.length);
  const sizes = new Float64Array(totals.length);
  const kept: number[] = [];
  let length = 0;
  for (let group = 0; group < totals.length; group++) {
    if (totals[group] === 0) continue;
    if (is_ordinary[group] === 0) kept.push(group);
    else {
      ordinary[length] = group;
      sizes[length++] = totals[group]!;
    }
  }
  const texts = {
    of: (at: number) => keyText(keyOf(named, ordinary[at]!)),
    beginningOf: (at: number) => keyBeginning(named, ordinary[at]!),
  };
  const largest = largestItems(sizes.subarray(0, length), told, texts);
  for (const at of largest) kept.push(ordinary[at]!);
  return Uint32Array.from(kept).sort();
}

/** row -> index_of[group[row]]. */
function renumbered(group: Codes, index_of: Uint32Array, distinct: number): Codes {
  const codes = allocateCodes(group.length, distinct);
  for (let row = 0; row < group.length; row++) codes[row] = index_of[group[row]!]!;
  return codes;
}
