/** Blocks this thread for a while: where a transaction is open, or nothing else would run in it. */

const NEVER = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));

export function pause(ms: number): void {
  Atomics.wait(NEVER, 0, 0, ms);
}
