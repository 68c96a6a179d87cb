/**
 * Removes everything an erasure names. Segments are rewritten without the rows while others read and write; the new
 * ones are used only if nothing else was erased meanwhile. A transaction swaps them in and removes log rows and the
 * first people, more remove the others, a portion each so that others can write in between, and the last one also removes
 * derived data and finishes the erasure. After an interruption it starts over with whoever is left.
 */

import { must } from '../../base/assert.ts';
import { allocate, set } from '../../base/bitmap.ts';
import { pause } from '../../base/pause.ts';
import { arrivalsOfChunk } from '../../engine/storage/arrivals.ts';
import { openChunk } from '../../engine/storage/chunk.ts';
import { chunkOf, type ErasedRows, keptRows, segmentOf } from '../../engine/storage/erase.ts';
import { openWhole, type Segment } from '../../engine/storage/segment.ts';
import { IMPORT_PROPERTY } from '../../model/import.ts';
import { TUNING } from '../../model/tuning.ts';
import type { Erasure } from '../../store/types/erasures.ts';
import type { PropertiesInUse } from '../../store/types/people.ts';
import type { AnySegment, NewSegment, SegmentRow } from '../../store/types/segments.ts';
import type { Store } from '../../store/types/store.ts';
import { QUESTION_KEY } from '../data/result_keys.ts';
import type { ErasedElsewhere } from '../remote/events.ts';
import { definitionsLeft } from './definitions_left.ts';
import { ErasedPeople, type PeopleFound } from './erased_people.ts';
import { type InExchange, stage, unstage } from './staging.ts';

export interface People {
  readonly persons: readonly number[];
  /** All distinct ids of these persons. */
  readonly ids: readonly number[];
}

/** Replacement of a segment; null if no rows remain. */
interface Rewritten<Made> {
  readonly id: number;
  readonly made: Made | null;
  readonly erased: number;
}

interface Plan {
  readonly revision: number;
  /** Rows to remove; null if none. */
  readonly rows: ErasedRows | null;
  readonly people: PeopleFound;
  readonly rewritten: readonly Rewritten<NewSegment>[];
  /** Properties of all other people; null if there are still segments to examine. */
  readonly in_use: PropertiesInUse | null;
}

const EVERYBODY = new Set<number>();

/** `now_ms`: time of completion; `elsewhere`: null if events are stored in the file. */
export interface Circumstances {
  readonly now_ms: number;
  readonly elsewhere: ErasedElsewhere | null;
}

/** What a transaction left to do: plan what is left, go on with the plan, or nothing. */
type Left = 'plan' | 'portion' | 'nothing';

/** Leaves the erasure unfinished if it now names other people than were removed elsewhere. */
export function erase(store: Store, { id }: Erasure, circumstances: Circumstances, inExchange: InExchange): void {
  const { elsewhere } = circumstances;
  const run = new ErasureRun(store, id, circumstances);
  try {
    while (run.left !== 'nothing') {
      const plan = store.snapshot(() => run.plan());
      if (plan.in_use !== null && elsewhere !== null && !isSame(listed(plan.people), elsewhere)) return;
      run.stage(plan, inExchange);
      if (plan.in_use === null) continue;
      do {
        inExchange(() => run.apply(plan));
        // As after staging: nobody else should have to move it all into the file, and others get a turn.
        store.checkpoint();
        pause(TUNING.staged_pause_ms);
      } while (run.left === 'portion');
      run.unstage(inExchange);
    }
  } finally {
    run.unstage(inExchange);
  }
}

/** People the erasure names. `alive`: for imports, distinct ids with events elsewhere. Call within a snapshot. */
export function peopleOf(store: Store, erasure: Erasure, alive: readonly number[]): People {
  return listed(new ErasureRun(store, erasure.id, { now_ms: 0, elsewhere: null }).people(alive));
}

class ErasureRun {
  readonly #store: Store;
  #erasure: Erasure;
  readonly #circumstances: Circumstances;
  readonly #people: ErasedPeople;
  /** Segments without rows to remove, or without any once their replacements are in place. */
  #examined = new Set<number>();
  /** Replacements of segments that have rows to remove. */
  #staged: Rewritten<AnySegment>[] = [];
  /** Replacements that are in place, or are outdated. */
  #dropped: Rewritten<AnySegment>[] = [];
  /** The project's erasure count when the first segment was examined. */
  #erasures = -1;
  /** Log chunks up to this one have no rows to remove. */
  #cleanSeq = 0;
  #left: Left = 'plan';
  /** Whether the counts of events are of those that are left. */
  #isCounted = true;

  constructor(store: Store, id: number, circumstances: Circumstances) {
    this.#store = store;
    this.#erasure = must(store.erasures.get(id), `erasure ${id}`);
    this.#circumstances = circumstances;
    this.#people = new ErasedPeople(store, this.#erasure.project_id);
  }

  get left(): Left {
    return this.#left;
  }

  people(alive: readonly number[]): PeopleFound {
    this.#people.reserve();
    for (const distinct of alive) this.#people.noteAlive(distinct);
    this.#noteLog(this.#rows());
    return this.#people.find(this.#erasure.task);
  }

  /** Call within a snapshot. */
  plan(): Plan {
    const { events, people, erasures: pending } = this.#store;
    const { project_id, id } = this.#erasure;
    // Another process may have removed some of the people.
    this.#erasure = must(pending.get(id), `erasure ${id}`);
    const erasures = events.erasures(project_id);
    if (erasures !== this.#erasures) this.#again();
    this.#erasures = erasures;
    const rows = this.#rows();
    const rewritten: Rewritten<NewSegment>[] = [];
    let bytes = 0;
    let isLast = true;
    this.#people.reserve();
    for (const distinct of this.#circumstances.elsewhere?.alive ?? []) this.#people.noteAlive(distinct);
    for (const segment of this.#segments()) {
      if (rows === null || this.#examined.has(segment.id)) continue;
      isLast = bytes < TUNING.erased_bytes;
      if (!isLast) break;
      const made = this.#examine(segment, rows);
      this.#examined.add(segment.id);
      if (made === null) continue;
      rewritten.push(made);
      bytes += made.made?.blobs.reduce((sum, blob) => sum + blob.bytes.length, 0) ?? 0;
    }
    if (isLast) this.#noteLog(rows);
    const found = this.#people.find(this.#erasure.task);
    const revision = events.revision(project_id);
    const in_use = isLast ? people.propertiesInUse(project_id, -1, new Set(found.keys())) : null;
    return { revision, rows, people: found, rewritten, in_use };
  }

  /** Stores the replacements of segments where nobody sees them yet. */
  stage({ rewritten }: Plan, inExchange: InExchange): void {
    for (const { id, made, erased } of rewritten) {
      this.#staged.push({ id, made: made && stage(this.#store, made, inExchange), erased });
    }
  }

  /** Removes whatever was staged but not used. */
  unstage(inExchange: InExchange): void {
    const dropped = [...this.#staged, ...this.#dropped].flatMap(({ made }) => made ?? []);
    this.#staged = [];
    this.#dropped = [];
    unstage(this.#store, dropped, inExchange);
  }

  /** Does a portion of the plan. Call within a transaction. */
  apply(plan: Plan): void {
    const { definitions } = this.#store;
    this.#left = this.#applied(plan);
    if (this.#isCounted) return;
    const kept = definitions.properties(this.#erasure.project_id, { owner: 'person' });
    this.#recount(new Set(kept.map(({ name }) => name)));
  }

  #applied({ rows, in_use, revision }: Plan): Left {
    const { events, erasures: pending } = this.#store;
    const { id, project_id } = this.#erasure;
    if (pending.get(id)?.done_at_ms !== null) return 'nothing'; // Another process did it.
    if (events.erasures(project_id) !== this.#erasures) return this.#again();
    events.nextErasure(project_id);
    this.#erasures = events.erasures(project_id);
    pending.noteRemoval();
    const segments = this.#swap();
    if (in_use === null) return 'plan';
    // Segments were sealed or merged since.
    if (rows !== null && !segments.isSubsetOf(this.#examined)) return 'plan';
    this.#eraseLog(rows);
    this.#erasePeople();
    if (this.#people.isMore) return 'portion';
    // Rows that an import brought are the same, whoever they are of.
    if (this.#people.isSomebodyLeft) return rows?.kind === 'distincts' ? this.#again() : 'plan';
    // What the others have was looked up before many portions: better anew, while others can write.
    if (this.#left === 'portion') return 'plan';
    this.#finish(in_use, revision);
    return 'nothing';
  }

  /** Puts replacements in place, and returns the segments there are. */
  #swap(): ReadonlySet<number> {
    const { events, erasures } = this.#store;
    const { id, project_id } = this.#erasure;
    const segments = new Set(this.#segments().map((segment) => segment.id));
    const still = this.#staged.filter((one) => segments.has(one.id));
    for (const one of still) events.rewrite(project_id, one.id, one.made);
    if (still.length > 0) this.#isCounted = false;
    this.#dropped.push(...this.#staged);
    this.#staged = [];
    // While a move back is unfinished, the file has copies of events that are counted elsewhere.
    const erased = this.#circumstances.elsewhere === null ? still : [];
    erasures.note(id, { events: erased.reduce((sum, one) => sum + one.erased, 0), persons: 0 });
    return segments;
  }

  #again(): 'plan' {
    this.#examined = new Set();
    this.#dropped.push(...this.#staged);
    this.#staged = [];
    this.#cleanSeq = 0;
    return 'plan';
  }

  /** Removes a portion of the people, and answers that may tell of them. */
  #erasePeople(): void {
    const { erasures, results, repeatable } = this.#store;
    const { id, project_id, task } = this.#erasure;
    const { persons, ids, texts } = this.#people.erase(this.#erasure, this.#circumstances.elsewhere?.texts);
    results.clear(project_id, QUESTION_KEY, texts);
    repeatable.clear(texts);
    erasures.note(id, { events: 0, persons });
    if (task.kind !== 'persons') return;
    // Who stays without a name would be found again by whoever goes on.
    const gone = new Set(ids);
    const first_distincts = task.first_distincts.filter((ord) => !gone.has(ord));
    this.#erasure = { ...this.#erasure, task: { ...task, first_distincts } };
    erasures.leave(id, this.#erasure.task);
  }

  #finish(in_use: PropertiesInUse, planned: number): void {
    const store = this.#store;
    const { id, project_id, task } = this.#erasure;
    const { now_ms, elsewhere } = this.#circumstances;
    const { people, erasures, imports, events } = store;
    const newer = people.propertiesInUse(project_id, planned, EVERYBODY);
    const names = people.forgetUnused(project_id, {
      terms: in_use.terms,
      used: in_use.used.union(newer.used),
      used_names: in_use.used_names.union(newer.used_names),
      names: in_use.names.union(newer.names),
    });
    this.#recount(names);
    if (task.kind === 'import') imports.remove(project_id, task.import_id);
    if (task.kind === 'expiry') events.noteExpired(project_id, task.before_ms);
    erasures.note(id, { events: elsewhere?.events_erased ?? 0, persons: 0 });
    erasures.finish(id, now_ms);
  }

  #recount(person_properties: ReadonlySet<string>): void {
    const { project_id } = this.#erasure;
    const elsewhere = this.#circumstances.elsewhere?.left ?? null;
    const left = definitionsLeft(this.#store, project_id, person_properties, elsewhere);
    this.#store.definitions.recount(project_id, left);
    this.#isCounted = true;
  }

  /** The rows to remove; null if none. */
  #rows(): ErasedRows | null {
    const { task, project_id } = this.#erasure;
    if (task.kind === 'expiry') return { kind: 'before', time_ms: task.before_ms };
    if (task.kind === 'import') return { kind: 'value', property: IMPORT_PROPERTY, text: String(task.import_id) };
    if (!task.with_events) return null;
    const bitmap = allocate(this.#store.people.distinctCount(project_id));
    for (const ord of listed(this.#people.find(task)).ids) set(bitmap, ord);
    return { kind: 'distincts', bitmap };
  }

  #examine({ id, header, from_ms, rows: all }: SegmentRow, rows: ErasedRows): Rewritten<NewSegment> | null {
    if (rows.kind === 'before' && from_ms >= rows.time_ms) return null;
    const segment = this.#open(id, header);
    const kept = keptRows(segment, rows);
    this.#noteAlive(segment, rows, kept);
    if (kept === null) return null;
    return { id, made: kept.length === 0 ? null : segmentOf(segment, kept), erased: all - kept.length };
  }

  #open(id: number, header: Uint8Array): Segment {
    return openWhole(header, (name) => this.#store.events.blob(id, name));
  }

  #noteAlive(source: Parameters<typeof keptRows>[0], rows: ErasedRows | null, kept?: Uint32Array | null): void {
    if (this.#erasure.task.kind !== 'import' || rows === null) return;
    const left = kept === undefined ? keptRows(source, rows) : kept;
    const distinct = source.distinct();
    if (left === null) for (const ord of distinct) this.#people.noteAlive(ord);
    else for (const row of left) this.#people.noteAlive(distinct[row]!);
  }

  /** The file's segments. If events are stored elsewhere, these are from a move that is not finished. */
  #segments(): SegmentRow[] {
    return this.#store.events.segments(this.#erasure.project_id);
  }

  #noteLog(rows: ErasedRows | null): void {
    for (const { bytes } of this.#log(0)) this.#noteAlive(arrivalsOfChunk(openChunk(bytes)), rows);
  }

  #log(since: number) {
    const { project_id } = this.#erasure;
    const { events } = this.#store;
    return events.logSince(project_id, Math.max(since, events.sealedSeq(project_id)));
  }

  #eraseLog(rows: ErasedRows | null): void {
    if (rows === null) return;
    const { events, erasures } = this.#store;
    const sent_seq = this.#circumstances.elsewhere?.sent_seq ?? 0;
    const { id, project_id } = this.#erasure;
    this.#people.reserve();
    for (const { seq, bytes } of this.#log(this.#cleanSeq)) {
      this.#cleanSeq = seq;
      const chunk = openChunk(bytes);
      const arrivals = arrivalsOfChunk(chunk);
      const kept = keptRows(arrivals, rows);
      this.#noteAlive(arrivals, rows, kept);
      if (kept === null) continue;
      const left = kept.length === 0 ? null : { events: kept.length, bytes: chunkOf(chunk, kept) };
      events.rewriteLog(project_id, seq, left);
      this.#isCounted = false;
      // Rows already sent elsewhere were counted there.
      if (seq <= sent_seq) continue;
      erasures.note(id, { events: chunk.rows - kept.length, persons: 0 });
    }
  }
}

function listed(people: PeopleFound): People {
  return { persons: [...people.keys()], ids: [...people.values()].flat() };
}

function isSame(one: People, other: People): boolean {
  return one.persons.join() === other.persons.join() && one.ids.join() === other.ids.join();
}
