/**
 * Keeps the store in shape between commits: seals the log's tail when it has grown long, then merges small segments,
 * one short step at a time so that requests come in between. Nothing depends on it but speed: what it leaves undone at
 * the end is done after the next start.
 */
import { LIMIT } from '../../model/limit.ts';
import type { Project } from '../../model/project.ts';
import type { Store } from '../../store/types.ts';
import type { Log } from '../context.ts';
import { compact, type PersonsNow, sealTail } from '../sealing.ts';

export interface UpkeepParts {
  readonly store: Store;
  readonly log: Log;
}

/** A project whose tail is to be sealed, or whose segments are to be merged. */
interface Task {
  readonly project: Project;
  readonly personsNow: PersonsNow;
}

export class Upkeep {
  readonly #parts: UpkeepParts;
  /** project -> events in its log that are not sealed */
  readonly #tails = new Map<number, number>();
  readonly #toCompact = new Map<number, Task>();
  readonly #toSeal = new Map<number, Task>();
  #timer: NodeJS.Timeout | null = null;

  constructor(parts: UpkeepParts) {
    this.#parts = parts;
  }

  /** After a commit that added so many events to the log. */
  logGrew(project: Project, events: number, personsNow: PersonsNow): void {
    const known = this.#tails.get(project.id);
    const tail = known === undefined ? this.#tailOf(project) : known + events;
    this.#tails.set(project.id, tail);
    if (tail < LIMIT.tail_events) return;
    this.#toSeal.set(project.id, { project, personsNow });
    this.#schedule();
  }

  /** After a batch went straight into segments: its caller is not in a hurry, so it is done at once. */
  segmentsAdded(project: Project, personsNow: PersonsNow): void {
    this.#guard(project, () => {
      while (compact(this.#parts.store, project, personsNow));
    });
  }

  stop(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#toSeal.clear();
    this.#toCompact.clear();
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = null;
      this.#step();
      if (this.#toSeal.size + this.#toCompact.size > 0) this.#schedule();
    }, LIMIT.upkeep_pause_ms);
  }

  #step(): void {
    for (const [id, task] of this.#toSeal) {
      this.#toSeal.delete(id);
      this.#guard(task.project, () => {
        sealTail(this.#parts.store, task.project, task.personsNow);
        this.#tails.set(id, 0);
        this.#toCompact.set(id, task);
      });
      return;
    }
    for (const [id, task] of this.#toCompact) {
      const isMore = this.#guard(task.project, () => compact(this.#parts.store, task.project, task.personsNow));
      if (isMore !== true) this.#toCompact.delete(id);
      return;
    }
  }

  /** A failure here (a lock, a full disk) costs nobody anything: the next commit asks again. */
  #guard<T>(project: Project, run: () => T): T | undefined {
    try {
      return run();
    } catch (error) {
      this.#parts.log.warn({ err: error, project: project.id }, 'upkeep of the store was put off');
      return undefined;
    }
  }

  /** Asked once for each project. */
  #tailOf(project: Project): number {
    const { events } = this.#parts.store;
    const chunks = events.logSince(project.id, events.sealedSeq(project.id));
    return chunks.reduce((sum, chunk) => sum + chunk.events, 0);
  }
}
