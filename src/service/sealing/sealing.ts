/**
 * Transforms stored events: seals the log's tail into segments and merges small segments into larger ones. A step reads
 * a snapshot, encodes while others read and write, and exchanges old for new in one short transaction, so that readers
 * see every event exactly once. If the store has changed in a way that matters, the exchange is skipped and the next
 * step starts over.
 */
import { openChunk } from '../../engine/storage/chunk.ts';
import { mergeArrivals, sealChunks } from '../../engine/storage/seal.ts';
import { openSegment } from '../../engine/storage/segment.ts';
import { LIMIT } from '../../model/limit.ts';
import { TUNING } from '../../model/tuning.ts';
import type { Cleaning } from '../../store/types/erasures.ts';
import type { AnySegment, NewSegment, SegmentRow } from '../../store/types/segments.ts';
import type { LogChunk, Store } from '../../store/types/store.ts';
import { type Circumstances, erase } from './erasing.ts';
import { type Exchange, exchanging, newExchange } from './exchange.ts';
import { PersonOf } from './person_of.ts';
import { stage, unstage } from './staging.ts';

export type Scrubbed = ReturnType<Cleaning['step']>;

export class Sealing {
  readonly #store: Store;
  readonly #exchange: Exchange;
  /** Project -> identities. */
  readonly #persons = new Map<number, PersonOf>();
  /** Cleaning of the file after `#cleaningAfter` removals. */
  #cleaning: Cleaning | null = null;
  #cleaningAfter = -1;
  /** After how many removals the whole file was last cleaned. Then only the write-ahead log remains to be emptied. */
  #cleaned: number | null = null;
  /** Whether blobs that earlier threads staged and did not use are gone. */
  #isTidy = false;

  constructor(store: Store, exchange = newExchange()) {
    this.#store = store;
    this.#exchange = exchange;
  }

  /** Seals the log's oldest rows. Returns how many events were to be sealed; 0 if none. */
  seal(project_id: number): number {
    const { events } = this.#store;
    const { sealed_seq, chunks, persons, revision, erasures } = this.#store.snapshot(() => {
      const seq = events.sealedSeq(project_id);
      const read = beginOf(events.logSince(project_id, seq));
      const now = events.revision(project_id);
      const who = this.#personsAt(project_id, now);
      return { sealed_seq: seq, chunks: read, persons: who, revision: now, erasures: events.erasures(project_id) };
    });
    const last = chunks.at(-1);
    if (last === undefined) return 0;
    const segments = sealChunks(
      chunks.map(({ bytes }) => openChunk(bytes)),
      persons,
    );
    this.#exchangeFor(segments, (staged) => {
      // Another process may have sealed them meanwhile, or removed some of them.
      if (events.sealedSeq(project_id) !== sealed_seq || events.erasures(project_id) !== erasures) return false;
      events.seal(project_id, last.seq, staged, events.nextRevision(project_id));
      return true;
    });
    // Persons may take some megabytes, so they get a transaction of their own: others can write in between.
    this.#inExchange(() => this.#store.people.keepPersonOf(project_id, persons, revision));
    return chunks.reduce((sum, chunk) => sum + chunk.events, 0);
  }

  /** Merges the newest small segments. Returns false if there are too few. */
  compact(project_id: number): boolean {
    const { events } = this.#store;
    const found = this.#store.snapshot(() => {
      const group = mergeable(events.segments(project_id));
      if (group === null) return null;
      // A merge reads every piece once, so nothing is kept.
      const opened = group.map(({ id, header }) =>
        openSegment(header, { read: (name) => events.blob(id, name), kept: (_, make) => make() }),
      );
      const merged = mergeArrivals(opened, this.#personsAt(project_id, events.revision(project_id)));
      return { group, merged, erasures: events.erasures(project_id) };
    });
    if (found === null) return false;
    const { group, merged, erasures } = found;
    const ids = group.map(({ id }) => id);
    this.#exchangeFor([merged], (staged) => {
      if (events.erasures(project_id) !== erasures) return false;
      // The merged segment becomes the newest. Arrival order survives only if its group still is the newest.
      const newest = events
        .segments(project_id)
        .slice(-ids.length)
        .map(({ id }) => id);
      if (newest.join() !== ids.join()) return false;
      events.replace(project_id, ids, staged, events.nextRevision(project_id));
      return true;
    });
    return true;
  }

  /** Gives free room in the file back to the system. Returns true if there is more. */
  shrink(): boolean {
    return this.#store.shrink();
  }

  /** Does the oldest pending erasure. Returns whether there are more. */
  erase(project_id: number, circumstances: Circumstances): boolean {
    const { erasures } = this.#store;
    const [oldest] = erasures.pending(project_id);
    if (oldest !== undefined) erase(this.#store, oldest, circumstances, (run) => this.#inExchange(run));
    return erasures.pending(project_id).length > 0;
  }

  /** Does a step of overwriting unused parts of the file after erasures. `held`: a reader prevents it for now. */
  scrub(): Scrubbed {
    const { erasures } = this.#store;
    const removals = erasures.unscrubbed();
    if (removals === null) return 'done';
    if (this.#cleaned !== removals) {
      const left = this.#clean(removals);
      if (left !== 'done') return left;
      this.#cleaned = removals;
    }
    this.#store.waitForLocks(TUNING.scrub_step_ms);
    try {
      if (!erasures.emptyLog()) return 'held';
    } finally {
      this.#store.waitForLocks(LIMIT.store_busy_ms);
    }
    this.#inExchange(() => erasures.scrubbed(removals));
    return 'done';
  }

  close(): void {
    this.#cleaning?.close();
    this.#cleaning = null;
  }

  /** Does a step of cleaning the file after that many removals. Removals that come meanwhile need another round. */
  #clean(removals: number): Scrubbed {
    if (this.#cleaningAfter !== removals) {
      this.close();
      // Blobs staged by a process that died may be about people who were erased since.
      this.#unstageAll();
    }
    this.#cleaning ??= this.#store.erasures.cleaning();
    const cleaning = this.#cleaning;
    if (cleaning === null) return 'done';
    this.#cleaningAfter = removals;
    // Move most of the write-ahead log into the file first, while others can write.
    this.#store.checkpoint();
    let left: Scrubbed = 'held';
    this.#inExchange(() => {
      left = cleaning.step(TUNING.scrub_step_ms);
    });
    if (left === 'held') return left;
    cleaning.bringToDisk();
    if (left === 'done') this.close();
    return left;
  }

  /** `add` returns whether the segments are part of the project now. */
  #exchangeFor(made: readonly NewSegment[], add: (staged: readonly AnySegment[]) => boolean): void {
    // A process that was killed, or ended while it staged, left its blobs: no segment would ever name them.
    if (!this.#isTidy) this.#unstageAll();
    const inExchange = (run: () => void): void => this.#inExchange(run);
    const staged = made.map((segment) => stage(this.#store, segment, inExchange));
    let isAdded = false;
    try {
      inExchange(() => {
        isAdded = add(staged);
      });
    } finally {
      if (!isAdded) unstage(this.#store, staged, inExchange);
    }
  }

  /** Another process that stages at that moment begins its step anew. */
  #unstageAll(): void {
    this.#inExchange(() => this.#store.events.unstage(null));
    this.#isTidy = true;
  }

  /** Runs a transaction without fsync: after a power cut the step is done or not, and the events exist either way. */
  #inExchange(run: () => void): void {
    exchanging(this.#exchange, (hasLock) =>
      this.#store.transactionAhead(() => {
        hasLock();
        run();
      }),
    );
  }

  /** Call within the snapshot of that revision. Returns a view that is valid until the next call. */
  #personsAt(project_id: number, revision: number): Uint32Array {
    let persons = this.#persons.get(project_id);
    if (persons === undefined) {
      persons = new PersonOf(this.#store.people, project_id);
      this.#persons.set(project_id, persons);
    }
    return persons.current(revision);
  }
}

/** The first chunks, with about as many events as a short exchange allows. */
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
 * How many of the newest segments (the end of the list) to merge. Only the newest may be merged, because the result
 * becomes the newest and rows must keep their order of arrival. Merges as many as possible such that the largest is at
 * most twice the others together. So a row is rewritten only when its segment grows by half, and the number of segments
 * grows with the logarithm of the rows.
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
