/** Funnels: how many actors went through the steps, and how long each step took (`facts/funnels.md`). */
import { z } from 'zod';
import { EntityBody, ExclusionBody, entitiesField, intervalField, QUESTION_FIELDS } from './body.ts';
import { choiceField, textField, wholeField } from './fields.ts';
import type { ActorKind, Breakdown, Entity, TimeRange } from './query.ts';
import { RESULT_FIELDS } from './result.ts';

const FUNNEL_ORDERS = ['ordered', 'strict', 'unordered'] as const;
export type FunnelOrder = (typeof FUNNEL_ORDERS)[number];
const FUNNEL_VIZ_TYPES = ['steps', 'trends', 'time_to_convert'] as const;
export type FunnelViz = (typeof FUNNEL_VIZ_TYPES)[number];
export const WINDOW_UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month'] as const;
export type WindowUnit = (typeof WINDOW_UNITS)[number];

const ATTRIBUTIONS = ['first_touch', 'last_touch', 'all_events', 'step'] as const;

/** An event that spoils an attempt after step `from_step` and before step `to_step` (zero-based). */
export interface Exclusion extends Entity {
  readonly from_step: number;
  readonly to_step: number;
}

export interface FunnelQuery {
  readonly kind: 'funnel';
  readonly timezone: string;
  readonly range: TimeRange;
  readonly actor: ActorKind;
  readonly order: FunnelOrder;
  readonly viz: FunnelViz;
  /** Measured from the first step, inclusive. */
  readonly window_ms: number;
  readonly steps: readonly Entity[];
  readonly exclusions: readonly Exclusion[];
  /** First touch: the actor's earliest non-empty value among its matching rows. */
  readonly breakdown: Breakdown | null;
}

/** One table of steps; `value` null where there is no breakdown, '' for a missing value. */
export interface FunnelGroup {
  readonly value: string | null;
  /** step -> actors that reached it. */
  readonly counts: readonly number[];
  /** step -> conversion times in milliseconds from the step before, of actors that reached it, zeros left out; [0] is empty. */
  readonly times_ms: readonly Float64Array[];
}

export interface FunnelNumbers {
  readonly groups: readonly FunnelGroup[];
}

/** The question as it comes over the wire. */
export const FunnelBody = z.looseObject({
  events: entitiesField(EntityBody, 'The steps in order: [{"id":"sign up"},{"id":"paid"}]'),
  actions: entitiesField(EntityBody, 'Saved actions as steps: [{"id":1,"order":1}]'),
  ...QUESTION_FIELDS,
  interval: intervalField,
  funnel_window_interval: wholeField('Time to convert, from the first step (default 14)'),
  funnel_window_interval_type: textField(`Unit of the window: ${WINDOW_UNITS.join(', ')} (default day)`),
  funnel_window_days: wholeField('Deprecated: the window in days'),
  funnel_viz_type: choiceField(FUNNEL_VIZ_TYPES, 'steps (default), trends over time, or time_to_convert'),
  funnel_order_type: choiceField(
    FUNNEL_ORDERS,
    'ordered (default): anything may happen between; strict: nothing; unordered: in whatever sequence',
  ),
  exclusions: entitiesField(
    ExclusionBody,
    'Who did this between two steps is left out: [{"id":"refund","funnel_from_step":0,"funnel_to_step":1}]',
  ),
  breakdown_attribution_type: choiceField(
    ATTRIBUTIONS,
    'Which event gives a person its breakdown value (default first_touch)',
  ),
  breakdown_attribution_value: wholeField('The step, from 0, for attribution by step'),
  funnel_from_step: wholeField('First step looked at by trends and time_to_convert (default 0)'),
  funnel_to_step: wholeField('Last step looked at by trends and time_to_convert (default the last)'),
  bin_count: wholeField('Number of bins of time_to_convert'),
  display: textField('Accepted for compatibility: ActionsLineGraph means funnel_viz_type trends'),
});
export type FunnelBody = z.output<typeof FunnelBody>;

const StepSchema = z.looseObject({
  action_id: z.union([z.string(), z.number()]).nullable(),
  name: z.string(),
  custom_name: z.string().nullable(),
  order: z.number(),
  count: z.number(),
  /** Seconds from the step before; null for the first step and where nobody arrived. */
  average_conversion_time: z.number().nullable(),
  median_conversion_time: z.number().nullable(),
  converted_people_url: z.string().nullable(),
  dropped_people_url: z.string().nullable(),
});
export type Step = z.infer<typeof StepSchema>;

/** One table of steps, or with a breakdown one table per value. */
export const FunnelResult = z.object({
  ...RESULT_FIELDS,
  result: z.union([z.array(StepSchema), z.array(z.array(StepSchema))]),
});
export type FunnelResult = z.infer<typeof FunnelResult>;
