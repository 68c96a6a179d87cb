/**
 * Splits a project's rows into two parts over the actors of one kind (see run.ts), so that freshness costs in
 * proportion to what is fresh.
 * part 0: base runs      everything when the base began; touched actors are skipped
 * part 1: fresh runs     all rows of touched actors (new rows, a merge), rebuilt after each change
 * Sealed rows stay fresh, as late segments, until they have cost as much as building a new base.
 */
import * as bitmap from '../../base/bitmap.ts';
import { firstRowOf } from '../frame/actor_walk.ts';
import type { RowsRequest } from '../frame/dataset.ts';
import type { Part } from '../frame/run.ts';
import type { Actors, AssignedSlice } from './actors.ts';
import { type Room, Shelf } from './budget.ts';
import { type Slice, wholeSlice } from './gather.ts';
import { type MergedRun, type RunHome, runOf } from './merged_run.ts';
import { partOf } from './part.ts';
import { ALL_ORD, type PartitionFile, type ProjectRows } from './project_rows.ts';

/** A new base begins when more than a quarter of the actors are touched … */
const TOUCHED_SHARE = 4;
/** … and enough rows are fresh to pay for it: with few actors, any event touches most rows. */
const FRESH_SHARE = 64;
/** One binary search costs as much as scanning this many rows. */
const SEARCH_ROWS = 32;

/**
 * A cached run of a wider range is used if it has at most this many times the rows: that is cheaper than building and
 * keeping another.
 */
const WIDER_ROWS = 2;

type Range = Pick<RowsRequest, 'from_ms' | 'until_ms'>;

interface BaseRun {
  readonly run: MergedRun;
  readonly event_ord: number;
  readonly range: Range;
  /** `actors.moves()` when it was built. */
  readonly moves: number;
  readonly holdsTail: boolean;
}

/** What a base run is made of. */
interface BaseRows {
  readonly files: readonly PartitionFile[];
  readonly rows: number;
  /** Equal if the rows are. */
  readonly key: string;
}

/** For how many ranges base rows are remembered. */
const RANGES_MOST = 1_024;

export class ActorParts {
  readonly #rows: ProjectRows;
  readonly #actors: Actors;
  readonly #home: RunHome;
  readonly #baseRuns: Shelf<BaseRun>;
  /** Runs of late segments; only sealing changes them. */
  readonly #lateRuns: Shelf<MergedRun>;
  readonly #freshRuns: Shelf<MergedRun>;
  /** `rows.epoch` and `rows.tailEpoch` that this state is valid for. */
  #epoch = -1;
  #tailEpoch = -1;
  /** event -> segments in the base; all others are late. */
  #sealed = new Map<number, ReadonlySet<number>>();
  /** event -> how many first rows of its tail are in the base. */
  #included = new Map<number, number>();
  /** event -> how many first rows of its tail need no marking: they are in the base, or their actors are marked. */
  #seen = new Map<number, number>();
  /** Bitmap of actors that changed since the base began. */
  #touched = bitmap.allocate(1024);
  #touchedCount = 0;
  /** Copy of `#touched` handed to callers; null after a change. */
  #skip: Uint32Array | null = null;
  /** Number of moves since the base began. */
  #moved = 0;
  /** Number of rows in late segments. */
  #late = 0;
  /** Number of moves and rows since the base began. */
  #fresh = 0;
  /** Number of rows in all fresh runs built since the base began. */
  #made = 0;
  /** Event and range -> its rows of the base. */
  readonly #base = new Map<string, BaseRows>();
  /** `rows.version` of the fresh runs and the base. */
  #version = -1;

  constructor(rows: ProjectRows, actors: Actors, home: RunHome) {
    const { budget } = home;
    this.#rows = rows;
    this.#actors = actors;
    this.#home = home;
    this.#baseRuns = new Shelf(
      budget,
      ({ run }) => run.bytes,
      ({ run }) => run.release(),
    );
    this.#lateRuns = runShelf(budget);
    this.#freshRuns = runShelf(budget);
  }

  /** Returns [base, fresh]: actors skipped in the base part have all their rows in the fresh one. */
  parts(request: RowsRequest): Part[] {
    this.#catchUp();
    const { base, fresh } = this.#runs(request, true);
    if (this.#touchedCount === 0) return [partOf(null, base)];
    return [partOf(this.#skipOf(this.#actors.count()), base), partOf(null, fresh)];
  }

  /** Returns [base, fresh]; fresh has the rows since the base began. Skips no actors and searches no sealed rows. */
  rowParts(request: RowsRequest): Part[] {
    this.#catchUp();
    const { base, fresh } = this.#runs(request, false);
    return [partOf(null, base), ...(fresh.size === 0 ? [] : [partOf(null, fresh)])];
  }

  /** Builds all runs up front, so that the answer is stable while the dataset moves on. */
  #runs(request: RowsRequest, are_whole: boolean): Record<'base' | 'fresh', Map<string, MergedRun>> {
    const base = new Map<string, MergedRun>();
    const fresh = new Map<string, MergedRun>();
    for (const event_ord of request.as_one ? [ALL_ORD] : this.#rows.ordsOf(request.events)) {
      const name = this.#rows.nameOf(event_ord);
      const range = this.#rangeFor(event_ord, request);
      const run = this.#baseRun(event_ord, range);
      if (run !== null) base.set(name, run);
      const changed = this.#touchedCount === 0 ? null : this.#freshRun(event_ord, range, are_whole ? run : null);
      if (changed !== null) fresh.set(name, changed);
    }
    return { base, fresh };
  }

  /** Bitmap of touched actors; the same object until they change. */
  #skipOf(actors: number): Uint32Array {
    const words = (actors + 31) >>> 5;
    if (this.#skip?.length !== words) {
      this.#skip = bitmap.allocate(actors);
      this.#skip.set(this.#touched.subarray(0, words));
    }
    return this.#skip;
  }

  /** Marks an actor that changed without new rows, as by a merge. */
  touch(actor: number): void {
    this.#mark(actor);
    this.#moved++;
    this.#fresh++;
  }

  #mark(actor: number): void {
    const word = actor >>> 5;
    if (word >= this.#touched.length) {
      const grown = new Uint32Array(Math.max(word + 1, this.#touched.length * 2));
      grown.set(this.#touched);
      this.#touched = grown;
    }
    if (bitmap.has(this.#touched, actor)) return;
    bitmap.set(this.#touched, actor);
    this.#touchedCount++;
    this.#skip = null;
  }

  #catchUp(): void {
    if (this.#version === this.#rows.version) return;
    if (this.#epoch !== this.#rows.epoch) this.#followSealing();
    this.#markTail();
    const isTooDear = this.#late > 0 && this.#made > this.#rows.rows;
    if (isTooDear || this.#isOutgrown()) this.#begin();
    // Leaves the tail out unless it is nearly everything: a base with the tail ends at the next sealing.
    if (this.#isOutgrown()) this.#includeTail();
    this.#freshRuns.clear();
    this.#base.clear();
    this.#version = this.#rows.version;
  }

  #isOutgrown(): boolean {
    const isManyActors = this.#touchedCount * TOUCHED_SHARE > this.#actors.count();
    return isManyActors && this.#fresh * FRESH_SHARE > this.#rows.rows;
  }

  /** Segments outside the base are late. A base that holds the tail ends when the tail is sealed. */
  #followSealing(): void {
    const isTailGone = this.#tailEpoch !== this.#rows.tailEpoch && this.#included.size > 0;
    if (this.#epoch === -1 || isTailGone) {
      this.#begin();
      return;
    }
    this.#lateRuns.clear();
    this.#seen = new Map(this.#included);
    this.#late = 0;
    this.#keepSealed(ALL_ORD);
    for (const event_ord of this.#rows.sealedOrds()) {
      this.#keepSealed(event_ord);
      for (const file of this.#lateFiles(event_ord)) {
        this.#markRows(wholeSlice(file.partition));
        this.#late += file.partition.rows;
      }
    }
    this.#fresh = this.#moved + this.#late;
    this.#epoch = this.#rows.epoch;
    this.#tailEpoch = this.#rows.tailEpoch;
  }

  /**
   * If a base segment was merged into another one, all sealed rows of the event join the base; touching them all would
   * cost more.
   */
  #keepSealed(event_ord: number): void {
    const ids = this.#idsOf(event_ord);
    if (this.#sealed.get(event_ord)?.isSubsetOf(ids) ?? true) return;
    this.#sealed.set(event_ord, ids);
    this.#baseRuns.clear((kept) => kept.event_ord !== event_ord);
  }

  #idsOf(event_ord: number): ReadonlySet<number> {
    return new Set(this.#rows.partitionsOf(event_ord).map(({ id }) => id));
  }

  #markTail(): void {
    for (const [event_ord, table] of this.#rows.tails()) {
      const seen = this.#seen.get(event_ord) ?? 0;
      if (seen === table.rows) continue;
      this.#markRows({ source: table, from: seen, rows: table.rows - seen, pick: null });
      this.#seen.set(event_ord, table.rows);
      this.#fresh += table.rows - seen;
    }
  }

  #markRows(slice: Slice): void {
    const { actor } = this.#actors.assign(slice);
    for (let index = 0; index < actor.length; index++) this.#mark(actor[index]!);
  }

  /** Everything sealed becomes the base. Runs that would be rebuilt unchanged stay. */
  #begin(): void {
    this.#baseRuns.clear(({ moves, holdsTail }) => moves === this.#actors.moves() && !holdsTail);
    this.#lateRuns.clear();
    this.#sealed = new Map([...this.#rows.sealedOrds(), ALL_ORD].map((ord) => [ord, this.#idsOf(ord)]));
    this.#included = new Map();
    this.#seen = new Map();
    this.#moved = 0;
    this.#late = 0;
    this.#made = 0;
    this.#epoch = this.#rows.epoch;
    this.#tailEpoch = this.#rows.tailEpoch;
    this.#untouchAll();
    this.#markTail();
  }

  /** Adds the tail to a base that has just begun. */
  #includeTail(): void {
    this.#included = new Map([...this.#rows.tails()].map(([event_ord, table]) => [event_ord, table.rows]));
    this.#seen = new Map(this.#included);
    this.#untouchAll();
  }

  #untouchAll(): void {
    this.#touched.fill(0);
    this.#skip = null;
    this.#touchedCount = 0;
    this.#fresh = 0;
  }

  /** Range of the run to use: the requested one, unless only a wider one is cached. */
  #rangeFor(event_ord: number, { from_ms, until_ms }: Range): Range {
    const asked = { from_ms, until_ms };
    const { key, rows } = this.#baseRows(event_ord, asked);
    if (this.#baseRuns.get(key) !== undefined) return asked;
    const wider = this.#baseRuns.find(({ run, event_ord: of, range }, kept) => {
      const covers = of === event_ord && range.from_ms <= from_ms && range.until_ms >= until_ms;
      return covers && run.rows <= WIDER_ROWS * rows && kept === this.#baseRows(event_ord, range).key;
    });
    return wider?.range ?? asked;
  }

  #baseRows(event_ord: number, { from_ms, until_ms }: Range): BaseRows {
    const name = `${event_ord}:${from_ms}:${until_ms}`;
    let base = this.#base.get(name);
    if (base !== undefined) return base;
    const ids = this.#sealed.get(event_ord);
    const files = this.#rows.partitionsOf(event_ord, from_ms, until_ms).filter((file) => ids?.has(file.id));
    const rows = files.reduce((sum, { partition }) => sum + partition.rows, 0);
    base = { files, rows, key: `${event_ord}:${idsOf(files)}:${this.#includedRows(event_ord)}` };
    if (this.#base.size >= RANGES_MOST) this.#base.clear();
    this.#base.set(name, base);
    return base;
  }

  /** Late segments in order of arrival, which is after everything in the base. */
  #lateFiles(event_ord: number, range?: Range): PartitionFile[] {
    const ids = this.#sealed.get(event_ord);
    return this.#rows
      .partitionsOf(event_ord, range?.from_ms, range?.until_ms)
      .filter((file) => ids?.has(file.id) !== true);
  }

  /** How many rows of the event's tail are in the base. */
  #includedRows(event_ord: number): number {
    if (event_ord !== ALL_ORD) return this.#included.get(event_ord) ?? 0;
    return this.#included.values().reduce((sum, rows) => sum + rows, 0);
  }

  #baseRun(event_ord: number, range: Range): MergedRun | null {
    const { files, key } = this.#baseRows(event_ord, range);
    const kept = this.#baseRuns.get(key);
    if (kept !== undefined) return kept.run;
    const slices = this.#rows.slicesOf(files);
    for (const { event_ord: of, source } of this.#rows.tailsOf(event_ord)) {
      slices.push({ source, from: 0, rows: this.#included.get(of) ?? 0, pick: null });
    }
    const run = this.#build(event_ord, slices);
    if (run === null) return null;
    const holdsTail = this.#includedRows(event_ord) > 0;
    this.#baseRuns.put(key, { run, event_ord, range, moves: this.#actors.moves(), holdsTail });
    return run;
  }

  /** All rows of touched actors: those in the base run (null = none), then later ones. */
  #freshRun(event_ord: number, range: Range, base: MergedRun | null): MergedRun | null {
    const late = this.#lateFiles(event_ord, range);
    const key = `${base === null ? event_ord : this.#baseRows(event_ord, range).key}:${idsOf(late)}`;
    const kept = this.#freshRuns.get(key);
    if (kept !== undefined) return kept;
    const slices: Slice[] = [];
    if (base !== null) slices.push(wholeSlice(base.picked(rowsOf(base.actor, this.#touched, this.#touchedCount))));
    const lateRun = this.#lateRun(event_ord, late);
    if (lateRun !== null) slices.push(wholeSlice(lateRun));
    for (const { event_ord: of, source } of this.#rows.tailsOf(event_ord)) {
      const from = this.#included.get(of) ?? 0;
      slices.push({ source, from, rows: source.rows - from, pick: null });
    }
    const run = this.#build(event_ord, slices);
    if (run === null) return null;
    this.#made += run.rows;
    return this.#freshRuns.put(key, run);
  }

  /** A cached run may hold outdated actors; #freshRun looks them up again. */
  #lateRun(event_ord: number, late: readonly PartitionFile[]): MergedRun | null {
    const key = `${event_ord}:${idsOf(late)}`;
    const kept = this.#lateRuns.get(key);
    if (kept !== undefined) return kept;
    const run = this.#build(event_ord, this.#rows.slicesOf(late));
    return run === null ? null : this.#lateRuns.put(key, run);
  }

  /** null if no row has an actor. */
  #build(event_ord: number, slices: readonly Slice[]): MergedRun | null {
    const assigned: AssignedSlice[] = [];
    for (const slice of slices) {
      if (slice.rows === 0) continue;
      const found = this.#actors.assign(slice);
      if (found.actor.length > 0) assigned.push(found);
    }
    if (assigned.length === 0) return null;
    return runOf(this.#rows.nameOf(event_ord), assigned, this.#actors, this.#home);
  }
}

function runShelf(budget: Room): Shelf<MergedRun> {
  return new Shelf(
    budget,
    (run) => run.bytes,
    (run) => run.release(),
  );
}

function idsOf(files: readonly PartitionFile[]): string {
  return files.map(({ id }) => id).join();
}

/** Ascending rows whose actor is in the set. `actor`: ascending. */
function rowsOf(actor: Uint32Array, set: Uint32Array, count: number): Uint32Array {
  return count * SEARCH_ROWS < actor.length ? searchRows(actor, set) : scanRows(actor, set);
}

function scanRows(actor: Uint32Array, set: Uint32Array): Uint32Array {
  const bits = set.length * 32;
  const found = new Uint32Array(actor.length);
  let count = 0;
  for (let row = 0; row < actor.length; row++) {
    const of = actor[row]!;
    if (of < bits && (set[of >>> 5]! >>> (of & 31)) & 1) found[count++] = row;
  }
  return found.slice(0, count);
}

function searchRows(actor: Uint32Array, set: Uint32Array): Uint32Array {
  const found: number[] = [];
  for (let word = 0; word < set.length; word++) {
    for (let bits = set[word]!; bits !== 0; bits &= bits - 1) {
      const wanted = word * 32 + (31 - Math.clz32(bits & -bits));
      for (let row = firstRowOf(actor, wanted); row < actor.length && actor[row] === wanted; row++) found.push(row);
    }
  }
  return Uint32Array.from(found);
}
