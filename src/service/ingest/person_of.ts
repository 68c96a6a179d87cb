/** distinct id's number -> person's number, kept up to date by what changed: reading all of it for each import is slow. */
import type { PeopleStore } from '../../store/types.ts';

export class PersonOf {
  readonly #people: PeopleStore;
  readonly #project_id: number;
  /** distinct id's number -> person's number; the first `#count` are known */
  #persons = new Uint32Array(0);
  #count = 0;
  /** Moves up to this revision are in. */
  #revision = 0;

  constructor(people: PeopleStore, project_id: number) {
    this.#people = people;
    this.#project_id = project_id;
  }

  /** As of now, within the caller's transaction that writes `revision`. A view: it holds until the next call. */
  current(revision: number): Uint32Array {
    const added = this.#people.personOf(this.#project_id, this.#count);
    // The revision being written may move more ids after this call, so it is looked at again next time.
    const moved = this.#count === 0 ? [] : this.#people.movedSince(this.#project_id, this.#revision);
    this.#reserve(this.#count + added.length);
    this.#persons.set(added, this.#count);
    this.#count += added.length;
    for (const move of moved) this.#persons[move.distinct_ord] = move.person_ord;
    this.#revision = revision - 1;
    const persons = this.#persons.subarray(0, this.#count);
    this.#people.keepPersonOf(this.#project_id, persons, revision);
    return persons;
  }

  forget(): void {
    this.#persons = new Uint32Array(0);
    this.#count = 0;
  }

  #reserve(count: number): void {
    if (count <= this.#persons.length) return;
    const persons = new Uint32Array(Math.max(count, this.#persons.length * 2));
    persons.set(this.#persons.subarray(0, this.#count));
    this.#persons = persons;
  }
}
