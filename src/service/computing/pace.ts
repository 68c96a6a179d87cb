/** How long this thread may go on with one computation: asked at every checkpoint of the engine. */

/** The time is up, before the computation was done. */
export class OutOfTime extends Error {}

export class Pace {
  #until_ms = Number.POSITIVE_INFINITY;

  /** @throws OutOfTime at a checkpoint, once `work` has taken longer */
  run<T>(limit_ms: number, work: () => T): T {
    this.#until_ms = performance.now() + limit_ms;
    try {
      return work();
    } finally {
      this.#until_ms = Number.POSITIVE_INFINITY;
    }
  }

  checkpoint(): void {
    if (performance.now() > this.#until_ms) throw new OutOfTime();
  }
}
