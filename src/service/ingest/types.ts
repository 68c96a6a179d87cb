/** Types of the ingest door: input and results. */
import type { PlacedColumns, Value } from '../../engine/frame/column.ts';
import type { PackedColumns } from '../../engine/storage/chunk.ts';
import type { Project } from '../../model/saved/project.ts';
import type { ImportedLine } from '../../store/types/store.ts';
import type { IncomingEvent, IncomingGroup, IncomingGroupType, IncomingPerson } from '../identity/incoming.ts';
import type { Campaign } from '../identity/rules.ts';

/** What a file tells besides events. */
export type OtherItem =
  | { readonly kind: 'person'; readonly person: IncomingPerson }
  | { readonly kind: 'group'; readonly group: IncomingGroup }
  | { readonly kind: 'group_type'; readonly group_type: IncomingGroupType };

export type IngestItem = { readonly kind: 'event'; readonly event: IncomingEvent } | OtherItem;

/** An event from a file. Without a uuid it gets one made from its content. */
export type LineEvent = Omit<IncomingEvent, 'uuid'> & { readonly uuid: Uint8Array | null };

/** What a line of a file holds. */
export type LineItem = { readonly kind: 'event'; readonly event: LineEvent } | OtherItem;

/** Texts of rows: row -> code -> text. */
export interface TextColumn {
  readonly codes: Uint32Array;
  readonly texts: readonly string[];
}

export interface EventBatch {
  readonly rows: number;
  readonly names: TextColumn;
  readonly distinct_ids: TextColumn;
  /** Row -> epoch milliseconds. */
  readonly time_ms: Float64Array;
  /** 16 * row -> the event's uuid. */
  readonly uuids: Uint8Array;
  /** Row -> visit bits, see `visitBits`. */
  readonly visits: Int32Array;
  /** Row -> 1 if the event has groups. */
  readonly grouped: Uint8Array;
  readonly properties: BatchProperties;
  readonly former: FormerIds;
}

/** Row -> id by which an import of an earlier version may have stored the same line. Few rows have one. */
export type FormerIds = Map<number, Uint8Array>;

/** Property name -> its distinct values, or the first ones of each type; in order. */
export type Samples = Iterable<readonly [name: string, values: Iterable<Value>]>;

/** Properties of a batch. */
export interface BatchProperties {
  /** Properties of a row that may affect its person or groups, possibly with others. */
  told(row: number): Record<string, unknown>;
  readonly campaigns: readonly Campaign[];
  columns(): PlacedColumns;
  samples(): Samples;
  /** Encoded for the log; null if only `columns` has them. */
  readonly packed: PackedColumns | null;
}

/** Values of rows. `values` has those of codes from 1 on as JSON, each followed by a comma. */
export type PackedValues =
  | { readonly codes: Int32Array; readonly values: Uint8Array }
  | { readonly numbers: Float64Array };

/** A `TextColumn` as plain data. */
export interface PackedTexts {
  readonly codes: Uint32Array;
  /** As in `PackedValues`. */
  readonly values: Uint8Array;
}

/** An `EventBatch` as plain data. */
export interface PackedBatch extends Pick<EventBatch, 'rows' | 'time_ms' | 'uuids' | 'visits' | 'grouped' | 'former'> {
  readonly names: PackedTexts;
  readonly distinct_ids: PackedTexts;
  readonly told: readonly (readonly [name: string, values: PackedValues])[];
  readonly samples: readonly (readonly [name: string, values: readonly Value[]])[];
  readonly packed: PackedColumns;
}

/**
 * A person, group or group type, placed before the event of its row. `line` recognises it in repeated imports; it is null if it is
 * not from a file.
 */
export interface PlacedItem {
  readonly row: number;
  readonly item: OtherItem;
  readonly line: ImportedLine | null;
}

/** Items in columns. */
export interface ItemBatch {
  readonly events: EventBatch;
  readonly others: readonly PlacedItem[];
}

/** End of a chunk, which is one file's items in a batch: how many events and how many other items come before it. */
export interface ChunkEnd {
  readonly events: number;
  readonly others: number;
}

export interface IngestResult {
  readonly taken: number;
  /** Events that the project already has. */
  readonly duplicates: number;
}

export interface ImportResult extends IngestResult {
  /** Groups left out because the project has too many group types. */
  readonly left_out: number;
  /** Some of the group types that events named and for which the project has no room. */
  readonly further_types: readonly string[];
}

export interface Ingest {
  /**
   * Call before any work for a request with events.
   * @throws ServiceError busy if the queue is too long, read_only
   */
  readonly admit: () => void;
  /**
   * Resolves once the events' transaction is on disk; many callers share one commit.
   * @throws ServiceError busy if the queue is full
   */
  capture(project: Project, events: readonly IncomingEvent[]): Promise<IngestResult>;
  /** One transaction for many items; for generated data. */
  importItems(project: Project, items: Iterable<IngestItem>): ImportResult;
  /**
   * One transaction for items of files. Returns one result per chunk; the last chunk must end where the batch does.
   * @throws ServiceError gone if the import was deleted meanwhile
   */
  importBatch(
    project: Project,
    batch: ItemBatch,
    chunks: readonly ChunkEnd[],
    import_id: number | null,
  ): ImportResult[];
  /**
   * Back-pressure for the two above. Resolves once the project has at most this many unsealed events; with 0, once
   * there is nothing left to merge either and everything is on disk.
   */
  settle(project: Project, events: number): Promise<void>;
  /** Resolves when no erasure of the project is pending. @throws ServiceError if one fails; it is retried later */
  erase(project: Project): Promise<void>;
  /** Resolves true once the file has no bytes left of what was erased, false if a reader prevents it for now. */
  scrub(): Promise<boolean>;
  /** The longest that sealing or merging blocked writers since the last call, in milliseconds. */
  longestExchange(): number;
  /** Commits the queue. */
  flush(): Promise<void>;
  /** Commits the queue and stops the upkeep. */
  close(): Promise<void>;
}
