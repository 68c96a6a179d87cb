/**
 * Scans CSV records from bytes into columns without making strings, like line_scanner.ts for JSON. Records that do not
 * fit their columns are left to the parser.
 */
import { hashRest, hashWord, lowBytes } from '../../base/byte_table.ts';
import { isOneOf } from '../../base/known.ts';
import { UUID_BYTES, UUID_CHARS } from '../../base/uuid.ts';
import { LIMIT } from '../../model/limit.ts';
import { visitBitOf } from '../../service/identity/rules.ts';
import type { FileBatch } from '../../service/ingest/file_batch.ts';
import { BLOCK_ROWS, type FileColumn, writtenValue } from '../../service/ingest/file_column.ts';
import type { LineIds } from '../../service/ingest/line_ids.ts';
import { type ColumnType, cellValue } from '../formats/values.ts';
import { HIGH_BITS, isOfNumber, NumberReader, plainStops, stopsAt, TimeReader, writeUuid } from './byte_values.ts';
import { type Column, EVENT_FIELDS } from './columns.ts';
import type { LineBlock } from './line_blocks.ts';
import { innerPlace } from './settings.ts';
import type { FileInfo } from './types.ts';

/** Purpose of a cell. */
type Kind = 'event' | 'distinct_id' | 'timestamp' | 'uuid' | 'property' | 'unused';

interface Cell {
  readonly kind: Kind;
  readonly type: ColumnType;
  readonly visit_bit: number;
  /** Where the cell's values are written. */
  readonly column: FileColumn;
}

/** Properties that also change the event itself. Files with such columns are parsed into objects. */
const MEANING = ['$elements', '$insert_id', '$groups', '$process_person_profile'];
const QUOTE = 0x22;
const ZERO = 0x30;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
/** The letters of NULL, which databases write for "no value", as one number. */
const NULL_LETTERS = Buffer.from('NULL').readInt32LE();
/** JSON writes smaller numbers in another form: 1e-7. */
const PLAIN_MIN = 1e-6;

/** Whether records can be scanned: each cell is one property, and its values fit the column's type. */
export function isScannable({ format, columns, settings }: Pick<FileInfo, 'format' | 'columns' | 'settings'>): boolean {
  if (format.kind !== 'csv' || format.line_end !== '\n' || format.backslashes || format.skip_lines > 0) return false;
  if (settings.event !== null) return false;
  const used = columns.filter(({ role }) => role !== 'unused');
  const names = new Set(used.map(({ as }) => as));
  return (
    format.delimiter.charCodeAt(0) < 0x80 &&
    names.size === used.length &&
    columns.every(
      ({ role, as, at }, place) =>
        at === place && role !== 'opened' && !MEANING.includes(as) && innerPlace(as) === null,
    ) &&
    ['event', 'distinct_id', 'timestamp'].every((field) =>
      used.some(({ role, as }) => role === 'field' && as === field),
    )
  );
}

export class CsvScanner {
  readonly #batch: FileBatch;
  readonly #columns: readonly Column[];
  readonly #delimiter: number;
  /** The delimiter's byte, four times. */
  readonly #delimiters: number;
  readonly #has_uuids: boolean;
  readonly #numbers = new NumberReader();
  readonly #times = new TimeReader();
  #cells: Cell[] = [];
  #generation = -1;
  /** End of the block. */
  #end = 0;
  // Visit bits of the current record.
  #bits = 0;
  #has_id = false;
  /** Line ends within cells of scanned records. */
  inner_lines = 0;

  /** @param columns of a scannable file */
  constructor(batch: FileBatch, columns: readonly Column[], delimiter: string) {
    this.#batch = batch;
    this.#columns = columns;
    this.#delimiter = delimiter.charCodeAt(0);
    this.#delimiters = Math.imul(this.#delimiter, 0x0101_0101);
    this.#has_uuids = columns.some(({ role, as }) => role === 'field' && as === 'uuid');
  }

  /**
   * Scans records until the end, a full batch, or a record it cannot handle; returns the position.
   * @param ids for records without one
   */
  scan({ bytes, view, end }: LineBlock, from: number, ids: LineIds): number {
    const batch = this.#batch;
    if (batch.generation !== this.#generation) this.#openCells();
    this.#end = end;
    let at = from;
    while (at < end && !batch.isFull()) {
      if (batch.block_rows === BLOCK_ROWS) batch.settle(bytes, view);
      this.#bits = 0;
      this.#has_id = this.#has_uuids;
      const lines = this.inner_lines;
      const next = this.#record(bytes, view, at);
      if (next === 0 || next - at > LIMIT.event_bytes / 16) {
        this.inner_lines = lines;
        batch.giveUp();
        break;
      }
      const row = batch.rows++;
      batch.visits[row] = this.#bits;
      if (!this.#has_id) batch.nameLater(row, ids);
      at = next;
    }
    batch.settle(bytes, view);
    return at;
  }

  #openCells(): void {
    const batch = this.#batch;
    this.#generation = batch.generation;
    this.#cells = this.#columns.map(({ as, role, type }) => {
      const kind: Kind =
        isOneOf(EVENT_FIELDS, as) && role === 'field' ? as : role === 'property' ? 'property' : 'unused';
      const column = kind === 'event' ? batch.names : kind === 'property' ? batch.column(as) : batch.distinct_ids;
      return { kind, type, visit_bit: kind === 'property' ? visitBitOf(as) : 0, column };
    });
  }

  /** Returns the start of the next record; 0 if anything is unusual. */
  #record(source: Uint8Array, view: DataView, from: number): number {
    const cells = this.#cells;
    let at = from;
    for (let place = 0; place < cells.length; place++) {
      if (place > 0 && source[at++] !== this.#delimiter) return 0;
      at = this.#cell(source, view, at, cells[place]!);
      if (at < 0) return 0;
    }
    if (source[at] === RETURN) at++;
    return source[at] === NEWLINE ? at + 1 : 0;
  }

  /** Returns the end of the cell; negative if anything is unusual. */
  #cell(source: Uint8Array, view: DataView, at: number, cell: Cell): number {
    const { kind, column } = cell;
    const quotes = source[at] === QUOTE ? 1 : 0;
    const after = this.#endOfMissing(source, view, at, quotes);
    if (after >= 0) {
      if (kind === 'uuid') this.#has_id = false;
      return kind === 'event' || kind === 'distinct_id' || kind === 'timestamp' ? -1 : after;
    }
    if (kind === 'property') return this.#property(source, view, at, cell);
    if (kind === 'event' || kind === 'distinct_id') {
      const end = this.#text(source, view, at, column);
      // A character takes at least one byte, so the id is within the limit.
      return end - at > 2 * quotes && end - at <= LIMIT.distinct_id_chars ? end : -1;
    }
    if (kind === 'unused') return this.#endOf(source, at);
    const start = at + quotes;
    let end = start + UUID_CHARS;
    if (kind === 'timestamp') {
      const read_ms = this.#times.read(source, start);
      if (read_ms < 0) return -1;
      this.#batch.time_ms[this.#batch.rows] = read_ms;
      end = this.#times.end;
    } else if (!writeUuid(source, start, this.#batch.uuids, this.#batch.rows * UUID_BYTES)) return -1;
    if (quotes === 1 && source[end++] !== QUOTE) return -1;
    return this.#isEnd(source, end) ? end : -1;
  }

  #property(source: Uint8Array, view: DataView, at: number, cell: Cell): number {
    const { type, column } = cell;
    const row = this.#batch.rows;
    let end = -1;
    if (type === 'text') end = this.#text(source, view, at, column);
    else if (type === 'number') end = this.#number(source, at, cell);
    else if (type !== 'mixed' && type !== 'empty') end = -1;
    else if (this.#canBeNumber(source, at)) end = this.#number(source, at, cell);
    else end = this.#text(source, view, at, column);
    if (end <= 0) end = this.#oddCell(source, at, cell);
    if (column.has(row)) this.#bits |= cell.visit_bit;
    return end;
  }

  /** End of a cell that is empty, or NULL with as many quotes on each side; -1 for others. */
  #endOfMissing(source: Uint8Array, view: DataView, at: number, quotes: number): number {
    if (this.#isEnd(source, at)) return at;
    if (view.getInt32(at + quotes, true) !== NULL_LETTERS) return -1;
    const end = at + quotes + 4;
    if (quotes === 1 && source[end] !== QUOTE) return -1;
    return this.#isEnd(source, end + quotes) ? end + quotes : -1;
  }

  #isEnd(source: Uint8Array, at: number): boolean {
    const byte = source[at]!;
    return byte === this.#delimiter || byte === NEWLINE || (byte === RETURN && source[at + 1] === NEWLINE);
  }

  /** Whether all characters of the cell may be part of a number. */
  #canBeNumber(source: Uint8Array, from: number): boolean {
    let at = from;
    while (isOfNumber(source[at]!)) at++;
    return source[at] === QUOTE || this.#isEnd(source, at);
  }

  /** Index after a number that JSON preserves exactly; 0 for anything else. */
  #number(source: Uint8Array, at: number, { type, column }: Cell): number {
    let value = this.#numbers.readShort(source, at);
    if (type === 'number' && Number.isNaN(value)) value = this.#longDecimal(source, at);
    const { end, places } = this.#numbers;
    if (Number.isNaN(value) || !this.#isEnd(source, end)) return 0;
    // Only numbers in JSON's notation; others may be meant as text.
    const is_usual = places > 0 ? source[end - 1] !== ZERO && Math.abs(value) >= PLAIN_MIN : !Object.is(value, -0);
    if (type !== 'number' && !is_usual) return 0;
    column.setNumber(this.#batch.rows, value);
    return end;
  }

  /** NaN for whole numbers, which are more often ids. */
  #longDecimal(source: Uint8Array, at: number): number {
    const value = this.#numbers.readLong(source, at);
    return this.#numbers.places > 0 ? value : Number.NaN;
  }

  /** Index after a text that needs no escapes in JSON; -1 for others. */
  #text(source: Uint8Array, view: DataView, from: number, column: FileColumn): number {
    const is_quoted = source[from] === QUOTE;
    const stop = is_quoted ? 0x2222_2222 : this.#delimiters;
    const start = is_quoted ? from + 1 : from;
    let hash = 0;
    let at = start;
    for (;;) {
      const word = view.getInt32(at, true);
      const found = (plainStops(word) | stopsAt(word, stop)) & HIGH_BITS;
      if (found !== 0) {
        const bytes = (31 - Math.clz32(found & -found)) >> 3;
        hash = hashRest(hash, lowBytes(word, bytes), bytes);
        at += bytes;
        break;
      }
      hash = hashWord(hash, word);
      at += 4;
    }
    const end = is_quoted ? at + 1 : at;
    if ((is_quoted && source[at] !== QUOTE) || !this.#isEnd(source, end)) return -1;
    // Empty cells have no value.
    if (at === start) return end;
    column.markText(this.#batch.rows, hash, start, at);
    return end;
  }

  /** Index after a cell of any form, which is made a string first; -1 if its end cannot be told here. */
  #oddCell(source: Uint8Array, at: number, { type, column }: Cell): number {
    const end = this.#endOf(source, at);
    if (end < 0) return -1;
    const is_quoted = source[at] === QUOTE;
    const text = textOf(source, at, end, is_quoted);
    const value = cellValue(text, type);
    if (value === undefined) return end;
    if (typeof value === 'number') column.setNumber(this.#batch.rows, value);
    else column.markWritten(this.#batch.rows, this.#batch.written.push(writtenValue(value)) - 1);
    return end;
  }

  /** End of a cell; -1 if it cannot be told here, or the cell contains characters that a text may not have. */
  #endOf(source: Uint8Array, from: number): number {
    let at = from;
    if (source[from] !== QUOTE) {
      for (; !this.#isEnd(source, at); at++) if (source[at] === 0) return -1;
      return at;
    }
    for (at++; at < this.#end; at++) {
      const byte = source[at]!;
      if (byte === 0) return -1;
      if (byte === NEWLINE) this.inner_lines++;
      if (byte !== QUOTE) continue;
      if (source[at + 1] !== QUOTE) return this.#isEnd(source, at + 1) ? at + 1 : -1;
      at++;
    }
    return -1;
  }
}

export function textOf(source: Uint8Array, from: number, to: number, is_quoted: boolean): string {
  const quotes = is_quoted ? 1 : 0;
  const text = Buffer.from(source.buffer, source.byteOffset + from + quotes, to - from - 2 * quotes).toString('utf8');
  return is_quoted ? text.replaceAll('""', '"') : text;
}
