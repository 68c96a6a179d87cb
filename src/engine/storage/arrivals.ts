/** Rows of all events in order of arrival, as one source: chunks of the log, or segments, one after the other. */
import { assert } from '../../base/assert.ts';
import { monthOf, monthStart } from '../../base/time.ts';
import { UUID_BYTES } from '../../base/uuid.ts';
import type { PlacedColumn, PlacedColumns } from '../frame/column.ts';
import type { Chunk } from './chunk.ts';
import { ColumnBuilder } from './column_builder.ts';
import { orderByActorAndTime } from './order.ts';
import { placedOf, rowsWithValues, SPARSE, wholeColumn } from './placed_columns.ts';
import type { PartitionInfo } from './segment_header.ts';
import type { RowSource } from './table.ts';

/** Rows of several events in columns, in order of arrival within each event and month. */
export interface Arrivals extends RowSource {
  /** row -> event number. */
  eventOrd(): Uint32Array;
  /** The same as `column`, maybe of only the rows with a value. Absent if the source has all columns of all rows. */
  placed?(property: string): PlacedColumn | null;
}

/** Where a partition's rows lie after sorting. */
export type PartitionRows = Pick<PartitionInfo, 'event_ord' | 'month' | 'from_row' | 'rows'>;

export interface OrderedArrivals {
  /** position -> row, by (event, month, person, time, arrival). */
  readonly order: Uint32Array;
  readonly partitions: readonly PartitionRows[];
}

export function arrivalsOfChunk(chunk: Chunk): Arrivals {
  let known: PlacedColumns | null = null;
  const columns = (): PlacedColumns => {
    known ??= chunk.columns();
    return known;
  };
  return {
    rows: chunk.rows,
    get properties() {
      return [...columns().keys()];
    },
    eventOrd: () => chunk.event_ord,
    distinct: () => chunk.distinct,
    timeMs: () => chunk.time_ms,
    uuids: () => chunk.uuids,
    column: (property) => {
      const placed = columns().get(property);
      return placed === undefined ? null : wholeColumn(placed, chunk.rows);
    },
    placed: (property) => columns().get(property) ?? null,
  };
}

export function arrivalsOfChunks(chunks: readonly Chunk[]): Arrivals {
  return arrivalsOfSources(chunks.map(arrivalsOfChunk));
}

export function arrivalsOfSources(sources: readonly Arrivals[]): Arrivals {
  const rows = sources.reduce((sum, source) => sum + source.rows, 0);
  return {
    rows,
    properties: [...new Set(sources.flatMap(({ properties }) => properties))],
    eventOrd: () => join(sources, new Uint32Array(rows), (source) => source.eventOrd()),
    distinct: () => join(sources, new Uint32Array(rows), (source) => source.distinct()),
    timeMs: () => join(sources, new Float64Array(rows), (source) => source.timeMs()),
    uuids: () => join(sources, new Uint8Array(rows * UUID_BYTES), (source) => source.uuids()),
    column: (property) => wholeColumn(joinColumns(sources, rows, property), rows),
    placed: (property) => joinColumns(sources, rows, property),
  };
}

function join<A extends Uint8Array | Uint32Array | Float64Array>(
  sources: readonly Arrivals[],
  target: A,
  read: (source: Arrivals) => A,
): A {
  let at = 0;
  for (const source of sources) {
    const values = read(source);
    target.set(values, at);
    at += values.length;
  }
  return target;
}

/** Without the rows that lack a value, if those are most. */
export function placedIn(source: Arrivals, property: string): PlacedColumn | null {
  if (source.placed !== undefined) return source.placed(property);
  const column = source.column(property);
  return column && placedOf(column);
}

function joinColumns(sources: readonly Arrivals[], rows: number, property: string): PlacedColumn {
  const found: { placed: PlacedColumn; from: number; rows: number }[] = [];
  let marks = 0;
  let from = 0;
  for (const source of sources) {
    const placed = placedIn(source, property);
    if (placed !== null) {
      found.push({ placed, from, rows: source.rows });
      marks += placed.at?.length ?? source.rows;
    }
    from += source.rows;
  }
  if (marks < rows * SPARSE) return joinPlaced(found, marks);
  const builder = new ColumnBuilder(rows);
  for (const one of found) builder.addColumn(one.from, wholeColumn(one.placed, one.rows));
  return { at: null, column: builder.column(rows) };
}

function joinPlaced(found: Iterable<{ placed: PlacedColumn; from: number }>, most: number): PlacedColumn {
  const builder = new ColumnBuilder(most);
  const joined = new Uint32Array(most);
  let marks = 0;
  for (const { placed, from } of found) {
    const { at, column } = placed;
    const rows = at ?? rowsWithValues(column);
    if (at === null) builder.addRows(marks, column, rows);
    else builder.addColumn(marks, column);
    for (let i = 0; i < rows.length; i++) joined[marks++] = from + rows[i]!;
  }
  return { at: joined.subarray(0, marks), column: builder.column(marks) };
}

/** `personOf`: distinct id -> person (numbers). */
export function orderArrivals(source: Arrivals, personOf: Uint32Array): OrderedArrivals {
  const distinct = source.distinct();
  const person = new Uint32Array(source.rows);
  for (let row = 0; row < person.length; row++) {
    const ord = distinct[row]!;
    assert(ord < personOf.length, 'every distinct id has a person');
    person[row] = personOf[ord]!;
  }
  const time_ms = source.timeMs();
  return byPartition(orderByActorAndTime(person, time_ms), source.eventOrd(), monthsOf(time_ms));
}

/** Stable sort by partition of rows already sorted by person and time. */
function byPartition(order: Uint32Array, event_ord: Uint32Array, months: Int32Array): OrderedArrivals {
  const codes = new Map<number, number>();
  const found: { event_ord: number; month: number; rows: number }[] = [];
  // row -> index of its partition in `found`
  const of_row = new Uint32Array(order.length);
  for (let row = 0; row < of_row.length; row++) {
    const event = event_ord[row]!;
    const month = months[row]!;
    const key = event * MONTHS + month;
    let code = codes.get(key);
    if (code === undefined) {
      code = found.push({ event_ord: event, month, rows: 0 }) - 1;
      codes.set(key, code);
    }
    found[code]!.rows++;
    of_row[row] = code;
  }
  const next = new Uint32Array(found.length);
  const partitions: PartitionRows[] = [];
  let from_row = 0;
  for (const partition of found.toSorted((a, b) => a.event_ord - b.event_ord || a.month - b.month)) {
    next[codes.get(partition.event_ord * MONTHS + partition.month)!] = from_row;
    partitions.push({ ...partition, from_row });
    from_row += partition.rows;
  }
  const ordered = new Uint32Array(order.length);
  for (let position = 0; position < order.length; position++) {
    const row = order[position]!;
    ordered[next[of_row[row]!]!++] = row;
  }
  return { order: ordered, partitions };
}

/** More than the absolute value of any month number. */
const MONTHS = 2 ** 20;

/** row -> month. Asks the calendar only when a row leaves the previous row's month. */
function monthsOf(time_ms: Float64Array): Int32Array {
  const months = new Int32Array(time_ms.length);
  let month = 0;
  let from_ms = 0;
  let until_ms = 0;
  for (let row = 0; row < months.length; row++) {
    const at_ms = time_ms[row]!;
    if (at_ms < from_ms || at_ms >= until_ms) {
      month = monthOf(at_ms);
      from_ms = monthStart(month);
      until_ms = monthStart(month + 1);
    }
    months[row] = month;
  }
  return months;
}
