/**
 * Times to be looked at all together, of which nobody knows beforehand how many there will be: lists for each cell. They
 * lie in shared memory, so that neither a helper's lists nor the answer are copied on their way.
 */
import { sharedNumbers } from '../../base/shared.ts';

export interface TimeLists {
  /** cell -> lists of milliseconds, the last one being filled. */
  readonly lists: Float64Array[][];
  /** cell -> its last list */
  readonly last: Float64Array[];
  /** cell -> times in that */
  readonly count: Uint32Array;
}

const FIRST_TIMES = 256;
const MOST_TIMES = 65_536;
const NO_TIMES = new Float64Array(0);

export function newTimeLists(cells: number): TimeLists {
  return {
    lists: Array.from({ length: cells }, () => []),
    last: new Array<Float64Array>(cells).fill(NO_TIMES),
    count: new Uint32Array(cells),
  };
}

/** Adds the first `count` of these times. */
export function addTimes(times: TimeLists, cell: number, took_ms: Float64Array, count: number): void {
  for (let from = 0; from < count; ) {
    if (times.count[cell] === times.last[cell]!.length) beginList(times, cell);
    const at = times.count[cell]!;
    const until = Math.min(count, from + times.last[cell]!.length - at);
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

/** Twice as long as the one before. */
function beginList({ lists, last, count }: TimeLists, cell: number): void {
  const list = sharedNumbers(Math.min(MOST_TIMES, Math.max(FIRST_TIMES, last[cell]!.length * 2)));
  lists[cell]!.push(list);
  last[cell] = list;
  count[cell] = 0;
}

/** cell -> its lists; nothing is added after. */
export function closeTimes({ lists, last, count }: TimeLists): Float64Array[][] {
  return lists.map((of_cell, cell) =>
    of_cell.map((list) => (list === last[cell] ? list.subarray(0, count[cell]) : list)),
  );
}

/** One list of all. */
export function joined(lists: readonly Float64Array[]): Float64Array {
  const all = sharedNumbers(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}
