/** What comes in, checked and normalised, before anybody knows whose it is. */

/** An event whose names and time are settled; identity is not resolved yet. */
export interface IncomingEvent {
  readonly event: string;
  readonly distinct_id: string;
  readonly timestamp_ms: number;
  /** 16 bytes. Events with a uuid the project holds already are dropped as duplicates. */
  readonly uuid: Uint8Array;
  /** $set, $set_once, $groups and the like still inside. */
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
