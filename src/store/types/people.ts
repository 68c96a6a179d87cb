/** The store's contract for persons and the distinct ids that lead to them. */

/** A person, addressed by a dense number per project that is never used again. */
export interface Person {
  readonly ord: number;
  /** The number of the distinct id that it was made by. Stays, whatever other ids it gets. */
  readonly first_distinct: number;
  readonly properties: Readonly<Record<string, unknown>>;
  readonly created_at_ms: number;
  readonly is_identified: boolean;
}

/** With the texts of its distinct ids, in the order of their numbers. */
export interface ListedPerson extends Person {
  /** The one it was made by. */
  readonly first_id: string;
  readonly distinct_ids: readonly string[];
}

/** A distinct id and whose it is. */
export interface NewDistinctId {
  readonly distinct_id: string;
  /** Its own dense number per project. */
  readonly ord: number;
  readonly person_ord: number;
}

export interface PeopleChanges {
  readonly persons: readonly Person[];
  readonly ids: readonly NewDistinctId[];
}

export interface PeopleStore {
  /** Who a distinct id belongs to. `ord` is the distinct id's own dense number per project. */
  find(project_id: number, distinct_id: string): { ord: number; person_ord: number } | undefined;
  /** Distinct ids that `find` does not find; some may be left out. One look at all of them. */
  absent(project_id: number, distinct_ids: readonly string[]): string[];
  get(project_id: number, person_ord: number): Person | undefined;
  /** number -> person, of those that live; numbers are those of persons there were. As many looks at the store for many as for one. */
  list(project_id: number, person_ords: readonly number[]): Map<number, ListedPerson>;
  /**
   * Persons and distinct ids that are new or (persons) changed. New ones are numbered on from `personLimit` and
   * `distinctCount`, in order; a new person comes with its first distinct id.
   */
  write(project_id: number, changes: PeopleChanges, revision: number): void;
  /** Moves all distinct ids of one person to another, removes the first, and remembers it under `revision`. */
  merge(project_id: number, from_ord: number, into_ord: number, revision: number): void;
  /** Texts of distinct ids by their dense numbers (for listing). */
  distinctTexts(project_id: number, ords: readonly number[]): string[];
  /** Texts of the distinct ids with ord >= from_ord, in order of ord. */
  distinctTextsFrom(project_id: number, from_ord: number): IterableIterator<string>;
  distinctCount(project_id: number): number;
  /** One more than the largest person number. */
  personLimit(project_id: number): number;
  /** person number of each distinct id with ord >= from_ord, in order of ord. */
  personOf(project_id: number, from_ord: number): Uint32Array;
  /** Makes `personOf` faster, where that pays: it answered this from 0 on at that revision of the project, or later. */
  keepPersonOf(project_id: number, person_of: Uint32Array, revision: number): void;
  /** Distinct ids that were moved to another person after a revision. */
  movedSince(project_id: number, revision: number): { distinct_ord: number; person_ord: number }[];
  /** Persons made or changed after a revision, with all their properties or with those of these names. */
  changedSince(project_id: number, revision: number, names?: ReadonlySet<string>): IterableIterator<Person>;
  /** Of the same persons only the texts of the ids that they were made by. */
  firstIdsSince(project_id: number, revision: number): IterableIterator<{ ord: number; first_id: string }>;
  /** Of the same persons only when they were created, which is read many times as fast. */
  createdSince(project_id: number, revision: number): IterableIterator<Pick<Person, 'ord' | 'created_at_ms'>>;
}
