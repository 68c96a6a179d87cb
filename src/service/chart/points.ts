/** Thins long series for drawing: keeps the lowest and the highest of each group of neighbours. */
import { LIMIT } from '../../model/limit.ts';

export interface Thinned {
  /** Points before thinning. */
  readonly points: number;
  /** Points that stand for a group: its first and its middle one. */
  readonly kept: readonly number[];
  /** Points per group; 1 if all are kept. */
  readonly per_group: number;
}

export function thinning(points: number): Thinned {
  if (points <= LIMIT.chart_points)
    return { points, kept: Array.from({ length: points }, (_, at) => at), per_group: 1 };
  const per_group = Math.ceil(points / (LIMIT.chart_points / 2));
  const kept: number[] = [];
  for (let from = 0; from < points; from += per_group) {
    const until = Math.min(points, from + per_group);
    kept.push(from);
    if (until - from > 1) kept.push(from + ((until - from) >> 1));
  }
  return { points, kept, per_group };
}

/** Keeps low and high in their original order, so that a rise stays a rise. */
export function thinned(values: readonly (number | null)[], { kept, per_group }: Thinned): (number | null)[] {
  if (per_group === 1) return [...values];
  const found: (number | null)[] = [];
  for (let from = 0; from < values.length; from += per_group) {
    const until = Math.min(values.length, from + per_group);
    const [low, high] = extremes(values, from, until);
    if (until - from === 1) found.push(values[from] ?? null);
    else if (low < 0) found.push(null, null);
    else found.push(values[Math.min(low, high)]!, values[Math.max(low, high)]!);
  }
  return found.slice(0, kept.length);
}

/** Indices of low and high; negative if there are no values. */
function extremes(values: readonly (number | null)[], from: number, until: number): [low: number, high: number] {
  let low = -1;
  let high = -1;
  for (let at = from; at < until; at++) {
    const value = values[at] ?? null;
    if (value === null) continue;
    if (low < 0 || value < values[low]!) low = at;
    if (high < 0 || value > values[high]!) high = at;
  }
  return [low, high];
}

/** point -> its index among the kept ones. */
export function thinnedIndices(points: readonly number[], { per_group, kept }: Thinned): number[] {
  if (per_group === 1) return [...points];
  const last = kept.length - 1;
  return [
    ...new Set(
      points.flatMap((at) => {
        const first = Math.floor(at / per_group) * 2;
        return [Math.min(first, last), Math.min(first + 1, last)];
      }),
    ),
  ];
}
