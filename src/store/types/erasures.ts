/** Contract for what is removed for good, and for imports, which can be undone. */

/** What is to be removed; numbers only, so that it outlives what it removed. */
export type ErasureTask =
  /** People by the number of the distinct id that made each; their events, or only who sent them. */
  | { readonly kind: 'persons'; readonly first_distincts: readonly number[]; readonly with_events: boolean }
  /** Events that this import took, and people whom only it made. */
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
  /** Removed so far. */
  readonly events: number;
  readonly persons: number;
}

export interface ErasureStore {
  /** Pending from then on; survives a crash. Keeps the latest `most` finished ones. */
  request(project_id: number, task: ErasureTask, at_ms: number, most: number): Erasure;
  get(id: number): Erasure | undefined;
  /** Oldest first; of one project, or of all. */
  pending(project_id?: number): Erasure[];
  /** Adds to what was removed. */
  note(id: number, removed: { readonly events: number; readonly persons: number }): void;
  finish(id: number, at_ms: number): void;
  /** Unused parts of the file may hold bytes of what was removed from now on. */
  noteRemoval(): void;
  /** How many removals there were of which that is still true: the number to tell `scrubbed`; null = none. */
  unscrubbed(): number | null;
  scrubbed(removals: number): void;
  /** Writes the file anew without its unused parts, while nobody else can write. Not in a transaction. */
  scrub(): void;
  /** Empties the write-ahead log; false if a reader needs it. Not in a transaction. */
  emptyLog(): boolean;
}

/** One import of files. */
export interface ImportRun {
  readonly project_id: number;
  /** Within the project. */
  readonly id: number;
  /** Names of what was imported. */
  readonly sources: readonly string[];
  readonly started_at_ms: number;
  readonly changed_at_ms: number;
  /** Taken. */
  readonly events: number;
  /** [from, until) of the person numbers it gave, end to end. */
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
  /** Lines about these (see `ImportedLine`) count as new when they come again. */
  forgetLines(project_id: number, abouts: readonly Uint8Array[]): void;
  /** With the lines about people and groups that it brought: they count as new when they come again. */
  remove(project_id: number, id: number): void;
}
