/** The most frequent values of properties, and which properties events have. */

export interface ValuesQuery {
  readonly owner: 'event' | 'person';
  /** For event properties: only events of this name; null = all events. */
  readonly event: string | null;
  readonly keys: readonly string[];
  /** Only values that contain this text, ignoring case; empty = all. */
  readonly search: string;
  /** How many values of each property. */
  readonly limit: number;
}

export interface ValueCount {
  readonly value: string;
  /** How many events have the value, or how many persons have it now. */
  readonly count: number;
}

/** index of the key -> its values, most frequent first, then by text. */
export type ValuesNumbers = readonly (readonly ValueCount[])[];

export interface PropertiesQuery {
  /** Only events of this name; null = all events. */
  readonly event: string | null;
  readonly keys: readonly string[];
}

/** Those of the keys that have a value on some of the events. */
export type PropertiesNumbers = readonly string[];
