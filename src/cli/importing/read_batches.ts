/**
 * Rows of files, checked and in columns, batch by batch. Small files share a batch. If a file cannot be read, that is
 * reported and the next one follows.
 */
import { must } from '../../base/assert.ts';
import { ServiceError } from '../../model/error.ts';
import { TUNING } from '../../model/tuning.ts';
import { FileBatch } from '../../service/ingest/file_batch.ts';
import { LineIds } from '../../service/ingest/line_ids.ts';
import { itemOfLine } from '../../service/ingest/lines.ts';
import type { ChunkEnd, PackedBatch, PlacedItem } from '../../service/ingest/types.ts';
import { CsvBlocks } from '../files/csv_blocks.ts';
import type { LineBlocks } from '../files/line_blocks.ts';
import { NdjsonBlocks } from '../files/ndjson_blocks.ts';
import { type RowSetting, rowSetting } from '../files/row_setting.ts';
import { openBlocks, readError, readRows } from '../files/rows.ts';
import { CONTRADICTION } from '../files/times.ts';
import type { FileInfo } from '../files/types.ts';
import type { Row } from '../formats/types.ts';
import { Seen } from '../origins/seen.ts';

export interface SourceFile {
  readonly file: FileInfo;
  /** Equal lines of one source count as one line, even in different files. */
  readonly source: string;
}

/** The rows of one file, or of a piece of it. */
export interface ReadChunk {
  /** Index of the file. */
  readonly file: number;
  readonly end: ChunkEnd;
  readonly refused: readonly Refusal[];
  /** Why reading stopped here; null if it did not. */
  readonly failure: string | null;
  /** Members that were dropped, as the end of the file knows them; see `RowSetting`. */
  readonly left_out: readonly string[];
}

interface Refusal {
  /** Line of the file, from 1. */
  readonly line: number;
  readonly reason: string;
  /** JSON for the reject file. */
  readonly json: string;
}

export interface ReadBatch {
  readonly events: PackedBatch;
  readonly others: readonly PlacedItem[];
  /** In order. The last one ends where the batch ends. */
  readonly chunks: readonly ReadChunk[];
  /** Over all files so far. */
  readonly bytes_read: number;
}

export async function* readBatches(files: readonly SourceFile[]): AsyncGenerator<ReadBatch> {
  const sources = new Sources(files);
  const collected = new Collected();
  /** Bytes of earlier files, and of all files so far. */
  let before = 0;
  let bytes_read = 0;
  for (const [place, { file, source }] of files.entries()) {
    const setting = rowSetting(file, sources.open(source));
    let failure: string | null = null;
    try {
      for await (const rows of collected.read(file, setting, (bytes) => (bytes_read = before + bytes))) {
        for (const row of rows) {
          if (collected.isFull()) {
            collected.endChunk(place);
            yield collected.batch(bytes_read);
          }
          if (row !== null) collected.add(row, setting);
        }
        if (!collected.isHeavy()) continue;
        collected.endChunk(place);
        yield collected.batch(bytes_read);
      }
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      failure = error.message;
    }
    collected.endChunk(place, { failure, left_out: [...setting.left_out] });
    sources.close(source);
    before = file.bytes === null ? bytes_read : before + file.bytes;
    bytes_read = before;
  }
  if (files.length > 0) yield collected.batch(bytes_read);
}

/** Keeps a source's counts from its first file to its last. */
class Sources {
  /** source -> files to come */
  readonly #left = new Map<string, number>();
  readonly #open = new Map<string, LineIds>();

  constructor(files: readonly SourceFile[]) {
    for (const { source } of files) this.#left.set(source, (this.#left.get(source) ?? 0) + 1);
  }

  open(source: string): LineIds {
    const ids = this.#open.get(source) ?? new LineIds(source);
    this.#open.set(source, ids);
    return ids;
  }

  /** One of its files is done. */
  close(source: string): void {
    const left = must(this.#left.get(source), 'a source has files') - 1;
    this.#left.set(source, left);
    if (left === 0) this.#open.delete(source);
  }
}

/** Batches being built, one after the other. */
class Collected {
  readonly #events = new FileBatch();
  readonly #lines = new NdjsonBlocks(this.#events);
  readonly #seen = new Seen();
  #chunks: ReadChunk[] = [];
  #refused: Refusal[] = [];
  /** Rows added one by one. */
  #rows = 0;
  #refused_chars = 0;

  /** Rows that the scanners did not add. Each must be added before the next is requested. null: the batch is full. */
  async *read(
    file: FileInfo,
    setting: RowSetting,
    onBytes: (bytes: number) => void,
  ): AsyncGenerator<Iterable<Row | null>> {
    if (file.origin !== null || (file.format.kind !== 'ndjson' && !setting.is_plain)) {
      for await (const { rows } of readRows(file, onBytes, this.#seen, setting.toEvent))
        yield setting.times.decided(rows);
      return;
    }
    const blocks = openBlocks(file, onBytes);
    try {
      yield* file.format.kind === 'ndjson'
        ? this.#readLines(blocks, setting)
        : this.#readRecords(blocks, file, setting);
    } catch (error) {
      throw readError(file, error);
    } finally {
      await blocks.close();
    }
  }

  async *#readLines(blocks: LineBlocks, setting: RowSetting): AsyncGenerator<Iterable<Row | null>> {
    this.#lines.begin();
    for (let block = await blocks.next(); block !== null; block = await blocks.next()) {
      yield this.#lines.rows(block, setting);
    }
  }

  /** Scans records; from one that only a parser can delimit, the parser takes over. */
  async *#readRecords(blocks: LineBlocks, file: FileInfo, setting: RowSetting): AsyncGenerator<Iterable<Row | null>> {
    const records = new CsvBlocks(this.#events, file);
    let block = await blocks.next();
    while (block !== null) {
      yield records.rows(block, setting);
      if (records.is_odd) break;
      block = await blocks.next(records.taken);
    }
    if (block !== null) for await (const rows of records.rest(blocks, setting)) yield setting.times.decided(rows);
  }

  isFull(): boolean {
    return this.#rows >= TUNING.import_batch_rows || this.#events.isFull();
  }

  /** Call it only now and then: it recounts the whole batch. */
  isHeavy(): boolean {
    return this.#events.bytes() + this.#refused_chars >= TUNING.import_batch_chars;
  }

  add(row: Row, { path, ids, times }: RowSetting): void {
    this.#rows++;
    if ('reason' in row) {
      this.#refuse(path, row.line, row.reason, row.text);
      return;
    }
    try {
      this.#events.addLine(itemOfLine(row.value, times.timeOf), ids);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code === CONTRADICTION) throw error;
      this.#refuse(path, row.line, error.message, row.value);
    }
  }

  #refuse(file: string, line: number, reason: string, text: unknown): void {
    const json = JSON.stringify({ file, line, reason, text });
    this.#refused.push({ line, reason, json });
    this.#refused_chars += json.length;
  }

  /** Ends a file's chunk: everything added since the last chunk belongs to that file. */
  endChunk(file: number, ending: Pick<ReadChunk, 'failure' | 'left_out'> = { failure: null, left_out: [] }): void {
    this.#chunks.push({ file, end: this.#events.end(), refused: this.#refused, ...ending });
    this.#refused = [];
  }

  /** The rows added since the last batch. */
  batch(bytes_read: number): ReadBatch {
    const chunks = this.#chunks;
    this.#chunks = [];
    this.#rows = 0;
    this.#refused_chars = 0;
    return { ...this.#events.taken(), chunks, bytes_read };
  }
}
