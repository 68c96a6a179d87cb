/** People and groups about whom an import has told everything. Its events then change nothing about them. */
import { allocate, has, set } from '../../base/bitmap.ts';

const FIRST_PERSONS = 1_024;

export class Complete {
  /** Indices of types of which all groups are complete. */
  readonly group_types = new Set<number>();
  #persons = allocate(FIRST_PERSONS);

  add(person_ord: number): void {
    if (person_ord >= this.#room) {
      const grown = allocate(Math.max(person_ord + 1, this.#room * 2));
      grown.set(this.#persons);
      this.#persons = grown;
    }
    set(this.#persons, person_ord);
  }

  has(person_ord: number): boolean {
    return person_ord < this.#room && has(this.#persons, person_ord);
  }

  get #room(): number {
    return this.#persons.length * 32;
  }
}
