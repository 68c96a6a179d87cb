/** A page is made a few rows at a time: a thousand at once would keep everybody else waiting for tenths of a second. */
import { setImmediate } from 'node:timers/promises';
import { Written } from '../../base/written.ts';
import { TUNING } from '../../model/tuning.ts';

/** One row after the other; others get their turn in between. */
export async function inTurns<R, T>(rows: readonly R[], make: (row: R) => T | Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (const row of rows) {
    if (made.length > 0 && made.length % TUNING.rows_a_turn === 0) await setImmediate();
    made.push(await make(row));
  }
  return made;
}

/** The rows as JSON, made likewise. */
export async function writtenInTurns<R, T>(rows: readonly R[], make: (row: R) => T): Promise<Written<T[]>> {
  const encoder = new TextEncoder();
  const items = await inTurns(rows, (row) => encoder.encode(`,${JSON.stringify(make(row))}`));
  const ends = new Uint32Array(items.length);
  const bytes = new Uint8Array(items.reduce((sum, { length }) => sum + length, 0) + 2);
  let end = 0;
  for (const [at, item] of items.entries()) {
    bytes.set(item, end);
    end += item.length;
    ends[at] = end;
  }
  bytes[0] = OPEN;
  bytes[Math.max(end, 1)] = CLOSE;
  return new Written(bytes.subarray(0, Math.max(end, 1) + 1), ends);
}

const OPEN = 0x5b;
const CLOSE = 0x5d;
