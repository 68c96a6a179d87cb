/** The largest of many numbers without sorting them. */

/** Candidates collected per wanted number before pruning. */
const COLLECTED = 4;
const COLLECTED_LEAST = 1_024;

/** The `count`th largest value; -Infinity with fewer. */
export function leastOfLargest(values: ArrayLike<number>, count: number): number {
  if (values.length < count || count < 1) return Number.NEGATIVE_INFINITY;
  const collected = new Float64Array(Math.max(count * COLLECTED, COLLECTED_LEAST));
  let least = Number.NEGATIVE_INFINITY;
  let length = 0;
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!;
    if (value <= least) continue;
    collected[length++] = value;
    if (length < collected.length) continue;
    collected.sort().copyWithin(0, length - count);
    length = count;
    least = collected[0]!;
  }
  return length < count ? least : collected.subarray(0, length).sort()[length - count]!;
}
