/** The values that properties have most often. */

export interface ValuesQuery {
  readonly owner: 'event' | 'person';
  /** Of events: only those of this name; null = all. */
  readonly event: string | null;
  readonly keys: readonly string[];
  /** Only values that hold this text, in any case; empty = any. */
  readonly search: string;
  /** Of each property. */
  readonly limit: number;
}

export interface ValueCount {
  readonly value: string;
  /** Events, or persons there are today. */
  readonly count: number;
}

/** place of the key -> its values, most frequent first, then by text. */
export type ValuesNumbers = readonly (readonly ValueCount[])[];
