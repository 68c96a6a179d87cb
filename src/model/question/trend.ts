/** Trends: a number per interval for each entity; `test/oracle/trend.ts` and `math.ts` define the rules. */
import { z } from 'zod';
import {
  choiceField,
  flagField,
  jsonField,
  listField,
  numberField,
  restOnly,
  textField,
  wholeField,
} from '../fields.ts';
import { LIMIT } from '../limit.ts';
import { actionsField, entitiesField, intervalField, QUESTION_FIELDS, TrendEntityBody } from './body.ts';
import type { AggregateExpression } from './expression.ts';
import { STATUSES } from './lifecycle.ts';
import type { EventMatch, ValueSource } from './predicate.ts';
import type { ActorKind, Breakdown, Entity, GroupKey, Interval, TimeRange } from './query.ts';
import { RESULT_FIELDS } from './result.ts';
import { CriteriaBody } from './stickiness.ts';

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
/** Displays that draw the same numbers in another way. Lower case -> the display with the same result. */
const SAME_SHAPE = {
  actionsareagraph: 'ActionsLineGraph',
  actionsstackedbar: 'ActionsBar',
  actionsunstackedbar: 'ActionsBar',
  auto: 'ActionsLineGraph',
  slopegraph: 'ActionsLineGraph',
  metric: 'ActionsLineGraph',
  actionsdonut: 'ActionsPie',
  calendarheatmap: 'ActionsBarValue',
} as const;

/** Arguments in which letters stand for lines. */
export const FORMULAS = ['formula', 'formulas', 'formulaNodes'] as const;

/** Aggregates of numbers; 0 without any numbers. Quantiles interpolate between neighbours. */
export const AGGREGATES = ['sum', 'avg', 'min', 'max', 'median', 'p75', 'p90', 'p95', 'p99'] as const;
export type Aggregate = (typeof AGGREGATES)[number];

/** How a bucket's number is computed from its rows. */
export type TrendMath =
  /** Counts rows. */
  | { readonly kind: 'total' }
  /** Counts distinct actors; `unique_once` counts each only in its first bucket. */
  | { readonly kind: 'unique' | 'unique_once'; readonly actor: ActorKind }
  /** Counts distinct actors of the bucket's window, which reaches `days` back. */
  | { readonly kind: 'active'; readonly actor: ActorKind; readonly days: ActiveDays }
  /** Counts persons with their first row ever among `of` in the bucket, if that is one of the entity's rows. */
  | { readonly kind: 'first_ever'; readonly of: readonly EventMatch[] }
  /** Counts distinct sessions. All rows without a session count as one more. */
  | { readonly kind: 'unique_session' }
  /**
   * Aggregates a numeric value. Numeric text counts, other values are skipped. Times are whole unix seconds. Session values
   * count once per session.
   */
  | {
      readonly kind: 'property';
      readonly aggregate: Aggregate;
      readonly source: ValueSource;
      readonly multiplier: number;
    }
  /** Computes an expression over aggregates of the rows; 0 if that gives no number. */
  | { readonly kind: 'expression'; readonly expression: AggregateExpression; readonly text: string }
  /** Aggregates the number of rows per actor, over actors that have any. */
  | { readonly kind: 'per_actor'; readonly aggregate: Aggregate; readonly actor: ActorKind }
  /** Sums up, over persons, the square of their number of rows, or its product with their rows of all groups. */
  | { readonly kind: 'squares'; readonly by: 'own' | 'all' };

export const ACTIVE_DAYS = [7, 30] as const;
export type ActiveDays = (typeof ACTIVE_DAYS)[number];

/** Bucket i looks at [from_ms[i], until_ms[i]). Neither array ever descends. */
export interface ActiveWindows {
  readonly days: ActiveDays;
  readonly from_ms: Float64Array;
  readonly until_ms: Float64Array;
}

export interface TrendEntity extends Entity {
  readonly math: TrendMath;
  /** As sent, echoed in the answer. */
  readonly math_name: string | null;
  readonly math_property: string | null;
  readonly math_group_type_index: number | null;
}

export interface TrendQuery {
  readonly kind: 'trend';
  readonly timezone: string;
  readonly interval: Interval;
  readonly range: TimeRange;
  /** Bucket i is [edges_ms[i], edges_ms[i + 1]). Rows outside `range` do not count, even if a bucket reaches further. */
  readonly edges_ms: Float64Array;
  /** One for each number of days that a math of kind `active` uses. */
  readonly windows: readonly ActiveWindows[];
  readonly entities: readonly TrendEntity[];
  readonly breakdown: Breakdown | null;
  /** How many of the largest breakdown values are returned one by one. Others may be pooled. null = all. */
  readonly told: number | null;
  readonly display: Display;
}

/** Who is behind one number of a trend: buckets [first, until) together. Entities and buckets count from 0. */
export interface TrendPoint {
  readonly kind: 'trend';
  readonly query: TrendQuery;
  readonly entity: number;
  readonly first: number;
  readonly until: number;
  readonly key: GroupKey;
}

/** Raw numbers of one entity: `values` is bucket-major, values[bucket * groups.length + group]. */
export interface TrendNumbers {
  /** Without a breakdown, one group with an empty key. */
  readonly groups: readonly GroupKey[];
  readonly values: Float64Array;
  readonly buckets: number;
  /** bucket -> sum over the groups that are not in `groups`; null if there are none. */
  readonly rest: Float64Array | null;
}

/** One item of `formulaNodes`. */
const FormulaNode = z.looseObject({
  formula: textField('As formula'),
  custom_name: textField('Name to show instead'),
});

/** The question on the wire. */
export const TrendBody = z.looseObject({
  events: entitiesField(TrendEntityBody, 'What to count, a line each: [{"id":"$pageview","math":"dau"}]'),
  actions: actionsField(TrendEntityBody, 'Saved actions to count: [{"id":1}]'),
  ...QUESTION_FIELDS,
  insight: textField(
    'TRENDS (default); LIFECYCLE: new, returning, resurrecting and dormant people; STICKINESS: in how many periods people were active',
  ),
  shown_as: restOnly(textField('Older name of the same: Volume, Lifecycle or Stickiness')),
  interval: intervalField,
  compare: flagField('Add the period before'),
  compare_to: textField('Compare with the period that starts so much earlier: -1w, -1m'),
  display: choiceField(DISPLAYS, 'Shape of the answer (default ActionsLineGraph)', SAME_SHAPE),
  formula: textField('One number out of several lines: A + B, (A-B)/B; letters follow the order of the lines'),
  formulas: restOnly(listField(z.string(), 'Several formulas')),
  formulaNodes: restOnly(
    listField(FormulaNode, 'Several with names: [{"formula":"A/B","custom_name":"rate"}]').meta({
      items: { type: 'object' },
    }),
  ),
  breakdown_hide_other_aggregation: restOnly(flagField('Leave Other out')),
  smoothing_intervals: wholeField('Each point is the mean of so many points up to it', {
    min: 1,
    max: LIMIT.buckets,
  }),
  stickiness_criteria: jsonField(
    CriteriaBody,
    'Of stickiness: periods that count, {"operator":"gte","value":2} are those with two events or more',
  ),
  computed_as: restOnly(
    choiceField(['non_cumulative', 'cumulative'], 'Of stickiness: cumulative counts so many periods or more'),
  ),
  interval_count: restOnly(
    wholeField('Of stickiness: so many intervals are one period', { min: 1, max: LIMIT.buckets }),
  ),
  sampling_factor: numberField('Count this share of people only, above 0 up to 1, and scale the numbers up', {
    above: 0,
    max: 1,
  }),
});
export type TrendBody = z.output<typeof TrendBody>;

const SeriesSchema = z.looseObject({
  /** The line that the series shows; null for a formula. */
  action: z.looseObject({ custom_name: z.string().nullable().optional() }).nullable().optional(),
  label: z.string(),
  count: z.number(),
  data: z.array(z.number()),
  labels: z.array(z.string()),
  /** For stickiness, in how many periods the people of each point were active. */
  days: z.array(z.union([z.string(), z.number()])),
  /** For displays that show one value per series: that value. Their `data` is empty. */
  aggregated_value: z.number().optional(),
  /** Addresses of the people behind each point, or behind the one number. */
  persons_urls: z.array(z.object({ url: z.string().nullable() })).optional(),
  persons: z.object({ url: z.string().nullable() }).optional(),
  /** Of a lifecycle only. */
  status: z.enum(STATUSES).optional(),
  compare_label: z.enum(['current', 'previous']).optional(),
  /** A list if the question gave its breakdown as a list. For a cohort its id. */
  breakdown_value: z.union([z.string(), z.number(), z.array(z.string())]).optional(),
});
export type Series = z.infer<typeof SeriesSchema>;

export const TrendResult = z.object({
  ...RESULT_FIELDS,
  result: z.array(SeriesSchema),
  next: z.string().nullable(),
  /** Whether the breakdown has more values than are shown one by one. */
  hasMore: z.boolean().optional(),
});
export type TrendResult = z.infer<typeof TrendResult>;
