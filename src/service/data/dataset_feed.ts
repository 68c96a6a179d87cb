/**
 * Keeps one project's in-memory data in step with the store. The store's counters tell what is new: revisions
 * (identities), log sequence (tail) and the version of the segment list.
 */
import type { Room } from '../../engine/dataset/budget.ts';
import { ProjectData } from '../../engine/dataset/project_data.ts';
import type { ProjectRows } from '../../engine/dataset/project_rows.ts';
import type { Team } from '../../engine/frame/team.ts';
import { type Chunk, openChunk } from '../../engine/storage/chunk.ts';
import type { PeopleStore } from '../../store/types/people.ts';
import type { LogChunk, Store } from '../../store/types/store.ts';
import { personUuid } from '../identity/person_uuid.ts';
import type { Written } from './known_events.ts';

/** Rows read between two checkpoints. Takes about a millisecond. */
const CHECKED_ROWS = 512;

function* checked<T>(rows: Iterable<T>, checkpoint: () => void, every = CHECKED_ROWS): Iterable<T> {
  let read = 0;
  for (const row of rows) {
    if (read++ % every === 0) checkpoint();
    yield row;
  }
}

function* personIds(people: PeopleStore, project_id: number, revision: number): Iterable<{ ord: number; id: string }> {
  for (const { ord, first_id } of people.firstIdsSince(project_id, revision)) {
    yield { ord, id: personUuid(project_id, first_id) };
  }
}

/** Returns empty data. */
export function newProjectData(store: Store, project_id: number, budget: Room, team: Team): ProjectData {
  const checkpoint = (): void => team.checkpoint();
  const { people, groups, events } = store;
  return new ProjectData(
    {
      team,
      blob(segment_id, name) {
        checkpoint();
        return events.blob(segment_id, name);
      },
      // Whoever has this data reads anew after an erasure.
      is_erased: events.erasures(project_id) > 0,
      persons: (revision, names) => checked(people.propertiesSince(project_id, revision, names), checkpoint, 1),
      personIds: (revision) => checked(personIds(people, project_id, revision), checkpoint),
      personsCreated: (revision) => checked(people.createdSince(project_id, revision), checkpoint),
      personId(person) {
        const first = people.firstDistinct(project_id, person);
        return first === undefined ? undefined : personUuid(project_id, people.distinctTexts(project_id, [first])[0]!);
      },
      distinctText: (distinct) => people.distinctTexts(project_id, [distinct])[0],
      distinctTexts: (from) => checked(people.distinctTextsFrom(project_id, from), checkpoint),
      groups: (type_index, revision) => checked(groups.changedSince(project_id, type_index, revision), checkpoint),
    },
    budget,
  );
}

export class DatasetFeed {
  readonly data: ProjectData;
  readonly #store: Store;
  readonly #project_id: number;
  /** Everything up to this project revision was read; -1 if nothing was. */
  #revision = -1;
  /** Segments and tail were read up to this project revision. May be ahead of `#revision`, never behind. */
  #rowsRevision = -1;
  /** Chunks up to this sequence number are in the tail or sealed. */
  #seq = 0;
  #sealedSeq = 0;
  #segmentsMark = '';
  /** The project's erasure count when reading began. */
  readonly #erasures: number;
  /** Sequence number -> chunk that was already open before an erasure. */
  #opened: ReadonlyMap<number, Chunk>;

  /** `before`: rows of the feed that this one replaces, unless the store went back to an earlier state. */
  constructor(store: Store, project_id: number, budget: Room, team: Team, before: ProjectRows | null = null) {
    this.#opened =
      before === null
        ? new Map()
        : new Map(before.tailChunks().chunks.map((chunk, at) => [before.tailChunks().seqs[at]!, chunk]));
    this.#store = store;
    this.#project_id = project_id;
    this.#erasures = store.events.erasures(project_id);
    this.data = newProjectData(store, project_id, budget, team);
  }

  /** Returns false if the store went back to an earlier state or something was erased. Then start a new feed. */
  sync(): boolean {
    const { events } = this.#store;
    for (;;) {
      const revision = events.revision(this.#project_id);
      if (revision === this.#revision) return true;
      if (!this.#isSame(revision)) return false;
      // Another process may commit between these reads. Then the revision differs and they are repeated.
      this.#readIdentities();
      this.#readRows(revision);
      this.#revision = revision;
      this.data.setRevision(revision);
    }
  }

  /** Like `sync` without identities: enough to know which events exist. Call within a transaction. */
  syncRows(): boolean {
    const revision = this.#store.events.revision(this.#project_id);
    if (!this.#isSame(revision)) return false;
    if (revision > this.#rowsRevision) this.#readRows(revision);
    return true;
  }

  /** If `sync` returned false: whether something was erased. Otherwise the store went back to an earlier state. */
  isErased(): boolean {
    const { events } = this.#store;
    const isBack = events.revision(this.#project_id) < this.#rowsRevision;
    return !isBack && events.erasures(this.#project_id) > this.#erasures;
  }

  #isSame(revision: number): boolean {
    return revision >= this.#rowsRevision && this.#store.events.erasures(this.#project_id) === this.#erasures;
  }

  /** Notes what this process wrote in the transaction of the last `syncRows`, so that it is not read again. */
  wrote({ revision, chunks }: Written): void {
    for (const chunk of chunks) this.#append(chunk);
    this.#rowsRevision = revision;
  }

  #readRows(revision: number): void {
    this.#readSegments();
    this.#readLog();
    this.#rowsRevision = revision;
  }

  #readIdentities(): void {
    const { people } = this.#store;
    const isFirst = this.data.distinctCount() === 0;
    this.data.addDistincts(
      people.personOf(this.#project_id, this.data.distinctCount()),
      people.personLimit(this.#project_id),
    );
    if (isFirst) return;
    for (const { distinct_ord, person_ord } of people.movedSince(this.#project_id, this.#revision)) {
      this.data.moveDistinct(distinct_ord, person_ord);
    }
  }

  #readSegments(): void {
    const { events } = this.#store;
    const mark = events.segmentsMark(this.#project_id);
    if (mark === this.#segmentsMark) return;
    const segments = events.segments(this.#project_id);
    this.data.rows.setSegments(segments);
    this.#nameEvents(this.data.rows.sealedOrds());
    this.#segmentsMark = mark;
  }

  /** Drops sealed rows from the tail. */
  #readLog(): void {
    const { events } = this.#store;
    const sealedSeq = events.sealedSeq(this.#project_id);
    if (sealedSeq !== this.#sealedSeq) {
      this.data.rows.sealTail(sealedSeq);
      this.#sealedSeq = sealedSeq;
      this.#seq = Math.max(this.#seq, sealedSeq);
    }
    for (const chunk of events.logSince(this.#project_id, this.#seq)) this.#append(chunk);
    this.#opened = new Map();
  }

  #append({ seq, events, bytes }: LogChunk): void {
    const opened = this.#opened.get(seq);
    // Rows are only ever removed from a chunk, so an equal count means equal rows.
    const chunk = opened?.rows === events ? opened : openChunk(bytes);
    this.#nameEvents(chunk.event_ord);
    this.data.rows.append(chunk, seq);
    this.#seq = seq;
  }

  #nameEvents(ords: readonly number[] | Uint32Array): void {
    if (ords.every((ord) => this.data.rows.isNamed(ord))) return;
    for (const { ord, name } of this.#store.definitions.events(this.#project_id)) this.data.rows.nameEvent(ord, name);
  }
}
