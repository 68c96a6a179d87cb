/** A run made of slices of several sources. Actors and times are ready; other columns are gathered on demand. */

import { must } from '../../base/assert.ts';
import { fromFlags, members } from '../../base/bitmap.ts';
import { asSharedNumbers, asSharedWords, sharedBytes } from '../../base/shared.ts';
import type { Column, NumberColumn, ScaledColumn, StoredColumn } from '../frame/column.ts';
import { packOrder, type RowOrder, rowAt, rowsAt, unpacked } from '../frame/row_order.ts';
import {
  type ActorRanges,
  EVENT_NAME,
  type Grains,
  grainsOf,
  type NamedConditions,
  type OwnCondition,
  type Run,
  rangesOf,
  type Timeline,
} from '../frame/run.ts';
import type { Team } from '../frame/team.ts';
import { inPhase, tracing } from '../frame/trace.ts';
import type { PiecesTest } from '../kernels/rows/mark_rows.ts';
import { markPassing, markRows, piecesTest, selectOrdered, testPicked, testPieces } from '../select/column_select.ts';
import { columnOfProperties } from '../select/expression/column.ts';
import type { Dictionary } from '../storage/dictionary.ts';
import type { ColumnPiece } from '../storage/table.ts';
import { decodeScaled, plainColumn } from '../wasm/decoded.ts';
import type { ActorSpace, AssignedSlice } from './actors.ts';
import { type Room, Shelf } from './budget.ts';
import {
  gatherColumn,
  lengthOf,
  reorder,
  type Slice,
  sliceOf,
  slicePieces,
  storedBytes,
  testedPieces,
  withoutOthers,
} from './gather.ts';
import { KeptPresence } from './kept_presence.ts';
import { KeptSelections } from './kept_selections.ts';
import type { Origin } from './origins.ts';
import { type ArrivedRows, type OrderedRows, orderRows } from './run_order.ts';

/** Bytes per row for actor, time, packed order, and a share of the ranges. */
const ROW_BYTES = 16;
/** Bytes per row that an order takes in addition if it is not packed. */
const ORDER_BYTES = 2;

let made = 0;

/** Rows as a run keeps them. */
type KeptRows = Omit<OrderedRows, 'order'> & { readonly order: RowOrder | null };

/** Shared by all runs of a dataset. */
export interface RunHome {
  /** Number of the question that is being answered. */
  question: number;
  readonly budget: Room;
  /** Dictionary of an event property. */
  dictionary(property: string): Dictionary;
  /** Throws once nobody waits for the answer; called a few times per million rows. */
  checkpoint(): void;
  /** Decoded copies of columns that runs keep in stored form; mostly dropped between questions. */
  readonly decoded: Shelf<NumberColumn>;
}

/** Rows of slices, one after the other: not sorted yet, or in a given order. */
type RunRows =
  | { readonly slices: readonly Slice[]; readonly arrived: readonly ArrivedRows[] }
  | { readonly slices: readonly Slice[]; readonly ordered: OrderedRows };

/** Slices come in order of arrival. */
export function runOf(event: string, assigned: readonly AssignedSlice[], actors: ActorSpace, home: RunHome): MergedRun {
  const arrived = assigned.flatMap(({ slice, actor }) => {
    home.checkpoint();
    const all = { actor, time_ms: sliceOf(slice, slice.source.timeMs()) };
    return slice.rows === slice.source.rows ? sortedParts(all, slice.source.sorted_rows) : [all];
  });
  return new MergedRun(event, { slices: assigned.map(({ slice }) => slice), arrived }, actors, home);
}

/** Splits rows into sorted sequences, which merge faster. */
function sortedParts(all: ArrivedRows, sorted_rows: readonly number[] = [all.actor.length]): ArrivedRows[] {
  let from = 0;
  return sorted_rows.map((rows) => {
    const part = { actor: all.actor.subarray(from, from + rows), time_ms: all.time_ms.subarray(from, from + rows) };
    from += rows;
    return part;
  });
}

export class MergedRun implements Run {
  /** Unique in this thread. */
  readonly number = made++;
  readonly event: string;
  readonly rows: number;
  readonly presence: KeptPresence;
  /** What the indices in `actor` refer to. */
  readonly actors: ActorSpace;
  readonly #slices: readonly Slice[];
  readonly #home: RunHome;
  /** Rows before sorting, or sorted; exactly one of the two is set. */
  #arrived: readonly ArrivedRows[] | null;
  #ordered: KeptRows | null;
  /** Calls of `computesStored`. */
  #computed = 0;
  readonly #columns: Shelf<StoredColumn>;
  readonly #numbers: Shelf<Uint32Array>;
  readonly #grains: Shelf<Grains | null>;
  readonly #selections: KeptSelections;
  /** Runs of selections that were asked for again: skipping one scan pays for the copy. */
  readonly #filtered: Shelf<MergedRun>;
  readonly #timelines: Shelf<Timeline>;

  constructor(event: string, made_of: RunRows, actors: ActorSpace, home: RunHome) {
    const { budget } = home;
    this.event = event;
    this.actors = actors;
    this.#slices = made_of.slices;
    this.#home = home;
    this.#arrived = 'arrived' in made_of ? made_of.arrived : null;
    this.#ordered = 'ordered' in made_of ? shared(made_of.ordered, null) : null;
    this.rows = this.#ordered?.actor.length ?? lengthOf(this.#slices);
    this.#columns = new Shelf(budget, storedBytes);
    this.#numbers = new Shelf(budget, (numbers) => numbers.byteLength);
    this.#grains = new Shelf<Grains | null>(budget, (grains) => grains?.of_row.byteLength ?? 0);
    this.#selections = new KeptSelections(budget);
    this.#filtered = new Shelf(
      budget,
      (run) => run.bytes,
      (run) => run.release(),
    );
    this.#timelines = new Shelf<Timeline>(
      budget,
      ({ begin, run, row }) => begin.byteLength + run.byteLength + row.byteLength,
    );
    this.presence = new KeptPresence(this, actors.count(), budget);
  }

  /** row -> actor, ascending. */
  get actor(): Uint32Array {
    return this.#inOrder().actor;
  }

  /** row -> epoch milliseconds, ascending within an actor. */
  get time_ms(): Float64Array {
    return this.#inOrder().time_ms;
  }

  get ranges(): ActorRanges {
    return this.#inOrder().ranges;
  }

  arrived(): readonly ArrivedRows[] | null {
    return this.#arrived;
  }

  /** Sorts on first use: presence does not need the order. */
  #inOrder(): KeptRows {
    if (this.#ordered !== null) return this.#ordered;
    const arrived = must(this.#arrived, 'rows that are not in order yet');
    const order = () => orderRows(arrived, this.actors.count(), () => this.#home.checkpoint());
    this.#ordered = inPhase('load', () => shared(order(), arrived));
    this.#arrived = null;
    return this.#ordered;
  }

  /** Estimate without columns, which are counted separately. */
  get bytes(): number {
    const is_plain = this.#ordered?.order instanceof Uint32Array;
    return this.rows * (ROW_BYTES + (is_plain ? ORDER_BYTES : 0));
  }

  timeMs(): Float64Array {
    return this.time_ms;
  }

  get properties(): string[] {
    return [...new Set(this.#slices.flatMap(({ source }) => source.properties))];
  }

  column(property: string): Column {
    const column = this.storedColumn(property);
    return column.kind === 'scaled' ? this.#decoded(property, column) : column;
  }

  storedColumn(property: string): StoredColumn {
    tracing()?.column(property === EVENT_NAME ? 'event' : property);
    return this.#columns.get(property) ?? this.#columns.put(property, this.#gathered(property));
  }

  /** A cached array that is made of a column. The column itself is not kept for that. */
  numbersOf(property: string, make: (column: Column) => Uint32Array): Uint32Array {
    const name = `of ${property}`;
    return this.numbers(name, () => {
      tracing()?.column(property);
      return make(plainColumn(this.#columns.get(property) ?? this.#gathered(property)));
    });
  }

  #gathered(property: string): StoredColumn {
    const gather = () => gatherColumn(this.#slices, property, this.#order(), this.#home.dictionary(property));
    return inPhase('load', gather);
  }

  /** row -> row in the slices; null = same. */
  #order(): Uint32Array | null {
    const { order } = this.#inOrder();
    return order && unpacked(order);
  }

  /** Decoded numbers take two to eight times the memory of stored ones; decoding a million takes 1 to 2 ms. */
  #decoded(property: string, column: ScaledColumn): NumberColumn {
    const name = `${this.number} ${property}`;
    const { decoded } = this.#home;
    const decode = (): NumberColumn => ({ kind: 'number', values: decodeScaled(column) });
    return decoded.get(name) ?? decoded.put(name, inPhase('load', decode));
  }

  computesStored(): boolean {
    return this.#computed++ === 0;
  }

  /** Tests values where they are stored, so a column used only by a filter is never gathered. */
  passing(all_of: readonly OwnCondition[], team: Team): Uint32Array | null {
    const { order } = this.#inOrder();
    const length = lengthOf(this.#slices);
    tracing()?.note('selected', length);
    const conditions = all_of.map((condition) => this.#tested(condition, length, team));
    const flags = roomFor(length);
    markRows(conditions, flags, team);
    if (!flags.includes(0)) return null;
    return order === null ? fromFlags(flags) : selectOrdered(order, flags, team);
  }

  /** Tests the condition on all rows of the slices. */
  #tested({ of, test, is_not }: OwnCondition, length: number, team: Team): PiecesTest {
    if (typeof of !== 'string') {
      const flags = sharedBytes(length);
      const checkpoint = () => team.checkpoint();
      markPassing(
        test,
        columnOfProperties(of, length, (property) => this.#stored(property), checkpoint),
        flags,
        team,
      );
      return piecesTest(is_not, [{ rows: length, test: { by: 'flags', flags } }]);
    }
    tracing()?.column(of);
    // Reads all slices before testing the first, as reading extends the dictionary.
    const tested = this.#slices.map((slice) => {
      team.checkpoint();
      return testedPieces(slice, of);
    });
    const stored = tested.flatMap(({ pieces, pick }) => (pick === null ? pieces : []));
    const whole = testPieces(test, stored, team);
    let next = 0;
    const all = tested.flatMap(({ pieces, pick }) => {
      if (pick !== null) return [{ rows: pick.length, test: testPicked(test, pieces, pick, team) }];
      const own = whole.slice(next, next + pieces.length);
      next += pieces.length;
      return own;
    });
    return piecesTest(is_not, all);
  }

  /** The property's column in the order of the slices; not cached. */
  #stored(property: string): StoredColumn {
    tracing()?.column(property);
    return inPhase('load', () => gatherColumn(this.#slices, property, null, this.#home.dictionary(property)));
  }

  hasText(property: string, text: string): boolean {
    const pieces = this.#slices.flatMap((slice) => slicePieces(slice, property));
    const dictionary = this.#home.dictionary(property);
    const code = dictionary.find(text);
    const has = ({ column }: ColumnPiece): boolean =>
      column?.kind === 'dictionary' && column.values === dictionary && column.codes.includes(code);
    return code !== 0 && pieces.some(has);
  }

  grains(): Grains | null {
    const kept = this.#grains.get('all');
    if (kept !== undefined) return kept;
    return this.#grains.put(
      'all',
      inPhase('load', () => grainsOf(this.time_ms, this.ranges)),
    );
  }

  selection(conditions: NamedConditions, make: (left: readonly number[]) => Uint32Array | null): Uint32Array | null {
    return this.#selections.rows(conditions, this.#home.question, make);
  }

  filtered(name: string): MergedRun | null {
    const rows = this.#selections.earlier(name, this.#home.question);
    if (rows === undefined) return null;
    const kept = rows === null ? this : this.#filtered.get(name);
    if (kept !== undefined) {
      tracing()?.note('run of a kept selection');
      return kept;
    }
    const picked = this.picked(members(rows!));
    tracing()?.note('kept selection becomes a run', picked.rows);
    return this.#filtered.put(name, picked);
  }

  /** A run of only these rows, in their order. */
  picked(rows: Uint32Array): MergedRun {
    const { actor, time_ms, order } = this.#inOrder();
    const own = reorder(actor, rows, new Uint32Array(rows.length));
    const taken = withoutOthers({
      slices: this.#slices,
      order: order === null ? rows : rowsAt(order, rows),
    });
    const ordered = {
      actor: own,
      time_ms: reorder(time_ms, rows, new Float64Array(rows.length)),
      ranges: rangesOf(own),
      order: taken.order,
    };
    return new MergedRun(this.event, { slices: taken.slices, ordered }, this.actors, this.#home);
  }

  distinct(): Uint32Array {
    return this.numbers('distinct', () => {
      const all = new Uint32Array(lengthOf(this.#slices));
      let at = 0;
      for (const slice of this.#slices) {
        all.set(sliceOf(slice, slice.source.distinct()), at);
        at += slice.rows;
      }
      const order = this.#order();
      return order === null ? all : reorder(all, order, new Uint32Array(this.rows));
    });
  }

  originOf(row: number): Origin {
    const { order } = this.#inOrder();
    let position = order === null ? row : rowAt(order, row);
    for (const { source, from, rows, pick } of this.#slices) {
      if (position < rows) {
        const there = pick === null ? from + position : pick[position]!;
        return 'originOf' in source ? source.originOf(there) : { source, row: there };
      }
      position -= rows;
    }
    throw new Error('a row of the run');
  }

  /** A cached array with one number per row. The name must change when the array does. */
  numbers(name: string, make: () => Uint32Array): Uint32Array {
    return this.#numbers.get(name) ?? this.#numbers.put(name, make());
  }

  /** Timeline of this run and others; the name identifies them. */
  timeline(name: string, make: () => Timeline): Timeline {
    const kept = this.#timelines.get(name);
    if (kept === undefined) return this.#timelines.put(name, make());
    tracing()?.note('kept timeline');
    return kept;
  }

  /** Drops everything that can be rebuilt. */
  release(): void {
    this.#columns.clear();
    this.#numbers.clear();
    this.#grains.clear();
    this.#selections.clear();
    this.#filtered.clear();
    this.#timelines.clear();
    this.presence.clear();
  }
}

/** `sources`: what was put in order; null = unknown. */
function shared({ actor, time_ms, ranges, order }: OrderedRows, sources: readonly ArrivedRows[] | null): KeptRows {
  const lengths = sources?.map((source) => source.actor.length);
  const packed = order && lengths ? packOrder(order, lengths) : order;
  return {
    actor: asSharedWords(actor),
    time_ms: asSharedNumbers(time_ms),
    ranges: { actor: asSharedWords(ranges.actor), begin: asSharedWords(ranges.begin) },
    order: packed instanceof Uint32Array ? asSharedWords(packed) : packed,
  };
}

/** Working memory of this thread, reused by each call: allocating it anew would cost as much as a pass over it. */
let room = sharedBytes(0);

/** That many bytes, not cleared. */
function roomFor(length: number): Uint8Array {
  if (room.length < length) room = sharedBytes((length + 3) & ~3);
  return room.subarray(0, length);
}
