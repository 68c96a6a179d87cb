/**
 * Which events a project holds: sets of uuids by event and month, made from the stored rows when first needed. What a
 * transaction takes goes into the same sets at once; where it comes to nothing, the sets are made anew.
 */
import { assert } from '../../base/assert.ts';
import { monthOf, monthStart } from '../../base/time.ts';
import { type Budget, Shelf } from '../../engine/dataset/budget.ts';
import type { ProjectRows } from '../../engine/dataset/project_rows.ts';
import type { Chunk } from '../../engine/storage/chunk.ts';
import { UuidSet } from '../../engine/storage/uuids.ts';
import type { LogChunk } from '../../store/types/store.ts';

/** The events of a project as one writing transaction sees them. */
export interface KnownEvents {
  /**
   * True when the event is new: neither stored (tail or sealed) under this name, UTC month and uuid, nor taken before
   * through this object. Remembers it for as long as this object lives. The uuid begins at that place of `uuids`.
   */
  take(event_ord: number, time_ms: number, uuids: Uint8Array, at: number): boolean;
  /** The transaction has been committed. */
  committed(written: Written): void;
}

/** What a transaction has written of a project's events. */
export interface Written {
  /** The project's revision since. */
  readonly revision: number;
  /** The events taken, as the log has them. */
  readonly chunks: readonly LogChunk[];
}

/** Ids of one event and month. They are never taken out: stored events stay. */
interface StoredIds {
  readonly key: number;
  readonly ids: UuidSet;
  /** Portions of segments whose ids are in. */
  readonly partition_ids: Set<number>;
  /** How many rows of the tail belong here; their ids are in. */
  tailRows: number;
}

const UUID_BYTES = 16;
const MONTHS = 2 ** 20;
/** Added at a step of `warm`: a few milliseconds. */
const WARMED_IDS = 32_768;

export class UuidIndex {
  readonly #rows: ProjectRows;
  /** For as long as they fit: what is forgotten here leaves `#stored`. */
  readonly #kept: Shelf<StoredIds>;
  /** event and month (`keyOf`) -> what is stored */
  readonly #stored = new Map<number, StoredIds>();
  /** Chunks of the tail that are counted in all of `#stored`, and which tail it is. */
  #chunks = 0;
  #tailEpoch = -1;
  /** Ids of chunks up to this number are in all of `#stored`. */
  #seq = 0;
  /** The sets that a transaction has looked into which is not known to be committed. */
  #open: ReadonlyMap<number, StoredIds> | null = null;

  constructor(rows: ProjectRows, budget: Budget) {
    this.#rows = rows;
    this.#kept = new Shelf(
      budget,
      (stored) => stored.ids.bytes(),
      ({ key }) => this.#stored.delete(key),
    );
  }

  /** As of now; the caller's transaction keeps others from writing. */
  known(): KnownEvents {
    this.#forgetOpen();
    this.#readTail();
    // event and month -> ids stored, and those taken through this object
    const used = new Map<number, StoredIds>();
    const keyOf = monthKeys();
    this.#open = used;
    return {
      take: (event_ord, time_ms, uuids, at) => {
        const key = keyOf(event_ord, time_ms);
        let stored = used.get(key);
        if (stored === undefined) {
          stored = this.#current(key);
          used.set(key, stored);
        }
        return stored.ids.add(uuids, at);
      },
      committed: ({ chunks }) => {
        assert(this.#open === used, 'one transaction after the other');
        this.#open = null;
        this.#seq = chunks.at(-1)?.seq ?? this.#seq;
        // Those that have grown are counted anew.
        for (const stored of used.values()) this.#keep(stored);
      },
    };
  }

  /**
   * Reads the ids of events from that time on, so that `known` finds them there: a part at each step, and others may do
   * what they like between two. Whatever is left out or changes meanwhile, `known` reads itself.
   */
  *warm(from_ms: number): Generator<void> {
    for (const event_ord of this.#rows.sealedOrds()) {
      for (const { id, partition } of this.#rows.partitionsOf(event_ord, from_ms)) {
        const key = event_ord * MONTHS + partition.month;
        // Kept from the beginning: what comes into the tail meanwhile is added to it.
        const stored = this.#stored.get(key) ?? this.#keep(this.#begin(key));
        if (stored.partition_ids.has(id)) continue;
        const uuids = partition.uuids();
        for (let at = 0; at < uuids.length; at += WARMED_IDS * UUID_BYTES) {
          stored.ids.addAll(uuids.subarray(at, at + WARMED_IDS * UUID_BYTES));
          yield;
        }
        // Or there was no room for it.
        if (this.#stored.get(key) !== stored) return;
        stored.partition_ids.add(id);
        this.#keep(stored);
      }
    }
  }

  #forgetOpen(): void {
    const open = this.#open;
    if (open !== null) this.#kept.clear(({ key }) => !open.has(key));
    this.#open = null;
  }

  #current(key: number): StoredIds {
    const stored = this.#stored.get(key) ?? this.#begin(key);
    this.#addSegments(key, stored);
    return stored;
  }

  #keep(stored: StoredIds): StoredIds {
    this.#stored.set(stored.key, stored);
    return this.#kept.put(String(stored.key), stored);
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

  /** After the tail: rows that were sealed or merged since are in already, which their number tells. */
  #addSegments(key: number, { ids, partition_ids, tailRows }: StoredIds): void {
    const month = key % MONTHS;
    const files = this.#rows.partitionsOf(Math.floor(key / MONTHS), monthStart(month), monthStart(month + 1));
    const rows = files.reduce((sum, { partition }) => sum + partition.rows, tailRows);
    for (const { id, partition } of files) {
      if (partition_ids.has(id)) continue;
      // Ids are unique within an event and month, and none is here that is not stored: as many are all of them.
      if (ids.size < rows) ids.addAll(partition.uuids());
      partition_ids.add(id);
    }
  }
}

/** Ids of a chunk into the sets there are of their event and month; only counted where they are in already. */
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
  const keyOf = monthKeys();
  for (let row = 0; row < chunk.rows; row++) {
    stored.get(keyOf(event_ord[row]!, time_ms[row]!))?.ids.add(uuids, row * UUID_BYTES);
  }
}

/** chunk -> event and month -> how many of its rows. Each sealing asks anew for all that are left. */
const COUNTED = new WeakMap<Chunk, ReadonlyMap<number, number>>();

function rowsByKey(chunk: Chunk): ReadonlyMap<number, number> {
  const counted = COUNTED.get(chunk);
  if (counted !== undefined) return counted;
  const counts = new Map<number, number>();
  const keyOf = monthKeys();
  for (let row = 0; row < chunk.rows; row++) {
    const key = keyOf(chunk.event_ord[row]!, chunk.time_ms[row]!);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  COUNTED.set(chunk, counts);
  return counts;
}

/** event and time -> a number for the event and month. The calendar is asked only where the month is another one. */
function monthKeys(): (event_ord: number, time_ms: number) => number {
  let month = -1;
  let from_ms = 0;
  let until_ms = 0;
  return (event_ord, time_ms) => {
    if (time_ms < from_ms || time_ms >= until_ms) {
      month = monthOf(time_ms);
      from_ms = monthStart(month);
      until_ms = monthStart(month + 1);
    }
    return event_ord * MONTHS + month;
  };
}
