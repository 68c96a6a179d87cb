/** The people behind a number: a question, and the point of its answer in which they are counted. */
import { z } from 'zod';
import type { CorrelationQuery } from './correlation.ts';
import type { FunnelQuery } from './funnel.ts';
import type { LifecycleQuery } from './lifecycle.ts';
import type { PathQuery } from './path.ts';
import type { GroupKey, ValueActorKind } from './query.ts';
import type { RetentionQuery } from './retention.ts';
import type { StickinessQuery } from './stickiness.ts';
import type { TrendQuery } from './trend.ts';

/** One number of an answer. Entities, buckets and periods are counted from 0. */
export type PeoplePoint =
  /** People in buckets [first, until), taken together. */
  | {
      readonly kind: 'trend';
      readonly query: TrendQuery;
      readonly entity: number;
      readonly first: number;
      readonly until: number;
      readonly key: GroupKey;
    }
  /** `status` is an index in STATUSES; `bucket` is a point of the answer. */
  | { readonly kind: 'lifecycle'; readonly query: LifecycleQuery; readonly status: number; readonly bucket: number }
  /** People active in this number of periods, or in at least that many for cumulative questions. */
  | { readonly kind: 'stickiness'; readonly query: StickinessQuery; readonly entity: number; readonly periods: number }
  /** People who did between `least` and `most` steps. */
  | {
      readonly kind: 'funnel';
      readonly query: FunnelQuery;
      readonly key: GroupKey;
      readonly least: number;
      readonly most: number;
    }
  /** `step` is the depth of the source, from 1. */
  | {
      readonly kind: 'path';
      readonly query: PathQuery;
      readonly step: number;
      readonly source: string;
      readonly target: string;
    }
  /** People who started in [first, until) and were counted `later` periods after that. */
  | {
      readonly kind: 'retention';
      readonly query: RetentionQuery;
      readonly key: GroupKey;
      readonly first: number;
      readonly until: number;
      readonly later: number;
    }
  /** `key` has its parts joined as in the answer. */
  | {
      readonly kind: 'correlation';
      readonly query: CorrelationQuery;
      readonly key: string;
      readonly is_success: boolean;
    };

/** One page of the people. */
export interface PeopleQuery {
  readonly point: PeoplePoint;
  readonly offset: number;
  readonly limit: number;
  /** By number of the actor, or by count, largest first (trends only). */
  readonly order: 'actor' | 'most';
  /** Most times per person. */
  readonly times: number;
}

export interface PeopleNumbers {
  /** How many people there are in all. */
  readonly count: number;
  /** Kind of actor: people, groups, or values. */
  readonly actor: ValueActorKind;
  /** A person's number, or the text of a group or value. `rows` is there if people are ordered by it. */
  readonly people: readonly {
    readonly actor: number | string;
    readonly times_ms: readonly number[];
    readonly rows: number | null;
  }[];
}

const Listed = z.object({
  type: z.enum(['person', 'group', 'value']),
  /** Person id, group key, or value. */
  id: z.string(),
  /** For persons: email or name, if any. */
  name: z.string().nullable(),
  distinct_ids: z.array(z.string()),
  properties: z.record(z.string(), z.unknown()),
  created_at: z.string().nullable(),
  /** Times of the counted events, earliest first. */
  matched_at: z.array(z.string()),
  /** How often they did it, if the list is ordered by that. */
  matched_count: z.int().optional(),
});
export type Listed = z.infer<typeof Listed>;

export const PeopleResult = z.object({
  count: z.number(),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  results: z.array(Listed),
  /** Warnings about names in the question that the project does not have. */
  warnings: z.array(z.string()),
});
export type PeopleResult = z.infer<typeof PeopleResult>;
