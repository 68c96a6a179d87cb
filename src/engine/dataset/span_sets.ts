/** Cached bitmaps per span. The key is the span's two ends, so questions share the days they have in common. */
import { tracing } from '../frame/trace.ts';
import { type Room, Shelf } from './budget.ts';

export class SpanSets {
  /** "begin end" or "before end" -> bitmap. */
  readonly #shelf: Shelf<Uint32Array>;

  constructor(budget: Room) {
    this.#shelf = new Shelf(budget, (set) => set.byteLength);
  }

  /**
   * Bitmap i is for [edges_ms[i], edges_ms[i + 1]). `make` gets the cached bitmaps (undefined = missing), and makes all
   * missing ones in one pass.
   */
  within(
    edges_ms: Float64Array,
    make: (known: readonly (Uint32Array | undefined)[]) => readonly Uint32Array[],
  ): readonly Uint32Array[] {
    const names = Array.from(edges_ms.subarray(1), (end_ms, span) => `${edges_ms[span]} ${end_ms}`);
    const known = names.map((name) => this.#shelf.get(name));
    if (known.every((set) => set !== undefined)) {
      tracing()?.note('kept presence');
      return known;
    }
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
