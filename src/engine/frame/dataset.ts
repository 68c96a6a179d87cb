/**
 * What the engine can ask of one project's data: segments (sealed), the tail (not sealed yet), and who is who.
 * The service feeds it, the engine only reads.
 */
import type { SessionKey } from '../../model/question/predicate.ts';
import type { ActorKind, ValueActorKind } from '../../model/question/query.ts';
import type { ValueCount, ValuesQuery } from '../../model/question/values.ts';
import type { Column, DictionaryColumn } from './column.ts';
import type { Part, Presence, Run } from './run.ts';
import type { Team } from './team.ts';

/** Which values of a property to list, and how many. */
export type WantedValues = Pick<ValuesQuery, 'search' | 'limit'>;

export interface RowsRequest {
  /** null = all events. */
  readonly events: readonly string[] | null;
  /** All events as one run instead of one per name. Rows of one instant have no defined order then. */
  readonly as_one?: boolean;
  /** Months outside are not loaded. Rows outside may still appear: kernels check the time. */
  readonly from_ms: number;
  readonly until_ms: number;
}

export interface PartsRequest extends RowsRequest {
  readonly actor: ValueActorKind;
}

/** Read access to a project, and the team that does the work. */
export interface DatasetView extends Team {
  /**
   * Actors are below this. Groups are numbered as their keys are met, so call `parts` and `rowOwner` before this and
   * `groupColumn`.
   */
  actorCount(actor: ValueActorKind): number;
  /** Key of a group, or text of a value, for actors whose parts were asked for. Persons have ids instead. */
  actorKey(actor: ValueActorKind, index: number): string;
  parts(request: PartsRequest): readonly Part[];
  /**
   * Parts for questions that do not depend on identity: every row is in one of them, nothing is skipped, and row owners
   * may be outdated.
   */
  rowParts(request: RowsRequest): readonly Part[];
  /** span [edges_ms[i], edges_ms[i + 1]) -> rows of these events (null = all). Edges must be whole quarter hours. */
  rowCounts(events: readonly string[] | null, edges_ms: Float64Array): Float64Array;
  /** Property names that events of the run may have. */
  eventProperties(run: Run): readonly string[];
  /** Property names that persons, or groups of the type, have or had. */
  ownerProperties(owner: ActorKind): readonly string[];
  /** person -> current value of a property. */
  personColumn(property: string): Column;
  /** group (index within its type) -> current value of a property. */
  groupColumn(type_index: number, property: string): Column;
  /**
   * row -> person, or group of that type (0xffffffff = none). For filters and breakdowns on someone other than the
   * actor.
   */
  rowOwner(run: Run, owner: ActorKind): Uint32Array;
  /** person -> id, a UUID. */
  personIdColumn(): Column;
  /** Index of a person or a distinct id -> its text. For what is shown: texts that nobody looks at are not read. */
  shownIds(of: 'persons' | 'distincts'): DictionaryColumn;
  /** person -> creation time, epoch milliseconds. */
  personCreatedColumn(): Column;
  /** Presence as if each person had one row, at the time of creation. */
  personsCreated(): Presence;
  /** group -> creation time, epoch milliseconds; missing if nobody described the group. */
  groupCreatedColumn(type_index: number): Column;
  /** row -> distinct id (number). */
  rowDistinct(run: Run): Uint32Array;
  /** distinct id (number) -> its text. */
  distinctColumn(): Column;
  /** distinct id (number) -> person, as long as nothing changes. Do not write. */
  distinctPersons(): Uint32Array;
  /** Bitmap of persons, without those merged away or deleted. Do not write. */
  livingPersons(): Uint32Array;
  /** row -> session; rows of any event with the same `$session_id` share one. 0xffffffff = none. */
  rowSession(run: Run): Uint32Array;
  /** Sessions returned by `rowSession` so far are below this. */
  sessionCount(): number;
  /** session -> property over all its events, independent of the question's range. Call `rowSession` first. */
  sessionColumn(property: SessionKey): Column;
  /**
   * Bitmap of owners (persons, groups, sessions), kept from one question to the next under a name. Do not write. `of`: the
   * column it was made of, which is a new object once it changes; null: valid until `version` changes.
   */
  ownerSet(of: Column | null, name: string, make: () => Uint32Array): Uint32Array;
  /** Changes whenever any other answer of this interface may change. */
  version(): number;
}

/** What lists and searches need on top. */
export interface Dataset extends DatasetView {
  /** Call when a question begins: a kept selection counts as used again only if another question uses it. */
  begin(): void;
  /** Values of a property, of these events or of current persons, most frequent first. */
  topValues(of: Pick<ValuesQuery, 'owner' | 'event'>, property: string, wanted: WantedValues): ValueCount[];
  /** Whether some event of this name (null = any event) has a value. Reads on until the first one. */
  isOnEvents(event: string | null, property: string): boolean;
  /** Months since 1970-01 (UTC) with rows of these events (null = all), newest first. */
  months(events: readonly string[] | null): number[];
  /** 16 * index -> uuid of rows[index]. */
  rowUuids(run: Run, rows: readonly number[]): Uint8Array;
  /** index -> all properties of rows[index]. For a page of rows: asks each property of their segments. */
  rowProperties(rows: readonly RunRow[]): Readonly<Record<string, unknown>>[];
}

export interface RunRow {
  readonly run: Run;
  readonly row: number;
}
