/**
 * Scans lines of JSON from bytes into columns, without strings or objects. The key before predicts the next key, which
 * is compared as bytes. Texts are hashed while their end is searched. Rare values (with escapes, arrays and objects) are
 * parsed once per spelling. The parser gets all lines that do not look like a client's events; it also says why a line
 * is refused.
 */
import { ByteTable, hashOf, hashRest, hashWord, lowBytes, PADDING } from '../../base/byte_table.ts';
import { losesDigits } from '../../base/json.ts';
import { LIMIT } from '../../model/limit.ts';
import { NO_PROFILE, visitBitOf } from '../../service/identity/rules.ts';
import type { FileBatch } from '../../service/ingest/file_batch.ts';
import { BLOCK_ROWS, FALSE, type FileColumn, NULL, TRUE, writtenValue } from '../../service/ingest/file_column.ts';
import type { LineIds } from '../../service/ingest/line_ids.ts';
import { parseExtended } from '../formats/extended_json.ts';
import {
  endOfNested,
  endOfPlain,
  endOfQuoted,
  HIGH_BITS,
  NumberReader,
  plainStops,
  TimeReader,
  writeUuid,
} from './byte_values.ts';
import type { LineBlock } from './line_blocks.ts';

/** Keys of an event, followed by those of its properties. */
const START = 0;
const UUID = 1;
const EVENT = 2;
const DISTINCT_ID = 3;
const TIMESTAMP = 4;
const PROPERTIES = 5;
const AFTER = 6;
const FIRST_COLUMN = 7;
const TOP = ['', 'uuid', 'event', 'distinct_id', 'timestamp', 'properties', ''];
const NEEDED = (1 << EVENT) | (1 << DISTINCT_ID) | (1 << TIMESTAMP) | (1 << PROPERTIES);
/** Properties that also change the event. */
const MEANING = new Map([
  ['$elements', 1],
  ['$insert_id', 2],
  ['$groups', 3],
  ['$process_person_profile', 4],
]);
const [ELEMENTS, INSERT_ID, GROUPS, PROFILE] = [1, 2, 3, 4];

/** Longer lines may exceed the limit. */
const LINE_BYTES = LIMIT.event_bytes / 16;
const WRITTEN_KEPT = 10_000;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const NEWLINE = 0x0a;
const RETURN = 0x0d;
const BLANK = 0x20;
/** The literals as 32-bit words. */
const NUL = 0x6c6c_756e;
const TRU = 0x6575_7274;
const FALS = 0x736c_6166;

export class LineScanner {
  readonly #batch: FileBatch;
  #ids: LineIds | null = null;
  readonly #numbers = new NumberReader();
  readonly #times = new TimeReader();
  /** A value's spelling in the file -> its log encoding, null if unreadable. */
  readonly #written = new Map<string, string | null>();
  #generation = -1;
  // Numbers of known keys; those of properties are FIRST_COLUMN + index in the table.
  #names = new ByteTable();
  #columns: FileColumn[] = [];
  #visit_bits: number[] = [];
  #meanings: number[] = [];
  /** Key -> the key that followed it last time. */
  #next: number[] = [];
  /** `"name":` of all keys, concatenated. */
  #key_bytes = new Uint8Array(1 << 16);
  #key_view = new DataView(this.#key_bytes.buffer);
  #key_at: number[] = [];
  #key_length: number[] = [];
  #key_used = 0;
  // Fields seen in the current line.
  #seen = 0;
  #bits = 0;

  constructor(batch: FileBatch) {
    this.#batch = batch;
  }

  /**
   * Scans lines until the end, a full batch, or a line it cannot handle; returns the position.
   * @param ids for lines without one
   */
  scan({ bytes, view, end }: LineBlock, from: number, ids: LineIds): number {
    const batch = this.#batch;
    this.#ids = ids;
    if (batch.generation !== this.#generation) this.#forgetKeys();
    let at = from;
    while (at < end && !batch.isFull()) {
      if (batch.block_rows === BLOCK_ROWS) batch.settle(bytes, view);
      const next = this.#line(bytes, view, at);
      if (next === 0 || next - at > LINE_BYTES) {
        batch.giveUp();
        break;
      }
      this.#take();
      at = next;
    }
    batch.settle(bytes, view);
    return at;
  }

  #take(): void {
    const batch = this.#batch;
    const row = batch.rows++;
    batch.visits[row] = this.#bits;
    if ((this.#seen & (1 << UUID)) === 0) batch.nameLater(row, this.#ids!);
  }

  /** Start of the next line; 0 if anything is unusual. */
  #line(source: Uint8Array, view: DataView, from: number): number {
    if (source[from] !== OPEN_OBJECT) return 0;
    let at = from + 1;
    let last = START;
    let is_inside = false;
    this.#seen = 0;
    this.#bits = 0;
    for (;;) {
      let key = this.#next[last]!;
      if (key === 0 || !this.#isKey(view, at, key)) {
        key = this.#otherKey(source, view, at, is_inside);
        if (key === 0) return 0;
        this.#next[last] = key;
      }
      if (key >= FIRST_COLUMN !== is_inside) return 0;
      last = key;
      at += this.#key_length[key]!;
      if (source[at] === BLANK) at++;
      if (key >= FIRST_COLUMN) at = this.#property(source, view, at, key);
      else if (key === PROPERTIES) {
        if (source[at] !== OPEN_OBJECT || (this.#seen & (1 << PROPERTIES)) !== 0) return 0;
        this.#seen |= 1 << PROPERTIES;
        is_inside = true;
        if (source[++at] !== CLOSE_OBJECT) continue;
      } else at = this.#field(source, view, at, key);
      if (at === 0) return 0;
      if (source[at] === CLOSE_OBJECT && is_inside) {
        is_inside = false;
        last = AFTER;
        at++;
      }
      const byte = source[at++]!;
      if (byte === CLOSE_OBJECT && !is_inside) return this.#end(source, at);
      if (byte !== COMMA) return 0;
      if (source[at] === BLANK) at++;
    }
  }

  #end(source: Uint8Array, at: number): number {
    const end = source[at] === RETURN ? at + 1 : at;
    return source[end] === NEWLINE && (this.#seen & NEEDED) === NEEDED && this.#hasId() ? end + 1 : 0;
  }

  /** `$insert_id` counts as one. Lines without any id get one from their content. */
  #hasId(): boolean {
    return (this.#seen & (1 << UUID)) !== 0 || (this.#seen & (1 << AFTER)) === 0;
  }

  #isKey(view: DataView, at: number, key: number): boolean {
    const mine = this.#key_view;
    const from = this.#key_at[key]!;
    const length = this.#key_length[key]!;
    let i = 0;
    for (; i + 4 <= length; i += 4) if (mine.getInt32(from + i, true) !== view.getInt32(at + i, true)) return false;
    return lowBytes(mine.getInt32(from + i, true) ^ view.getInt32(at + i, true), length - i) === 0;
  }

  /** Number of another key; 0 if there is none. */
  #otherKey(source: Uint8Array, view: DataView, at: number, is_inside: boolean): number {
    if (source[at] !== QUOTE) return 0;
    const end = endOfPlain(view, at + 1);
    if (source[end] !== QUOTE || source[end + 1] !== COLON) return 0;
    if (is_inside) return this.#propertyKey(source, view, at + 1, end);
    const key = TOP.indexOf(textOf(source, at + 1, end));
    return key > 0 ? key : 0;
  }

  #propertyKey(source: Uint8Array, view: DataView, from: number, to: number): number {
    const known = this.#names.size;
    const key = this.#names.code(view, from, to, hashOf(view, from, to), 1) - 1 + FIRST_COLUMN;
    if (this.#names.size === known) return key;
    const name = textOf(source, from, to);
    this.#addKey(name, this.#batch.column(name));
    this.#visit_bits[key] = visitBitOf(name);
    this.#meanings[key] = MEANING.get(name) ?? 0;
    return key;
  }

  #forgetKeys(): void {
    const { names, distinct_ids, generation } = this.#batch;
    this.#generation = generation;
    this.#names = new ByteTable();
    this.#columns = [];
    this.#visit_bits = [];
    this.#meanings = [];
    this.#key_at = [];
    this.#key_length = [];
    this.#key_used = 0;
    for (const [key, name] of TOP.entries()) this.#addKey(name, key === EVENT ? names : distinct_ids);
    this.#next = TOP.map((_, key) => (key < PROPERTIES ? key + 1 : 0));
  }

  #addKey(name: string, column: FileColumn): void {
    const bytes = Buffer.from(`"${name}":`);
    const needed = this.#key_used + bytes.length + PADDING;
    if (needed > this.#key_bytes.length) {
      const larger = new Uint8Array(needed * 2);
      larger.set(this.#key_bytes);
      this.#key_bytes = larger;
      this.#key_view = new DataView(larger.buffer);
    }
    this.#key_bytes.set(bytes, this.#key_used);
    this.#key_at.push(this.#key_used);
    this.#key_length.push(bytes.length);
    this.#key_used += bytes.length;
    this.#columns.push(column);
    this.#visit_bits.push(0);
    this.#meanings.push(0);
    this.#next.push(0);
  }

  /** Index after a field's value; 0 if unusual. */
  #field(source: Uint8Array, view: DataView, at: number, key: number): number {
    if (source[at] !== QUOTE || (this.#seen & (1 << key)) !== 0) return 0;
    this.#seen |= 1 << key;
    const { rows, uuids, time_ms } = this.#batch;
    if (key === UUID) return writeUuid(source, at + 1, uuids, rows * 16) && source[at + 37] === QUOTE ? at + 38 : 0;
    if (key === TIMESTAMP) {
      const read_ms = this.#times.read(source, at + 1);
      if (read_ms < 0 || source[this.#times.end] !== QUOTE) return 0;
      time_ms[rows] = read_ms;
      return this.#times.end + 1;
    }
    const end = this.#text(source, view, at + 1, this.#columns[key]!);
    // A character takes at least one byte, so the id is within the limit.
    return end - at > 2 && end - at - 2 <= LIMIT.distinct_id_chars ? end : 0;
  }

  /** Index after a text whose first character is at `from`; 0 if it has escapes. */
  #text(source: Uint8Array, view: DataView, from: number, column: FileColumn): number {
    let hash = 0;
    let at = from;
    for (;;) {
      const word = view.getInt32(at, true);
      const found = plainStops(word) & HIGH_BITS;
      if (found !== 0) {
        const bytes = (31 - Math.clz32(found & -found)) >> 3;
        hash = hashRest(hash, lowBytes(word, bytes), bytes);
        at += bytes;
        break;
      }
      hash = hashWord(hash, word);
      at += 4;
    }
    if (source[at] !== QUOTE) return 0;
    column.markText(this.#batch.rows, hash, from, at);
    return at + 1;
  }

  /** Index after a property's value; 0 if unusual. */
  #property(source: Uint8Array, view: DataView, at: number, key: number): number {
    const column = this.#columns[key]!;
    const row = this.#batch.rows;
    if (column.has(row)) return 0;
    const first = source[at]!;
    if (this.#meanings[key] !== 0 && !this.#heed(this.#meanings[key]!, first)) return 0;
    if (first === QUOTE) {
      this.#bits |= this.#visit_bits[key]!;
      const end = this.#text(source, view, at + 1, column);
      return end > 0 ? end : this.#writtenAt(source, at, endOfQuoted(source, at), column);
    }
    const word = view.getInt32(at, true);
    if (word === NUL) {
      column.mark(row, NULL);
      return at + 4;
    }
    this.#bits |= this.#visit_bits[key]!;
    if (first === OPEN_OBJECT || first === OPEN_LIST) {
      return this.#writtenAt(source, at, endOfNested(source, at), column);
    }
    if (word === TRU || (word === FALS && source[at + 4] === 0x65)) {
      column.mark(row, word === TRU ? TRUE : FALSE);
      return word === TRU ? at + 4 : at + 5;
    }
    const number = this.#numbers.read(source, at);
    if (Number.isNaN(number)) return 0;
    const { end } = this.#numbers;
    if (Number.isInteger(number) && !Number.isSafeInteger(number) && losesDigits(textOf(source, at, end))) {
      column.markText(row, hashOf(view, at, end), at, end);
    } else column.setNumber(row, number);
    return end;
  }

  /** False if the whole line must be parsed. */
  #heed(meaning: number, first: number): boolean {
    if (meaning === ELEMENTS) return false;
    if (meaning === INSERT_ID) this.#seen |= 1 << AFTER;
    else if (meaning === GROUPS && first === OPEN_OBJECT) this.#batch.grouped[this.#batch.rows] = 1;
    else if (meaning === PROFILE && first === 0x66) this.#bits |= NO_PROFILE;
    return true;
  }

  /** A value with several possible spellings. */
  #writtenAt(source: Uint8Array, from: number, to: number, column: FileColumn): number {
    if (to === 0) return 0;
    // The raw bytes are the key; what they mean does not matter.
    const raw = Buffer.from(source.buffer, source.byteOffset + from, to - from).toString('latin1');
    let written = this.#written.get(raw);
    if (written === undefined) {
      if (this.#written.size >= WRITTEN_KEPT) this.#written.clear();
      written = read(textOf(source, from, to));
      this.#written.set(raw, written);
    }
    if (written === null) return 0;
    column.markWritten(this.#batch.rows, this.#batch.written.push(written) - 1);
    return to;
  }
}

function read(json: string): string | null {
  try {
    return writtenValue(parseExtended(json));
  } catch {
    return null;
  }
}

function textOf(source: Uint8Array, from: number, to: number): string {
  return Buffer.from(source.buffer, source.byteOffset + from, to - from).toString('utf8');
}
