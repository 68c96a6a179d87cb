/** Window functions: rows are put in order within their partitions, then each is told its place or its neighbours. */
import type { Value } from '../../engine/frame/column.ts';
import type { Table, Vector } from '../../engine/select/expression/vector.ts';
import type { WindowColumn, WindowName } from '../../model/sql/plan.ts';
import { beginAggregate } from './accumulate.ts';
import { flagsOf, pickVector, tableBatch, valueAt } from './batch.ts';
import { Grouping } from './grouping.ts';
import { type Compare, compareRows, ranksOf } from './order.ts';
import { computed, type Running } from './running.ts';

/** Columns: one for each window, then those of the table. */
export function withWindows(table: Table, windows: readonly WindowColumn[], running: Running): Table {
  const made = windows.map((window) => {
    running.view.checkpoint();
    return windowVector(table, window, running);
  });
  return { rows: table.rows, columns: [...made, ...table.columns] };
}

/** Rows in the order of a window. */
interface Ordered {
  /** place -> row */
  readonly rows: Uint32Array;
  /** place -> number of its partition; equal ones are neighbours. */
  readonly partition: Int32Array;
  /** Whether the rows at two places are equals in the order. */
  readonly areEqual: (a: number, b: number) => boolean;
}

function windowVector(table: Table, { call, partition, order }: WindowColumn, running: Running): Vector {
  const grouping = new Grouping(partition.length);
  const groups = grouping.groupsOf(
    partition.map((index) => table.columns[index]!),
    table.rows,
  );
  const compare = compareRows(
    order,
    order.map(({ index }) => ranksOf(table.columns[index]!, table.rows)),
  );
  const rows = Uint32Array.from({ length: table.rows }, (_, row) => row).sort(
    (a, b) => groups[a]! - groups[b]! || compare(a, b) || a - b,
  );
  const ordered = { rows, partition: Int32Array.from(rows, (row) => groups[row]!), areEqual: equals(rows, compare) };
  if (call.kind === 'place') return placed(table, ordered, call);
  if (order.length === 0) return overAll(table, groups, grouping.count, call.aggregate, running);
  return runningTotals(table, ordered, call.aggregate, running);
}

function equals(rows: Uint32Array, compare: Compare): (a: number, b: number) => boolean {
  return (a, b) => compare(rows[a]!, rows[b]!) === 0;
}

type PlaceCall = Extract<WindowColumn['call'], { kind: 'place' }>;

function placed(table: Table, ordered: Ordered, { name, args, offset }: PlaceCall): Vector {
  if (args.length === 0) return { kind: 'numbers', values: numbersOfPlaces(ordered, name) };
  const [of, otherwise] = args.map((index) => table.columns[index]!);
  const values: Value[] = [];
  const codes = Uint32Array.from({ length: table.rows }, (_, row) => row);
  const { rows, partition } = ordered;
  let begin = 0;
  let end = 0;
  for (let place = 0; place < rows.length; place++) {
    if (place === 0 || partition[place] !== partition[place - 1]) {
      begin = place;
      for (end = place + 1; end < rows.length && partition[end] === partition[place]; end++);
    }
    const row = rows[place]!;
    const at =
      { lag: place - offset, lead: place + offset, first_value: begin }[name as 'lag'] ??
      lastEqual(ordered, place, end);
    values[row] =
      at >= begin && at < end ? valueAt(of!, rows[at]!) : otherwise === undefined ? null : valueAt(otherwise, row);
  }
  return { kind: 'coded', codes, values };
}

/** As windows with an order reach to the current row and its equals. */
function lastEqual({ areEqual }: Ordered, place: number, end: number): number {
  let last = place;
  while (last + 1 < end && areEqual(place, last + 1)) last++;
  return last;
}

function numbersOfPlaces({ rows, partition, areEqual }: Ordered, name: WindowName): Float64Array {
  const numbers = new Float64Array(rows.length);
  let [begin, rank, dense] = [0, 0, 0];
  for (let place = 0; place < rows.length; place++) {
    const is_new = place === 0 || partition[place] !== partition[place - 1];
    if (is_new) [begin, rank, dense] = [place, 1, 1];
    else if (!areEqual(place - 1, place)) {
      rank = place - begin + 1;
      dense++;
    }
    numbers[rows[place]!] = name === 'row_number' ? place - begin + 1 : name === 'rank' ? rank : dense;
  }
  return numbers;
}

type Aggregate = Extract<WindowColumn['call'], { kind: 'aggregate' }>['aggregate'];

function cellRows(table: Table, cells: Int32Array, aggregate: Aggregate, running: Running) {
  const batch = tableBatch(table);
  const condition = aggregate.condition && flagsOf(computed(running, aggregate.condition, batch), table.rows);
  const args = aggregate.args.map((arg) => computed(running, arg, batch));
  return {
    cells: condition === null ? cells : cells.map((cell, row) => (condition[row] === 1 ? cell : 0)),
    args,
    rows: table.rows,
  };
}

/** Every row of a partition is told the same. */
function overAll(table: Table, groups: Int32Array, count: number, aggregate: Aggregate, running: Running): Vector {
  const accumulating = beginAggregate(aggregate, running);
  accumulating.add(
    cellRows(
      table,
      groups.map((group) => group + 1),
      aggregate,
      running,
    ),
    count + 1,
  );
  return pickVector(accumulating.end(count + 1), Uint32Array.from(groups));
}

/** Rows are added one set of equals after the other, and each is told what it came to by then. */
function runningTotals(
  table: Table,
  { rows, partition, areEqual }: Ordered,
  aggregate: Aggregate,
  running: Running,
): Vector {
  const { args, cells } = cellRows(table, new Int32Array(table.rows).fill(1), aggregate, running);
  const values: Value[] = [];
  let accumulating = beginAggregate(aggregate, running);
  for (let place = 0; place < rows.length; ) {
    if (place > 0 && partition[place] !== partition[place - 1]) accumulating = beginAggregate(aggregate, running);
    let end = place + 1;
    while (end < rows.length && partition[end] === partition[place] && areEqual(place, end)) end++;
    const picked = rows.slice(place, end);
    const own = {
      cells: Int32Array.from(picked, (row) => cells[row]!),
      args: args.map((arg) => pickVector(arg, picked)),
      rows: picked.length,
    };
    accumulating.add(own, 2);
    const value = valueAt(accumulating.end(2), 0);
    for (const row of picked) values[row] = value;
    place = end;
  }
  return { kind: 'coded', codes: Uint32Array.from({ length: table.rows }, (_, row) => row), values };
}
