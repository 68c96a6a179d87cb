/** Reads what commits need before they begin, a step at a time: inside a commit it would keep everybody waiting. */
import { setImmediate } from 'node:timers/promises';
import type { Log } from '../../base/log.ts';
import type { Project } from '../../model/saved/project.ts';
import { TUNING } from '../../model/tuning.ts';
import type { Store } from '../../store/types/store.ts';
import type { Datasets } from '../data/datasets.ts';

interface Parts {
  readonly store: Store;
  readonly datasets: Datasets;
  readonly log: Log;
  now(): number;
}

export class ReadingAhead {
  readonly #parts: Parts;
  readonly #warmed = new Map<number, Promise<void>>();
  /** Project -> resolves once its ids are read. */
  readonly #reading = new Map<number, Promise<void>>();

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** To be awaited before a project's first events in this process: ids of recent weeks, and words of properties. */
  warmed(project: Project): Promise<void> {
    let warmed = this.#warmed.get(project.id);
    if (warmed === undefined) {
      warmed = this.#warm(project);
      this.#warmed.set(project.id, warmed);
    }
    return warmed;
  }

  async #warm(project: Project): Promise<void> {
    const { store, datasets, log, now } = this.#parts;
    try {
      for (const _ of store.people.readAhead(project.id)) await setImmediate();
      for (const _ of datasets.warmKnown(project, now() - TUNING.warm_known_ms)) await setImmediate();
    } catch (error) {
      // A segment may have been merged away meanwhile. The commit reads what is missing.
      log.warn({ err: error, project: project.id }, 'ids are read when they are needed');
    }
  }

  /** Reads the ids that a transaction lacked. Others can write meanwhile. */
  ids(project: Project): Promise<void> {
    let reading = this.#reading.get(project.id);
    if (reading === undefined) {
      reading = this.#readInSteps(project).finally(() => this.#reading.delete(project.id));
      this.#reading.set(project.id, reading);
    }
    return reading;
  }

  async #readInSteps(project: Project): Promise<void> {
    for (let tries = 1; ; tries++) {
      await setImmediate();
      try {
        for (const _ of this.#parts.datasets.readKnown(project)) await setImmediate();
        return;
      } catch (error) {
        if (tries >= TUNING.known_ids_tries) throw error;
      }
    }
  }
}
