/** Whom a line of a file is about, as a hash: what its source said of them before is known by it. */
import { Hash64 } from '../../base/hash64.ts';
import { canonical } from '../../base/json.ts';

/** Keeps hashes of events and of other lines apart. */
const OTHER = 2;

/** A hash of the source, where hashes of its lines begin. */
export function sourceHash(source: string): Hash64 {
  return new Hash64().text(source).end();
}

/** `of`: person and their first distinct id, or group, type and key. */
export function aboutHash({ a, b }: Hash64, of: readonly string[]): Hash64 {
  return new Hash64().seed(a, b).word(OTHER).text(canonical(of)).end();
}

export function hashBytes({ a, b }: Hash64): Uint8Array {
  return new Uint8Array(Int32Array.of(a, b).buffer);
}
