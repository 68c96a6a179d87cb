/** The people behind a number: a question, the point of its answer, and who is counted there. */
import { z } from 'zod';
import type { CorrelationQuery } from './correlation.ts';
import type { FunnelQuery } from './funnel.ts';
import type { LifecycleQuery } from './lifecycle.ts';
import type { PathQuery } from './path.ts';
import type { GroupKey, ValueActorKind } from './query.ts';
import type { RetentionQuery } from './retention.ts';
import type { StickinessQuery } from './stickiness.ts';
import type { TrendQuery } from './trend.ts';

/** One number of an answer. Entities, buckets and periods are numbered from 0. */
export type PeoplePoint =
  /** Buckets [first, until) together. */
  | {
      readonly kind: 'trend';
      readonly query: TrendQuery;
      readonly entity: number;
      readonly first: number;
      readonly until: number;
      readonly key: GroupKey;
    }
  /** `status` is a place in STATUSES, `bucket` a point of the answer. */
  | { readonly kind: 'lifecycle'; readonly query: LifecycleQuery; readonly status: number; readonly bucket: number }
  /** In so many periods (or more, where the question adds up). */
  | { readonly kind: 'stickiness'; readonly query: StickinessQuery; readonly entity: number; readonly periods: number }
  /** Who got through so many steps, from `least` up to `most`. */
  | {
      readonly kind: 'funnel';
      readonly query: FunnelQuery;
      readonly key: GroupKey;
      readonly least: number;
      readonly most: number;
    }
  /** `step`: place of the source on the path, from 1. */
  | {
      readonly kind: 'path';
      readonly query: PathQuery;
      readonly step: number;
      readonly source: string;
      readonly target: string;
    }
  /** Who started in a period of [first, until) and was counted `later` periods after that. */
  | {
      readonly kind: 'retention';
      readonly query: RetentionQuery;
      readonly key: GroupKey;
      readonly first: number;
      readonly until: number;
      readonly later: number;
    }
  /** `key`: parts joined as in the answer. */
  | {
      readonly kind: 'correlation';
      readonly query: CorrelationQuery;
      readonly key: string;
      readonly is_success: boolean;
    };

/** One page of them. */
export interface PeopleQuery {
  readonly point: PeoplePoint;
  readonly offset: number;
  readonly limit: number;
  /** By their numbers, or who has most of what is counted first (trends only). */
  readonly order: 'actor' | 'most';
  /** Most times of each. */
  readonly times: number;
}

export interface PeopleNumbers {
  /** In all. */
  readonly count: number;
  /** What is counted: people, groups, or values. */
  readonly actor: ValueActorKind;
  /** A person's number, or the text that stands for a group or a value; `rows` where they are ordered by it. */
  readonly people: readonly {
    readonly actor: number | string;
    readonly times_ms: readonly number[];
    readonly rows: number | null;
  }[];
}

const Listed = z.object({
  type: z.enum(['person', 'group', 'value']),
  /** The person's id, the group's key, or the value counted. */
  id: z.string(),
  /** Of persons: email or name where there is one. */
  name: z.string().nullable(),
  distinct_ids: z.array(z.string()),
  properties: z.record(z.string(), z.unknown()),
  created_at: z.string().nullable(),
  /** When they did what was counted, earliest first. */
  matched_at: z.array(z.string()),
  /** How often, where the list is ordered by it. */
  matched_count: z.int().optional(),
});
export type Listed = z.infer<typeof Listed>;

export const PeopleResult = z.object({
  count: z.number(),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  results: z.array(Listed),
  /** Names in the question that the project does not have. */
  warnings: z.array(z.string()),
});
export type PeopleResult = z.infer<typeof PeopleResult>;
