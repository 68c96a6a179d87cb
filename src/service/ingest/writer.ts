/**
 * Writes one project's items inside the caller's open transaction: drops duplicates, finds out who and which group,
 * notes names and types, and appends the rows to the log. What it remembers between transactions is dropped where others
 * have changed the project since, and must be dropped by `forget` when a transaction fails.
 */
import { assert } from '../../base/assert.ts';
import { type EventRow, encodeChunk } from '../../engine/storage/chunk.ts';
import { LIMIT } from '../../model/limit.ts';
import type { Project } from '../../model/project.ts';
import type { Store } from '../../store/types.ts';
import type { Datasets, KnownEvents } from '../datasets.ts';
import { Groups } from '../group_identity.ts';
import { Identities } from '../identity.ts';
import type { Properties } from '../identity_rules.ts';
import { Definitions } from './definitions.ts';
import { withElementsChain } from './elements.ts';
import type { IncomingEvent, IngestItem, IngestResult } from './types.ts';

export interface WriterParts {
  readonly store: Store;
  readonly datasets: Datasets;
  now(): number;
}

export class ProjectWriter {
  readonly #parts: WriterParts;
  readonly #project: Project;
  readonly #identities: Identities;
  readonly #groups: Groups;
  readonly #definitions: Definitions;
  /** The project's revision up to which all that is remembered holds. */
  #revision = -1;
  /** Of the transaction under way, and what the log calls the events it took. */
  #known: KnownEvents | null = null;
  #seq: number | null = null;

  constructor(parts: WriterParts, project: Project) {
    const { people, groups, definitions } = parts.store;
    this.#parts = parts;
    this.#project = project;
    this.#identities = new Identities(people, project.id);
    this.#groups = new Groups(groups, project.id);
    this.#definitions = new Definitions(definitions, project.id);
  }

  /** Events of several callers, in order; one result for each. */
  write(batches: readonly (readonly IncomingEvent[])[]): { results: readonly IngestResult[]; logged: number } {
    const transaction = this.#begin();
    const known = this.#openKnown();
    const rows: EventRow[] = [];
    const results = batches.map((events) => {
      const before = rows.length;
      for (const event of events) this.#take(event, known, rows, transaction);
      const taken = rows.length - before;
      return { taken, duplicates: events.length - taken };
    });
    this.#log(rows, transaction);
    this.#finish(transaction);
    return { results, logged: rows.length };
  }

  /** Items of a file, in order. Groups of a type past the allowed number are not taken. */
  import(items: Iterable<IngestItem>): { result: IngestResult; logged: number } {
    const transaction = this.#begin();
    const known = this.#openKnown();
    const now_ms = this.#parts.now();
    let rows: EventRow[] = [];
    let logged = 0;
    let taken = 0;
    let duplicates = 0;
    for (const item of items) {
      if (item.kind === 'event') {
        checkEvent(item.event);
        const isNew = this.#take(item.event, known, rows, transaction);
        if (isNew) taken++;
        else duplicates++;
        if (rows.length < LIMIT.import_chunk_rows) continue;
        logged += this.#log(rows, transaction);
        rows = [];
      } else if (item.kind === 'person') {
        this.#identities.describe(item.person, transaction);
        taken++;
      } else if (this.#groups.describe(item.group, now_ms, transaction)) {
        taken++;
      }
    }
    logged += this.#log(rows, transaction);
    this.#finish(transaction);
    return { result: { taken, duplicates }, logged };
  }

  /** The transaction has been committed: what it wrote is remembered. */
  committed(): void {
    this.#known?.committed(this.#seq);
    this.#known = null;
  }

  /** The transaction has failed, or others have written. */
  forget(): void {
    this.#known = null;
    this.#identities.forget();
    this.#groups.forget();
    this.#definitions.forget();
  }

  #begin(): Writing {
    const { events } = this.#parts.store;
    const revision = events.revision(this.#project.id);
    // Sealing and merging segments, in whatever process, changes nothing of what is remembered here.
    if (revision !== this.#revision && !events.isOnlySealedSince(this.#project.id, this.#revision)) this.forget();
    return new Writing(this.#parts.store, this.#definitions, this.#project.id);
  }

  #openKnown(): KnownEvents {
    this.#known = this.#parts.datasets.known(this.#project);
    this.#seq = null;
    return this.#known;
  }

  /** False for an event the project holds already. */
  #take(event: IncomingEvent, known: KnownEvents, rows: EventRow[], transaction: Writing): boolean {
    const event_ord = this.#definitions.eventOrd(event.event);
    const time_ms = event.timestamp_ms;
    if (!known.take(event_ord, time_ms, event.uuid)) return false;
    const distinct = this.#identities.resolve(event, transaction);
    const properties = withElementsChain(this.#groups.resolve(event, transaction));
    this.#definitions.noteEvent(event_ord, time_ms, properties);
    rows.push({ event_ord, distinct, time_ms, uuid: event.uuid, properties });
    return true;
  }

  /** How many rows the log has got. */
  #log(rows: readonly EventRow[], transaction: Writing): number {
    if (rows.length === 0) return 0;
    transaction.revision();
    const chunk = { events: rows.length, bytes: encodeChunk(rows) };
    this.#seq = this.#parts.store.events.append(this.#project.id, chunk);
    return rows.length;
  }

  #finish(transaction: Writing): void {
    this.#identities.finish(transaction);
    this.#definitions.finish();
    this.#revision = this.#parts.store.events.revision(this.#project.id);
  }
}

export function checkEvent({ distinct_id, uuid, timestamp_ms }: IncomingEvent): void {
  // Nobody can send an event without a name, but other systems hold some, and importing them keeps them.
  assert(distinct_id !== '', 'an event has a distinct id');
  assert(uuid.length === 16, 'an event has a uuid of 16 bytes');
  assert(timestamp_ms >= 0 && Number.isInteger(timestamp_ms), 'an event has a time in whole milliseconds');
}

/** What identities and groups may ask of the transaction they work in. */
class Writing {
  readonly #store: Store;
  readonly #definitions: Definitions;
  readonly #project_id: number;
  #revision: number | null = null;

  constructor(store: Store, definitions: Definitions, project_id: number) {
    this.#store = store;
    this.#definitions = definitions;
    this.#project_id = project_id;
  }

  /** Raised when first asked for: a batch of duplicates changes nothing. */
  revision(): number {
    this.#revision ??= this.#store.events.nextRevision(this.#project_id);
    return this.#revision;
  }

  notePersonProperties(properties: Properties): void {
    this.#definitions.notePersonProperties(properties);
  }

  noteGroupProperties(type_index: number, properties: Properties): void {
    this.#definitions.noteGroupProperties(type_index, properties);
  }
}
