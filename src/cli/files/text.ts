/** Bytes as text: readers get valid UTF-8, cut between characters, whatever the file's encoding is, and errors behind it. */
import { isUtf8 } from 'node:buffer';
import { ServiceError } from '../../model/error.ts';
import { readingsOf } from '../formats/encodings.ts';
import { shownValue } from './shown.ts';

const MARK = Buffer.from('\uFEFF');
/** A UTF-8 character has at most four bytes, so three may be missing at a chunk's end. */
const TAIL_BYTES = 3;

/** @throws ServiceError if the bytes are invalid in the encoding */
export async function* utf8Of(chunks: AsyncGenerator<Buffer>, encoding: string): AsyncGenerator<Buffer> {
  const decoded = encoding === 'utf-8' ? checkedUtf8(chunks) : decodedFrom(chunks, encoding);
  let first = true;
  for await (const chunk of decoded) {
    const marked = first && chunk.subarray(0, MARK.length).equals(MARK);
    first = false;
    yield marked ? chunk.subarray(MARK.length) : chunk;
  }
}

async function* checkedUtf8(chunks: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  let bytes = 0;
  for await (const chunk of chunks) {
    const block = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = endOfWhole(block);
    const whole = block.subarray(0, end);
    if (!isUtf8(whole)) {
      const valid = validBytes(whole);
      yield whole.subarray(0, valid);
      throw notUtf8(whole, valid, bytes);
    }
    rest = Buffer.from(block.subarray(end));
    bytes += end;
    if (end > 0) yield whole;
  }
  if (rest.length > 0) throw notUtf8(rest, 0, bytes);
}

/** End of the last complete character. */
function endOfWhole(block: Buffer): number {
  for (let back = 1; back <= TAIL_BYTES && back <= block.length; back++) {
    const byte = block[block.length - back]!;
    if (byte < 0x80) return block.length;
    if (byte < 0xc0) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
    return length > back ? block.length - back : block.length;
  }
  return block.length;
}

/** Length of the longest valid start of an invalid block. It may end before a character that is cut. */
function validBytes(block: Buffer): number {
  let from = 0;
  let until = block.length;
  while (until - from > 1) {
    const middle = from + Math.floor((until - from) / 2);
    if (isUtf8(block.subarray(0, endOfWhole(block.subarray(0, middle))))) from = middle;
    else until = middle;
  }
  return endOfWhole(block.subarray(0, until - 1));
}

/** @param at index of the first byte that is none */
function notUtf8(block: Buffer, at: number, bytes_before: number): ServiceError {
  const line_start = block.lastIndexOf(10, at) + 1;
  const readings = readingsOf(block.subarray(line_start));
  const told = readings.map(({ encoding, words }) => `${encoding}: ${shownValue(words)}`).join(', as ');
  return new ServiceError(
    'invalid_input',
    `Byte ${bytes_before + at + 1} is not valid UTF-8 (read as ${told}). Say what the file is written in, e.g. --encoding ${readings[0]!.encoding}.`,
  );
}

async function* decodedFrom(chunks: AsyncGenerator<Buffer>, encoding: string): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }));
    yield Buffer.from(decoder.decode());
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new ServiceError('invalid_input', `This is no text in ${encoding}. Say another --encoding.`, {
      cause: error,
    });
  }
}
