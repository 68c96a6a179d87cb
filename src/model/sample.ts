/** Numbers whose statistics are asked for, in parts as they were found. */

export interface SamplePart {
  readonly lists: readonly Float64Array[];
  /** Numbers in all lists. */
  readonly size: number;
  readonly sum: number;
  /** How many numbers are in each of some bins by size (see engine/frame/statistics.ts); null = not counted. */
  readonly bins: Uint32Array | null;
}

export type Sample = readonly SamplePart[];
