/**
 * The short transaction that exchanges rows for segments, as the other threads see it: numbers in memory that all of
 * them have. While it lasts nobody can write. SQLite would have a commit look again every few milliseconds, and its
 * thread do nothing else; who waits for the number to change is told at once.
 */
import { TUNING } from '../../model/tuning.ts';

/** 1 while an exchange is under way, or about to begin. */
const UNDER_WAY = 0;
/** The longest since that was asked last, in microseconds. */
const LONGEST_US = 1;

export type Exchange = Int32Array;

export function newExchange(): Exchange {
  return new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
}

/** `transaction` calls what it is given as soon as it has the lock. */
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

/** Also where the thread that was at it is gone. */
export function endExchange(exchange: Exchange): void {
  Atomics.store(exchange, UNDER_WAY, 0);
  Atomics.notify(exchange, UNDER_WAY);
}

/** Resolves when the exchange under way is over, or has taken too long to be waited for; null where there is none. */
export function exchangeEnd(exchange: Exchange): Promise<unknown> | null {
  if (Atomics.load(exchange, UNDER_WAY) === 0) return null;
  const { async: isLater, value } = Atomics.waitAsync(exchange, UNDER_WAY, 1, TUNING.exchange_wait_ms);
  return isLater ? value : null;
}

/** Milliseconds that the longest one has held the lock since this was asked last. */
export function longestExchange(exchange: Exchange): number {
  return Atomics.exchange(exchange, LONGEST_US, 0) / 1_000;
}
