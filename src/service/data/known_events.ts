/**
 * Which events a project holds: sets of uuids by event and month, read from stored rows on first use. A transaction's
 * events are added as they are taken, and leave again if it fails.
 */
import { monthOf, monthStart } from '../../base/time.ts';
import { type Budget, Shelf } from '../../engine/dataset/budget.ts';
import type { ProjectRows } from '../../engine/dataset/project_rows.ts';
import type { Chunk } from '../../engine/storage/chunk.ts';
import { UuidSet } from '../../engine/storage/uuids.ts';
import { TUNING } from '../../model/tuning.ts';
import type { LogChunk } from '../../store/types/store.ts';

/** The project's events as seen by one writing transaction. */
export interface KnownEvents {
  /**
   * True if the event is new: its (name, UTC month, uuid) is neither stored nor taken before through this object.
   * Remembers it. The uuid starts at offset `at` of `uuids`.
   */
  take(event_ord: number, time_ms: number, uuids: Uint8Array, at: number): boolean;
  /** Call after the commit. */
  committed(written: Written): void;
  /** Call instead if the transaction failed: its events are unknown again. */
  undo(): void;
}

/** What a transaction wrote of a project's events. */
export interface Written {
  /** The project's revision after it. */
  readonly revision: number;
  /** The events taken, as the log has them. */
  readonly chunks: readonly LogChunk[];
}

/** Ids of one event and month. Only grows: stored events stay. */
interface StoredIds {
  readonly key: number;
  readonly ids: UuidSet;
  /** Sealed partitions whose ids are in. */
  readonly partition_ids: Set<number>;
  /** Number of rows in the tail whose ids are in. */
  tailRows: number;
}

/** What a transaction took of one event and month, in order. */
interface Taken {
  readonly stored: StoredIds;
  readonly uuids: Uint8Array[];
  readonly offsets: number[];
}

const UUID_BYTES = 16;
const MONTHS = 2 ** 20;
/** Ids per step of `warm`: a few milliseconds. */
const WARMED_IDS = 32_768;

export class UuidIndex {
  readonly #rows: ProjectRows;
  /** Evicts within the budget, but never sets in use; evicted ones leave `#stored`. */
  readonly #kept: Shelf<StoredIds>;
  /** event and month (`keyOf`) -> what is stored */
  readonly #stored = new Map<number, StoredIds>();
  /** Sets in use -> the last transaction that used them, in that order. */
  readonly #held = new Map<StoredIds, number>();
  #transaction = 0;
  /** Number of tail chunks counted in all of `#stored`, and the epoch of that tail. */
  #chunks = 0;
  #tailEpoch = -1;
  /** Sequence up to which chunks' ids are in all of `#stored`. */
  #seq = 0;

  constructor(rows: ProjectRows, budget: Budget) {
    this.#rows = rows;
    this.#kept = new Shelf(
      budget,
      (stored) => stored.ids.bytes(),
      ({ key }) => this.#stored.delete(key),
    );
  }

  /** `transaction`: its number, counted by the caller. It keeps other writers out. */
  known(transaction: number): KnownEvents {
    this.#transaction = transaction;
    this.#readTail();
    const used = new ByMonth<Taken>();
    return {
      take: (event_ord, time_ms, uuids, at) => {
        const ofMonth = used.at(time_ms);
        ofMonth[event_ord] ??= { stored: this.#current(event_ord * MONTHS + used.month), uuids: [], offsets: [] };
        const taken = ofMonth[event_ord];
        if (!taken.stored.ids.add(uuids, at)) return false;
        taken.uuids.push(uuids);
        taken.offsets.push(at);
        return true;
      },
      committed: ({ chunks }) => {
        this.#seq = chunks.at(-1)?.seq ?? this.#seq;
        for (const [, { stored }] of used.entries()) this.#hold(stored);
      },
      undo: () => {
        for (const [, { stored, uuids, offsets }] of used.entries()) {
          for (const [index, at] of offsets.entries()) stored.ids.remove(uuids[index]!, at);
        }
      },
    };
  }

  /** Sets that many transactions, of this project or others, have not used may leave. */
  release(transaction: number): void {
    for (const [stored, used] of this.#held) {
      if (transaction - used < TUNING.known_ids_held_transactions) return;
      this.#held.delete(stored);
      this.#kept.release(String(stored.key));
    }
  }

  forget(): void {
    this.#held.clear();
    this.#kept.clear();
  }

  /**
   * Preloads ids of events since `from_ms` for `known`, yielding between slices; anything may happen in between.
   * `known` reads what was left out or has changed.
   */
  *warm(from_ms: number): Generator<void> {
    for (const event_ord of this.#rows.sealedOrds()) {
      for (const { id, partition } of this.#rows.partitionsOf(event_ord, from_ms)) {
        const key = event_ord * MONTHS + partition.month;
        // Shelved from the start, so that new tail rows are added to it.
        const stored = this.#stored.get(key) ?? this.#keep(this.#begin(key));
        if (stored.partition_ids.has(id)) continue;
        const uuids = partition.uuids();
        for (let at = 0; at < uuids.length; at += WARMED_IDS * UUID_BYTES) {
          stored.ids.addAll(uuids.subarray(at, at + WARMED_IDS * UUID_BYTES));
          yield;
        }
        // Evicted meanwhile: no room.
        if (this.#stored.get(key) !== stored) return;
        stored.partition_ids.add(id);
        this.#keep(stored);
      }
    }
  }

  #current(key: number): StoredIds {
    const stored = this.#stored.get(key) ?? this.#begin(key);
    this.#addSegments(key, stored);
    return this.#hold(stored);
  }

  /** The next transactions need the same sets: reading them anew for each would stop all else. */
  #hold(stored: StoredIds): StoredIds {
    this.#held.delete(stored);
    this.#held.set(stored, this.#transaction);
    return this.#keep(stored, true);
  }

  /** Call again once it has grown. */
  #keep(stored: StoredIds, held = false): StoredIds {
    this.#stored.set(stored.key, stored);
    return this.#kept.put(String(stored.key), stored, held);
  }

  #begin(key: number): StoredIds {
    this.#readTail();
    const stored: StoredIds = { key, ids: new UuidSet(), partition_ids: new Set(), tailRows: 0 };
    const one = new Map([[key, stored]]);
    for (const chunk of this.#rows.tailChunks().chunks) if (rowsByKey(chunk).has(key)) addChunk(chunk, one, false);
    return stored;
  }

  #readTail(): void {
    const { chunks, seqs } = this.#rows.tailChunks();
    if (this.#tailEpoch !== this.#rows.tailEpoch) {
      this.#tailEpoch = this.#rows.tailEpoch;
      this.#chunks = 0;
      for (const stored of this.#stored.values()) stored.tailRows = 0;
    }
    for (; this.#chunks < chunks.length; this.#chunks++) {
      const seq = seqs[this.#chunks]!;
      addChunk(chunks[this.#chunks]!, this.#stored, seq <= this.#seq);
      this.#seq = Math.max(this.#seq, seq);
    }
  }

  /** Call after the tail was added. Rows sealed or merged since then are already in, which the counts tell. */
  #addSegments(key: number, { ids, partition_ids, tailRows }: StoredIds): void {
    const month = key % MONTHS;
    const files = this.#rows.partitionsOf(Math.floor(key / MONTHS), monthStart(month), monthStart(month + 1));
    const rows = files.reduce((sum, { partition }) => sum + partition.rows, tailRows);
    for (const { id, partition } of files) {
      if (partition_ids.has(id)) continue;
      // Ids are unique per event and month and all are stored, so an equal count means an equal set.
      if (ids.size < rows) ids.addAll(partition.uuids());
      partition_ids.add(id);
    }
  }
}

/** Adds a chunk's ids to the existing sets of their event and month; only counts them if they are in already. */
function addChunk(chunk: Chunk, stored: ReadonlyMap<number, StoredIds>, isIn: boolean): void {
  let isAsked = false;
  for (const [key, rows] of rowsByKey(chunk)) {
    const into = stored.get(key);
    if (into === undefined) continue;
    into.tailRows += rows;
    isAsked = true;
  }
  if (isIn || !isAsked) return;
  const { event_ord, time_ms, uuids } = chunk;
  const months = new ByMonth<UuidSet | null>();
  for (let row = 0; row < chunk.rows; row++) {
    const event = event_ord[row]!;
    const ofMonth = months.at(time_ms[row]!);
    ofMonth[event] ??= stored.get(event * MONTHS + months.month)?.ids ?? null;
    ofMonth[event]?.add(uuids, row * UUID_BYTES);
  }
}

/** chunk -> event and month -> row count. Cached, since each sealing asks again for all remaining chunks. */
const COUNTED = new WeakMap<Chunk, ReadonlyMap<number, number>>();

function rowsByKey(chunk: Chunk): ReadonlyMap<number, number> {
  const counted = COUNTED.get(chunk);
  if (counted !== undefined) return counted;
  const counts = new ByMonth<number>();
  for (let row = 0; row < chunk.rows; row++) {
    const event = chunk.event_ord[row]!;
    const ofMonth = counts.at(chunk.time_ms[row]!);
    ofMonth[event] = (ofMonth[event] ?? 0) + 1;
  }
  const byKey = new Map(counts.entries());
  COUNTED.set(chunk, byKey);
  return byKey;
}

/** Something of each event and month. Uses the calendar only when the month changes. */
class ByMonth<T> {
  /** month -> event number -> of that. */
  readonly #months = new Map<number, (T | undefined)[]>();
  #current: (T | undefined)[] = [];
  #from_ms = 0;
  #until_ms = 0;
  /** Of the time that was asked for last. */
  month = -1;

  /** event number -> of that, in the month of that time. */
  at(time_ms: number): (T | undefined)[] {
    if (time_ms >= this.#from_ms && time_ms < this.#until_ms) return this.#current;
    this.month = monthOf(time_ms);
    this.#from_ms = monthStart(this.month);
    this.#until_ms = monthStart(this.month + 1);
    this.#current = this.#months.get(this.month) ?? [];
    this.#months.set(this.month, this.#current);
    return this.#current;
  }

  /** With the number for event and month. */
  *entries(): Generator<[key: number, T]> {
    for (const [month, ofMonth] of this.#months) {
      for (const [event_ord, one] of Object.entries(ofMonth)) {
        if (one !== undefined) yield [Number(event_ord) * MONTHS + month, one];
      }
    }
  }
}
