/** The ingest door: what comes in, and what is said about it. */
import type { Columns, Value } from '../../engine/frame/column.ts';
import type { PackedColumns } from '../../engine/storage/chunk.ts';
import type { Project } from '../../model/saved/project.ts';
import type { ImportedLine } from '../../store/types/store.ts';
import type { IncomingEvent, IncomingGroup, IncomingPerson } from '../identity/incoming.ts';
import type { Campaign } from '../identity/rules.ts';

/** A person or a group as a file tells it. */
export type OtherItem =
  | { readonly kind: 'person'; readonly person: IncomingPerson }
  | { readonly kind: 'group'; readonly group: IncomingGroup };

export type IngestItem = { readonly kind: 'event'; readonly event: IncomingEvent } | OtherItem;

/** An event that may come without an id: then it gets one from what it says. */
export type LineEvent = Omit<IncomingEvent, 'uuid'> & { readonly uuid: Uint8Array | null };

/** What a line of a file says. */
export type LineItem = { readonly kind: 'event'; readonly event: LineEvent } | OtherItem;

/** Texts that rows have: row -> code -> text. */
export interface TextColumn {
  readonly codes: Uint32Array;
  readonly texts: readonly string[];
}

export interface EventBatch {
  readonly rows: number;
  readonly names: TextColumn;
  readonly distinct_ids: TextColumn;
  /** row -> epoch milliseconds */
  readonly time_ms: Float64Array;
  /** 16 * row -> the event's uuid */
  readonly uuids: Uint8Array;
  /** row -> what the event tells its person, see `visitBits` */
  readonly visits: Int32Array;
  /** row -> 1 where the event tells of groups */
  readonly grouped: Uint8Array;
  readonly properties: BatchProperties;
}

/** name -> its values, or those that are the first ones of their type; in order */
export type Samples = Iterable<readonly [name: string, values: Iterable<Value>]>;

/** What the events of a batch say. */
export interface BatchProperties {
  /** Of one row those that can tell of its person or groups, and maybe others. */
  told(row: number): Record<string, unknown>;
  readonly campaigns: readonly Campaign[];
  columns(): Columns;
  samples(): Samples;
  /** As the log takes them; null where only `columns` has them. */
  readonly packed: PackedColumns | null;
}

/** Values of rows. `values`: of the codes from 1 on, as JSON with a comma after each. */
export type PackedValues =
  | { readonly codes: Int32Array; readonly values: Uint8Array }
  | { readonly numbers: Float64Array };

/** As `TextColumn`. */
export interface PackedTexts {
  readonly codes: Uint32Array;
  /** As in `PackedValues`. */
  readonly values: Uint8Array;
}

/** An `EventBatch` as plain data. */
export interface PackedBatch extends Pick<EventBatch, 'rows' | 'time_ms' | 'uuids' | 'visits' | 'grouped'> {
  readonly names: PackedTexts;
  readonly distinct_ids: PackedTexts;
  readonly told: readonly (readonly [name: string, values: PackedValues])[];
  readonly samples: readonly (readonly [name: string, values: readonly Value[]])[];
  readonly packed: PackedColumns;
}

/** Stands before the event of its row. `line`: by what it is known again; null where it is none of a file. */
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

/** Where in a batch what came from one file ends: so many events, so many others from the beginning. */
export interface PartEnd {
  readonly events: number;
  readonly others: number;
}

export interface IngestResult {
  readonly taken: number;
  /** What the project holds already. */
  readonly duplicates: number;
}

export interface ImportResult extends IngestResult {
  /** Groups of a type past the number that a project may have. */
  readonly left_out: number;
}

export interface Ingest {
  /**
   * Before anything is done for a request with events.
   * @throws ServiceError busy where it would wait for long behind what waits already, read_only
   */
  readonly admit: () => void;
  /**
   * Resolves once the transaction that holds the events is on the disk; many callers share one commit.
   * @throws ServiceError busy when the queue is full
   */
  capture(project: Project, events: readonly IncomingEvent[]): Promise<IngestResult>;
  /** One transaction for many items, for seeds. */
  importItems(project: Project, items: Iterable<IngestItem>): ImportResult;
  /** One transaction for items of files; a result for each part, the last of which ends where the batch does. */
  importBatch(project: Project, batch: ItemBatch, parts: readonly PartEnd[]): ImportResult[];
  /**
   * For callers of these two that would run ahead of the sealing: resolves when at most so many events of the project
   * are not sealed; with 0, when nothing is left to merge either and all of it is on the disk.
   */
  settle(project: Project, events: number): Promise<void>;
  /** Milliseconds for which sealing or merging has kept all others from writing at most, since this was asked last. */
  longestExchange(): number;
  /** Finishes what is queued. */
  flush(): Promise<void>;
  /** The same, and ends the upkeep. */
  close(): Promise<void>;
}
