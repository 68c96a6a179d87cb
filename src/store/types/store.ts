/**
 * The store's contract. Everything is synchronous (`node:sqlite` is); everything that writes runs inside
 * `transaction`. Several processes may have one file open: `revision` numbers tell a reader what it has not seen yet.
 */

import type { ServiceError } from '../../model/error.ts';
import type { GroupNames, GroupType, Project } from '../../model/project.ts';
import type { AuditStore, KeyStore, UserStore } from './access.ts';
import type { DashboardStore } from './dashboards.ts';
import type { PeopleStore } from './people.ts';
import type { ActionStore, AlertStore, AnnotationStore, CohortStore } from './saved.ts';

export interface InsightRow {
  readonly id: number;
  readonly project_id: number;
  readonly short_id: string;
  readonly name: string | null;
  readonly derived_name: string | null;
  readonly description: string | null;
  /** JSON as given. */
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
  /** TRENDS, FUNNELS, … : `filters.insight`, or the matching query kind; SQL, JSON: by the query alone. */
  readonly insight?: string;
  /** All of them. */
  readonly tags?: readonly string[];
  /** On all of these dashboards. */
  readonly dashboards?: readonly number[];
  /** last_modified_at strictly after / before. */
  readonly modified_after_ms?: number;
  readonly modified_before_ms?: number;
  readonly created_after_ms?: number;
  readonly created_before_ms?: number;
  /** Viewed last, by anybody, strictly after / before. */
  readonly viewed_after_ms?: number;
  readonly viewed_before_ms?: number;
  /** Split by this feature flag, or filtered by it. */
  readonly feature_flag?: string;
  /** Only those that are not about feature flags. */
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
  /** JSON. */
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
  /** Dense per project, never used again; segments are named by it. */
  readonly ord: number;
  readonly name: string;
  readonly count: number;
  readonly first_seen_ms: number;
  readonly last_seen_ms: number;
}

export type PropertyOwner = 'event' | 'person' | 'group';

export interface PropertyDefinition {
  readonly owner: PropertyOwner;
  /** -1 where the owner is no group. */
  readonly group_type_index: number;
  readonly name: string;
  /** String, Numeric, Boolean, DateTime, or null where values differ. */
  readonly type: string | null;
}

/** Events that are stored but not sealed yet: one row per commit, `bytes` is the engine's chunk format. */
export interface LogChunk {
  readonly seq: number;
  readonly events: number;
  readonly bytes: Uint8Array;
}

/** Rows of a span of arrival in the engine's form, as blobs that it names. */
export interface SegmentRow {
  readonly id: number;
  readonly rows: number;
  readonly from_ms: number;
  /** Exclusive. */
  readonly until_ms: number;
  /** The engine's description: which rows and pieces there are. Opaque to the store. */
  readonly header: Uint8Array;
  /** Project revision that made it. */
  readonly revision: number;
}

export interface NewSegment extends Omit<SegmentRow, 'id' | 'revision'> {
  readonly blobs: readonly { readonly name: string; readonly bytes: Uint8Array }[];
}

/** A segment of one event and month, as formats up to 5 had them. */
export interface OutdatedSegment {
  readonly id: number;
  readonly project_id: number;
  readonly rows: number;
  readonly header: Uint8Array;
}

export interface OutdatedStore {
  /** Whether there may be any; the rest is asked only where there may. */
  exists(): boolean;
  rows(): number;
  /** Project by project, in order of arrival. */
  oldest(limit: number): OutdatedSegment[];
  column(segment_id: number, name: string): Uint8Array | undefined;
  /** These have become that one. */
  replace(project_id: number, ids: readonly number[], made: NewSegment): void;
  drop(): void;
}

export interface Store {
  readonly path: string;
  /** All or nothing; nested calls are savepoints. `run` must not return a promise. */
  transaction<T>(run: () => T): T;
  /** The same, not nested, but returns before the disk has it: who is told of it is told when that is `durable`. */
  transactionAhead<T>(run: () => T): T;
  /** Resolves when all that is committed by now is on the disk. */
  durable(): Promise<void>;
  /** Why nothing is written any more: the disk has failed to keep something. null while all is well. */
  refusal(): ServiceError | null;
  /** Whether a transaction could begin right now, without waiting for another connection. Not inside of one. */
  isFree(): boolean;
  /** Whoever needs a lock that another connection holds waits at most so long, and this thread with it. */
  waitForLocks(ms: number): void;
  /** Reads only, all of one moment: no segment of an answer goes away under it when another process compacts. */
  snapshot<T>(run: () => T): T;
  /** Gives some room that is free in the file back; whether there is more. Files of old keep theirs. */
  shrink(): boolean;
  /** Folds what was written into the file as far as nobody is kept waiting: whoever writes next has less to fold. */
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
  readonly outdated: OutdatedStore;
  /** What SQLite finds wrong with the file's structure; reads all of it. */
  problems(): string[];
  /** A consistent copy while others write; a file that exists is never overwritten. */
  backup(path: string): Promise<void>;
  close(): void;
}

export interface ProjectStore {
  create(values: Omit<Project, 'id'>): Project;
  get(id: number): Project | undefined;
  byToken(api_token: string): Project | undefined;
  list(): Project[];
  update(id: number, patch: Partial<Omit<Project, 'id' | 'api_token' | 'created_at_ms'>>): Project;
}

export interface InsightStore {
  insert(values: Omit<InsightRow, 'id'>): InsightRow;
  /** Soft-deleted ones too; the service decides what they mean. */
  get(project_id: number, id: number): InsightRow | undefined;
  byShortId(project_id: number, short_id: string): InsightRow | undefined;
  update(
    project_id: number,
    id: number,
    patch: Partial<Omit<InsightRow, 'id' | 'project_id' | 'short_id'>>,
  ): InsightRow;
  /** Without soft-deleted ones; `count` is before limit and offset. */
  list(project_id: number, filter: InsightFilter): { count: number; rows: InsightRow[] };
  /** Live insights that somebody looks at: favourites, shared ones, on a dashboard, or viewed since; by number. */
  watched(viewed_since_ms: number, limit: number): InsightRow[];
}

export interface ActivityStore {
  append(row: ActivityRow): void;
  /** Newest first. */
  list(
    filter: { project_id: number; scope: string; item_id?: string },
    page: { limit: number; offset: number },
  ): { count: number; rows: ActivityRow[] };
  /** Place of the last row; 0 where there is none. */
  last(): number;
  /** Of all projects, behind that place, in their order. */
  since(place: number, limit: number): ActivityRow[];
}

export interface ViewStore {
  mark(project_id: number, user_id: number, insight_id: number, at_ms: number): void;
  /** Live insights, most recently viewed first, each once. */
  recent(project_id: number, user_id: number, limit: number): { insight_id: number; viewed_at_ms: number }[];
  /** Time of the last view of anything by anybody; 0 where there is none. */
  lastMs(): number;
  /** Projects in which something was viewed after that. */
  changedSince(ms: number): number[];
}

export interface SharingStore {
  get(insight_id: number): Sharing | undefined;
  /** What the token opens: undefined where it is unknown, switched off, or its insight soft-deleted. */
  opened(access_token: string): { project_id: number; insight_id: number } | undefined;
  put(values: Sharing): void;
}

/** What was answered to a write that may be sent again. */
interface RepeatableAnswer {
  /** Of what was sent. */
  readonly fingerprint: string;
  /** JSON. */
  readonly answer: unknown;
}

export interface RepeatableStore {
  /** `key` is the caller's own text, `owner` who the caller is. Answers given before `since_ms` are forgotten. */
  get(owner: number, key: string, since_ms: number): RepeatableAnswer | undefined;
  put(owner: number, key: string, answer: RepeatableAnswer, at_ms: number): void;
  /** Removes what was answered before; returns how many. */
  sweep(before_ms: number): number;
}

export interface ResultStore {
  get(project_id: number, key: string): CachedResult | undefined;
  put(project_id: number, result: CachedResult): void;
  /** Texts in UTF-8, as they were written. */
  bytes(project_id: number, key: string): Uint8Array<ArrayBuffer> | undefined;
  putBytes(project_id: number, key: string, bytes: Uint8Array, computed_at_ms: number): void;
  delete(project_id: number, key: string): void;
  /** Removes what was computed before; returns how many. */
  sweep(before_ms: number): number;
  /** Of those whose keys begin so, keeps the newest `max`; returns the keys of the others. `begin` ends with a colon. */
  trim(project_id: number, begin: string, max: number): string[];
}

export interface GroupStore {
  types(project_id: number): GroupType[];
  /** The type's index, made if it is new; null when the project has as many as it may. */
  typeIndex(project_id: number, group_type: string): number | null;
  rename(project_id: number, index: number, names: GroupNames): GroupType;
  get(project_id: number, type_index: number, key: string): Group | undefined;
  put(project_id: number, group: Group, revision: number): void;
  changedSince(project_id: number, type_index: number, revision: number): IterableIterator<Group>;
}

export interface DefinitionStore {
  /** The event's dense number, made if it is new. */
  eventOrd(project_id: number, name: string): number;
  hasEvent(project_id: number, name: string): boolean;
  /** Adds to count and widens first/last seen. */
  noteEvents(
    project_id: number,
    counts: readonly { ord: number; count: number; first_ms: number; last_ms: number }[],
  ): void;
  events(project_id: number): EventDefinition[];
  /** Remembers a property; its type becomes null when it was seen with another one. */
  noteProperty(project_id: number, definition: PropertyDefinition): void;
  /** The one of that owner and name. */
  property(project_id: number, of: Omit<PropertyDefinition, 'type'>): PropertyDefinition | undefined;
  properties(project_id: number, filter: { owner?: PropertyOwner; search?: string }): PropertyDefinition[];
}

export interface EventStore {
  /** Where events rest that have left the log, as an operator may read it; null = in this file. */
  place(): string | null;
  setPlace(place: string | null): void;
  /** Number of the last change of a project's events or identities. */
  revision(project_id: number): number;
  /** Raises it by one and returns it: once per transaction that writes events or identities, or puts segments in order. */
  nextRevision(project_id: number): number;
  append(project_id: number, chunk: { events: number; bytes: Uint8Array }): number;
  /** Chunks after `seq`, oldest first. */
  logSince(project_id: number, seq: number): LogChunk[];
  /** Whether all that happened to the project after that revision was `seal` or `replace`. */
  isOnlySealedSince(project_id: number, revision: number): boolean;
  /** Events in the log that are not sealed. */
  tailEvents(project_id: number): number;
  /** Log chunks up to this number have been turned into segments (0 = none). */
  sealedSeq(project_id: number): number;
  /**
   * Chunks up to `seq` become these segments. Look at `sealedSeq` in the same transaction: another process may have sealed
   * them since they were read. More rows than the chunks have events are refused.
   */
  seal(project_id: number, seq: number, segments: readonly NewSegment[], revision: number): void;
  /** These segments take the place of those. */
  replace(project_id: number, removed_ids: readonly number[], added: readonly NewSegment[], revision: number): void;
  segments(project_id: number): SegmentRow[];
  /** A text that is another whenever `segments` is, and costs little to ask for. */
  segmentsMark(project_id: number): string;
  blob(segment_id: number, name: string): Uint8Array | undefined;
  /** Whether the line says something else than the one in its place did; then it takes that place, and those after it are free. */
  noteLine(project_id: number, line: ImportedLine): boolean;
  /** Whether files were imported when lines were known by their place in a file, and not by what they say. */
  hasFormerImports(project_id: number): boolean;
}

/** A line of a file that said how a person or a group is. */
export interface ImportedLine {
  /** Whom it is about, and in which source: a hash. */
  readonly about: Uint8Array;
  /** From 1: its place among the source's lines about them. */
  readonly nth: number;
  /** What it says: a hash. */
  readonly content: Uint8Array;
}
