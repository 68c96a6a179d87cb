/**
 * How stored events change their form: the log's tail becomes segments, small segments become larger ones. A step reads
 * one moment of the store, encodes while others read and write, and exchanges the one for the other in one short
 * transaction: a reader meets every event exactly once. Where the store has gone on in a way that matters, the exchange
 * is left out and the next step begins anew.
 */
import { openChunk } from '../../engine/storage/chunk.ts';
import { mergeArrivals, sealChunks } from '../../engine/storage/seal.ts';
import { openSegment } from '../../engine/storage/segment.ts';
import { TUNING } from '../../model/tuning.ts';
import type { LogChunk, SegmentRow, Store } from '../../store/types/store.ts';
import { type Exchange, exchanging, newExchange } from './exchange.ts';
import { PersonOf } from './person_of.ts';

export class Sealing {
  readonly #store: Store;
  readonly #exchange: Exchange;
  /** project -> who is who in it */
  readonly #persons = new Map<number, PersonOf>();

  constructor(store: Store, exchange = newExchange()) {
    this.#store = store;
    this.#exchange = exchange;
  }

  /** Turns the log's oldest rows into segments. How many events there were to seal, 0 where there are none. */
  seal(project_id: number): number {
    const { events } = this.#store;
    const { sealed_seq, chunks, persons, revision } = this.#store.snapshot(() => {
      const seq = events.sealedSeq(project_id);
      const read = beginOf(events.logSince(project_id, seq));
      const now = events.revision(project_id);
      return { sealed_seq: seq, chunks: read, persons: this.#personsAt(project_id, now), revision: now };
    });
    const last = chunks.at(-1);
    if (last === undefined) return 0;
    const segments = sealChunks(
      chunks.map(({ bytes }) => openChunk(bytes)),
      persons,
    );
    this.#inExchange(() => {
      // Another process may have sealed them meanwhile.
      if (events.sealedSeq(project_id) !== sealed_seq) return;
      events.seal(project_id, last.seq, segments, events.nextRevision(project_id));
    });
    // Apart, as it may be some megabytes: others can write in between.
    this.#inExchange(() => this.#store.people.keepPersonOf(project_id, persons, revision));
    return chunks.reduce((sum, chunk) => sum + chunk.events, 0);
  }

  /** Merges the newest small segments; false when there are not enough of them. */
  compact(project_id: number): boolean {
    const { events } = this.#store;
    const found = this.#store.snapshot(() => {
      const group = mergeable(events.segments(project_id));
      if (group === null) return null;
      // Every piece is read once.
      const opened = group.map(({ id, header }) =>
        openSegment(header, { read: (name) => events.blob(id, name), kept: (_, make) => make() }),
      );
      return { group, merged: mergeArrivals(opened, this.#personsAt(project_id, events.revision(project_id))) };
    });
    if (found === null) return false;
    const { group, merged } = found;
    const ids = group.map(({ id }) => id);
    this.#inExchange(() => {
      // The merged one becomes the newest: rows keep their order of arrival only where the group still is.
      const newest = events
        .segments(project_id)
        .slice(-ids.length)
        .map(({ id }) => id);
      if (newest.join() === ids.join()) events.replace(project_id, ids, [merged], events.nextRevision(project_id));
    });
    return true;
  }

  /** Gives free room in the file back; whether there is more. */
  shrink(): boolean {
    return this.#store.shrink();
  }

  /** Nobody waits for the disk: after a power loss the step is done or not, and the events are there either way. */
  #inExchange(run: () => void): void {
    exchanging(this.#exchange, (hasLock) =>
      this.#store.transactionAhead(() => {
        hasLock();
        run();
      }),
    );
  }

  /** Within the snapshot of that revision. A view: it holds until the next call. */
  #personsAt(project_id: number, revision: number): Uint32Array {
    let persons = this.#persons.get(project_id);
    if (persons === undefined) {
      persons = new PersonOf(this.#store.people, project_id);
      this.#persons.set(project_id, persons);
    }
    return persons.current(revision);
  }
}

/** Whole chunks from the beginning, up to about so many events that the exchange is short. */
function beginOf(chunks: readonly LogChunk[]): readonly LogChunk[] {
  let events = 0;
  let end = 0;
  for (; end < chunks.length && events < TUNING.seal_events; end++) events += chunks[end]!.events;
  return chunks.slice(0, end);
}

/** `segments` in order of arrival. */
function mergeable(segments: readonly SegmentRow[]): readonly SegmentRow[] | null {
  const newest = segments.slice(segments.length - mergeableCount(segments.map(({ rows }) => rows)));
  return newest.length >= TUNING.compact_segments ? newest : null;
}

/**
 * How many of the newest segments (last in the list) to merge. Only the end of the list, as the merged one becomes the
 * newest and rows keep their order of arrival. As many as can be, of which the largest one is at most twice the others
 * together: so each row is written again only when what it lies in grows by half, and the list stays logarithmic.
 */
export function mergeableCount(rows: readonly number[]): number {
  let count = 1;
  let total = 0;
  let largest = 0;
  for (const [at, size] of rows.toReversed().entries()) {
    total += size;
    if (total > TUNING.compact_rows) break;
    largest = Math.max(largest, size);
    if (largest <= (total - largest) * 2) count = at + 1;
  }
  return count;
}
