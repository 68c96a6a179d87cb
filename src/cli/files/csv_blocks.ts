/** Blocks of CSV into a batch: the scanner takes usual records, all others come out as rows, one by one. */
import { assert, must } from '../../base/assert.ts';
import type { FileBatch } from '../../service/ingest/file_batch.ts';
import { csvRows, rowOf } from '../formats/csv.ts';
import type { Format, Row } from '../formats/types.ts';
import { joined } from './bytes.ts';
import { CsvScanner, textOf } from './csv_scanner.ts';
import type { LineBlock, LineBlocks } from './line_blocks.ts';
import type { RowSetting } from './row_setting.ts';
import type { FileInfo } from './types.ts';

const QUOTE = 0x22;
const NEWLINE = 0x0a;
const RETURN = 0x0d;

/** Unescaped cells, and the start of the next record. */
interface Split {
  readonly cells: readonly string[];
  readonly end: number;
}

/** Takes the blocks of one file, in order. */
export class CsvBlocks {
  readonly #batch: FileBatch;
  readonly #scanner: CsvScanner;
  readonly #dialect: Extract<Format, { readonly kind: 'csv' }>;
  readonly #delimiter: number;
  readonly #width: number;
  /** How many lines and records come before the next one. The header is one of them. */
  line = 0;
  records = 0;
  /** Read position within the block. */
  taken = 0;
  /** Whether only a parser can find the end of the next record. */
  is_odd = false;

  /** @param file must be scannable */
  constructor(batch: FileBatch, { columns, format }: FileInfo) {
    this.#batch = batch;
    assert(format.kind === 'csv', 'a scannable file');
    this.#dialect = format;
    this.#scanner = new CsvScanner(batch, columns, this.#dialect.delimiter);
    this.#delimiter = this.#dialect.delimiter.charCodeAt(0);
    this.#width = columns.length;
  }

  /**
   * Rows of a block that the scanner could not add. The caller adds each before it asks for the next.
   * @returns null if the batch is full and must be taken
   */
  *rows(block: LineBlock, { ids, times, toEvent }: RowSetting): Generator<Row | null> {
    this.taken = 0;
    this.is_odd = block.is_cut;
    const held: Row[] = [];
    while (this.taken < block.end) {
      if (held.length === 0 && this.records > 0 && times.isUsual()) {
        this.#scan(block, ids);
        // Columns alone may fill a batch that has no rows yet, as the scanner adds them before it gives up a row.
        if (this.#batch.isFull() && this.#batch.rows > 0) {
          yield null;
          continue;
        }
        if (this.taken >= block.end) return;
      }
      const split = this.#split(block);
      if (split === null) break;
      const given = this.#rowOf(block, split);
      if (given === null) continue;
      const row = toEvent(given);
      if (held.length > 0 || times.isUndecided(row)) held.push(row);
      else yield row;
    }
    if (held.length === 0) return;
    times.decide(held);
    yield* held;
  }

  /** Parses the rest of the file, from an odd record on. */
  async *rest(blocks: LineBlocks, { toEvent }: RowSetting): AsyncGenerator<Row[]> {
    const { line, records } = this;
    const header = this.records > 0 ? `${'h'.concat(this.#dialect.delimiter).repeat(this.#width - 1)}h\n` : '';
    const before = header === '' ? { lines: line, records } : { lines: line - 1, records: records - 1 };
    const chunks = joined(Buffer.from(header), blocks.rest(this.taken));
    for await (const { rows } of csvRows(chunks, this.#dialect, () => {}, before)) yield Array.from(rows, toEvent);
  }

  #scan(block: LineBlock, ids: RowSetting['ids']): void {
    const { rows } = this.#batch;
    const { inner_lines } = this.#scanner;
    this.taken = this.#scanner.scan(block, this.taken, ids);
    this.records += this.#batch.rows - rows;
    this.line += this.#batch.rows - rows + this.#scanner.inner_lines - inner_lines;
  }

  /** null for the header and empty lines. */
  #rowOf({ bytes }: LineBlock, { cells, end }: Split): Row | null {
    const is_empty = cells.length === 1 && cells[0] === '' && bytes[this.taken] !== QUOTE;
    for (let at = this.taken; at < end; at++) if (bytes[at] === NEWLINE) this.line++;
    this.taken = end;
    if (is_empty) return null;
    if (this.records++ === 0) return null;
    return rowOf(cells, this.#width, this.line, this.#dialect.delimiter);
  }

  /** null if the block does not contain the whole record, or it is odd. */
  #split(block: LineBlock): Split | null {
    const { bytes } = block;
    const cells: string[] = [];
    for (let at = this.taken; ; at++) {
      const end = bytes[at] === QUOTE ? this.#endOfQuoted(block, at) : this.#endOfPlain(bytes, at);
      if (end === null) return null;
      cells.push(textOf(bytes, at, end, bytes[at] === QUOTE));
      at = end;
      if (bytes[at] === this.#delimiter) continue;
      return { cells, end: bytes[at] === RETURN ? at + 2 : at + 1 };
    }
  }

  #endOfPlain(bytes: Uint8Array, from: number): number {
    let at = from;
    while (!this.#isEnd(bytes, at)) at++;
    return at;
  }

  #endOfQuoted({ bytes, end, is_last }: LineBlock, from: number): number | null {
    for (let at = from + 1; at < end; at++) {
      if (bytes[at] !== QUOTE) continue;
      if (bytes[at + 1] === QUOTE) at++;
      else if (this.#isEnd(bytes, at + 1)) return at + 1;
      else {
        this.is_odd = true;
        return null;
      }
    }
    this.is_odd ||= is_last;
    return null;
  }

  #isEnd(bytes: Uint8Array, at: number): boolean {
    const byte = must(bytes[at], 'a block ends with a line');
    return byte === this.#delimiter || byte === NEWLINE || (byte === RETURN && bytes[at + 1] === NEWLINE);
  }
}
