/** How long users waited for their answers, as clients report it; shown to the operator. */

export const TIMED_EVENTS = ['load', 'render'] as const;
export type TimedEvent = (typeof TIMED_EVENTS)[number];

/** Longer times are only in the total. */
const CLASSES_MS = [100, 300, 1_000, 3_000, 10_000, 30_000] as const;

export interface Timing {
  readonly event: TimedEvent;
  readonly count: number;
  readonly sum_ms: number;
  /** Cumulative: each class includes those before it. */
  readonly classes: readonly { readonly at_most_ms: number; readonly count: number }[];
}

export class Timings {
  readonly #timings = new Map<TimedEvent, number[]>();

  record(event: TimedEvent, milliseconds: number): void {
    // class -> reports in it; then the number of all reports, and their sum.
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
