/** A run made of slices of several sources. Who and when are at hand; other columns are gathered when asked for. */

import { asSharedNumbers, asSharedWords } from '../../base/shared.ts';
import type { Column } from '../column.ts';
import { type Quarters, quartersOf, type Run, type Stretches, type Timeline } from '../run.ts';
import type { ActorSpace, AssignedSlice } from './actors.ts';
import { type Budget, Shelf } from './budget.ts';
import { columnBytes, gatherColumn, type RunSource, reorder, type Slice, sliceOf } from './gather.ts';
import { KeptPresence } from './kept_presence.ts';
import { type ArrivedRows, orderRows } from './run_order.ts';

let made = 0;

export class MergedRun implements Run, RunSource {
  /** No two are the same. */
  readonly number = made++;
  readonly event: string;
  readonly rows: number;
  readonly actor: Uint32Array;
  readonly time_ms: Float64Array;
  readonly stretches: Stretches;
  readonly presence: KeptPresence;
  /** Whose numbers `actor` holds. */
  readonly actors: ActorSpace;
  readonly #slices: readonly Slice[];
  /** row -> row of the slices one after the other; null = the same. */
  readonly #order: Uint32Array | null;
  readonly #columns: Shelf<Column>;
  readonly #numbers: Shelf<Uint32Array>;
  readonly #quarters: Shelf<Quarters | null>;
  readonly #selections: Shelf<Uint32Array | null>;
  readonly #timelines: Shelf<Timeline>;

  /** Slices come in order of arrival. `checkpoint` is passed a few times a million rows. */
  constructor(
    event: string,
    assigned: readonly AssignedSlice[],
    actors: ActorSpace,
    budget: Budget,
    checkpoint: () => void,
  ) {
    this.event = event;
    this.actors = actors;
    this.#slices = assigned.map(({ slice }) => slice);
    this.rows = this.#slices.reduce((sum, slice) => sum + slice.rows, 0);
    const arrived = assigned.map(({ slice, actor }): ArrivedRows => {
      checkpoint();
      return { actor, time_ms: sliceOf(slice, slice.source.timeMs()) };
    });
    const ordered = orderRows(arrived, actors.count(), checkpoint);
    const { stretches } = ordered;
    this.actor = asSharedWords(ordered.actor);
    this.time_ms = asSharedNumbers(ordered.time_ms);
    this.stretches = { actor: asSharedWords(stretches.actor), begin: asSharedWords(stretches.begin) };
    this.#order = ordered.order;
    this.#columns = new Shelf(budget, columnBytes);
    this.#numbers = new Shelf(budget, (numbers) => numbers.byteLength);
    this.#quarters = new Shelf<Quarters | null>(budget, (quarters) => quarters?.of_row.byteLength ?? 0);
    this.#selections = new Shelf<Uint32Array | null>(budget, (rows) => rows?.byteLength ?? 0);
    this.#timelines = new Shelf<Timeline>(
      budget,
      ({ begin, run, row }) => begin.byteLength + run.byteLength + row.byteLength,
    );
    this.presence = new KeptPresence(this, budget);
  }

  /** Without the columns, which are counted one by one. */
  get bytes(): number {
    const { actor, begin } = this.stretches;
    const order_bytes = this.#order?.byteLength ?? 0;
    return this.actor.byteLength + this.time_ms.byteLength + actor.byteLength + begin.byteLength + order_bytes;
  }

  timeMs(): Float64Array {
    return this.time_ms;
  }

  get properties(): string[] {
    return [...new Set(this.#slices.flatMap(({ source }) => source.properties))];
  }

  column(property: string): Column {
    return (
      this.#columns.get(property) ?? this.#columns.put(property, gatherColumn(this.#slices, property, this.#order))
    );
  }

  quarters(): Quarters | null {
    const kept = this.#quarters.get('all');
    return kept === undefined ? this.#quarters.put('all', quartersOf(this.time_ms, this.stretches)) : kept;
  }

  selection(name: string, make: () => Uint32Array | null): Uint32Array | null {
    const kept = this.#selections.get(name);
    return kept === undefined ? this.#selections.put(name, make()) : kept;
  }

  distinct(): Uint32Array {
    return this.numbers('distinct', () => {
      const all = new Uint32Array(this.rows);
      let at = 0;
      for (const slice of this.#slices) {
        all.set(sliceOf(slice, slice.source.distinct()), at);
        at += slice.rows;
      }
      return this.#order === null ? all : reorder(all, this.#order, new Uint32Array(this.rows));
    });
  }

  /** Something else that is known per row, by a name that changes when it does. */
  numbers(name: string, make: () => Uint32Array): Uint32Array {
    return this.#numbers.get(name) ?? this.#numbers.put(name, make());
  }

  /** Of this run and others, by a name that tells which. */
  timeline(name: string, make: () => Timeline): Timeline {
    return this.#timelines.get(name) ?? this.#timelines.put(name, make());
  }

  /** Forgets what can be gathered again. */
  release(): void {
    this.#columns.clear();
    this.#numbers.clear();
    this.#quarters.clear();
    this.#selections.clear();
    this.#timelines.clear();
    this.presence.clear();
  }
}
