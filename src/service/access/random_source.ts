/** Random bytes for ids and secrets, from a reserve: to ask the system for ten of them takes as long as to take in an event. */
import { randomFillSync } from 'node:crypto';

const RESERVE_BYTES = 16_384;

export function randomSource(): (bytes: number) => Uint8Array {
  const reserve = new Uint8Array(RESERVE_BYTES);
  let at = RESERVE_BYTES;
  return (bytes) => {
    if (bytes > RESERVE_BYTES) return randomFillSync(new Uint8Array(bytes));
    if (at + bytes > RESERVE_BYTES) {
      randomFillSync(reserve);
      at = 0;
    }
    const taken = reserve.slice(at, at + bytes);
    // Nothing that was given out is found here later.
    reserve.fill(0, at, at + bytes);
    at += bytes;
    return taken;
  };
}
