/**
 * One project's events as columns: segments (sealed, compressed, read on demand) plus the tail (not sealed yet) plus
 * who is who. The service feeds it; the engine only asks it for parts.
 */
import type { SessionKey } from '../../model/predicate.ts';
import type { ActorKind, ValueActorKind } from '../../model/query.ts';
import type { ValueCount, ValuesQuery } from '../../model/values.ts';
import type { Column } from './column.ts';
import type { Part, Presence, Run } from './run.ts';
import type { Team } from './team.ts';

/** Which of a property's values, and how many. */
export type WantedValues = Pick<ValuesQuery, 'search' | 'limit'>;

export interface RowsRequest {
  /** null = every event of the project. */
  readonly events: readonly string[] | null;
  /**
   * Every event as one run, whose rows of one instant are in no promised order: a question over all of them costs one
   * look where it would cost one for each name.
   */
  readonly as_one?: boolean;
  /** Months outside are not loaded; rows outside may still be there, kernels look at the time. */
  readonly from_ms: number;
  readonly until_ms: number;
}

export interface PartsRequest extends RowsRequest {
  readonly actor: ValueActorKind;
}

/** What the engine is told to work on, and the team that does it. */
export interface DatasetView extends Team {
  /**
   * Actor indices are below this. Groups get theirs as their keys are met: ask for `parts` and `rowOwner` first, for
   * this and `groupColumn` after.
   */
  actorCount(actor: ValueActorKind): number;
  /** The key of a group, the text of a value; of actors whose parts have been asked for. Persons have an id instead. */
  actorKey(actor: ValueActorKind, index: number): string;
  parts(request: PartsRequest): readonly Part[];
  /**
   * For questions that nobody's identity has a say in: every row is in one of the parts, and nobody is passed over.
   * Whose it is said to be there may not be true any more.
   */
  rowParts(request: RowsRequest): readonly Part[];
  /**
   * span [edges_ms[i], edges_ms[i + 1]) -> rows of these events (null = of all), whoever they belong to. Edges are on
   * whole quarters of an hour.
   */
  rowCounts(events: readonly string[] | null, edges_ms: Float64Array): Float64Array;
  /** Names of the properties that events of the run may have. */
  eventProperties(run: Run): readonly string[];
  /** Names of the properties that persons, or groups of that type, have or had. */
  ownerProperties(owner: ActorKind): readonly string[];
  /** actor index of persons -> current value of a person property. */
  personColumn(property: string): Column;
  /** index of a group within its type -> current value of a group property. */
  groupColumn(type_index: number, property: string): Column;
  /**
   * For a run: row -> index of the row's person (`person`), or of its group of that type (group; 0xffffffff = none).
   * Needed where a filter or breakdown looks at somebody other than the counted actor.
   */
  rowOwner(run: Run, owner: ActorKind): Uint32Array;
  /** actor index of persons -> the person's id, a UUID. */
  personIdColumn(): Column;
  /** actor index of persons -> when the person was created, in epoch milliseconds. */
  personCreatedColumn(): Column;
  /** The same, as if a person's one row were its creation. */
  personsCreated(): Presence;
  /** index of a group within its type -> likewise; missing where nobody has described the group. */
  groupCreatedColumn(type_index: number): Column;
  /** row -> number of the distinct id it came with. */
  rowDistinct(run: Run): Uint32Array;
  /** number of a distinct id -> its text. */
  distinctColumn(): Column;
  /** number of a distinct id -> index of its person. Persons that no distinct id leads to are gone (merged away). */
  distinctPersons(): Uint32Array;
  /** row -> index of its session (the rows of any event with the same `$session_id`); 0xffffffff = none. */
  rowSession(run: Run): Uint32Array;
  /** Sessions that `rowSession` has told of are below this. */
  sessionCount(): number;
  /** index of a session -> what is known of it over all its events, whatever a question asks for. Ask `rowSession` first. */
  sessionColumn(property: SessionKey): Column;
  /** Another number whenever anything that the rest answers has changed. */
  version(): number;
}

/** What lists and searches need on top. */
export interface Dataset extends DatasetView {
  /** The values of a property that come up most often, in these events or in the persons of today, most frequent first. */
  topValues(of: Pick<ValuesQuery, 'owner' | 'event'>, property: string, wanted: WantedValues): ValueCount[];
  /** Months since 1970-01 (UTC) in which these events have rows (null = all), the newest first. */
  months(events: readonly string[] | null): number[];
  /** 16 * place -> uuid of the row `rows[place]`. */
  rowUuids(run: Run, rows: readonly number[]): Uint8Array;
  /** place -> all properties that the row `rows[place]` came with. Costs a look at each property of the run. */
  rowProperties(run: Run, rows: readonly number[]): Readonly<Record<string, unknown>>[];
}
