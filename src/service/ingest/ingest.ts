/**
 * The ingest door. Callers put events into one queue. A few milliseconds later one transaction takes all of them, so
 * that many small requests share one fsync. Callers are answered once that transaction is on disk.
 */
import type { Log } from '../../base/log.ts';
import { ServiceError } from '../../model/error.ts';
import { LIMIT } from '../../model/limit.ts';
import type { Project } from '../../model/saved/project.ts';
import { TUNING } from '../../model/tuning.ts';
import { isLocked } from '../../store/file/failure.ts';
import type { Store } from '../../store/types/store.ts';
import type { Datasets } from '../data/datasets.ts';
import { untilFree } from '../data/writing.ts';
import type { IncomingEvent } from '../identity/incoming.ts';
import type { Events } from '../remote/events.ts';
import { Upkeep } from '../sealing/upkeep.ts';
import type { StartThread } from '../threads/start.ts';
import { Backlog } from './backlog.ts';
import { batchesOf, type CallerEvents, inBatches } from './event_batch.ts';
import { ReadingAhead } from './reading_ahead.ts';
import type { Refusals } from './refusals.ts';
import type { ImportResult, Ingest, IngestItem, IngestResult } from './types.ts';
import { checkedBytes, checkedNames } from './weigh.ts';
import { IdsUnread, type ImportedBatch, ProjectWriter } from './writer.ts';

export interface IngestParts {
  readonly store: Store;
  readonly datasets: Datasets;
  readonly log: Log;
  /** Whether capturing has priority over upkeep. False for imports, which wait for both. */
  readonly gives_way: boolean;
  readonly startThread: StartThread;
  readonly events: Events;
  readonly refusals: Refusals;
  now(): number;
  randomBytes(bytes: number): Uint8Array;
}

export function openIngest(parts: IngestParts): Ingest {
  const ahead = new ReadingAhead(parts);
  const queue = new CommitQueue(parts, ahead);
  return {
    admit: () => queue.admit(),
    capture: async (project, events) => {
      await ahead.warmed(project);
      return queue.add(project, events);
    },
    importItems: (project, items) => sumOf(queue.import(project, wholeBatches(items), TUNING.tail_events, null)),
    // More of the file follows, so segments are sealed at full size. Smaller ones would have to be merged later.
    importBatch: (project, items, chunks, import_id) =>
      queue.import(project, [{ items, chunks }], TUNING.seal_events, import_id),
    settle: (project, events) => queue.settle(project, events),
    erase: (project) => queue.erase(project),
    scrub: () => queue.scrub(),
    longestExchange: () => queue.longestExchange(),
    flush: () => queue.flush(),
    close: () => queue.close(),
  };
}

/** Queued events of one caller. */
interface Waiting {
  readonly project: Project;
  /** Many become batches before they are committed. */
  events: CallerEvents;
  readonly bytes: number;
  /** How many distinct property names the events have. */
  readonly names: number;
  /** Until when another process may keep them from being written. */
  readonly until_ms: number;
  resolve(result: IngestResult): void;
  reject(error: unknown): void;
}

const NOTHING: IngestResult = { taken: 0, duplicates: 0 };

class CommitQueue {
  readonly #parts: IngestParts;
  readonly #ahead: ReadingAhead;
  readonly #upkeep: Upkeep;
  readonly #writers = new Map<number, ProjectWriter>();
  /** Group types without room that were told, each with its project. */
  readonly #warned = new Set<string>();
  #waiting: Waiting[] = [];
  /** Callers whose events wait until ids are read or batches are made -> resolves once they do not. */
  readonly #postponed = new Map<Waiting, Promise<void>>();
  /** Bytes of all waiting events, postponed ones included. */
  #bytes = 0;
  readonly #backlog = new Backlog();
  #timer: NodeJS.Timeout | null = null;

  constructor(parts: IngestParts, ahead: ReadingAhead) {
    this.#parts = parts;
    this.#ahead = ahead;
    this.#upkeep = new Upkeep(parts);
  }

  #postpone(one: Waiting, ready: Promise<void>): void {
    this.#bytes += one.bytes;
    const resumed = ready.then(
      () => this.#resume(one),
      (error: unknown) => {
        this.#parts.log.error({ err: error, events: one.events.length }, 'events were not stored');
        if (!this.#postponed.delete(one)) return;
        this.#bytes -= one.bytes;
        one.reject(error);
      },
    );
    this.#postponed.set(one, resumed);
  }

  async #makeBatches(one: Waiting, events: readonly IncomingEvent[]): Promise<void> {
    one.events = await inBatches(events);
  }

  #resume(one: Waiting): void {
    if (this.#postponed.delete(one)) this.#enqueue(one, 0);
  }

  /** @throws ServiceError busy, read_only */
  admit(): void {
    const refusal = this.#parts.store.refusal();
    if (refusal !== null) throw refusal;
    if (this.#backlog.isTooLong) throw tooMuch();
  }

  /** @throws ServiceError busy, read_only, too_large */
  add(project: Project, events: readonly IncomingEvent[]): Promise<IngestResult> {
    if (events.length === 0) return Promise.resolve(NOTHING);
    this.admit();
    const names = checkedNames(events);
    const bytes = events.reduce((sum, event) => sum + checkedBytes(event), 0);
    // An empty queue accepts a request of any allowed size.
    if (this.#bytes > 0 && this.#bytes + bytes > LIMIT.commit_queue_bytes) {
      throw tooMuch();
    }
    return new Promise((resolve, reject) => {
      const until_ms = performance.now() + LIMIT.store_busy_ms;
      const one = { project, events, bytes, names, until_ms, resolve, reject };
      if (bytes > TUNING.batch_ahead_bytes) this.#postpone(one, this.#makeBatches(one, events));
      else {
        this.#bytes += bytes;
        this.#enqueue(one, TUNING.commit_window_ms);
      }
    });
  }

  #enqueue(one: Waiting, window_ms: number): void {
    this.#backlog.add(one.events.length);
    this.#waiting.push(one);
    this.#timer ??= setTimeout(() => void this.#commitOutsideExchange(), window_ms);
  }

  import(
    project: Project,
    batches: Iterable<ImportedBatch>,
    seal_from: number,
    import_id: number | null,
  ): ImportResult[] {
    const { results, logged } = this.#transaction(() => this.#writer(project).import(batches, import_id));
    this.#upkeep.logGrew(project.id, logged, seal_from);
    return [...results];
  }

  async settle(project: Project, events: number): Promise<void> {
    await this.#upkeep.settle(project.id, events);
    if (events === 0) await this.#parts.store.durable();
  }

  erase(project: Project): Promise<void> {
    return this.#upkeep.erase(project.id);
  }

  scrub(): Promise<boolean> {
    return this.#upkeep.scrub();
  }

  async flush(): Promise<void> {
    for (;;) {
      while (this.#waiting.length > 0) this.#commit();
      if (this.#postponed.size === 0) return this.#parts.store.durable();
      await Promise.all(this.#postponed.values());
    }
  }

  /** Commits what it can in time. Senders of other events, which were not acknowledged, are told to retry. */
  async close(): Promise<void> {
    const until_ms = performance.now() + TUNING.stop_commit_ms;
    while (this.#waiting.length > 0 && performance.now() < until_ms) this.#commit();
    this.#refuseAll(new ServiceError('busy', 'The server is shutting down. Send the events again.'));
    // Failures were already reported to those who waited.
    await this.#parts.store.durable().catch(() => {});
    await this.#upkeep.stop();
  }

  longestExchange(): number {
    return this.#upkeep.longestExchange();
  }

  /** Waits for a segment exchange to end; requests are still read meanwhile. The first to continue commits for all. */
  async #commitOutsideExchange(): Promise<void> {
    const exchanged = this.#upkeep.exchangeEnd();
    if (exchanged !== null) this.#backlog.paused();
    await exchanged;
    try {
      if (this.#waiting.length > 0 && !this.#parts.store.isFree()) {
        this.#backlog.paused();
        await untilFree(this.#parts.store);
      }
    } catch (error) {
      this.#refuseAll(error);
    }
    if (this.#waiting.length > 0) this.#commit();
  }

  #refuseAll(error: unknown): void {
    const refused = [...this.#waiting.splice(0), ...this.#postponed.keys()];
    this.#postponed.clear();
    this.#bytes = 0;
    this.#backlog.clear();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (refused.length > 0) this.#parts.log.error({ err: error, requests: refused.length }, 'events were not stored');
    for (const one of refused) one.reject(error);
  }

  /** Writes the oldest waiting events, as many as fit one commit. */
  #commit(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const began_ms = performance.now();
    const taken = this.#takeWaiting();
    if (!this.#write(taken) && taken.length > 1) {
      // Retry one by one, so that one caller's events cannot fail the others'.
      for (const one of taken) this.#write([one]);
    }
    const events = taken.reduce((sum, one) => sum + one.events.length, 0);
    this.#backlog.done(events, began_ms, performance.now());
    if (this.#waiting.length > 0) this.#timer = setTimeout(() => void this.#commitOutsideExchange(), 0);
  }

  #takeWaiting(): readonly Waiting[] {
    let [events, names, count] = [0, 0, 0];
    const isFull = () => events >= TUNING.commit_events || names >= TUNING.commit_names;
    for (; count < this.#waiting.length && !isFull(); count++) {
      events += this.#waiting[count]!.events.length;
      names += this.#waiting[count]!.names;
      this.#bytes -= this.#waiting[count]!.bytes;
    }
    const taken = this.#waiting.slice(0, count);
    this.#waiting = this.#waiting.slice(count);
    return taken;
  }

  /** Returns false if events of several callers failed together and one caller may be the reason. */
  #write(taken: readonly Waiting[]): boolean {
    const byProject = Map.groupBy(taken, (one) => one.project.id);
    try {
      const committed = this.#transaction(() =>
        [...byProject.values()].map((waiting) => ({
          waiting,
          ...this.#writer(waiting[0]!.project).write(waiting.map((one) => one.events)),
        })),
      );
      const durable = this.#parts.store.durable();
      for (const { waiting, results, logged, further_types, unmerged } of committed) {
        this.#parts.refusals.noteUnmerged(waiting[0]!.project.id, unmerged);
        if (further_types.length > 0) this.#warnOf(waiting[0]!.project, further_types);
        waiting.forEach((one, i) => {
          durable.then(() => one.resolve(results[i]!), one.reject);
        });
        this.#upkeep.logGrew(waiting[0]!.project.id, logged, TUNING.tail_events);
      }
      return true;
    } catch (error) {
      // Errors of the machine (lock, disk) would only repeat on a retry.
      if (taken.length > 1 && !(error instanceof ServiceError)) return false;
      if (error instanceof IdsUnread) {
        for (const one of taken) this.#postpone(one, this.#ahead.ids(one.project));
        return true;
      }
      if (isLocked(error) && performance.now() < taken[0]!.until_ms) {
        this.#waitAgain(taken);
        return true;
      }
      this.#parts.log.error({ err: error, events: taken.length }, 'events were not stored');
      for (const one of taken) one.reject(error);
      return true;
    }
  }

  /** Another process was faster, although the lock was free just before. */
  #waitAgain(taken: readonly Waiting[]): void {
    for (const { events, bytes } of taken) {
      this.#backlog.add(events.length);
      this.#bytes += bytes;
    }
    this.#waiting.unshift(...taken);
  }

  /** Each type once. */
  #warnOf({ id }: Project, further_types: readonly string[]): void {
    const group_types = further_types.filter((type) => !this.#warned.has(`${id} ${type}`));
    if (group_types.length === 0 || this.#warned.size > LIMIT.page_max) return;
    for (const type of group_types) this.#warned.add(`${id} ${type}`);
    const note = `a project has at most ${LIMIT.groups_per_project} group types: of further ones only $groups is stored`;
    this.#parts.log.warn({ project: id, group_types }, note);
  }

  /** Tells writers how the transaction ended: they keep their caches on commit and drop them on failure. */
  #transaction<T>(run: () => T): T {
    try {
      const result = this.#parts.store.transactionAhead(run);
      for (const writer of this.#writers.values()) writer.committed();
      return result;
    } catch (error) {
      for (const writer of this.#writers.values()) writer.forget();
      throw error;
    }
  }

  #writer(project: Project): ProjectWriter {
    let writer = this.#writers.get(project.id);
    if (writer === undefined) {
      writer = new ProjectWriter(this.#parts, project);
      this.#writers.set(project.id, writer);
    }
    return writer;
  }
}

function tooMuch(): ServiceError {
  return new ServiceError('busy', 'More events arrive than can be stored just now. Send them again in a moment.');
}

function* wholeBatches(items: Iterable<IngestItem>): Generator<ImportedBatch> {
  for (const batch of batchesOf(items, TUNING.import_rows)) {
    yield { items: batch, chunks: [{ events: batch.events.rows, others: batch.others.length }] };
  }
}

function sumOf(results: readonly ImportResult[]): ImportResult {
  const sum = { taken: 0, duplicates: 0, left_out: 0 };
  for (const { taken, duplicates, left_out } of results) {
    sum.taken += taken;
    sum.duplicates += duplicates;
    sum.left_out += left_out;
  }
  return { ...sum, further_types: [...new Set(results.flatMap(({ further_types }) => further_types))] };
}
