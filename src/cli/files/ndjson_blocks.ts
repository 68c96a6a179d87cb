/** Blocks of JSON lines into a batch: the scanner takes usual lines, all others come out as rows, one by one. */
import type { FileBatch } from '../../service/ingest/file_batch.ts';
import type { LineIds } from '../../service/ingest/line_ids.ts';
import { jsonRow, tooLong } from '../formats/ndjson.ts';
import type { Row } from '../formats/types.ts';
import type { LineBlock } from './line_blocks.ts';
import { LineScanner } from './line_scanner.ts';
import type { RowSetting } from './row_setting.ts';
import { readError } from './rows.ts';

/** After this many consecutive misses the scanner pauses for as many lines. */
const MISSES = 50;
const REST_LINES = 2_000;
const NEWLINE = 0x0a;

export class NdjsonBlocks {
  readonly #batch: FileBatch;
  readonly #scanner: LineScanner;
  #line = 0;
  #misses = 0;
  #at = 0;

  constructor(batch: FileBatch) {
    this.#batch = batch;
    this.#scanner = new LineScanner(batch);
  }

  /** Resets to line 1. */
  begin(): void {
    this.#line = 0;
    this.#misses = 0;
  }

  /**
   * Rows of a block that the scanner could not add. The caller adds each before it asks for the next.
   * @returns null if the batch is full and must be taken
   * @throws ServiceError too_large
   */
  *rows(block: LineBlock, setting: RowSetting): Generator<Row | null> {
    if (block.is_cut) throw readError({ path: setting.path, packing: null }, tooLong(this.#line + 1));
    let held: Row[] | null = null;
    this.#at = 0;
    while (this.#at < block.end) {
      if (held === null && this.#isForScanner(setting)) {
        this.#scan(block, setting.ids);
        // A single line that is too long for the scanner may have enough names to fill it.
        if (this.#batch.isFull() && this.#batch.rows > 0) {
          yield null;
          continue;
        }
        if (this.#at >= block.end) return;
        this.#misses++;
      }
      const given = this.#nextRow(block);
      if (given === null) continue;
      const row = setting.toEvent(given);
      if (held !== null) held.push(row);
      else if (setting.times.isUndecided(row)) held = [row];
      else yield row;
    }
    if (held === null) return;
    setting.times.decide(held);
    yield* held;
  }

  #isForScanner({ is_plain, times }: RowSetting): boolean {
    if (!is_plain || !times.isUsual()) return false;
    if (this.#misses < MISSES) return true;
    if (++this.#misses > MISSES + REST_LINES) this.#misses = 0;
    return false;
  }

  #scan(block: LineBlock, ids: LineIds): void {
    const before = this.#batch.rows;
    this.#at = this.#scanner.scan(block, this.#at, ids);
    const taken = this.#batch.rows - before;
    this.#line += taken;
    if (taken > 0) this.#misses = 0;
  }

  /** null for an empty line. */
  #nextRow({ bytes }: LineBlock): Row | null {
    const from = this.#at;
    const to = bytes.indexOf(NEWLINE, from);
    this.#at = to + 1;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + from, to - from).toString('utf8');
    return jsonRow(text, ++this.#line);
  }
}
