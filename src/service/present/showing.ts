/** How numbers are presented, as plain data, and the outcome. */
import type { Kind } from '../../engine/answer.ts';

/** Computed as numbers only; the main thread looks the rest up in the store. */
export type BareKind = 'people' | 'events' | 'values';

/** All other kinds. */
export type ShownKind = Exclude<Kind, BareKind>;

/** What presenting a lifecycle or stickiness needs. */
export interface LinesShowing {
  /** The question as filters. */
  readonly filter: Readonly<Record<string, unknown>>;
  /** Sampled share of persons; 1 = everybody. */
  readonly sampled_share: number;
}

/** An array; an object in some views of funnels and correlations. */
export type Result = readonly unknown[] | Readonly<Record<string, unknown>>;

/** A presented answer. */
export interface Presented<R = Result> {
  readonly result: R;
  /** Whether a breakdown has more values than this page. */
  readonly has_more?: boolean;
  /** Warnings about the numbers. */
  readonly warnings?: readonly string[];
}
