/** Hash of the subject of a file's line. Finds what its source said about that subject before. */
import { Hash64 } from '../../base/hash64.ts';
import { canonical } from '../../base/json.ts';

/** Separates hashes of these lines from those of events. */
const OTHER = 2;

/** Hash of a source; the seed for hashes of its lines. */
export function sourceHash(source: string): Hash64 {
  return new Hash64().text(source).end();
}

/** `of`: `person` and their first distinct id, or `group`, type and key. */
export function aboutHash({ a, b }: Hash64, of: readonly string[]): Hash64 {
  return new Hash64().seed(a, b).word(OTHER).text(canonical(of)).end();
}

export function hashBytes({ a, b }: Hash64): Uint8Array {
  return new Uint8Array(Int32Array.of(a, b).buffer);
}
