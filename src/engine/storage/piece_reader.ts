/** Reads rows of a segment from the pieces they lie in. */
import { must } from '../../base/assert.ts';
import { UUID_BYTES } from '../../base/uuid.ts';
import { allocateCodes, type Codes, type Column, type StoredColumn, type Value, type Values } from '../frame/column.ts';
import { numberOfCode } from '../frame/scaled_numbers.ts';
import { codesOfRows, numbersOfRows, valuesOfCodes } from './cells.ts';
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
import { cutColumn, joined, joinedColumn, type RowRange } from './joined_pieces.ts';
import { decodeQuarters, type QuarterCounts } from './quarters.ts';
import {
  type ColumnInfo,
  type Header,
  PACK,
  PIECE_ROWS,
  type PieceInfo,
  pieceName,
  pieceRows,
  VALUES,
  withMonths,
} from './segment_header.ts';
import type { ColumnPiece } from './table.ts';
import { decodeUuids } from './uuid_codec.ts';

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

/** Decoding a column for good takes about as long as reading cells of it this many times. */
const GLANCES = 8;

/** Reads any range of rows from the pieces it lies in. */
export class PieceReader {
  readonly #header: Header;
  readonly #pieces: Pieces;
  /** column -> how many times `cells` read it. */
  readonly #glances = new Map<number, number>();
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
    return joinedColumn(this.columnPieces(column, range), range.rows);
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

  /**
   * Values of a column in some rows; undefined = missing. At first what is decoded is dropped again, but for lists that take
   * long to search; a column that is looked at again and again is kept as questions keep it.
   */
  cells(column: number, rows: readonly number[]): (Value | undefined)[] {
    const glances = (this.#glances.get(column) ?? 0) + 1;
    this.#glances.set(column, glances);
    if (glances > GLANCES) return rows.map((row) => this.#cell(column, row));
    const { kind, values: distinct } = this.#header.columns[column]!;
    if (kind === 'number') {
      const numbers = this.#ofRows(column, rows, Number.NaN, numbersOfRows);
      return numbers.map((value) => (Number.isNaN(value) ? undefined : value));
    }
    const codes = this.#ofRows(column, rows, 0, (bytes, all, wanted) => codesOfRows(bytes, all, distinct, wanted));
    if (codes.every((code) => code === 0)) return codes.map(() => undefined);
    const valueAt = this.#valuesOf(column, codes);
    return codes.map((code) => (code === 0 ? undefined : valueAt(code)));
  }

  #cell(column: number, row: number): Value | undefined {
    const piece = Math.floor(row / PIECE_ROWS);
    if (!this.#infosOf(column).has(piece)) return undefined;
    const stored = this.#columnPiece(column, piece);
    const at = row - piece * PIECE_ROWS;
    if (stored.kind === 'number') return Number.isNaN(stored.values[at]) ? undefined : stored.values[at];
    const code = stored.codes[at]!;
    if (code === 0) return undefined;
    return stored.kind === 'scaled' ? numberOfCode(stored, code) : stored.values.at(code);
  }

  /** What some rows have in the pieces that they lie in. */
  #ofRows(
    column: number,
    rows: readonly number[],
    none: number,
    read: (bytes: Uint8Array, rows: number, wanted: readonly number[]) => number[],
  ): number[] {
    const found = rows.map(() => none);
    for (const [piece, places] of Map.groupBy(rows.keys(), (at) => Math.floor(rows[at]! / PIECE_ROWS))) {
      const info = this.#infosOf(column).get(piece);
      if (info === undefined) continue;
      const wanted = places.map((at) => rows[at]! - piece * PIECE_ROWS);
      const there = read(this.#bytes(column, info), pieceRows(this.#header.rows, piece), wanted);
      for (const [i, value] of there.entries()) found[places[i]!] = value;
    }
    return found;
  }

  #valuesOf(column: number, codes: readonly number[]): (code: number) => Value | undefined {
    const { property, values: distinct } = this.#header.columns[column]!;
    const values = valuesOfCodes(this.#bytes(column, this.#infoOf(column, VALUES)), distinct, codes);
    if (values !== null) return (code) => values.get(code);
    const { there, all } = this.#learned(column, must(property, 'a property has a name'));
    return (code) => all.at(there === null ? code : there[code]!);
  }

  /** All values of a column, and code here -> code there; null = the same. */
  #learned(column: number, property: string): { readonly all: Values; readonly there: Uint32Array | null } {
    const { values: distinct } = this.#header.columns[column]!;
    const bytes = (): Uint8Array => this.#bytes(column, this.#infoOf(column, VALUES));
    const name = pieceName(column, VALUES);
    const dictionary = this.#pieces.dictionary?.(property);
    if (dictionary === undefined) {
      return { all: this.#pieces.kept(name, () => decodeValues(bytes(), distinct), 'shared'), there: null };
    }
    const there = this.#pieces.kept(name, () => decodeValuesInto(dictionary, bytes(), distinct), 'shared');
    return { all: dictionary, there };
  }

  #columnPiece(column: number, piece: number): StoredColumn {
    const { property, kind, values: distinct } = this.#header.columns[column]!;
    if (kind === 'number') return this.#decoded(column, piece, decodeNumbers);
    const decode = (piece: Uint8Array, rows: number): Codes => decodeCodes(piece, rows, distinct);
    const { all, there } = this.#learned(column, must(property, 'a property has a name'));
    if (there === null) return { kind: 'dictionary', codes: this.#decoded(column, piece, decode), values: all };
    const codes = this.#decoded(column, piece, (piece, rows) =>
      translated(decode(piece, rows), there, allocateCodes(rows, all.length)),
    );
    return { kind: 'dictionary', codes, values: all };
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
