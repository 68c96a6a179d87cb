/**
 * Growing lists of durations per cell, for statistics. Lists are in shared memory, so threads can pass sums and answers
 * without copying.
 */
import { sharedNumbers } from '../../../base/shared.ts';
import type { Sample } from '../../../model/question/query.ts';

export interface TimeLists {
  /** cell -> its full lists, milliseconds. */
  readonly full: Float64Array[][];
  /** cell -> list being filled. */
  readonly last: Float64Array[];
  /** cell -> numbers in that list. */
  readonly count: Uint32Array;
}

const FIRST_TIMES = 256;
/** Of the last list, less than this stays empty. */
const MOST_TIMES = 8_192;
const NO_TIMES = new Float64Array(0);

export function newTimeLists(cells: number): TimeLists {
  return {
    full: Array.from({ length: cells }, () => []),
    last: new Array<Float64Array>(cells).fill(NO_TIMES),
    count: new Uint32Array(cells),
  };
}

/** Appends the first `added` times. */
export function addTimes(times: TimeLists, cell: number, took_ms: Float64Array, added: number): void {
  for (let from = 0; from < added; ) {
    if (times.count[cell] === times.last[cell]!.length) beginList(times, cell);
    const at = times.count[cell]!;
    const until = Math.min(added, from + times.last[cell]!.length - at);
    times.last[cell]!.set(took_ms.subarray(from, until), at);
    times.count[cell] = at + until - from;
    from = until;
  }
}

export function addTime(times: TimeLists, cell: number, took_ms: number): void {
  if (times.count[cell] === times.last[cell]!.length) beginList(times, cell);
  const at = times.count[cell]!;
  times.last[cell]![at] = took_ms;
  times.count[cell] = at + 1;
}

/** Begins a list twice as long as the last one, up to MOST_TIMES. */
function beginList({ full, last, count }: TimeLists, cell: number): void {
  const { length } = last[cell]!;
  if (length > 0) full[cell]!.push(last[cell]!);
  last[cell] = sharedNumbers(Math.min(MOST_TIMES, Math.max(FIRST_TIMES, length * 2)));
  count[cell] = 0;
}

/** cell -> its times; nothing may be added afterwards. */
export function closeTimes({ full, last, count }: TimeLists): Sample[] {
  for (const [cell, lists] of full.entries()) {
    if (count[cell]! > 0) lists.push(last[cell]!.subarray(0, count[cell]));
  }
  return full;
}
