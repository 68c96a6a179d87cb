/** Window functions: order rows within partitions, then compute places, neighbours or aggregates over frames. */
import { ascending } from '../../base/ascending.ts';
import { hasKey } from '../../base/known.ts';
import type { Value } from '../../engine/frame/column.ts';
import { type Table, type Vector, valueAt } from '../../engine/select/expression/vector.ts';
import { invalid } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import type { WindowColumn } from '../../model/sql/plan.ts';
import { beginAggregate } from './accumulate.ts';
import { flagsOf, numbersOf, pickVector, tableBatch } from './batch.ts';
import { computed, type Execution } from './execution.ts';
import { cellsWhere, Grouping } from './grouping.ts';
import { compareRows, ranksOf } from './order.ts';

/** Columns: one for each window, then those of the table. */
export function withWindows(table: Table, windows: readonly WindowColumn[], execution: Execution): Table {
  const made = windows.map((window) => {
    execution.view.checkpoint();
    return windowVector(table, window, execution);
  });
  return { rows: table.rows, columns: [...made, ...table.columns] };
}

/** Rows in window order. */
interface Ordered {
  /** Place -> row. */
  readonly rows: Uint32Array;
  /** Place -> begin and end of its partition, and of its peers in the order. */
  readonly begin: Uint32Array;
  readonly end: Uint32Array;
  readonly equals_begin: Uint32Array;
  readonly equals_end: Uint32Array;
  /** Place -> frame [first, until). */
  readonly frame: (place: number) => readonly [first: number, until: number];
}

function windowVector(table: Table, window: WindowColumn, execution: Execution): Vector {
  const { call, partition, order, frame } = window;
  const grouping = new Grouping(partition.length, execution.view);
  const groups = grouping.groupsOf(
    partition.map((index) => table.columns[index]!),
    table.rows,
  );
  if (call.kind === 'aggregate' && frame.from === null && frame.until === null)
    return overAll(table, groups, grouping.count, call.aggregate, execution);
  const compare = compareRows(
    order,
    order.map(({ index }) => ranksOf(table.columns[index]!, table.rows)),
  );
  const rows = ascending(table.rows).sort((a, b) => groups[a]! - groups[b]! || compare(a, b) || a - b);
  const [begin, end] = likeRows(rows, (a, b) => groups[a] === groups[b]);
  const [equals_begin, equals_end] = likeRows(rows, (a, b) => groups[a] === groups[b] && compare(a, b) === 0);
  const places = { rows, begin, end, equals_begin, equals_end };
  const ordered = { ...places, frame: frameOf(table, window, places) };
  return call.kind === 'window' ? numbered(table, ordered, call) : framed(table, ordered, call.aggregate, execution);
}

/** Place -> begin and end of the equal rows around it. */
function likeRows(rows: Uint32Array, areLike: (a: number, b: number) => boolean): [Uint32Array, Uint32Array] {
  const [begin, end] = [new Uint32Array(rows.length), new Uint32Array(rows.length)];
  for (let first = 0, until = 1; first < rows.length; first = until++) {
    while (until < rows.length && areLike(rows[until - 1]!, rows[until]!)) until++;
    begin.fill(first, first, until);
    end.fill(until, first, until);
  }
  return [begin, end];
}

function frameOf(table: Table, { frame, order }: WindowColumn, ordered: Omit<Ordered, 'frame'>): Ordered['frame'] {
  const { begin, end, equals_begin, equals_end, rows } = ordered;
  const { unit, from, until } = frame;
  if (unit === 'rows') {
    return (place) => [
      from === null ? begin[place]! : Math.min(end[place]!, Math.max(begin[place]!, place + from)),
      until === null ? end[place]! : Math.max(begin[place]!, Math.min(end[place]!, place + until + 1)),
    ];
  }
  const [key] = order;
  const values = key === undefined ? new Float64Array(0) : numbersOf(table.columns[key.index]!, table.rows);
  const sign = key?.is_descending === true ? -1 : 1;
  /** First place of the partition with a value that is at least (or more than) `away` from this one. */
  const reach = (place: number, away: number, is_past: boolean): number => {
    const bound = sign * values[rows[place]!]! + away;
    let [low, high] = [begin[place]!, end[place]!];
    while (low < high) {
      const middle = (low + high) >> 1;
      const value = sign * values[rows[middle]!]!;
      // Nulls are at one of the ends.
      const is_before = Number.isNaN(value) ? key!.nulls_first : is_past ? value <= bound : value < bound;
      if (is_before) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return (place) => {
    const is_missing = Number.isNaN(values[rows[place]!]);
    return [
      from === null ? begin[place]! : from === 0 || is_missing ? equals_begin[place]! : reach(place, from, false),
      until === null ? end[place]! : until === 0 || is_missing ? equals_end[place]! : reach(place, until, true),
    ];
  };
}

type WindowCall = Extract<WindowColumn['call'], { kind: 'window' }>;

function numbered(table: Table, ordered: Ordered, { name, args, offset }: WindowCall): Vector {
  const { rows, begin, end, frame } = ordered;
  if (args.length === 0) {
    const numbers = new Float64Array(rows.length);
    const numberAt = hasKey(NUMBERS, name) ? NUMBERS[name] : () => dense;
    let dense = 0;
    for (const [place, row] of rows.entries()) {
      if (ordered.equals_begin[place] === place) dense = begin[place] === place ? 1 : dense + 1;
      numbers[row] = numberAt(ordered, place, offset);
    }
    return { kind: 'numbers', values: numbers };
  }
  const [of, otherwise] = args.map((index) => table.columns[index]!);
  const values: Value[] = [];
  for (const [place, row] of rows.entries()) {
    const is_away = name === 'lag' || name === 'lead';
    const [first, until] = is_away ? [begin[place]!, end[place]!] : frame(place);
    const at = is_away
      ? place + (name === 'lag' ? -offset : offset)
      : name === 'last_value'
        ? until - 1
        : first + (name === 'first_value' ? 0 : offset - 1);
    const is_there = at >= first && at < until;
    values[row] = is_there ? valueAt(of!, rows[at]!) : otherwise === undefined ? null : valueAt(otherwise, row);
  }
  return listedByRow(values);
}

function listedByRow(values: Value[]): Vector {
  return { kind: 'coded', codes: Uint32Array.from(values.keys()), values };
}

/** Number computed for a place. */
const NUMBERS = {
  row_number: ({ begin }: Ordered, place: number) => place - begin[place]! + 1,
  rank: ({ begin, equals_begin }: Ordered, place: number) => equals_begin[place]! - begin[place]! + 1,
  percent_rank: ({ begin, end, equals_begin }: Ordered, place: number) =>
    (equals_begin[place]! - begin[place]!) / Math.max(1, end[place]! - begin[place]! - 1),
  cume_dist: ({ begin, end, equals_end }: Ordered, place: number) =>
    (equals_end[place]! - begin[place]!) / (end[place]! - begin[place]!),
  /** Splits a partition into parts of equal size; the first ones may have one row more. */
  ntile({ begin, end }: Ordered, place: number, parts: number) {
    const [count, at] = [end[place]! - begin[place]!, place - begin[place]!];
    const [short, longer] = [Math.floor(count / parts), count % parts];
    return at < longer * (short + 1)
      ? Math.floor(at / (short + 1)) + 1
      : longer + Math.floor((at - longer * (short + 1)) / short) + 1;
  },
};

type Aggregate = Extract<WindowColumn['call'], { kind: 'aggregate' }>['aggregate'];

function cellRows(table: Table, cells: Int32Array, aggregate: Aggregate, execution: Execution) {
  const batch = tableBatch(table);
  const condition = aggregate.condition && flagsOf(computed(execution, aggregate.condition, batch), table.rows);
  const args = aggregate.args.map((arg) => computed(execution, arg, batch));
  return {
    cells: condition === null ? cells : cellsWhere(cells, condition),
    args,
    rows: table.rows,
    weights: null,
  };
}

/** The same result for every row of a partition. */
function overAll(table: Table, groups: Uint32Array, count: number, aggregate: Aggregate, execution: Execution): Vector {
  const accumulating = beginAggregate(aggregate, execution);
  accumulating.add(
    cellRows(
      table,
      Int32Array.from(groups, (group) => group + 1),
      aggregate,
      execution,
    ),
    count + 1,
  );
  return pickVector(accumulating.end(count + 1), groups);
}

/** Accumulators cannot remove rows. So one continues only if its frame starts where the last one did. */
function framed(table: Table, { rows, frame }: Ordered, aggregate: Aggregate, execution: Execution): Vector {
  const { args, cells } = cellRows(table, new Int32Array(table.rows).fill(1), aggregate, execution);
  const values: Value[] = [];
  const { held } = execution;
  let list_chars = 0;
  let accumulating = beginAggregate(aggregate, execution);
  let [begun, added]: [number, number] = [-1, -1];
  let value: Value = null;
  for (const [place, row] of rows.entries()) {
    if (place % CHECKED === 0) execution.view.checkpoint();
    const [first, until] = frame(place);
    if (first !== begun || until < added) {
      // The frame before is let go.
      execution.held = held;
      accumulating = beginAggregate(aggregate, execution);
      [begun, added] = [first, first];
    } else if (until === added) {
      values[row] = value;
      continue;
    }
    const picked = rows.slice(added, Math.max(added, until));
    added = Math.max(added, until);
    const own = {
      cells: Int32Array.from(picked, (each) => cells[each]!),
      args: args.map((arg) => pickVector(arg, picked)),
    };
    accumulating.add({ ...own, rows: picked.length, weights: null }, 2);
    value = valueAt(accumulating.end(2), 0);
    values[row] = value;
    if (typeof value === 'object' && value !== null) list_chars += value.json.length;
    if (list_chars > LIMIT.sql_window_chars) throw tooManyLists();
  }
  return listedByRow(values);
}

function tooManyLists(): Error {
  return invalid(
    'query',
    `A window of this statement would make lists of more than ${LIMIT.sql_window_chars.toLocaleString('en')} characters together. Choose fewer rows with WHERE, a shorter frame (ROWS BETWEEN 9 PRECEDING AND CURRENT ROW), or shorter lists: groupArray(10)(x).`,
  );
}

/** How many places are computed between two checkpoints. */
const CHECKED = 1024;
