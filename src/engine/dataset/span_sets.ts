/**
 * Bit sets by the span of time they are of, kept as long as there is room. A set is known by the two ends of its span, so
 * that questions over other ranges find the days they share, whatever zone the days are of.
 */
import { type Budget, Shelf } from './budget.ts';

export class SpanSets {
  /** "begin end", or "before end" -> set. */
  readonly #shelf: Shelf<Uint32Array>;

  constructor(budget: Budget) {
    this.#shelf = new Shelf(budget, (set) => set.byteLength);
  }

  /** Span i is [edges_ms[i], edges_ms[i + 1]). `make` is asked for all that lack at once: span -> what is known. */
  within(
    edges_ms: Float64Array,
    make: (known: readonly (Uint32Array | undefined)[]) => readonly Uint32Array[],
  ): readonly Uint32Array[] {
    const names = Array.from(edges_ms.subarray(1), (end_ms, span) => `${edges_ms[span]} ${end_ms}`);
    const known = names.map((name) => this.#shelf.get(name));
    if (known.every((set) => set !== undefined)) return known;
    const made = make(known);
    return names.map((name, span) => known[span] ?? this.#shelf.put(name, made[span]!));
  }

  before(time_ms: number, make: () => Uint32Array): Uint32Array {
    const name = `before ${time_ms}`;
    return this.#shelf.get(name) ?? this.#shelf.put(name, make());
  }

  clear(): void {
    this.#shelf.clear();
  }
}
