/** Distinct id number -> person number. Updated incrementally, because reading all of it for each step is slow. */
import type { PeopleStore } from '../../store/types/people.ts';

export class PersonOf {
  readonly #people: PeopleStore;
  readonly #project_id: number;
  /** Distinct id number -> person number; the first `#count` are valid. */
  #persons = new Uint32Array(0);
  #count = 0;
  /** Moves up to this revision are included. */
  #revision = 0;

  constructor(people: PeopleStore, project_id: number) {
    this.#people = people;
    this.#project_id = project_id;
  }

  /** The caller must hold a snapshot at this revision. Returns a view that is valid until the next call. */
  current(revision: number): Uint32Array {
    // The store went back (a copy replaced it), so start over.
    if (revision < this.#revision) this.#count = 0;
    const added = this.#people.personOf(this.#project_id, this.#count);
    const moved = this.#count === 0 ? [] : this.#people.movedSince(this.#project_id, this.#revision);
    this.#reserve(this.#count + added.length);
    this.#persons.set(added, this.#count);
    this.#count += added.length;
    for (const move of moved) this.#persons[move.distinct_ord] = move.person_ord;
    this.#revision = revision;
    return this.#persons.subarray(0, this.#count);
  }

  #reserve(count: number): void {
    if (count <= this.#persons.length) return;
    const persons = new Uint32Array(Math.max(count, this.#persons.length * 2));
    persons.set(this.#persons.subarray(0, this.#count));
    this.#persons = persons;
  }
}
