/** The rows of those who are passed over, range by range: an actor's rows are neighbours, so that no row is asked. */
import { has } from '../../../base/bitmap.ts';
import type { ActorRanges } from '../../frame/run.ts';

/** first, until, first, until, …: rows of the actors in `skip`, ascending. */
export function skippedRows({ actor, begin }: ActorRanges, skip: Uint32Array): Uint32Array {
  const rows: number[] = [];
  for (let rank = 0; rank < actor.length; rank++) {
    if (has(skip, actor[rank]!)) rows.push(begin[rank]!, begin[rank + 1]!);
  }
  return Uint32Array.from(rows);
}

/** Where in such a list the first range is that ends after this row. */
export function firstSkipped(skipped: Uint32Array, row: number): number {
  let low = 0;
  let high = skipped.length >>> 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (skipped[2 * middle + 1]! <= row) low = middle + 1;
    else high = middle;
  }
  return 2 * low;
}
