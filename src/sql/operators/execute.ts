/** Runs a plan: each relation yields batches of rows on demand. */
import { ascending } from '../../base/ascending.ts';
import { unreachable } from '../../base/assert.ts';
import { and, fromFlags } from '../../base/bitmap.ts';
import { parsedValue, textOf, type Value } from '../../engine/frame/column.ts';
import type { Dataset } from '../../engine/frame/dataset.ts';
import { ROWS_ALIKE } from '../../engine/frame/run.ts';
import { plainValue, readItems, ValueList } from '../../engine/select/expression/lists.ts';
import { codedOf, type Table, type Vector, valueAt } from '../../engine/select/expression/vector.ts';
import type { Expression } from '../../model/question/expression.ts';
import type { Relation, SqlQuery } from '../../model/sql/plan.ts';
import { beginAggregate, WEIGHED } from './accumulate.ts';
import type { CellRows } from './accumulating.ts';
import {
  type Batch,
  flagsOf,
  ifMost,
  type Marked,
  numbersOf,
  pickedFrom,
  pickVector,
  placesOf,
  remembered,
  stacked,
  tableBatch,
  tableRows,
  vectorOf,
} from './batch.ts';
import { areCoded, combined } from './combinations.ts';
import { computed, type Execution, hold } from './execution.ts';
import { sourceOf } from './fetching.ts';
import { groupBatch } from './group_batch.ts';
import { cellsWhere, Grouping, type RowCells } from './grouping.ts';
import { joined } from './join.ts';
import { firstRows, orderOf } from './order.ts';
import { markedEvents, scanned } from './scan.ts';
import { withWindows } from './window.ts';

type Of<K extends Relation['kind']> = Extract<Relation, { kind: K }>;

/**
 * Rows of the answer, at most one over its limit. `is_counted`: each row of the view stands for equal events, with their
 * count; only statements that pass `takesCounted` may get it. @throws ServiceError from checkpoints, and for limits
 */
export function runStatement(query: SqlQuery, view: Dataset, is_counted = false): Table {
  const execution: Execution = { view, is_counted, subqueries: [], held: 0 };
  for (const relation of query.subqueries) execution.subqueries.push(subqueryOf(relation, execution));
  return tableOf(query.relation, query.columns.length, execution);
}

function subqueryOf(relation: Relation, execution: Execution): Execution['subqueries'][number] {
  const { rows, columns } = tableOf(relation, widthOf(relation), execution);
  const [values, keys] = columns.map((column) => Array.from({ length: rows }, (_, row) => valueAt(column, row)));
  return {
    value: values![0] ?? null,
    list: new ValueList(values!),
    map: keys === undefined ? null : mapOf(keys, values!),
  };
}

function mapOf(keys: readonly Value[], values: readonly Value[]): Value {
  const members = keys.flatMap((key, row) => (key === null ? [] : [[textOf(key), parsedValue(values[row]!)] as const]));
  return { json: JSON.stringify(Object.fromEntries(members)) };
}

function tableOf(relation: Relation, width: number, execution: Execution): Table {
  return gathered(batchesOf(relation, execution), width, execution);
}

/** All rows as one table. */
function gathered(batches: Iterable<Batch>, width: number, execution: Execution): Table {
  const parts: Table[] = [];
  for (const batch of batches) {
    if (batch.rows === 0) continue;
    hold(execution, batch.rows, width);
    parts.push(tableRows(batch, width));
  }
  return tableFrom(parts, width);
}

function tableFrom(parts: readonly Table[], width: number): Table {
  const rows = parts.map((part) => part.rows);
  const columns = Array.from({ length: width }, (_, index): Vector => {
    if (parts.length === 0) return { kind: 'constant', value: null };
    return stacked(
      parts.map((part) => part.columns[index]!),
      rows,
    );
  });
  return { rows: rows.reduce((sum, count) => sum + count, 0), columns };
}

function batchesOf(relation: Relation, execution: Execution): Iterable<Batch> {
  switch (relation.kind) {
    case 'events':
    case 'persons':
    case 'distinct_ids':
    case 'groups':
    case 'cohort_people':
    case 'numbers':
      return scanned(relation, execution);
    case 'filter':
      return pickedFrom(markedIn(relation, execution));
    case 'unnest':
      return unnested(relation, execution);
    case 'project':
      return projected(relation, execution);
    case 'aggregate':
      return [aggregated(relation, execution)];
    case 'window':
      return one(withWindows(tableOf(relation.of, widthOf(relation.of), execution), relation.columns, execution));
    case 'limit_by':
      return limitedBy(relation, execution);
    case 'distinct':
      return one(distinct(relation, execution));
    case 'sort':
      return relation.by.length === 0 ? cutOff(relation, execution) : one(sorted(relation, execution));
    case 'union':
      return union(relation, execution);
    case 'join':
      return joined(
        relation,
        { batches: batchesOf(relation.left, execution), width: widthOf(relation.left) },
        tableOf(relation.right, widthOf(relation.right), execution),
        execution,
      );
    default:
      return unreachable(relation);
  }
}

/** Number of columns. */
function widthOf(relation: Relation): number {
  switch (relation.kind) {
    case 'project':
    case 'join':
    case 'sort':
      return typeof relation.columns === 'number' ? relation.columns : relation.columns.length;
    case 'aggregate':
      return relation.keys.length + relation.aggregates.length;
    case 'window':
      return relation.columns.length + widthOf(relation.of);
    case 'filter':
    case 'unnest':
    case 'distinct':
    case 'limit_by':
      return widthOf(relation.of);
    case 'union':
      return widthOf(relation.of[0]!);
    default:
      return 0;
  }
}

function one(table: Table): Batch[] {
  return [tableBatch(table)];
}

/** @param isWide as for events */
function* markedIn(relation: Relation, execution: Execution, isWide?: (empty: Batch) => boolean): Iterable<Marked> {
  if (relation.kind === 'events') yield* markedEvents(relation, execution, isWide);
  else if (relation.kind !== 'filter') for (const batch of batchesOf(relation, execution)) yield { batch, marks: null };
  else
    for (const { batch, marks } of markedIn(relation.of, execution)) {
      const passing = fromFlags(flagsOf(computed(execution, relation.where, batch), batch.rows));
      yield* ifMost({ batch, marks: marks === null ? passing : and(passing, marks) });
    }
}

function* unnested({ of, list, name }: Of<'unnest'>, execution: Execution): Iterable<Batch> {
  for (const batch of batchesOf(of, execution)) {
    execution.view.checkpoint();
    const { codes, values } = codedOf(computed(execution, list, batch), batch.rows);
    const items_of = Array.from(values, (value) => readItems(value)?.map(plainValue) ?? []);
    const begin = new Uint32Array(items_of.length);
    for (let code = 1; code < begin.length; code++) begin[code] = begin[code - 1]! + items_of[code - 1]!.length;
    let rows = 0;
    for (let row = 0; row < batch.rows; row++) rows += items_of[codes[row]!]!.length;
    hold(execution, rows, 1);
    const [places, own] = [new Uint32Array(rows), new Uint32Array(rows)];
    for (let row = 0, at = 0; row < batch.rows; row++) {
      const code = codes[row]!;
      for (let item = 0; item < items_of[code]!.length; item++, at++)
        [places[at], own[at]] = [row, begin[code]! + item];
    }
    if (rows > 0) yield withItems(batch.pick(places), name, { kind: 'coded', codes: own, values: items_of.flat() });
  }
}

function withItems(below: Batch, name: string, items: Vector): Batch {
  return {
    rows: below.rows,
    read: (leaf) => (leaf.kind === 'field' && leaf.name === name ? items : below.read(leaf)),
    pick: (places) => withItems(below.pick(places), name, pickVector(items, places)),
  };
}

/** Lazy: unread columns and dropped rows are never computed. */
function* projected({ of, columns }: Of<'project'>, execution: Execution): Iterable<Batch> {
  for (const batch of batchesOf(of, execution)) yield projectedBatch(batch, columns, execution);
}

function projectedBatch(batch: Batch, columns: readonly Expression[], execution: Execution): Batch {
  return remembered({
    rows: batch.rows,
    read: (leaf) => (leaf.kind === 'column' ? computed(execution, columns[leaf.index]!, batch) : batch.read(leaf)),
    pick: (places) => projectedBatch(batch.pick(places), columns, execution),
  });
}

function* union({ of }: Of<'union'>, execution: Execution): Iterable<Batch> {
  for (const part of of) yield* batchesOf(part, execution);
}

function aggregated({ of, keys, aggregates }: Of<'aggregate'>, execution: Execution): Batch {
  const grouping = new Grouping(keys.length, execution.view);
  const accumulating = aggregates.map((aggregate) => beginAggregate(aggregate, execution));
  const is_weighed = aggregates.every(({ name }) => WEIGHED.has(name));
  // Numbering the groups counts their rows, anyway.
  const are_counts = aggregates.every(
    ({ name, args, condition }) => name === 'count' && args.length + Number(condition !== null) === 0,
  );
  const is_counted = execution.is_counted && sourceOf(of).kind === 'events';
  const inputs = [...keys, ...aggregates.flatMap(({ args, condition }) => [...args, condition ?? []].flat())];
  const read = (batch: Batch) => inputs.map((each) => computed(execution, each, batch));
  const isWide = (empty: Batch) => is_weighed && areCoded(read(empty));
  for (const { batch, marks: of_rows } of markedIn(of, execution, isWide)) {
    execution.view.checkpoint();
    const before = grouping.count;
    const all = { rows: batch.rows, marks: of_rows, weights: is_counted ? alikeIn(batch) : null, vectors: read(batch) };
    const few =
      is_weighed && !is_counted && !are_counts ? combined(all.vectors, batch.rows, of_rows, execution.view) : null;
    const { rows, marks, weights, vectors } = few ?? all;
    const of_groups = grouping.cellsOf(vectors.slice(0, keys.length), rows, marks);
    hold(execution, grouping.count - before, keys.length + aggregates.length);
    let at = keys.length;
    for (const [place, { args, condition }] of aggregates.entries()) {
      const own = vectors.slice(at, at + args.length);
      at += args.length + Number(condition !== null);
      const flags = condition === null ? null : flagsOf(vectors[at - 1]!, rows);
      accumulating[place]!.add(rowsIn(of_groups, flags, { args: own, rows, weights }), grouping.count + 1);
    }
    of_groups.release();
  }
  return groupBatch(grouping, accumulating);
}

/** Rows for an aggregate; with flags, only those whose flag is set. */
function rowsIn(of_groups: RowCells, flags: Uint8Array | null, rest: Omit<CellRows, 'cells' | 'addCounts'>): CellRows {
  if (flags !== null) return { ...rest, cells: cellsWhere(of_groups.cells, flags) };
  return {
    ...rest,
    get cells() {
      return of_groups.cells;
    },
    addCounts: rest.weights === null ? of_groups.addCounts : null,
  };
}

/** Row -> how many equal events it stands for. */
function alikeIn(batch: Batch): Float64Array {
  return numbersOf(vectorOf(batch, { kind: 'source', source: { of: 'event', key: ROWS_ALIKE } }), batch.rows);
}

function distinct({ of }: Of<'distinct'>, execution: Execution): Table {
  const width = widthOf(of);
  const grouping = new Grouping(width, execution.view);
  for (const batch of batchesOf(of, execution)) {
    const before = grouping.count;
    grouping.groupsOf(tableRows(batch, width).columns, batch.rows);
    hold(execution, grouping.count - before, width);
  }
  return { rows: grouping.count, columns: grouping.columns() };
}

/** Rows in order. With a limit, each batch drops the rows that cannot be among the first. */
function sorted({ of, by, columns, limit, offset }: Of<'sort'>, execution: Execution): Table {
  const width = widthOf(of);
  const wanted = limit === null ? Number.POSITIVE_INFINITY : limit + offset;
  let kept: Table[] = [];
  let rows = 0;
  const ordered = (table: Table): Table => {
    const count = Math.min(wanted, table.rows);
    const order = orderOf(
      by,
      by.map(({ index }) => table.columns[index]!),
      table.rows,
      count,
    );
    return tableRows(tableBatch(table).pick(firstRows(table.rows, count, order)), width);
  };
  for (const batch of batchesOf(of, execution)) {
    execution.view.checkpoint();
    const best = batch.rows > wanted ? batch.pick(firstOf(batch, by, wanted)) : batch;
    hold(execution, best.rows, width);
    kept.push(tableRows(best, width));
    rows += best.rows;
    if (rows <= MERGED * wanted) continue;
    kept = [ordered(tableFrom(kept, width))];
    execution.held -= (rows - kept[0]!.rows) * width;
    rows = kept[0]!.rows;
  }
  const table = ordered(tableFrom(kept, width));
  const cut = tableBatch(table).pick(ascending(Math.max(0, table.rows - offset), offset));
  return tableRows(cut, columns);
}

/** Holds up to this many times the wanted rows before it drops the rest. */
const MERGED = 16;

function firstOf(batch: Batch, by: Of<'sort'>['by'], count: number): Uint32Array {
  const vectors = by.map(({ index }) => vectorOf(batch, { kind: 'column', index }));
  return firstRows(batch.rows, count, orderOf(by, vectors, batch.rows, count));
}

/** LIMIT and OFFSET without an order. */
function* cutOff({ of, limit, offset }: Of<'sort'>, execution: Execution): Iterable<Batch> {
  let skip = offset;
  let left = limit ?? Number.POSITIVE_INFINITY;
  if (left === 0) return;
  for (const batch of batchesOf(of, execution)) {
    const first = Math.min(skip, batch.rows);
    const until = Math.min(batch.rows, first + left);
    skip -= first;
    left -= until - first;
    if (until > first) yield until - first === batch.rows ? batch : batch.pick(ascending(until - first, first));
    if (left <= 0) return;
  }
}

function* limitedBy({ of, keys, limit }: Of<'limit_by'>, execution: Execution): Iterable<Batch> {
  const grouping = new Grouping(keys.length, execution.view);
  const counts: number[] = [];
  for (const batch of batchesOf(of, execution)) {
    const groups = grouping.groupsOf(
      keys.map((index) => vectorOf(batch, { kind: 'column', index })),
      batch.rows,
    );
    const flags = Uint8Array.from(groups, (group) => {
      counts[group] = (counts[group] ?? 0) + 1;
      return Number(counts[group] <= limit);
    });
    const places = placesOf(flags);
    yield places === null ? batch : batch.pick(places);
  }
}
