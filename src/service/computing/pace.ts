/** Time limit of a computation in this thread; the engine checks it at every checkpoint. */

/** Thrown when the time is up. */
export class OutOfTime extends Error {}

export class Pace {
  #until_ms = Number.POSITIVE_INFINITY;

  /** @throws OutOfTime at a checkpoint once `work` exceeds the limit */
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
