/** Events that are checked and normalised, but have no identity yet. */

/** Name, time and id are settled; the person is not. */
export interface IncomingEvent {
  readonly event: string;
  readonly distinct_id: string;
  readonly timestamp_ms: number;
  /** 16 bytes. Events with a uuid that the project already has are dropped. */
  readonly uuid: Uint8Array;
  /** Still includes $set, $set_once, $groups and the like. */
  readonly properties: Readonly<Record<string, unknown>>;
}

export interface IncomingPerson {
  readonly distinct_ids: readonly string[];
  readonly properties: Readonly<Record<string, unknown>>;
  readonly created_at_ms: number | null;
  /** Whether others may no longer merge them into theirs; by default if they have several ids. */
  readonly is_identified?: boolean;
  /** Nothing is missing, so events of the same import change nothing about them. */
  readonly complete?: boolean;
}

export interface IncomingGroup {
  readonly group_type: string;
  readonly group_key: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly created_at_ms: number | null;
}

/** Types get their indices in the order in which they come. */
export interface IncomingGroupType {
  readonly group_type: string;
  readonly name_singular: string | null;
  readonly name_plural: string | null;
  /** No group of the type is missing, so events of the same import change nothing about them. */
  readonly complete: boolean;
}
