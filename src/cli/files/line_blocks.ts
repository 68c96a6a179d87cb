/** Cuts text into blocks of whole lines, one at a time. */

import { LIMIT } from '../../model/limit.ts';
import { TUNING } from '../../model/tuning.ts';

/** Whole lines with their ends; valid until the next block is requested. */
export interface LineBlock {
  /** Readable for PAST_END bytes past the end. */
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly end: number;
  /** The rest of the file was dropped, because its first line is too long. */
  readonly is_cut: boolean;
  /** Nothing follows. */
  readonly is_last: boolean;
}

/** Most bytes that scanners read past a line's end. */
const PAST_END = 64;
const NEWLINE = 0x0a;

export class LineBlocks {
  readonly #chunks: AsyncIterator<Buffer>;
  #bytes = new Uint8Array(TUNING.import_block_bytes);
  #view = new DataView(this.#bytes.buffer);
  /** Bytes in the buffer, and end of the next block. */
  #used = 0;
  #end = 0;
  #is_last = false;

  /** @param chunks UTF-8; each is copied before the next one is asked for */
  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** @param taken position in the last block; bytes from there are repeated in the next. @returns null at the end */
  async next(taken = this.#end): Promise<LineBlock | null> {
    this.#bytes.copyWithin(0, taken, this.#used);
    this.#used -= taken;
    this.#end = 0;
    while (!this.#is_last) {
      const { done, value } = await this.#chunks.next();
      if (done) this.#endLine();
      else this.#add(value);
      const is_cut = this.#used - this.#end > LIMIT.import_row_chars;
      if (this.#end > 0 || is_cut) {
        return { bytes: this.#bytes, view: this.#view, end: this.#end, is_cut, is_last: this.#is_last };
      }
    }
    return null;
  }

  /** The file's bytes from position `taken` of the last block on. */
  async *rest(taken: number): AsyncGenerator<Buffer> {
    yield Buffer.from(this.#bytes.subarray(taken, this.#used));
    for (;;) {
      const { done, value } = await this.#chunks.next();
      if (done) return;
      yield Buffer.from(value);
    }
  }

  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  #add(chunk: Buffer): void {
    this.#reserve(chunk.length);
    this.#bytes.set(chunk, this.#used);
    const last = chunk.lastIndexOf(NEWLINE);
    if (last >= 0) this.#end = this.#used + last + 1;
    this.#used += chunk.length;
  }

  #endLine(): void {
    this.#is_last = true;
    if (this.#used === 0) return;
    this.#reserve(1);
    this.#bytes[this.#used++] = NEWLINE;
    this.#end = this.#used;
  }

  #reserve(more: number): void {
    const needed = this.#used + more + PAST_END;
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(needed * 2);
    larger.set(this.#bytes.subarray(0, this.#used));
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}
