/** Which events a project holds: sets of uuids by event and month, made from the stored rows when first needed. */
import { monthOf, monthStart } from '../base/time.ts';
import { type Budget, Shelf } from '../engine/dataset/budget.ts';
import type { ProjectRows } from '../engine/dataset/project_rows.ts';
import type { EventTable } from '../engine/storage/table.ts';
import { UuidSet } from '../engine/storage/uuids.ts';

/** The events of a project as one writing transaction sees them. */
export interface KnownEvents {
  /**
   * True when the event is new: neither stored (tail or sealed) under this name, UTC month and uuid, nor taken before
   * through this object. Remembers it for as long as this object lives.
   */
  take(event_ord: number, time_ms: number, uuid: Uint8Array): boolean;
}

/** Ids of one event and month, and what they were taken from. Ids are never taken out: stored events stay. */
interface StoredIds {
  readonly ids: UuidSet;
  readonly segment_ids: Set<number>;
  /** The table its tail rows came from: another one after each sealing. */
  table: EventTable | null;
  /** Rows of that table that are in. */
  tailRows: number;
}

const UUID_BYTES = 16;
const MONTHS = 2 ** 20;

export class UuidIndex {
  readonly #rows: ProjectRows;
  readonly #kept: Shelf<StoredIds>;

  constructor(rows: ProjectRows, budget: Budget) {
    this.#rows = rows;
    this.#kept = new Shelf(budget, (stored) => stored.ids.bytes());
  }

  /** As of now; the caller's transaction keeps others from writing. */
  known(): KnownEvents {
    // event and month -> ids stored, and ids taken through this object
    const stored = new Map<number, UuidSet>();
    const taken = new Map<number, UuidSet>();
    let month = -1;
    let month_from_ms = 0;
    let month_until_ms = 0;
    return {
      take: (event_ord, time_ms, uuid) => {
        if (time_ms < month_from_ms || time_ms >= month_until_ms) {
          month = monthOf(time_ms);
          month_from_ms = monthStart(month);
          month_until_ms = monthStart(month + 1);
        }
        const key = event_ord * MONTHS + month;
        let ids = stored.get(key);
        if (ids === undefined) {
          ids = this.#idsOf(event_ord, month);
          stored.set(key, ids);
          taken.set(key, new UuidSet());
        }
        return !ids.has(uuid, 0) && taken.get(key)!.add(uuid, 0);
      },
    };
  }

  #idsOf(event_ord: number, month: number): UuidSet {
    const name = `${event_ord}:${month}`;
    const stored = this.#kept.get(name) ?? { ids: new UuidSet(), segment_ids: new Set(), table: null, tailRows: 0 };
    const before = stored.ids.bytes();
    this.#addSegments(stored, event_ord, month);
    this.#addTail(stored, event_ord, month);
    // Sets that hold nothing cost nothing to make again.
    if (stored.ids.size > 0 && (stored.ids.bytes() !== before || this.#kept.get(name) === undefined)) {
      this.#kept.put(name, stored);
    }
    return stored.ids;
  }

  #addSegments({ ids, segment_ids }: StoredIds, event_ord: number, month: number): void {
    for (const file of this.#rows.segmentsOf(event_ord, monthStart(month), monthStart(month + 1))) {
      if (segment_ids.has(file.info.id)) continue;
      ids.addAll(file.open().uuids());
      segment_ids.add(file.info.id);
    }
  }

  #addTail(stored: StoredIds, event_ord: number, month: number): void {
    const table = this.#rows.tails().get(event_ord) ?? null;
    if (stored.table !== table) {
      stored.table = table;
      stored.tailRows = 0;
    }
    if (table === null) return;
    const uuids = table.uuids();
    const times_ms = table.timeMs();
    const from_ms = monthStart(month);
    const until_ms = monthStart(month + 1);
    for (let row = stored.tailRows; row < table.rows; row++) {
      const at_ms = times_ms[row]!;
      if (at_ms >= from_ms && at_ms < until_ms) stored.ids.add(uuids, row * UUID_BYTES);
    }
    stored.tailRows = table.rows;
  }
}
