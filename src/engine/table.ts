/** One event as the engine takes it: names and ids are numbers already. */
export interface EventRow {
  readonly event_ord: number;
  /** Dense number of the distinct id. */
  readonly distinct: number;
  readonly time_ms: number;
  /** 16 bytes. */
  readonly uuid: Uint8Array;
  readonly properties: Readonly<Record<string, unknown>>;
}
