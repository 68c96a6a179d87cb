/** How long users waited for answers, as reported by clients. Shown to the operator. */

export const TIMED_EVENTS = ['load', 'render'] as const;
export type TimedEvent = (typeof TIMED_EVENTS)[number];

/** Longer times count in the total only. */
const CLASSES_MS = [100, 300, 1_000, 3_000, 10_000, 30_000] as const;

export interface Timing {
  readonly event: TimedEvent;
  readonly count: number;
  readonly sum_ms: number;
  /** Cumulative: each class includes the faster ones. */
  readonly classes: readonly { readonly at_most_ms: number; readonly count: number }[];
}

export class Timings {
  readonly #timings = new Map<TimedEvent, number[]>();

  record(event: TimedEvent, milliseconds: number): void {
    // How many reports per class, how many in all, and the sum of their times.
    const kept = this.#timings.get(event) ?? new Array<number>(CLASSES_MS.length + 2).fill(0);
    for (const [at, most_ms] of CLASSES_MS.entries()) if (milliseconds <= most_ms) kept[at]!++;
    kept[CLASSES_MS.length]!++;
    kept[CLASSES_MS.length + 1]! += milliseconds;
    this.#timings.set(event, kept);
  }

  list(): Timing[] {
    return [...this.#timings].map(([event, kept]) => ({
      event,
      count: kept[CLASSES_MS.length]!,
      sum_ms: kept[CLASSES_MS.length + 1]!,
      classes: CLASSES_MS.map((at_most_ms, at) => ({ at_most_ms, count: kept[at]! })),
    }));
  }
}
