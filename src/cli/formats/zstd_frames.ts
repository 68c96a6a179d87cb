/**
 * Notices truncated zstd data. The decompressor of Node 22 does not: it ends as if the data were complete. Walks over the
 * frames (RFC 8878, section 3.1) without decompressing them.
 */

const FRAME = 0xfd2fb528;
/** The first of sixteen magic numbers. */
const SKIPPABLE = 0x184d2a50;
const SINGLE_SEGMENT = 0x20;
const CHECKSUM = 0x04;
const CONTENT_SIZE_BYTES = [0, 2, 4, 8];
const DICTIONARY_BYTES = [0, 1, 2, 4];
const RLE = 1;

/** `keep`: the walk reads these bytes; otherwise it skips them. */
interface Step {
  readonly bytes: number;
  readonly keep: boolean;
}

const keep = (bytes: number): Step => ({ bytes, keep: true });
const pass = (bytes: number): Step => ({ bytes, keep: false });

/** What every frame begins with. */
const MAGIC = keep(4);

/** Walks over one frame. @returns false if it is not a frame; the decompressor reports that */
function* frame(): Generator<Step, boolean, Buffer> {
  const magic = (yield MAGIC).readUInt32LE();
  if (magic - (magic % 16) === SKIPPABLE) {
    yield pass((yield keep(4)).readUInt32LE());
    return true;
  }
  if (magic !== FRAME) return false;
  const descriptor = (yield keep(1))[0]!;
  const is_single = (descriptor & SINGLE_SEGMENT) !== 0;
  const content_size = descriptor < 0x40 && is_single ? 1 : CONTENT_SIZE_BYTES[descriptor >>> 6]!;
  yield pass((is_single ? 0 : 1) + DICTIONARY_BYTES[descriptor & 3]! + content_size);
  for (let is_last = false; !is_last; ) {
    const header = (yield keep(3)).readUIntLE(0, 3);
    is_last = (header & 1) === 1;
    yield pass(((header >>> 1) & 3) === RLE ? 1 : header >>> 3);
  }
  if ((descriptor & CHECKSUM) !== 0) yield pass(4);
  return true;
}

/** Passes chunks on unchanged. @throws Error Z_BUF_ERROR if they end within a frame */
export async function* wholeFrames(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let walk = frame();
  let step: Step | null = null;
  let passed = 0;
  let kept: number[] = [];
  let isFrames = true;
  for await (const chunk of chunks) {
    for (let at = 0; isFrames && at < chunk.length; ) {
      if (step === null) {
        walk.next();
        step = MAGIC;
      }
      const count = Math.min(step.bytes - passed, chunk.length - at);
      if (step.keep) kept.push(...chunk.subarray(at, at + count));
      [at, passed] = [at + count, passed + count];
      while (step !== null && passed === step.bytes) {
        const { done, value }: IteratorResult<Step, boolean> = walk.next(Buffer.from(kept));
        [passed, kept, step] = [0, [], done ? null : value];
        if (!done) continue;
        isFrames = value;
        walk = frame();
      }
    }
    yield chunk;
  }
  if (isFrames && step !== null) {
    throw Object.assign(new Error('unexpected end of file'), { code: 'Z_BUF_ERROR' });
  }
}
