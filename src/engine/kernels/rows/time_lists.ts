/**
 * Times to be looked at all together, of which nobody knows beforehand how many there will be: lists for each cell. They
 * lie in shared memory, so that neither a helper's lists nor the answer are copied on their way.
 */
import { sharedNumbers } from '../../../base/shared.ts';
import type { PartialSample } from '../../../model/query.ts';
import { addList, type GrowingSample, newPartial } from '../../frame/statistics.ts';

export interface TimeLists {
  /** cell -> its full lists of milliseconds. */
  readonly full: GrowingSample[];
  /** cell -> the list being filled */
  readonly last: Float64Array[];
  /** cell -> times in that */
  readonly count: Uint32Array;
}

const FIRST_TIMES = 256;
/** Full lists are looked at as long as a processor's own cache holds them. */
const MOST_TIMES = 8_192;
const NO_TIMES = new Float64Array(0);

export function newTimeLists(cells: number): TimeLists {
  return {
    full: Array.from({ length: cells }, newPartial),
    last: new Array<Float64Array>(cells).fill(NO_TIMES),
    count: new Uint32Array(cells),
  };
}

/** Adds the first `added` of these times. */
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

/** Twice as long as the one before. */
function beginList({ full, last, count }: TimeLists, cell: number): void {
  const { length } = last[cell]!;
  if (length > 0) addList(full[cell]!, last[cell]!);
  last[cell] = sharedNumbers(Math.min(MOST_TIMES, Math.max(FIRST_TIMES, length * 2)));
  count[cell] = 0;
}

/** cell -> its times; nothing is added after. */
export function closeTimes({ full, last, count }: TimeLists): PartialSample[] {
  for (const [cell, partial] of full.entries()) if (count[cell]! > 0) addList(partial, last[cell]!.subarray(0, count[cell]));
  return full;
}

/** One list of all. */
export function joined(partials: readonly PartialSample[]): Float64Array {
  const all = sharedNumbers(partials.reduce((sum, { size }) => sum + size, 0));
  let at = 0;
  for (const list of partials.flatMap(({ lists }) => lists)) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}
