/**
 * Who is there in a part or in the other: sealed rows without whoever is passed over, and the fresh rows of just those.
 * Sets are made once and kept, so that a standing tail costs a question nothing after the first.
 */
import { andNot, or } from '../../base/bitmap.ts';
import { sharedWords } from '../../base/shared.ts';
import type { Present } from '../run.ts';
import type { Team } from '../team.ts';
import { type Budget, Shelf } from './budget.ts';

export class JoinedPresence implements Present {
  readonly #fresh: Present;
  readonly #sealed: Present;
  /** Whoever is passed over in the sealed rows. */
  readonly #skip: Uint32Array;
  /** "begin end", or "before end" -> who is there. */
  readonly #shelf: Shelf<Uint32Array>;

  constructor(fresh: Present, sealed: Present, skip: Uint32Array, budget: Budget) {
    this.#fresh = fresh;
    this.#sealed = sealed;
    this.#skip = skip;
    this.#shelf = new Shelf(budget, (set) => set.byteLength);
  }

  isOf(sealed: Present, skip: Uint32Array): boolean {
    return sealed === this.#sealed && skip === this.#skip;
  }

  within(edges_ms: Float64Array, team: Team): readonly Uint32Array[] {
    const names = Array.from(edges_ms.subarray(1), (end_ms, span) => `${edges_ms[span]} ${end_ms}`);
    const known = names.map((name) => this.#shelf.get(name));
    if (known.every((set) => set !== undefined)) return known;
    const sealed = this.#sealed.within(edges_ms, team);
    const fresh = this.#fresh.within(edges_ms, team);
    return names.map((name, span) => known[span] ?? this.#shelf.put(name, this.#join(sealed[span]!, fresh[span]!)));
  }

  before(time_ms: number): Uint32Array {
    const name = `before ${time_ms}`;
    const known = this.#shelf.get(name);
    return known ?? this.#shelf.put(name, this.#join(this.#sealed.before(time_ms), this.#fresh.before(time_ms)));
  }

  clear(): void {
    this.#shelf.clear();
  }

  #join(sealed: Uint32Array, fresh: Uint32Array): Uint32Array {
    const set = sharedWords(Math.max(sealed.length, fresh.length));
    set.set(sealed);
    return or(andNot(set, this.#skip), fresh);
  }
}
