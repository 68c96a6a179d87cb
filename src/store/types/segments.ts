/** Segments as they are stored. */

/** A segment in the engine's format, as named blobs. */
export interface SegmentRow {
  readonly id: number;
  readonly rows: number;
  readonly from_ms: number;
  /** Exclusive. */
  readonly until_ms: number;
  /** The engine's header: partitions and pieces. Opaque to the store. */
  readonly header: Uint8Array;
  /** Project revision that added it. */
  readonly revision: number;
}

export interface NewSegment extends Omit<SegmentRow, 'id' | 'revision'> {
  readonly blobs: readonly { readonly name: string; readonly bytes: Uint8Array }[];
}

export type AnySegment = NewSegment | StagedSegment;

/** A blob or a part of it, numbered from 0. */
export interface BlobPart {
  readonly name: string;
  readonly part: number;
  readonly bytes: Uint8Array;
}

/** A new segment whose blobs are stored already. */
export interface StagedSegment extends Omit<NewSegment, 'blobs'> {
  readonly stage: number;
  /** How many parts all blobs have together. */
  readonly parts: number;
}
