/** How numbers are to be presented, as plain data, and what comes out. */
import type { Kind } from '../../engine/answer.ts';

/** Kinds computed as numbers only. The main thread looks up the rest in the store. */
export type BareKind = 'people' | 'events' | 'values' | 'properties';

/** All other kinds. */
export type ShownKind = Exclude<Kind, BareKind>;

/** What presenting a lifecycle or stickiness needs. */
export interface LinesShowing {
  /** The question as filters. */
  readonly filter: Readonly<Record<string, unknown>>;
  /** Sampled share of persons; 1 means everybody. */
  readonly sampled_share: number;
}

/** Usually an array; an object in some views of funnels and for correlations. */
export type Result = readonly unknown[] | Readonly<Record<string, unknown>>;

/** A presented answer. */
export interface Presented<R = Result> {
  readonly result: R;
  /** Whether a breakdown has more values than this page. */
  readonly has_more?: boolean;
  /** Warnings about the numbers. */
  readonly warnings?: readonly string[];
  /** Lines of the question whose numbers are all 0, if the result may not show them. */
  readonly idle?: readonly number[];
}
