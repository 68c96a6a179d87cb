/** Random bytes from a reserve, because asking the system for ten bytes takes as long as ingesting an event. */
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
    // Bytes that were handed out must not stay in memory here.
    reserve.fill(0, at, at + bytes);
    at += bytes;
    return taken;
  };
}
