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
}

export interface IncomingGroup {
  readonly group_type: string;
  readonly group_key: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly created_at_ms: number | null;
}
