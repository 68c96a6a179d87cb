/** Funnels: how many actors completed each step, and how long it took; `test/oracle/funnel.ts` defines the rules. */
import { z } from 'zod';
import { choiceField, numberField, restOnly, textField, wholeField } from '../fields.ts';
import {
  actionsField,
  EntityBody,
  EXCLUSION_ITEM,
  ExclusionBody,
  entitiesField,
  intervalField,
  QUESTION_FIELDS,
} from './body.ts';
import type { EventMatch, Predicate } from './predicate.ts';
import type { Breakdown, Entity, GroupKey, Interval, Sample, TimeRange, ValueActorKind } from './query.ts';
import { RESULT_FIELDS } from './result.ts';

const FUNNEL_ORDERS = ['ordered', 'strict', 'unordered'] as const;
export type FunnelOrder = (typeof FUNNEL_ORDERS)[number];
const FUNNEL_VIZ_TYPES = ['steps', 'trends', 'time_to_convert'] as const;
export type FunnelViz = (typeof FUNNEL_VIZ_TYPES)[number];
export const WINDOW_UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month'] as const;
export type WindowUnit = (typeof WINDOW_UNITS)[number];

const ATTRIBUTIONS = ['first_touch', 'last_touch', 'all_events', 'step'] as const;

/**
 * Which breakdown value an actor counts for: the value of its first or last event that has one; each value of its events,
 * over only those events; or each value of its events of one step, which that step then must have.
 */
export type Attribution =
  | { readonly kind: 'first_touch' | 'last_touch' | 'all_events' }
  | { readonly kind: 'step'; readonly step: number };

export interface FunnelStep extends Entity {
  /** Only a person's first row ever among these counts as the step; null = any row does. */
  readonly first_of: readonly EventMatch[] | null;
}

/** An event that excludes an attempt if it comes after step `from_step` and before step `to_step` (zero-based). */
export interface Exclusion extends Entity {
  readonly from_step: number;
  readonly to_step: number;
}

export interface FunnelQuery {
  readonly kind: 'funnel';
  readonly timezone: string;
  readonly range: TimeRange;
  readonly actor: ValueActorKind;
  readonly order: FunnelOrder;
  readonly viz: FunnelViz;
  /** Starts with the first step, inclusive. */
  readonly window_ms: number;
  /** Condition on every event. Matches of steps and exclusions include it already; those of other events do not. */
  readonly where: Predicate;
  readonly steps: readonly FunnelStep[];
  readonly exclusions: readonly Exclusion[];
  readonly breakdown: Breakdown | null;
  readonly attribution: Attribution;
  /** The steps that trends and time_to_convert compare, zero-based; `to_step` is the later one. */
  readonly from_step: number;
  readonly to_step: number;
  readonly interval: Interval;
  /** For trends: bucket i is [edges_ms[i], edges_ms[i + 1]); otherwise empty. */
  readonly edges_ms: Float64Array;
  /** For time_to_convert; null = it depends on the number of actors. */
  readonly bin_count: number | null;
}

/** Who is behind a number of it: whoever completed between `least` and `most` steps. */
export interface FunnelPoint {
  readonly kind: 'funnel';
  readonly query: FunnelQuery;
  readonly key: GroupKey;
  /** Of a funnel over time: the bucket they entered in; `least` and `most` are of its two steps. null: the whole range. */
  readonly bucket: number | null;
  readonly least: number;
  readonly most: number;
}

/** One table of steps. */
export interface FunnelGroup {
  readonly key: GroupKey;
  /** step -> actors that reached it. */
  readonly counts: readonly number[];
  /** step -> milliseconds from the step before, for actors that reached it, without zeros; [0] is empty. */
  readonly times_ms: readonly Sample[];
}

/** Counts actors in the buckets in which they entered, at most once per bucket. */
export interface FunnelTrendGroup {
  readonly key: GroupKey;
  /** bucket -> actors that reached `from_step`. */
  readonly reached_from: Float64Array;
  /** bucket -> actors that reached `to_step`. */
  readonly reached_to: Float64Array;
}

/** One form for each view. */
export type FunnelNumbers =
  | { readonly viz: 'steps'; readonly groups: readonly FunnelGroup[] }
  | { readonly viz: 'trends'; readonly groups: readonly FunnelTrendGroup[] }
  /** Milliseconds from `from_step` to `to_step`, for every actor that got there. */
  | { readonly viz: 'time_to_convert'; readonly times_ms: Float64Array };

/** The question on the wire. */
export const FunnelBody = z.looseObject({
  events: entitiesField(EntityBody, 'The steps in order: [{"id":"sign up"},{"id":"paid"}]'),
  actions: actionsField(EntityBody, 'Saved actions as steps: [{"id":1,"order":1}]'),
  ...QUESTION_FIELDS,
  interval: intervalField,
  funnel_window_interval: wholeField('Time to convert, from the first step (default 14)'),
  funnel_window_interval_type: textField(`Unit of the window: ${WINDOW_UNITS.join(', ')} (default day)`),
  funnel_window_days: restOnly(wholeField('Deprecated: the window in days')),
  funnel_viz_type: choiceField(FUNNEL_VIZ_TYPES, 'steps (default), trends over time, or time_to_convert'),
  funnel_order_type: choiceField(
    FUNNEL_ORDERS,
    'ordered (default): anything may happen between; strict: nothing; unordered: in whatever sequence',
  ),
  exclusions: entitiesField(
    ExclusionBody,
    'Who did this between two steps is left out: [{"id":"refund","funnel_from_step":0,"funnel_to_step":1}]',
  ).meta({ items: EXCLUSION_ITEM }),
  breakdown_attribution_type: choiceField(
    ATTRIBUTIONS,
    'Which event gives a person its breakdown value (default first_touch)',
  ),
  breakdown_attribution_value: wholeField('The step, from 0, for attribution by step'),
  funnel_from_step: wholeField('First step looked at by trends and time_to_convert (default 0)'),
  funnel_to_step: wholeField('Last step looked at by trends and time_to_convert (default the last)'),
  bin_count: wholeField('Number of bins of time_to_convert, up to 90 (default: by the number of people)'),
  sampling_factor: numberField('Count this share of people only, above 0 up to 1, and scale the numbers up', {
    above: 0,
    max: 1,
  }),
  funnel_aggregate_by_hogql: textField('Count values of this expression instead of people: properties.$session_id'),
  display: restOnly(textField('Accepted for compatibility: ActionsLineGraph means funnel_viz_type trends')),
});
export type FunnelBody = z.output<typeof FunnelBody>;

const StepSchema = z.looseObject({
  action_id: z.union([z.string(), z.number()]).nullable(),
  name: z.string(),
  custom_name: z.string().nullable(),
  order: z.number(),
  count: z.number(),
  /** Seconds from the step before; null for the first step or without actors. */
  average_conversion_time: z.number().nullable(),
  median_conversion_time: z.number().nullable(),
  converted_people_url: z.string().nullable(),
  dropped_people_url: z.string().nullable(),
});
export type Step = z.infer<typeof StepSchema>;

const FunnelSeriesSchema = z.looseObject({
  /** Number of points. */
  count: z.number(),
  /** Percent of the actors at `from_step` that reached `to_step`. */
  data: z.array(z.number()),
  days: z.array(z.string()),
  labels: z.array(z.string()),
  reached_from_counts: z.array(z.number()),
  reached_to_counts: z.array(z.number()),
});
export type FunnelSeries = z.infer<typeof FunnelSeriesSchema>;

const TimesToConvertSchema = z.looseObject({
  /** Start of the bin in seconds, and how many fall into it. */
  bins: z.array(z.tuple([z.number(), z.number()])),
  average_conversion_time: z.number().nullable(),
});
export type TimesToConvert = z.infer<typeof TimesToConvertSchema>;

/** Steps: one table, or one per value of the breakdown. Trends: series. Time to convert: bins. */
export const FunnelResult = z.object({
  ...RESULT_FIELDS,
  result: z.union([
    z.array(StepSchema),
    z.array(z.array(StepSchema)),
    z.array(FunnelSeriesSchema),
    TimesToConvertSchema,
  ]),
});
export type FunnelResult = z.infer<typeof FunnelResult>;
