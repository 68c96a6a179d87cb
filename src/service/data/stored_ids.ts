/** Sets of the ids of stored events, one per event and month. */
import { UUID_BYTES } from '../../base/uuid.ts';
import type { Chunk } from '../../engine/storage/chunk.ts';
import { UuidSet } from '../../engine/storage/uuids.ts';
import { ByMonth, keyOf, rowsByKey } from './rows_by_month.ts';

/**
 * Ids of one event and month. A removal puts them in doubt. An id that is missing is still new for sure; an id that is
 * present may belong to a removed event, until all ids are read again.
 */
export interface StoredIds {
  readonly key: number;
  readonly ids: UuidSet;
  /** Segments whose ids are all in the set, without doubt. */
  readonly segment_ids: Set<number>;
  /** How many tail rows have their ids in the set. */
  tailRows: number;
  /** null if no id is in doubt; otherwise how many stored rows have their ids in the set, in doubt or not. */
  doubted_rows: number | null;
  /** Whether no id of the tail is in doubt. */
  isTailSure: boolean;
}

/** Of an event and month without rows. */
export function emptySet(key: number): StoredIds {
  return {
    key,
    ids: new UuidSet(),
    segment_ids: new Set(),
    tailRows: 0,
    doubted_rows: null,
    isTailSure: true,
  };
}

/** Adds a chunk's ids to one set. Returns how many rows it went through. */
export function addChunkOf(chunk: Chunk, stored: StoredIds): number {
  if (!rowsByKey(chunk).has(stored.key)) return 0;
  addChunk(chunk, new Map([[stored.key, stored]]), false);
  return chunk.rows;
}

/** Adds a chunk's ids to existing sets of their event and month. If `isIn`, they are in them and only counted. */
export function addChunk(chunk: Chunk, stored: ReadonlyMap<number, StoredIds>, isIn: boolean): void {
  let isAsked = false;
  for (const [key, rows] of rowsByKey(chunk)) {
    const into = stored.get(key);
    if (into === undefined) continue;
    into.tailRows += rows;
    if (into.doubted_rows !== null && !isIn) into.doubted_rows += rows;
    isAsked = true;
  }
  if (!isIn && isAsked) addIds(chunk, stored);
}

/** Adds a chunk's ids to the sets of their event and month that exist. */
export function addIds({ event_ord, time_ms, uuids, rows }: Chunk, stored: ReadonlyMap<number, StoredIds>): void {
  const months = new ByMonth<UuidSet | null>();
  for (let row = 0; row < rows; row++) {
    const event = event_ord[row]!;
    const ofMonth = months.at(time_ms[row]!);
    ofMonth[event] ??= stored.get(keyOf(event, months.month))?.ids ?? null;
    ofMonth[event]?.add(uuids, row * UUID_BYTES);
  }
}
