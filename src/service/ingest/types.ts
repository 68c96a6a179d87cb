/** The ingest door: what comes in, and what is said about it. */
import type { Project } from '../../model/project.ts';

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

export type IngestItem =
  | { readonly kind: 'event'; readonly event: IncomingEvent }
  | { readonly kind: 'person'; readonly person: IncomingPerson }
  | { readonly kind: 'group'; readonly group: IncomingGroup };

export interface IngestResult {
  readonly taken: number;
  readonly duplicates: number;
}

export interface Ingest {
  /**
   * Resolves once the transaction that holds the events is on the disk; many callers share one commit.
   * @throws ServiceError busy when the queue is full
   */
  capture(project: Project, events: readonly IncomingEvent[]): Promise<IngestResult>;
  /**
   * One transaction for many items, for files and seeds. `file` makes it repeatable: lines up to `lines` of the file with this digest are remembered as taken in the same transaction.
   */
  importItems(
    project: Project,
    items: Iterable<IngestItem>,
    file?: { readonly digest: string; readonly lines: number },
  ): IngestResult;
  /**
   * For callers of `importItems` that would run ahead of the sealing: resolves when at most so many events of the project
   * are not sealed; with 0, when nothing is left to merge either and all of it is on the disk.
   */
  settle(project: Project, events: number): Promise<void>;
  /** Finishes what is queued. */
  flush(): Promise<void>;
  /** The same, and ends the upkeep. */
  close(): Promise<void>;
}
