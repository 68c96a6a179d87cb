/** How numbers are shown, as plain data, and what comes of them. */
import type { Kind } from '../../engine/answer.ts';

/** What is asked for as numbers only, and looked up in the store by the main thread. */
export type BareKind = 'people' | 'events' | 'values';

/** All other kinds of answers. */
export type ShownKind = Exclude<Kind, BareKind>;

/** What the lines of a lifecycle or of stickiness are shown with. */
export interface LinesShowing {
  /** The question as filters. */
  readonly filter: Readonly<Record<string, unknown>>;
  /** Share of persons that was looked at; 1 = everybody. */
  readonly sampled_share: number;
}

/** A list, in some views of funnels and correlations an object. */
export type Result = readonly unknown[] | Readonly<Record<string, unknown>>;

/** What an answer shows. */
export interface Presented<R = Result> {
  readonly result: R;
  /** A breakdown has values past the page. */
  readonly has_more?: boolean;
  /** What the numbers gave rise to. */
  readonly warnings?: readonly string[];
}
