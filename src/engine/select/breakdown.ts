/**
 * Assigns rows to groups of a breakdown.
 * Groups are numbered per question, so runs and parts agree. With several dimensions, each is grouped first and then
 * the combinations that occur are numbered. If values go into bins, all rows are measured first (`measureRows`),
 * because bins span the data.
 */
import { ascending } from '../../base/ascending.ts';
import { members } from '../../base/bitmap.ts';
import { sharedBytes, sharedWords } from '../../base/shared.ts';
import { invalid } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import type { Missed } from '../../model/question/people.ts';
import type { Dimension, GroupKey } from '../../model/question/query.ts';
import { type Bins, widenWithin } from '../frame/bins.ts';
import { type Codes, type ScaledColumn, wideCodes } from '../frame/column.ts';
import type { DatasetView } from '../frame/dataset.ts';
import type { Run } from '../frame/run.ts';
import { BLOCK_ROWS, scratch } from '../wasm/blocks.ts';
import {
  groupBeginning,
  groupColumn,
  groupScaled,
  groupsOf,
  groupText,
  measureColumn,
  NO_VALUE,
  newValueGroups,
  type ValueGroups,
} from './group_values.ts';
import { type RowRange, rowsWithin } from './rows_within.ts';
import { hasCodesFor, widenScaled } from './scaled_bins.ts';
import { sourceColumn } from './source.ts';

export interface Groups {
  readonly dimensions: readonly Dimension[];
  /** dimension -> its groups. */
  readonly values: readonly ValueGroups[];
  /** Entry p combines dimensions 0 to p with dimension p + 1. */
  readonly pairs: readonly Pairs[];
}

/** Combinations of a left and a right group that occur. */
interface Pairs {
  /** combination -> its left group. */
  readonly left: number[];
  /** combination -> its right group. */
  readonly right: number[];
  /** left * PAIR_SPACE + right -> combination */
  readonly of_pair: Map<number, number>;
}

/** More than the groups on either side; its square is still a safe integer. */
const PAIR_SPACE = 2 ** 26;
/** Up to this many possible combinations are looked up in a table; more in a map. */
const TABLE_CELLS = 2 ** 20;
/** Up to this many possible combinations are numbered before any row is read; a code then takes a byte. */
const FEW_COMBINATIONS = 256;

/** `may_be_codes`: whether a single dimension may have groups without rows. */
export function newGroups(dimensions: readonly Dimension[], may_be_codes = false): Groups {
  return {
    dimensions,
    values: dimensions.map((dimension) => newValueGroups(dimension, may_be_codes && dimensions.length === 1)),
    pairs: dimensions.slice(1).map(() => ({ left: [], right: [], of_pair: new Map() })),
  };
}

/** How many groups there are so far. */
export function groupCount({ values, pairs }: Groups): number {
  return pairs.at(-1)?.left.length ?? (values.length === 0 ? 1 : groupsOf(values[0]!));
}

/** group -> its values. */
export function groupKeys(groups: Groups): GroupKey[] {
  return Array.from({ length: groupCount(groups) }, (_, group) => keyOf(groups, group));
}

/** Values of a group; [] without a breakdown. */
export function keyOf({ values, pairs }: Groups, group: number): GroupKey {
  const key: (string | null)[] = [];
  let left = group;
  for (let at = pairs.length - 1; at >= 0; at--) {
    key.unshift(groupText(values[at + 1]!, pairs[at]!.right[left]!));
    left = pairs[at]!.left[left]!;
  }
  return values.length === 0 ? [] : [groupText(values[0]!, left), ...key];
}

/** Orders groups as `textBeginning` orders the texts of their keys, -1 = unknown. */
export function keyBeginning({ values: [first, second] }: Groups, group: number): number {
  return first === undefined || second !== undefined ? -1 : groupBeginning(first, group);
}

/** group -> 1 if it has a value in every dimension. */
export function wholeGroups({ values, pairs }: Groups): Uint8Array {
  let whole = new Uint8Array(values.length === 0 ? 1 : groupsOf(values[0]!)).fill(1);
  if (values.length > 0) whole[NO_VALUE] = 0;
  for (const { left, right } of pairs) {
    const before = whole;
    whole = Uint8Array.from(left, (group, pair) => (right[pair] === NO_VALUE ? 0 : before[group]!));
  }
  return whole;
}

/** The group that has these values, -1 = none. */
export function groupOf(groups: Groups, key: GroupKey): number {
  return groupKeys(groups).findIndex((known) => known.every((text, dimension) => text === (key[dimension] ?? null)));
}

/** What `groupOf` did not find; null if it found a group. */
export function missedKey(groups: Groups, key: GroupKey, group: number): Missed | null {
  return group < 0 ? { key, known: groupKeys(groups).slice(0, LIMIT.values_compared) } : null;
}

/** Whether rows must be measured before grouping. */
export function needsMeasure(groups: Groups): boolean {
  return groups.dimensions.some((dimension) => dimension.bins !== null);
}

/** Widens bins to hold the numbers of these rows. */
export function measureRows(groups: Groups, run: Run, view: DatasetView, range: RowRange): void {
  view.checkpoint();
  const rows = rowsWithin(run, range);
  for (const [at, dimension] of groups.dimensions.entries()) {
    const { bins } = groups.values[at]!;
    if (bins === null) continue;
    const scaled = codesForBins(dimension, bins, run);
    if (scaled !== null) {
      widenScaled(bins, scaled, rows);
      continue;
    }
    const { column, owner } = sourceColumn(dimension.source, run, view);
    if (column.kind === 'number' && owner === null) widenWithin(bins, column.values, rows);
    else measureColumn(bins, column, owner, listed(rows, run));
  }
}

/** row -> group, null = no breakdown. Read-only, and meaningless for rows outside `range`. */
export function groupRows(groups: Groups, run: Run, view: DatasetView, range: RowRange): Codes | null {
  const { dimensions, values, pairs } = groups;
  if (dimensions.length === 0) return null;
  view.checkpoint();
  let rows: Uint32Array | null = null;
  const found = () => {
    rows ??= listed(rowsWithin(run, range), run);
    return rows;
  };
  const codes = dimensions.map((dimension, at) => {
    const { bins } = values[at]!;
    const scaled = bins && codesForBins(dimension, bins, run);
    if (bins && scaled) return groupScaled(values[at]!, bins, scaled);
    const { column, owner } = sourceColumn(dimension.source, run, view);
    return groupColumn(values[at]!, { column, owner, length: run.rows }, found, view);
  });
  let group = codes[0]!;
  for (const [at, pair] of pairs.entries()) {
    const left = { codes: group, count: at === 0 ? groupsOf(values[0]!) : pairs[at - 1]!.left.length };
    const right = { codes: codes[at + 1]!, count: groupsOf(values[at + 1]!) };
    const are_few = left.count * right.count <= FEW_COMBINATIONS && run.rows > BLOCK_ROWS;
    group =
      are_few && isNarrow(left) && isNarrow(right)
        ? combineAll(pair, left, right)
        : combine(pair, left, right, found());
  }
  return group;
}

/** The rows' numbers as they are stored, if these can be put into bins; null if values must be read. */
function codesForBins({ source }: Dimension, bins: Bins, run: Run): ScaledColumn | null {
  const stored = source.of === 'event' ? run.storedColumn(source.key) : null;
  return stored !== null && hasCodesFor(bins, stored) ? stored : null;
}

/** @param cells groups times numbers per group @throws ServiceError if the answer would have too many numbers */
export function checkCells(cells: number): void {
  if (cells <= LIMIT.breakdown_cells) return;
  throw invalid(
    'breakdown',
    `This breakdown has too many distinct values: it would make ${cells} numbers, the limit is ${LIMIT.breakdown_cells}. ` +
      'Choose a property with fewer values, a shorter date range, or filter the values first.',
  );
}

/** Rows of the bitmap (null = all), ascending. */
function listed(rows: Uint32Array | null, run: Run): Uint32Array {
  return rows === null ? ascending(run.rows) : members(rows);
}

/** row -> its group, and how many groups there are. */
interface Side<C extends Codes = Codes> {
  readonly codes: C;
  readonly count: number;
}

/** Whether the groups are few enough for codes of one byte. */
function isNarrow(side: Side): side is Side<Uint8Array> {
  return side.codes instanceof Uint8Array;
}

/** row -> combination, for all rows. Combinations are few, so all are numbered, whether they occur or not. */
function combineAll(pairs: Pairs, left: Side<Uint8Array>, right: Side<Uint8Array>): Codes {
  const table = Uint8Array.from({ length: left.count * right.count }, (_, cell) =>
    pairOf(pairs, Math.floor(cell / right.count), cell % right.count),
  );
  const out = sharedBytes(left.codes.length);
  const memory = scratch();
  const [address] = memory.copyIn([table]);
  for (let first = 0; first < out.length; first += BLOCK_ROWS) {
    const until = first + BLOCK_ROWS;
    const [of_left, of_right] = [left.codes.subarray(first, until), right.codes.subarray(first, until)];
    out.set(memory.lookUpPairs(of_left, of_right, right.count, address!), first);
  }
  return out;
}

/** row -> combination; only for `rows`. */
function combine(
  pairs: Pairs,
  { codes: left, count: lefts }: Side,
  { codes: right, count: rights }: Side,
  rows: Uint32Array,
): Uint32Array {
  const out = sharedWords(left.length);
  if (lefts * rights > TABLE_CELLS) {
    for (const row of rows) out[row] = pairOf(pairs, left[row]!, right[row]!);
    return out;
  }
  /** left * rights + right -> combination, -1 = not met yet in this run. */
  const table = new Int32Array(lefts * rights).fill(-1);
  const [left_of, right_of] = [wideCodes(left), wideCodes(right)];
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at]!;
    const cell = Math.imul(left_of[row]!, rights) + right_of[row]!;
    if (table[cell]! < 0) table[cell] = pairOf(pairs, left[row]!, right[row]!);
    out[row] = table[cell]!;
  }
  return out;
}

function pairOf(pairs: Pairs, left: number, right: number): number {
  const key = left * PAIR_SPACE + right;
  let pair = pairs.of_pair.get(key);
  if (pair === undefined) {
    pair = pairs.left.length;
    checkCells(pair);
    pairs.left.push(left);
    pairs.right.push(right);
    pairs.of_pair.set(key, pair);
  }
  return pair;
}
