/**
 * Reads a segment: rows of all events, sorted by (event, month, person at sealing, time, arrival).
 * Columns are cut into pieces of 65,536 rows, so a question reads few blobs of a useful size, however many names there
 * are; small pieces share one blob. The header lists partitions and pieces with checksums: a damaged, missing or
 * misplaced piece is detected before it is used.
 *   rows      | event 0, Jan | event 0, Feb | event 1, Jan | event 1, Feb |   partitions
 *   $browser  [ codes of 65,536 rows ][ codes of 65,536 rows ][ ... ]  values
 *   amount                            [ numbers              ]                 none where no row has one
 */
import type { Column, Value } from '../frame/column.ts';
import type { Arrivals } from './arrivals.ts';
import type { RowRange } from './joined_pieces.ts';
import { PieceReader, type Pieces } from './piece_reader.ts';
import { countQuarters, type QuarterCounts } from './quarters.ts';
import { decodeHeader, type Header, hasAt, type PartitionInfo, partitionAt } from './segment_header.ts';
import type { CellSource, ColumnPiece, RowSource, StoredRows } from './table.ts';

/** The rows of one event and month. */
export interface Partition extends RowSource, Omit<PartitionInfo, 'from_row'> {
  quarters(): QuarterCounts;
  /** The same as `uuids`, in pieces that are read one by one. */
  uuidPieces(): Iterable<Uint8Array>;
}

export interface Segment extends Arrivals, Pick<Partition, 'uuidPieces'> {
  readonly partitions: readonly Partition[];
  /** Rows of neighbouring partitions, from the first to the last. */
  together(first: number, last: number): RowSource;
}

/** Opens a segment for readers of all of it: keeps everything it decodes. @throws as `openSegment` */
export function openWhole(header: Uint8Array, read: Pieces['read']): Segment {
  const kept = new Map<string, unknown>();
  return openSegment(header, {
    read,
    kept<T>(name: string, make: () => T): T {
      if (!kept.has(name)) kept.set(name, make());
      // A name always refers to one kind of value.
      return kept.get(name) as T;
    },
  });
}

/** @throws ServiceError data_corrupted, here and from every column */
export function openSegment(header: Uint8Array, pieces: Pieces): Segment {
  const opened = new Opened(decodeHeader(header), pieces);
  const { reader, properties, byProperty } = opened;
  const { rows, partitions } = opened.header;
  const whole: RowRange = { from_row: 0, rows };
  return {
    rows,
    properties,
    stored: { segment: opened, from_row: 0 },
    partitions: partitions.map((_, at) => new OpenPortion(opened, at)),
    together: (first, last) => new Neighbours(opened, first, last),
    eventOrd() {
      const events = new Uint32Array(rows);
      for (const one of partitions) events.fill(one.event_ord, one.from_row, one.from_row + one.rows);
      return events;
    },
    distinct: () => reader.distinct(whole),
    timeMs: () => reader.timeMs(whole),
    uuids: () => reader.uuids(whole),
    uuidPieces: () => reader.uuidPieces(whole),
    column(property) {
      const column = byProperty.get(property);
      return column === undefined ? null : reader.column(column, whole);
    },
  };
}

/** An open segment, shared by its partitions. */
class Opened implements CellSource {
  readonly reader: PieceReader;
  readonly header: Header;
  readonly byProperty: ReadonlyMap<string, number>;

  constructor(header: Header, pieces: Pieces) {
    this.reader = new PieceReader(header, pieces);
    this.header = header;
    this.byProperty = new Map(
      header.columns.flatMap(({ property }, at) => (property === null ? [] : [[property, at] as const])),
    );
  }

  get properties(): string[] {
    return [...this.byProperty.keys()];
  }

  cells(property: string, rows: readonly number[]): (Value | undefined)[] {
    const cells = new Array<Value | undefined>(rows.length).fill(undefined);
    const column = this.byProperty.get(property);
    if (column === undefined) return cells;
    const { partitions, columns } = this.header;
    // Most properties are of few events: pieces are read only for rows of which a neighbour has it.
    const places = [...rows.keys()].filter((at) => hasAt(columns[column]!, partitionAt(partitions, rows[at]!)));
    const found = this.reader.cells(
      column,
      places.map((at) => rows[at]!),
    );
    for (const [i, at] of places.entries()) cells[at] = found[i];
    return cells;
  }
}

/** Rows of neighbouring partitions. Thousands are created when a file is opened, so everything is lazy. */
class Neighbours implements RowSource {
  readonly rows: number;
  readonly opened: Opened;
  readonly #first: number;
  readonly #last: number;

  constructor(opened: Opened, first: number, last: number) {
    const { partitions } = opened.header;
    this.opened = opened;
    this.rows = partitions[last]!.from_row + partitions[last]!.rows - partitions[first]!.from_row;
    this.#first = first;
    this.#last = last;
  }

  get sorted_rows(): number[] {
    return this.opened.header.partitions.slice(this.#first, this.#last + 1).map(({ rows }) => rows);
  }

  get properties(): string[] {
    return [...this.opened.byProperty].flatMap(([name, column]) => (this.#has(column) ? [name] : []));
  }

  distinct(): Uint32Array {
    return this.opened.reader.distinct(this.#range);
  }

  timeMs(): Float64Array {
    return this.opened.reader.timeMs(this.#range);
  }

  uuids(): Uint8Array {
    return this.opened.reader.uuids(this.#range);
  }

  column(property: string): Column | null {
    const column = this.opened.byProperty.get(property);
    return column === undefined || !this.#has(column) ? null : this.opened.reader.column(column, this.#range);
  }

  columnPieces(property: string): ColumnPiece[] {
    const column = this.opened.byProperty.get(property);
    return column === undefined || !this.#has(column) ? [] : this.opened.reader.columnPieces(column, this.#range);
  }

  uuidPieces(): Iterable<Uint8Array> {
    return this.opened.reader.uuidPieces(this.#range);
  }

  get stored(): StoredRows {
    return { segment: this.opened, from_row: this.#range.from_row };
  }

  get #range(): RowRange {
    return { from_row: this.opened.header.partitions[this.#first]!.from_row, rows: this.rows };
  }

  #has(column: number): boolean {
    const info = this.opened.header.columns[column]!;
    for (let at = this.#first; at <= this.#last; at++) if (hasAt(info, at)) return true;
    return false;
  }
}

class OpenPortion extends Neighbours implements Partition {
  readonly event_ord: number;
  readonly month: number;
  readonly from_ms: number;
  readonly until_ms: number;
  readonly #at: number;

  constructor(opened: Opened, at: number) {
    super(opened, at, at);
    const { event_ord, month, from_ms, until_ms } = opened.header.partitions[at]!;
    this.event_ord = event_ord;
    this.month = month;
    this.from_ms = from_ms;
    this.until_ms = until_ms;
    this.#at = at;
  }

  quarters(): QuarterCounts {
    return this.opened.reader.quarters(this.#at, this.rows) ?? countQuarters(this.timeMs());
  }
}
