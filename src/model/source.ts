/** Where a value of a row comes from, short of an expression. Person and group values are today's, not those at the event. */
export type PlainSource =
  | { readonly of: 'event'; readonly key: string }
  | { readonly of: 'person'; readonly key: string }
  | { readonly of: 'group'; readonly type_index: number; readonly key: string }
  /** What every event has: its name, the distinct id it came with, its person's id, its time (epoch milliseconds). */
  | { readonly of: 'metadata'; readonly key: MetadataKey }
  /** Of the event's session; events without `$session_id` have no value. */
  | { readonly of: 'session'; readonly key: SessionKey };

export const METADATA_KEYS = ['event', 'distinct_id', 'person_id', 'timestamp'] as const;
type MetadataKey = (typeof METADATA_KEYS)[number];
/** `$session_duration`: whole seconds from the session's first event to its last, of whatever kind. */
export const SESSION_KEYS = ['$session_duration'] as const;
export type SessionKey = (typeof SESSION_KEYS)[number];
