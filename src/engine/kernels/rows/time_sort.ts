/**
 * Sorts rows of one actor by time, stable: rows come as a few ascending sequences, which are merged pairwise.
 * Input: times and ids of rows, [begin, end) of them. Output: the same, sorted in place. Cost: rows x log(sequences).
 */

/** Rows to sort, and room to do it. All arrays have the same length. */
export interface TimeSort {
  readonly time_ms: Float64Array;
  /** Any number that identifies the row. */
  readonly id: Float64Array;
  /** Copy of the left one of two sequences being merged. */
  readonly left_ms: Float64Array;
  readonly left_id: Float64Array;
  /** sequence -> its end. */
  readonly ends: Uint32Array;
}

export function newTimeSort(rows: number): TimeSort {
  return {
    time_ms: new Float64Array(rows),
    id: new Float64Array(rows),
    left_ms: new Float64Array(rows),
    left_id: new Float64Array(rows),
    ends: new Uint32Array(rows),
  };
}

export function sortByTime(sort: TimeSort, begin: number, end: number): void {
  const { time_ms, ends } = sort;
  let pieces = 0;
  for (let at = begin + 1; at < end; at++) if (time_ms[at]! < time_ms[at - 1]!) ends[pieces++] = at;
  ends[pieces++] = end;
  while (pieces > 1) {
    let merged = 0;
    let first = begin;
    for (let piece = 0; piece < pieces; piece += 2) {
      const last = Math.min(piece + 1, pieces - 1);
      if (last > piece) mergePieces(sort, first, ends[piece]!, ends[last]!);
      first = ends[last]!;
      ends[merged++] = first;
    }
    pieces = merged;
  }
}

/** Merges [begin, middle) and [middle, end). */
function mergePieces({ time_ms, id, left_ms, left_id }: TimeSort, begin: number, middle: number, end: number): void {
  let to = begin;
  while (time_ms[to]! <= time_ms[middle]!) to++;
  const lefts = middle - to;
  for (let at = 0; at < lefts; at++) {
    left_ms[at] = time_ms[to + at]!;
    left_id[at] = id[to + at]!;
  }
  let left = 0;
  let right = middle;
  while (left < lefts && right < end) {
    if (left_ms[left]! <= time_ms[right]!) {
      time_ms[to] = left_ms[left]!;
      id[to++] = left_id[left++]!;
    } else {
      time_ms[to] = time_ms[right]!;
      id[to++] = id[right++]!;
    }
  }
  while (left < lefts) {
    time_ms[to] = left_ms[left]!;
    id[to++] = left_id[left++]!;
  }
}
