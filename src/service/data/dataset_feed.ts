/**
 * Keeps one project's data in memory like the store. Reads what came since the last time by the numbers the store
 * gives out: revisions (identities), the log's sequence (tail), and the mark of the list of segments.
 */
import type { Budget } from '../../engine/dataset/budget.ts';
import { ProjectData } from '../../engine/dataset/project_data.ts';
import type { Team } from '../../engine/frame/team.ts';
import { openChunk } from '../../engine/storage/chunk.ts';
import type { PeopleStore } from '../../store/types/people.ts';
import type { LogChunk, Store } from '../../store/types/store.ts';
import { personUuid } from '../identity/person_uuid.ts';
import type { Written } from './known_events.ts';

/** So many rows are read between two checkpoints: about a millisecond. */
const CHECKED_ROWS = 512;

function* checked<T>(rows: Iterable<T>, checkpoint: () => void): Iterable<T> {
  let read = 0;
  for (const row of rows) {
    if (read++ % CHECKED_ROWS === 0) checkpoint();
    yield row;
  }
}

function* personIds(people: PeopleStore, project_id: number, revision: number): Iterable<{ ord: number; id: string }> {
  for (const { ord, first_id } of people.firstIdsSince(project_id, revision)) {
    yield { ord, id: personUuid(project_id, first_id) };
  }
}

/** Nothing is in it yet. */
export function newProjectData(store: Store, project_id: number, budget: Budget, team: Team): ProjectData {
  const checkpoint = (): void => team.checkpoint();
  const { people, groups, events } = store;
  return new ProjectData(
    {
      team,
      blob(segment_id, name) {
        checkpoint();
        return events.blob(segment_id, name);
      },
      persons: (revision, names) => checked(people.changedSince(project_id, revision, names), checkpoint),
      personIds: (revision) => checked(personIds(people, project_id, revision), checkpoint),
      personsCreated: (revision) => checked(people.createdSince(project_id, revision), checkpoint),
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
  /** Project revision everything is read up to; -1 = nothing is. */
  #revision = -1;
  /** The same of segments and tail alone; never behind. */
  #rowsRevision = -1;
  /** Chunks up to this number are in the tail or sealed. */
  #seq = 0;
  #sealedSeq = 0;
  #segmentsMark = '';

  constructor(store: Store, project_id: number, budget: Budget, team: Team) {
    this.#store = store;
    this.#project_id = project_id;
    this.data = newProjectData(store, project_id, budget, team);
  }

  /** True when what is held was true of the store once; false = it has gone back, and a new feed must begin. */
  sync(): boolean {
    const { events } = this.#store;
    for (;;) {
      const revision = events.revision(this.#project_id);
      if (revision === this.#revision) return true;
      if (revision < this.#rowsRevision) return false;
      // Another process may commit between these reads: then the revision is another one, and they are made again.
      this.#readIdentities();
      this.#readRows(revision);
      this.#revision = revision;
      this.data.setRevision(revision);
    }
  }

  /** The same without who is who, within a transaction: enough to know which events there are. */
  syncRows(): boolean {
    const revision = this.#store.events.revision(this.#project_id);
    if (revision < this.#rowsRevision) return false;
    if (revision > this.#rowsRevision) this.#readRows(revision);
    return true;
  }

  /** What this process wrote in the transaction of the last `syncRows` need not be read again. */
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

  /** Sealed rows leave the tail. */
  #readLog(): void {
    const { events } = this.#store;
    const sealedSeq = events.sealedSeq(this.#project_id);
    if (sealedSeq !== this.#sealedSeq) {
      this.data.rows.sealTail(sealedSeq);
      this.#sealedSeq = sealedSeq;
      this.#seq = Math.max(this.#seq, sealedSeq);
    }
    for (const chunk of events.logSince(this.#project_id, this.#seq)) this.#append(chunk);
  }

  #append({ seq, bytes }: LogChunk): void {
    const chunk = openChunk(bytes);
    this.#nameEvents(chunk.event_ord);
    this.data.rows.append(chunk, seq);
    this.#seq = seq;
  }

  #nameEvents(ords: readonly number[] | Uint32Array): void {
    if (ords.every((ord) => this.data.rows.isNamed(ord))) return;
    for (const { ord, name } of this.#store.definitions.events(this.#project_id)) this.data.rows.nameEvent(ord, name);
  }
}
