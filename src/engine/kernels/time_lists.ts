/**
 * Times to be looked at all together, of which nobody knows beforehand how many there will be: a list for each cell. They
 * lie in shared memory, so that neither a helper's lists nor the answer are copied on their way.
 */
import { sharedNumbers } from '../../base/shared.ts';

export interface TimeLists {
  /** cell -> its times in milliseconds, as many as `count` says. */
  readonly time_ms: Float64Array[];
  /** cell -> times */
  readonly count: Uint32Array;
}

const FIRST_TIMES = 256;
const NO_TIMES = new Float64Array(0);

export function newTimeLists(cells: number): TimeLists {
  return { time_ms: new Array<Float64Array>(cells).fill(NO_TIMES), count: new Uint32Array(cells) };
}

export function addTime({ time_ms, count }: TimeLists, cell: number, took_ms: number): void {
  const at = count[cell]!;
  if (at === time_ms[cell]!.length) grow(time_ms, cell);
  time_ms[cell]![at] = took_ms;
  count[cell] = at + 1;
}

function grow(time_ms: Float64Array[], cell: number): void {
  const grown = sharedNumbers(Math.max(FIRST_TIMES, time_ms[cell]!.length * 2));
  grown.set(time_ms[cell]!);
  time_ms[cell] = grown;
}

/** cell -> the times of all lists. */
export function joinTimes(all: readonly TimeLists[], cells: number): Float64Array[] {
  return Array.from({ length: cells }, (_, cell) => {
    const lists = all.map(({ time_ms, count }) => time_ms[cell]!.subarray(0, count[cell]));
    const met = lists.filter(({ length }) => length > 0);
    return met.length <= 1 ? (met[0] ?? NO_TIMES) : joined(met);
  });
}

function joined(lists: readonly Float64Array[]): Float64Array {
  const all = sharedNumbers(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}
