/**
 * Searches the values of a dictionary for texts and patterns.
 * Input: values as bytes end to end. Output: a flag per value. Cost: a third of a nanosecond per byte for a text, one for
 * a pattern, and a copy of the bytes. Values that are not ASCII texts mean nothing.
 */
import type { Task } from '../../frame/team.ts';
import { type Sought, scratch, type ValueBytes } from '../../wasm/blocks.ts';

export interface SearchArgs {
  readonly values: ValueBytes;
  /** A value passes if one of them is in it. */
  readonly sought: readonly Sought[];
  /** value -> flag, set to 1 if it passes. */
  readonly passes: Uint8Array;
}

/** Morsels of values. */
export const SEARCH_VALUES: Task<SearchArgs, null, null> = {
  name: 'search values',
  begin: () => null,
  add({ values, sought, passes }, _work, first, until) {
    const base = first === 0 ? values.base : values.ends[first - 1]!;
    const bytes = values.bytes.subarray(base - values.base, values.ends[until - 1]! - values.base);
    const ends = values.ends.subarray(first, until);
    scratch().search({ bytes, ends, base }, sought, passes.subarray(first, until));
  },
  end: () => null,
};
