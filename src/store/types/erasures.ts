/** Contract of permanent removals, and of imports, which can be undone. */

/** What to remove. Only numbers, so that the task may be kept after the removal. */
export type ErasureTask =
  /** People, by the ordinal of the distinct id that created each. Their events are removed with them, or stay. */
  | { readonly kind: 'persons'; readonly first_distincts: readonly number[]; readonly with_events: boolean }
  /** Events of this import, and people that only it created. */
  | { readonly kind: 'import'; readonly import_id: number }
  /** Events before this time. */
  | { readonly kind: 'expiry'; readonly before_ms: number };

export interface Erasure {
  readonly id: number;
  readonly project_id: number;
  readonly task: ErasureTask;
  readonly requested_at_ms: number;
  /** null = pending. */
  readonly done_at_ms: number | null;
  /** Counts removed so far. */
  readonly events: number;
  readonly persons: number;
}

export interface ErasureStore {
  /** Adds a pending erasure, which survives a crash. Keeps the latest `most` finished ones. */
  request(project_id: number, task: ErasureTask, at_ms: number, most: number): Erasure;
  get(id: number): Erasure | undefined;
  /** Oldest first; those of one project, or of all. */
  pending(project_id?: number): Erasure[];
  /** `before_ms` of the project's last expiry that is finished; null if there is none. */
  expiredLast(project_id: number): number | null;
  /** Adds to the erasure's counts. */
  note(id: number, removed: { readonly events: number; readonly persons: number }): void;
  /** Notes what is left of its task. */
  leave(id: number, task: ErasureTask): void;
  finish(id: number, at_ms: number): void;
  /** Notes that unused parts of the file may contain removed bytes from now on. */
  noteRemoval(): void;
  /** Number of removals with bytes possibly left in the file, to pass to `scrubbed`; null if there are none. */
  unscrubbed(): number | null;
  scrubbed(removals: number): void;
  /** Starts cleaning the whole file; null for a store in memory. Close it at the end. */
  cleaning(): Cleaning | null;
  /** Truncates the write-ahead log; false if a reader needs it. Not within a transaction. */
  emptyLog(): boolean;
}

/** Overwrites unused bytes of the file, step by step. */
export interface Cleaning {
  /**
   * Works for about `most_ms`. Call it within a transaction. `held`: a reader keeps it from doing anything now.
   * @throws ServiceError data_corrupted
   */
  step(most_ms: number): 'held' | 'more' | 'done';
  /** Blocks until the overwritten bytes are on the disk. */
  bringToDisk(): void;
  close(): void;
}

/** One import of files. */
export interface ImportRun {
  readonly project_id: number;
  /** Unique within the project. */
  readonly id: number;
  /** Names of its sources. */
  readonly sources: readonly string[];
  readonly started_at_ms: number;
  readonly changed_at_ms: number;
  /** Number of events taken. */
  readonly events: number;
  /** Ranges [from, until) of ordinals of the persons it created, concatenated. */
  readonly persons: readonly number[];
  /** Project revision of its last change. */
  readonly revision: number;
}

export interface ImportStore {
  begin(project_id: number, sources: readonly string[], at_ms: number): ImportRun;
  get(project_id: number, id: number): ImportRun | undefined;
  /** Newest first. */
  list(project_id: number): ImportRun[];
  note(run: ImportRun): void;
  /** Whether another import took a line about this (see `ImportedLine`). */
  isToldByOthers(run: Pick<ImportRun, 'project_id' | 'id'>, about: Uint8Array): boolean;
  /** Forgets lines about these (see `ImportedLine`), so that they count as new when they are imported again. */
  forgetLines(project_id: number, abouts: readonly Uint8Array[]): void;
  /** Also forgets its lines about people and groups, so that they count as new when they are imported again. */
  remove(project_id: number, id: number): void;
}
