/**
 * Retention: how many of those who started in a bucket came back n buckets later. `test/oracle/retention.ts` defines the
 * rules.
 */
import { z } from 'zod';
import { choiceField, flagField, jsonField, numberField, textField, wholeField } from '../fields.ts';
import { LIMIT } from '../limit.ts';
import { EntityBody, QUESTION_FIELDS, refuseEvent } from './body.ts';
import type { EventMatch } from './predicate.ts';
import type { ActorKind, Breakdown, Entity, GroupKey, Interval, TimeRange } from './query.ts';
import { RESULT_FIELDS } from './result.ts';

const PERIODS = ['Hour', 'Day', 'Week', 'Month'] as const;
export type Period = (typeof PERIODS)[number];

const RETENTION_TYPES = ['retention_recurring', 'retention_first_time', 'retention_first_ever_occurrence'] as const;

export interface RetentionQuery {
  readonly kind: 'retention';
  readonly timezone: string;
  readonly interval: Interval;
  /** From the start of the first bucket to the end of the last. */
  readonly range: TimeRange;
  /** Bucket i is [edges_ms[i], edges_ms[i + 1]). */
  readonly edges_ms: Float64Array;
  readonly actor: ActorKind;
  /**
   * Where an actor starts: in every bucket with a row of the target; at its first such row ever; or at its first row among
   * `first_among`, if that is a row of the target.
   */
  readonly start: 'every' | 'first_time' | 'first_ever';
  readonly target: Entity;
  /** The target's matches; for `first_ever`, without the target's own filters. */
  readonly first_among: readonly EventMatch[];
  readonly returning: Entity;
  /** Rows needed for a bucket to count as a return. */
  readonly minimum_occurrences: number;
  /** Whether returning later counts as having stayed until then. */
  readonly cumulative: boolean;
  readonly breakdown: Breakdown | null;
  /** Whether a breakdown splits first times and returns by value, too, and not only the starts of actors. */
  readonly split_returns: boolean;
}

/** Who is behind one number of a retention: they started in [first, until) and counted `later` periods after that. */
export interface RetentionPoint {
  readonly kind: 'retention';
  readonly query: RetentionQuery;
  readonly key: GroupKey;
  readonly first: number;
  readonly until: number;
  readonly later: number;
}

/** counts[start * n + later] for n buckets; later = 0 counts everybody who started. */
export interface RetentionGroup {
  readonly key: GroupKey;
  readonly counts: Uint32Array;
}

export interface RetentionNumbers {
  /** One group without a breakdown; otherwise the groups in which anybody started. */
  readonly groups: readonly RetentionGroup[];
}

const TargetBody = z.looseObject({
  ...EntityBody.shape,
  type: choiceField(['events', 'actions'], 'events (default) or actions', {
    event: 'events',
    action: 'actions',
  }),
});
export type TargetBody = z.output<typeof TargetBody>;

/** The published part of a target. It takes all fields that a line of `events` takes. */
const PUBLISHED_TARGET = { properties: { id: { type: 'string' }, type: { type: 'string' } } } as const;

/** The question on the wire. */
export const RetentionBody = z.looseObject({
  target_entity: jsonField(
    TargetBody,
    'What starts: {"id":"sign up","type":"events"} (default $pageview); also properties',
    refuseEvent,
  ).meta(PUBLISHED_TARGET),
  returning_entity: jsonField(TargetBody, 'What counts as coming back (default $pageview)', refuseEvent).meta(
    PUBLISHED_TARGET,
  ),
  retention_type: choiceField(
    RETENTION_TYPES,
    'Who starts: retention_recurring (default) in every period they did it, retention_first_time in that of their first time ever',
  ),
  period: choiceField(PERIODS, 'Length of a period (default Day)'),
  total_intervals: wholeField('How many periods, the last is that of date_to (default 11)', {
    min: 1,
    max: LIMIT.retention_intervals,
  }),
  cumulative: flagField('Count who came back later as having stayed until then'),
  minimum_occurrences: wholeField('Times somebody must return within a period', { min: 1, max: 1_000_000 }),
  ...QUESTION_FIELDS,
  date_from: textField('Not used: total_intervals says how many periods there are, back from date_to'),
  date_to: textField('The last period is the one that holds this day; now unless given'),
  sampling_factor: numberField('Count this share of people only, above 0 up to 1, and scale the numbers up', {
    above: 0,
    max: 1,
  }),
});
export type RetentionBody = z.output<typeof RetentionBody>;

const ValueSchema = z.looseObject({
  count: z.number(),
  label: z.string(),
  people: z.array(z.unknown()),
  people_url: z.string().nullable(),
});

const RowSchema = z.looseObject({
  /** Index 0 counts everybody who started. */
  values: z.array(ValueSchema),
  label: z.string(),
  date: z.string().optional(),
  people_url: z.string().nullable(),
  breakdown_value: z.union([z.string(), z.array(z.string())]).optional(),
});
export type RetentionRow = z.infer<typeof RowSchema>;

/** A row per start period, or a table per breakdown value. */
export const RetentionResult = z.looseObject({
  ...RESULT_FIELDS,
  result: z.array(RowSchema),
});
export type RetentionResult = z.infer<typeof RetentionResult>;
