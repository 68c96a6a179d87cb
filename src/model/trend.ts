/** Trends: a number per interval for each entity (`facts/trends.md` is the source of every rule). */
import type { ActorKind, Breakdown, Entity, Interval, TimeRange } from './query.ts';

export const DISPLAYS = [
  'ActionsLineGraph',
  'ActionsLineGraphCumulative',
  'ActionsTable',
  'ActionsPie',
  'ActionsBar',
  'ActionsBarValue',
  'WorldMap',
  'BoldNumber',
] as const;
export type Display = (typeof DISPLAYS)[number];

/** `total` counts rows, `unique` counts distinct actors. */
export type TrendMath = { readonly kind: 'total' } | { readonly kind: 'unique'; readonly actor: ActorKind };

export interface TrendEntity extends Entity {
  readonly math: TrendMath;
  /** As sent, echoed in the answer. */
  readonly math_name: string | null;
}

export interface TrendQuery {
  readonly kind: 'trend';
  readonly timezone: string;
  readonly interval: Interval;
  readonly range: TimeRange;
  /** Bucket i is [edges_ms[i], edges_ms[i + 1]); rows outside `range` do not count even where a bucket reaches further. */
  readonly edges_ms: Float64Array;
  readonly entities: readonly TrendEntity[];
  readonly breakdown: Breakdown | null;
  readonly display: Display;
}

/** Raw numbers of one entity: `values` is bucket-major, values[bucket * groups.length + group]. */
export interface TrendNumbers {
  /** One unnamed group where there is no breakdown. Text of the value; null for missing. */
  readonly groups: readonly (string | null)[];
  readonly values: Float64Array;
  readonly buckets: number;
}
