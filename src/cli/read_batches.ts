/**
 * The rows of files, checked and in columns, batch by batch. Small files share a batch; a file that cannot be read on is
 * told of, and the next one follows.
 */
import { must } from '../base/assert.ts';
import { ServiceError } from '../model/error.ts';
import { LIMIT } from '../model/limit.ts';
import { BatchBuilder } from '../service/ingest/event_batch.ts';
import { LineIds } from '../service/ingest/line_ids.ts';
import { itemOfLine } from '../service/ingest/lines.ts';
import type { ItemBatch, PartEnd } from '../service/ingest/types.ts';
import { readRows } from './files/rows.ts';
import { CONTRADICTION, FileTimes } from './files/times.ts';
import type { FileInfo, Row } from './files/types.ts';

export interface SourceFile {
  readonly file: FileInfo;
  /** Where equal lines are the same, whatever file they are in. */
  readonly source: string;
}

/** What comes from one file, or a piece of it. */
export interface ReadPart {
  /** Its place among the files. */
  readonly file: number;
  readonly end: PartEnd;
  readonly refused: readonly Refusal[];
  /** Why the file could not be read on from here; null where it could. */
  readonly failure: string | null;
}

interface Refusal {
  /** Of the file, from 1. */
  readonly line: number;
  readonly reason: string;
  /** For the reject file: JSON. */
  readonly json: string;
}

export interface ReadBatch {
  readonly items: ItemBatch;
  /** In order; the last one ends where the items do. */
  readonly parts: readonly ReadPart[];
  /** Of all files together, so far. */
  readonly bytes_read: number;
}

export async function* readBatches(files: readonly SourceFile[]): AsyncGenerator<ReadBatch> {
  const sources = new Sources(files);
  let collected = new Collected();
  /** Of the files before, and of all. */
  let before = 0;
  let bytes_read = 0;
  const handOver = (): ReadBatch => {
    const batch = collected.batch(bytes_read);
    collected = new Collected();
    return batch;
  };
  for (const [place, { file, source }] of files.entries()) {
    const setting = { path: file.path, ids: sources.open(source), times: new FileTimes(file) };
    let failure: string | null = null;
    try {
      for await (const { rows } of readRows(file, (bytes) => (bytes_read = before + bytes))) {
        for (const row of setting.times.decided(rows)) {
          if (collected.isFull()) {
            collected.endPart(place);
            yield handOver();
          }
          collected.add(row, setting);
        }
        if (!collected.isHeavy()) continue;
        collected.endPart(place);
        yield handOver();
      }
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      failure = error.message;
    }
    collected.endPart(place, failure);
    sources.close(source);
    before = file.bytes === null ? bytes_read : before + file.bytes;
    bytes_read = before;
  }
  if (files.length > 0) yield handOver();
}

/** The counts of a source are kept from its first file to its last. */
class Sources {
  /** source -> how many of its files are to come */
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

  /** One of its files is read. */
  close(source: string): void {
    const left = must(this.#left.get(source), 'a source has files') - 1;
    this.#left.set(source, left);
    if (left === 0) this.#open.delete(source);
  }
}

/** What the rows of a file have in common. */
interface RowSetting {
  readonly path: string;
  readonly ids: LineIds;
  readonly times: FileTimes;
}

/** A batch in the making. */
class Collected {
  readonly #builder = new BatchBuilder(LIMIT.import_rows);
  readonly #parts: ReadPart[] = [];
  #refused: Refusal[] = [];
  #rows = 0;
  #refused_chars = 0;

  isFull(): boolean {
    return this.#rows >= LIMIT.import_rows;
  }

  /** Asked now and then, as it is counted anew. */
  isHeavy(): boolean {
    return this.#builder.bytes() + this.#refused_chars >= LIMIT.import_batch_chars;
  }

  add(row: Row, { path, ids, times }: RowSetting): void {
    this.#rows++;
    if ('reason' in row) {
      this.#refuse(path, row.line, row.reason, row.text);
      return;
    }
    try {
      this.#builder.addLine(itemOfLine(row.value, times.timeOf), ids);
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

  /** What was added since the last part's end is of that file. */
  endPart(file: number, failure: string | null = null): void {
    this.#parts.push({ file, end: this.#builder.end(), refused: this.#refused, failure });
    this.#refused = [];
  }

  batch(bytes_read: number): ReadBatch {
    return { items: this.#builder.taken(), parts: this.#parts, bytes_read };
  }
}
