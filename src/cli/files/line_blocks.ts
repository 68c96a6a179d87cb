/** Text cut into blocks of whole lines, one at a time. */
import { LIMIT } from '../../model/limit.ts';

/** Whole lines, each with its end: they hold until the next block is asked for. */
export interface LineBlock {
  /** Readable for PAST_END bytes past the end. */
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly end: number;
  /** It has no line's end: the line is too long. */
  readonly is_cut: boolean;
}

/** What readers look at past a line's end at most. */
const PAST_END = 64;
const FIRST_BYTES = 2 << 20;
const NEWLINE = 0x0a;

/** @param chunks UTF-8 */
export async function* lineBlocks(chunks: AsyncIterable<Buffer>): AsyncGenerator<LineBlock> {
  let bytes = new Uint8Array(FIRST_BYTES);
  let view = new DataView(bytes.buffer);
  let used = 0;
  for await (const chunk of chunks) {
    const total = used + chunk.length;
    if (total + PAST_END > bytes.length) {
      const larger = new Uint8Array((total + PAST_END) * 2);
      larger.set(bytes.subarray(0, used));
      bytes = larger;
      view = new DataView(bytes.buffer);
    }
    bytes.set(chunk, used);
    const last = chunk.lastIndexOf(NEWLINE);
    const end = last < 0 ? 0 : used + last + 1;
    used = total;
    if (end > 0) {
      yield { bytes, view, end, is_cut: false };
      bytes.copyWithin(0, end, total);
      used = total - end;
    }
    if (used > LIMIT.import_row_chars) yield { bytes, view, end: 0, is_cut: true };
  }
  if (used === 0) return;
  bytes[used] = NEWLINE;
  yield { bytes, view, end: used + 1, is_cut: false };
}
