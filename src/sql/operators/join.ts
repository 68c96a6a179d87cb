/** Joins rows of two tables that are equal in some columns. */
import type { Value } from '../../engine/frame/column.ts';
import { codedOf, join as joinCodes, type Table, type Vector } from '../../engine/select/expression/vector.ts';
import { LIMIT } from '../../model/limit.ts';
import type { Relation } from '../../model/sql/plan.ts';
import { type Batch, pickOrNothing, placesOf, tableBatch, tableRows } from './batch.ts';
import { type Execution, hold } from './execution.ts';
import { Grouping } from './grouping.ts';

type JoinRelation = Extract<Relation, { kind: 'join' }>;

/** @param left batches that have `width` columns */
export function* joined(
  join: JoinRelation,
  { batches, width }: { readonly batches: Iterable<Batch>; readonly width: number },
  right: Table,
  execution: Execution,
): Iterable<Batch> {
  const { how, columns } = join;
  const lookup = how === 'cross' ? null : lookupOf(right, join.right_keys, execution);
  const matched = new Uint8Array(right.rows);
  for (const batch of batches) {
    execution.view.checkpoint();
    const left = tableRows(batch, width);
    const pairs = pairsOf(left, right, join, lookup, execution);
    for (const place of pairs.right) if (place >= 0) matched[place] = 1;
    hold(execution, pairs.left.length, columns.length);
    yield tableBatch(sideBySide(left, right, columns, pairs));
  }
  if (how !== 'right' && how !== 'full') return;
  const alone = Int32Array.from(placesOf(matched.map((flag) => 1 - flag)) ?? matched.keys());
  const nothing: Table = { rows: 1, columns: Array.from({ length: width }, () => ({ kind: 'constant', value: null })) };
  yield tableBatch(sideBySide(nothing, right, columns, { left: new Int32Array(alone.length).fill(-1), right: alone }));
}

/** Rows of the right side by join key. */
interface Lookup {
  readonly grouping: Grouping;
  /** Group -> start of its rows; the last element is the number of all rows. */
  readonly begin: Uint32Array;
  readonly rows: Uint32Array;
}

function lookupOf(table: Table, keys: readonly number[], execution: Execution): Lookup {
  const grouping = new Grouping(keys.length, execution.view);
  const groups = grouping.groupsOf(
    keys.map((index) => table.columns[index]!),
    table.rows,
  );
  const begin = new Uint32Array(grouping.count + 2);
  for (const group of groups) begin[group + 2]!++;
  for (let group = 2; group < begin.length; group++) begin[group]! += begin[group - 1]!;
  const rows = new Uint32Array(table.rows);
  for (const [row, group] of groups.entries()) rows[begin[group + 1]!++] = row;
  return { grouping, begin, rows };
}

/** Row numbers of both sides, -1 = none. */
interface Pairs {
  readonly left: Int32Array;
  readonly right: Int32Array;
}

function pairsOf(
  left: Table,
  right: Table,
  { how, left_keys }: JoinRelation,
  lookup: Lookup | null,
  execution: Execution,
): Pairs {
  const lefts: number[] = [];
  const rights: number[] = [];
  const keeps_left = how === 'left' || how === 'full';
  const groups =
    lookup &&
    groupsFound(
      lookup.grouping,
      left_keys.map((index) => left.columns[index]!),
      left.rows,
    );
  for (let row = 0; row < left.rows; row++) {
    const group = groups === null ? -1 : groups[row]!;
    const [first, until] =
      lookup === null ? [0, right.rows] : group < 0 ? [0, 0] : [lookup.begin[group]!, lookup.begin[group + 1]!];
    if (lefts.length + until - first > LIMIT.sql_rows_held) hold(execution, lefts.length + until - first, 1);
    for (let at = first; at < until; at++) {
      lefts.push(row);
      rights.push(lookup === null ? at : lookup.rows[at]!);
    }
    if (first === until && keeps_left) {
      lefts.push(row);
      rights.push(-1);
    }
    if (row % 65_536 === 0) execution.view.checkpoint();
  }
  return { left: Int32Array.from(lefts), right: Int32Array.from(rights) };
}

/** Row -> the group with equal values; -1 if there is none, or a value is missing. */
function groupsFound(grouping: Grouping, keys: readonly Vector[], rows: number): Int32Array {
  const coded = keys.map((key) => codedOf(key, rows));
  const { codes, members, count } = joinCodes(coded, rows);
  const group_of = Int32Array.from({ length: count }, (_, code) => {
    const values = coded.map((column, at): Value => column.values.at(members[at]![code]!)!);
    return values.includes(null) ? -1 : grouping.find(values);
  });
  return Int32Array.from({ length: rows }, (_, row) => group_of[codes[row]!]!);
}

function sideBySide(left: Table, right: Table, columns: JoinRelation['columns'], pairs: Pairs): Table {
  return {
    rows: pairs.left.length,
    columns: columns.map(({ side, index }) =>
      pickOrNothing((side === 'left' ? left : right).columns[index]!, pairs[side]),
    ),
  };
}
