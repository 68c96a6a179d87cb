/** Bytes of a file or of stdin, raw and decompressed. */

import { close, open, read } from 'node:fs';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { constants, createGunzip, createZstdDecompress } from 'node:zlib';
import { errorCode } from '../../base/known.ts';
import { TUNING } from '../../model/tuning.ts';
import { archivedBytes } from '../formats/zip.ts';
import { wholeFrames } from '../formats/zstd_frames.ts';
import type { FileInfo, Packing } from './types.ts';

/** The file name that means stdin. */
export const STDIN = '-';

const STDIN_FD = 0;
/** Wait before the next try: if another process left stdin in non-blocking mode, a read may find nothing yet. */
const AGAIN_MS = 20;

const openFile = promisify(open);
const readFile = promisify(read);
const closeFile = promisify(close);

/**
 * @param head chunks that were read before, which come first; stdin cannot be read twice
 * @param onChunk called with each chunk
 * @param passing whether each chunk is used up before the next is asked for. All then share one buffer: a new one each
 * time makes the garbage collector scan the whole heap again and again.
 */
export async function* rawBytes(
  { path, head, archive }: Pick<FileInfo, 'path' | 'head' | 'archive'>,
  onChunk: (chunk: Uint8Array) => void,
  passing = false,
): AsyncGenerator<Buffer> {
  for (const chunk of head) {
    onChunk(chunk);
    yield Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  }
  if (archive !== null) {
    for await (const chunk of archivedBytes(archive, path)) {
      onChunk(chunk);
      yield chunk;
    }
    return;
  }
  const fd = path === STDIN ? STDIN_FD : await openFile(path, 'r');
  try {
    let place = newPlace();
    for (; ; place = passing ? place : newPlace()) {
      const chunk = await nextChunk(fd, place);
      if (chunk.length === 0) return;
      onChunk(chunk);
      yield chunk;
    }
  } finally {
    if (path !== STDIN) await closeFile(fd);
  }
}

function newPlace(): Buffer {
  return Buffer.allocUnsafeSlow(TUNING.import_chunk_bytes);
}

/** The next chunk; empty at the end. */
async function nextChunk(fd: number, buffer: Buffer): Promise<Buffer> {
  for (;;) {
    try {
      const { bytesRead } = await readFile(fd, buffer, 0, buffer.length, null);
      return buffer.subarray(0, bytesRead);
    } catch (error) {
      const code = errorCode(error);
      if (code === 'EOF') return buffer.subarray(0, 0);
      if (code !== 'EAGAIN') throw error;
      await sleep(AGAIN_MS);
    }
  }
}

/** Decompresses. Several concatenated streams count as one file. An error comes after all that was there before it. */
export async function* unpacked(chunks: AsyncGenerator<Buffer>, packing: Packing | null): AsyncGenerator<Buffer> {
  if (packing === null) {
    yield* chunks;
    return;
  }
  let failure: { readonly error: unknown } | null = null;
  const readable = async function* (): AsyncGenerator<Buffer> {
    try {
      yield* packing === 'zstd' ? wholeFrames(chunks) : chunks;
    } catch (error) {
      // As an error of the stream it would throw away what is unpacked already.
      failure = { error };
    }
  };
  const source = Readable.from(readable(), { objectMode: false });
  try {
    yield* source.pipe(decompressor(packing));
  } catch (error) {
    failure ??= { error };
  } finally {
    source.destroy();
  }
  if (failure !== null) throw failure.error;
}

/** That of zstd takes an end within a frame as the end: `wholeFrames` tells, and what is unpacked stays. */
function decompressor(packing: Packing): NodeJS.ReadWriteStream & AsyncIterable<Buffer> {
  const chunkSize = TUNING.import_chunk_bytes;
  if (packing === 'gzip') return createGunzip({ chunkSize });
  return createZstdDecompress({ chunkSize, finishFlush: constants.ZSTD_e_flush });
}

/** Reads until `enough` or the end. Returns `block`, what was read, and `chunks`, all bytes from the start, with an error where it is. */
export async function peeked(
  chunks: AsyncGenerator<Buffer>,
  enough: (block: Buffer) => boolean,
): Promise<{ block: Buffer; ended: boolean; chunks: AsyncGenerator<Buffer> }> {
  let block: Buffer = Buffer.alloc(0);
  while (!enough(block)) {
    const next = await chunks.next().catch((error: unknown) => ({ error }));
    if ('error' in next) return { block, ended: false, chunks: failing(block, next.error) };
    if (next.done) return { block, ended: true, chunks: joined(block, chunks) };
    block = block.length === 0 ? next.value : Buffer.concat([block, next.value]);
  }
  return { block, ended: false, chunks: joined(block, chunks) };
}

export async function* joined(first: Buffer, rest: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  if (first.length > 0) yield first;
  yield* rest;
}

async function* failing(before: Buffer, error: unknown): AsyncGenerator<Buffer> {
  yield before;
  throw error;
}
