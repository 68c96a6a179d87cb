/**
 * Announces, through shared memory, the short transaction that exchanges rows for segments. It blocks writers. A commit
 * that waited in SQLite would poll every few milliseconds and block its thread; here it waits asynchronously and
 * continues at once.
 */
import { TUNING } from '../../model/tuning.ts';

/** 1 while an exchange is running or about to begin. */
const UNDER_WAY = 0;
/** The longest exchange since the last call, in microseconds. */
const LONGEST_US = 1;

export type Exchange = Int32Array;

export function newExchange(): Exchange {
  return new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
}

/** `transaction` must call its argument once it has the lock. */
export function exchanging(exchange: Exchange, transaction: (hasLock: () => void) => void): void {
  let began_ms = Number.POSITIVE_INFINITY;
  Atomics.store(exchange, UNDER_WAY, 1);
  try {
    transaction(() => {
      began_ms = performance.now();
    });
  } finally {
    const took_us = Math.max(0, Math.round((performance.now() - began_ms) * 1_000));
    if (took_us > Atomics.load(exchange, LONGEST_US)) Atomics.store(exchange, LONGEST_US, took_us);
    endExchange(exchange);
  }
}

/** Also called when the exchanging thread died. */
export function endExchange(exchange: Exchange): void {
  Atomics.store(exchange, UNDER_WAY, 0);
  Atomics.notify(exchange, UNDER_WAY);
}

/** Resolves when the current exchange ends or takes too long to wait for; null if there is none. */
export function exchangeEnd(exchange: Exchange): Promise<unknown> | null {
  if (Atomics.load(exchange, UNDER_WAY) === 0) return null;
  const { async: isLater, value } = Atomics.waitAsync(exchange, UNDER_WAY, 1, TUNING.exchange_wait_ms);
  return isLater ? value : null;
}

/** The longest that an exchange held the lock since the last call, in milliseconds. */
export function longestExchange(exchange: Exchange): number {
  return Atomics.exchange(exchange, LONGEST_US, 0) / 1_000;
}
