/** Raw numbers -> rows, one per line of the answer, with points as they are shown. */
import { ExactSum, sum } from '../../base/exact_sum.ts';
import type { GroupKey } from '../../model/question/query.ts';
import type { TrendMath, TrendNumbers } from '../../model/question/trend.ts';
import { NULL_VALUE } from './ranking.ts';

export interface Row {
  /** Texts of the breakdown value, one per dimension; a missing one is a marker. Empty without a breakdown. */
  readonly key: readonly string[];
  /** bucket -> number */
  readonly data: readonly number[];
}

/** Transformations of raw points, applied in this order. */
export interface Shaping {
  /** Each point is the sum up to it. */
  readonly cumulative: boolean;
  /** Each point is the truncated mean of this many points up to it; 1 means unchanged. */
  readonly smoothing_points: number;
  /** Sampled share of persons, by which numbers are scaled up; 1 means everybody. */
  readonly sampled_share: number;
}

export function rowsOf(numbers: TrendNumbers, shaping: Shaping): Row[] {
  return numbers.groups.map((_, group) => rowOf(numbers, group, shaping));
}

export function rowOf(numbers: TrendNumbers, group: number, shaping: Shaping): Row {
  return { key: shownKey(numbers.groups[group]!), data: shaped(rawPoints(numbers, group), shaping) };
}

/** Markers take the place of missing values. */
export function shownKey(key: GroupKey): readonly string[] {
  return key.map((text) => text ?? NULL_VALUE);
}

/** Whether points are shown as counted. */
export function isUnshaped({ cumulative, smoothing_points, sampled_share }: Shaping): boolean {
  return !cumulative && smoothing_points <= 1 && sampled_share === 1;
}

/** A plain loop, because there may be very many points. */
function rawPoints({ groups, values, buckets }: TrendNumbers, group: number): number[] {
  const points = new Array<number>(buckets);
  for (let bucket = 0; bucket < buckets; bucket++) points[bucket] = values[bucket * groups.length + group]!;
  return points;
}

function shaped(raw: readonly number[], shaping: Shaping): readonly number[] {
  const { cumulative, smoothing_points, sampled_share } = shaping;
  const summed = cumulative ? runningSums(raw) : raw;
  const smooth = smoothing_points > 1 ? runningMeans(summed, smoothing_points) : summed;
  return sampled_share === 1 ? smooth : smooth.map((value) => Math.round(value / sampled_share));
}

function runningSums(data: readonly number[]): number[] {
  const adding = new ExactSum();
  return data.map((value) => adding.add(value).total);
}

/** The first means cover fewer points. */
function runningMeans(data: readonly number[], points: number): number[] {
  return data.map((_, at) => {
    const window = data.slice(Math.max(0, at - points + 1), at + 1);
    return Math.floor(sum(window) / window.length);
  });
}

/** Whether numbers do not grow with the number of persons, so that they are not scaled up in samples. */
export function isSizeless(math: TrendMath): boolean {
  return (
    math.kind === 'per_actor' || math.kind === 'expression' || (math.kind === 'property' && math.aggregate !== 'sum')
  );
}
