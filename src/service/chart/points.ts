/** Thins long series for drawing: keeps the lowest and the highest of each stretch of points. */
import { LIMIT } from '../../model/limit.ts';

export interface Thinned {
  /** Points that stand for a stretch: its first and its middle one. */
  readonly kept: readonly number[];
  /** Points per stretch; 1 if all are kept. */
  readonly stretch: number;
}

export function thinning(points: number): Thinned {
  if (points <= LIMIT.chart_points) return { kept: Array.from({ length: points }, (_, at) => at), stretch: 1 };
  const stretch = Math.ceil(points / (LIMIT.chart_points / 2));
  const kept: number[] = [];
  for (let from = 0; from < points; from += stretch) {
    const until = Math.min(points, from + stretch);
    kept.push(from);
    if (until - from > 1) kept.push(from + ((until - from) >> 1));
  }
  return { kept, stretch };
}

/** Keeps low and high in their original order, so that a rise stays a rise. */
export function thinned(values: readonly (number | null)[], { kept, stretch }: Thinned): (number | null)[] {
  if (stretch === 1) return [...values];
  const found: (number | null)[] = [];
  for (let from = 0; from < values.length; from += stretch) {
    const until = Math.min(values.length, from + stretch);
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
export function thinnedIndices(points: readonly number[], { stretch, kept }: Thinned): number[] {
  if (stretch === 1) return [...points];
  const last = kept.length - 1;
  return [
    ...new Set(
      points.flatMap((at) => {
        const first = Math.floor(at / stretch) * 2;
        return [Math.min(first, last), Math.min(first + 1, last)];
      }),
    ),
  ];
}
