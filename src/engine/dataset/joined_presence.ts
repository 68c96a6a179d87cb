/**
 * Presence over both parts: sealed rows of actors that are not skipped, plus fresh rows of those that are. Bitmaps are
 * cached, so after the first question a tail costs nothing until it changes.
 */
import { andNot, or } from '../../base/bitmap.ts';
import { sharedWords } from '../../base/shared.ts';
import type { Present } from '../frame/run.ts';
import type { Team } from '../frame/team.ts';
import type { Room } from './budget.ts';
import { SpanSets } from './span_sets.ts';

export class JoinedPresence implements Present {
  readonly #fresh: Present;
  readonly #sealed: Present;
  /** Actors skipped in the sealed rows. */
  readonly #skip: Uint32Array;
  readonly #sets: SpanSets;

  constructor(fresh: Present, sealed: Present, skip: Uint32Array, budget: Room) {
    this.#fresh = fresh;
    this.#sealed = sealed;
    this.#skip = skip;
    this.#sets = new SpanSets(budget);
  }

  isOf(sealed: Present, skip: Uint32Array): boolean {
    return sealed === this.#sealed && skip === this.#skip;
  }

  within(edges_ms: Float64Array, team: Team): readonly Uint32Array[] {
    return this.#sets.within(edges_ms, (known) => {
      const sealed = this.#sealed.within(edges_ms, team);
      const fresh = this.#fresh.within(edges_ms, team);
      return known.map((set, span) => set ?? this.#join(sealed[span]!, fresh[span]!));
    });
  }

  before(time_ms: number): Uint32Array {
    return this.#sets.before(time_ms, () => this.#join(this.#sealed.before(time_ms), this.#fresh.before(time_ms)));
  }

  clear(): void {
    this.#sets.clear();
  }

  #join(sealed: Uint32Array, fresh: Uint32Array): Uint32Array {
    const set = sharedWords(Math.max(sealed.length, fresh.length));
    set.set(sealed);
    return or(andNot(set, this.#skip), fresh);
  }
}
