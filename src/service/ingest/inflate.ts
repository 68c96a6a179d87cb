/** Gzip, detected by its first bytes: client libraries label it wrongly or not at all. */
import { promisify } from 'node:util';
import { gunzip, gunzipSync } from 'node:zlib';
import { invalid, ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';

const gunzipAside = promisify(gunzip);

/** Below this, handing over to another thread costs more than inflating. */
const SMALL_BYTES = 16 * 1024;

/**
 * Removes all gzip layers; never holds output beyond the limit.
 * @throws ServiceError too_large, parse_error
 */
export async function inflate(bytes: Uint8Array): Promise<Uint8Array> {
  let inflated = bytes;
  for (let layer = 0; isGzip(inflated); layer++) {
    if (layer === LIMIT.gzip_layers)
      throw invalid('body', `More than ${LIMIT.gzip_layers} layers of gzip.`, 'parse_error');
    inflated = await inflateOnce(inflated);
  }
  if (inflated.length > LIMIT.body_inflated_bytes) throw tooLarge();
  return inflated;
}

function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b && bytes[2] === 8;
}

async function inflateOnce(bytes: Uint8Array): Promise<Uint8Array> {
  const options = { maxOutputLength: LIMIT.body_inflated_bytes };
  try {
    return bytes.length <= SMALL_BYTES ? gunzipSync(bytes, options) : await gunzipAside(bytes, options);
  } catch (error) {
    const isTooLong = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw isTooLong ? tooLarge() : invalid('body', 'The gzip data of the body is damaged or cut off.', 'parse_error');
  }
}

function tooLarge(): ServiceError {
  return new ServiceError(
    'too_large',
    `The body is longer than ${LIMIT.body_inflated_bytes} bytes when unpacked. Send fewer events at once.`,
  );
}
