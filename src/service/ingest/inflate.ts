/**
 * Packed bodies. The first bytes tell how they are packed, because client libraries label them wrongly or not at all;
 * only Brotli has no such bytes.
 */
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import { invalid, ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';

interface Packing {
  readonly name: string;
  is(bytes: Uint8Array): boolean;
  /** In place: below `SMALL_BYTES`, handing over to another thread costs more than inflating. */
  now(bytes: Uint8Array, options: { maxOutputLength: number }): Uint8Array;
  aside(bytes: Uint8Array, options: { maxOutputLength: number }): Promise<Uint8Array>;
}

const SMALL_BYTES = 16 * 1024;

const PACKINGS: readonly Packing[] = [
  { name: 'gzip', is: starting(0x1f, 0x8b, 8), now: zlib.gunzipSync, aside: promisify(zlib.gunzip) },
  {
    name: 'zstd',
    is: starting(0x28, 0xb5, 0x2f, 0xfd),
    now: zlib.zstdDecompressSync,
    aside: promisify(zlib.zstdDecompress),
  },
  // What Content-Encoding calls deflate. The second byte makes both a multiple of 31.
  {
    name: 'deflate',
    is: ([first, second]) => first === 0x78 && [0x01, 0x5e, 0x9c, 0xda].includes(second ?? 0),
    now: zlib.inflateSync,
    aside: promisify(zlib.inflate),
  },
];
const BROTLI: Packing = {
  name: 'br',
  is: () => true,
  now: zlib.brotliDecompressSync,
  aside: promisify(zlib.brotliDecompress),
};

/**
 * Removes all layers; never holds output beyond the limit.
 * @param encoding the request's Content-Encoding
 * @throws ServiceError too_large, parse_error
 */
export async function inflate(bytes: Uint8Array, encoding = ''): Promise<Uint8Array> {
  let inflated = encoding.trim().toLowerCase() === 'br' && bytes.length > 0 ? await unpacked(bytes, BROTLI) : bytes;
  for (let layer = 0; ; layer++) {
    const packing = PACKINGS.find(({ is }) => is(inflated));
    if (packing === undefined) break;
    if (layer === LIMIT.gzip_layers) {
      throw invalid('body', `More than ${LIMIT.gzip_layers} layers of compression.`, 'parse_error');
    }
    inflated = await unpacked(inflated, packing);
  }
  if (inflated.length > LIMIT.body_inflated_bytes) throw tooLarge();
  return inflated;
}

function starting(...first: number[]): (bytes: Uint8Array) => boolean {
  return (bytes) => first.every((byte, at) => bytes[at] === byte);
}

async function unpacked(bytes: Uint8Array, { name, now, aside }: Packing): Promise<Uint8Array> {
  const options = { maxOutputLength: LIMIT.body_inflated_bytes };
  try {
    return bytes.length <= SMALL_BYTES ? now(bytes, options) : await aside(bytes, options);
  } catch (error) {
    const isTooLong = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw isTooLong
      ? tooLarge()
      : invalid('body', `The ${name} data of the body is damaged or cut off.`, 'parse_error');
  }
}

function tooLarge(): ServiceError {
  return new ServiceError(
    'too_large',
    `The body is longer than ${LIMIT.body_inflated_bytes} bytes when unpacked. Send fewer events at once.`,
  );
}
