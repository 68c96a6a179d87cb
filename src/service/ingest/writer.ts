/**
 * Writes one project's items within the caller's open transaction: drops duplicates, resolves persons and groups,
 * records names and types, appends rows to the log. Caches are dropped when others have changed the project; the caller
 * must drop them with `forget` when a transaction fails.
 */
import { assert } from '../../base/assert.ts';
import { encodeChunk } from '../../engine/storage/chunk.ts';
import { ServiceError } from '../../model/error.ts';
import type { Project } from '../../model/saved/project.ts';
import { TUNING } from '../../model/tuning.ts';
import type { ImportedLine, LogChunk, Store } from '../../store/types/store.ts';
import type { Datasets, KnownEvents } from '../data/datasets.ts';
import { RecentMap } from '../identity/cache.ts';
import { Complete } from '../identity/complete.ts';
import { Groups } from '../identity/groups.ts';
import { Identities, type Unmerged } from '../identity/persons.ts';
import type { Properties } from '../identity/rules.ts';
import { Definitions } from './definitions.ts';
import { type CallerEvents, narrowBatches } from './event_batch.ts';
import { Taking } from './taking.ts';
import type { ChunkEnd, EventBatch, ImportResult, IngestResult, ItemBatch, OtherItem, PlacedItem } from './types.ts';

export interface WriterParts {
  readonly store: Store;
  readonly datasets: Datasets;
  now(): number;
}

/** Too many ids of stored events would have to be read now. Read them, then try again. */
export class IdsUnread extends Error {}

export interface ImportedBatch {
  readonly items: ItemBatch;
  /** The last chunk ends where the batch does. */
  readonly chunks: readonly ChunkEnd[];
}

export class ProjectWriter {
  readonly #parts: WriterParts;
  readonly #project: Project;
  readonly #identities: Identities;
  readonly #groups: Groups;
  readonly #definitions: Definitions;
  /** Import -> what it has told completely. */
  readonly #complete = new RecentMap<number, Complete>(TUNING.imports_at_once);
  /** The caches are valid for this revision of the project. */
  #revision = -1;
  /** Known events of the current transaction, and what it has appended to the log. */
  #known: KnownEvents | null = null;
  #chunks: LogChunk[] = [];

  constructor(parts: WriterParts, project: Project) {
    const { people, groups, definitions } = parts.store;
    this.#parts = parts;
    this.#project = project;
    this.#identities = new Identities(people, project.id);
    this.#groups = new Groups(groups, project.id);
    this.#definitions = new Definitions(definitions, project.id);
  }

  /** Writes events of several callers, in order; one result each. @throws IdsUnread */
  write(callers: readonly CallerEvents[]): {
    results: readonly IngestResult[];
    logged: number;
    further_types: readonly string[];
    unmerged: Readonly<Record<Unmerged, number>>;
  } {
    const transaction = this.#begin(null, TUNING.known_ids_read);
    const taken = callers.map(() => 0);
    let logged = 0;
    for (const { batch, ends } of narrowBatches(callers)) {
      const taking = this.#taking(batch, transaction);
      for (const { caller, row } of ends) taken[caller]! += taking.takeUntil(row);
      logged += this.#log(taking, transaction);
    }
    this.#finish(transaction);
    const results = callers.map(({ length }, at) => ({ taken: taken[at]!, duplicates: length - taken[at]! }));
    const [further_types, unmerged] = [this.#groups.takeTooMany(), this.#identities.takeUnmerged()];
    return { results, logged, further_types, unmerged };
  }

  /** Writes items in order, each batch in one or more chunks; one result per chunk. */
  import(
    batches: Iterable<ImportedBatch>,
    import_id: number | null,
  ): { results: readonly ImportResult[]; logged: number } {
    // Nobody else waits for the thread of an import, so it may read any number of ids.
    const transaction = this.#begin(import_id, Number.POSITIVE_INFINITY);
    const noteRun = import_id === null ? null : this.#run(import_id);
    const results: ImportResult[] = [];
    let logged = 0;
    for (const { items, chunks } of batches) {
      const taking = this.#taking(items.events, transaction);
      this.#identities.lookAhead(items.others.flatMap(idsIn));
      let from: ChunkEnd = { events: 0, others: 0 };
      for (const end of chunks) {
        results.push(this.#takeChunk(taking, items.others.slice(from.others, end.others), end.events, transaction));
        from = end;
      }
      assert(from.events === items.events.rows && from.others === items.others.length, 'chunks make up the batch');
      logged += this.#log(taking, transaction);
    }
    this.#finish(transaction);
    noteRun?.(logged);
    return { results, logged };
  }

  /** Begins a batch of an import. The returned function records its number of events. @throws ServiceError gone */
  #run(import_id: number): (events: number) => void {
    const { imports, people } = this.#parts.store;
    const { id } = this.#project;
    const run = imports.get(id, import_id);
    if (run === undefined) throw takenBack();
    const from = people.personLimit(id);
    return (events) => {
      const until = people.personLimit(id);
      const persons = until === from ? run.persons : joinedRanges(run.persons, from, until);
      const changed = { changed_at_ms: this.#parts.now(), revision: this.#revision };
      imports.note({ ...run, ...changed, events: run.events + events, persons });
    };
  }

  /** Call after the commit: caches now include what was written. */
  committed(): void {
    this.#known?.committed({ revision: this.#revision, chunks: this.#chunks });
    this.#known = null;
  }

  /** Call if the transaction failed or others have written. */
  forget(): void {
    this.#known?.undo();
    this.#known = null;
    this.#identities.forget();
    this.#groups.forget();
    this.#definitions.forget();
  }

  #begin(import_id: number | null, ids_at_most: number): Writing {
    const { events } = this.#parts.store;
    const revision = events.revision(this.#project.id);
    // Sealing and merging by any process do not affect these caches.
    if (revision !== this.#revision && !events.isOnlySealedSince(this.#project.id, this.#revision)) this.forget();
    this.#known = this.#parts.datasets.known(this.#project, ids_at_most);
    this.#chunks = [];
    this.#identities.takeUnmerged();
    return new Writing(this.#parts.store, this.#definitions, this.#project.id, this.#known, {
      id: import_id,
      complete: import_id === null ? null : this.#completeOf(import_id),
    });
  }

  #completeOf(import_id: number): Complete {
    // An import that brought nothing is forgotten, and the next one gets its number.
    const hasBegun = (this.#parts.store.imports.get(this.#project.id, import_id)?.revision ?? 0) > 0;
    const known = (hasBegun ? this.#complete.get(import_id) : undefined) ?? new Complete();
    this.#complete.set(import_id, known);
    return known;
  }

  #taking(batch: EventBatch, transaction: Writing): Taking {
    return new Taking(batch, {
      known: transaction.known,
      identities: this.#identities,
      groups: this.#groups,
      definitions: this.#definitions,
      transaction,
      import_id: transaction.import_id,
    });
  }

  /** Takes events before row `end`, and the other items among them. */
  #takeChunk(taking: Taking, others: readonly PlacedItem[], end: number, transaction: Writing): ImportResult {
    const from = taking.row;
    let events = 0;
    const counts = { taken: 0, known: 0, left_out: 0 };
    for (const { row, item, line } of others) {
      events += taking.takeUntil(row);
      counts[this.#takeOther(item, line, transaction)]++;
    }
    events += taking.takeUntil(end);
    const duplicates = end - from - events + counts.known;
    const further_types = this.#groups.takeTooMany();
    return { taken: events + counts.taken, duplicates, left_out: counts.left_out, further_types };
  }

  #takeOther(item: OtherItem, line: ImportedLine | null, transaction: Writing): 'taken' | 'known' | 'left_out' {
    const { events } = this.#parts.store;
    if (item.kind === 'group' && !this.#groups.hasRoomFor(item.group)) return 'left_out';
    if (item.kind === 'group_type' && !this.#groups.hasRoomFor(item.group_type)) return 'left_out';
    const isKnown = line !== null && !events.noteLine(this.#project.id, line, transaction.import_id ?? undefined);
    if (!isKnown) this.#describe(item, transaction);
    if (transaction.complete !== null) this.#noteComplete(item, transaction.complete);
    return isKnown ? 'known' : 'taken';
  }

  #describe(item: OtherItem, transaction: Writing): void {
    if (item.kind === 'person') this.#identities.describe(item.person, transaction);
    else if (item.kind === 'group') this.#groups.describe(item.group, this.#parts.now(), transaction);
    else this.#groups.describeType(item.group_type);
  }

  #noteComplete(item: OtherItem, complete: Complete): void {
    if (item.kind === 'group_type' && item.group_type.complete)
      complete.group_types.add(this.#groups.indexOf(item.group_type.group_type));
    if (item.kind !== 'person' || item.person.complete !== true) return;
    const person = this.#identities.personOf(item.person.distinct_ids[0]!);
    if (person !== undefined) complete.add(person);
  }

  /** Returns the number of rows appended. */
  #log(taking: Taking, transaction: Writing): number {
    const rows = taking.finish();
    const events = rows.event_ord.length;
    if (events === 0) return 0;
    transaction.revision();
    const bytes = encodeChunk(rows);
    const seq = this.#parts.store.events.append(this.#project.id, { events, bytes });
    this.#chunks.push({ seq, events, bytes });
    return events;
  }

  #finish(transaction: Writing): void {
    if (!transaction.known.isSure()) throw new IdsUnread();
    this.#identities.finish(transaction);
    this.#definitions.finish();
    this.#revision = this.#parts.store.events.revision(this.#project.id);
  }
}

function idsIn({ item }: PlacedItem): readonly string[] {
  return item.kind === 'person' ? item.person.distinct_ids : [];
}

/** Adds a [from, until) pair, joined to the last one if they touch. */
function joinedRanges(ranges: readonly number[], from: number, until: number): number[] {
  return ranges.at(-1) === from ? [...ranges.slice(0, -1), until] : [...ranges, from, until];
}

function takenBack(): ServiceError {
  return new ServiceError('gone', 'The import was deleted while it ran, so nothing more of it is taken. Import again.');
}

/** What identities and groups may ask of the transaction. */
class Writing {
  readonly known: KnownEvents;
  readonly import_id: number | null;
  readonly complete: Complete | null;
  readonly #store: Store;
  readonly #definitions: Definitions;
  readonly #project_id: number;
  #revision: number | null = null;

  constructor(
    store: Store,
    definitions: Definitions,
    project_id: number,
    known: KnownEvents,
    of: { readonly id: number | null; readonly complete: Complete | null },
  ) {
    this.#store = store;
    this.#definitions = definitions;
    this.#project_id = project_id;
    this.known = known;
    this.import_id = of.id;
    this.complete = of.complete;
  }

  /** Incremented on first use, because a batch of duplicates changes nothing. */
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
