/** A page is made a few rows at a time: a thousand at once would keep everybody else waiting for tenths of a second. */
import { setImmediate } from 'node:timers/promises';
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
