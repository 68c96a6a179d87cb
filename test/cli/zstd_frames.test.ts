/** zstd data that is cut short is noticed, whatever the Node's own decompressor says. */
import { constants, zstdCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { wholeFrames } from '../../src/cli/formats/zstd_frames.ts';

const TEXT = Buffer.from(Array.from({ length: 400 }, (_, at) => `{"event":"a","distinct_id":"user ${at}"}\n`).join(''));
const CHECKED = { params: { [constants.ZSTD_c_checksumFlag]: 1 } };
const SIZED = { params: { [constants.ZSTD_c_contentSizeFlag]: 1 }, pledgedSrcSize: TEXT.length };
const SKIPPED = Buffer.from([0x53, 0x2a, 0x4d, 0x18, 5, 0, 0, 0, 1, 2, 3, 4, 5]);

/** Frames of every shape, and where each ends. */
const FRAMES = [
  zstdCompressSync(TEXT),
  SKIPPED,
  zstdCompressSync(TEXT, CHECKED),
  zstdCompressSync(TEXT, SIZED),
  zstdCompressSync(Buffer.alloc(300_000), CHECKED),
  zstdCompressSync(Buffer.alloc(0)),
];
const WHOLE = Buffer.concat(FRAMES);
const ENDS = FRAMES.map((_, at) => Buffer.concat(FRAMES.slice(0, at + 1)).length);

async function passes(bytes: Buffer, chunk_bytes: number): Promise<boolean> {
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += chunk_bytes) yield bytes.subarray(at, at + chunk_bytes);
  }
  const out: Buffer[] = [];
  try {
    for await (const chunk of wholeFrames(chunks())) out.push(chunk);
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('Z_BUF_ERROR');
    return false;
  } finally {
    expect(Buffer.concat(out).equals(bytes)).toBe(true);
  }
  return true;
}

test.each([1, 3, 7, 1 << 16])('an end within a frame is told, in chunks of %i', async (chunk_bytes) => {
  const step = chunk_bytes === 1 ? 11 : 1;
  for (let length = 0; length <= WHOLE.length; length += step) {
    expect(await passes(WHOLE.subarray(0, length), chunk_bytes), `${length} bytes`).toBe(
      length === 0 || ENDS.includes(length),
    );
  }
  for (const end of ENDS) expect(await passes(WHOLE.subarray(0, end), chunk_bytes)).toBe(true);
});

test('what is no frame is left to the decompressor', async () => {
  expect(await passes(Buffer.from('neither one nor the other'), 5)).toBe(true);
  expect(await passes(Buffer.concat([WHOLE, Buffer.from('and more')]), 64)).toBe(true);
});
