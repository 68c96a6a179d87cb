/** Row ranges of skipped actors. An actor's rows are neighbours, so kernels need no test per row. */
import { has } from '../../../base/bitmap.ts';
import type { ActorRanges } from '../../frame/run.ts';

/** first, until, first, until, …: row ranges of the actors in `skip`, ascending. */
export function skippedRows({ actor, begin }: ActorRanges, skip: Uint32Array): Uint32Array {
  const rows: number[] = [];
  for (let rank = 0; rank < actor.length; rank++) {
    if (has(skip, actor[rank]!)) rows.push(begin[rank]!, begin[rank + 1]!);
  }
  return Uint32Array.from(rows);
}

/** Index in `skipped` of the first range that ends after this row. */
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
