/**
 * Removes everything an erasure names. Segments are rewritten without the rows while others read and write; the new
 * ones are used only if nothing else was erased meanwhile. One transaction swaps them in, removes people, log rows and
 * derived data, and finishes the erasure. After an interruption it starts over.
 */
import { randomUUID } from 'node:crypto';
import { allocate, has, set } from '../../base/bitmap.ts';
import { arrivalsOfChunk } from '../../engine/storage/arrivals.ts';
import { openChunk } from '../../engine/storage/chunk.ts';
import { chunkOf, type ErasedRows, keptRows, segmentOf } from '../../engine/storage/erase.ts';
import { openWhole, type Segment } from '../../engine/storage/segment.ts';
import { IMPORT_PROPERTY } from '../../model/import.ts';
import { TUNING } from '../../model/tuning.ts';
import type { Erasure, ImportRun } from '../../store/types/erasures.ts';
import type { PropertiesInUse } from '../../store/types/people.ts';
import type { AnySegment, NewSegment, SegmentRow } from '../../store/types/segments.ts';
import type { Store } from '../../store/types/store.ts';
import { QUESTION_KEY } from '../data/result_keys.ts';
import { aboutHash, hashBytes, sourceHash } from '../identity/line_about.ts';
import { UNKNOWN_CREATED_MS } from '../identity/persons.ts';
import type { ErasedElsewhere } from '../remote/events.ts';
import { definitionsLeft } from './definitions_left.ts';
import { type InExchange, stage, unstage } from './staging.ts';

export interface People {
  readonly persons: readonly number[];
  /** All distinct ids of these persons. */
  readonly ids: readonly number[];
}

/** Rows and people an erasure names, in the project's current state. */
interface Target extends People {
  /** null if no rows are to be removed. */
  readonly rows: ErasedRows | null;
}

/** Replacement of a segment; null if no rows remain. */
interface Rewritten<Made> {
  readonly id: number;
  readonly made: Made | null;
  readonly erased: number;
}

interface Plan {
  /** The project's erasure count when the plan was made. */
  readonly erasures: number;
  readonly revision: number;
  readonly target: Target;
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

/** Leaves the erasure unfinished if it now names other people than were removed elsewhere. */
export function erase(store: Store, erasure: Erasure, circumstances: Circumstances, inExchange: InExchange): void {
  const run = new ErasureRun(store, erasure, circumstances);
  try {
    for (let isDone = false; !isDone; ) {
      const plan = store.snapshot(() => run.plan());
      if (circumstances.elsewhere !== null && !isSame(plan.target, circumstances.elsewhere)) return;
      run.stage(plan, inExchange);
      if (plan.in_use === null) continue;
      inExchange(() => {
        isDone = run.apply(plan);
      });
      run.unstage(inExchange);
    }
  } finally {
    run.unstage(inExchange);
  }
}

/** People the erasure names. `alive`: for imports, distinct ids with events elsewhere. Call within a snapshot. */
export function peopleOf(store: Store, erasure: Erasure, alive: readonly number[]): People {
  return new ErasureRun(store, erasure, { now_ms: 0, elsewhere: null }).people(alive);
}

class ErasureRun {
  readonly #store: Store;
  readonly #erasure: Erasure;
  readonly #circumstances: Circumstances;
  /** Segments without rows to remove, or without any once their replacements are in place. */
  #examined = new Set<number>();
  /** Replacements of segments that have rows to remove. */
  #staged: Rewritten<AnySegment>[] = [];
  /** Replacements that were staged earlier but are outdated. */
  #dropped: Rewritten<AnySegment>[] = [];
  /** The project's erasure count when the first segment was examined. */
  #erasures = -1;
  /** For imports: distinct ids that still have events. */
  #alive: Uint32Array = new Uint32Array(0);

  constructor(store: Store, erasure: Erasure, circumstances: Circumstances) {
    this.#store = store;
    this.#erasure = erasure;
    this.#circumstances = circumstances;
  }

  people(alive: readonly number[]): People {
    const rows = this.#rows();
    this.#reserve();
    for (const distinct of alive) set(this.#alive, distinct);
    this.#noteLog(rows);
    const { persons, ids } = this.#target(rows);
    return { persons, ids };
  }

  /** Call within a snapshot. */
  plan(): Plan {
    const { events, people } = this.#store;
    const { project_id } = this.#erasure;
    const erasures = events.erasures(project_id);
    if (erasures !== this.#erasures) this.#again();
    this.#erasures = erasures;
    const rows = this.#rows();
    const rewritten: Rewritten<NewSegment>[] = [];
    let bytes = 0;
    let isLast = true;
    this.#reserve();
    for (const distinct of this.#circumstances.elsewhere?.alive ?? []) set(this.#alive, distinct);
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
    const target = this.#target(rows);
    const revision = events.revision(project_id);
    const in_use = isLast ? people.propertiesInUse(project_id, -1, new Set(target.persons)) : null;
    return { erasures, revision, target, rewritten, in_use };
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

  /** Call within a transaction. Returns false if the rest must be planned again. */
  apply({ erasures, revision, target, in_use }: Plan): boolean {
    const { events, erasures: pending } = this.#store;
    const { id, project_id } = this.#erasure;
    if (pending.get(id)?.done_at_ms !== null) return true; // Another process did it.
    if (events.erasures(project_id) !== erasures) return this.#again();
    events.nextErasure(project_id);
    this.#erasures = events.erasures(project_id);
    const segments = new Set(this.#segments().map((segment) => segment.id));
    const still = this.#staged.filter((one) => segments.has(one.id));
    for (const one of still) events.rewrite(project_id, one.id, one.made);
    // While a move back is unfinished, the file has copies of events that are counted elsewhere.
    const erased = this.#circumstances.elsewhere === null ? still : [];
    pending.note(id, { events: erased.reduce((sum, one) => sum + one.erased, 0), persons: 0 });
    pending.noteRemoval();
    if (in_use === null) return false;
    // Segments were sealed or merged since.
    if (target.rows !== null && !segments.isSubsetOf(this.#examined)) return false;
    this.#eraseLog(target.rows);
    if (!isSame(this.#target(target.rows), target)) return this.#again();
    this.#finish(target, in_use, revision);
    return true;
  }

  #again(): false {
    this.#examined = new Set();
    this.#dropped.push(...this.#staged);
    this.#staged = [];
    return false;
  }

  #finish({ persons, ids }: Target, in_use: PropertiesInUse, planned: number): void {
    const store = this.#store;
    const { id, project_id, task } = this.#erasure;
    const { now_ms, elsewhere } = this.#circumstances;
    const { people, cohorts, erasures, imports, events, results, repeatable, definitions } = store;
    const revision = events.revision(project_id);
    const nameless_created_at_ms = task.kind === 'persons' && !task.with_events ? UNKNOWN_CREATED_MS : null;
    const texts_given = elsewhere?.texts;
    const removal = { nameless_created_at_ms, newId: (id: number) => texts_given?.get(id) ?? randomUUID() };
    const texts = people.erase(project_id, persons, removal, revision);
    cohorts.removeMembers(project_id, ids);
    const sources = new Set(imports.list(project_id).flatMap((run) => run.sources));
    for (const hash of Array.from(sources, sourceHash)) {
      imports.forgetLines(
        project_id,
        texts.map((text) => hashBytes(aboutHash(hash, ['person', text]))),
      );
    }
    results.clear(project_id, QUESTION_KEY, texts);
    repeatable.clear(texts);
    const newer = people.propertiesInUse(project_id, planned, EVERYBODY);
    const names = people.forgetUnused(project_id, {
      terms: in_use.terms,
      used: in_use.used.union(newer.used),
      used_names: in_use.used_names.union(newer.used_names),
      names: in_use.names.union(newer.names),
    });
    definitions.recount(project_id, definitionsLeft(store, project_id, names, elsewhere?.left ?? null));
    if (task.kind === 'import') imports.remove(project_id, task.import_id);
    if (task.kind === 'expiry') events.noteExpired(project_id, task.before_ms);
    erasures.note(id, { events: elsewhere?.events_erased ?? 0, persons: persons.length });
    erasures.finish(id, now_ms);
  }

  /** The rows to remove; null if none. */
  #rows(): ErasedRows | null {
    const { task, project_id } = this.#erasure;
    if (task.kind === 'expiry') return { kind: 'before', time_ms: task.before_ms };
    if (task.kind === 'import') return { kind: 'value', property: IMPORT_PROPERTY, text: String(task.import_id) };
    if (!task.with_events) return null;
    const { people } = this.#store;
    const bitmap = allocate(people.distinctCount(project_id));
    for (const ord of people.idsOf(project_id, this.#persons())) set(bitmap, ord);
    return { kind: 'distincts', bitmap };
  }

  #target(rows: ErasedRows | null): Target {
    const persons = this.#persons();
    return { rows, persons, ids: this.#store.people.idsOf(this.#erasure.project_id, persons) };
  }

  /** The persons it names; for an import, those it leaves without events. */
  #persons(): number[] {
    const { task, project_id } = this.#erasure;
    const { people } = this.#store;
    if (task.kind === 'expiry') return [];
    const person_of = people.personOf(project_id, 0);
    if (task.kind === 'import') return this.#madeOnlyBy(task.import_id, person_of);
    const named = new Set(task.first_distincts.map((ord) => person_of[ord]!));
    return [...named].filter((ord) => people.get(project_id, ord) !== undefined);
  }

  /**
   * Persons that the import created, that are unchanged since, that have no events now, into whom nobody was merged who
   * was there before, and of whom no other import told that ran at the same time.
   */
  #madeOnlyBy(import_id: number, person_of: Uint32Array): number[] {
    const { people, imports } = this.#store;
    const { project_id } = this.#erasure;
    const run = imports.get(project_id, import_id);
    if (run === undefined) return [];
    const others = new Set(Array.from(people.createdSince(project_id, run.revision), ({ ord }) => ord));
    const first = run.persons[0];
    const before = first === undefined ? 0 : (people.firstDistinct(project_id, first) ?? 0);
    for (let ord = 0; ord < person_of.length; ord++) {
      if (ord < before || has(this.#alive, ord)) others.add(person_of[ord]!);
    }
    const made: number[] = [];
    for (const { ord } of people.createdSince(project_id, -1)) {
      if (isWithin(run.persons, ord) && !others.has(ord)) made.push(ord);
    }
    return this.#onlyTold(run, made, person_of);
  }

  /** Revisions tell of imports after this one, but not of those that ended before it did. */
  #onlyTold(run: ImportRun, persons: readonly number[], person_of: Uint32Array): number[] {
    const { people, imports } = this.#store;
    const { project_id } = run;
    const beside = imports
      .list(project_id)
      .filter(({ id, started_at_ms }) => id !== run.id && started_at_ms <= run.changed_at_ms)
      .filter(({ changed_at_ms }) => changed_at_ms >= run.started_at_ms);
    const sources = Array.from(new Set(beside.flatMap((other) => other.sources)), sourceHash);
    if (sources.length === 0) return [...persons];
    const isTold = (text: string): boolean =>
      sources.some((source) => imports.isToldByOthers(run, hashBytes(aboutHash(source, ['person', text]))));
    const ids = people.idsOf(project_id, persons);
    const texts = people.distinctTexts(project_id, ids);
    const told = new Set(ids.filter((_, at) => isTold(texts[at]!)).map((id) => person_of[id]!));
    return persons.filter((ord) => !told.has(ord));
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
    if (left === null) for (const ord of distinct) set(this.#alive, ord);
    else for (const row of left) set(this.#alive, distinct[row]!);
  }

  /** Makes room for all distinct ids. */
  #reserve(): void {
    const words = allocate(this.#store.people.distinctCount(this.#erasure.project_id));
    words.set(this.#alive);
    this.#alive = words;
  }

  /** The file's segments. If events are stored elsewhere, these are from a move that is not finished. */
  #segments(): SegmentRow[] {
    return this.#store.events.segments(this.#erasure.project_id);
  }

  #noteLog(rows: ErasedRows | null): void {
    for (const { bytes } of this.#log()) this.#noteAlive(arrivalsOfChunk(openChunk(bytes)), rows);
  }

  #log() {
    const { project_id } = this.#erasure;
    const { events } = this.#store;
    return events.logSince(project_id, events.sealedSeq(project_id));
  }

  #eraseLog(rows: ErasedRows | null): void {
    if (rows === null) return;
    const { events, erasures } = this.#store;
    const sent_seq = this.#circumstances.elsewhere?.sent_seq ?? 0;
    const { id, project_id } = this.#erasure;
    this.#reserve();
    for (const { seq, bytes } of this.#log()) {
      const chunk = openChunk(bytes);
      const arrivals = arrivalsOfChunk(chunk);
      const kept = keptRows(arrivals, rows);
      this.#noteAlive(arrivals, rows, kept);
      if (kept === null) continue;
      const left = kept.length === 0 ? null : { events: kept.length, bytes: chunkOf(chunk, kept) };
      events.rewriteLog(project_id, seq, left);
      // Rows already sent elsewhere were counted there.
      if (seq <= sent_seq) continue;
      erasures.note(id, { events: chunk.rows - kept.length, persons: 0 });
    }
  }
}

function isWithin(ranges: readonly number[], ord: number): boolean {
  for (let at = 0; at + 1 < ranges.length; at += 2) if (ord >= ranges[at]! && ord < ranges[at + 1]!) return true;
  return false;
}

function isSame(one: People, other: People): boolean {
  return one.persons.join() === other.persons.join() && one.ids.join() === other.ids.join();
}
