/** One project's events and identities in memory: fed by the service, read by questions. */
import { assert } from '../../base/assert.ts';
import { asSharedNumbers } from '../../base/shared.ts';
import type { SessionKey } from '../../model/question/predicate.ts';
import type { ActorKind, ValueActorKind } from '../../model/question/query.ts';
import type { ValueCount, ValuesQuery } from '../../model/question/values.ts';
import { TUNING } from '../../model/tuning.ts';
import type { Column, DictionaryColumn, NumberColumn } from '../frame/column.ts';
import type { Dataset, PartsRequest, RowsRequest, RunRow, WantedValues } from '../frame/dataset.ts';
import type { Part, Run } from '../frame/run.ts';
import type { Task, Team } from '../frame/team.ts';
import { inPhase, tracing } from '../frame/trace.ts';
import { columnNumbers } from '../select/row_numbers.ts';
import { ActorParts } from './actor_parts.ts';
import { GroupActors, PersonActors } from './actors.ts';
import { Budget, type Room, Shelf } from './budget.ts';
import { columnBytes } from './gather.ts';
import { KeptPresence, rowEach } from './kept_presence.ts';
import { KeptValues } from './kept_values.ts';
import { MergedRun, type RunHome } from './merged_run.ts';
import { propertiesOf, uuidsOf } from './origins.ts';
import { type IdSource, OwnerIds } from './owner_ids.ts';
import { OwnerSets } from './owner_sets.ts';
import { PersonProperties, type ReadPersons } from './person_properties.ts';
import { ProjectRows, type ReadBlob } from './project_rows.ts';
import { PropertyTable } from './property_table.ts';
import { RowCounts } from './row_counts.ts';
import { SESSION_ID, Sessions } from './sessions.ts';
import { ofMembers } from './top_values.ts';
import { ValueParts } from './value_parts.ts';

type Properties = Readonly<Record<string, unknown>>;

/** Where data comes from; read on demand. */
export interface ProjectSource extends IdSource {
  /** Whether anything was ever erased; if not, nobody needs to look who is gone, which takes as long as a question. */
  readonly is_erased: boolean;
  /** Threads that share work. Its checkpoints throw once nobody waits for the answer. */
  readonly team: Team;
  readonly blob: ReadBlob;
  /** Reads properties (all, or those named) of persons created or changed after a revision, many persons at a time. */
  readonly persons: ReadPersons;
  /** Only the creation times of the same persons. */
  personsCreated(revision: number): Iterable<{ readonly ord: number; readonly created_at_ms: number }>;
  /** Groups of one type created or changed after a revision. */
  groups(type_index: number, revision: number): Iterable<GroupSource>;
}

interface GroupSource {
  readonly key: string;
  readonly created_at_ms: number;
  readonly properties: Properties;
}

/** Properties as of a revision. */
interface OwnerProperties {
  readonly table: PropertyTable;
  /** -1 = not loaded yet. */
  revision: number;
}

interface GroupType {
  readonly actors: GroupActors;
  readonly parts: ActorParts;
  readonly properties: OwnerProperties;
  readonly created: OwnerProperties;
}

export class ProjectData implements Dataset {
  readonly rows: ProjectRows;
  readonly #source: ProjectSource;
  readonly #home: RunHome;
  readonly #brief = new Budget(TUNING.brief_bytes);
  readonly #persons = new PersonActors();
  readonly #personParts: ActorParts;
  readonly #personProperties = new PersonProperties();
  /** Creation times of persons, as a table with one property. */
  readonly #personCreated: OwnerProperties = { table: new PropertyTable(), revision: -1 };
  /** type index -> groups of the type; made on first use. */
  readonly #groupTypes = new Map<number, GroupType>();
  /** Presence of creations, valid until a person is created. */
  #created: { readonly time_ms: Float64Array; readonly bytes: number; readonly presence: KeptPresence } | null = null;
  readonly #rowCounts: RowCounts;
  readonly #sessions: Sessions;
  readonly #valueParts: ValueParts;
  readonly #ids: OwnerIds;
  readonly #topValues: KeptValues;
  readonly #ownerSets = new OwnerSets();
  #revision = 0;

  constructor(source: ProjectSource, budget: Room) {
    this.#source = source;
    this.rows = new ProjectRows(source.blob, budget, this.#brief);
    this.#home = {
      question: 0,
      budget,
      dictionary: (property) => this.rows.dictionary(property),
      checkpoint: () => source.team.checkpoint(),
      decoded: new Shelf<NumberColumn>(this.#brief, columnBytes),
    };
    this.#personParts = new ActorParts(this.rows, this.#persons, this.#home);
    this.#rowCounts = new RowCounts(this.rows, budget, () => source.team.checkpoint());
    this.#sessions = new Sessions(this.rows);
    this.#valueParts = new ValueParts(this, this.#home);
    this.#ids = new OwnerIds(source, budget);
    this.#topValues = new KeptValues(this.rows, budget, () => source.team.checkpoint());
  }

  // --- fed by the service

  /** Properties changed after the previous revision are reloaded on next use. */
  setRevision(revision: number): void {
    this.#revision = revision;
  }

  distinctCount(): number {
    return this.#persons.distinctCount();
  }

  /** Appends persons of new distinct ids; `person_limit` is one more than the largest person. */
  addDistincts(person_of: Uint32Array, person_limit: number): void {
    this.#persons.add(person_of);
    this.#persons.setLimit(person_limit);
  }

  moveDistinct(distinct: number, person: number): void {
    const before = this.#persons.move(distinct, person);
    if (before === null) return;
    this.#personParts.touch(before);
    this.#personParts.touch(person);
    this.rows.version++;
  }

  /** Called between questions: drops what is quickly decoded again, except `brief_left_bytes` of it. */
  forgetBrief(): void {
    this.#brief.resize(TUNING.brief_left_bytes);
    this.#brief.resize(TUNING.brief_bytes);
    this.#ownerSets.trim();
  }

  // --- asked by the engine

  begin(): void {
    this.#home.question++;
  }

  checkpoint(): void {
    this.#source.team.checkpoint();
  }

  share<Args, Work, Sum>(task: Task<Args, Work, Sum>, args: Args, cuts: Uint32Array): Sum[] {
    const { team } = this.#source;
    const trace = tracing();
    if (trace === null) return team.share(task, args, cuts);
    const sums = trace.within('kernels', () => team.share(task, args, cuts));
    trace.note(`kernel ${task.name}`, 0, cuts.length - 1, sums.length);
    return sums;
  }

  actorCount(actor: ValueActorKind): number {
    if (actor.kind === 'expression') return this.#valueParts.count(actor.expression);
    return actor.kind === 'person' ? this.#persons.count() : this.#groupType(actor.type_index).actors.count();
  }

  actorKey(actor: ValueActorKind, index: number): string {
    if (actor.kind === 'expression') return this.#valueParts.keyOf(actor.expression, index);
    assert(actor.kind === 'group', 'persons have no key');
    return this.#groupType(actor.type_index).actors.keyOf(index);
  }

  parts(request: PartsRequest): Part[] {
    const { actor } = request;
    return inPhase('load', () => {
      if (actor.kind === 'expression') return this.#valueParts.parts(actor.expression, request);
      const parts = actor.kind === 'person' ? this.#personParts : this.#groupType(actor.type_index).parts;
      return parts.parts(request);
    });
  }

  rowParts(request: RowsRequest): Part[] {
    return inPhase('load', () => this.#personParts.rowParts(request));
  }

  rowCounts(events: readonly string[] | null, edges_ms: Float64Array): Float64Array {
    return inPhase('load', () => this.#rowCounts.within(events, edges_ms));
  }

  eventProperties(run: Run): string[] {
    assert(run instanceof MergedRun, 'a run of this dataset');
    return run.properties;
  }

  ownerProperties(owner: ActorKind): string[] {
    if (owner.kind === 'group') return this.#groupTable(owner.type_index).names();
    return this.#personProperties.names(this.#revision, this.#source.persons);
  }

  personColumn(property: string): Column {
    tracing()?.column(`person.${property}`);
    const [persons, { persons: read }] = [this.#persons.count(), this.#source];
    return inPhase('load', () => this.#personProperties.column(property, persons, this.#revision, read));
  }

  personIdColumn(): Column {
    return this.#ids.column('persons', { count: this.#persons.count(), revision: this.#revision });
  }

  shownIds(of: 'persons' | 'distincts'): DictionaryColumn {
    const count = of === 'persons' ? this.#persons.count() : this.#persons.distinctCount();
    return this.#ids.shown(of, { count, revision: this.#revision });
  }

  personCreatedColumn(): Column {
    const table = this.#caughtUp(this.#personCreated, (own, since) => {
      for (const { ord, created_at_ms } of this.#source.personsCreated(since)) own.set(ord, { created: created_at_ms });
    });
    return table.column('created', this.#persons.count());
  }

  personsCreated(): KeptPresence {
    const time_ms = columnNumbers(this.personCreatedColumn());
    // A changed column is a new object.
    if (this.#created?.time_ms !== time_ms) {
      this.#created?.presence.clear();
      const rows = rowEach(asSharedNumbers(time_ms));
      const bytes = rows.time_ms.byteLength + rows.actor.byteLength;
      this.#created = { time_ms, bytes, presence: new KeptPresence(rows, time_ms.length, this.#home.budget) };
    }
    return this.#created.presence;
  }

  groupCreatedColumn(type_index: number): Column {
    const { actors, created } = this.#groupType(type_index);
    const table = this.#caughtUp(created, (own, since) => {
      for (const { key, created_at_ms } of this.#source.groups(type_index, since)) {
        own.set(actors.indexOf(key), { created: created_at_ms });
      }
    });
    return table.column('created', actors.count());
  }

  groupColumn(type_index: number, property: string): Column {
    tracing()?.column(`group ${type_index}.${property}`);
    // Reading properties may reveal groups without events.
    const table = inPhase('load', () => this.#groupTable(type_index));
    return table.column(property, this.#groupType(type_index).actors.count());
  }

  #groupTable(type_index: number): PropertyTable {
    const { actors, properties } = this.#groupType(type_index);
    return this.#caughtUp(properties, (own, since) => {
      for (const { key, properties: all } of this.#source.groups(type_index, since)) own.set(actors.indexOf(key), all);
    });
  }

  /** The table brought up to date; `read` adds what changed since a revision. */
  #caughtUp(kept: OwnerProperties, read: (table: PropertyTable, since: number) => void): PropertyTable {
    if (kept.revision < this.#revision) {
      read(kept.table, kept.revision);
      kept.revision = this.#revision;
    }
    return kept.table;
  }

  rowOwner(run: Run, owner: ActorKind): Uint32Array {
    assert(run instanceof MergedRun, 'a run of this dataset');
    if (owner.kind === 'person') {
      // After a merge, outdated rows are in skipped ranges.
      if (run.actors === this.#persons) return run.actor;
      return run.numbers(`person ${this.#persons.moves()}`, () => this.#persons.personsOf(run.distinct()));
    }
    const { actors } = this.#groupType(owner.type_index);
    if (run.actors === actors) return run.actor;
    return run.numbersOf(actors.property, (keys) => actors.groupsOf(keys));
  }

  isOnEvents(event: string | null, property: string): boolean {
    return this.#topValues.isOnEvents(event, property);
  }

  months(events: readonly string[] | null): number[] {
    return this.rows.months(events);
  }

  rowUuids(run: Run, rows: readonly number[]): Uint8Array {
    assert(run instanceof MergedRun, 'a run of this dataset');
    return uuidsOf(rows.map((row) => run.originOf(row)));
  }

  rowProperties(rows: readonly RunRow[]): Record<string, unknown>[] {
    const origins = rows.map(({ run, row }) => {
      assert(run instanceof MergedRun, 'a run of this dataset');
      return run.originOf(row);
    });
    return propertiesOf(origins, () => this.checkpoint());
  }

  rowDistinct(run: Run): Uint32Array {
    assert(run instanceof MergedRun, 'a run of this dataset');
    return run.distinct();
  }

  distinctColumn(): Column {
    tracing()?.column('distinct_id');
    return this.#ids.column('distincts', { count: this.#persons.distinctCount(), revision: this.#revision });
  }

  distinctPersons(): Uint32Array {
    return this.#persons.ofDistincts();
  }

  livingPersons(): Uint32Array {
    const created = () => (this.#source.is_erased ? columnNumbers(this.personCreatedColumn()) : null);
    return this.ownerSet(null, 'living', () => this.#persons.living(created()));
  }

  rowSession(run: Run): Uint32Array {
    assert(run instanceof MergedRun, 'a run of this dataset');
    return run.numbersOf(SESSION_ID, (ids) => this.#sessions.of(ids));
  }

  sessionCount(): number {
    return this.#sessions.count();
  }

  sessionColumn(property: SessionKey): Column {
    if (property === '$session_duration') return this.#sessions.durations();
    return this.#sessions.ends(property === '$start_timestamp' ? 'first' : 'last');
  }

  ownerSet(of: Column | null, name: string, make: () => Uint32Array): Uint32Array {
    return this.#ownerSets.set(of ?? this.version(), name, make);
  }

  version(): number {
    return this.rows.version + this.#revision;
  }

  topValues(
    { owner, event }: Pick<ValuesQuery, 'owner' | 'event'>,
    property: string,
    wanted: WantedValues,
  ): ValueCount[] {
    if (owner === 'event') return this.#topValues.ofEvents(event, property, wanted);
    return this.#topValues.ofPersons(property, () => this.#livingColumn(property), wanted, this.version());
  }

  /** The person property, missing for persons that were merged away. */
  #livingColumn(property: string): Column {
    return ofMembers(this.personColumn(property), this.livingPersons());
  }

  /** Bytes outside the budget: tail, properties, dictionaries. */
  residentBytes(): number {
    let bytes =
      this.rows.residentBytes() +
      this.#brief.bytes +
      this.#ownerSets.bytes() +
      this.#personProperties.bytes() +
      this.#personCreated.table.bytes() +
      (this.#created?.bytes ?? 0) +
      this.#sessions.bytes();
    for (const { properties, created } of this.#groupTypes.values()) {
      bytes += properties.table.bytes() + created.table.bytes();
    }
    return bytes;
  }

  #groupType(type_index: number): GroupType {
    let type = this.#groupTypes.get(type_index);
    if (type === undefined) {
      const actors = new GroupActors(type_index);
      const parts = new ActorParts(this.rows, actors, this.#home);
      type = {
        ...{ actors, parts },
        properties: { table: new PropertyTable(), revision: -1 },
        created: { table: new PropertyTable(), revision: -1 },
      };
      this.#groupTypes.set(type_index, type);
    }
    return type;
  }
}
