/**
 * Which events a project holds: sets of uuids by event and month, read from stored rows on first use. A transaction
 * adds its events as it takes them and removes them if it fails. If too many ids must be read, the transaction is told
 * to wait, because its thread serves everybody.
 */
import { UUID_BYTES } from '../../base/uuid.ts';
import { type Budget, Shelf } from '../../engine/dataset/budget.ts';
import type { PartitionFile, ProjectRows } from '../../engine/dataset/project_rows.ts';
import { TUNING } from '../../model/tuning.ts';
import type { LogChunk } from '../../store/types/store.ts';
import { ByMonth, changedKeys, filesOf, keyOf, rowsByKey } from './rows_by_month.ts';
import { addChunk, addChunkOf, addIds, emptySet, type StoredIds } from './stored_ids.ts';

/** The project's events as seen by one writing transaction. */
export interface KnownEvents {
  /**
   * True if the event is new: its (name, UTC month, uuid) is not stored and was not taken through this object before.
   * Remembers it. The uuid starts at offset `at` of `uuids`.
   */
  take(event_ord: number, time_ms: number, uuids: Uint8Array, at: number): boolean;
  /** Whether such an event is stored or was taken. Remembers nothing. */
  has(event_ord: number, time_ms: number, uuid: Uint8Array): boolean;
  /** False if ids needed to decide are not in memory. The caller must then roll back and read them (`readKnown`). */
  isSure(): boolean;
  /** To be called after the commit. */
  committed(written: Written): void;
  /** To be called if the transaction failed: its events are unknown again. */
  undo(): void;
}

/** Events of one project that a transaction wrote. */
export interface Written {
  /** The project's revision after the transaction. */
  readonly revision: number;
  /** The events taken, as chunks of the log. */
  readonly chunks: readonly LogChunk[];
}

/** Events of one event and month that a transaction took, in order. */
interface Taken {
  readonly stored: StoredIds;
  readonly uuids: Uint8Array[];
  readonly offsets: number[];
}

/** How many ids a transaction may still read. */
interface Allowance {
  ids: number;
}

/** How many ids are read per step, which takes a few milliseconds. */
const STEP_IDS = 16_384;
/** Decoding a partition up to its first id costs as much as reading this many. */
const DECODED_IDS = 8_192;

export class UuidIndex {
  #rows: ProjectRows;
  /** Keeps sets within the budget; evicts none that are held. Evicted sets leave `#stored`. */
  readonly #kept: Shelf<StoredIds>;
  /** event and month (`keyOf`) -> ids of stored rows */
  readonly #stored = new Map<number, StoredIds>();
  /** Sets in use -> the last transaction that used them, in order of transactions. */
  readonly #held = new Map<StoredIds, number>();
  /** Keys of sets that transactions lacked. */
  readonly #missed = new Set<number>();
  #transaction = 0;
  #removals = 0;
  /** How many tail chunks are counted in all of `#stored`, and that tail's epoch. */
  #chunks = 0;
  #tailEpoch = -1;
  /** Chunks up to this `seq` have their ids in all of `#stored`. */
  #seq = 0;

  constructor(rows: ProjectRows, budget: Budget) {
    this.#rows = rows;
    this.#kept = new Shelf(
      budget,
      (stored) => stored.ids.bytes(),
      ({ key }) => this.#stored.delete(key),
    );
  }

  /** To be called within a transaction, which keeps other writers out. `transaction`: the caller's count of them. */
  known(transaction: number, ids_at_most: number): KnownEvents {
    this.#transaction = transaction;
    this.#readTail();
    const used = new ByMonth<Taken>();
    const allowance = { ids: ids_at_most };
    let isSure = true;
    const miss = (key: number): void => {
      this.#missed.add(key);
      isSure = false;
    };
    const begin = (key: number): Taken => {
      const stored = this.#current(key);
      if (!this.#complete(stored, allowance)) miss(key);
      return { stored, uuids: [], offsets: [] };
    };
    const takenAt = (event_ord: number, time_ms: number): Taken => {
      const ofMonth = used.at(time_ms);
      ofMonth[event_ord] ??= begin(keyOf(event_ord, used.month));
      return ofMonth[event_ord];
    };
    return {
      has: (event_ord, time_ms, uuid) => {
        const { stored } = takenAt(event_ord, time_ms);
        if (stored.doubted_rows !== null && stored.ids.isInDoubt(uuid, 0)) miss(stored.key);
        else if (!stored.ids.add(uuid, 0)) return true;
        else stored.ids.remove(uuid, 0);
        return false;
      },
      take: (event_ord, time_ms, uuids, at) => {
        const { stored, uuids: taken, offsets } = takenAt(event_ord, time_ms);
        if (stored.doubted_rows !== null && stored.ids.isInDoubt(uuids, at)) {
          miss(stored.key);
          return true;
        }
        if (!stored.ids.add(uuids, at)) return false;
        taken.push(uuids);
        offsets.push(at);
        return true;
      },
      isSure: () => isSure,
      committed: ({ chunks }) => {
        this.#seq = chunks.at(-1)?.seq ?? this.#seq;
        for (const [, { stored, offsets }] of used.entries()) {
          if (stored.doubted_rows !== null) stored.doubted_rows += offsets.length;
          this.#hold(stored);
        }
      },
      undo: () => {
        for (const [, { stored, uuids, offsets }] of used.entries()) {
          for (const [index, at] of offsets.entries()) stored.ids.remove(uuids[index]!, at);
        }
      },
    };
  }

  /** Releases sets that many transactions, of this project or others, have not used. */
  release(transaction: number): void {
    for (const [stored, used] of this.#held) {
      if (transaction - used < TUNING.known_ids_held_transactions) return;
      if (this.#missed.has(stored.key)) continue;
      this.#held.delete(stored);
      this.#kept.release(String(stored.key));
    }
  }

  forget(): void {
    this.#held.clear();
    this.#missed.clear();
    this.#kept.clear();
  }

  /**
   * `rows` replaces the former rows after some were removed. Sets that lost rows are in doubt from now on; those that
   * also gained rows, perhaps unseen, are dropped.
   */
  follow(rows: ProjectRows): void {
    if (rows === this.#rows) return;
    this.#readTail();
    const { lost, gained } = changedKeys(this.#rows, rows);
    const isKept = (stored: StoredIds): boolean =>
      !lost.has(stored.key) || (!gained.has(stored.key) && this.#hasAll(stored, this.#unread(stored)));
    this.#keepOnly(isKept);
    this.#rows = rows;
    this.#removals++;
    // Sets with tail rows only are dropped, because they can be rebuilt from memory.
    this.#keepOnly(({ key }) => !lost.has(key) || filesOf(this.#rows, key).length > 0);
    this.#tailEpoch = -1;
    this.#readTail();
    for (const [key, stored] of this.#stored) if (lost.has(key)) this.#doubt(stored);
  }

  #keepOnly(isKept: (stored: StoredIds) => boolean): void {
    for (const stored of this.#held.keys()) if (!isKept(stored)) this.#held.delete(stored);
    this.#kept.clear(isKept);
  }

  #doubt(stored: StoredIds): void {
    stored.ids.doubt();
    stored.segment_ids.clear();
    stored.isTailSure = false;
    stored.doubted_rows = this.#rowsOf(stored);
  }

  /**
   * Preloads ids of events since `from_ms` for `known`. Yields between slices; anything may happen in between. `known`
   * reads what is still missing or has changed.
   */
  *warm(from_ms: number): Generator<void> {
    const removals = this.#removals;
    for (const event_ord of this.#rows.sealedOrds()) {
      for (const file of this.#rows.partitionsOf(event_ord, from_ms)) {
        const key = keyOf(event_ord, file.partition.month);
        // The set is kept from the start, so that new tail rows are added to it.
        const stored = this.#stored.get(key) ?? this.#keep(this.#begin(key));
        if (!stored.segment_ids.has(file.segment_id)) yield* this.#add(stored, file);
        // Stops if the set was evicted for lack of room, or if rows were removed.
        if (this.#stored.get(key) !== stored || this.#removals !== removals) return;
      }
    }
    yield* this.#warmTail();
  }

  /** Likewise the events that have unsealed rows only. */
  *#warmTail(): Generator<void> {
    const [removals, epoch] = [this.#removals, this.#rows.tailEpoch];
    const isSame = () => this.#removals === removals && this.#rows.tailEpoch === epoch;
    const keys = new Set(this.#rows.tailChunks().chunks.flatMap((chunk) => [...rowsByKey(chunk).keys()]));
    for (const key of keys) {
      const stored = emptySet(key);
      let ids = 0;
      // Chunks may be added meanwhile, so the list is looked at again after each step.
      for (let at = 0; at < this.#rows.tailChunks().chunks.length && !this.#stored.has(key); at++) {
        ids += addChunkOf(this.#rows.tailChunks().chunks[at]!, stored);
        if (ids < STEP_IDS) continue;
        ids = 0;
        yield;
        if (!isSame()) return;
      }
      this.#readTail();
      if (!this.#stored.has(key)) this.#keep(stored);
      yield;
      if (!isSame()) return;
    }
  }

  /** Reads the ids that `known` lacked, in slices like `warm`. */
  *read(): Generator<void> {
    for (const key of this.#missed) {
      while (this.#missed.has(key)) yield* this.#readSome(this.#current(key));
    }
  }

  *#readSome(stored: StoredIds): Generator<void> {
    const [file] = this.#unread(stored);
    if (!stored.isTailSure) yield* this.#addTail(stored);
    else if (file !== undefined) yield* this.#add(stored, file);
    else {
      yield* this.#settle(stored);
      this.#missed.delete(stored.key);
    }
  }

  /** Removes doubt from ids of the tail's chunks. Those of later chunks are never in doubt. */
  *#addTail(stored: StoredIds): Generator<void> {
    const removals = this.#removals;
    const one = new Map([[stored.key, stored]]);
    const { chunks } = this.#rows.tailChunks();
    for (const _ of stored.ids.refresh()) {
      yield;
      if (this.#removals !== removals) return;
    }
    let ids = 0;
    for (const chunk of chunks) {
      addIds(chunk, one);
      ids += chunk.rows;
      if (ids < STEP_IDS) continue;
      ids = 0;
      yield;
      if (this.#removals !== removals) return;
    }
    stored.isTailSure = true;
  }

  /** Adds all ids of a partition. Gives up if rows are removed meanwhile or the set is evicted. */
  *#add(stored: StoredIds, { segment_id, partition }: PartitionFile): Generator<void> {
    const removals = this.#removals;
    for (const _ of stored.ids.refresh()) {
      yield;
      if (this.#removals !== removals) return;
    }
    for (const uuids of partition.uuidPieces()) {
      for (let at = 0; at < uuids.length; at += STEP_IDS * UUID_BYTES) {
        stored.ids.addAll(uuids.subarray(at, at + STEP_IDS * UUID_BYTES));
        yield;
        if (this.#stored.get(stored.key) !== stored || this.#removals !== removals) return;
      }
    }
    stored.segment_ids.add(segment_id);
    this.#keep(stored, this.#held.has(stored));
  }

  /** Drops ids that are still in doubt, because their events are gone. */
  *#settle(stored: StoredIds): Generator<void> {
    const removals = this.#removals;
    stored.doubted_rows = null;
    for (const _ of stored.ids.settle()) {
      yield;
      if (this.#removals !== removals) return;
    }
    this.#keep(stored, true);
  }

  #current(key: number): StoredIds {
    this.#readTail();
    return this.#hold(this.#stored.get(key) ?? this.#begin(key));
  }

  /** Holds a set because the next transactions need it too. Reading it again for each would block everything else. */
  #hold(stored: StoredIds): StoredIds {
    this.#held.delete(stored);
    this.#held.set(stored, this.#transaction);
    return this.#keep(stored, true);
  }

  /** Keeps a set; to be called again when it has grown. */
  #keep(stored: StoredIds, held = false): StoredIds {
    this.#stored.set(stored.key, stored);
    return this.#kept.put(String(stored.key), stored, held);
  }

  #begin(key: number): StoredIds {
    this.#readTail();
    const stored = emptySet(key);
    for (const chunk of this.#rows.tailChunks().chunks) addChunkOf(chunk, stored);
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

  /** Reads missing ids as far as allowed. Returns false if some are still missing. */
  #complete(stored: StoredIds, allowance: Allowance): boolean {
    const unread = this.#unread(stored);
    if (unread.length === 0 && stored.doubted_rows === null) return true;
    const cost = unread.reduce((sum, { partition }) => sum + DECODED_IDS + partition.rows, stored.tailRows);
    if (cost > allowance.ids) return this.#hasAll(stored, unread);
    allowance.ids -= cost;
    if (!stored.isTailSure) for (const _ of this.#addTail(stored));
    for (const file of unread) for (const _ of this.#add(stored, file));
    for (const _ of this.#settle(stored));
    return true;
  }

  /** Whether ids of all stored rows are in the set, in doubt or not. */
  #hasAll(stored: StoredIds, unread: readonly PartitionFile[]): boolean {
    return unread.length === 0 || (stored.doubted_rows !== null && stored.doubted_rows >= this.#rowsOf(stored));
  }

  #rowsOf({ key, tailRows }: StoredIds): number {
    return filesOf(this.#rows, key).reduce((sum, { partition }) => sum + partition.rows, tailRows);
  }

  /** Files to read, after the tail was added. Rows sealed or merged since are in the set, as equal counts show. */
  #unread(stored: StoredIds): PartitionFile[] {
    const { key, ids, segment_ids } = stored;
    const unread = filesOf(this.#rows, key).filter(({ segment_id }) => !segment_ids.has(segment_id));
    // Ids are unique per event and month and all are stored, so an equal count means an equal set.
    if (unread.length === 0 || ids.size < this.#rowsOf(stored)) return unread;
    for (const { segment_id } of unread) segment_ids.add(segment_id);
    return [];
  }
}
