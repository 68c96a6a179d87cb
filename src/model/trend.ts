/** Trends: a number per interval for each entity (`facts/trends.md` is the source of every rule). */
import { z } from 'zod';
import { entitiesField, intervalField, QUESTION_FIELDS, TrendEntityBody } from './body.ts';
import { choiceField, flagField, textField } from './fields.ts';
import type { ActorKind, Breakdown, Entity, GroupKey, Interval, TimeRange } from './query.ts';
import { RESULT_FIELDS } from './result.ts';

const DISPLAYS = [
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

/** `total` counts rows, `unique` distinct actors, `unique_once` each actor in the first bucket it is seen in only. */
export type TrendMath =
  | { readonly kind: 'total' }
  | { readonly kind: 'unique' | 'unique_once'; readonly actor: ActorKind };

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
  /** One unnamed group where there is no breakdown. */
  readonly groups: readonly GroupKey[];
  readonly values: Float64Array;
  readonly buckets: number;
}

/** The question as it comes over the wire. */
export const TrendBody = z.looseObject({
  events: entitiesField(TrendEntityBody, 'What to count, a line each: [{"id":"$pageview","math":"dau"}]'),
  actions: entitiesField(TrendEntityBody, 'Saved actions to count: [{"id":1}]'),
  ...QUESTION_FIELDS,
  interval: intervalField,
  compare: flagField('Add the period before'),
  compare_to: textField('Compare with the period that starts so much earlier: -1w, -1m'),
  display: choiceField(DISPLAYS, 'Shape of the answer (default ActionsLineGraph)'),
  formula: textField('One number out of several lines: A + B, (A-B)/B; letters follow the order of the lines'),
});
export type TrendBody = z.output<typeof TrendBody>;

const SeriesSchema = z.looseObject({
  label: z.string(),
  count: z.number(),
  data: z.array(z.number()),
  labels: z.array(z.string()),
  days: z.array(z.string()),
  /** The one number of displays that show a single value per series; their `data` is empty. */
  aggregated_value: z.number().optional(),
  compare_label: z.enum(['current', 'previous']).optional(),
  /** A list of one where the question said its breakdown as a list. */
  breakdown_value: z.union([z.string(), z.array(z.string())]).optional(),
});
export type Series = z.infer<typeof SeriesSchema>;

export const TrendResult = z.object({
  ...RESULT_FIELDS,
  result: z.array(SeriesSchema),
  next: z.string().nullable(),
});
export type TrendResult = z.infer<typeof TrendResult>;
