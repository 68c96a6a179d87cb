/** Rows of one event in memory, in order of arrival: the tail, and the input of segments. */
import { UUID_BYTES } from '../../base/uuid.ts';
import { type Column, missingColumn, type PlacedColumn, type StoredColumn, type Value } from '../frame/column.ts';
import type { Chunk } from './chunk.ts';
import { PropertyColumns } from './property_columns.ts';

/** Rows of one event in columns, however they are stored. */
export interface RowSource {
  readonly rows: number;
  /**
   * Lengths of consecutive sequences of rows, each sorted by person (as of sealing), then time; absent if rows are in
   * order of arrival.
   */
  readonly sorted_rows?: readonly number[];
  /** row -> ord of its distinct id. */
  distinct(): Uint32Array;
  /** row -> epoch milliseconds. */
  timeMs(): Float64Array;
  /** 16 * row -> the row's uuid. */
  uuids(): Uint8Array;
  /** Properties that some row has. */
  readonly properties: readonly string[];
  /** null = no row has the property. */
  column(property: string): Column | null;
  /** The column in pieces, which saves copying; [] if no row has the property. Absent if the source has no pieces. */
  columnPieces?(property: string): readonly ColumnPiece[];
  /** Absent if columns are in memory. */
  readonly stored?: StoredRows;
}

/** Where a source's rows lie in a segment. */
export interface StoredRows {
  readonly segment: CellSource;
  readonly from_row: number;
}

/** Reads single values, where `column` decodes all. */
export interface CellSource {
  readonly properties: readonly string[];
  /** The property's values in some rows; undefined = missing. */
  cells(property: string, rows: readonly number[]): readonly (Value | undefined)[];
}

/** Consecutive rows of a column; null = all missing. */
export interface ColumnPiece {
  readonly rows: number;
  readonly column: StoredColumn | null;
}

const FIRST_ROWS = 64;

/** Returned arrays are views, valid until rows are added. */
export class EventTable implements RowSource {
  rows = 0;
  private distincts = new Uint32Array(FIRST_ROWS);
  private times_ms = new Float64Array(FIRST_ROWS);
  private ids = new Uint8Array(FIRST_ROWS * UUID_BYTES);
  private readonly builders = new PropertyColumns();

  /** Adds these rows of a chunk, without properties. */
  addRows({ distinct, time_ms, uuids }: Chunk, rows: Uint32Array): void {
    const first_row = this.rows;
    this.reserve(first_row + rows.length);
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i]!;
      this.distincts[first_row + i] = distinct[row]!;
      this.times_ms[first_row + i] = time_ms[row]!;
    }
    copyUuids(uuids, rows, this.ids, first_row);
    this.rows += rows.length;
  }

  /** Row `rows[i]` of the column is row `first_row + i` here. */
  addColumn(property: string, first_row: number, column: Column, rows: Uint32Array): void {
    this.builders.addRows(property, first_row, column, rows);
  }

  setValue(property: string, row: number, value: Value): void {
    this.builders.setValue(property, row, value);
  }

  distinct(): Uint32Array {
    return this.distincts.subarray(0, this.rows);
  }

  timeMs(): Float64Array {
    return this.times_ms.subarray(0, this.rows);
  }

  uuids(): Uint8Array {
    return this.ids.subarray(0, this.rows * UUID_BYTES);
  }

  get properties(): string[] {
    return this.builders.names;
  }

  /** A column of missing values if no row has the property. */
  column(property: string): Column {
    return this.builders.column(property, this.rows) ?? missingColumn(this.rows);
  }

  bytes(): number {
    return this.distincts.byteLength + this.times_ms.byteLength + this.ids.byteLength + this.builders.bytes();
  }

  private reserve(rows: number): void {
    if (rows <= this.distincts.length) return;
    const room = Math.max(rows, this.distincts.length * 2);
    const distincts = new Uint32Array(room);
    const times_ms = new Float64Array(room);
    const ids = new Uint8Array(room * UUID_BYTES);
    distincts.set(this.distincts);
    times_ms.set(this.times_ms);
    ids.set(this.ids);
    this.distincts = distincts;
    this.times_ms = times_ms;
    this.ids = ids;
  }
}

/** The uuid of row `rows[i]` becomes that of row `first_row + i`. */
export function copyUuids(from: Uint8Array, rows: Uint32Array, to: Uint8Array, first_row: number): void {
  let at = first_row * UUID_BYTES;
  for (let i = 0; i < rows.length; i++) {
    let from_at = rows[i]! * UUID_BYTES;
    for (let byte = 0; byte < UUID_BYTES; byte++) to[at++] = from[from_at++]!;
  }
}

/** Distributes rows over the tables of their events. */
export function tablesOf(chunks: readonly Chunk[], tables = new Map<number, EventTable>()): Map<number, EventTable> {
  for (const chunk of chunks) {
    const added = addedRows(chunk, tables);
    for (const [property, placed] of chunk.columns()) addProperty(property, placed, added);
  }
  return tables;
}

interface AddedRows {
  readonly groups: readonly { readonly table: EventTable; readonly first_row: number; readonly rows: Uint32Array }[];
  /** Row of the chunk -> its table, and its row there. */
  readonly table_of: readonly EventTable[];
  readonly row_of: Uint32Array;
}

function addedRows(chunk: Chunk, tables: Map<number, EventTable>): AddedRows {
  const groups: AddedRows['groups'][number][] = [];
  const table_of = new Array<EventTable>(chunk.rows);
  const row_of = new Uint32Array(chunk.rows);
  for (const [event, rows] of rowsByEvent(chunk.event_ord)) {
    const table = tables.get(event) ?? new EventTable();
    tables.set(event, table);
    const first_row = table.rows;
    for (let i = 0; i < rows.length; i++) {
      table_of[rows[i]!] = table;
      row_of[rows[i]!] = first_row + i;
    }
    table.addRows(chunk, rows);
    groups.push({ table, first_row, rows });
  }
  return { groups, table_of, row_of };
}

function addProperty(property: string, { at, column }: PlacedColumn, { groups, table_of, row_of }: AddedRows): void {
  if (at === null) {
    for (const { table, first_row, rows } of groups) table.addColumn(property, first_row, column, rows);
    return;
  }
  for (let i = 0; i < at.length; i++) {
    const row = at[i]!;
    const value = column.kind === 'number' ? column.values[i]! : column.values.at(column.codes[i]!)!;
    table_of[row]!.setValue(property, row_of[row]!, value);
  }
}

/** event -> its rows, in order */
function rowsByEvent(event_ord: Uint32Array): Map<number, Uint32Array> {
  const counts = new Map<number, number>();
  for (let row = 0; row < event_ord.length; row++) {
    const event = event_ord[row]!;
    counts.set(event, (counts.get(event) ?? 0) + 1);
  }
  const byEvent = new Map(Array.from(counts, ([event, count]) => [event, new Uint32Array(count)]));
  counts.clear();
  for (let row = 0; row < event_ord.length; row++) {
    const event = event_ord[row]!;
    const position = counts.get(event) ?? 0;
    byEvent.get(event)![position] = row;
    counts.set(event, position + 1);
  }
  return byEvent;
}
