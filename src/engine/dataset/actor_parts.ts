/**
 * The rows of a project as two parts over the actors of one kind (see run.ts). Part 0 are base runs: everything that
 * was there when the base began. Whoever is touched since (new rows, a merge) is passed over in them, and all rows of
 * his are in part 1, sorted anew whenever something changed: freshness costs in proportion to what is fresh.
 */
import * as bitmap from '../../base/bitmap.ts';
import type { PartsRequest } from '../dataset.ts';
import { firstRowOf } from '../kernels/actor_walk.ts';
import type { Part, Run } from '../run.ts';
import type { Actors, AssignedSlice } from './actors.ts';
import { type Budget, Shelf } from './budget.ts';
import { pickSlice, type Slice, wholeSlice } from './gather.ts';
import { MergedRun } from './merged_run.ts';
import type { ProjectRows } from './project_rows.ts';

/** A new base begins when more than a quarter of the actors are touched … */
const TOUCHED_SHARE = 4;
/** … and enough is fresh to pay for it: where actors are few, any event touches most of their rows. */
const FRESH_SHARE = 64;
/** Finding an actor's rows by halving costs about as much as looking at so many rows. */
const SEARCH_ROWS = 32;

interface BaseRun {
  readonly run: MergedRun;
  /** `actors.moves()` when it was built. */
  readonly moves: number;
  readonly holdsTail: boolean;
}

export class ActorParts {
  readonly #rows: ProjectRows;
  readonly #actors: Actors;
  readonly #budget: Budget;
  readonly #checkpoint: () => void;
  readonly #baseRuns: Shelf<BaseRun>;
  readonly #freshRuns: Shelf<MergedRun>;
  /** `rows.epoch` the base is built on; a new one begins with every epoch. */
  #epoch = -1;
  /** event -> rows of its tail that belong to the base. */
  #included = new Map<number, number>();
  /** event -> rows of its tail whose actors are marked as touched, or that belong to the base. */
  #seen = new Map<number, number>();
  /** Actors of whom something changed since the base began. */
  #touched = bitmap.allocate(1024);
  #touchedCount = 0;
  /** Rows and moves since the base began. */
  #fresh = 0;
  /** `rows.version` of the fresh runs. */
  #version = -1;

  /** `checkpoint` as that of a DatasetView. */
  constructor(rows: ProjectRows, actors: Actors, budget: Budget, checkpoint: () => void) {
    this.#rows = rows;
    this.#actors = actors;
    this.#budget = budget;
    this.#checkpoint = checkpoint;
    this.#baseRuns = new Shelf(
      budget,
      ({ run }) => run.bytes,
      ({ run }) => run.release(),
    );
    this.#freshRuns = new Shelf(
      budget,
      (run) => run.bytes,
      (run) => run.release(),
    );
  }

  /** All runs are built before the answer, so that it stays what it is when the dataset goes on. */
  parts(request: PartsRequest): Part[] {
    this.#catchUp();
    const base = new Map<string, Run>();
    const fresh = new Map<string, Run>();
    for (const event_ord of this.#rows.ordsOf(request.events)) {
      const name = this.#rows.nameOf(event_ord);
      const key = this.#keyOf(event_ord, request);
      const sealed = this.#baseRun(event_ord, key, request);
      if (sealed !== null) base.set(name, sealed);
      const changed = this.#touchedCount === 0 ? null : this.#freshRun(event_ord, key, sealed);
      if (changed !== null) fresh.set(name, changed);
    }
    if (this.#touchedCount === 0) return [partOf(null, base)];
    const skip = bitmap.allocate(this.#actors.count());
    skip.set(this.#touched.subarray(0, skip.length));
    return [partOf(skip, base), partOf(null, fresh)];
  }

  /** Something happened to the actor that its rows do not tell. */
  touch(actor: number): void {
    this.#mark(actor);
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
  }

  #catchUp(): void {
    if (this.#version === this.#rows.version) return;
    if (this.#epoch !== this.#rows.epoch) this.#begin();
    for (const [event_ord, table] of this.#rows.tails()) {
      const seen = this.#seen.get(event_ord) ?? 0;
      if (seen === table.rows) continue;
      const { actor } = this.#actors.assign({ source: table, from: seen, rows: table.rows - seen, pick: null });
      for (let place = 0; place < actor.length; place++) this.#mark(actor[place]!);
      this.#seen.set(event_ord, table.rows);
      this.#fresh += table.rows - seen;
    }
    const isManyActors = this.#touchedCount * TOUCHED_SHARE > this.#actors.count();
    if (isManyActors && this.#fresh * FRESH_SHARE > this.#rows.rows) this.#begin();
    this.#freshRuns.clear();
    this.#version = this.#rows.version;
  }

  /** Everything there is now becomes the base. Runs that would be built the same again stay. */
  #begin(): void {
    this.#baseRuns.clear(({ moves, holdsTail }) => moves === this.#actors.moves() && !holdsTail);
    this.#included = new Map([...this.#rows.tails()].map(([event_ord, table]) => [event_ord, table.rows]));
    this.#seen = new Map(this.#included);
    this.#touched.fill(0);
    this.#touchedCount = 0;
    this.#fresh = 0;
    this.#epoch = this.#rows.epoch;
  }

  /** Which rows a base run is made of. */
  #keyOf(event_ord: number, { from_ms, until_ms }: PartsRequest): string {
    const ids = this.#rows.segmentsOf(event_ord, from_ms, until_ms).map((file) => file.info.id);
    return `${event_ord}:${ids.join(',')}:${this.#included.get(event_ord) ?? 0}`;
  }

  #baseRun(event_ord: number, key: string, { from_ms, until_ms }: PartsRequest): MergedRun | null {
    const kept = this.#baseRuns.get(key);
    if (kept !== undefined) return kept.run;
    const slices: Slice[] = this.#rows.segmentsOf(event_ord, from_ms, until_ms).map((file) => wholeSlice(file.open()));
    const tailRows = this.#included.get(event_ord) ?? 0;
    const table = this.#rows.tails().get(event_ord);
    if (table !== undefined && tailRows > 0) slices.push({ source: table, from: 0, rows: tailRows, pick: null });
    const run = this.#build(event_ord, slices);
    if (run !== null) this.#baseRuns.put(key, { run, moves: this.#actors.moves(), holdsTail: tailRows > 0 });
    return run;
  }

  /** All rows of the touched actors: those in the base run, then those that came later. */
  #freshRun(event_ord: number, key: string, sealed: MergedRun | null): MergedRun | null {
    const kept = this.#freshRuns.get(key);
    if (kept !== undefined) return kept;
    const slices: Slice[] = [];
    if (sealed !== null) slices.push(pickSlice(sealed, rowsOf(sealed.actor, this.#touched, this.#touchedCount)));
    const table = this.#rows.tails().get(event_ord);
    const from = this.#included.get(event_ord) ?? 0;
    if (table !== undefined && table.rows > from) {
      slices.push({ source: table, from, rows: table.rows - from, pick: null });
    }
    const run = this.#build(event_ord, slices);
    return run === null ? null : this.#freshRuns.put(key, run);
  }

  /** null where no row has an actor. */
  #build(event_ord: number, slices: readonly Slice[]): MergedRun | null {
    const assigned: AssignedSlice[] = [];
    for (const slice of slices) {
      if (slice.rows === 0) continue;
      const found = this.#actors.assign(slice);
      if (found.actor.length > 0) assigned.push(found);
    }
    if (assigned.length === 0) return null;
    return new MergedRun(this.#rows.nameOf(event_ord), assigned, this.#actors, this.#budget, this.#checkpoint);
  }
}

function partOf(skip: Uint32Array | null, runs: ReadonlyMap<string, Run>): Part {
  return { skip, events: [...runs.keys()], run: (event) => runs.get(event) };
}

/** Rows whose actor is in the set, ascending. `actor`: row -> actor, ascending. */
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
