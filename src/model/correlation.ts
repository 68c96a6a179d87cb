/** Correlation: what those who came through a funnel did, or are, more or less often than those who did not. */
import { z } from 'zod';
import { choiceField, listField } from './fields.ts';
import { FunnelBody, type FunnelQuery } from './funnel.ts';
import { RESULT_FIELDS } from './result.ts';

const CORRELATION_TYPES = ['events', 'properties', 'event_with_properties'] as const;
export type CorrelationType = (typeof CORRELATION_TYPES)[number];

/** Among the names: every property there is. */
export const EVERY_PROPERTY = '$all';

export interface CorrelationQuery {
  readonly kind: 'correlation';
  readonly type: CorrelationType;
  readonly funnel: FunnelQuery;
  /** Of `properties`: which; null = all that actors have. */
  readonly properties: readonly string[] | null;
  readonly excluded_properties: readonly string[];
  /** Of `event_with_properties`: of which events. */
  readonly events: readonly string[];
  /** Those of the funnel's steps too. */
  readonly excluded_events: readonly string[];
  readonly excluded_event_properties: readonly string[];
}

/** One thing done or one value, and how many have it. */
export interface CorrelationRow {
  /** [event], [property, value] or [event, property, value]. */
  readonly key: readonly string[];
  readonly success: number;
  readonly failure: number;
}

/** `success` came through all steps, `failure` did the first step only or some. */
export interface CorrelationNumbers {
  readonly success: number;
  readonly failure: number;
  readonly rows: readonly CorrelationRow[];
}

const namesField = (description: string) => listField(z.string(), description);

const {
  events,
  actions,
  properties,
  filter_test_accounts,
  date_from,
  date_to,
  aggregation_group_type,
  funnel_window_interval,
  funnel_window_interval_type,
  refresh,
  client_query_id,
} = FunnelBody.shape;

/**
 * The question as it comes over the wire: a funnel, and what to look for. Whatever else a funnel may say is taken too
 * (it is read as a FunnelBody of its own); here stands what a reader needs.
 */
export const CorrelationBody = z.looseObject({
  events,
  actions,
  properties,
  filter_test_accounts,
  date_from,
  date_to,
  aggregation_group_type,
  funnel_window_interval,
  funnel_window_interval_type,
  refresh,
  client_query_id,
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
    /** Whether so few came through, or failed, that the ratios say little. */
    skewed: z.boolean(),
    /** How many came through, and how many did not: those whom a line does not count have not done it. */
    success_total: z.number(),
    failure_total: z.number(),
  }),
});
export type CorrelationResult = z.infer<typeof CorrelationResult>;
