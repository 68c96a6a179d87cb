/**
 * Bitmaps of owners that meet a condition. A bit per person is a hundredth of what the question reads to find it, and
 * questions of one conversation are about the same people: a cohort, a plan, long sessions.
 */
import { TUNING } from '../../model/tuning.ts';
import type { Column } from '../frame/column.ts';
import { Budget, Shelf } from './budget.ts';

interface Kept {
  /** The column that the set was made of, or the version of all data. Replaced columns are large, and nobody counts them here. */
  readonly of: WeakRef<Column> | number;
  readonly owners: Uint32Array;
}

export class OwnerSets {
  readonly #budget = new Budget(Number.POSITIVE_INFINITY);
  readonly #shelf = new Shelf<Kept>(this.#budget, ({ owners }) => owners.byteLength);

  /** The set of that name made of the same, or a new one. */
  set(of: Column | number, name: string, make: () => Uint32Array): Uint32Array {
    const kept = this.#shelf.get(name);
    if (kept !== undefined && (typeof kept.of === 'number' ? kept.of : kept.of.deref()) === of) return kept.owners;
    return this.#shelf.put(name, { of: typeof of === 'number' ? of : new WeakRef(of), owners: make() }).owners;
  }

  /** Called between questions. A question keeps all that it asks for: it asks again for every run. */
  trim(): void {
    this.#budget.resize(TUNING.owner_sets_bytes);
    this.#budget.resize(Number.POSITIVE_INFINITY);
  }

  bytes(): number {
    return this.#budget.bytes;
  }
}
