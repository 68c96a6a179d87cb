/** Correlation: what people who completed a funnel do, or are, more or less often than those who did not. */
import { z } from 'zod';
import { choiceField, listField } from '../fields.ts';
import { FunnelBody, type FunnelQuery } from './funnel.ts';
import { RESULT_FIELDS } from './result.ts';

const CORRELATION_TYPES = ['events', 'properties', 'event_with_properties'] as const;
export type CorrelationType = (typeof CORRELATION_TYPES)[number];

/** Stands for all properties. */
export const EVERY_PROPERTY = '$all';

export interface CorrelationQuery {
  readonly kind: 'correlation';
  readonly type: CorrelationType;
  readonly funnel: FunnelQuery;
  /** For `properties`: the properties of actors to compare; null = all. */
  readonly properties: readonly string[] | null;
  readonly excluded_properties: readonly string[];
  /** For `event_with_properties`: the events to compare. */
  readonly events: readonly string[];
  /** Includes the events of the funnel's steps. */
  readonly excluded_events: readonly string[];
  readonly excluded_event_properties: readonly string[];
}

/** Who is behind one number of a correlation. `key`: parts joined as in the answer. */
export interface CorrelationPoint {
  readonly kind: 'correlation';
  readonly query: CorrelationQuery;
  readonly key: string;
  readonly is_success: boolean;
}

/** One event or value, and how many have it. */
export interface CorrelationRow {
  /** [event], [property, value] or [event, property, value]. */
  readonly key: readonly string[];
  readonly success: number;
  readonly failure: number;
}

/** `success` did all steps, `failure` at least the first but not all. */
export interface CorrelationNumbers {
  readonly success: number;
  readonly failure: number;
  readonly rows: readonly CorrelationRow[];
}

const namesField = (description: string) => listField(z.string(), description);

/** The fields of a funnel that are usual here. */
const OF_FUNNEL = {
  events: true,
  actions: true,
  properties: true,
  filter_test_accounts: true,
  date_from: true,
  date_to: true,
  aggregation_group_type: true,
  funnel_window_interval: true,
  funnel_window_interval_type: true,
  refresh: true,
  explain: true,
  client_query_id: true,
} as const;

/**
 * The question on the wire: a funnel, and what to look for. All other fields of a funnel are accepted, too (it is also
 * parsed as a FunnelBody); the fields here are the usual ones.
 */
export const CorrelationBody = z.looseObject({
  ...FunnelBody.pick(OF_FUNNEL).shape,
  funnel_correlation_type: choiceField(
    CORRELATION_TYPES,
    'Look for events (default), properties of the people, or event_with_properties',
  ),
  funnel_correlation_names: namesField('Properties to look at: ["plan"], or ["$all"]'),
  funnel_correlation_exclude_names: namesField('Properties to leave out'),
  funnel_correlation_event_names: namesField('Events whose properties to look at'),
  funnel_correlation_exclude_event_names: namesField('Events to leave out'),
  funnel_correlation_event_exclude_property_names: namesField('Event properties to leave out'),
});
export type CorrelationBody = z.output<typeof CorrelationBody>;

const CorrelatedSchema = z.looseObject({
  event: z.object({
    event: z.string(),
    properties: z.record(z.string(), z.unknown()),
    elements: z.array(z.unknown()),
  }),
  success_count: z.number(),
  success_people_url: z.string().nullable(),
  failure_count: z.number(),
  failure_people_url: z.string().nullable(),
  odds_ratio: z.number(),
  correlation_type: z.enum(['success', 'failure']),
});
export type Correlated = z.infer<typeof CorrelatedSchema>;

export const CorrelationResult = z.object({
  ...RESULT_FIELDS,
  result: z.object({
    events: z.array(CorrelatedSchema),
    /** Whether one side is too small for meaningful ratios. */
    skewed: z.boolean(),
    /** How many completed the funnel, and how many did not. Those whom an event's counts leave out have not done it. */
    success_total: z.number(),
    failure_total: z.number(),
  }),
});
export type CorrelationResult = z.infer<typeof CorrelationResult>;
