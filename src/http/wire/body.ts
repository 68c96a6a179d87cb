/** Reads request bodies within limits (bytes on the wire, decompressed bytes, JSON depth). Rejects as early as it can. */
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib';
import { excessOf, parseText } from '../../base/json.ts';
import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';

type Decompress = (bytes: Uint8Array, options: { maxOutputLength: number }) => Promise<Uint8Array>;

/** A decompressor of Node. */
type Inflate = (
  bytes: Uint8Array,
  options: { maxOutputLength: number },
  done: (error: Error | null, inflated: Uint8Array) => void,
) => void;

const INFLATE: Readonly<Record<string, Inflate>> = {
  gzip: gunzip,
  'x-gzip': gunzip,
  deflate: inflate,
  br: brotliDecompress,
  zstd: zstdDecompress,
};

const DECOMPRESS: Readonly<Record<string, Decompress>> = Object.fromEntries(
  Object.entries(INFLATE).map(([name, one]) => [name, promisify(one)]),
);

const MEBIBYTE = 1024 * 1024;

/** The body, decompressed by Content-Encoding. A smaller `max_bytes` than the default also bounds the decompressed body. */
export async function readBody(request: Request, max_bytes: number = LIMIT.body_bytes): Promise<Uint8Array> {
  const encodings = contentEncodings(request.headers.get('content-encoding'));
  const max_inflated_bytes = max_bytes < LIMIT.body_bytes ? max_bytes : LIMIT.body_inflated_bytes;
  let bytes = await readBytes(request, max_bytes, tooLarge);
  if (bytes.length === 0) return bytes;
  for (const encoding of encodings) bytes = await decompress(bytes, encoding, max_inflated_bytes);
  return bytes;
}

/** Encodings in the order in which they are undone. */
function contentEncodings(header: string | null): string[] {
  const names = (header ?? '').toLowerCase().split(',');
  const encodings = names.map((name) => name.trim()).filter((name) => name !== '' && name !== 'identity');
  if (encodings.length > LIMIT.body_encodings || encodings.some((name) => !Object.hasOwn(DECOMPRESS, name))) {
    throw new ServiceError(
      'unsupported_media_type',
      'Unsupported Content-Encoding. Send the body plain, or compressed with gzip, deflate, br or zstd.',
    );
  }
  return encodings.reverse();
}

/** The bytes as they were sent. `refuse` makes the error if there are more. @throws ServiceError also if the sender stops halfway */
export async function readBytes(
  request: Request,
  max_bytes: number,
  refuse: (max_bytes: number) => ServiceError,
): Promise<Uint8Array> {
  const announced = request.headers.get('content-length');
  if (announced !== null && Number(announced) > max_bytes) throw refuse(max_bytes);
  try {
    // The HTTP parser enforces an announced length, so the whole body may be read at once.
    if (announced !== null) return new Uint8Array(await request.arrayBuffer());
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of request.body ?? []) {
      length += chunk.length;
      if (length > max_bytes) throw refuse(max_bytes);
      chunks.push(chunk);
    }
    return Buffer.concat(chunks, length);
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    throw new ServiceError('parse_error', 'The body could not be read to its end.');
  }
}

async function decompress(bytes: Uint8Array, encoding: string, max_bytes: number): Promise<Uint8Array> {
  try {
    return await DECOMPRESS[encoding]!(bytes, { maxOutputLength: max_bytes });
  } catch (error) {
    if (error instanceof RangeError) throw tooLarge(max_bytes, ' after decompression');
    throw new ServiceError('parse_error', `The body cannot be read as ${encoding}, which its Content-Encoding names.`);
  }
}

function tooLarge(max_bytes: number, when = ''): ServiceError {
  return new ServiceError('too_large', `The body is larger than ${max_bytes / MEBIBYTE} MiB${when}. Send it in parts.`);
}

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** @throws ServiceError parse_error, too_large */
export function parseJson(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = UTF8.decode(bytes);
  } catch {
    throw new ServiceError('parse_error', 'JSON parse error - the body is not UTF-8 text.');
  }
  const excess = excessOf(bytes, { levels: LIMIT.json_depth, values: LIMIT.body_values });
  if (excess === 'values') {
    throw new ServiceError('too_large', `A body may hold ${LIMIT.body_values} values. Send it in parts.`);
  }
  if (excess === 'levels') {
    throw new ServiceError(
      'parse_error',
      `JSON parse error - lists and objects are nested deeper than ${LIMIT.json_depth} levels.`,
    );
  }
  try {
    return parseText(text);
  } catch {
    // A message of our own: the parser's would echo the input.
    throw new ServiceError('parse_error', 'JSON parse error - the text is not valid JSON.');
  }
}
