/**
 * The store's contract. Synchronous, like `node:sqlite`. All writes run inside `transaction`. Several processes may
 * have a file open: `revision` numbers tell a reader what it has not seen yet.
 */

import type { ServiceError } from '../../model/error.ts';
import type { GroupNames, GroupType, Project } from '../../model/saved/project.ts';
import type { AuditStore, KeyStore, UserStore } from './access.ts';
import type { DashboardStore } from './dashboards.ts';
import type { ErasureStore, ImportStore } from './erasures.ts';
import type { PeopleStore } from './people.ts';
import type { ActionStore, AlertStore, AnnotationStore, CohortStore, ViewStore } from './saved.ts';
import type { AnySegment, BlobPart, NewSegment, SegmentRow } from './segments.ts';

export interface InsightRow {
  readonly id: number;
  readonly project_id: number;
  readonly short_id: string;
  readonly name: string | null;
  readonly derived_name: string | null;
  readonly description: string | null;
  /** As given, parsed from JSON. */
  readonly filters: unknown;
  readonly query: unknown;
  readonly order: number | null;
  readonly deleted: boolean;
  readonly saved: boolean;
  readonly favorited: boolean;
  readonly is_sample: boolean;
  readonly tags: readonly string[];
  readonly created_at_ms: number;
  readonly created_by: number | null;
  readonly updated_at_ms: number;
  readonly last_modified_at_ms: number;
  readonly last_modified_by: number | null;
}

export interface InsightFilter {
  readonly created_by?: number;
  readonly short_id?: string;
  readonly search?: string;
  /** true: saved, or on a live dashboard. */
  readonly saved?: boolean;
  readonly favorited?: boolean;
  /** true: only removed ones; otherwise none of them. */
  readonly deleted?: boolean;
  /** TRENDS, FUNNELS, … match `filters.insight` or the query's kind; SQL and JSON match the query alone. */
  readonly insight?: string;
  /** Only insights that have all of these tags. */
  readonly tags?: readonly string[];
  /** Only insights that are on all of these dashboards. */
  readonly dashboards?: readonly number[];
  /** When it was modified last: strictly after, and strictly before. */
  readonly modified_after_ms?: number;
  readonly modified_before_ms?: number;
  readonly created_after_ms?: number;
  readonly created_before_ms?: number;
  /** When anybody viewed it last: strictly after, and strictly before. */
  readonly viewed_after_ms?: number;
  readonly viewed_before_ms?: number;
  /** Only insights that are broken down or filtered by this feature flag. */
  readonly feature_flag?: string;
  /** Excludes insights about feature flags. */
  readonly without_flags?: boolean;
  /** A field name, `-` for descending. Default: `order` ascending, nulls last, then id. */
  readonly order?: string;
  readonly limit: number;
  readonly offset: number;
}

export interface ActivityRow {
  readonly id: string;
  readonly project_id: number;
  readonly user_id: number | null;
  readonly activity: string;
  readonly scope: string;
  readonly item_id: string;
  readonly detail: unknown;
  readonly created_at_ms: number;
}

export interface Sharing {
  readonly insight_id: number;
  readonly enabled: boolean;
  readonly access_token: string;
  readonly created_at_ms: number;
}

interface CachedResult {
  readonly key: string;
  /** Parsed from JSON. */
  readonly body: unknown;
  readonly computed_at_ms: number;
}

export interface Group {
  readonly type_index: number;
  readonly key: string;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly created_at_ms: number;
}

export interface EventDefinition {
  /** Dense per project, never reused. Segments refer to it. */
  readonly ord: number;
  readonly name: string;
  readonly count: number;
  readonly first_seen_ms: number;
  readonly last_seen_ms: number;
}

export type PropertyOwner = 'event' | 'person' | 'group';

/** `group_type_index` of definitions whose owner is not a group. */
export const NO_GROUP = -1;

export interface PropertyDefinition {
  readonly owner: PropertyOwner;
  /** NO_GROUP if the owner is not a group. */
  readonly group_type_index: number;
  readonly name: string;
  /** String, Numeric, Boolean, DateTime; null if values differ. */
  readonly type: string | null;
}

/** Definitions that remain after an erasure. */
export interface DefinitionsLeft {
  readonly events: readonly Omit<EventDefinition, 'name'>[];
  readonly event_properties: ReadonlySet<string>;
  readonly person_properties: ReadonlySet<string>;
}

/** Events stored but not sealed: a row per commit, in the engine's chunk format. */
export interface LogChunk {
  readonly seq: number;
  readonly events: number;
  readonly bytes: Uint8Array;
}

/** A segment of one event and month, format 5 and older. */
export interface OutdatedSegment {
  readonly id: number;
  readonly project_id: number;
  readonly rows: number;
  readonly header: Uint8Array;
}

export interface OutdatedStore {
  /** Whether the tables exist. The other methods require that they do. */
  exists(): boolean;
  rows(): number;
  /** Segments by project, in order of arrival. */
  oldest(limit: number): OutdatedSegment[];
  /** Segments of a project, in order of arrival. */
  ofProject(project_id: number): OutdatedSegment[];
  column(segment_id: number, name: string): Uint8Array | undefined;
  /** Replaces outdated segments by a new one. */
  replace(project_id: number, ids: readonly number[], made: NewSegment): void;
  drop(): void;
}

export interface Store {
  readonly path: string;
  /** All or nothing; nested calls are savepoints. `run` must not return a promise. */
  transaction<T>(run: () => T): T;
  /** Like `transaction`, but not nested; returns before fsync. Acknowledge only after durable(). */
  transactionAhead<T>(run: () => T): T;
  /** Resolves once everything committed so far is on disk. */
  durable(): Promise<void>;
  /** Why writing has stopped, after the disk failed to keep data; null while writing works. */
  refusal(): ServiceError | null;
  /** Whether a transaction could begin now without waiting for another connection. Not to be called inside one. */
  isFree(): boolean;
  /** Sets how long to wait for a lock held by another connection; this thread blocks meanwhile. */
  waitForLocks(ms: number): void;
  /** Reads one snapshot: no segment disappears if another process compacts. */
  snapshot<T>(run: () => T): T;
  /** The same for what takes long, with a turn for others after each value. This store cannot write meanwhile. */
  snapshotInTurns<T>(values: Iterable<T>): AsyncIterable<T>;
  /** Returns some free space of the file to the system; true if there is more. Files of old formats keep theirs. */
  shrink(): boolean;
  /** Checkpoints as much of the log as possible without making anyone wait. */
  checkpoint(): void;
  readonly projects: ProjectStore;
  readonly users: UserStore;
  readonly keys: KeyStore;
  readonly insights: InsightStore;
  readonly dashboards: DashboardStore;
  readonly actions: ActionStore;
  readonly annotations: AnnotationStore;
  readonly alerts: AlertStore;
  readonly cohorts: CohortStore;
  readonly activity: ActivityStore;
  readonly audit: AuditStore;
  readonly views: ViewStore;
  readonly sharing: SharingStore;
  readonly results: ResultStore;
  readonly repeatable: RepeatableStore;
  readonly people: PeopleStore;
  readonly groups: GroupStore;
  readonly definitions: DefinitionStore;
  readonly events: EventStore;
  readonly erasures: ErasureStore;
  readonly imports: ImportStore;
  readonly outdated: OutdatedStore;
  /** Structural damage that SQLite finds. Reads the whole file. */
  problems(): string[];
  /** A consistent copy during writes, which appears once `check` has inspected it. Never overwrites a file. */
  backup(path: string, check?: (copy: string) => void): Promise<void>;
  close(): void;
}

export interface ProjectStore {
  create(values: Omit<Project, 'id' | 'retention_days' | 'autocapture_opt_out'>): Project;
  get(id: number): Project | undefined;
  byToken(api_token: string): Project | undefined;
  list(): readonly Project[];
  update(id: number, patch: Partial<Omit<Project, 'id' | 'api_token' | 'created_at_ms'>>): Project;
}

export interface InsightStore {
  insert(values: Omit<InsightRow, 'id'>): InsightRow;
  /** Includes soft-deleted ones; the service decides. */
  get(project_id: number, id: number): InsightRow | undefined;
  byShortId(project_id: number, short_id: string): InsightRow | undefined;
  update(
    project_id: number,
    id: number,
    patch: Partial<Omit<InsightRow, 'id' | 'project_id' | 'short_id'>>,
  ): InsightRow;
  /** Without soft-deleted ones; `count` ignores limit and offset. */
  list(project_id: number, filter: InsightFilter): { count: number; rows: InsightRow[] };
  /** Live insights that somebody looks at: favourite, shared, on a dashboard, or viewed since then. Ordered by id. */
  watched(viewed_since_ms: number, limit: number): InsightRow[];
}

export interface ActivityStore {
  append(row: ActivityRow): void;
  /** Newest first. */
  list(
    filter: { project_id: number; scope: string; item_id?: string },
    page: { limit: number; offset: number },
  ): { count: number; rows: ActivityRow[] };
  /** Position of the last row; 0 if there is none. */
  last(): number;
  /** Rows of all projects after that position, in order. */
  since(place: number, limit: number): ActivityRow[];
}

export interface SharingStore {
  get(insight_id: number): Sharing | undefined;
  /** The insight that the token opens; undefined if unknown or switched off. The insight may be soft-deleted. */
  opened(access_token: string): { project_id: number; insight_id: number } | undefined;
  put(values: Sharing): void;
}

/** Stored answer of a repeatable write. */
interface RepeatableAnswer {
  /** Digest of the request. */
  readonly fingerprint: string;
  /** Parsed from JSON. */
  readonly answer: unknown;
}

export interface RepeatableStore {
  /** `owner` identifies the caller, who chose `key`. Ignores answers given before `since_ms`. */
  get(owner: number, key: string, since_ms: number): RepeatableAnswer | undefined;
  put(owner: number, key: string, answer: RepeatableAnswer, at_ms: number): void;
  /** Removes answers that contain one of the texts. */
  clear(texts: readonly string[]): void;
  /** Removes older answers; returns how many. */
  sweep(before_ms: number): number;
}

export interface ResultStore {
  get(project_id: number, key: string): CachedResult | undefined;
  put(project_id: number, result: CachedResult): void;
  /** A result's UTF-8 text, as it was written. */
  bytes(project_id: number, key: string): Uint8Array<ArrayBuffer> | undefined;
  putBytes(project_id: number, key: string, bytes: Uint8Array, computed_at_ms: number): void;
  delete(project_id: number, key: string): void;
  /** Removes a project's results, except those whose key begins with `spared` and that contain none of the texts. */
  clear(project_id: number, spared: string, texts: readonly string[]): void;
  /** Removes older results; returns how many. */
  sweep(before_ms: number): number;
  /** Keeps the newest `max` results whose key begins so (`begin` ends in a colon). Returns the removed keys. */
  trim(project_id: number, begin: string, max: number): string[];
}

export interface KeyPage {
  /** The key before the page's first. */
  readonly after: string;
  readonly limit: number;
}

export interface GroupStore {
  types(project_id: number): GroupType[];
  /** Index of the type, created if new; null if the project has reached its limit. */
  typeIndex(project_id: number, group_type: string): number | null;
  rename(project_id: number, index: number, names: GroupNames): GroupType;
  get(project_id: number, type_index: number, key: string): Group | undefined;
  put(project_id: number, group: Group, revision: number): void;
  /** By key. */
  list(project_id: number, type_index: number, page: KeyPage): Group[];
  changedSince(project_id: number, type_index: number, revision: number): IterableIterator<Group>;
}

export interface DefinitionStore {
  /** The event's dense number, created if new. */
  eventOrd(project_id: number, name: string): number;
  hasEvent(project_id: number, name: string): boolean;
  /** Gives a new name to a dense number that events already have. */
  nameEvent(project_id: number, ord: number, name: string): void;
  /** Adds to count and extends first/last seen. */
  noteEvents(
    project_id: number,
    counts: readonly { ord: number; count: number; first_ms: number; last_ms: number }[],
  ): void;
  events(project_id: number): readonly EventDefinition[];
  /** Project -> how many events and properties have a name there. */
  counts(): ReadonlyMap<number, number>;
  /** Sets what exists after an erasure: events (others are forgotten), and properties of events and persons. */
  recount(project_id: number, left: DefinitionsLeft): void;
  /** Records a property; its type becomes null if types differ. */
  noteProperty(project_id: number, definition: PropertyDefinition): void;
  /** The definition with that owner and name. */
  property(project_id: number, of: Omit<PropertyDefinition, 'type'>): PropertyDefinition | undefined;
  properties(project_id: number, filter: { owner?: PropertyOwner; search?: string }): readonly PropertyDefinition[];
}

export interface EventStore {
  /** Address of the database with the sealed events, without a password; null = in this file. */
  place(): string | null;
  setPlace(place: string | null): void;
  /** Increases with each change of a project's events or identities. */
  revision(project_id: number): number;
  /** Increments and returns it, once per transaction that writes events or identities, or reorganises segments. */
  nextRevision(project_id: number): number;
  /** Like `nextRevision`, for a change that removes events or texts: readers must drop everything they cached. */
  nextErasure(project_id: number): number;
  /** Changes with each `nextErasure`. */
  erasures(project_id: number): number;
  /** Events before this time were removed as too old; null if none were. */
  expiredBefore(project_id: number): number | null;
  noteExpired(project_id: number, before_ms: number): void;
  append(project_id: number, chunk: { events: number; bytes: Uint8Array }): number;
  /** Chunks after `seq`, oldest first. */
  logSince(project_id: number, seq: number): LogChunk[];
  /** Whether the project saw only `seal` or `replace` after that revision. */
  isOnlySealedSince(project_id: number, revision: number): boolean;
  /** Events in the log that are not sealed. */
  tailEvents(project_id: number): number;
  /** Chunks up to this `seq` are sealed (0 = none). */
  sealedSeq(project_id: number): number;
  /**
   * Replaces chunks up to `seq` by these segments. Check `sealedSeq` in the same transaction: another process may have
   * sealed them. Rejects more rows than the chunks have events.
   */
  seal(project_id: number, seq: number, segments: readonly AnySegment[], revision: number): void;
  /** Replaces the removed segments by the added ones. */
  replace(project_id: number, removed_ids: readonly number[], added: readonly AnySegment[], revision: number): void;
  /** Replaces a segment by another, which keeps its id; null: nothing is left of it. */
  rewrite(project_id: number, id: number, made: AnySegment | null): void;
  /** Stores blobs of a segment that will be added later. `stage`: a random number. */
  stage(stage: number, parts: readonly BlobPart[]): void;
  /** Removes blobs of a segment that was not added. null removes all, also other processes', which then start over. */
  unstage(stage: number | null): void;
  /** Replaces a chunk of the log, which keeps its `seq`; null: nothing is left of it. */
  rewriteLog(project_id: number, seq: number, chunk: { events: number; bytes: Uint8Array } | null): void;
  segments(project_id: number): SegmentRow[];
  /** Changes whenever `segments` does; cheap. */
  segmentsMark(project_id: number): string;
  blob(segment_id: number, name: string): Uint8Array | undefined;
  /** Returns whether the line differs from the stored one. If so, replaces that and frees later positions. */
  noteLine(project_id: number, line: ImportedLine, import_id?: number): boolean;
  /** Whether files were imported before lines were known by their content instead of their position. */
  hasFormerImports(project_id: number): boolean;
}

/** An imported line about a person or a group. */
export interface ImportedLine {
  /** Hash of the person or group it is about, and of its source. */
  readonly about: Uint8Array;
  /** Its position among the source's lines about this person or group, from 1. */
  readonly nth: number;
  /** Hash of its content. */
  readonly content: Uint8Array;
}
