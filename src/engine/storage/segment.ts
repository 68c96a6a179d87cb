/**
 * Reads a segment: rows of all events, sorted by (event, month, person at sealing, time, arrival).
 * Columns are cut into pieces of 65,536 rows, so a question reads few blobs of a useful size, however many names there
 * are; small pieces share one blob. The header lists partitions and pieces with checksums: a damaged, missing or
 * misplaced piece is detected before it is used.
 *   rows      | event 0, Jan | event 0, Feb | event 1, Jan | event 1, Feb |   partitions
 *   $browser  [ codes of 65,536 rows ][ codes of 65,536 rows ][ ... ]  values
 *   amount                            [ numbers              ]                 none where no row has one
 */
import { must } from '../../base/assert.ts';
import type { Numeric } from '../../base/known.ts';
import { UUID_BYTES } from '../../base/uuid.ts';
import { allocateCodes, type Codes, type Column, type StoredColumn, type Values } from '../frame/column.ts';
import { plainColumn } from '../wasm/decoded.ts';
import type { Arrivals } from './arrivals.ts';
import { corrupted, frameCrc } from './codec.ts';
import {
  decodeCodes,
  decodeDistinct,
  decodeNumbers,
  decodeOffsets,
  decodeValues,
  decodeValuesInto,
} from './column_codec.ts';
import type { Dictionary } from './dictionary.ts';
import { countQuarters, decodeQuarters, type QuarterCounts } from './quarters.ts';
import {
  type ColumnInfo,
  decodeHeader,
  type Header,
  hasAt,
  PACK,
  type PartitionInfo,
  PIECE_ROWS,
  type PieceInfo,
  pieceName,
  pieceRows,
  VALUES,
  withMonths,
} from './segment_header.ts';
import type { ColumnPiece, RowSource } from './table.ts';
import { decodeUuids } from './uuid_codec.ts';

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

/**
 * How decoded pieces are used. `seldom`: no question reads them in bulk. `briefly`: only to make a run, which keeps
 * what it needs. `shared`: many pieces need it (the values of a column, the pack of small pieces).
 */
export type Use = 'often' | 'briefly' | 'seldom' | 'shared';

/** Source of a segment's bytes, and the cache of decoded pieces. */
export interface Pieces {
  /** A blob by its name. */
  read(name: string): Uint8Array | undefined;
  kept<T extends ArrayBufferView | Values | StoredColumn>(name: string, make: () => T, use?: Use): T;
  /** Shared dictionary of a property; without it, each segment has its own. */
  dictionary?(property: string): Dictionary;
}

/** Some neighbouring rows. */
type RowRange = Pick<PartitionInfo, 'from_row' | 'rows'>;

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
  const read = decodeHeader(header);
  const { rows, partitions, columns } = read;
  const reader = new PieceReader(read, pieces);
  const whole: RowRange = { from_row: 0, rows };
  const byProperty = new Map<string, number>();
  for (const [at, { property }] of columns.entries()) if (property !== null) byProperty.set(property, at);
  const opened: Opened = { reader, header: read, byProperty };
  return {
    rows,
    properties: [...byProperty.keys()],
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
interface Opened {
  readonly reader: PieceReader;
  readonly header: Header;
  readonly byProperty: ReadonlyMap<string, number>;
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

/** Reads any range of rows from the pieces it lies in. */
class PieceReader {
  readonly #header: Header;
  readonly #pieces: Pieces;
  /** column -> piece number -> piece; made on first use. */
  readonly #infos = new Map<number, ReadonlyMap<number, PieceInfo>>();

  constructor(header: Header, pieces: Pieces) {
    this.#header = header;
    this.#pieces = pieces;
  }

  distinct(range: RowRange): Uint32Array {
    const column = this.#columnOf('distinct');
    const piece = (at: number): Uint32Array => this.#decoded(column, at, decodeDistinct, 'briefly');
    return joined(range, (rows) => new Uint32Array(rows), piece);
  }

  timeMs(range: RowRange): Float64Array {
    const column = this.#columnOf('time');
    const piece = (at: number): Uint32Array => this.#decoded(column, at, decodeOffsets, 'briefly');
    const offsets_ms = joined(range, (rows) => new Uint32Array(rows), piece);
    return withMonths(offsets_ms, range.from_row, this.#header.partitions);
  }

  *uuidPieces({ from_row, rows }: RowRange): Iterable<Uint8Array> {
    for (let row = from_row; row < from_row + rows; ) {
      const until = Math.min((Math.floor(row / PIECE_ROWS) + 1) * PIECE_ROWS, from_row + rows);
      yield this.uuids({ from_row: row, rows: until - row });
      row = until;
    }
  }

  uuids(range: RowRange): Uint8Array {
    const column = this.#columnOf('uuid');
    const piece = (at: number): Uint8Array => {
      const timeMs = (rows: number): Float64Array => this.timeMs({ from_row: at * PIECE_ROWS, rows });
      return this.#decoded(column, at, (bytes, rows) => decodeUuids(bytes, rows, () => timeMs(rows)), 'seldom');
    };
    return joined(range, (rows) => new Uint8Array(rows * UUID_BYTES), piece, UUID_BYTES);
  }

  /** null = none stored. */
  quarters(partition: number, rows: number): QuarterCounts | null {
    const column = this.#columnOf('quarters');
    const info = this.#infosOf(column).get(partition);
    return info === undefined ? null : decodeQuarters(this.#bytes(column, info), rows);
  }

  column(column: number, range: RowRange): Column | null {
    return columnOf(this.columnPieces(column, range), range.rows);
  }

  columnPieces(column: number, { from_row, rows }: RowRange): ColumnPiece[] {
    const pieces: ColumnPiece[] = [];
    for (let row = from_row; row < from_row + rows; ) {
      const at = Math.floor(row / PIECE_ROWS);
      const begin = at * PIECE_ROWS;
      const until = Math.min(begin + PIECE_ROWS, from_row + rows);
      const piece = this.#infosOf(column).has(at) ? this.#columnPiece(column, at) : null;
      pieces.push({ rows: until - row, column: piece && cutColumn(piece, row - begin, until - begin) });
      row = until;
    }
    return pieces;
  }

  #columnPiece(column: number, piece: number): StoredColumn {
    const { property, kind, values: distinct } = this.#header.columns[column]!;
    if (kind === 'number') return this.#decoded(column, piece, decodeNumbers);
    const bytes = (): Uint8Array => this.#bytes(column, this.#infoOf(column, VALUES));
    const decode = (piece: Uint8Array, rows: number): Codes => decodeCodes(piece, rows, distinct);
    const dictionary = this.#pieces.dictionary?.(must(property, 'a property has a name'));
    if (dictionary === undefined) {
      const values = this.#pieces.kept(pieceName(column, VALUES), () => decodeValues(bytes(), distinct), 'shared');
      return { kind: 'dictionary', codes: this.#decoded(column, piece, decode), values };
    }
    const learn = (): Uint32Array => decodeValuesInto(dictionary, bytes(), distinct);
    const there = this.#pieces.kept(pieceName(column, VALUES), learn, 'shared');
    const codes = this.#decoded(column, piece, (piece, rows) =>
      translated(decode(piece, rows), there, allocateCodes(rows, dictionary.length)),
    );
    return { kind: 'dictionary', codes, values: dictionary };
  }

  #columnOf(kind: ColumnInfo['kind']): number {
    const column = this.#header.columns.findIndex((info) => info.kind === kind);
    if (column < 0) throw corrupted(`no column ${kind}`);
    return column;
  }

  #decoded<A extends ArrayBufferView | StoredColumn>(
    column: number,
    piece: number,
    decode: (bytes: Uint8Array, rows: number) => A,
    use: Use = 'often',
  ): A {
    const rows = pieceRows(this.#header.rows, piece);
    const make = (): A => decode(this.#bytes(column, this.#infoOf(column, piece)), rows);
    return this.#pieces.kept(pieceName(column, piece), make, use);
  }

  #infoOf(column: number, piece: number): PieceInfo {
    const info = this.#infosOf(column).get(piece);
    if (info === undefined) throw corrupted(`piece ${pieceName(column, piece)} is missing`);
    return info;
  }

  #infosOf(column: number): ReadonlyMap<number, PieceInfo> {
    let infos = this.#infos.get(column);
    if (infos === undefined) {
      infos = new Map(must(this.#header.columns[column], 'a column').pieces.map((info) => [info[0], info]));
      this.#infos.set(column, infos);
    }
    return infos;
  }

  #bytes(column: number, [piece, crc, length, at]: PieceInfo): Uint8Array {
    const name = pieceName(column, piece);
    const bytes = at < 0 ? this.#pieces.read(name) : this.#pack().subarray(at, at + length);
    if (bytes === undefined) throw corrupted(`piece ${name} is missing`);
    if (bytes.length !== length || frameCrc(bytes) !== crc) {
      throw corrupted(`piece ${name} is not the one that was sealed`);
    }
    return bytes;
  }

  #pack(): Uint8Array {
    const read = (): Uint8Array => {
      const pack = this.#pieces.read(PACK);
      if (pack === undefined) throw corrupted('the pack of small pieces is missing');
      return pack;
    };
    return this.#pieces.kept(PACK, read, 'shared');
  }
}

/** row -> there[codes[row]]. */
function translated(codes: Codes, there: Uint32Array, target: Codes): Codes {
  const wide = target instanceof Uint32Array ? target : new Uint32Array(codes.length);
  wide.set(codes);
  for (let row = 0; row < wide.length; row++) wide[row] = there[wide[row]!]!;
  if (wide !== target) target.set(wide);
  return target;
}

function cutColumn(column: StoredColumn, from: number, until: number): StoredColumn {
  if (column.kind === 'number') return { ...column, values: column.values.subarray(from, until) };
  return { ...column, codes: column.codes.subarray(from, until) };
}

/** Joins the pieces of one property. A view if a single piece has all rows; null if no row has the property. */
function columnOf(pieces: readonly ColumnPiece[], rows: number): Column | null {
  const plain = pieces.map(({ column }) => column && plainColumn(column));
  const some = plain.find((column) => column !== null) ?? null;
  if (some === null || pieces.length === 1) return some;
  const joined: Column =
    some.kind === 'number'
      ? { kind: 'number', values: new Float64Array(rows).fill(Number.NaN) }
      : { ...some, codes: allocateCodes(rows, some.values.length) };
  let at = 0;
  for (const [piece, column] of plain.entries()) {
    if (column?.kind === 'number' && joined.kind === 'number') joined.values.set(column.values, at);
    if (column?.kind === 'dictionary' && joined.kind === 'dictionary') joined.codes.set(column.codes, at);
    at += pieces[piece]!.rows;
  }
  return joined;
}

/** Joins the rows of a range from their pieces. A view if a single piece has the whole range. `make` allocates. */
function joined<A extends Numeric<A>>(
  { from_row, rows }: RowRange,
  make: (rows: number) => A,
  piece: (piece: number) => A,
  width = 1,
): A {
  const first = Math.floor(from_row / PIECE_ROWS);
  const last = Math.floor((from_row + rows - 1) / PIECE_ROWS);
  if (first === last) {
    const from = (from_row - first * PIECE_ROWS) * width;
    return piece(first).subarray(from, from + rows * width);
  }
  const all = make(rows);
  for (let at = first; at <= last; at++) {
    const begin = at * PIECE_ROWS;
    const from = Math.max(from_row - begin, 0);
    const until = Math.min(from_row + rows - begin, PIECE_ROWS);
    all.set(piece(at).subarray(from * width, until * width), (begin + from - from_row) * width);
  }
  return all;
}
